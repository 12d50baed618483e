//! What commands never do: change what lies outside of a project, and replace what is not theirs.

use crate::support::{arm, mutoscope, shown};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

fn project(folder: &Path) -> PathBuf {
    let (source, project) = (arm(folder), folder.join("project"));
    assert_eq!(
        mutoscope(&["import", shown(&source), "--project", shown(&project)]).code,
        0
    );
    project
}

fn export(project: &Path, out: &Path, more: &[&str]) -> crate::support::Done {
    mutoscope(&[&["export", shown(project), "--out", shown(out)], more].concat())
}

/// Each name in a tree with what it holds; a link with where it leads.
fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            let data = fs::symlink_metadata(&path).unwrap();
            let bytes = match (data.is_dir(), data.is_file()) {
                (true, _) => {
                    open.push(path.clone());
                    Vec::new()
                }
                (_, true) => fs::read(&path).unwrap(),
                _ => format!("{:?}", fs::read_link(&path)).into_bytes(),
            };
            found.push((path, bytes));
        }
    }
    found.sort();
    found
}

#[test]
fn a_file_of_another_program_is_replaced_by_force_alone_and_one_of_a_project_never() {
    let folder = TempDir::new().unwrap();
    let project = project(folder.path());
    let at = |name: &str| folder.path().join(name);
    fs::write(at("letter.txt"), "dear").unwrap();
    let refused = export(&project, &at("letter.txt"), &[]);
    assert!(
        refused.code == 1 && refused.err.contains("--force"),
        "{}",
        refused.err
    );
    assert_eq!(fs::read_to_string(at("letter.txt")).unwrap(), "dear");
    assert_eq!(export(&project, &at("letter.txt"), &["--force"]).code, 0);
    // What this program has written is replaced without a word, and so is an empty file.
    assert_eq!(export(&project, &at("letter.txt"), &[]).code, 0);
    fs::write(at("made.mbundle"), "").unwrap();
    assert_eq!(export(&project, &at("made.mbundle"), &[]).code, 0);
    let source = fs::read(at("arm.gltf"))
        .or_else(|_| fs::read(at("arm.glb")))
        .unwrap();
    fs::write(at("blend.glb"), &source).unwrap();
    assert_eq!(export(&project, &at("blend.glb"), &[]).code, 1);
    assert_eq!(fs::read(at("blend.glb")).unwrap(), source);
    assert_eq!(
        (
            export(&project, &at("own.glb"), &[]).code,
            export(&project, &at("own.glb"), &[]).code
        ),
        (0, 0)
    );
    let before = tree(&project);
    for own in before.iter().filter(|(path, _)| path.is_file()) {
        let refused = export(&project, &own.0, &["--force"]);
        let is_seen = refused.err.contains("a project file")
            || refused.err.contains("Use .mbundle for a bundle");
        assert!(
            refused.code == 1 && is_seen,
            "{}: {}",
            own.0.display(),
            refused.err
        );
    }
    let new = export(&project, &project.join("clips/new.mbundle"), &[]);
    assert_eq!(new.code, 0, "{}", new.err);
    fs::remove_file(project.join("clips/new.mbundle")).unwrap();
    assert_eq!(tree(&project), before);
}

#[test]
fn the_ending_of_a_name_tells_what_is_exported() {
    let folder = TempDir::new().unwrap();
    let project = project(folder.path());
    let at = |name: &str| folder.path().join(name);
    assert_eq!(export(&project, &at("x.glb"), &[]).code, 0);
    assert!(fs::read(at("x.glb")).unwrap().starts_with(b"glTF"));
    let wrong = export(&project, &at("x.txt"), &["--gltf"]);
    assert!(
        wrong.code == 1 && wrong.err.contains(".glb") && !at("x.txt").exists(),
        "{}",
        wrong.err
    );
    let wrong = export(&project, &at("x.fbx"), &[]);
    assert!(
        wrong.code == 1 && wrong.err.contains(".mbundle") && !at("x.fbx").exists(),
        "{}",
        wrong.err
    );
    assert_eq!(export(&project, &at("x.bundle"), &[]).code, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn devices_and_pipes_are_written_to_and_stay_what_they_are() {
    use std::os::unix::fs::FileTypeExt;
    let folder = TempDir::new().unwrap();
    let project = project(folder.path());
    let whole = folder.path().join("whole.mbundle");
    assert_eq!(export(&project, &whole, &[]).code, 0);
    let pipe = folder.path().join("pipe");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).unwrap()
    });
    assert_eq!(export(&project, &pipe, &[]).code, 0);
    assert!(reader.join().unwrap() == fs::read(&whole).unwrap());
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    // As root everything could be replaced.
    for device in ["/dev/null", "/dev/full"] {
        let done = export(&project, Path::new(device), &[]);
        assert_eq!(done.code, u8::from(device == "/dev/full"), "{}", done.err);
        assert!(
            fs::symlink_metadata(device)
                .unwrap()
                .file_type()
                .is_char_device(),
            "{device}"
        );
    }
    let link = folder.path().join("link");
    std::os::unix::fs::symlink("/dev/null", &link).unwrap();
    assert_eq!(export(&project, &link, &[]).code, 0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}

/// Every command over a project whose folders and records lead elsewhere.
#[cfg(unix)]
#[test]
fn no_command_changes_what_a_hostile_project_points_at() {
    use std::os::unix::fs::symlink;
    let folder = TempDir::new().unwrap();
    let sound = project(folder.path());
    let (clip, skeleton) = ("wave", "arm");
    let source = arm(folder.path());
    for trap in [
        "graphs",
        "clips",
        "blobs",
        ".mutoscope",
        ".mutoscope/save",
        ".kept",
        "project.json",
        ".mutoscope/lock",
    ] {
        for is_file in [false, true] {
            let place = TempDir::new().unwrap();
            let (project, outside) = (place.path().join("project"), place.path().join("outside"));
            for (path, bytes) in tree(&sound).into_iter().filter(|(path, _)| path.is_file()) {
                let to = project.join(path.strip_prefix(&sound).unwrap());
                fs::create_dir_all(to.parent().unwrap()).unwrap();
                fs::write(to, bytes).unwrap();
            }
            fs::create_dir_all(&outside).unwrap();
            for name in ["secret", "0", "1", "commit.json", "lock", "editor.json"] {
                fs::write(outside.join(name), "{\"secret\": 1}").unwrap();
            }
            let at = project.join(trap);
            let _ = fs::remove_dir_all(&at).or_else(|_| fs::remove_file(&at));
            fs::create_dir_all(at.parent().unwrap()).unwrap();
            symlink(
                if is_file {
                    outside.join("secret")
                } else {
                    outside.clone()
                },
                &at,
            )
            .unwrap();
            let before = tree(&outside);
            let (p, out) = (shown(&project), place.path().join("out.mbundle"));
            for args in [
                vec!["info", p],
                vec!["info", p, "--json"],
                vec!["sample", p, "--clip", clip, "--times", "0"],
                vec!["compress", p, "--clip", clip],
                vec!["export", p, "--out", shown(&out)],
                vec!["diff", p, shown(&sound)],
                vec!["notify-schema", p],
                vec!["merge", p, p, shown(&sound)],
                vec!["bind", p, "--clip", clip, "--skeleton", skeleton],
                vec!["import", shown(&source), "--project", p],
            ] {
                let read = tree(&project);
                let done = mutoscope(&args);
                assert_eq!(
                    tree(&outside),
                    before,
                    "{trap} {is_file} {args:?}: {}",
                    done.err
                );
                let writes = ["merge", "bind", "import"].contains(&args[0]);
                assert!(
                    writes || tree(&project) == read,
                    "{trap} {is_file} {args:?} has written"
                );
            }
        }
    }
}

/// Vertices for which a file has no byte: reading them is a wish that has to be said.
#[test]
fn a_small_file_that_asks_for_much_memory_is_read_only_when_that_is_allowed() {
    let folder = TempDir::new().unwrap();
    let (file, project) = (
        folder.path().join("empty.gltf"),
        folder.path().join("project"),
    );
    let text = r#"{"asset": {"version": "2.0"}, "nodes": [{"mesh": 0, "name": "a"}],
        "accessors": [{"componentType": 5126, "count": 1048575, "type": "VEC3"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}]}"#;
    fs::write(&file, text).unwrap();
    let import = |more: &[&str]| {
        mutoscope(
            &[
                &["import", shown(&file), "--project", shown(&project)],
                more,
            ]
            .concat(),
        )
    };
    let refused = import(&[]);
    assert!(
        refused.code == 1 && refused.err.contains("--more-memory MIB"),
        "{}",
        refused.err
    );
    assert!(
        refused.err.contains("/accessors/0") && !project.exists(),
        "{}",
        refused.err
    );
    let looked = mutoscope(&["info", shown(&file)]);
    assert!(
        looked.code == 1 && looked.err.contains("import --more-memory MIB"),
        "{}",
        looked.err
    );
    let read = import(&["--more-memory", "2048"]);
    assert_eq!(read.code, 0, "{}", read.err);
}
