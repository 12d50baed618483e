//! Milliseconds a picture: the sample's figure at 1280×800, skinned anew and read back for every picture.
//!
//! `cargo bench -p cli --bench frame_time`. The median of 60 pictures, for 1 and 4 samples a pixel.

use anim::{Pose, pose::local_to_model, skinning};
use glam::UVec2;
use render::{Drawable, Gpu, Grid, Material, Renderer, Scene};
use std::time::Instant;

fn main() {
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(error) => return eprintln!("{error}"),
    };
    for samples in [1, 4] {
        let mut times: Vec<f64> = pictures(&gpu, samples).skip(5).take(60).collect();
        times.sort_by(f64::total_cmp);
        println!("{}, {samples} samples: {:.1} ms", gpu.adapter.name, times[times.len() / 2]);
    }
}

fn pictures(gpu: &Gpu, samples: u32) -> impl Iterator<Item = f64> {
    let library = asset::compile(&mannequin::sample(), &mut asset::Cache::default()).library;
    let (skeleton, mesh) = (library.skeletons[0].clone(), library.meshes[0].lods[0].parts[0].clone());
    let walk = library.clip(anim::Name::new("Walk_Fwd")).expect("the sample walks").clone();
    let mut renderer = Renderer::new(gpu);
    let part = renderer.upload_mesh(&mesh);
    let (mut pose, mut models, mut palette) = (Pose::default(), Vec::new(), Vec::new());
    (0..).map(move |picture: u32| {
        let start = Instant::now();
        walk.sample(&skeleton, f64::from(picture) / 60.0 % 1.0, &mut pose);
        local_to_model(&skeleton, &pose, &mut models);
        skinning::palette(&mesh, &models, &mut palette);
        let material = Material::default();
        let drawables = vec![Drawable::new(&part, &material, &palette)];
        let scene = Scene {
            viewport: UVec2::new(1280, 800),
            samples,
            drawables,
            grid: Some(Grid::default()),
            ..Scene::default()
        };
        std::hint::black_box(renderer.render_to_image(&scene).expect("the device draws"));
        start.elapsed().as_secs_f64() * 1e3
    })
}
