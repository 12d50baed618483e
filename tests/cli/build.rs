//! `build` and `bundles`: bundles of a project, defined and built as a build farm does it.

use crate::support::{mutoscope, shown};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fs, path::Path};
use tempfile::TempDir;

/// The sample with a bundle by character and one by tag.
fn desk() -> (TempDir, String, String) {
    let folder = TempDir::new().unwrap();
    let project = folder.path().join("sample");
    crate::support::write_project(&project);
    let (project, out) = (
        shown(&project).to_owned(),
        shown(&folder.path().join("out")).to_owned(),
    );
    for args in [
        &["--set", "hero", "--character", "SK_Mannequin"][..],
        &["--set", "combat", "--tag", "combat"],
        &["--tag", "combat", "--tag-asset", "montage:AM_ChargedAttack"],
    ] {
        let done = mutoscope(&[&["bundles", &project], args].concat());
        assert_eq!(done.code, 0, "{args:?}: {}", done.err);
    }
    (folder, project, out)
}

fn files(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect()
}

fn states(rows: &Value) -> Value {
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| json!([row["name"], row["state"]])).collect()
}

#[test]
fn a_project_is_built_bundle_by_bundle_and_plays() {
    let (_folder, project, out) = desk();
    let build = |more: &[&str]| {
        let args = ["build", &project, "--out", &out, "--json"];
        mutoscope(&[&args[..], more].concat())
    };
    let stale = build(&["--check"]);
    assert_eq!(stale.code, 1);
    assert_eq!(
        states(&serde_json::from_str(&stale.out).unwrap()),
        json!([["combat", "stale"], ["hero", "stale"]])
    );
    assert!(!Path::new(&out).exists());
    let done = build(&["--depfiles"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(
        states(&done.json()),
        json!([["combat", "built"], ["hero", "built"]])
    );
    for name in ["combat", "hero"] {
        let bundle = format!("{out}/{name}.mbundle");
        let verified = mutoscope(&["verify", &bundle]);
        assert_eq!(verified.code, 0, "{}", verified.out);
    }
    let info = |name: &str| mutoscope(&["info", &format!("{out}/{name}.mbundle"), "--json"]).json();
    let count = |info: &Value, list: &str| info[list].as_array().unwrap().len();
    let (combat, hero) = (info("combat"), info("hero"));
    assert_eq!(count(&combat, "montages"), 1);
    assert!(count(&combat, "meshes") == 0 && count(&hero, "meshes") > 0);
    assert!(count(&hero, "clips") > count(&combat, "clips"));
    assert_eq!(build(&["--check"]).code, 0);
    let again = build(&[]).json();
    assert_eq!(
        states(&again),
        json!([["combat", "up_to_date"], ["hero", "up_to_date"]])
    );

    // A bundle alone is the same as among others.
    let first = files(&out);
    let alone = format!("{out}-alone");
    let done = mutoscope(&["build", &project, "--out", &alone, "--only", "hero"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(files(&alone)["hero.mbundle"], first["hero.mbundle"]);
    assert_eq!(files(&alone).len(), 2);
}

/// Whoever asks for a bundle by name is told where it is built, if not here.
#[test]
fn a_bundle_of_another_shard_is_left_out_and_that_is_told() {
    let (_folder, project, out) = desk();
    let mut built = 0;
    for number in 1..=5 {
        let shard = format!("{number}/5");
        let args = ["build", &project, "--out", &out, "--dry-run", "--json"];
        let more = ["--only", "hero", "--only", "hero", "--shard", &shard];
        let done = mutoscope(&[&args[..], &more].concat());
        assert_eq!(done.code, 0, "{}", done.err);
        if done.json() == json!([]) {
            assert_eq!(done.err.lines().count(), 1, "{}", done.err);
            assert!(done.err.contains("“hero” is in shard "), "{}", done.err);
            assert!(
                done.err.contains(&format!("not in {shard}")),
                "{}",
                done.err
            );
        } else {
            assert_eq!(states(&done.json()), json!([["hero", "stale"]]));
            assert_eq!(done.err, "");
            built += 1;
        }
    }
    assert_eq!(built, 1);
    // Without a name nobody waits for a bundle, and nothing is told.
    let args = [
        "build",
        &project,
        "--out",
        &out,
        "--dry-run",
        "--shard",
        "1/10000",
    ];
    let done = mutoscope(&args);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
}

#[test]
fn what_the_options_do_not_mean_is_refused_and_says_why() {
    let (_folder, project, out) = desk();
    let refused = |args: &[&str], code: u8, expected: &str| {
        let done = mutoscope(args);
        assert_eq!(done.code, code, "{args:?}: {}", done.err);
        assert!(done.err.contains(expected), "{args:?}: {}", done.err);
    };
    let build = ["build", &project, "--out", &out];
    for shard in ["0/2", "3/2", "1", "a/b", "1/0", "1/2/3", "1/10001"] {
        refused(&[&build[..], &["--shard", shard]].concat(), 2, "I/N");
    }
    refused(
        &[&build[..], &["--only", "hera"]].concat(),
        1,
        "combat, hero",
    );
    refused(&["build", &out, "--out", &out], 1, "no such file");
    refused(
        &edit(&project, &["--set", "a/b"]),
        1,
        "cannot be the name of a file",
    );
    refused(&edit(&project, &["--set", "HERO"]), 1, "already taken");
    refused(&edit(&project, &["--remove", "hera"]), 1, "“hero”");
    refused(
        &edit(&project, &["--set", "x", "--character", "Nobody"]),
        1,
        "does not exist",
    );
    refused(
        &edit(&project, &["--tag", "x", "--tag-asset", "clip:Nobody"]),
        1,
        "clip:Nobody",
    );
    refused(&edit(&project, &["--tag", "x"]), 2, "required");
    refused(&edit(&project, &["--tag-asset", "Walk_Fwd"]), 2, "required");
    let listed = mutoscope(&["bundles", &project, "--json"]).json();
    assert_eq!(listed["bundles"].as_array().unwrap().len(), 2);
}

#[test]
fn bundles_are_listed_changed_and_removed() {
    let (_folder, project, _) = desk();
    let run = |more: &[&str]| {
        let done = mutoscope(&[&["bundles", &*project, "--json"], more].concat());
        assert_eq!(done.code, 0, "{more:?}: {}", done.err);
        done.json()
    };
    let listed = run(&[]);
    assert_eq!(listed["bundles"][0]["characters"], json!(["SK_Mannequin"]));
    assert_eq!(listed["bundles"][1]["tags"], json!(["combat"]));
    assert_eq!(
        listed["tags"][0]["assets"],
        json!([{"kind": "montage", "name": "AM_ChargedAttack"}])
    );
    // A name of two kinds means both, and setting a bundle again replaces what it takes.
    run(&["--tag", "combat", "--untag-asset", "AM_ChargedAttack"]);
    let changed = run(&["--set", "combat", "--tag", "other"]);
    assert_eq!(changed["bundles"][1]["tags"], json!(["other"]));
    assert_eq!(changed["bundles"][1]["assets"], json!([]));
    let removed = run(&["--remove", "combat"]);
    assert_eq!(removed["bundles"].as_array().unwrap().len(), 1);
    assert_eq!(removed["tags"], json!([]));
}

fn edit<'a>(project: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["bundles", project], more].concat()
}
