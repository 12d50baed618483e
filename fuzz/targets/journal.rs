//! Bytes of a journal: refused, or the history in it comes back sound.
#![no_main]

use asset::Project;
use files::journal::{JournalSession, JournalState, Version, restore};
use fuzz::Changes;
use libfuzzer_sys::{
    arbitrary::{self, Arbitrary},
    fuzz_target,
};
use std::{
    path::PathBuf,
    sync::{Arc, LazyLock},
};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

const MAGIC: usize = 8;
/// The kind of a record, its length, and at its end its check.
const HEAD: usize = 5;
const CHECK: usize = 8;
/// Of a content, before it.
const HASH: usize = 16;

#[derive(Arbitrary, Debug)]
struct Case {
    changes: Changes,
    /// Which number of a change becomes which digit.
    numbers: Vec<(u8, u8)>,
    /// Each record gets the check of what it holds now, and contents are found again by those that
    /// name them.
    is_mended: bool,
}

static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("mutoscope-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for a journal");
    folder
});

/// Of a few edits of a part of the sample: a larger one would be changed in places that matter
/// less.
static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let (id, space) = mannequin::sample()
        .blend_spaces
        .pop_first()
        .expect("the sample has blend spaces");
    let mut project = Project {
        name: "Hero".into(),
        blend_spaces: [(id, space)].into(),
        ..Project::default()
    };
    let version = |project: &Project| Version {
        project: Arc::new(project.clone()),
        label: "Edit".into(),
        note: "".into(),
    };
    let mut versions = vec![version(&project)];
    for name in ["Aim", "Point", "Look"] {
        Arc::make_mut(project.blend_spaces.get_mut(&id).expect("it is there")).name = name.into();
        versions.push(version(&project));
    }
    let state = JournalState {
        folder: None,
        saved: versions[0].project.clone(),
        versions,
        at: 2,
        forgotten: 0,
    };
    let mut session = JournalSession::new(&FOLDER);
    session.write(&state).expect("a journal is written");
    let entries = std::fs::read_dir(&*FOLDER)
        .expect("the folder is there")
        .flatten()
        .map(|entry| entry.path());
    let journal = entries
        .into_iter()
        .find(|path| path.extension().is_some_and(|ending| ending == "journal"));
    let bytes = std::fs::read(journal.expect("the journal")).expect("the journal is read");
    session.remove();
    bytes
});

/// Where records begin and end, as far as there are whole ones.
fn records(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let (mut out, mut at) = (Vec::new(), MAGIC);
    while let Some(length) = bytes.get(at + 1..).and_then(<[u8]>::first_chunk) {
        let end = at + HEAD + u32::from_le_bytes(*length) as usize + CHECK;
        if end > bytes.len() {
            break;
        }
        out.push(at..end);
        at = end;
    }
    out
}

/// Numbers are few among the bytes.
fn renumber(bytes: &mut [u8], numbers: &[(u8, u8)]) {
    let mut places = Vec::new();
    for record in records(bytes)
        .into_iter()
        .filter(|record| bytes[record.start] == 2)
    {
        places.extend(
            record
                .skip(1)
                .filter(|at| bytes[at - 1] == b':' && bytes[*at].is_ascii_digit()),
        );
    }
    for (nth, digit) in numbers.iter().filter(|_| !places.is_empty()) {
        bytes[places[usize::from(*nth) % places.len()]] = b'0' + digit % 10;
    }
}

fn mend(bytes: &mut [u8]) {
    let mut renamed = Vec::new();
    for record in records(bytes) {
        let (start, end) = (record.start + HEAD, record.end - CHECK);
        if bytes[record.start] == 1 && end - start >= HASH {
            let (said, content) = bytes[start..end].split_at_mut(HASH);
            let is = xxh3_128(content);
            let was = u128::from_le_bytes(said.try_into().expect("it is as long"));
            said.copy_from_slice(&is.to_le_bytes());
            renamed.push([was, is].map(|hash| format!("{hash:032x}").into_bytes()));
        }
        for [was, is] in &renamed {
            let places: Vec<usize> = (start..end.saturating_sub(was.len() - 1))
                .filter(|at| bytes[record.start] == 2 && was != is && bytes[*at..].starts_with(was))
                .collect();
            places
                .into_iter()
                .for_each(|at| bytes[at..at + is.len()].copy_from_slice(is));
        }
        let check = xxh3_64(&bytes[record.start..end]);
        bytes[end..record.end].copy_from_slice(&check.to_le_bytes());
    }
}

fuzz_target!(|case: Case| {
    let mut bytes = GOOD.clone();
    renumber(&mut bytes, &case.numbers);
    case.changes.apply(&mut bytes);
    if case.is_mended {
        mend(&mut bytes);
    }
    let path = FOLDER.join("changed");
    std::fs::write(&path, &bytes).expect("a journal is written");
    let Ok(restored) = restore(&path) else { return };
    assert!(restored.state.at < restored.state.versions.len());
    for version in &restored.state.versions {
        formats::project::write(&version.project);
    }
});
