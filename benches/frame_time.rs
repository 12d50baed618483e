//! Milliseconds a picture at 1280×800, skinned anew: the sample's figure, read back for every
//! picture, and crowds of it.
//!
//! `cargo bench -p cli --bench frame_time`. The median of 60 pictures for 1 and 4 samples a pixel;
//! of a crowd the medians of 20: what the thread that asks for a picture pays, what the picture
//! takes with all that the device does for it, and by the clocks of the device what skinning before
//! and what the picture itself takes.

use anim::{Pose, pose::local_to_model, skinning};
use glam::{Affine3A, UVec2, Vec3};
use render::{
    Bounds, Drawable, Gpu, GpuPart, Grid, PassTimes, RenderMaterial, RenderScene, RenderTiming,
    Renderer,
};
use std::time::Instant;

fn main() {
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(error) => return eprintln!("{error}"),
    };
    for samples in [1, 4] {
        let times = pictures(&gpu, samples).skip(5).take(60).collect();
        println!(
            "{}, {samples} samples: {:.1} ms",
            gpu.adapter.name,
            median(times)
        );
    }
    for count in [1, 10, 100, 1000] {
        for (what, cache) in [("kept", u64::MAX), ("skinned while drawn", 0)] {
            let mut crowd = Crowd::new(&gpu, count, cache);
            let times: Vec<[f64; 2]> = (0..22).map(|at| crowd.picture(at, wait)).skip(2).collect();
            let [asked, drawn] =
                [0, 1].map(|which| median(times.iter().map(|it| it[which]).collect()));
            println!(
                "{count} characters, {} triangles, {what}: {asked:.2} ms asked, {drawn:.1} ms drawn",
                crowd.triangles()
            );
            on_device(&mut crowd);
        }
    }
}

fn wait(renderer: &mut Renderer, scene: &RenderScene<'_>, start: Instant) -> [f64; 2] {
    renderer.render_to_texture(scene);
    let asked = start.elapsed();
    renderer.gpu().wait().expect("the device draws");
    [asked, start.elapsed()].map(|it| it.as_secs_f64() * 1e3)
}

/// Nothing where no clock tells.
fn on_device(crowd: &mut Crowd) {
    let measure = |renderer: &mut Renderer, scene: &RenderScene<'_>, _| {
        renderer.measure(scene).expect("the device draws")
    };
    let measured: Vec<RenderTiming> = (0..22)
        .map(|at| crowd.picture(at, measure))
        .skip(2)
        .collect();
    let times: Vec<PassTimes> = measured.iter().filter_map(|it| it.times).collect();
    if times.is_empty() {
        return;
    }
    let [skin, scene] = [|it: &PassTimes| it.skin, |it: &PassTimes| it.scene]
        .map(|of| median(times.iter().map(of).collect()));
    let last = measured[measured.len() - 1];
    print!("    {:.3} ms the picture", scene * 1e3);
    match last.vertices {
        0 => println!(),
        vertices => println!(
            ", {:.3} ms skinning {vertices} vertices, {:.0} million a second, {:.1} GB/s",
            skin * 1e3,
            vertices as f64 / skin * 1e-6,
            last.bytes as f64 / skin * 1e-9
        ),
    }
}

/// The mannequin, not what it holds.
fn figure(library: &anim::Library) -> std::sync::Arc<anim::Mesh> {
    let found = library
        .meshes
        .iter()
        .max_by_key(|mesh| mesh.lods[0].triangles());
    found.expect("the sample has a mesh").clone()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Characters in a square, each at a level of detail by its size and in a pose of its own.
struct Crowd {
    renderer: Renderer,
    levels: Vec<(Vec<GpuPart>, anim::mesh_levels::Lod)>,
    sizes: Vec<f32>,
    /// Of the walk, one a frame of it.
    models: Vec<Vec<Affine3A>>,
    count: usize,
    drawn: usize,
}

impl Crowd {
    fn new(gpu: &Gpu, count: usize, cache: u64) -> Crowd {
        let library = asset::compile(
            &mannequin::sample(),
            &mut asset::Cache::default(),
            asset::CompileOptions::default(),
        )
        .library;
        let (skeleton, mesh) = (library.skeletons[0].clone(), figure(&library));
        let walk = library
            .clip(anim::Name::new("Walk_Fwd"))
            .expect("the sample walks")
            .clone();
        let mut renderer = Renderer::new(gpu);
        renderer.set_skin_cache(cache);
        let level = |lod: &anim::mesh_levels::Lod| {
            (
                lod.parts
                    .iter()
                    .map(|part| renderer.upload_mesh(part))
                    .collect(),
                lod.clone(),
            )
        };
        let levels = mesh.lods.iter().map(level).collect();
        let models = |frame: u32| {
            let (mut pose, mut models) = (Pose::default(), Vec::new());
            walk.sample(&skeleton, f64::from(frame) / 30.0, &mut pose);
            local_to_model(&skeleton, &pose, &mut models);
            models
        };
        let sizes = mesh.lods.iter().map(|lod| lod.screen_size).collect();
        Crowd {
            renderer,
            levels,
            sizes,
            models: (0..30).map(models).collect(),
            count,
            drawn: 0,
        }
    }

    fn triangles(&self) -> usize {
        self.drawn
    }

    /// Poses everybody and has the picture drawn, told when that began.
    fn picture<T>(
        &mut self,
        at: usize,
        draw: impl Fn(&mut Renderer, &RenderScene<'_>, Instant) -> T,
    ) -> T {
        let start = Instant::now();
        let side = (self.count as f64).sqrt().ceil() as usize;
        let place = |who: usize| Vec3::new((who % side) as f32, 0.0, (who / side) as f32) * 1.2;
        let around = Bounds::of_points((0..self.count).map(place)).grown(1.0);
        let mut scene = RenderScene {
            viewport: UVec2::new(1280, 800),
            samples: 1,
            grid: Some(Grid::default()),
            ..RenderScene::default()
        };
        scene.camera.frame(around, scene.viewport.as_vec2());
        let material = RenderMaterial::default();
        let posed: Vec<_> = (0..self.count)
            .map(|who| {
                let body = Bounds {
                    min: Vec3::new(-0.3, 0.0, -0.3),
                    max: Vec3::new(0.3, 1.8, 0.3),
                };
                let body = body.transformed(&Affine3A::from_translation(place(who)));
                let level =
                    anim::mesh_levels::drawn(&self.sizes, scene.camera.height_share(body), 0);
                let (parts, lod) = &self.levels[level];
                let models = &self.models[(at + who * 7) % self.models.len()];
                let palettes: Vec<_> = lod
                    .parts
                    .iter()
                    .map(|part| {
                        let mut palette = Vec::new();
                        skinning::palette(part, models, &mut palette);
                        palette
                    })
                    .collect();
                (parts, palettes, place(who), lod.triangles())
            })
            .collect();
        self.drawn = posed.iter().map(|(.., triangles)| triangles).sum();
        for (parts, palettes, place, _) in &posed {
            let world_from_model = Affine3A::from_translation(*place);
            let worn = parts.iter().zip(palettes);
            scene.drawables.extend(worn.map(|(part, palette)| Drawable {
                world_from_model,
                ..Drawable::new(part, &material, palette)
            }));
        }
        draw(&mut self.renderer, &scene, start)
    }
}

fn pictures(gpu: &Gpu, samples: u32) -> impl Iterator<Item = f64> {
    let library = asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let (skeleton, mesh) = (
        library.skeletons[0].clone(),
        figure(&library).lods[0].parts[0].clone(),
    );
    let walk = library
        .clip(anim::Name::new("Walk_Fwd"))
        .expect("the sample walks")
        .clone();
    let mut renderer = Renderer::new(gpu);
    let part = renderer.upload_mesh(&mesh);
    let (mut pose, mut models, mut palette) = (Pose::default(), Vec::new(), Vec::new());
    (0..).map(move |picture: u32| {
        let start = Instant::now();
        walk.sample(&skeleton, f64::from(picture) / 60.0 % 1.0, &mut pose);
        local_to_model(&skeleton, &pose, &mut models);
        skinning::palette(&mesh, &models, &mut palette);
        let material = RenderMaterial::default();
        let drawables = vec![Drawable::new(&part, &material, &palette)];
        let scene = RenderScene {
            viewport: UVec2::new(1280, 800),
            samples,
            drawables,
            grid: Some(Grid::default()),
            ..RenderScene::default()
        };
        std::hint::black_box(renderer.render_to_image(&scene).expect("the device draws"));
        start.elapsed().as_secs_f64() * 1e3
    })
}
