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
fn results_about_sessions_fit_their_schemas() {
    let desk = Desk::new();
    let project = shown(&desk.project);
    let info = desk.check("info", &["info", project])[0].clone();
    let montage = info["montages"][0]["name"].as_str().unwrap().to_owned();
    let script = json!({"requests": [{"at": 0.2, "do": "play_montage", "montage": montage}]});
    let script = desk.file("script.json", &script.to_string());
    let session = desk.folder.path().join("a.msession");
    let record = [
        "record",
        project,
        "--script",
        &script,
        "--out",
        shown(&session),
    ];
    let done = mutoscope(&record);
    assert_eq!(done.code, 0, "{}", done.err);
    let session = shown(&session);
    desk.check("session_info", &["session", "info", session]);
    let find = ["session", "find", session, "--faster", "root=-1", "--next"];
    desk.check("session_find", &find);
    let why = ["why", session, "--at", "#20", "--subject", &montage];
    desk.check("why", &why);
    desk.check("why", &["why", session, "--at", "#20", "--bone", "root"]);
    for file in fs::read_dir(desk.project.join("montages")).unwrap() {
        let path = file.unwrap().path();
        let mut value: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        value["asset"]["rate_scale"] = json!(2.0);
        fs::write(&path, value.to_string()).unwrap();
    }
    let replay = desk.check("replay", &["replay", session, "--against", project]);
    assert_eq!(replay[0][0]["is_equal"], json!(false), "{replay:?}");
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

/// A point cache of the excerpt's mesh: two frames, the second a little higher.
fn cache() -> Vec<u8> {
    let excerpt = mannequin::excerpt();
    let mesh = excerpt.meshes.values().next().unwrap();
    let parts = mesh.lods[0].parts.iter();
    let mut rest: Vec<[f32; 3]> = Vec::new();
    for at in parts.flat_map(|part| part.data.positions.iter()) {
        if !rest.contains(at) {
            rest.push(*at);
        }
    }
    let mut bytes = b"POINTCACHE2\0".to_vec();
    bytes.extend(1i32.to_le_bytes());
    bytes.extend((rest.len() as i32).to_le_bytes());
    bytes.extend([0f32, 1.0].iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend(2i32.to_le_bytes());
    for higher in [0.0, 0.01] {
        let frame = rest.iter().flat_map(|[x, y, z]| [*x, y + higher, *z]);
        bytes.extend(frame.flat_map(f32::to_le_bytes));
    }
    bytes
}

#[test]
fn results_about_sliding_feet_and_point_caches_fit_their_schemas() {
    let desk = Desk::new();
    let project = shown(&desk.project);
    let info = desk.check("info", &["info", project])[0].clone();
    let mesh = info["meshes"][0]["name"].as_str().unwrap().to_owned();
    let path = desk.folder.path().join("rise.pc2");
    fs::write(&path, cache()).unwrap();
    let import = ["vertex-cache", project, shown(&path), "--mesh", &mesh];
    let report = desk.check("vertex_cache", &import)[0].clone();
    assert!(report["shapes"].as_u64().unwrap() > 0, "{report}");

    let whole = desk.folder.path().join("whole");
    assert_eq!(mutoscope(&["new", shown(&whole)]).code, 0);
    let slide = ["slide", shown(&whole)];
    let space = ["--blend-space", "BS_Locomotion", "--places", "2,2"];
    let places = desk.check("slide", &[&slide[..], &space].concat());
    assert_eq!(places[0]["places"].as_array().unwrap().len(), 4);
    let graph = desk.check("slide", &[&slide[..], &["--graph", "PG_Hero"]].concat());
    assert!(!graph[0]["transitions"].as_array().unwrap().is_empty());
}

/// Whole JSON in the page of the command line, by the section that it stands in: that is the name
/// of its schema.
fn examples_of_the_command_line() -> Vec<(String, Value)> {
    let text = include_str!("../../docs/cli.md");
    let sections = text.split("\n## ").skip(1);
    let blocks = sections.flat_map(|section| {
        let name = section.split(['\n', ' ']).next().unwrap();
        let blocks = section.split("```json\n").skip(1);
        blocks.map(move |rest| (name.to_owned(), rest.split("```").next().unwrap()))
    });
    let whole = |(name, block): (String, &str)| Some((name, serde_json::from_str(block).ok()?));
    blocks.filter_map(whole).collect()
}

#[test]
fn examples_of_the_command_line_fit_their_schemas() {
    let validators = validators();
    let examples = examples_of_the_command_line();
    assert!(!examples.is_empty());
    for (name, value) in examples {
        let validator = &validators[&format!("results/{}.json", name.replace('-', "_"))];
        check(validator, &value, &name);
        let mut strange = value;
        let fields = strange.as_object_mut().unwrap();
        let first = fields.keys().next().unwrap().clone();
        fields.insert(first, json!(1));
        assert!(!validator.is_valid(&strange), "{name}");
    }
}

/// The blocks of JSON in a page.
fn json_blocks(page: &str) -> impl Iterator<Item = &str> {
    let blocks = page.split("```json\n").skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap())
}

#[test]
fn the_scenario_of_the_docs_fits_the_schema_of_scenarios() {
    let validators = validators();
    let blocks: Vec<&str> = json_blocks(include_str!("../../docs/motion_tests.md")).collect();
    assert_eq!(blocks.len(), 1);
    let value: Value = serde_json::from_str(blocks[0]).unwrap();
    check(&validators["scenario.json"], &value, blocks[0]);
    let mut strange = value;
    strange["asset"]["expect"][0]["that"] = json!("dances");
    assert!(!validators["scenario.json"].is_valid(&strange));
}

#[test]
fn scripts_of_the_docs_fit_the_schema_of_scripts() {
    let validators = validators();
    let validator = &validators["script.json"];
    let pages = [
        include_str!("../../docs/simulate.md"),
        include_str!("../../docs/sessions.md"),
    ];
    let blocks: Vec<&str> = pages.into_iter().flat_map(json_blocks).collect();
    assert!(blocks.len() >= 3);
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
