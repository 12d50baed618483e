//! A folder with what claims to be a stopped save, and links: whatever it says, nothing outside of
//! the folder changes, reading changes nothing in it either, and a project that opens can be saved
//! or says why not.
#![no_main]

use asset::Project;
use files::{Opened, Others, Saving, changes_outside, finish_stopped_save, open, save_project};
use libfuzzer_sys::{
    arbitrary::{self, Arbitrary},
    fuzz_target,
};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};
use xxhash_rust::xxh3::xxh3_128;

#[derive(Arbitrary, Debug)]
struct Case {
    puts: Vec<(Place, Vec<u8>)>,
    removes: Vec<(Place, bool)>,
    /// The list's check and contents are right.
    is_sound: bool,
    /// What stands in the list's text instead.
    edit: Option<(u16, u8, Vec<u8>)>,
    links: Vec<(u8, u8)>,
}

#[derive(Arbitrary, Debug)]
enum Place {
    Known(u8),
    Any(String),
}

const KNOWN: [&str; 8] = [
    "project.json",
    "clips/a.json",
    "blobs/00.bin",
    ".kept/clips/a.json",
    "../outside/secret",
    "graphs/../../outside/secret",
    ".mutoscope/lock",
    "/etc/passwd",
];
const LINKED: [&str; 9] = [
    ".mutoscope",
    ".mutoscope/save",
    ".mutoscope/save/0",
    ".mutoscope/save/commit.json",
    ".mutoscope/lock",
    "clips",
    "graphs",
    ".kept",
    "project.json",
];

impl Place {
    fn text(&self) -> &str {
        match self {
            Place::Known(at) => KNOWN[usize::from(*at) % KNOWN.len()],
            Place::Any(text) => text,
        }
    }
}

static PLACE: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("mutoscope-save-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
});

static GOOD: LazyLock<Project> = LazyLock::new(|| {
    let (id, space) = mannequin::sample()
        .blend_spaces
        .pop_first()
        .expect("the sample has blend spaces");
    Project {
        name: "Hero".into(),
        blend_spaces: [(id, space)].into(),
        ..Project::default()
    }
});

fn hash(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}

fn list(case: &Case) -> Vec<u8> {
    let puts: Vec<Value> = case
        .puts
        .iter()
        .map(|(place, bytes)| json!({"path": place.text(), "hash": hash(bytes)}))
        .collect();
    let held = |is_secret: bool| hash(if is_secret { b"secret" } else { b"other" });
    let removes: Vec<Value> = case
        .removes
        .iter()
        .map(|(place, held_by)| json!({"path": place.text(), "hash": held(*held_by)}))
        .collect();
    let check = hash(json!([puts, removes]).to_string().as_bytes());
    let check = if case.is_sound {
        check
    } else {
        hash(check.as_bytes())
    };
    let commit = json!({"format": "mutoscope.save", "version": 2, "puts": puts, "removes": removes, "check": check});
    let mut text = commit.to_string().into_bytes();
    if let Some((from, length, with)) = &case.edit {
        let from = usize::from(*from).min(text.len());
        let to = (from + usize::from(*length)).min(text.len());
        text.splice(from..to, with.iter().copied());
    }
    text
}

/// Names and contents of a tree; a link by where it leads.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut found, mut open) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(&folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
        {
            let data = fs::symlink_metadata(&path).expect("what is listed is there");
            if data.is_dir() {
                open.push(path.clone());
            }
            let bytes = if data.is_file() {
                fs::read(&path).unwrap_or_default()
            } else {
                Vec::new()
            };
            found.insert(path, bytes);
        }
    }
    found
}

#[cfg(unix)]
fn link(project: &Path, (place, target): (u8, u8)) {
    let at = project.join(LINKED[usize::from(place) % LINKED.len()]);
    // Through a link that stands already nothing is made.
    let above = at.parent().expect("it lies in the project");
    if fs::canonicalize(above).ok().as_deref() != Some(above) {
        return;
    }
    let _ = fs::remove_dir_all(&at).or_else(|_| fs::remove_file(&at));
    let targets = ["../outside", "../../outside/secret", "clips", "nowhere"];
    let outside = PLACE.join("outside");
    let target = match usize::from(target) % 6 {
        4 => outside,
        5 => outside.join("secret"),
        relative => PathBuf::from(targets[relative]),
    };
    let _ = std::os::unix::fs::symlink(target, at);
}

#[cfg(not(unix))]
fn link(_: &Path, _: (u8, u8)) {}

fuzz_target!(|case: Case| {
    let place = fs::canonicalize(&*PLACE).expect("the folder is there");
    let (project, outside) = (place.join("project"), place.join("outside"));
    let _ = fs::remove_dir_all(&project);
    fs::create_dir_all(&outside).expect("a folder");
    fs::write(outside.join("secret"), "secret").expect("a file");
    save_project(&project, &GOOD, &Saving::since(None)).expect("a sound project is saved");
    let stage = project.join(".mutoscope/save");
    fs::create_dir_all(&stage).expect("a folder");
    fs::write(stage.join("commit.json"), list(&case)).expect("a file");
    for (at, (_, bytes)) in case.puts.iter().enumerate() {
        fs::write(stage.join(at.to_string()), bytes).expect("a file");
    }
    case.links.iter().for_each(|place| link(&project, *place));
    let (before, within) = (tree(&outside), tree(&project));
    let opened = open(&project);
    let _ = changes_outside(&project, &GOOD, &GOOD, None);
    assert_eq!(within, tree(&project), "reading changes nothing");
    let _ = finish_stopped_save(&project);
    if let Ok(Opened::Project { project: since, .. }) = opened {
        let how = Saving {
            others: Others::Replace,
            ..Saving::since(Some(&since))
        };
        let _ = save_project(&project, &GOOD, &how);
    }
    assert_eq!(before, tree(&outside), "what is outside stays");
});
