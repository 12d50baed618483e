//! `cut`: clips trimmed, split and reversed by the command.

use crate::support::{mutoscope, shown, write_project};
use serde_json::Value;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The sample project and where its bundle goes.
fn desk() -> (TempDir, PathBuf, PathBuf) {
    let folder = TempDir::new().unwrap();
    let project = folder.path().join("sample");
    let bundle = folder.path().join("sample.mbundle");
    write_project(&project);
    (folder, project, bundle)
}

fn cut(project: &Path, args: &[&str]) -> Value {
    let head = ["cut", shown(project), "--clip", "Idle", "--json"];
    let done = mutoscope(&[&head, args].concat());
    assert_eq!(done.code, 0, "{args:?}: {}", done.err);
    serde_json::from_str(&done.out).unwrap()
}

#[test]
fn a_clip_is_trimmed_split_and_reversed_and_saved() {
    let (_folder, project, bundle) = desk();
    let length = |told: &Value| told["length"].as_f64().unwrap();
    let trimmed = cut(&project, &["--from", "1", "--to", "4"]);
    assert!((length(&trimmed) - 3.0).abs() < 1e-4, "{trimmed}");
    let split = cut(&project, &["--split", "1", "--name", "Idle_Rest"]);
    assert!((length(&split) - 1.0).abs() < 1e-4 && split["rest"] == "Idle_Rest");
    let rest = mutoscope(&["cut", shown(&project), "--clip", "Idle_Rest", "--reverse"]);
    assert_eq!(rest.code, 0, "{}", rest.err);
    assert!(rest.out.starts_with("Idle_Rest: 2.000 s, "), "{}", rest.out);
    let export = mutoscope(&["export", shown(&project), "--out", shown(&bundle)]);
    assert_eq!(export.code, 0, "{}", export.err);
    assert_eq!(mutoscope(&["verify", shown(&bundle)]).code, 0);
}

#[test]
fn what_cannot_be_cut_says_why_and_changes_nothing() {
    let (_folder, project, _) = desk();
    let refused = |args: &[&str]| {
        let head = ["cut", shown(&project), "--clip", "Idle"];
        let done = mutoscope(&[&head, args].concat());
        assert_ne!(done.code, 0, "{args:?}");
        done.err
    };
    assert!(refused(&["--from", "99"]).contains("at least one frame within it"));
    assert!(refused(&["--split", "0"]).contains("at least one frame within it"));
    assert!(refused(&[]).contains("required"));
    assert!(refused(&["--reverse", "--from", "1"]).contains("cannot be used with"));
    let gone = mutoscope(&["cut", shown(&project), "--clip", "Nobody", "--reverse"]);
    assert!(
        gone.code != 0 && gone.err.contains("Nobody"),
        "{}",
        gone.err
    );
}
