//! What meshes show, one mode after the other, measured in pixels of a square before the camera.

use crate::tests::{DEVICES, square};
use crate::*;
use glam::{Affine3A, UVec2, Vec3};

const SIDE: u32 = 64;
const MATERIAL: [f32; 4] = [0.2, 0.4, 0.6, 1.0];

/// A square with a red texture on a blue material, whose normals lean to +X.
fn picture(gpu: &Gpu, lean: f32, shading: Shading, tint: [f32; 4]) -> Image {
    let mut renderer = Renderer::new(gpu);
    let part = renderer.upload_mesh(&square(lean, 1.0));
    let material = RenderMaterial {
        base_color: MATERIAL,
        texture: Some(renderer.upload_texture(1, 1, &[255, 0, 0, 255])),
        double_sided: true,
        ..RenderMaterial::default()
    };
    let palette = [Affine3A::IDENTITY];
    let scene = RenderScene {
        viewport: UVec2::splat(SIDE),
        samples: 1,
        camera: OrbitCamera {
            target: Vec3::ZERO,
            distance: 5.0,
            yaw: 0.0,
            pitch: 0.0,
            ..OrbitCamera::default()
        },
        drawables: vec![Drawable {
            tint,
            ..Drawable::new(&part, &material, &palette)
        }],
        grid: None,
        shading,
        ..RenderScene::default()
    };
    renderer.render_to_image(&scene).unwrap()
}

/// Beside the middle: a diagonal of the square goes through that.
fn inside(image: &Image) -> [u8; 4] {
    image.pixel(UVec2::new(SIDE / 2 + 6, SIDE / 2 + 2))
}

/// A linear colour as the picture stores it, worked out in f64.
fn stored(linear: f32) -> u8 {
    let linear = f64::from(linear);
    let encoded = if linear <= 0.003_130_8 {
        linear * 12.92
    } else {
        1.055 * linear.powf(1.0 / 2.4) - 0.055
    };
    (encoded * 255.0).round() as u8
}

fn is_near(found: [u8; 4], wanted: [u8; 3]) -> bool {
    found.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) <= 1)
}

#[test]
fn unlit_shows_textures_as_they_are() {
    for gpu in DEVICES.iter() {
        for lean in [0.0, 0.9, -0.9] {
            let found = inside(&picture(gpu, lean, Shading::Unlit, [1.0; 4]));
            assert!(is_near(found, [stored(MATERIAL[0]), 0, 0]), "{found:?}");
        }
    }
}

#[test]
fn solid_shows_materials_under_lights_without_textures() {
    for gpu in DEVICES.iter() {
        let [flat, away] =
            [0.0, 0.9].map(|lean| inside(&picture(gpu, lean, Shading::Solid, [1.0; 4])));
        assert!(flat[2] > flat[1] && flat[1] > flat[0], "{flat:?}");
        assert!(flat[2] > away[2] + 10, "{flat:?} {away:?}");
        let lit = inside(&picture(gpu, 0.0, Shading::Lit, [1.0; 4]));
        assert!(lit[1].abs_diff(lit[2]) < 12 && lit[2] < flat[2], "{lit:?}");
    }
}

#[test]
fn normals_are_told_as_numbers_in_world_space() {
    for gpu in DEVICES.iter() {
        for lean in [0.0f32, 0.5, -0.8] {
            let found = inside(&picture(gpu, lean, Shading::Normals, [1.0; 4]));
            let byte = |part: f32| (f64::from(part).mul_add(0.5, 0.5) * 255.0).round() as u8;
            let wanted = [byte(lean.sin()), byte(0.0), byte(lean.cos())];
            assert!(is_near(found, wanted), "{lean}: {found:?} {wanted:?}");
        }
    }
}

#[test]
fn a_wireframe_has_the_edges_of_its_triangles_and_dark_faces() {
    for gpu in DEVICES.iter() {
        let image = picture(gpu, 0.0, Shading::Wireframe, [1.0; 4]);
        let is_edge = |p: [u8; 4]| p[..3].iter().all(|channel| *channel > 150);
        let edges = (0..SIDE * SIDE)
            .filter(|at| is_edge(image.pixel(UVec2::new(at % SIDE, at / SIDE))))
            .count();
        let face = inside(&image);
        let solid = inside(&picture(gpu, 0.0, Shading::Solid, [1.0; 4]));
        assert!(face[2] + 40 < solid[2], "{face:?} {solid:?}");
        if !gpu.shows_wireframe() {
            assert_eq!(edges, 0, "{}", gpu.adapter.name);
            continue;
        }
        // The square is 64 / 5 / tan(half the view) pixels wide; its outline and one diagonal.
        let side = (0..SIDE).filter(|x| inside_row(&image, *x, face)).count();
        let wanted = side * 5;
        assert!(
            edges > wanted - side && edges < wanted + side,
            "{edges} of {wanted} on {}",
            gpu.adapter.name
        );
    }
}

/// Whether the square covers this pixel of a row that no outline lies in.
fn inside_row(image: &Image, x: u32, face: [u8; 4]) -> bool {
    let pixel = image.pixel(UVec2::new(x, SIDE / 2 + 2));
    pixel == face || pixel[0] > 150
}

#[test]
fn a_ghost_looks_the_same_whatever_solids_show() {
    for gpu in DEVICES.iter() {
        let pale = [1.0, 1.0, 1.0, 0.4];
        let lit = picture(gpu, 0.2, Shading::Lit, pale);
        for shading in [
            Shading::Solid,
            Shading::Unlit,
            Shading::Normals,
            Shading::Wireframe,
        ] {
            let other = picture(gpu, 0.2, shading, pale);
            assert!(
                lit.rgba == other.rgba,
                "{shading:?} on {}",
                gpu.adapter.name
            );
        }
    }
}
