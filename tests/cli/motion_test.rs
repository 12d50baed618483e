//! `test`: scenarios of a project, run by the command.

use crate::support::{mutoscope, shown, write_project};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// A small project, and the file of a scenario in it.
fn desk() -> (TempDir, PathBuf, PathBuf) {
    let folder = TempDir::new().unwrap();
    let project = folder.path().join("sample");
    write_project(&project);
    fs::create_dir_all(project.join("tests")).unwrap();
    let file = project.join("tests/Charge.json");
    write(&file, &scenario("Charge"));
    (folder, project, file)
}

fn scenario(name: &str) -> Value {
    json!({
        "format": "mutoscope.scenario",
        "version": 3,
        "id": "00000000000000a1",
        "asset": {
            "name": name,
            "script": {"requests": [
                {"at": 0.0, "do": "play_montage", "montage": "AM_ChargedAttack"}]},
            "duration": 1.5,
            "expect": [
                {"that": "events", "events": [{"name": "Hold", "at": 0.5, "phase": "section"}]},
                {"that": "poses_as_before", "within_mm": 1.0, "bones": ["hand_r"]}],
        },
    })
}

fn write(file: &Path, value: &Value) {
    fs::write(file, value.to_string()).unwrap();
}

fn file_of(project: &Path) -> PathBuf {
    let mut files = fs::read_dir(project.join("tests")).unwrap();
    files.next().unwrap().unwrap().path()
}

#[test]
fn a_reference_is_written_by_update_alone_and_then_holds() {
    let (_folder, project, _) = desk();
    let before = mutoscope(&["test", shown(&project)]);
    assert_eq!(before.code, 1, "{}", before.err);
    assert!(
        before.out.starts_with("FAILED  Charge (90 ticks)\n"),
        "{}",
        before.out
    );
    assert!(
        before.out.contains("there is no reference yet"),
        "{}",
        before.out
    );
    let updated = mutoscope(&["test", shown(&project), "--update"]);
    assert_eq!(
        (updated.code, updated.out.as_str()),
        (0, "Charge: new reference\n")
    );
    let after = mutoscope(&["test", shown(&project)]);
    assert_eq!(
        after.out,
        "ok      Charge (90 ticks)\n1 scenario, 0 failed\n"
    );
    assert_eq!(after.code, 0);
    let again = mutoscope(&["test", shown(&project), "--update"]);
    assert_eq!(again.out, "All references are up to date.\n");
}

#[test]
fn what_is_measured_holds_when_it_is_expected_and_fails_after_an_edit() {
    let (_folder, project, file) = desk();
    let before = fs::read(&file).unwrap();
    let measured = mutoscope(&["test", shown(&project), "--measure"]);
    assert_eq!(measured.code, 0, "{}", measured.err);
    assert!(
        fs::read(&file).unwrap() == before,
        "measuring changes nothing"
    );
    let mut value = scenario("Charge");
    let offers: Value = serde_json::from_str(&measured.out).unwrap();
    value["asset"]["expect"] = offers["Charge"].clone();
    write(&file, &value);
    let held = mutoscope(&["test", shown(&project)]);
    assert_eq!(held.code, 0, "{}{}", held.out, held.err);
    value["asset"]["duration"] = json!(1.4);
    write(&file, &value);
    let shorter = mutoscope(&["test", shown(&project)]);
    assert_eq!(shorter.code, 1);
    assert!(
        shorter.out.contains("is not there at 1.5"),
        "{}",
        shorter.out
    );
}

#[test]
fn a_failure_says_where_and_how_much_in_every_format() {
    let (folder, project, _) = desk();
    assert_eq!(mutoscope(&["test", shown(&project), "--update"]).code, 0);
    let file = file_of(&project);
    let mut value: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    value["asset"]["expect"][0]["events"][0]["at"] = json!(0.6);
    write(&file, &value);
    let junit = folder.path().join("motion.xml");
    let args = ["test", shown(&project), "--junit", shown(&junit), "--json"];
    let done = mutoscope(&args);
    assert_eq!(done.code, 1, "{}", done.err);
    let told: Value = serde_json::from_str(&done.out).unwrap();
    let failure = &told["scenarios"][0]["failures"][0];
    assert_eq!(
        (&told["failed"], &failure["that"]),
        (&json!(1), &json!("events"))
    );
    assert_eq!(
        (&failure["tick"], &failure["expectation"]),
        (&json!(29), &json!(0))
    );
    assert!(
        (failure["found"].as_f64().unwrap() + 0.1).abs() < 1e-6,
        "{failure}"
    );
    let xml = fs::read_to_string(&junit).unwrap();
    assert!(xml.contains("<failure type=\"events\""), "{xml}");
    // It may be replaced by the next run, and another program's file may not.
    assert_eq!(mutoscope(&args).code, 1);
    fs::write(&junit, "my own words").unwrap();
    let refused = mutoscope(&args);
    assert!(refused.code == 1 && refused.out.is_empty() && !refused.err.is_empty());
}

#[test]
fn a_bundle_is_tested_by_the_scenarios_of_a_project() {
    let (folder, project, _) = desk();
    assert_eq!(mutoscope(&["test", shown(&project), "--update"]).code, 0);
    let bundle = folder.path().join("a.mbundle");
    assert_eq!(
        mutoscope(&["export", shown(&project), "--out", shown(&bundle)]).code,
        0
    );
    let alone = mutoscope(&["test", shown(&bundle)]);
    assert!(
        alone.code == 1 && alone.err.contains("--scenarios PROJECT"),
        "{}",
        alone.err
    );
    let done = mutoscope(&["test", shown(&bundle), "--scenarios", shown(&project)]);
    assert_eq!(
        done.out,
        "ok      Charge (90 ticks)\n1 scenario, 0 failed\n"
    );
}

#[test]
fn coverage_lists_what_was_reached_and_what_was_not() {
    let (folder, project, _) = desk();
    let file = folder.path().join("coverage.json");
    let option = format!("--coverage={}", shown(&file));
    let done = mutoscope(&["test", shown(&project), &option]);
    assert!(
        done.out
            .contains("never reached: section AM_ChargedAttack / Strike"),
        "{}",
        done.out
    );
    assert!(
        !done
            .out
            .contains("never reached: section AM_ChargedAttack / Hold")
    );
    let told: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    let sections = told["totals"].as_array().unwrap().iter();
    let sections: Vec<&Value> = sections.filter(|it| it["kind"] == "section").collect();
    assert_eq!(
        sections,
        [&json!({"kind": "section", "reached": 2, "of": 4})]
    );
}

#[test]
fn wrong_names_and_wrong_files_are_refused_with_their_place() {
    let (_folder, project, file) = desk();
    let unknown = mutoscope(&["test", shown(&project), "--only", "Walk"]);
    assert!(
        unknown.code == 1 && unknown.err.contains("“Charge”"),
        "{}",
        unknown.err
    );
    for (field, value, place) in [
        ("duration", json!(0), "/asset/duration"),
        ("dt", json!([]), "/asset/dt"),
        ("dt", json!([0.1, -1.0]), "/asset/dt"),
        ("dt", json!([1e-9]), "/asset/dt"),
    ] {
        let mut wrong = scenario("Charge");
        wrong["asset"][field] = value;
        write(&file, &wrong);
        let done = mutoscope(&["test", shown(&project)]);
        assert!(
            done.code == 1 && done.err.contains(place),
            "{place}: {}",
            done.err
        );
    }
    let mut wrong = scenario("Charge");
    wrong["asset"]["script"]["requests"][0]["montage"] = json!("nobody");
    write(&file, &wrong);
    let done = mutoscope(&["test", shown(&project)]);
    assert!(
        done.out.contains("no montage has this name"),
        "{}{}",
        done.out,
        done.err
    );
}
