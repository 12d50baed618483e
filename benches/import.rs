//! What reading a source file takes, beside what cannot be done without: `cargo bench -p formats --bench import`.
//!
//! An FBX file beside the library's own loading and baking of it, and a motion capture file of 3.9 MB beside a plain
//! parser of its numbers; each the best of several, of one run. The FBX file is the largest of the corpus, where that is
//! there; the other is made.

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

const ROUNDS: usize = 7;
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

fn library(bytes: &[u8]) {
    let scene = ufbx::load_memory(bytes, ufbx::LoadOpts::default()).ok().unwrap();
    for stack in scene.anim_stacks.iter() {
        let options = ufbx::BakeOpts { resample_rate: 120.0, minimum_sample_rate: 1e5, ..ufbx::BakeOpts::default() };
        black_box(ufbx::bake_anim(&scene, &stack.anim, options).ok().unwrap().nodes.len());
    }
}

fn say(what: &str, ours: Duration, other: &str, least: Duration) {
    let (ours, least) = (ours.as_secs_f64() * 1e3, least.as_secs_f64() * 1e3);
    println!("{what:<52}{ours:>9.1} ms{least:>9.1} ms {other:<24}{:>6.2} times", ours / least);
}

fn main() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/fbx");
    match largest(&corpus) {
        Some(path) => {
            let bytes = std::fs::read(&path).unwrap();
            let read = || {
                let none = &mut |_: &str| Err("none".to_owned());
                let file = SourceFile::named("file");
                black_box(fbx::import_telling(&file, &bytes, none, &Options::default(), &|_| true).ok().unwrap());
            };
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            say(
                &format!("{name}, {} kB", bytes.len() / 1000),
                best(ROUNDS, read),
                "load and bake",
                best(ROUNDS, || library(&bytes)),
            );
        }
        None => println!("no FBX file: the corpus is not at {}", corpus.display()),
    }
    let text = take(0, FRAMES, ".0083333");
    let numbers = text.find("Frame Time").unwrap();
    let plain = || {
        let words = text[numbers..].split_ascii_whitespace();
        black_box(words.filter_map(|word| word.parse::<f64>().ok()).sum::<f64>());
    };
    let read = || {
        let file = SourceFile::named("walk");
        black_box(bvh::import_telling(&file, text.as_bytes(), &Options::default(), &|_| true).ok().unwrap());
    };
    say(&format!("BVH, {} kB", text.len() / 1000), best(ROUNDS, read), "numbers alone", best(ROUNDS, plain));
}
