//! What reading a source file takes, beside what cannot be done without: `cargo bench -p formats
//! --bench import`.
//!
//! An FBX file beside the library's own loading and baking of it, without and with a plain reading
//! of its meshes and skins, and a motion capture file of 3.9 MB beside a plain parser of its
//! numbers; each the best of several in turns. The FBX file is the largest of the corpus, where
//! that is there; the other is made.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

#[path = "support/takes.rs"]
mod takes;

use formats::{Options, SourceFile, bvh, fbx};
use std::{
    hint::black_box,
    path::{Path, PathBuf},
    time::Duration,
};
use takes::{best, take};

const ROUNDS: usize = 31;
/// Of 3.9 MB.
const FRAMES: usize = 5000;

fn largest(folder: &Path) -> Option<PathBuf> {
    let mut open = vec![folder.to_owned()];
    let mut found: Vec<(u64, PathBuf)> = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).ok()?.filter_map(Result::ok) {
            let path = entry.path();
            match path.is_dir() {
                true => open.push(path),
                false if path.extension().is_some_and(|ending| ending == "fbx") => {
                    found.push((entry.metadata().map_or(0, |data| data.len()), path));
                }
                false => {}
            }
        }
    }
    found.into_iter().max().map(|(_, path)| path)
}

/// What the library itself does: the file, then every stack.
fn library(bytes: &[u8]) {
    let scene = ufbx::load_memory(bytes, ufbx::LoadOpts::default())
        .ok()
        .unwrap();
    for stack in scene.anim_stacks.iter() {
        let options = ufbx::BakeOpts {
            resample_rate: 120.0,
            minimum_sample_rate: 1e5,
            ..ufbx::BakeOpts::default()
        };
        black_box(
            ufbx::bake_anim(&scene, &stack.anim, options)
                .ok()
                .unwrap()
                .nodes
                .len(),
        );
    }
}

/// The triangles of all meshes, one vertex for each of their corners, and the weights of their
/// skins: read and left so.
fn skin(scene: &ufbx::Scene) {
    let (mut corners, mut weights) = (Vec::<[f32; 8]>::new(), Vec::<(u32, f32)>::new());
    let mut triangles = Vec::new();
    for mesh in scene.meshes.iter() {
        for face in mesh.faces.iter() {
            ufbx::triangulate_face_vec(&mut triangles, mesh, *face);
            for at in triangles.iter().map(|at| *at as usize) {
                let (place, normal) = (mesh.vertex_position[at], mesh.vertex_normal[at]);
                let uv = if mesh.vertex_uv.exists {
                    mesh.vertex_uv[at]
                } else {
                    ufbx::Vec2::default()
                };
                let numbers = [
                    place.x, place.y, place.z, normal.x, normal.y, normal.z, uv.x, uv.y,
                ];
                corners.push(numbers.map(|number| number as f32));
            }
        }
        for skin in mesh.skin_deformers.iter() {
            weights.extend(
                skin.weights
                    .iter()
                    .map(|weight| (weight.cluster_index, weight.weight as f32)),
            );
        }
    }
    black_box((corners, weights));
}

fn say(what: &str, ours: Duration, other: &str, least: Duration) {
    let (ours, least) = (ours.as_secs_f64() * 1e3, least.as_secs_f64() * 1e3);
    println!(
        "{what:<32}{ours:>9.1} ms{least:>9.1} ms {other:<24}{:>6.2} times",
        ours / least
    );
}

fn captured() {
    let text = take(0, FRAMES, ".0083333");
    let numbers = text.find("Frame Time").unwrap();
    let mut plain = || {
        let words = text[numbers..].split_ascii_whitespace();
        black_box(
            words
                .filter_map(|word| word.parse::<f64>().ok())
                .sum::<f64>(),
        );
    };
    let mut read = || {
        let file = SourceFile::named("walk");
        black_box(
            bvh::import(&file, text.as_bytes(), &Options::default(), &|_| true)
                .ok()
                .unwrap(),
        );
    };
    let [ours, least] = best(ROUNDS, [&mut read, &mut plain]);
    say(
        &format!("BVH, {} kB", text.len() / 1000),
        ours,
        "numbers alone",
        least,
    );
}

fn modelled(path: &Path) {
    let bytes = std::fs::read(path).unwrap();
    let mut read = || {
        let none = &mut |_: &str| Err("none".to_owned());
        let file = SourceFile::named("file");
        black_box(
            fbx::import(&file, &bytes, none, &Options::default(), &|_| true)
                .ok()
                .unwrap(),
        );
    };
    let scene = ufbx::load_memory(&bytes, ufbx::LoadOpts::default())
        .ok()
        .unwrap();
    let [ours, least, skin] = best(
        ROUNDS,
        [&mut read, &mut || library(&bytes), &mut || skin(&scene)],
    );
    let name = path.file_name().unwrap().to_string_lossy();
    let name = format!("{name}, {} kB", bytes.len() / 1000);
    say(&name, ours, "load and bake", least);
    say(&name, ours, "and meshes and skins", least + skin);
}

fn main() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/fbx");
    match largest(&corpus) {
        Some(path) => modelled(&path),
        None => println!("no FBX file: the corpus is not at {}", corpus.display()),
    }
    captured();
}
