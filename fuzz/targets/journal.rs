//! Bytes of a journal: refused, or the history in it comes back sound.
#![no_main]

use asset::Project;
use files::journal::{Session, State, Version, restore};
use fuzz::Changes;
use libfuzzer_sys::fuzz_target;
use std::{
    path::PathBuf,
    sync::{Arc, LazyLock},
};

static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("mutoscope-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for a journal");
    folder
});

/// Of a few edits of a part of the sample.
static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut project = mannequin::sample();
    let first = *project.clips.keys().next().expect("the sample has clips");
    let skeletons = std::mem::take(&mut project.skeletons);
    let clip = project.clips[&first].clone();
    let mut project = Project { name: "Hero".into(), skeletons, clips: [(first, clip)].into(), ..Project::default() };
    let version = |project: &Project| Version { project: Arc::new(project.clone()), label: "Edit".into(), note: String::new() };
    let mut versions = vec![version(&project)];
    for rate in 1..4 {
        Arc::make_mut(project.clips.get_mut(&first).expect("it is there")).rate_scale = rate as f32;
        versions.push(version(&project));
    }
    let state = State { folder: None, saved: versions[0].project.clone(), versions, at: 2 };
    let mut session = Session::new(&FOLDER);
    session.write(&state).expect("a journal is written");
    let entries = std::fs::read_dir(&*FOLDER).expect("the folder is there").flatten().map(|entry| entry.path());
    let journal = entries.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "journal"));
    let bytes = std::fs::read(journal.expect("the journal")).expect("the journal is read");
    session.remove();
    bytes
});

fuzz_target!(|changes: Changes| {
    let mut bytes = GOOD.clone();
    changes.apply(&mut bytes);
    let path = FOLDER.join("changed");
    std::fs::write(&path, &bytes).expect("a journal is written");
    let Ok(restored) = restore(&path) else { return };
    assert!(restored.state.at < restored.state.versions.len());
    for version in &restored.state.versions {
        formats::project::write(&version.project);
    }
});
