//! Sessions on the command line: recorded, read, played again and against edits, and asked.

use crate::support::{Done, mutoscope, shown};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

const SCRIPT: &str = r#"{"requests": [
    {"at": 0, "do": "play_graph", "graph": "PG_Hero"},
    {"at": 0.5, "do": "set_parameter", "parameter": "Speed", "value": 1.4},
    {"at": 2.0, "do": "set_parameter", "parameter": "Speed", "value": 3.0},
    {"at": 3.0, "do": "play_montage", "montage": "AM_AttackCombo"}]}"#;

struct Recorded {
    folder: TempDir,
    project: PathBuf,
    session: PathBuf,
}

impl Recorded {
    fn new(rest: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (project, session, script) = (at("project"), at("a.msession"), at("script.json"));
        assert_eq!(mutoscope(&["new", shown(&project)]).code, 0);
        fs::write(&script, SCRIPT).unwrap();
        let record = [
            "record",
            shown(&project),
            "--script",
            shown(&script),
            "--out",
        ];
        let done = mutoscope(&[&record[..], &[shown(&session)], rest].concat());
        assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", done.out);
        Self {
            folder,
            project,
            session,
        }
    }

    /// Changes a number of every file of a folder of the project.
    fn edit(&self, folder: &str, change: impl Fn(&mut Value)) {
        for file in fs::read_dir(self.project.join(folder)).unwrap() {
            let path = file.unwrap().path();
            let mut value: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
            change(&mut value);
            fs::write(&path, serde_json::to_vec_pretty(&value).unwrap()).unwrap();
        }
    }

    fn replay(&self, rest: &[&str]) -> Done {
        mutoscope(&[&["replay", shown(&self.session)], rest].concat())
    }
}

fn document(done: &Done) -> Value {
    assert_eq!(done.code, 0, "{}", done.err);
    serde_json::from_str(&done.out).unwrap()
}

#[test]
fn a_recorded_script_plays_again_alike_and_against_its_own_project() {
    let recorded = Recorded::new(&[]);
    let info = document(&mutoscope(&[
        "session",
        "info",
        shown(&recorded.session),
        "--json",
    ]));
    assert_eq!(
        (&info["title"], &info["origin"]),
        (&json!("project"), &json!("script"))
    );
    assert_eq!(
        (&info["first"], &info["libraries"][0]["is_in_file"]),
        (&json!(0), &json!(true))
    );
    let again = recorded.replay(&["--expect-equal"]);
    assert_eq!((again.code, again.err.as_str()), (0, ""));
    assert!(again.out.contains("identical"), "{}", again.out);
    // An end that would be ignored is refused.
    assert_eq!(recorded.replay(&["--to", "1"]).code, 2);
    let project = shown(&recorded.project);
    let same = recorded.replay(&["--against", project, "--expect-equal"]);
    assert_eq!(same.code, 0, "{}", same.out);
    assert!(same.out.contains("no difference"), "{}", same.out);
}

#[test]
fn an_edit_is_found_with_its_first_tick_and_what_it_moves() {
    let recorded = Recorded::new(&[]);
    recorded.edit("montages", |montage| {
        montage["asset"]["rate_scale"] = json!(2.0)
    });
    let project = shown(&recorded.project);
    let found = document(&recorded.replay(&["--against", project, "--json"]));
    let found = &found[0];
    // The montage begins at 3 s, in the tick of this number.
    let first = found["first"].as_u64().unwrap();
    assert!((179..=182).contains(&first), "{first}");
    assert_eq!(found["is_equal"], json!(false));
    let events = found["events"].as_array().unwrap();
    let of = |outcome: &str| events.iter().filter(|it| it["outcome"] == outcome).count();
    assert!(
        of("moved") > 0 && of("lost") + of("new") < events.len(),
        "{events:?}"
    );
    assert!(found["poses"][0]["distance"].as_f64().unwrap() > 0.01);
    let text = recorded.replay(&["--against", project, "--expect-equal"]);
    assert_eq!(text.code, 1);
    assert!(
        text.out.contains("differ, the first is") && text.out.contains("moved by"),
        "{}",
        text.out
    );
    let before = recorded.replay(&["--against", project, "--to", "2.5", "--expect-equal"]);
    assert_eq!(before.code, 0, "{}", before.out);
    let sessions = [shown(&recorded.session); 3];
    let many = mutoscope(
        &[
            &["replay"],
            &sessions[..],
            &["--against", project, "--json"],
        ]
        .concat(),
    );
    let many = document(&many);
    assert_eq!((many.as_array().unwrap().len(), &many[2]), (3, found));
}

#[test]
fn why_names_the_rule_and_what_it_compared() {
    let recorded = Recorded::new(&[]);
    let why = |rest: &[&str]| mutoscope(&[&["why", shown(&recorded.session)], rest].concat());
    let started = document(&why(&[
        "--at",
        "#180",
        "--subject",
        "AM_AttackCombo",
        "--json",
    ]));
    let rows = |of: &str| started[of].as_array().unwrap().clone();
    let all = [rows("now"), rows("last"), rows("next")].concat();
    assert!(all.iter().any(|row| row["what"] == "started"), "{started}");
    assert!(
        all.iter()
            .all(|row| !row["reason"].as_str().unwrap().is_empty())
    );
    let unknown = why(&["--at", "1", "--subject", "Nobody"]);
    assert_eq!(unknown.code, 1);
    assert!(unknown.err.contains("“AM_AttackCombo”"), "{}", unknown.err);
    let outside = why(&["--at", "#99999", "--subject", "AM_AttackCombo"]);
    assert!(outside.err.contains("no tick 99999"), "{}", outside.err);
}

#[test]
fn a_light_session_wants_the_very_content_that_it_was_recorded_with() {
    let recorded = Recorded::new(&["--light"]);
    assert!(fs::metadata(&recorded.session).unwrap().len() < 500_000);
    let without = recorded.replay(&[]);
    assert_eq!(without.code, 1);
    assert!(without.err.contains("Give the bundle"), "{}", without.err);
    let project = shown(&recorded.project);
    let with = recorded.replay(&["--bundle", project]);
    assert_eq!(with.code, 0, "{}", with.err);
    recorded.edit("montages", |montage| {
        montage["asset"]["rate_scale"] = json!(2.0)
    });
    let other = recorded.replay(&["--bundle", project]);
    assert!(other.err.contains("with other content"), "{}", other.err);
}

#[test]
fn a_session_that_is_cut_off_plays_what_is_whole_and_says_what_is_missing() {
    let recorded = Recorded::new(&["--duration", "12"]);
    let bytes = fs::read(&recorded.session).unwrap();
    let cut: PathBuf = recorded.folder.path().join("cut.msession");
    fs::write(&cut, &bytes[..bytes.len() - 2000]).unwrap();
    let replay = |path: &Path| mutoscope(&["replay", shown(path)]);
    let done = replay(&cut);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.err.contains("ticks are missing"), "{}", done.err);
    assert!(done.out.contains("600 ticks: identical"), "{}", done.out);
    fs::write(&cut, b"no session").unwrap();
    assert!(replay(&cut).err.contains("not a Mutoscope session"));
    let onto = mutoscope(&[
        "record",
        shown(&recorded.project),
        "--script",
        shown(&recorded.folder.path().join("script.json")),
        "--out",
        shown(&cut),
    ]);
    assert_eq!(onto.code, 1);
    assert!(onto.err.contains("--force"), "{}", onto.err);
}

#[test]
fn a_moment_is_found_by_what_holds_in_it() {
    let recorded = Recorded::new(&[]);
    let find =
        |rest: &[&str]| mutoscope(&[&["session", "find", shown(&recorded.session)], rest].concat());
    // The script sets Speed to 3 at 2 s and plays the montage at 3 s.
    let moment = document(&find(&["--above", "Speed=2.9", "--next", "--json"]));
    assert!(
        (119..=121).contains(&moment["tick"].as_u64().unwrap()),
        "{moment}"
    );
    assert!(
        (moment["time"].as_f64().unwrap() - 2.0).abs() < 0.02,
        "{moment}"
    );
    let last = document(&find(&["--below", "Speed=2.9", "--json"]));
    assert_eq!(
        last["tick"].as_u64().unwrap() + 1,
        moment["tick"].as_u64().unwrap()
    );
    let whoosh = document(&find(&["--fired", "Whoosh_1", "--json"]));
    assert!(
        (3.3..3.4).contains(&whoosh["time"].as_f64().unwrap()),
        "{whoosh}"
    );
    let before = find(&["--fired", "Whoosh_1", "--at", "3"]);
    assert_eq!((before.code, before.out.as_str()), (1, ""));
    assert!(before.err.contains("never"), "{}", before.err);
    assert!(find(&["--entered", "Move"]).out.starts_with("tick "));
    assert_eq!(find(&["--above", "Speed"]).code, 2);
    assert_eq!(find(&[]).code, 2);
}

#[test]
fn a_bone_comes_from_clips_and_nodes() {
    let recorded = Recorded::new(&[]);
    let why = ["why", shown(&recorded.session), "--at", "2.5", "--bone"];
    let told = document(&mutoscope(&[&why[..], &["foot_l", "--json"]].concat()));
    let shares = told["bone"]["shares"].as_array().unwrap();
    let whole = shares.iter().filter(|it| it["is_additive"] == false);
    let sum: f64 = whole.map(|it| it["weight"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-4, "{told}");
    let text = mutoscope(&[&why[..], &["foot_l"]].concat());
    assert!(text.out.contains(" %: "), "{}", text.out);
    let nobody = mutoscope(&[&why[..], &["tail"]].concat());
    assert!(nobody.err.contains("no bone “tail”"), "{}", nobody.err);
}

#[test]
fn a_span_of_a_session_becomes_a_test_of_the_project() {
    let recorded = Recorded::new(&[]);
    let make = |rest: &[&str]| {
        let files = [shown(&recorded.session), shown(&recorded.project)];
        mutoscope(&[&["session", "test"], &files[..], rest].concat())
    };
    let span = ["--from", "3.1", "--to", "4.5"];
    let made = make(&[&["--name", "Combo while running"], &span[..]].concat());
    assert_eq!((made.code, made.err.as_str()), (0, ""), "{}", made.out);
    assert!(
        made.out.starts_with("Combo while running: 1.4"),
        "{}",
        made.out
    );
    let test = || {
        let project = shown(&recorded.project);
        mutoscope(&["test", project, "--only", "Combo while running"])
    };
    let held = test();
    assert_eq!(held.code, 0, "{}{}", held.out, held.err);
    // The same name again, and spans that are not there.
    for (rest, told) in [
        (&["--name", "Combo while running"][..], "already"),
        (&["--name", "Other", "--from", "#99999"], "99999"),
        (&["--name", "Other", "--from", "3", "--to", "3"], "span"),
    ] {
        let refused = make(rest);
        assert_ne!(refused.code, 0, "{rest:?}");
        assert!(refused.err.contains(told), "{rest:?}: {}", refused.err);
    }
    assert_eq!(test().code, 0, "nothing was changed by what was refused");
    recorded.edit("montages", |file| {
        file["asset"]["notifies"] = json!([]);
        file["asset"]["rate_scale"] = json!(0.5);
    });
    let failed = test();
    assert_eq!(failed.code, 1, "{}{}", failed.out, failed.err);
    assert!(failed.out.contains("events"), "{}", failed.out);
}
