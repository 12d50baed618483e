//! Many characters in one picture: how they are skinned, what is kept, and how they moved.

use crate::dice::Dice;
use crate::figure::{Figure, RUNNING};
use crate::*;
use glam::{Affine3A, UVec2, Vec3};

/// Figures in a row that the camera sees all of, each in a pose of its own.
struct Crowd {
    renderer: Renderer,
    parts: Vec<GpuPart>,
    palettes: Vec<Vec<Affine3A>>,
    material: RenderMaterial,
}

const VIEWPORT: UVec2 = UVec2::new(320, 120);

impl Crowd {
    /// Figures of two kinds in turns.
    fn new(count: usize) -> Crowd {
        Crowd::on(
            &Gpu::headless().unwrap_or_else(|error| panic!("{error}")),
            count,
        )
    }

    /// One whose vertices come from vertex buffers, and one that looks them up where the adapter
    /// can.
    fn all(count: usize) -> Vec<Crowd> {
        let gpu = Gpu::headless().unwrap_or_else(|error| panic!("{error}"));
        let ways = [false, true]
            .into_iter()
            .filter(|looks_up| gpu.has_vertex_storage || !looks_up);
        ways.map(|looks_up| Crowd::on(&gpu.looking_up(looks_up), count))
            .collect()
    }

    fn on(gpu: &Gpu, count: usize) -> Crowd {
        let renderer = Renderer::new(gpu);
        let kinds = [8, 12].map(Figure::new);
        let parts = kinds
            .each_ref()
            .map(|kind| renderer.upload_mesh(&kind.part));
        let palette = |at: usize| {
            let kind = &kinds[at % 2];
            let pose: Vec<_> = RUNNING
                .map(|(bone, turn)| (bone, turn.map(|it| it * at as f32 / count as f32)))
                .into();
            kind.palette(&kind.models(&pose))
        };
        Crowd {
            parts: (0..count).map(|at| parts[at % 2].clone()).collect(),
            palettes: (0..count).map(palette).collect(),
            material: RenderMaterial::default(),
            renderer,
        }
    }

    fn vertices(&self) -> u64 {
        self.parts
            .iter()
            .map(|part| part.vertex_count() as u64)
            .sum()
    }

    fn draw<'a>(&'a mut self, change: impl FnOnce(&mut RenderScene<'a>)) -> Image {
        self.with_scene(change, |renderer, scene| {
            renderer.render_to_image(scene).unwrap()
        })
    }

    fn with_scene<'a, T>(
        &'a mut self,
        change: impl FnOnce(&mut RenderScene<'a>),
        draw: impl FnOnce(&mut Renderer, &RenderScene<'a>) -> T,
    ) -> T {
        let Crowd {
            renderer,
            parts,
            palettes,
            material,
        } = self;
        let place = |at: usize| {
            Affine3A::from_translation(Vec3::X * (at as f32 - parts.len() as f32 * 0.5))
        };
        let drawable = |at: usize| Drawable {
            world_from_model: place(at),
            ..Drawable::new(&parts[at], material, &palettes[at])
        };
        let target = Vec3::new(0.0, 0.9, 0.0);
        let mut scene = RenderScene {
            viewport: VIEWPORT,
            samples: 1,
            drawables: (0..parts.len()).map(drawable).collect(),
            camera: OrbitCamera {
                target,
                distance: 14.0,
                yaw: 0.0,
                pitch: 0.1,
                ..OrbitCamera::default()
            },
            ..RenderScene::default()
        };
        change(&mut scene);
        draw(renderer, &scene)
    }

    fn housed(&self) -> Vec<bool> {
        self.renderer
            .rooms()
            .1
            .iter()
            .map(Option::is_some)
            .collect()
    }
}

fn differing(a: &Image, b: &Image) -> usize {
    let is_off = |(a, b): (&[u8], &[u8])| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > 8);
    a.rgba
        .chunks_exact(4)
        .zip(b.rgba.chunks_exact(4))
        .filter(|pair| is_off(*pair))
        .count()
}

#[test]
fn a_measured_picture_tells_what_was_skinned_and_is_the_picture() {
    for mut crowd in Crowd::all(12) {
        let measure = |crowd: &mut Crowd| {
            crowd.with_scene(|_| (), |renderer, scene| renderer.measure(scene).unwrap())
        };
        let plain = crowd.draw(|_| ());
        assert_eq!(measure(&mut crowd).vertices, 0, "nobody moved");
        crowd.palettes[5][3].translation.y += 0.3;
        let one = measure(&mut crowd);
        let part = &crowd.parts[5];
        assert_eq!(one.vertices, part.vertex_count() as u64);
        // Five words at rest, its influences, ten words skinned.
        assert_eq!(
            one.bytes,
            one.vertices * 4 * (15 + u64::from(part.buffers().width))
        );
        assert!(
            one.times
                .is_none_or(|it| it.skin > 0.0 && it.scene > 0.0 && it.skin + it.scene < 60.0),
            "{one:?}"
        );
        assert!(one.times.is_none() || !crowd.renderer.gpu().is_software());
        assert_eq!(measure(&mut crowd).vertices, 0);
        let moved = crowd.draw(|_| ());
        assert!(moved != plain);
        crowd.renderer = Renderer::new(crowd.renderer.gpu());
        assert_eq!(measure(&mut crowd).vertices, crowd.vertices());
        assert!(
            crowd.draw(|_| ()) == moved,
            "what was measured is what is drawn"
        );
    }
}

#[test]
fn one_dispatch_skins_everybody_and_none_those_who_stand_still() {
    for mut crowd in Crowd::all(12) {
        let first = crowd.draw(|_| ());
        assert_eq!(crowd.renderer.dispatches(), 1);
        assert!(crowd.draw(|_| ()) == first && crowd.renderer.dispatches() == 0);
        crowd.palettes[5][3].translation.y += 0.3;
        crowd.palettes[8][1].translation.y += 0.3;
        let moved = crowd.draw(|_| ());
        assert!(moved != first && crowd.renderer.dispatches() == 1);
        crowd.renderer = Renderer::new(crowd.renderer.gpu());
        assert!(moved == crowd.draw(|_| ()), "as if all were skinned anew");
    }
}

/// Two kinds of figures in turns are two draws, whoever moves; what looks otherwise is drawn for
/// itself, and everybody where nothing is looked up.
#[test]
fn those_who_look_alike_are_one_draw() {
    for mut crowd in Crowd::all(12) {
        let looks_up = crowd.renderer.gpu().looks_up;
        let check = |crowd: &Crowd, few: usize, all: usize, what: &str| {
            assert_eq!(
                crowd.renderer.draws(),
                if looks_up { few } else { all },
                "{what}"
            );
        };
        crowd.draw(|_| ());
        check(&crowd, 2, 12, "alike");
        crowd.palettes[3][1].translation.y += 0.3;
        crowd.draw(|scene| scene.drawables[5].world_from_model.translation.z += 0.3);
        check(&crowd, 2, 12, "who moves");
        crowd.draw(|scene| scene.drawables[3].tint[0] = 0.2);
        check(&crowd, 3, 12, "another colour");
        let own = RenderMaterial {
            double_sided: true,
            ..RenderMaterial::default()
        };
        crowd.draw(|scene| scene.drawables[4].material = &own);
        check(&crowd, 3, 12, "both sides");
        let texture = crowd.renderer.upload_texture(1, 1, &[200, 10, 10, 255]);
        let dressed = RenderMaterial {
            texture: Some(texture),
            ..RenderMaterial::default()
        };
        crowd.draw(|scene| scene.drawables[4].material = &dressed);
        check(&crowd, 3, 12, "a texture");
        let paint = crowd
            .renderer
            .upload_paint(&vec![[0.1, 0.8, 0.1, 1.0]; crowd.parts[5].vertex_count()]);
        crowd.draw(|scene| scene.drawables[5].paint = Some(&paint));
        check(&crowd, 3, 12, "a paint");
        crowd.draw(|scene| scene.drawables[6].tint[3] = 0.5);
        check(&crowd, 2, 11, "a ghost is no solid");
        crowd.draw(|scene| {
            scene.drawables[6].world_from_model = Affine3A::from_translation(Vec3::X * 500.0)
        });
        check(&crowd, 2, 11, "out of the picture");
    }
}

/// Picture after picture of one crowd in which everybody goes in and out, turns into a ghost and
/// another colour, is skinned before or while it is drawn: the same on a device that draws them at
/// once as where each is drawn for itself.
#[test]
fn what_is_drawn_at_once_is_what_is_drawn_one_after_the_other() {
    let mut crowds = Crowd::all(9);
    let mut dice = Dice(5);
    let (mut fewer, mut shaded) = (0, 0);
    for _ in 0..40 {
        let whims: Vec<usize> = (0..9).map(|_| dice.below(10)).collect();
        let (share, shading, bent) = (
            dice.below(4) as u64,
            [Shading::Lit, Shading::Lit, Shading::Motion][dice.below(3)],
            dice.below(9),
        );
        let pictures: Vec<_> = crowds
            .iter_mut()
            .map(|crowd| {
                crowd
                    .renderer
                    .set_skin_cache(crowd.vertices() * skin_pass::SKINNED_STRIDE * share / 3);
                crowd.palettes[bent][0].translation.y += 0.05;
                let pictures = [true, false].map(|casts| whimsical(crowd, &whims, shading, casts));
                (pictures, crowd.renderer.draws())
            })
            .collect();
        let ([with, without], draws) = &pictures[0];
        assert!(
            pictures.iter().all(|(found, _)| found[0] == *with),
            "{whims:?} {share} {shading:?}"
        );
        assert!(
            pictures.iter().all(|(found, _)| found[1] == *without),
            "{whims:?} {share} {shading:?}"
        );
        fewer += pictures.iter().filter(|(_, few)| few < draws).count();
        shaded += usize::from(shading == Shading::Lit && with != without);
    }
    assert!(shaded > 10, "there are shadows to be compared: {shaded}");
    assert!(fewer > 10 || crowds.len() == 1, "{fewer}");
}

/// A picture from above of everybody by their whim.
fn whimsical(crowd: &mut Crowd, whims: &[usize], shading: Shading, casts: bool) -> Image {
    let paint = crowd
        .renderer
        .upload_paint(&vec![[0.1, 0.8, 0.1, 1.0]; crowd.parts[5].vertex_count()]);
    let own = RenderMaterial {
        double_sided: true,
        ..RenderMaterial::default()
    };
    crowd.draw(|scene| {
        (scene.shading, scene.camera.pitch) = (shading, 0.6);
        scene.grid.as_mut().unwrap().contact_shadow = casts;
        for (at, (drawable, whim)) in scene.drawables.iter_mut().zip(whims).enumerate() {
            match whim {
                0 => drawable.world_from_model.translation.y += 30.0,
                1 => drawable.world_from_model.translation.x += 40.0,
                2 => drawable.tint = [0.2, 1.0, 0.4, 1.0],
                3 => drawable.tint[3] = 0.4,
                4 => drawable.material = &own,
                5 => drawable.world_from_model *= Affine3A::from_scale(Vec3::new(-1.0, 1.0, 1.0)),
                6 if at % 2 == 1 => drawable.paint = Some(&paint),
                7 => drawable.jumps = true,
                _ => {}
            }
        }
    })
}

#[test]
fn what_finds_no_room_looks_as_what_was_kept() {
    for mut crowd in Crowd::all(8) {
        let kept = crowd.draw(|_| ());
        if !crowd.renderer.gpu().has_vertex_storage {
            crowd.renderer.set_skin_cache(0);
            assert!(
                kept == crowd.draw(|_| ()) && crowd.housed() == [true; 8],
                "such an adapter keeps all"
            );
            continue;
        }
        assert_eq!(crowd.housed(), [true; 8]);
        for (share, least, most) in [(0, 0, 0), (25, 1, 3), (50, 3, 5), (99, 6, 7), (100, 8, 8)] {
            crowd
                .renderer
                .set_skin_cache(crowd.vertices() * skin_pass::SKINNED_STRIDE * share / 100);
            let drawn = crowd.draw(|_| ());
            let housed = crowd
                .housed()
                .iter()
                .filter(|is_housed| **is_housed)
                .count();
            assert!((least..=most).contains(&housed), "{share} %: {housed}");
            assert!(
                differing(&kept, &drawn) < 12,
                "{share} %: {}",
                differing(&kept, &drawn)
            );
            let ghostly = |scene: &mut RenderScene<'_>| {
                scene.drawables.iter_mut().for_each(|it| it.tint[3] = 0.5)
            };
            let ghosts = crowd.draw(ghostly);
            crowd.renderer.set_skin_cache(u64::MAX);
            assert!(differing(&ghosts, &crowd.draw(ghostly)) < 12, "{share} %");
        }
    }
}

/// Room for four of eight, of whom four are in sight at a time.
#[test]
fn what_was_seen_longest_ago_gives_way_and_nothing_else() {
    for mut crowd in Crowd::all(8) {
        let [small, large] =
            [crowd.parts[0].vertex_count(), crowd.parts[1].vertex_count()].map(|it| it as u64);
        let look = |crowd: &mut Crowd, who: [usize; 2]| {
            let seen = crowd.draw(|scene| {
                scene.grid = None;
                for (at, it) in scene.drawables.iter_mut().enumerate() {
                    let away = if who.contains(&at) { 0.0 } else { 500.0 };
                    it.world_from_model.translation.z += away;
                }
            });
            (seen, crowd.housed())
        };
        crowd
            .renderer
            .set_skin_cache(2 * (small + large) * skin_pass::SKINNED_STRIDE);
        look(&mut crowd, [0, 1]);
        let (early, housed) = look(&mut crowd, [2, 3]);
        assert_eq!(housed, [true, true, true, true, false, false, false, false]);
        look(&mut crowd, [0, 1]);
        let (_, housed) = look(&mut crowd, [4, 5]);
        assert_eq!(
            housed,
            [true, true, false, false, true, true, false, false],
            "2 and 3 were seen before 0 and 1"
        );
        let (back, housed) = look(&mut crowd, [2, 3]);
        assert_eq!(housed, [false, false, true, true, true, true, false, false]);
        assert!(back == early, "skinned anew to where others were");
    }
}

#[test]
fn parts_come_and_go_and_their_room_is_used_again() {
    for mut crowd in Crowd::all(10) {
        crowd
            .renderer
            .set_skin_cache(crowd.vertices() * skin_pass::SKINNED_STRIDE);
        let mut dice = Dice(3);
        let (parts, palettes) = (crowd.parts.clone(), crowd.palettes.clone());
        for _ in 0..60 {
            let who: Vec<usize> = (0..10).filter(|_| dice.below(3) > 0).collect();
            crowd.parts = who.iter().map(|at| parts[*at].clone()).collect();
            crowd.palettes = who.iter().map(|at| palettes[*at].clone()).collect();
            let drawn = crowd.draw(|_| ());
            let (_, rooms) = crowd.renderer.rooms();
            assert!(rooms.iter().all(Option::is_some));
            let fresh = Renderer::new(crowd.renderer.gpu());
            let known = std::mem::replace(&mut crowd.renderer, fresh);
            assert!(crowd.draw(|_| ()) == drawn);
            crowd.renderer = known;
        }
    }
}

#[test]
fn motion_is_seen_as_colours() {
    let mut crowd = Crowd::new(1);
    if !crowd.renderer.gpu().has_vertex_storage {
        return assert!(crowd.draw(|_| ()) == crowd.draw(|scene| scene.shading = Shading::Motion));
    }
    let chest = Vec3::new(0.0, 1.2, 0.0);
    let camera = |shift: f32| OrbitCamera {
        target: chest + Vec3::X * shift,
        distance: 3.0,
        yaw: 0.0,
        pitch: 0.0,
        ..OrbitCamera::default()
    };
    let mut known: Option<(Vec3, f32)> = None;
    let mut check = |at: Vec3, jumps: bool, shift: f32, what: &str| {
        let size = VIEWPORT.as_vec2();
        let pixel = |at: Vec3, shift: f32| camera(shift).project(chest + at, size).unwrap();
        let (was, shifted) = known.filter(|_| !jumps).unwrap_or((at, shift));
        let moved = pixel(at, shift) - pixel(was, shifted);
        let expected =
            [moved.x, -moved.y, 0.0].map(|pixels| (pixels / 32.0).clamp(-1.0, 1.0) * 127.5 + 127.5);
        known = Some((at, shift));
        let image = crowd.draw(|scene| {
            (scene.shading, scene.grid, scene.camera) = (Shading::Motion, None, camera(shift));
            scene.drawables[0].world_from_model = Affine3A::from_translation(at);
            scene.drawables[0].jumps = jumps;
        });
        let found = image.pixel(pixel(at, shift).as_uvec2());
        let is_near = found
            .iter()
            .zip(expected)
            .all(|(a, b)| (f32::from(*a) - b).abs() < 3.0);
        assert!(is_near, "{what}: {found:?} {expected:?}");
        moved.length()
    };
    check(Vec3::ZERO, false, 0.0, "the first picture");
    assert!(check(Vec3::X * 0.1, false, 0.0, "to the right") > 3.0);
    assert_eq!(check(Vec3::X * 0.1, false, 0.0, "at rest"), 0.0);
    assert!(check(Vec3::new(0.1, -0.1, 0.0), false, 0.0, "down") > 3.0);
    check(Vec3::new(-0.3, 0.0, 0.0), true, 0.0, "a jump");
    assert!(check(Vec3::new(-0.3, 0.0, 0.0), false, 0.15, "the camera moves") > 3.0);
    assert!(check(Vec3::new(0.9, 0.0, 0.0), false, 0.15, "too fast") > 32.0);
}
