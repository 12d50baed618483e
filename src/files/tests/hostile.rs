//! A project's folder that somebody made who means harm: whatever is done with it, nothing outside
//! of it changes.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

use crate::*;
use asset::Project;
use proptest::prelude::*;
use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::{MetadataExt, symlink},
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;

/// What may lie at a place of the project instead of what belongs there.
#[derive(Clone, Copy, Debug)]
enum Trap {
    /// A link to a folder, or a file, outside; by its whole path or by a way up.
    Outside {
        is_folder: bool,
        is_relative: bool,
    },
    /// A second name of a file outside.
    SecondName,
    /// A link to another folder, or file, of the project.
    Within {
        is_folder: bool,
    },
    Dangling,
    Pipe,
    Folder,
    Garbage,
}

const PLACES: [&str; 17] = [
    ".mutoscope",
    ".mutoscope/save",
    ".mutoscope/save/commit.json",
    ".mutoscope/save/0",
    ".mutoscope/save/1",
    ".mutoscope/save/new",
    ".mutoscope/lock",
    ".mutoscope/editor.lock",
    ".mutoscope/editor.json",
    ".mutoscope/.gitignore",
    ".kept",
    ".kept/clips",
    "project.json",
    "clips",
    "graphs",
    "blobs",
    "clips/Idle-0000000000000002.json",
];

fn trap() -> impl Strategy<Value = Trap> {
    prop_oneof![
        4 => any::<(bool, bool)>().prop_map(|(is_folder, is_relative)| Trap::Outside { is_folder, is_relative }),
        2 => Just(Trap::SecondName),
        1 => any::<bool>().prop_map(|is_folder| Trap::Within { is_folder }),
        1 => Just(Trap::Dangling),
        1 => Just(Trap::Pipe),
        1 => Just(Trap::Folder),
        1 => Just(Trap::Garbage),
    ]
}

/// What a list of a stopped save claims: the path of each put, and the paths that are to go.
#[derive(Clone, Debug)]
struct Claim {
    puts: Vec<&'static str>,
    removes: Vec<&'static str>,
    has_check: bool,
}

const CLAIMED: [&str; 12] = [
    "project.json",
    "graphs/x.json",
    "clips/secret.json",
    "clips/Idle-0000000000000002.json",
    "blobs/0123.bin",
    ".kept/clips/secret.json",
    "secret.json",
    "../outside/secret.json",
    "clips/../../outside/secret.json",
    ".mutoscope/save/0",
    ".git/config",
    "/tmp/mutoscope-hostile",
];

fn claim() -> impl Strategy<Value = Option<Claim>> {
    let paths = || prop::collection::vec(prop::sample::select(&CLAIMED[..]), 0..4);
    let claim = (paths(), paths(), any::<bool>()).prop_map(|(puts, removes, has_check)| Claim {
        puts,
        removes,
        has_check,
    });
    prop::option::weighted(0.7, claim)
}

/// A folder with `project` and `outside`, which nothing may change.
struct Scene {
    all: TempDir,
    since: Project,
}

impl Scene {
    fn new() -> Self {
        let (all, since) = (TempDir::new().unwrap(), crate::faults::small());
        let outside = all.path().join("outside");
        fs::create_dir_all(outside.join("below")).unwrap();
        for (path, text) in [
            ("secret.json", "a secret"),
            ("x.json", "another"),
            ("below/0", "deep"),
            ("commit.json", "{}"),
        ] {
            fs::write(outside.join(path), text).unwrap();
        }
        save_project(&all.path().join("project"), &since, &Saving::since(None)).unwrap();
        Self { all, since }
    }

    fn project(&self) -> PathBuf {
        self.all.path().join("project")
    }

    fn set(&self, place: &str, trap: Trap) {
        let (at, outside) = (self.project().join(place), self.all.path().join("outside"));
        let Some(above) = at.parent() else { return };
        // What lies behind a trap that stands already is not for the test to change either.
        let is_plain = above
            .ancestors()
            .take_while(|folder| *folder != self.project())
            .all(|folder| fs::symlink_metadata(folder).map_or(true, |found| found.is_dir()));
        if !is_plain || fs::create_dir_all(above).is_err() {
            return;
        }
        match fs::symlink_metadata(&at) {
            Ok(found) if found.is_dir() => fs::remove_dir_all(&at).unwrap(),
            Ok(_) => fs::remove_file(&at).unwrap(),
            Err(_) => {}
        }
        match trap {
            Trap::Outside {
                is_folder,
                is_relative,
            } => {
                let target = if is_folder {
                    outside
                } else {
                    outside.join("secret.json")
                };
                let up = "../".repeat(place.split('/').count());
                let target = if is_relative {
                    Path::new(&up).join(target.strip_prefix(self.all.path()).unwrap())
                } else {
                    target
                };
                symlink(target, &at).unwrap();
            }
            Trap::SecondName => fs::hard_link(outside.join("secret.json"), &at).unwrap(),
            Trap::Within { is_folder } => {
                symlink(if is_folder { "clips" } else { "project.json" }, &at).unwrap()
            }
            Trap::Dangling => symlink(outside.join("not there"), &at).unwrap(),
            Trap::Pipe => assert!(Command::new("mkfifo").arg(&at).status().unwrap().success()),
            Trap::Folder => fs::create_dir(&at).unwrap(),
            Trap::Garbage => fs::write(&at, b"\xff{]").unwrap(),
        }
    }

    fn claim(&self, claim: &Claim) {
        let stage = self.project().join(".mutoscope/save");
        fs::create_dir_all(&stage).unwrap();
        let content = b"{\"hostile\": true}";
        let text = crate::transaction::list_of(&claim.puts, content, &claim.removes, b"a secret");
        let text = if claim.has_check {
            text
        } else {
            text.replace("\"check\": \"", "\"check\": \"0")
        };
        fs::write(stage.join("commit.json"), text).unwrap();
        (0..claim.puts.len())
            .for_each(|at| fs::write(stage.join(at.to_string()), content).unwrap());
    }

    /// Every name outside with what it holds and who else may be told of a change.
    fn outside(&self) -> BTreeMap<PathBuf, (Vec<u8>, u64, i64, u32)> {
        let (mut found, mut open) = (BTreeMap::new(), vec![self.all.path().join("outside")]);
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap()) {
                let (path, data) = (entry.path(), entry.metadata().unwrap());
                if data.is_dir() {
                    open.push(path.clone());
                }
                let bytes = if data.is_file() {
                    fs::read(&path).unwrap()
                } else {
                    Vec::new()
                };
                found.insert(path, (bytes, data.ino(), data.mtime_nsec(), data.mode()));
            }
        }
        let beside = fs::read_dir(self.all.path())
            .unwrap()
            .map(|entry| entry.unwrap().path());
        found.extend(beside.map(|path| (path, (Vec::new(), 0, 0, 0))));
        found
    }
}

/// Names and contents of a tree, links as links.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let (mut found, mut open) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            let data = fs::symlink_metadata(&path).unwrap();
            if data.is_dir() {
                open.push(path.clone());
            }
            found.insert(
                path.clone(),
                data.is_file().then(|| fs::read(&path).unwrap()),
            );
        }
    }
    found
}

fn read_all(project: &Path, since: &Project) -> Option<Project> {
    let opened = open(project);
    let _ = open(&project.join("project.json"));
    let _ = changes_outside(project, since, since, None);
    let _ = (is_project(project), open_in(project));
    match opened {
        Ok(Opened::Project { project, .. }) => Some(project),
        _ => None,
    }
}

fn write_all(project: &Path, since: &Project, read: Option<Project>) {
    drop(Presence::enter(project));
    let _ = finish_stopped_save(project);
    for since in [Some(since.clone()), read] {
        let Some(since) = since else { continue };
        let mut edited = Project {
            name: "Heroine".into(),
            ..crate::faults::small()
        };
        edited.clips.retain(|id, _| *id != asset::Id(3));
        for others in [Others::Refuse, Others::Replace] {
            let how = Saving {
                others,
                ..Saving::since(Some(&since))
            };
            let _ = save_project(project, &edited, &how);
        }
    }
    let _ = create_project(project, since);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn nothing_outside_of_a_hostile_project_changes(
        claim in claim(),
        traps in prop::collection::vec((prop::sample::select(&PLACES[..]), trap()), 1..5),
    ) {
        let scene = Scene::new();
        if let Some(claim) = &claim {
            scene.claim(claim);
        }
        traps.iter().for_each(|(place, trap)| scene.set(place, *trap));
        let (outside, inside) = (scene.outside(), tree(&scene.project()));
        let read = read_all(&scene.project(), &scene.since);
        prop_assert_eq!(&inside, &tree(&scene.project()), "reading changes nothing");
        write_all(&scene.project(), &scene.since, read);
        prop_assert_eq!(&outside, &scene.outside());
    }
}

/// What a stopped save claims to hold counts with its check alone, and reading finishes none.
#[test]
fn a_forged_save_is_not_finished_and_a_sound_one_only_by_whoever_writes() {
    let claim = Claim {
        puts: vec!["graphs/x.json"],
        removes: vec!["clips/secret.json"],
        has_check: false,
    };
    let scene = Scene::new();
    scene.claim(&claim);
    let before = tree(&scene.project());
    let told = open(&scene.project()).unwrap_err().text;
    assert!(
        told.contains("cannot be read") && told.contains("move the folder"),
        "{told}"
    );
    assert!(finish_stopped_save(&scene.project()).is_err());
    assert_eq!(tree(&scene.project()), before);
    let scene = Scene::new();
    scene.claim(&Claim {
        has_check: true,
        ..claim
    });
    let before = tree(&scene.project());
    assert!(
        matches!(open(&scene.project()).unwrap(), Opened::Project { broken, .. } if broken.len() == 1)
    );
    assert_eq!(tree(&scene.project()), before);
    finish_stopped_save(&scene.project()).unwrap();
    assert!(
        scene.project().join("graphs/x.json").is_file()
            && !scene.project().join(".mutoscope/save").exists()
    );
    // A content that is not what the list has is not put in its place.
    scene.claim(&Claim {
        puts: vec!["graphs/y.json"],
        removes: Vec::new(),
        has_check: true,
    });
    fs::write(scene.project().join(".mutoscope/save/0"), "something else").unwrap();
    assert!(
        finish_stopped_save(&scene.project()).is_err()
            && !scene.project().join("graphs/y.json").exists()
    );
}
