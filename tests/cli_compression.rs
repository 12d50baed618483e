//! Every clip of the shared corpus, compressed: how far off it is, how much smaller, and that it says so.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

#[path = "support/corpus.rs"]
mod corpus;

use asset::{Cache, compile};
use corpus::corpus;
use std::path::{Path, PathBuf};

fn gltf_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let ending = entry.extension().and_then(|e| e.to_str()).unwrap_or_default().to_owned();
        if entry.is_dir() {
            gltf_files(&entry, found);
        } else if ending == "glb" || ending == "gltf" {
            found.push(entry);
        }
    }
    found.sort();
}

/// A file's clips as they are, and with a precision of a ten-thousandth of the figure's size, which suits files that
/// count in centimetres too.
fn check(path: &Path, totals: &mut (usize, usize, usize)) {
    let Ok(imported) = files::import(path, None) else { return };
    let mut project = imported.project;
    let raw_clips = {
        let mut raw = project.clone();
        raw.clips.values_mut().for_each(|clip| std::sync::Arc::make_mut(clip).compression = None);
        compile(&raw, &mut Cache::default()).library
    };
    for clip in project.clips.values_mut() {
        let clip = std::sync::Arc::make_mut(clip);
        let settings = clip.compression.as_mut().expect("clips are compressed unless told otherwise");
        settings.precision =
            raw_clips.clip(anim::Name::new(&clip.name)).map_or(1e-4, |raw| size(&raw_clips, raw) * 1e-4);
    }
    let compiled = compile(&project, &mut Cache::default());
    for (id, report) in &compiled.reports {
        let place = || format!("{} “{}”", path.display(), project.clips[id].name);
        assert!(report.max_error.is_finite(), "{}", place());
        assert_eq!(report.is_red(), report.max_error.max(report.source.max) > report.precision, "{}", place());
        assert!(!report.is_red(), "{}: {} and {:?} of {}", place(), report.max_error, report.source, report.precision);
        totals.0 += 1;
        totals.1 += report.raw_bytes;
        totals.2 += report.compressed_bytes;
    }
    let count = compiled.library.clips.iter().filter(|clip| clip.compressed.is_some()).count();
    assert_eq!(count, compiled.reports.len(), "{}: every clip that is reported on is compressed", path.display());
    assert_eq!(count, compiled.library.clips.len(), "{}: every clip is compressed", path.display());
}

/// The largest distance of a bone from the origin in the first pose, metres; at least one.
fn size(library: &anim::Library, clip: &anim::Clip) -> f32 {
    let Some(skeleton) = library.skeleton(clip.skeleton) else { return 1.0 };
    let (mut pose, mut models) = (anim::Pose::default(), Vec::new());
    clip.sample(skeleton, 0.0, &mut pose);
    anim::pose::local_to_model(skeleton, &pose, &mut models);
    models.iter().map(|model| model.translation.length()).fold(1.0, f32::max)
}

#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn every_clip_keeps_its_precision() {
    let root = corpus();
    let (mut found, mut totals) = (Vec::new(), (0, 0, 0));
    gltf_files(&root.join("gltf"), &mut found);
    found.iter().for_each(|path| check(path, &mut totals));
    let (clips, raw, compressed) = totals;
    println!("{clips} clips, {raw} bytes as {compressed}, {:.2} : 1", raw as f64 / compressed as f64);
    assert!(clips > 100, "the corpus has lost its clips: {clips}");
    assert!(compressed * 5 < raw);
}
