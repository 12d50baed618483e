//! `diff` and `merge`, and names that would steer a terminal.

#[path = "support/cli.rs"]
mod support;

use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
};
use support::{Done, arm, mutoscope, shown, write_project};
use tempfile::TempDir;

fn copies() -> (TempDir, [PathBuf; 3]) {
    let folder = TempDir::new().unwrap();
    let paths = ["base", "mine", "theirs"].map(|name| folder.path().join(name));
    paths.iter().for_each(|path| write_project(path));
    (folder, paths)
}

fn file(project: &Path, start: &str) -> PathBuf {
    let (folder, start) = start.split_once('/').unwrap();
    let entries = fs::read_dir(project.join(folder)).unwrap().map(|entry| entry.unwrap().path());
    entries.into_iter().find(|path| path.file_name().unwrap().to_str().unwrap().starts_with(start)).unwrap()
}

fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

fn merge([base, mine, theirs]: &[PathBuf; 3], rest: &[&str]) -> Done {
    mutoscope(&[&["merge", shown(base), shown(mine), shown(theirs)], rest].concat())
}

#[test]
fn diff_names_the_field_and_is_silent_where_nothing_differs() {
    let (_folder, [base, mine, _]) = copies();
    let diff = |rest: &[&str]| mutoscope(&[&["diff", shown(&base), shown(&mine)], rest].concat());
    assert_eq!((diff(&[]).out.as_str(), diff(&[]).code), ("", 0));
    edit(&file(&mine, "clips/Walk_Fwd"), "\"rate_scale\": 1.0", "\"rate_scale\": 0.5");
    assert_eq!(diff(&[]).out, "clip Walk_Fwd, rate_scale: 1.0 -> 0.5\n");
    let rows = diff(&["--json"]).json();
    assert_eq!(rows.as_array().unwrap().len(), 1);
    assert_eq!((&rows[0]["place"], &rows[0]["from"], &rows[0]["to"]), (&json!("rate_scale"), &json!(1.0), &json!(0.5)));
    let of_file = mutoscope(&["diff", shown(&file(&base, "clips/Walk_Fwd")), shown(&file(&mine, "clips/Walk_Fwd"))]);
    assert_eq!(of_file.out, "asset/rate_scale: 1.0 -> 0.5\n");
    assert_eq!(mutoscope(&["diff", shown(&base), shown(&base.join("none"))]).code, 1);
}

#[test]
fn merge_brings_both_together_and_fails_only_where_both_changed_a_field() {
    let (folder, paths) = copies();
    edit(&file(&paths[1], "clips/Walk_Fwd"), "\"rate_scale\": 1.0", "\"rate_scale\": 0.5");
    edit(&file(&paths[2], "clips/Walk_Fwd"), "\"looping\": true", "\"looping\": false");
    let out = folder.path().join("out");
    let done = merge(&paths, &["--out", shown(&out)]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    let diff = mutoscope(&["diff", shown(&paths[0]), shown(&out)]).out;
    assert!(diff.contains("rate_scale: 1.0 -> 0.5") && diff.contains("looping: true -> false"), "{diff}");
    edit(&file(&paths[2], "clips/Walk_Fwd"), "\"rate_scale\": 1.0", "\"rate_scale\": 2.0");
    let done = merge(&paths, &[]);
    let line = "conflict: clip Walk_Fwd, rate_scale: 1.0 became 0.5 in mine and 2.0 in theirs; mine was taken\n";
    assert_eq!((done.code, done.err.as_str()), (1, line));
    let of_mine = fs::read_to_string(file(&paths[1], "clips/Walk_Fwd")).unwrap();
    assert!(of_mine.contains("\"rate_scale\": 0.5") && of_mine.contains("\"looping\": false"), "in place of mine");
    assert_eq!(merge(&paths, &["--take", "theirs"]).code, 0);
    assert!(fs::read_to_string(file(&paths[1], "clips/Walk_Fwd")).unwrap().contains("\"rate_scale\": 2.0"));
}

#[test]
fn merge_of_files_is_a_driver_for_version_control() {
    let (folder, paths) = copies();
    let files = paths.each_ref().map(|path| file(path, "montages/"));
    edit(&files[1], "\"rate_scale\": 1.0", "\"rate_scale\": 0.5");
    edit(&files[2], "\"auto_blend_out\": true", "\"auto_blend_out\": false");
    assert_eq!(merge(&files, &[]).code, 0);
    let text = fs::read_to_string(&files[1]).unwrap();
    assert!(text.contains("\"rate_scale\": 0.5") && text.contains("\"auto_blend_out\": false"));
    let empty = folder.path().join("empty");
    fs::write(&empty, b"").unwrap();
    let added = merge(&[empty, files[1].clone(), files[0].clone()], &[]);
    assert_eq!(added.code, 1, "both added another file");
    fs::write(&files[2], b"<<<<<<<").unwrap();
    let bad = merge(&files, &[]);
    assert!(bad.code == 1 && bad.err.contains("theirs is not sound"), "{}", bad.err);
    assert_eq!(fs::read_to_string(&files[1]).unwrap(), text, "what is refused changes nothing");
}

#[test]
fn names_cannot_steer_a_terminal() {
    let folder = TempDir::new().unwrap();
    let source = arm(folder.path());
    let text = fs::read_to_string(&source).unwrap().replace("\"Lift\"", "\"Li\\u001b[2Jft\\u009b\"");
    fs::write(&source, text).unwrap();
    for args in [
        vec!["info", shown(&source)],
        vec!["info", shown(&source), "--json"],
        vec!["sample", shown(&source), "--clip", "x"],
    ] {
        let done = mutoscope(&args);
        let all = done.out + &done.err;
        assert!(!all.chars().any(|c| c.is_control() && c != '\n'), "{all:?}");
        assert!(all.contains("Li\\u001b[2Jft"), "{all}");
    }
}
