use super::*;
use crate::faults::small;
use asset::{Clip, PreviewSettings};
use std::{collections::BTreeSet, fs, sync::Arc, time::SystemTime};
use tempfile::TempDir;

/// A project of two skeletons whose bundles are `rig`, `other` and `both`.
fn project() -> Project {
    let mut project = small();
    let other = asset::Skeleton {
        name: "Other".into(),
        ..(*project.skeletons[&Id(1)]).clone()
    };
    let run = Clip {
        name: "Run".into(),
        skeleton: Id(11),
        ..(*project.clips[&Id(3)]).clone()
    };
    project.skeletons.insert(Id(11), Arc::new(other));
    project.clips.insert(Id(12), Arc::new(run));
    let bundle = |id, name: &str, characters: &[u64], tags: &[&str]| BundleDefinition {
        id: Id(id),
        name: name.into(),
        characters: characters.iter().map(|id| Id(*id)).collect(),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
    };
    project.packaging.bundles = vec![
        bundle(101, "rig", &[1], &[]),
        bundle(102, "other", &[11], &[]),
        bundle(103, "both", &[], &["fast"]),
    ];
    let fast: BTreeSet<String> = ["fast".to_owned()].into();
    project.packaging.tags = [(Id(3), fast.clone()), (Id(12), fast)].into();
    project
}

fn saved(project: &Project) -> TempDir {
    let folder = TempDir::new().unwrap();
    let place = folder.path().join("the project");
    crate::save_project(&place, project, &crate::Saving::since(None)).unwrap();
    folder
}

fn built(
    project: &Project,
    folder: &TempDir,
    out: &str,
    options: &BuildOptions,
) -> Result<BuildResults, Error> {
    let places = (
        &*folder.path().join("the project"),
        &*folder.path().join(out),
    );
    build_on(
        (&Real, &ClipCache::default()),
        project,
        places,
        options,
        &|_| true,
    )
}

fn states(results: &BuildResults) -> Vec<(&str, BuildState)> {
    let mut states = Vec::new();
    for (name, result) in results {
        states.push((name.as_str(), result.as_ref().unwrap().state));
    }
    states
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect()
}

const ALL: BuildOptions = BuildOptions {
    only: Vec::new(),
    shard: None,
    writes_depfiles: true,
    rebuilds: false,
    is_dry: false,
};

#[test]
fn a_second_build_does_what_has_changed() {
    use BuildState::{Built, UpToDate};
    let mut project = project();
    let folder = saved(&project);
    let results = built(&project, &folder, "out", &ALL).unwrap();
    assert_eq!(
        states(&results),
        [("both", Built), ("other", Built), ("rig", Built)]
    );
    let first = files(&folder.path().join("out"));
    assert_eq!(first.len(), 9);
    let all_same = [("both", UpToDate), ("other", UpToDate), ("rig", UpToDate)];
    assert_eq!(
        states(&built(&project, &folder, "out", &ALL).unwrap()),
        all_same
    );

    // What no bundle holds changes none: the preview, another tag, and where a clip came from.
    project.preview = PreviewSettings::default();
    project
        .packaging
        .tags
        .insert(Id(2), ["slow".to_owned()].into());
    let results = built(&project, &folder, "out", &ALL).unwrap();
    assert_eq!(states(&results), all_same);

    Arc::make_mut(project.clips.get_mut(&Id(12)).unwrap()).rate_scale = 2.0;
    let results = built(&project, &folder, "out", &ALL).unwrap();
    assert_eq!(
        states(&results),
        [("both", Built), ("other", Built), ("rig", UpToDate)]
    );
    let second = files(&folder.path().join("out"));
    assert_eq!(second["rig.mbundle"], first["rig.mbundle"]);
    assert_ne!(second["other.mbundle"], first["other.mbundle"]);
}

#[test]
fn a_bundle_that_was_damaged_or_replaced_is_built_again() {
    let project = project();
    let folder = saved(&project);
    built(&project, &folder, "out", &ALL).unwrap();
    let path = folder.path().join("out/rig.mbundle");
    let whole = fs::read(&path).unwrap();
    let other = fs::read(folder.path().join("out/other.mbundle")).unwrap();
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    for bytes in [&whole[..whole.len() - 1], &other, &flipped] {
        fs::write(&path, bytes).unwrap();
        let results = built(&project, &folder, "out", &ALL).unwrap();
        assert_eq!(results["rig"].as_ref().unwrap().state, BuildState::Built);
        assert_eq!(fs::read(&path).unwrap(), whole);
    }
    fs::remove_file(&path).unwrap();
    built(&project, &folder, "out", &ALL).unwrap();
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn merged_shards_are_the_whole() {
    let mut project = project();
    let folder = saved(&project);
    // Enough names that no share is empty.
    for at in 0..12 {
        let mut more = project.packaging.bundles[0].clone();
        (more.id, more.name) = (Id(200 + at), format!("rig {at}"));
        project.packaging.bundles.push(more);
    }
    built(&project, &folder, "whole", &ALL).unwrap();
    let mut names = BTreeSet::new();
    for number in 1..=3 {
        let options = BuildOptions {
            shard: Some(Shard { number, count: 3 }),
            ..ALL
        };
        let results = built(&project, &folder, "merged", &options).unwrap();
        assert!(!results.is_empty() && results.len() < 15);
        for name in results.into_keys() {
            assert!(names.insert(name));
        }
    }
    assert_eq!(names.len(), 15);
    let (mut whole, mut merged) = (
        files(&folder.path().join("whole")),
        files(&folder.path().join("merged")),
    );
    // A list of inputs names its bundle with the folder.
    let is_depfile = |name: &str| name.ends_with(".d");
    whole.retain(|name, _| !is_depfile(name));
    merged.retain(|name, _| !is_depfile(name));
    assert_eq!(whole, merged);
}

#[test]
fn a_depfile_names_the_files_that_a_bundle_is_made_of() {
    let project = project();
    let folder = saved(&project);
    built(&project, &folder, "out", &ALL).unwrap();
    let text = fs::read_to_string(folder.path().join("out/rig.d")).unwrap();
    let joined = text.replace("\\\n", "").replace("\\ ", "\u{1}");
    let (target, inputs) = joined.split_once(':').unwrap();
    let plain = |path: &str| PathBuf::from(path.replace('\u{1}', " "));
    assert_eq!(plain(target), folder.path().join("out/rig.mbundle"));
    let listed: BTreeSet<PathBuf> = inputs.split_whitespace().map(plain).collect();
    let root = folder.path().join("the project");
    for path in &listed {
        assert!(path.exists(), "{}", path.display());
    }
    let has = |start: &str| {
        let start = root.join(start).to_string_lossy().into_owned();
        listed
            .iter()
            .any(|path| path.to_string_lossy().starts_with(&start))
    };
    assert!(has("project.json") && has("clips/Walk.") && has("clips/Idle.") && has("blobs/"));
    assert!(!has("clips/Run.") && has("skeletons/Rig.") && !has("skeletons/Other."));
    assert!(listed.contains(&root.join("clips")));

    // A file that somebody has renamed is among all of its kind.
    let walk = fs::read_dir(root.join("clips")).unwrap();
    let walk = walk
        .map(|entry| entry.unwrap().path())
        .find(|path| path.to_string_lossy().contains("Walk"))
        .unwrap();
    fs::rename(&walk, root.join("clips/mine.json")).unwrap();
    built(&project, &folder, "out", &ALL).unwrap();
    let text = fs::read_to_string(folder.path().join("out/rig.d")).unwrap();
    assert!(text.contains("mine.json") && text.contains("Run."));
}

#[test]
fn one_bundle_that_cannot_be_built_does_not_keep_others_from_it() {
    let mut project = project();
    project.packaging.bundles[2].tags = ["nobody".to_owned()].into();
    let folder = saved(&project);
    fs::create_dir(folder.path().join("out")).unwrap();
    let theirs = folder.path().join("out/other.mbundle");
    fs::write(&theirs, "somebody's own notes").unwrap();
    let results = built(&project, &folder, "out", &ALL).unwrap();
    assert!(results["rig"].is_ok());
    let text = |name: &str| results[name].as_ref().unwrap_err().to_string();
    assert!(text("both").contains("takes no assets"), "{}", text("both"));
    assert!(
        text("other").contains("is not a bundle"),
        "{}",
        text("other")
    );
    assert_eq!(fs::read_to_string(theirs).unwrap(), "somebody's own notes");
}

#[test]
fn a_dry_build_writes_nothing() {
    let project = project();
    let folder = saved(&project);
    let dry = BuildOptions {
        is_dry: true,
        ..ALL
    };
    let results = built(&project, &folder, "out", &dry).unwrap();
    assert!(
        states(&results)
            .iter()
            .all(|(_, state)| *state == BuildState::Stale)
    );
    assert!(!folder.path().join("out").exists());
    built(&project, &folder, "out", &ALL).unwrap();
    let before = fs::metadata(folder.path().join("out/rig.mbundle")).unwrap();
    let again = BuildOptions {
        rebuilds: true,
        ..ALL
    };
    let results = built(&project, &folder, "out", &again).unwrap();
    assert!(
        states(&results)
            .iter()
            .all(|(_, state)| *state == BuildState::Built)
    );
    // The same bytes are not written again, so that nothing depends on them anew.
    let after = fs::metadata(folder.path().join("out/rig.mbundle")).unwrap();
    let time = |file: &fs::Metadata| -> SystemTime { file.modified().unwrap() };
    assert_eq!(time(&before), time(&after));
}

#[test]
fn names_that_would_be_one_file_and_unknown_ones_are_refused() {
    let good = project();
    let folder = saved(&good);
    let refused = |project: &Project, options: &BuildOptions| {
        let error = built(project, &folder, "out", options).unwrap_err();
        assert!(!folder.path().join("out").exists());
        error.to_string()
    };
    let mut twice = good.clone();
    twice.packaging.bundles[1].name = "RIG".into();
    assert!(refused(&twice, &ALL).contains("two bundles have the name"));
    let mut strange = good.clone();
    strange.packaging.bundles[1].name = "../rig".into();
    assert!(refused(&strange, &ALL).contains("cannot be the name of a file"));
    let only = BuildOptions {
        only: vec!["rug".into()],
        ..ALL
    };
    let text = refused(&good, &only);
    assert!(
        text.contains("rug") && text.contains("both, other, rig"),
        "{text}"
    );
}

#[test]
fn a_project_without_bundles_is_one() {
    let project = small();
    let folder = saved(&project);
    let results = built(&project, &folder, "out", &BuildOptions::default()).unwrap();
    assert_eq!(states(&results), [("Hero", BuildState::Built)]);
    let whole = folder.path().join("whole.mbundle");
    crate::export(&project, (&whole, Over::Own), &|_| true).unwrap();
    assert_eq!(
        fs::read(whole).unwrap(),
        files(&folder.path().join("out"))["Hero.mbundle"]
    );
}
