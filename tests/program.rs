//! The program itself, killed and left alone: whatever happens to it, a project is the old one or
//! the new one.
#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

#[path = "support/source.rs"]
mod source;

use asset::Project;
use files::Opened;
use source::{arm, arm_with_clips};
use std::{
    fs,
    io::Read,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;

fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn program() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_mutoscope"));
    // What it says is compared, so it does not follow the language of the machine.
    program.env("LC_ALL", "C");
    program
}

#[test]
fn an_import_is_saved_whoever_reads_what_it_says() {
    let folder = TempDir::new().unwrap();
    let source = arm(folder.path());
    for (at, closed) in ["out", "err", "both"].into_iter().enumerate() {
        let project = folder.path().join(closed);
        let mut command = program();
        command.args(["import", shown(&source), "--project", shown(&project)]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take().filter(|_| at != 1));
        drop(child.stderr.take().filter(|_| at != 0));
        assert!(child.wait().unwrap().success(), "{closed}");
        assert!(project.join("project.json").is_file(), "{closed}");
    }
}

/// As with `| head -1`: the reader has gone before all is written.
#[test]
fn help_whose_reader_has_gone_is_no_fault() {
    for (arguments, code) in [
        ("--help", 0),
        ("import --help", 0),
        ("--version", 0),
        ("wrong", 2),
    ] {
        let mut command = program();
        command.args(arguments.split(' '));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop((child.stdout.take(), child.stderr.take()));
        assert_eq!(child.wait().unwrap().code(), Some(code), "{arguments}");
    }
}

const FBX: &str = include_str!("fixtures/figure.fbx");
const BVH: &str = include_str!("fixtures/walk.bvh");

#[test]
fn fbx_and_bvh_files_come_in_and_damaged_ones_are_errors_of_their_files() {
    let folder = TempDir::new().unwrap();
    let import = |name: &str, text: &str, more: &[&str]| {
        let (source, project) = (folder.path().join(name), folder.path().join("project"));
        fs::write(&source, text).unwrap();
        let mut command = program();
        command
            .args([
                "import",
                shown(&source),
                "--project",
                shown(&project),
                "--add",
            ])
            .args(more);
        let done = command.output().unwrap();
        let said = String::from_utf8_lossy(&done.stdout).into_owned()
            + &String::from_utf8_lossy(&done.stderr);
        (done.status.success(), said, project)
    };
    let (is_done, said, project) = import("a.fbx", FBX, &["--strip-namespaces"]);
    assert!(is_done, "{said}");
    let bones = fs::read_dir(project.join("skeletons"))
        .unwrap()
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    assert!(bones.collect::<String>().contains("\"Spine\""), "{said}");
    // A second file for the same bones takes their names without being told.
    let (is_done, said, _) = import("again.fbx", FBX, &[]);
    let names = || {
        fs::read_dir(project.join("skeletons"))
            .unwrap()
            .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
    };
    assert!(
        is_done && !names().any(|text| text.contains("mixamorig:")),
        "{said}"
    );
    let (is_done, said, _) = import("walk.bvh", BVH, &[]);
    assert!(is_done && said.contains("walk"), "{said}");
    // A folder stands for what is in it.
    let takes = folder.path().join("takes");
    fs::create_dir_all(takes.join("more")).unwrap();
    fs::write(takes.join("run.bvh"), BVH).unwrap();
    fs::write(
        takes.join("more/jump.bvh"),
        BVH.replace("10 0 90 0", "20 0 45 0"),
    )
    .unwrap();
    let mut command = program();
    let both = folder.path().join("both");
    let done = command
        .args(["import", shown(&takes), "--project", shown(&both)])
        .output()
        .unwrap();
    let clips = fs::read_dir(both.join("clips")).map_or(0, |files| files.count());
    assert!(
        done.status.success() && clips == 2,
        "{clips} {}",
        String::from_utf8_lossy(&done.stderr)
    );
    for (name, text) in [("b.fbx", "Kaydara FBX Binary  \0"), ("b.bvh", &BVH[..60])] {
        let (is_done, said, _) = import(name, text, &[]);
        assert!(!is_done && said.contains(name), "{said}");
    }
}

#[test]
fn a_reader_that_is_asked_nothing_says_so() {
    let mut command = program();
    let asked = command
        .arg("read-fbx")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(!asked.status.success() && asked.stdout.is_empty() && !asked.stderr.is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn an_import_whose_result_cannot_be_written_is_saved_and_says_so() {
    let folder = TempDir::new().unwrap();
    let (source, project) = (arm(folder.path()), folder.path().join("project"));
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = program();
    command
        .args(["import", shown(&source), "--project", shown(&project)])
        .stdout(full)
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut text = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    assert!(
        !child.wait().unwrap().success() && project.join("project.json").is_file(),
        "{text}"
    );
    assert!(
        text.contains("finished, but its result cannot be written"),
        "{text}"
    );
    let failed = text
        .lines()
        .filter(|line| line.contains("cannot be written"));
    assert_eq!(failed.count(), 1, "{text}");
    // One that is longer than what is held back fails while it is made.
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let done = program()
        .arg("notices")
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let text = String::from_utf8(done.stderr).unwrap();
    assert!(
        !done.status.success() && text.lines().count() == 1,
        "{text}"
    );
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(|entry| entry.unwrap()) {
        let into = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &into)
        } else {
            fs::copy(entry.path(), into).unwrap();
        }
    }
}

fn opened(dir: &Path) -> Project {
    match files::open(dir).unwrap() {
        Opened::Project {
            project, broken, ..
        } if broken.is_empty() => project,
        other => panic!("{other:?}"),
    }
}

fn done(args: &[&str]) {
    let output = program().args(args).output().unwrap();
    assert!(
        output.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Every call that an import makes is stopped at in the tests of `files`; here the program itself
/// is.
const KILLS: u32 = 60;

#[test]
fn an_import_that_is_killed_leaves_the_old_project_or_the_new_one() {
    let folder = TempDir::new().unwrap();
    let [old, new, hit] = ["old", "new", "hit"].map(|name| folder.path().join(name));
    let source = arm_with_clips(folder.path(), 20);
    done(&["import", shown(&source), "--project", shown(&old)]);
    arm_with_clips(folder.path(), 60);
    copy(&old, &new);
    let import = |project: &Path| {
        let mut command = program();
        command.args([
            "import",
            shown(&source),
            "--update",
            "--project",
            shown(project),
        ]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    };
    let whole = |project: &Path| {
        let begin = Instant::now();
        let succeeds = import(project).wait().unwrap().success();
        succeeds.then(|| begin.elapsed())
    };
    let mut long = whole(&new).unwrap();
    let (before, after) = (opened(&old), opened(&new));
    assert_ne!(before.clips.len(), after.clips.len());
    let (mut kept, mut changed) = (0, 0);
    for kill in 0..KILLS {
        let _ = fs::remove_dir_all(&hit);
        copy(&old, &hit);
        let mut child = import(&hit);
        // The last part, where it writes, is hit more often.
        let part = 1.0 - (1.0 - f64::from(kill) / f64::from(KILLS)).powi(2) * 0.9;
        std::thread::sleep(Duration::from_secs_f64(long.as_secs_f64() * part));
        let _ = child.kill();
        let _ = child.wait();
        let found = opened(&hit);
        let as_it_was = |from: &Project| found.clips.keys().eq(from.clips.keys());
        if as_it_was(&before) {
            assert_eq!(found, before, "kill {kill}")
        } else {
            assert_eq!(found, after, "kill {kill}")
        }
        kept += u32::from(as_it_was(&before));
        changed += u32::from(as_it_was(&after));
        // Measured again each time: what else the machine does comes and goes.
        long = whole(&hit).unwrap_or_else(|| panic!("kill {kill}: the next one fails"));
        assert_eq!(opened(&hit), after);
        assert!(
            !hit.join(".mutoscope/save").exists(),
            "kill {kill}: nothing is left over"
        );
    }
    assert!(
        kept > 5 && changed > 0,
        "{kept} times the old one, {changed} times the new one"
    );
}

/// A limit on the size of files, as a full disk, leaves nothing of a new project behind.
#[cfg(unix)]
#[test]
fn a_new_project_that_finds_no_room_leaves_nothing() {
    let folder = TempDir::new().unwrap();
    let project = folder.path().join("sample");
    // Blocks of 512 or 1024 bytes: far below the largest file of the sample.
    let limited = format!("ulimit -f 16; exec \"$0\" new \"{}\"", shown(&project));
    let done = Command::new("sh")
        .args(["-c", &limited, env!("CARGO_BIN_EXE_mutoscope")])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(1), "{text}");
    assert!(
        text.contains("cannot be written") && !project.exists(),
        "{text}"
    );
}

#[test]
fn what_programs_read_is_the_same_in_every_language() {
    let folder = TempDir::new().unwrap();
    let project = folder.path().join("sample");
    done(&["new", shown(&project)]);
    let said = |more: &[&str]| {
        let output = program()
            .args(["info", shown(&project)])
            .args(more)
            .output()
            .unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let json = said(&["--json"]);
    assert_eq!(json, said(&["--json", "--language", "ja"]));
    assert_eq!(json, said(&["--language=zh-Hans", "--json"]));
    let (english, japanese) = (said(&[]), said(&["--language=ja"]));
    assert_ne!(english, japanese);
    assert!(japanese.contains("クリップ"), "{japanese}");
}
