//! The renderer on real devices: skinning against the CPU's, and pictures by what must be seen in
//! them. A machine without any graphics adapter fails these tests with one clear line.

use crate::dice::Dice;
use crate::figure::{self, Figure, RUNNING, random_part};
use crate::*;
use anim::{
    mesh::SkinMethod,
    skinning::{self, Skinned},
};
use glam::{Affine3A, UVec2, Vec2, Vec3};
use std::f32::consts::FRAC_PI_4;
use std::sync::{Arc, LazyLock};

static DEVICE: LazyLock<Gpu> =
    LazyLock::new(|| Gpu::headless().unwrap_or_else(|error| panic!("{error}")));

/// Every backend that this machine has, each opened once.
pub(crate) static DEVICES: LazyLock<Vec<Gpu>> = LazyLock::new(|| {
    let backends = [wgpu::Backends::PRIMARY, wgpu::Backends::GL];
    let devices: Vec<_> = backends
        .into_iter()
        .filter_map(|backend| Gpu::headless_on(backend).ok())
        .collect();
    assert!(!devices.is_empty(), "{}", GpuError::NoAdapter);
    devices
});

const METHODS: [SkinMethod; 2] = [SkinMethod::Linear, SkinMethod::DualQuaternion];

fn assert_same_skin(gpu: &Gpu, part: &anim::MeshPart, palette: &[Affine3A], weights: &[f32]) {
    let mut expected = Skinned::default();
    skinning::skin(part, palette, weights, &mut expected);
    let renderer = Renderer::new(gpu);
    let uploaded = renderer.upload_mesh(part);
    let before = renderer.skin_on_gpu(&uploaded, palette, weights).unwrap();
    assert!(
        before == renderer.skin_on_gpu(&uploaded, palette, weights).unwrap(),
        "twice the same bits"
    );
    let size = Bounds::of_points(expected.positions.iter().copied())
        .size()
        .max_element();
    let is_off =
        |a: &[Vec3], b: &[Vec3], by: f32| a.iter().zip(b).position(|(a, b)| !a.abs_diff_eq(*b, by));
    let while_drawing = match renderer.skin_while_drawing(&uploaded, palette, weights) {
        Err(GpuError::NoVertexStorage { .. }) if !gpu.has_vertex_storage => None,
        skinned => Some(skinned.unwrap()),
    };
    for got in [Some(before), while_drawing].into_iter().flatten() {
        assert_eq!(got.positions.len(), part.vertex_count());
        assert_eq!(
            is_off(&got.positions, &expected.positions, 1e-4 * size),
            None,
            "{}",
            gpu.adapter.name
        );
        assert_same_normals(&got.normals, &expected.normals);
        assert_same_tangents(&got, &expected);
    }
    let bounds = uploaded.bounds(palette, weights).grown(1e-4 * size);
    let is_inside = expected
        .positions
        .iter()
        .all(|position| bounds.contains(*position));
    assert!(
        is_inside || part.method != SkinMethod::Linear,
        "inside the bounds"
    );
}

/// The device keeps directions at rest to 1e-4; where morphs nearly cancel one, what is left turns
/// further.
fn assert_same_normals(got: &[Vec3], expected: &[Vec3]) {
    let off = |by: f32| {
        got.iter()
            .zip(expected)
            .filter(|(a, b)| !a.abs_diff_eq(**b, by))
            .count()
    };
    assert!(
        off(1e-3) * 200 <= got.len() && off(2e-2) == 0,
        "{} and {} of {}",
        off(1e-3),
        off(2e-2),
        got.len()
    );
}

/// One that hardly lies in the surface turns far with the last bits of its normal.
fn assert_same_tangents(got: &Skinned, expected: &Skinned) {
    assert_eq!(got.tangents.len(), expected.tangents.len());
    let off = got
        .tangents
        .iter()
        .zip(&expected.tangents)
        .filter(|(a, b)| !a.abs_diff_eq(**b, 5e-3))
        .count();
    assert!(
        off * 200 <= expected.tangents.len(),
        "{off} of {}",
        expected.tangents.len()
    );
}

/// Property 11 of skinning: before and while drawing as on the CPU, both methods.
#[test]
fn skinning_equals_the_cpu() {
    for (gpu, method) in DEVICES
        .iter()
        .flat_map(|gpu| METHODS.map(|method| (gpu, method)))
    {
        for (influences, bones, morphs) in
            [(1, 1, 0), (1, 7, 2), (4, 60, 0), (4, 60, 5), (8, 400, 3)]
        {
            let part = anim::MeshPart {
                method,
                ..random_part(997, influences, bones, morphs)
            };
            let mut dice = Dice(7);
            let palette: Vec<_> = (0..bones).map(|_| figure::matrix(&mut dice)).collect();
            let weights = [1.0, -0.5, 0.0005, 0.25, 3.0];
            assert_same_skin(gpu, &part, &palette, &weights[..morphs]);
        }
    }
}

/// Property 14 on the device: dual quaternions blend before the model is placed, and normals stay
/// unit.
#[test]
fn a_scaled_placement_moves_what_was_skinned() {
    let placed = Affine3A::from_scale(Vec3::new(0.5, 3.0, 1.0)) * Affine3A::from_rotation_y(0.7);
    let mut dice = Dice(3);
    let palette: Vec<_> = (0..9).map(|_| figure::matrix(&mut dice)).collect();
    for method in METHODS {
        let part = anim::MeshPart {
            method,
            ..random_part(200, 4, 9, 0)
        };
        let renderer = Renderer::new(&DEVICE);
        let uploaded = renderer.upload_mesh(&part);
        let [model, world] = [Affine3A::IDENTITY, placed].map(|placed| {
            renderer
                .skin_placed(&uploaded, &placed, &palette, &[])
                .unwrap()
        });
        for (at, position) in model.positions.iter().enumerate() {
            assert!(
                placed
                    .transform_point3(*position)
                    .abs_diff_eq(world.positions[at], 1e-4),
                "{method:?}"
            );
            assert!(
                (world.normals[at].length() - 1.0).abs() < 1e-4,
                "{method:?}"
            );
        }
    }
}

#[test]
fn limbs_of_one_bone_look_alike_in_both_methods() {
    let mut stage = Stage::new(&DEVICE);
    let linear = stage.draw(|scene| scene.grid = None);
    stage.figure.part.method = SkinMethod::DualQuaternion;
    stage.part = stage.renderer.upload_mesh(&stage.figure.part);
    let kept = stage.draw(|scene| scene.grid = None);
    assert!(
        differing(&linear, &kept, 8) < 300,
        "{}",
        differing(&linear, &kept, 8)
    );
}

#[test]
fn many_vertices_and_an_empty_part() {
    let matrix = [Affine3A::from_scale(Vec3::new(1.0, 2.0, 0.5)); 3];
    for gpu in DEVICES.iter() {
        for method in METHODS {
            let part = anim::MeshPart {
                method,
                ..random_part(70_000, 4, 3, 1)
            };
            assert_same_skin(gpu, &part, &matrix, &[1.0]);
        }
        let renderer = Renderer::new(gpu);
        let empty = anim::MeshPart {
            influences: 1,
            ..Default::default()
        };
        assert_eq!(
            renderer.skin_on_gpu(&renderer.upload_mesh(&empty), &[], &[]),
            Ok(Skinned::default())
        );
    }
}

/// A scene of the running figure, and the means to draw it.
struct Stage {
    renderer: Renderer,
    figure: Figure,
    part: GpuPart,
    material: RenderMaterial,
    models: Vec<Affine3A>,
    palette: Vec<Affine3A>,
}

impl Stage {
    fn new(gpu: &Gpu) -> Stage {
        Stage::detailed(gpu, 24)
    }

    fn detailed(gpu: &Gpu, around: usize) -> Stage {
        let (renderer, figure) = (Renderer::new(gpu), Figure::new(around));
        let models = figure.models(&RUNNING);
        let palette = figure.palette(&models);
        let part = renderer.upload_mesh(&figure.part);
        Stage {
            renderer,
            part,
            material: RenderMaterial::default(),
            models,
            palette,
            figure,
        }
    }

    fn draw<'a>(&'a mut self, change: impl FnOnce(&mut RenderScene<'a>)) -> Image {
        let mut scene = RenderScene {
            viewport: UVec2::new(480, 300),
            samples: 1,
            drawables: vec![Drawable::new(&self.part, &self.material, &self.palette)],
            ..RenderScene::default()
        };
        scene.camera.target = Vec3::new(0.0, 0.9, 0.0);
        change(&mut scene);
        self.renderer.render_to_image(&scene).unwrap()
    }
}

const BACKGROUND: [u8; 4] = [0x17, 0x18, 0x1B, 0xFF];

fn brightness(pixel: [u8; 4]) -> u32 {
    pixel[..3]
        .iter()
        .map(|channel| u32::from(*channel))
        .sum::<u32>()
        / 3
}

fn count(image: &Image, is_counted: impl Fn([u8; 4]) -> bool) -> usize {
    image
        .rgba
        .chunks_exact(4)
        .filter(|p| is_counted([p[0], p[1], p[2], p[3]]))
        .count()
}

fn differing(a: &Image, b: &Image, tolerance: u8) -> usize {
    let is_off = |(a, b): (&[u8], &[u8])| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > tolerance);
    a.rgba
        .chunks_exact(4)
        .zip(b.rgba.chunks_exact(4))
        .filter(|pair| is_off(*pair))
        .count()
}

#[test]
fn a_lit_figure_stands_on_a_grid() {
    for gpu in DEVICES.iter() {
        let mut stage = Stage::new(gpu);
        let image = stage.draw(|scene| scene.grid.as_mut().unwrap().contact_shadow = false);
        assert_eq!((image.width, image.height), (480, 300));
        let corner = image.pixel(UVec2::new(2, 2));
        assert!(
            corner
                .iter()
                .zip(BACKGROUND)
                .all(|(a, b)| a.abs_diff(b) <= 1),
            "{corner:?} {}",
            gpu.adapter.name
        );
        assert!(
            brightness(image.pixel(UVec2::new(240, 150))) > 60,
            "the body"
        );
        let levels: std::collections::HashSet<_> =
            image.rgba.chunks_exact(4).map(|p| p[0] / 16).collect();
        assert!(levels.len() >= 6, "light and shade");
        let is_grid = |p: [u8; 4]| p[0].abs_diff(0x24) < 6 && p[2].abs_diff(0x2A) < 6;
        assert!(count(&image, is_grid) > 300, "the grid");
        let without = stage.draw(|scene| scene.grid = None);
        assert_eq!(count(&without, is_grid) / 100, 0);
    }
}

#[test]
fn backends_agree() {
    let images: Vec<_> = DEVICES
        .iter()
        .map(|gpu| Stage::new(gpu).draw(|_| ()))
        .collect();
    for pair in images.windows(2) {
        assert!(
            differing(&pair[0], &pair[1], 3) < 300,
            "{}",
            differing(&pair[0], &pair[1], 3)
        );
    }
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    let first = Stage::new(&DEVICE).draw(|_| ());
    let mut stage = Stage::new(&DEVICE);
    assert!(first == stage.draw(|_| ()));
    stage.draw(|scene| scene.viewport = UVec2::new(100, 333));
    assert!(first == stage.draw(|_| ()), "after another size");
}

/// A square of a metre that fills the picture; its normals lean by `lean` towards +x.
pub(crate) fn square(lean: f32, side: f32) -> anim::MeshPart {
    let corners = [
        [-1.0, -1.0, 0.0],
        [1.0, -1.0, 0.0],
        [1.0, 1.0, 0.0],
        [-1.0, 1.0, 0.0],
    ];
    let inverse_bind = skinning::inverse_bind_rows(&Affine3A::IDENTITY);
    anim::MeshPart::new(anim::MeshPart {
        positions: corners.to_vec().into(),
        normals: vec![[lean.sin(), 0.0, lean.cos()]; 4].into(),
        tangents: vec![[1.0, 0.0, 0.0, side]; 4].into(),
        uvs: vec![[0.5; 2]; 4].into(),
        influences: 1,
        joints: vec![0; 4].into(),
        weights: vec![1.0; 4].into(),
        palette: vec![anim::mesh::PaletteJoint {
            bone: 0,
            inverse_bind,
        }]
        .into(),
        indices: vec![0, 1, 2, 0, 2, 3].into(),
        ..Default::default()
    })
    .unwrap()
}

/// The colour in the middle of a square that is drawn with a texel of a direction, or without.
fn middle(part: &anim::MeshPart, palette: Affine3A, texel: Option<[f32; 3]>) -> [u8; 4] {
    let mut renderer = Renderer::new(&DEVICE);
    let part = renderer.upload_mesh(part);
    let rgba = |texel: [f32; 3]| {
        [texel[0], texel[1], texel[2], 1.0].map(|x| ((x * 0.5 + 0.5) * 255.0).round() as u8)
    };
    let normal_texture = texel.map(|texel| renderer.upload_normals(1, 1, &rgba(texel)));
    let material = RenderMaterial {
        normal_texture,
        ..RenderMaterial::default()
    };
    let palette = [palette];
    let scene = RenderScene {
        viewport: UVec2::splat(32),
        samples: 1,
        camera: OrbitCamera {
            target: Vec3::ZERO,
            distance: 1.5,
            yaw: 0.0,
            pitch: 0.0,
            ..OrbitCamera::default()
        },
        drawables: vec![Drawable::new(&part, &material, &palette)],
        grid: None,
        ..RenderScene::default()
    };
    renderer
        .render_to_image(&scene)
        .unwrap()
        .pixel(UVec2::splat(16))
}

#[test]
fn a_normal_texture_leans_the_light_as_leaning_normals_do() {
    let lean = 0.7f32;
    let (here, mirror) = (
        Affine3A::IDENTITY,
        Affine3A::from_scale(Vec3::new(-1.0, 1.0, 1.0)),
    );
    let near = |a: [u8; 4], b: [u8; 4]| a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 2);
    let plain = middle(&square(0.0, 1.0), here, None);
    assert!(
        near(
            plain,
            middle(&square(0.0, 1.0), here, Some([0.0, 0.0, 1.0]))
        ),
        "a flat texture does nothing"
    );
    for matrix in [here, mirror] {
        for side in [1.0, -1.0] {
            for (texel, leaning) in [
                ([lean.sin(), 0.0, lean.cos()], lean),
                ([-lean.sin(), 0.0, lean.cos()], -lean),
            ] {
                let expected = middle(&square(leaning, 1.0), matrix, None);
                let found = middle(&square(0.0, side), matrix, Some(texel));
                assert!(
                    near(expected, found) && !near(found, plain),
                    "{matrix:?} {side}: {expected:?} {found:?}"
                );
            }
        }
    }
    let up = |matrix, side| {
        middle(
            &square(0.0, side),
            matrix,
            Some([0.0, lean.sin(), lean.cos()]),
        )
    };
    assert!(
        near(up(here, 1.0), up(mirror, 1.0)) && near(up(here, -1.0), up(mirror, -1.0)),
        "up stays up"
    );
    assert!(
        up(here, 1.0)[1] > up(here, -1.0)[1] + 20,
        "the light comes from above"
    );
    let bare = anim::MeshPart {
        tangents: Default::default(),
        ..square(0.0, 1.0)
    };
    assert!(
        near(
            plain,
            middle(&bare, here, Some([lean.sin(), 0.0, lean.cos()]))
        ),
        "without tangents none"
    );
}

#[test]
fn four_samples_smooth_the_edges() {
    let mut stage = Stage::new(&DEVICE);
    let [one, four] = [1, 4].map(|samples| {
        stage.draw(|scene| {
            scene.samples = samples;
            scene.grid = None;
        })
    });
    let differences = differing(&one, &four, 8);
    assert!(differences > 100 && differences < 6000, "{differences}");
    let in_between = |image: &Image| count(image, |p| (34..60).contains(&brightness(p)));
    assert!(in_between(&four) > in_between(&one));
}

#[test]
fn bones_are_seen_through_the_body() {
    let Figure { skeleton, .. } = Figure::new(8);
    let mut stage = Stage::new(&DEVICE);
    let models = stage.models.clone();
    let plain = stage.draw(|_| ());
    let mut overlay = BoneOverlay::new(&skeleton, &models);
    let with_bones = stage.draw(|scene| scene.bones.push(overlay.clone()));
    assert!(differing(&plain, &with_bones, 20) > 500);
    overlay.selected = skeleton.find(anim::Name::new("spine"));
    let selected = stage.draw(|scene| scene.bones.push(overlay));
    let is_brass = |p: [u8; 4]| p[0] > 150 && p[2] < 110 && p[0] > p[1] && p[1] > p[2];
    assert!(count(&selected, is_brass) > 40 && count(&with_bones, is_brass) == 0);
}

#[test]
fn lines_obey_depth_unless_on_top() {
    let mut stage = Stage::new(&DEVICE);
    let points = [
        Vec3::new(0.0, 0.0, -0.3),
        Vec3::new(0.0, 1.8, -0.3),
        Vec3::new(0.0, 1.8, 40.0),
    ];
    let mut red = |on_top: bool| {
        let line = Polyline {
            points: &points,
            color: [1.0, 0.0, 0.0, 1.0],
            width: 4.0,
            dots: 9.0,
            on_top,
        };
        let image = stage.draw(|scene| {
            scene.camera.look_from(CameraSide::Front);
            scene.lines.push(line);
        });
        count(&image, |p| p[0] > 200 && p[1] < 40)
    };
    let (behind, over) = (red(false), red(true));
    assert!(behind > 50 && over > behind + 200, "{behind} {over}");
}

#[test]
fn a_ghost_lets_the_background_through_one_layer_deep() {
    let mut stage = Stage::new(&DEVICE);
    let solid = stage.draw(|scene| scene.grid = None);
    let ghost = stage.draw(|scene| {
        scene.grid = None;
        scene.drawables[0].tint[3] = 0.5;
    });
    let is_off = |(solid, ghost): &(&[u8], &[u8])| {
        let expected = |channel: usize| {
            let [a, b] = [solid[channel], BACKGROUND[channel]]
                .map(|v| color::linear_from_srgb(f32::from(v) / 255.0));
            color::srgb_from_linear((a + b) * 0.5) * 255.0
        };
        (0..3).any(|channel| (expected(channel) - f32::from(ghost[channel])).abs() > 3.0)
    };
    // The ends of two limbs may share a surface, which is then seen twice.
    let off = solid
        .rgba
        .chunks_exact(4)
        .zip(ghost.rgba.chunks_exact(4))
        .filter(is_off)
        .count();
    assert!(off < 100, "{off}");
}

#[test]
fn a_mirrored_figure_is_lit_like_its_mirror_image() {
    let mut stage = Stage::new(&DEVICE);
    let front = |scene: &mut RenderScene<'_>| {
        scene.camera.look_from(CameraSide::Top);
        scene.grid = None;
    };
    let plain = stage.draw(front);
    let mirrored = stage.draw(|scene| {
        front(scene);
        scene.drawables[0].world_from_model = Affine3A::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    });
    let lit = |image: &Image| count(image, |p| brightness(p) > 60) as f32;
    assert!(
        (lit(&plain) / lit(&mirrored) - 1.0).abs() < 0.1,
        "{} {}",
        lit(&plain),
        lit(&mirrored)
    );
}

#[test]
fn textures_colour_and_cut() {
    let mut stage = Stage::new(&DEVICE);
    let green = [
        [0, 200, 0, 255],
        [0, 200, 0, 255],
        [0, 200, 0, 0],
        [0, 200, 0, 0],
    ]
    .concat();
    stage.material = RenderMaterial {
        texture: Some(stage.renderer.upload_texture(4, 1, &green)),
        ..Default::default()
    };
    let is_green = |p: [u8; 4]| p[1] > 60 && p[0] < 45 && p[2] < 45;
    let whole = count(&stage.draw(|_| ()), is_green);
    stage.material.alpha_cutoff = 0.9;
    stage.figure.part = anim::MeshPart {
        uvs: stage
            .figure
            .part
            .positions
            .iter()
            .map(|p| [p[1] * 2.0, 0.0])
            .collect(),
        ..stage.figure.part.clone()
    };
    stage.part = stage.renderer.upload_mesh(&stage.figure.part);
    let cut = count(&stage.draw(|_| ()), is_green);
    assert!(
        whole > 2000 && cut > 300 && cut < whole * 3 / 4,
        "{whole} {cut}"
    );
}

#[test]
fn the_contact_shadow_darkens_the_ground_under_the_feet() {
    let mut stage = Stage::new(&DEVICE);
    let with = stage.draw(|_| ());
    let without = stage.draw(|scene| scene.grid.as_mut().unwrap().contact_shadow = false);
    let fresh =
        Stage::new(&DEVICE).draw(|scene| scene.grid.as_mut().unwrap().contact_shadow = false);
    assert!(count(&with, |p| brightness(p) < 17) > 100);
    assert!(without == fresh, "no shadow stays behind");
}

#[test]
fn an_unchanged_scene_makes_no_buffer_and_skins_nothing() {
    let mut stage = Stage::new(&DEVICE);
    stage.draw(|_| ());
    let before = stage.renderer.rooms();
    stage.draw(|scene| scene.camera.orbit(0.3, 0.1));
    assert_eq!(stage.renderer.rooms(), before);
    assert_eq!(
        stage.renderer.dispatches(),
        0,
        "turning the camera skins nothing"
    );
    stage.palette[3].translation.x += 0.01;
    stage.draw(|_| ());
    assert_eq!(stage.renderer.rooms(), before);
    assert_eq!(stage.renderer.dispatches(), 1);
}

/// A crowd of which a part is in the picture looks as if the rest were not there, shadows and all,
/// and what comes into the picture again is as it is by then.
#[test]
fn what_is_out_of_the_picture_is_neither_drawn_nor_skinned() {
    let mut stage = Stage::new(&DEVICE);
    let places: Vec<Affine3A> = (0..400)
        .map(|at| {
            Affine3A::from_translation(Vec3::new(
                (at % 20) as f32 * 3.0 - 30.0,
                0.0,
                (at / 20) as f32 * 3.0 - 30.0,
            ))
        })
        .collect();
    let near = OrbitCamera {
        target: Vec3::new(0.0, 0.9, 0.0),
        distance: 3.0,
        pitch: 0.3,
        ..OrbitCamera::default()
    };
    let (part, material, palette) = (
        stage.part.clone(),
        RenderMaterial::default(),
        stage.palette.clone(),
    );
    let mut draw = |camera: OrbitCamera, places: &[Affine3A], palette: &[Affine3A]| {
        let drawables = places.iter().map(|place| Drawable {
            world_from_model: *place,
            ..Drawable::new(&part, &material, palette)
        });
        let grid = Some(Grid {
            contact_shadow: false,
            ..Grid::default()
        });
        let scene = RenderScene {
            viewport: UVec2::new(240, 150),
            samples: 1,
            camera,
            drawables: drawables.collect(),
            grid,
            ..RenderScene::default()
        };
        (
            stage.renderer.render_to_image(&scene).unwrap(),
            stage.renderer.drawn(),
        )
    };
    let (all, drawn) = draw(near, &places, &palette);
    assert!((1..200).contains(&drawn), "{drawn}");
    let frustum = frustum::Frustum::of(&RenderScene {
        viewport: UVec2::new(240, 150),
        camera: near,
        ..RenderScene::default()
    });
    let bounds = part.bounds(&palette, &[]);
    let seen: Vec<Affine3A> = places
        .iter()
        .copied()
        .filter(|place| frustum.sees(bounds.transformed(place)))
        .collect();
    assert!(
        draw(near, &seen, &palette).0 == all,
        "as without the others"
    );
    let away = OrbitCamera {
        target: Vec3::new(0.0, 0.9, 500.0),
        ..near
    };
    let moved: Vec<Affine3A> = palette
        .iter()
        .map(|matrix| Affine3A::from_translation(Vec3::Y * 0.2) * *matrix)
        .collect();
    assert_eq!(draw(away, &places, &moved).1, 0);
    let back = draw(near, &places, &moved).0;
    assert!(
        back != all && back == draw(near, &seen, &moved).0,
        "skinned anew when it is seen again"
    );
}

#[test]
fn a_shadow_is_seen_although_who_casts_it_is_not() {
    let mut renderer = Renderer::new(&DEVICE);
    let plate = renderer.upload_mesh(&square(0.0, 1.0));
    let (material, palette) = (RenderMaterial::default(), [Affine3A::IDENTITY]);
    // Its lower edge is on the ground, where z is this.
    let edge = FRAC_PI_4.sin();
    let leans = Affine3A::from_translation(Vec3::Y * edge) * Affine3A::from_rotation_x(-FRAC_PI_4);
    let mut beside = |away: f32, shadow: bool| {
        let drawable = Drawable {
            world_from_model: leans,
            ..Drawable::new(&plate, &material, &palette)
        };
        let target = Vec3::new(0.0, 0.0, edge + away);
        let scene = RenderScene {
            viewport: UVec2::splat(64),
            samples: 1,
            camera: OrbitCamera {
                target,
                distance: 0.2,
                yaw: 0.0,
                pitch: 1.55,
                fov: 0.1,
                ..OrbitCamera::default()
            },
            drawables: vec![drawable],
            grid: Some(Grid {
                contact_shadow: shadow,
                spacing: 50.0,
                ..Grid::default()
            }),
            ..RenderScene::default()
        };
        (renderer.render_to_image(&scene).unwrap(), renderer.drawn())
    };
    for away in [0.03, 0.05, 0.08] {
        let ((with, drawn), (without, _)) = (beside(away, true), beside(away, false));
        let darker = with
            .rgba
            .iter()
            .zip(&without.rgba)
            .filter(|(a, b)| a < b)
            .count();
        assert!(drawn == 0 && darker > 3000, "{away}: {drawn} {darker}");
    }
}

/// Property 13 of skinning, the part that costs time.
#[test]
fn a_morph_that_does_nothing_skins_nothing() {
    let mut renderer = Renderer::new(&DEVICE);
    let part = renderer.upload_mesh(&random_part(99, 4, 2, 1));
    let (material, palette) = (RenderMaterial::default(), [Affine3A::IDENTITY; 2]);
    let mut is_settled_with = |weight: f32| {
        let drawable = Drawable {
            morph_weights: &[weight],
            ..Drawable::new(&part, &material, &palette)
        };
        let scene = RenderScene {
            viewport: UVec2::new(64, 32),
            samples: 1,
            drawables: vec![drawable],
            ..RenderScene::default()
        };
        renderer.render_to_image(&scene).unwrap();
        renderer.dispatches() == 0
    };
    assert_eq!(
        [0.0, 0.0009, -0.0005, 0.002].map(&mut is_settled_with),
        [false, true, true, false]
    );
}

#[test]
fn a_viewport_texture_stays_until_its_size_changes() {
    let mut renderer = Renderer::new(&DEVICE);
    let mut scene = RenderScene {
        viewport: UVec2::new(64, 32),
        ..RenderScene::default()
    };
    let first = renderer.render_to_texture(&scene).clone();
    assert_eq!(renderer.render_to_texture(&scene), &first);
    assert_eq!(renderer.generation(), 1);
    renderer
        .render_to_image(&RenderScene {
            viewport: UVec2::new(5, 5),
            ..scene.clone()
        })
        .unwrap();
    assert_eq!(renderer.generation(), 1);
    scene.viewport = UVec2::ZERO;
    renderer.render_to_texture(&scene);
    assert_eq!(renderer.generation(), 2);
}

#[test]
fn a_parallel_view_shows_figure_grid_and_bones() {
    let Figure { skeleton, .. } = Figure::new(8);
    let mut stage = Stage::new(&DEVICE);
    let models = stage.models.clone();
    let mut draw = |orthographic: bool| {
        stage.draw(|scene| {
            scene.camera.orthographic = orthographic;
            scene.bones.push(BoneOverlay::new(&skeleton, &models));
        })
    };
    let bright =
        [true, false].map(|orthographic| count(&draw(orthographic), |p| brightness(p) > 60));
    assert!(bright[0].abs_diff(bright[1]) < bright[1] / 5, "{bright:?}");
}

#[test]
fn the_error_says_what_to_install() {
    let error = Gpu::headless_on(wgpu::Backends::empty())
        .map(|_| ())
        .unwrap_err();
    assert_eq!(error, GpuError::NoAdapter);
    assert!(
        error
            .to_string()
            .contains("apt-get install mesa-vulkan-drivers")
            && !error.to_string().contains('\n')
    );
}

/// Writes the pictures that a person should look at now and then.
#[test]
fn pictures_to_look_at() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/pictures");
    std::fs::create_dir_all(&folder).expect("target can be written");
    for gpu in DEVICES.iter() {
        let name = format!("{:?}.png", gpu.adapter.backend).to_lowercase();
        save(&folder.join(name), &posed_picture(gpu));
    }
    let parallel = Stage::new(&DEVICE).draw(|scene| {
        scene.viewport = UVec2::new(640, 400);
        (scene.camera.orthographic, scene.camera.pitch) = (true, 0.5);
    });
    save(&folder.join("parallel.png"), &parallel);
}

fn save(path: &std::path::Path, image: &Image) {
    let saved = ::image::save_buffer(
        path,
        &image.rgba,
        image.width,
        image.height,
        ::image::ColorType::Rgba8,
    );
    saved.expect("a picture can be written");
}

fn posed_picture(gpu: &Gpu) -> Image {
    let mut stage = Stage::detailed(gpu, 48);
    let Figure { skeleton, .. } = Figure::new(8);
    let models = stage.models.clone();
    let rest = stage.figure.palette(&stage.figure.models(&[]));
    let trail: Vec<Vec3> = (0..24)
        .map(|i| Vec3::new(0.1 * (i as f32 * 0.4).sin(), 0.004, i as f32 * 0.12 - 2.0))
        .collect();
    let ghost_part = stage.part.clone();
    let material = stage.material.clone();
    stage.draw(|scene| {
        scene.viewport = UVec2::new(1280, 800);
        scene.samples = 4;
        scene.camera.distance = 3.4;
        for (step, alpha) in [(1.0, 0.32), (2.0, 0.18)] {
            let mut ghost = Drawable::new(&ghost_part, &material, &rest);
            ghost.world_from_model =
                Affine3A::from_translation(Vec3::new(step * 0.9, 0.0, -step * 0.5));
            ghost.tint = [0.6, 0.6, 0.6, alpha];
            scene.drawables.push(ghost);
        }
        let selected = skeleton.find(anim::Name::new("lowerarm_l"));
        scene.bones.push(BoneOverlay {
            selected,
            ..BoneOverlay::new(&skeleton, &models)
        });
        scene.lines.push(Polyline {
            points: &trail,
            color: [0.8, 0.8, 0.82, 1.0],
            width: 2.0,
            dots: 5.0,
            on_top: false,
        });
    })
}

#[test]
fn a_pixel_of_the_figure_is_where_the_camera_says() {
    let mut stage = Stage::new(&DEVICE);
    let head = Vec3::from(stage.models[6].translation);
    let mut pixel = Vec2::ZERO;
    let image = stage.draw(|scene| {
        scene.grid = None;
        pixel = scene.camera.project(head, scene.size()).unwrap();
    });
    assert!(brightness(image.pixel(pixel.as_uvec2())) > 50, "{pixel}");
}

#[test]
fn parts_that_share_their_arrays_share_them_on_the_device() {
    let renderer = Renderer::new(&DEVICE);
    let part = random_part(50, 4, 3, 2);
    let moved = anim::MeshPart {
        palette: part.palette.iter().rev().copied().collect(),
        ..part.clone()
    };
    let own = anim::MeshPart {
        positions: part.positions.to_vec().into(),
        ..part.clone()
    };
    let [a, b, c] = [&part, &moved, &own].map(|part| renderer.upload_mesh(part));
    let is_shared =
        |a: &GpuPart, b: &GpuPart| Arc::ptr_eq(&a.buffers().streams, &b.buffers().streams);
    assert!(is_shared(&a, &b) && !is_shared(&a, &c));
}

#[test]
fn a_device_that_is_lost_is_an_error_and_no_panic() {
    let gpu = Gpu::headless().unwrap();
    let mut renderer = Renderer::new(&gpu);
    let part = random_part(60, 4, 4, 1);
    let (uploaded, palette) = (renderer.upload_mesh(&part), [Affine3A::IDENTITY; 4]);
    let scene = RenderScene {
        viewport: UVec2::new(64, 32),
        ..RenderScene::default()
    };
    assert!(renderer.render_to_image(&scene).is_ok());
    gpu.device.destroy();
    // A device that is lost tells at once, one that is destroyed when it is asked.
    let _ = gpu.device.poll(wgpu::PollType::wait_indefinitely());
    assert!(gpu.is_lost());
    let lost = GpuError::Lost {
        adapter: gpu.adapter.name.clone(),
    };
    assert_eq!(renderer.render_to_image(&scene).unwrap_err(), lost);
    assert_eq!(
        renderer
            .skin_on_gpu(&uploaded, &palette, &[0.5])
            .unwrap_err(),
        lost
    );
    // Nothing panics either that goes on with what was there, or uploads more.
    let uploaded = renderer.upload_mesh(&part);
    let larger = RenderScene {
        viewport: UVec2::new(640, 320),
        ..scene
    };
    assert_eq!(renderer.render_to_image(&larger).unwrap_err(), lost);
    assert_eq!(
        renderer
            .skin_on_gpu(&uploaded, &palette, &[0.5])
            .unwrap_err(),
        lost
    );
    assert_eq!(
        Renderer::new(&gpu).render_to_image(&larger).unwrap_err(),
        lost
    );
}
