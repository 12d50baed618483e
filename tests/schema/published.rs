//! Schemas of project files against the committed ones, and files of projects against the schemas.

use asset::AssetKind;
use jsonschema::Validator;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

const UPDATE: &str = "UPDATE_SCHEMA";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema")
}

/// Every schema, ready to validate, by its path.
pub fn validators() -> BTreeMap<String, Validator> {
    schema::all()
        .into_iter()
        .map(|(path, schema)| (path, jsonschema::validator_for(&schema).unwrap()))
        .collect()
}

#[track_caller]
pub fn check(validator: &Validator, value: &Value, what: &str) {
    let errors: Vec<String> = validator
        .iter_errors(value)
        .take(5)
        .map(|error| format!("{} at {}", error, error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{what}:\n{}", errors.join("\n"));
}

/// Name of the schema of a project's file, by its path.
fn schema_of(path: &str) -> Option<String> {
    if path == "project.json" {
        return Some(path.to_owned());
    }
    let kind = formats::project::kind_of(path)?;
    Some(format!("{}.json", kind.word().replace(' ', "_")))
}

#[test]
fn the_published_schemas_are_those_of_the_code() {
    let folder = folder();
    let mut expected = BTreeMap::new();
    for (path, schema) in schema::all() {
        expected.insert(path, schema::text(&schema));
    }
    if std::env::var_os(UPDATE).is_some() {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("results")).unwrap();
        for (path, text) in &expected {
            fs::write(folder.join(path), text).unwrap();
        }
    }
    let mut found = BTreeMap::new();
    for inside in ["", "results/"] {
        for entry in fs::read_dir(folder.join(inside)).unwrap() {
            let entry = entry.unwrap();
            if entry.path().is_file() {
                let name = format!("{inside}{}", entry.file_name().to_string_lossy());
                found.insert(name, fs::read_to_string(entry.path()).unwrap());
            }
        }
    }
    for (path, text) in &expected {
        assert!(
            found.get(path) == Some(text),
            "docs/schema/{path} is of another version: {UPDATE}=1 writes it anew"
        );
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn every_file_of_the_sample_and_of_a_whole_project_fits_its_schema() {
    let validators = validators();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let whole = [mannequin::sample(), files::sample()];
    for project in &whole {
        for (path, bytes) in formats::project::write(project).files {
            let Some(name) = schema_of(&path) else {
                continue;
            };
            let value: Value = serde_json::from_slice(&bytes).unwrap();
            check(&validators[&name], &value, &path);
            *counts.entry(name).or_default() += 1;
        }
    }
    // A kind that the sample has none of is not tried.
    for kind in AssetKind::ALL
        .into_iter()
        .filter(|kind| *kind != AssetKind::Sound)
    {
        let name = format!("{}.json", kind.word().replace(' ', "_"));
        assert!(counts.contains_key(&name), "{name}: {counts:?}");
    }
}

/// What reading takes in place of a field of a file of the sample, the schema takes too.
#[test]
fn what_reading_takes_the_schema_takes() {
    let validators = validators();
    let project = files::sample();
    let files = formats::project::write(&project);
    let mut tried = 0;
    for path in first_of_each_kind(&files) {
        let name = schema_of(&path).unwrap();
        let value: Value = serde_json::from_slice(&files.files[&path]).unwrap();
        for field in value["asset"].as_object().into_iter().flatten() {
            for wrong in [json!(-1.5), json!("x"), json!({"no": 1}), json!(null)] {
                let mut changed = value.clone();
                changed["asset"][field.0] = wrong.clone();
                let mut others = files.clone();
                let text = serde_json::to_vec(&changed).unwrap();
                others.files.insert(path.clone(), text);
                let is_read = formats::project::salvage(&others).broken.is_empty();
                if is_read {
                    let what = format!("{path}: {} = {wrong}", field.0);
                    check(&validators[&name], &changed, &what);
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 10, "{tried}");
}

fn first_of_each_kind(files: &formats::project::ProjectFiles) -> Vec<String> {
    let mut first: BTreeMap<String, String> = BTreeMap::new();
    for path in files.files.keys() {
        if let Some(name) = schema_of(path).filter(|_| path != "project.json") {
            first.entry(name).or_insert_with(|| path.clone());
        }
    }
    first.into_values().collect()
}

#[test]
fn an_unknown_field_and_a_missing_one_are_refused() {
    let validators = validators();
    let files = formats::project::write(&files::sample());
    for path in first_of_each_kind(&files) {
        let validator = &validators[&schema_of(&path).unwrap()];
        let value: Value = serde_json::from_slice(&files.files[&path]).unwrap();
        for field in ["format", "version", "id", "asset"] {
            let mut without = value.clone();
            without.as_object_mut().unwrap().remove(field);
            assert!(!validator.is_valid(&without), "{path} without {field}");
        }
        let mut more = value.clone();
        more["surplus"] = json!(1);
        assert!(!validator.is_valid(&more), "{path}");
        let mut nameless = value.clone();
        nameless["asset"].as_object_mut().unwrap().remove("name");
        assert!(!validator.is_valid(&nameless), "{path}");
    }
}
