//! Files of a project: refused with a place, or read, written and read again as the same.
#![no_main]

use formats::project::{ProjectFiles, read, write};
use libfuzzer_sys::{
    arbitrary::{self, Arbitrary},
    fuzz_target,
};
use std::sync::LazyLock;

/// A range of a file and what stands there instead.
#[derive(Arbitrary, Debug)]
struct Edit {
    file: u8,
    from: u16,
    bytes: u8,
    with: Vec<u8>,
}

/// A part of the sample: more of the same would only take time.
static GOOD: LazyLock<ProjectFiles> = LazyLock::new(|| {
    let mut project = mannequin::sample();
    project.meshes.clear();
    project.textures.clear();
    let (first, clip) = project
        .clips
        .first_key_value()
        .expect("the sample has clips");
    let (first, skeleton) = (*first, clip.skeleton);
    project.clips.retain(|id, _| *id == first);
    project.skeletons.retain(|id, _| *id == skeleton);
    project.graphs.retain(|_, graph| graph.skeleton == skeleton);
    let longest = project
        .montages
        .values()
        .map(|montage| montage.notifies.len())
        .max();
    project
        .montages
        .retain(|_, montage| Some(montage.notifies.len()) == longest);
    write(&project)
});

fuzz_target!(|edits: Vec<Edit>| {
    let mut files = GOOD.clone();
    for edit in &edits {
        let at = usize::from(edit.file) % files.files.len();
        let Some(bytes) = files.files.values_mut().nth(at) else {
            continue;
        };
        let from = usize::from(edit.from).min(bytes.len());
        let to = (from + usize::from(edit.bytes)).min(bytes.len());
        bytes.splice(from..to, edit.with.iter().copied());
    }
    let Ok((project, _)) = read(&files) else {
        return;
    };
    let again = write(&project);
    let (back, _) = read(&again).expect("what was written reads");
    assert_eq!(write(&back).files, again.files);
    // Clips of a million keys are allowed, and only slow.
    let keys = |clip: &asset::Clip| f64::from(clip.source.duration) * f64::from(clip.frame_rate);
    if project.clips.values().all(|clip| !(keys(clip) > 300.0)) {
        asset::compile(
            &project,
            &mut asset::Cache::default(),
            asset::CompileOptions::deferred(),
        );
    }
});
