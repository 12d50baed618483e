//! Files on a real disk: what is written, what stays, and what is refused.

use crate::*;
use asset::Project;
use std::{
    cell::Cell,
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};
use tempfile::TempDir;

fn saved() -> (TempDir, Project) {
    let (dir, project) = (TempDir::new().unwrap(), mannequin::sample());
    save_project(dir.path(), &project, &Saving::since(None)).unwrap();
    (dir, project)
}

fn reopened(dir: &Path) -> Project {
    match open(dir).unwrap() {
        Opened::Project { project, .. } => project,
        other => panic!("{other:?}"),
    }
}

fn text(error: Result<Opened, Error>) -> String {
    error.unwrap_err().to_string()
}

fn files(dir: &Path) -> BTreeMap<PathBuf, SystemTime> {
    let mut found = BTreeMap::new();
    let mut open = vec![dir.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
            // The program's own, which is no part of a project.
            if entry.file_name() == ".mutoscope" {
                continue;
            }
            if entry.path().is_dir() {
                open.push(entry.path());
            } else {
                found.insert(entry.path(), entry.metadata().unwrap().modified().unwrap());
            }
        }
    }
    found
}

fn asset_file(dir: &Path, start: &str) -> PathBuf {
    files(dir)
        .into_keys()
        .find(|path| {
            path.strip_prefix(dir)
                .unwrap()
                .to_string_lossy()
                .starts_with(start)
        })
        .unwrap()
}

#[test]
fn a_project_opens_as_it_was_saved() {
    let (dir, project) = saved();
    assert_eq!(reopened(dir.path()), project);
    assert_eq!(reopened(&dir.path().join("project.json")), project);
}

/// Over what others have changed.
fn over(since: &Project) -> Saving<'_> {
    Saving {
        others: Others::Replace,
        ..Saving::since(Some(since))
    }
}

fn rename_clip(project: &mut Project, name: &str) {
    let clip = Arc::make_mut(project.clips.values_mut().next().unwrap());
    clip.name = name.into();
}

#[test]
fn what_others_changed_is_kept_before_it_is_replaced() {
    let (dir, since) = saved();
    let mut project = since.clone();
    let clip = Arc::make_mut(project.clips.values_mut().next().unwrap());
    clip.rate_scale = 0.5;
    let changed = |text: &str| {
        let file = asset_file(dir.path(), "clips");
        let found = fs::read_to_string(&file).unwrap();
        fs::write(
            &file,
            found.replace("\"frame_rate\": 30.0", &format!("\"frame_rate\": {text}")),
        )
        .unwrap();
        fs::read(&file).unwrap()
    };
    let theirs = changed("24.0");
    let refused = save_project(dir.path(), &project, &Saving::since(Some(&since))).unwrap_err();
    assert!(
        refused.reason == FileErrorReason::Changed && refused.text.contains("changed: "),
        "{refused}"
    );
    let kept = save_project(dir.path(), &project, &over(&since)).unwrap();
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!(fs::read(&kept[0]).unwrap(), theirs);
    assert_eq!(reopened(dir.path()), project);

    let since = project.clone();
    rename_clip(&mut project, "Another");
    let renamed = changed("25.0");
    let refused = save_project(dir.path(), &project, &Saving::since(Some(&since))).unwrap_err();
    assert!(
        refused.reason == FileErrorReason::Changed && refused.text.contains("changed: "),
        "{refused}"
    );
    let kept = save_project(dir.path(), &project, &over(&since)).unwrap();
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!(fs::read(&kept[0]).unwrap(), renamed);

    rename_clip(&mut project, "A third");
    let last = reopened(dir.path());
    assert_eq!(
        save_project(dir.path(), &project, &Saving::since(Some(&last))).unwrap(),
        Vec::<PathBuf>::new()
    );
}

#[test]
fn a_project_of_a_former_version_is_saved_over_its_own_files_and_only_what_others_changed_is_kept()
{
    let (dir, fixture) = (
        TempDir::new().unwrap(),
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures"),
    );
    let fixture = fixture.join("project_v1");
    for file in files(&fixture).into_keys() {
        let to = dir.path().join(file.strip_prefix(&fixture).unwrap());
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(file, to).unwrap();
    }
    let since = reopened(dir.path());
    let mut project = since.clone();
    rename_clip(&mut project, "Another");
    let montage = asset_file(dir.path(), "montages");
    let theirs = fs::read_to_string(&montage)
        .unwrap()
        .replace("\"Attack\"", "\"Theirs\"");
    fs::write(&montage, &theirs).unwrap();
    let refused = save_project(dir.path(), &project, &Saving::since(Some(&since))).unwrap_err();
    assert!(
        refused.reason == FileErrorReason::Changed && refused.text.contains("changed: "),
        "{refused}"
    );
    let kept = save_project(dir.path(), &project, &over(&since)).unwrap();
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!(fs::read_to_string(&kept[0]).unwrap(), theirs);
    assert_eq!(reopened(dir.path()), project);
}

#[test]
fn saving_again_touches_only_what_changed() {
    let (dir, mut project) = saved();
    let (before, first) = (files(dir.path()), project.clone());
    save_project(dir.path(), &project, &Saving::since(Some(&first))).unwrap();
    assert_eq!(files(dir.path()), before);
    let clip = project
        .clips
        .values_mut()
        .find(|clip| clip.name == "Walk_Fwd")
        .unwrap();
    Arc::make_mut(clip).rate_scale = 2.0;
    save_project(dir.path(), &project, &Saving::since(Some(&first))).unwrap();
    let changed: Vec<_> = files(dir.path())
        .into_iter()
        .filter(|(path, time)| before[path] != *time)
        .collect();
    assert_eq!(changed.len(), 1);
    assert!(
        changed[0].0.to_string_lossy().contains("clips/Walk"),
        "{changed:?}"
    );
}

#[test]
fn a_renamed_asset_has_one_file_and_a_removed_one_has_none() {
    let (dir, mut project) = saved();
    let first = project.clone();
    let id = *project
        .clips
        .iter()
        .find(|(_, clip)| clip.name == "Walk_Fwd")
        .unwrap()
        .0;
    Arc::make_mut(project.clips.get_mut(&id).unwrap()).name = "Stroll".into();
    save_project(dir.path(), &project, &Saving::since(Some(&first))).unwrap();
    assert_eq!(reopened(dir.path()).clips[&id].name, "Stroll");
    let by_hand = dir.path().join("clips/by hand.json");
    fs::rename(asset_file(dir.path(), "clips/Stroll"), &by_hand).unwrap();
    save_project(dir.path(), &project, &Saving::since(Some(&project))).unwrap();
    assert!(!by_hand.exists() && reopened(dir.path()).clips.len() == project.clips.len());
    let blobs = || {
        files(dir.path())
            .keys()
            .filter(|path| path.to_string_lossy().contains("blobs"))
            .count()
    };
    let before = blobs();
    let second = project.clone();
    project.clips.remove(&id);
    save_project(dir.path(), &project, &Saving::since(Some(&second))).unwrap();
    assert_eq!(
        (reopened(dir.path()).clips.len(), blobs()),
        (project.clips.len(), before - 1)
    );
}

#[test]
fn what_a_project_did_not_write_stays() {
    let (dir, mut project) = saved();
    let strangers = [
        "README.md",
        "clips/notes.txt",
        "clips/broken.json",
        "blobs/mine.bin",
        "meshes/deep/x.json",
    ];
    for stranger in strangers {
        let path = dir.path().join(stranger);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "mine").unwrap();
    }
    let first = project.clone();
    project.clips.clear();
    project.montages.clear();
    save_project(dir.path(), &project, &Saving::since(Some(&first))).unwrap();
    assert!(
        strangers
            .iter()
            .all(|stranger| fs::read(dir.path().join(stranger)).unwrap() == b"mine")
    );
}

#[test]
fn assets_that_somebody_else_added_stay_with_their_blobs() {
    let (dir, whole) = saved();
    let mut ours = whole.clone();
    ours.montages.clear();
    let id = *whole.clips.keys().next().unwrap();
    ours.clips.remove(&id);
    let mut edited = ours.clone();
    edited.name = "Mine".into();
    let refused = save_project(dir.path(), &edited, &Saving::since(Some(&ours))).unwrap_err();
    assert!(
        refused.text.contains("added: clips/") && refused.text.contains("added: montages/"),
        "{refused}"
    );
    save_project(dir.path(), &edited, &over(&ours)).unwrap();
    let found = reopened(dir.path());
    assert_eq!(
        (found.name.as_str(), found.clips.len(), found.montages.len()),
        ("Mine", whole.clips.len(), whole.montages.len())
    );
}

#[test]
fn another_project_is_never_written_over() {
    let (dir, project) = saved();
    let error = save_project(dir.path(), &project, &Saving::since(None))
        .unwrap_err()
        .to_string();
    assert!(error.contains("another project"), "{error}");
}

#[test]
fn a_write_replaces_whole_files_and_leaves_nothing_beside() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("a.bin");
    write_atomic(&path, b"first").unwrap();
    write_atomic(&path, b"second, longer").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"second, longer");
    assert_eq!(files(dir.path()).len(), 1);
    assert!(write_atomic(dir.path(), b"x").is_err());
    assert!(
        write_atomic(&dir.path().join("no/such/folder"), b"x")
            .unwrap_err()
            .text
            .contains("Create it first")
    );
}

#[cfg(unix)]
#[test]
fn a_write_keeps_permissions_and_links() {
    use std::os::unix::fs::PermissionsExt;
    let dir = TempDir::new().unwrap();
    let (file, link) = (dir.path().join("file"), dir.path().join("link"));
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    write_atomic(&link, b"new").unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"new");
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o640
    );
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}

#[test]
fn a_folder_stands_for_the_source_files_in_it() {
    let dir = TempDir::new().unwrap();
    let place = |name: &str| dir.path().join(name);
    fs::create_dir_all(place("b/deep")).unwrap();
    fs::create_dir_all(place(".hidden")).unwrap();
    for name in [
        "b/walk.BVH",
        "b/deep/run.fbx",
        "a.glb",
        "notes.txt",
        "picture.png",
        ".hidden/old.glb",
    ] {
        fs::write(place(name), "").unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(dir.path(), place("b/again")).unwrap();
    let expected = ["a.glb", "b/deep/run.fbx", "b/walk.BVH"].map(place);
    assert_eq!(crate::source_files(dir.path()).unwrap(), expected);
    fs::remove_file(place("a.glb")).unwrap();
    let empty =
        crate::source_files(&place(".hidden/..").join(".hidden/../b/deep/../../.hidden")).unwrap();
    assert_eq!(
        empty.len(),
        1,
        "a hidden folder that is named is looked into"
    );
    fs::remove_file(place(".hidden/old.glb")).unwrap();
    let none = crate::source_files(&place(".hidden"))
        .unwrap_err()
        .to_string();
    assert!(none.contains(".hidden") && none.contains(".fbx"), "{none}");
    assert!(crate::source_files(&place("none")).is_err());
}

#[test]
fn refusals_name_the_file_and_say_what_to_do() {
    let dir = TempDir::new().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    for (path, expected) in [
        (dir.path().to_owned(), "no project.json"),
        (dir.path().join("none.glb"), "no such file"),
        (write("a.fbx", b"Kaydara FBX Binary  \0"), "truncated"),
        (
            write("a.bvh", b"HIERARCHY\n"),
            "the file ends before MOTION",
        ),
        (write("a.txt", b"hello"), ".glb, .gltf"),
        (write("a.mbundle", b"MUTOBNDL"), "not a Mutoscope bundle"),
        (write("a.glb", b"glTF"), "truncated"),
    ] {
        let text = text(open(&path));
        assert!(
            text.contains(expected) && text.starts_with(&path.display().to_string()),
            "{text}"
        );
    }
}

#[test]
fn a_motion_file_is_told_by_its_first_word_and_read_with_what_is_wished() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("run.txt");
    let end = "End Site { OFFSET 0 170 0 }";
    let text = format!(
        "HIERARCHY ROOT a {{ OFFSET 0 0 0 CHANNELS 1 Xrotation {end} }} MOTION\nFrames: 2\nFrame Time: 0.05\n0 9"
    );
    fs::write(&path, text).unwrap();
    let height = |options: &formats::Options| {
        let project = crate::import(&path, None, options, &|_| true)
            .unwrap()
            .project;
        assert_eq!(project.clips.values().next().unwrap().name, "run");
        project.skeletons.values().next().unwrap().bones[1]
            .reference
            .translation
            .y
    };
    assert!(
        (height(&formats::Options::default()) - 1.7).abs() < 1e-6,
        "centimetres, by its size"
    );
    let bvh = formats::BvhOptions {
        unit: Some(1.0),
        ..Default::default()
    };
    assert_eq!(
        height(&formats::Options {
            bvh,
            ..Default::default()
        }),
        170.0
    );
}

/// A triangle whose buffer lies in another file.
pub(crate) fn triangle(uri: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":36,"uri":"{uri}"}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],"nodes":[{{"mesh":0}}],
        "scenes":[{{"nodes":[0]}}],"scene":0}}"#
    )
}

pub(crate) fn corners() -> Vec<u8> {
    [0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

#[test]
fn neighbours_are_found_and_ways_out_are_not() {
    let dir = TempDir::new().unwrap();
    fs::create_dir(dir.path().join("in")).unwrap();
    fs::write(dir.path().join("secret.bin"), corners()).unwrap();
    fs::write(dir.path().join("in/beside.bin"), corners()).unwrap();
    let gltf = dir.path().join("in/a.gltf");
    let check = |uri: &str| {
        fs::write(&gltf, triangle(uri)).unwrap();
        import(&gltf, None, &Default::default(), &|_| true)
            .map(|imported| imported.project.meshes.len())
            .map_err(|error| error.text)
    };
    assert_eq!(check("beside.bin"), Ok(1));
    assert!(check("../secret.bin").unwrap_err().contains("outside"));
    assert!(check("missing.bin").unwrap_err().contains("missing.bin"));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.bin", dir.path().join("in/link.bin")).unwrap();
        assert!(
            check("link.bin")
                .unwrap_err()
                .contains("outside the folder")
        );
    }
}

#[test]
fn a_project_is_made_in_a_folder_that_is_new_or_empty() {
    let (dir, project) = (TempDir::new().unwrap(), mannequin::excerpt());
    let (new, empty) = (dir.path().join("a/new"), dir.path().join("empty"));
    fs::create_dir(&empty).unwrap();
    for folder in [&new, &empty] {
        create_project(folder, &project).unwrap();
        assert_eq!(reopened(folder), project);
        assert!(
            create_project(folder, &project).is_err(),
            "it holds something by now"
        );
    }
    fs::write(dir.path().join("file"), b"mine").unwrap();
    assert!(create_project(&dir.path().join("file"), &project).is_err());
    assert_eq!(fs::read(dir.path().join("file")).unwrap(), b"mine");
}

#[test]
fn an_export_tells_its_parts_up_to_the_whole() {
    let dir = TempDir::new().unwrap();
    let project = mannequin::excerpt();
    let what = GltfExport {
        skeletons: project.skeletons.keys().copied().collect(),
        ..GltfExport::default()
    };
    let told = std::cell::RefCell::new(Vec::new());
    let tell = |part: f32| {
        told.borrow_mut().push(part);
        true
    };
    export_gltf(
        &project,
        &what,
        (&dir.path().join("figure.glb"), Over::Own),
        &tell,
    )
    .unwrap();
    let told = told.take();
    assert!(told.is_sorted() && told[0] > 0.0, "{told:?}");
    assert_eq!(told.last(), Some(&1.0));
}

#[test]
fn an_exported_bundle_opens_and_a_cancelled_one_is_not_written() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("sample.mbundle");
    let steps = Cell::new(0);
    let cancel = |_: f32| {
        steps.set(steps.get() + 1);
        steps.get() < 3
    };
    assert!(
        export(&mannequin::sample(), (&path, Over::Own), &cancel)
            .unwrap_err()
            .text
            .contains("cancelled")
    );
    assert!(!path.exists());
    let summary = export(&mannequin::sample(), (&path, Over::Own), &|_| true).unwrap();
    assert_eq!(summary.bytes, fs::metadata(&path).unwrap().len());
    assert!(
        summary.golden_ticks > 0 && summary.warnings.is_empty(),
        "{:?}",
        summary.warnings
    );
    let Opened::Bundle(bundle) = open(&path).unwrap() else {
        panic!("it is a bundle")
    };
    assert_eq!(studio::golden::verify(&bundle), []);
}

#[test]
fn a_project_with_errors_is_not_exported() {
    let dir = TempDir::new().unwrap();
    let mut project = mannequin::sample();
    project.clips.clear();
    let error = export(
        &project,
        (&dir.path().join("x.mbundle"), Over::Own),
        &|_| true,
    )
    .unwrap_err();
    assert!(
        error.text.contains("AttackCombo") || error.text.contains("Montage"),
        "{error}"
    );
    assert!(
        error.text.contains("its clip is missing") && files(dir.path()).is_empty(),
        "{error}"
    );
}

/// Written anew with `UPDATE_SAMPLE=1 cargo test -p files the_sample_project`.
#[test]
fn the_sample_project_is_what_the_code_makes() {
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/sample");
    if std::env::var_os("UPDATE_SAMPLE").is_some() {
        let _ = fs::remove_dir_all(&committed);
        save_project(&committed, &mannequin::sample(), &Saving::since(None)).unwrap();
        fs::remove_dir_all(committed.join(".mutoscope")).unwrap();
    }
    let (dir, _) = saved();
    let content = |root: &Path| -> BTreeMap<PathBuf, Vec<u8>> {
        let relative = |path: &PathBuf| path.strip_prefix(root).unwrap().to_owned();
        files(root)
            .into_keys()
            .map(|path| (relative(&path), fs::read(&path).unwrap()))
            .collect()
    };
    let (committed, made) = (content(&committed), content(dir.path()));
    assert_eq!(
        committed.keys().collect::<Vec<_>>(),
        made.keys().collect::<Vec<_>>()
    );
    let differing: Vec<_> = made
        .iter()
        .filter(|(path, bytes)| committed[*path] != **bytes)
        .map(|(path, _)| path)
        .collect();
    assert!(
        differing.is_empty(),
        "these differ from what the code makes: {differing:?}"
    );
}

fn broken(dir: &Path) -> (Project, Vec<formats::project::BrokenFile>) {
    match open(dir).unwrap() {
        Opened::Project {
            project, broken, ..
        } => (project, broken),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_broken_file_locks_out_itself_alone_and_no_save_touches_it() {
    let (dir, whole) = saved();
    let files_of = |start: &str| {
        let is_of = |path: &PathBuf| {
            path.strip_prefix(dir.path())
                .unwrap()
                .to_string_lossy()
                .starts_with(start)
        };
        files(dir.path())
            .into_keys()
            .filter(is_of)
            .collect::<Vec<_>>()
    };
    let (clips, montages) = (files_of("clips"), files_of("montages"));
    let marked = [&b"<<<<<<< ours\n"[..], &fs::read(&montages[0]).unwrap()].concat();
    fs::write(&montages[0], &marked).unwrap();
    let unknown =
        fs::read_to_string(&clips[0])
            .unwrap()
            .replacen("\"asset\"", "\"new\": 1, \"asset\"", 1);
    fs::write(&clips[0], &unknown).unwrap();
    let keys = |clip: &Path| {
        let text: serde_json::Value = serde_json::from_slice(&fs::read(clip).unwrap()).unwrap();
        dir.path()
            .join("blobs")
            .join(text["asset"]["keys"].as_str().unwrap())
    };
    fs::write(keys(&clips[1]), b"garbage").unwrap();
    fs::remove_file(keys(&clips[2])).unwrap();
    let (project, found) = broken(dir.path());
    let mut names: Vec<_> = found
        .iter()
        .map(|broken| (broken.kind.unwrap().word(), broken.id.is_some()))
        .collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            ("clip", true),
            ("clip", true),
            ("clip", true),
            ("montage", true)
        ]
    );
    assert_eq!(
        (project.clips.len(), project.montages.len()),
        (whole.clips.len() - 3, whole.montages.len() - 1)
    );
    assert!(
        found
            .iter()
            .all(|broken| whole.asset_name(broken.id.unwrap()) == Some(&broken.name)),
        "{found:?}"
    );
    let mut edited = project.clone();
    edited.name = "Edited".into();
    edited.meshes.clear();
    let before: BTreeMap<PathBuf, Vec<u8>> = files(dir.path())
        .into_keys()
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect();
    save_project(dir.path(), &edited, &Saving::since(Some(&project))).unwrap();
    for path in [&montages[0], &clips[0], &clips[1], &clips[2]] {
        assert_eq!(fs::read(path).unwrap(), before[path]);
    }
    assert!(
        files_of("blobs").len()
            == before
                .keys()
                .filter(|path| path.to_string_lossy().contains("blobs"))
                .count()
    );
    assert_eq!(broken(dir.path()).0, edited);
}

#[test]
fn what_takes_the_place_of_a_broken_file_leaves_a_copy_of_it() {
    let (dir, whole) = saved();
    let clip = asset_file(dir.path(), "clips");
    fs::write(&clip, b"<<<<<<<").unwrap();
    let (project, found) = broken(dir.path());
    let mut edited = project.clone();
    edited.share(&whole, found[0].id.unwrap());
    let refused = save_project(dir.path(), &edited, &Saving::since(Some(&project))).unwrap_err();
    assert_eq!(refused.reason, FileErrorReason::Changed);
    let kept = save_project(dir.path(), &edited, &over(&project)).unwrap();
    assert_eq!(fs::read(&kept[0]).unwrap(), b"<<<<<<<");
    assert_eq!(broken(dir.path()), (whole, vec![]));
}

#[cfg(unix)]
#[test]
fn a_linked_folder_is_told_and_nothing_is_written_through_it() {
    let (dir, _) = saved();
    let elsewhere = TempDir::new().unwrap();
    fs::rename(dir.path().join("clips"), elsewhere.path().join("clips")).unwrap();
    std::os::unix::fs::symlink(elsewhere.path().join("clips"), dir.path().join("clips")).unwrap();
    let before = files(elsewhere.path());
    let (project, found) = broken(dir.path());
    assert!(
        project.clips.is_empty() && found.len() == 1 && found[0].problem.text.contains("link"),
        "{found:?}"
    );
    let mut edited = project.clone();
    edited.name = "Edited".into();
    save_project(dir.path(), &edited, &Saving::since(Some(&project))).unwrap();
    edited.share(
        &mannequin::sample(),
        *mannequin::sample().clips.keys().next().unwrap(),
    );
    let refused = save_project(dir.path(), &edited, &over(&project));
    assert!(refused.is_err_and(|error| error.text.contains("link")));
    assert_eq!(files(elsewhere.path()), before);
}

#[test]
fn a_folder_without_anything_that_can_be_read_is_refused_whole() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("project.json"), b"{").unwrap();
    assert!(text(open(dir.path())).contains("project.json"));
    let (dir, whole) = saved();
    fs::write(dir.path().join("project.json"), b"{").unwrap();
    let (project, found) = broken(dir.path());
    assert_eq!((project.clips.len(), found.len()), (whole.clips.len(), 1));
    assert!(dir.path().ends_with(&project.name));
}

#[test]
fn leftovers_of_writes_that_were_stopped_long_ago_go_with_the_next_one() {
    let dir = TempDir::new().unwrap();
    let (path, old, new) = (
        dir.path().join("a.bin"),
        dir.path().join(".a.bin.1-0.mutoscope"),
        dir.path().join(".a.bin.2-0.mutoscope"),
    );
    [&old, &new]
        .iter()
        .for_each(|path| fs::write(path, b"half").unwrap());
    let hours_ago = SystemTime::now() - std::time::Duration::from_secs(7200);
    fs::File::options()
        .write(true)
        .open(&old)
        .unwrap()
        .set_modified(hours_ago)
        .unwrap();
    write_atomic(&path, b"whole").unwrap();
    assert_eq!(
        files(dir.path()).into_keys().collect::<Vec<_>>(),
        [new, path]
    );
}

#[test]
fn changes_outside_are_named_and_none_where_nobody_changed_anything() {
    let (dir, project) = saved();
    assert!(
        changes_outside(dir.path(), &project, &project, None)
            .unwrap()
            .is_empty()
    );
    let clip = asset_file(dir.path(), "clips");
    fs::write(
        &clip,
        fs::read_to_string(&clip)
            .unwrap()
            .replace("\"rate_scale\": 1.0", "\"rate_scale\": 2.0"),
    )
    .unwrap();
    fs::remove_file(asset_file(dir.path(), "montages")).unwrap();
    fs::copy(&clip, dir.path().join("clips/copy.json")).unwrap();
    fs::write(dir.path().join("clips/notes.txt"), b"mine").unwrap();
    let found = changes_outside(dir.path(), &project, &project, None).unwrap();
    let mut how: Vec<_> = found.edits.iter().map(|edit| edit.how).collect();
    how.sort_by_key(|how| format!("{how:?}"));
    assert_eq!(how, [How::Changed, How::Changed, How::Removed], "{found:?}");
}

#[test]
fn a_file_of_an_asset_that_is_no_asset_any_more_is_a_change_and_a_stranger_is_none() {
    let (dir, project) = saved();
    let clip = asset_file(dir.path(), "clips");
    fs::write(
        dir.path().join("clips/list.json"),
        br#"{"format": "shopping"}"#,
    )
    .unwrap();
    assert_eq!(
        changes_outside(dir.path(), &project, &project, None).unwrap(),
        ExternalChanges::default()
    );
    fs::write(&clip, b"merge failed").unwrap();
    let found = changes_outside(dir.path(), &project, &project, None).unwrap();
    let path = clip.strip_prefix(dir.path()).unwrap().to_str().unwrap();
    assert_eq!(
        found
            .edits
            .iter()
            .map(|edit| (edit.path.as_str(), edit.how))
            .collect::<Vec<_>>(),
        [(path, How::Changed)]
    );
    // Of an asset that is about to go, too: its file would be deleted with what somebody else wrote
    // there.
    let mut here = project.clone();
    here.clips.retain(|_, clip| !path.contains(&clip.name));
    assert_eq!(here.clips.len() + 1, project.clips.len());
    let found = changes_outside(dir.path(), &project, &here, None).unwrap();
    assert_eq!(
        found
            .edits
            .iter()
            .map(|edit| (edit.path.as_str(), edit.how))
            .collect::<Vec<_>>(),
        [(path, How::Changed)]
    );
    let (dir, project) = saved();
    let root = dir.path().join(formats::project::ROOT_FILE);
    fs::write(
        &root,
        fs::read_to_string(&root)
            .unwrap()
            .replacen(&project.name, "Another", 1),
    )
    .unwrap();
    let found = changes_outside(dir.path(), &project, &project, None).unwrap();
    assert_eq!(
        found
            .edits
            .iter()
            .map(|edit| (edit.asset, edit.how))
            .collect::<Vec<_>>(),
        [(None, How::Changed)]
    );
}

/// What keys, vertices and pictures lie in is not looked into, but missed.
#[test]
fn a_blob_that_is_gone_or_cut_short_is_noticed_and_written_again() {
    let (dir, project) = saved();
    let blob = asset_file(dir.path(), "blobs");
    let (name, whole) = (
        blob.strip_prefix(dir.path())
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned(),
        fs::read(&blob).unwrap(),
    );
    for cut in [None, Some(whole.len() / 2)] {
        match cut {
            None => fs::remove_file(&blob).unwrap(),
            Some(length) => fs::write(&blob, &whole[..length]).unwrap(),
        }
        let found = changes_outside(dir.path(), &project, &project, None).unwrap();
        assert_eq!((found.edits, found.lost), (Vec::new(), vec![name.clone()]));
        save_project(dir.path(), &project, &Saving::since(Some(&project))).unwrap();
        assert_eq!(fs::read(&blob).unwrap(), whole);
        assert_eq!(
            changes_outside(dir.path(), &project, &project, None).unwrap(),
            ExternalChanges::default()
        );
    }
}

/// A save that is refused and a look at the folder see the same.
#[test]
fn whatever_a_save_is_refused_for_is_found_by_a_look() {
    let (dir, project) = saved();
    let file = asset_file(dir.path(), "montages");
    let id = *project
        .montages
        .keys()
        .find(|id| file.to_str().unwrap().contains(&id.to_string()))
        .unwrap();
    fs::write(&file, b"<<<<<<< mine").unwrap();
    // Without the asset, as it was taken in; with it again, as after undo.
    let mut without = project.clone();
    without.remove(id);
    for (since, here, is_refused) in [
        (&without, &without, false),
        (&without, &project, true),
        (&project, &project, true),
    ] {
        let found = changes_outside(dir.path(), since, here, None).unwrap();
        assert_eq!(!found.is_empty(), is_refused, "{found:?}");
        let saved = save_project(dir.path(), here, &Saving::since(Some(since)));
        assert_eq!(
            saved.is_err_and(|error| error.reason == FileErrorReason::Changed),
            is_refused
        );
    }
}

/// Version control may give lines other ends: nobody has edited anything.
#[test]
fn other_ends_of_lines_are_no_edits_and_rewrite_nothing() {
    let (dir, project) = saved();
    for path in files(dir.path())
        .into_keys()
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
    {
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace('\n', "\r\n")).unwrap();
    }
    let before = files(dir.path());
    assert_eq!(reopened(dir.path()), project);
    assert_eq!(
        changes_outside(dir.path(), &project, &project, None).unwrap(),
        ExternalChanges::default()
    );
    let mut edited = project.clone();
    rename_clip(&mut edited, "Renamed");
    save_project(dir.path(), &edited, &Saving::since(Some(&project))).unwrap();
    let after = files(dir.path());
    let kept = after
        .iter()
        .filter(|(path, time)| before.get(*path) == Some(time))
        .count();
    assert_eq!(
        (kept, after.len()),
        (before.len() - 1, before.len()),
        "one file has another name"
    );
    assert_eq!(reopened(dir.path()), edited);
}

#[cfg(target_os = "linux")]
#[test]
fn work_in_a_folder_whose_name_is_no_text_is_found_there() {
    use journal::{JournalSession, JournalState, Listing, Version, restore};
    use std::os::unix::ffi::OsStrExt;
    let place = TempDir::new().unwrap();
    let folder = place.path().join(std::ffi::OsStr::from_bytes(b"h\xe9ro"));
    let saved = Arc::new(mannequin::excerpt());
    save_project(&folder, &saved, &Saving::since(None)).unwrap();
    let mut edited = (*saved).clone();
    rename_clip(&mut edited, "Renamed");
    let version = |project: &Arc<Project>| Version {
        project: project.clone(),
        label: "".into(),
        note: "".into(),
    };
    let edited = Arc::new(edited);
    let versions = vec![version(&saved), version(&edited)];
    let mut session = JournalSession::new(&place.path().join("journal"));
    session
        .write(&JournalState {
            folder: Some(folder.clone()),
            saved,
            forgotten: 0,
            versions,
            at: 1,
        })
        .unwrap();
    drop(session);
    let found = Listing::of(&place.path().join("journal")).found.remove(0);
    let restored = restore(&found.path).unwrap();
    assert_eq!(
        (found.folder.as_ref(), restored.state.folder.as_ref()),
        (Some(&folder), Some(&folder))
    );
    assert_eq!(
        (restored.lost.len(), &*restored.state.versions[1].project),
        (0, &*edited)
    );
}
