//! Results of every command against their schemas.

use crate::{
    published::{check, validators},
    support::{arm, mutoscope, shown, write_project},
};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::{collections::BTreeMap, fs, path::PathBuf};
use tempfile::TempDir;

struct Desk {
    folder: TempDir,
    project: PathBuf,
    validators: BTreeMap<String, Validator>,
}

impl Desk {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let project = folder.path().join("sample");
        write_project(&project);
        Self {
            folder,
            project,
            validators: validators(),
        }
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.folder.path().join(name);
        fs::write(&path, text).unwrap();
        shown(&path).to_owned()
    }

    /// Runs a command on the project, and holds each line of its result against the schema.
    #[track_caller]
    fn check(&self, name: &str, args: &[&str]) -> Vec<Value> {
        let validator = &self.validators[&format!("results/{name}.json")];
        let done = mutoscope(&[args, &["--json"]].concat());
        let values: Vec<Value> = done
            .out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert!(!values.is_empty(), "{args:?}: {}", done.err);
        for value in &values {
            check(validator, value, &format!("{args:?}"));
        }
        // A result with a field more, or without one of its own, is none.
        let first = if values[0].is_array() {
            &values[0][0]
        } else {
            &values[0]
        };
        if let Some((field, _)) = first.as_object().and_then(|object| object.iter().next()) {
            let mut strange = values[0].clone();
            let object = if strange.is_array() {
                &mut strange[0]
            } else {
                &mut strange
            };
            object[field] = json!([[[{"no": "such"}]]]);
            assert!(!validator.is_valid(&strange), "{name}: {field}");
        }
        values
    }
}

#[test]
fn results_about_clips_and_montages_fit_their_schemas() {
    let desk = Desk::new();
    let project = shown(&desk.project);
    let info = desk.check("info", &["info", project])[0].clone();
    let clip = info["clips"][0]["name"].as_str().unwrap().to_owned();
    let montage = info["montages"][0]["name"].as_str().unwrap().to_owned();
    desk.check(
        "sample",
        &["sample", project, "--clip", &clip, "--skin", "cpu"],
    );
    desk.check("compress", &["compress", project, "--clip", &clip]);
    desk.check(
        "compress_keyframes",
        &["compress", project, "--clip", &clip, "--keyframes"],
    );
    let script = json!({"requests": [
        {"at": 0, "do": "play_clip", "clip": clip},
        {"at": 0.2, "do": "play_montage", "montage": montage},
        {"at": 0.3, "do": "play_montage", "montage": "nobody"},
    ]});
    let script = desk.file("script.json", &script.to_string());
    let play = ["simulate", project, "--script", &script, "--why"];
    desk.check("simulate", &[&play[..], &["--duration", "3"]].concat());
    desk.check(
        "sweep",
        &["sweep", project, "--montage", &montage, "--rates", "30,60"],
    );
    let bundle = desk.folder.path().join("a.mbundle");
    assert_eq!(
        mutoscope(&["export", project, "--out", shown(&bundle)]).code,
        0
    );
    desk.check("info", &["info", shown(&bundle)]);
    desk.check("cut", &["cut", project, "--clip", &clip, "--from", "0.05"]);
}

#[test]
fn results_of_scenarios_fit_their_schema() {
    let desk = Desk::new();
    let mut project = mannequin::excerpt();
    let scenarios = mannequin::sample().tests;
    project.tests = scenarios.into_iter().take(2).collect();
    let saving = files::Saving::since(None);
    let folder = desk.folder.path().join("tested");
    files::save_project(&folder, &project, &saving).unwrap();
    // Without its graph nothing holds.
    let told = desk.check("test", &["test", shown(&folder), "--coverage"]);
    assert_eq!(told[0]["failed"], 2);
}

#[test]
fn results_about_meshes_and_files_fit_their_schemas() {
    let desk = Desk::new();
    let project = shown(&desk.project);
    let info = desk.check("info", &["info", project])[0].clone();
    let mesh = info["meshes"][0]["name"].as_str().unwrap().to_owned();
    let skeleton = info["skeletons"][0]["name"].as_str().unwrap().to_owned();
    for command in ["bounds", "cloth", "weights"] {
        desk.check(command, &[command, project, "--mesh", &mesh]);
    }
    desk.check(
        "bounds",
        &["bounds", project, "--mesh", &mesh, "--make-bodies"],
    );
    let bind = ["bind", project, "--mesh", &mesh, "--skeleton", &skeleton];
    desk.check("bind", &[&bind[..], &["--dry-run"]].concat());
    desk.check(
        "bundles",
        &["bundles", project, "--set", "all", "--character", &skeleton],
    );
    let out = desk.folder.path().join("out");
    desk.check("build", &["build", project, "--out", shown(&out)]);
    let arm = arm(desk.folder.path());
    let import = ["import", shown(&arm), "--project", project];
    desk.check("import", &import);
    let other = desk.folder.path().join("other");
    write_project(&other);
    desk.check("diff", &["diff", shown(&other), project]);
}

#[test]
fn scripts_of_the_docs_fit_the_schema_of_scripts() {
    let validators = validators();
    let validator = &validators["script.json"];
    let text = include_str!("../../docs/simulate.md");
    let blocks: Vec<&str> = text
        .split("```json\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect();
    assert!(blocks.len() >= 2);
    for block in blocks {
        let value: Value = serde_json::from_str(block).unwrap();
        check(validator, &value, block);
        let mut strange = value.clone();
        strange["requests"][0]["surplus"] = json!(1);
        assert!(!validator.is_valid(&strange));
        strange = value;
        strange["requests"][0]["do"] = json!("dance");
        assert!(!validator.is_valid(&strange));
    }
}
