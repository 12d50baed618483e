//! Pose graphs on the command line: `info`, `simulate` with parameters and `--why`, `render`, the
//! bundle.

use crate::support::{mutoscope, shown};
use anim::Name;
use engine::{EngineInput, Evaluator, WorkerMode};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};
use studio::{
    PREVIEWED,
    drive::{CharacterDrive, FigureBinding, Gait, MoverFigure, Pace, Wish},
};
use tempfile::TempDir;

/// Walks off, runs, leaps, and strikes while it stands again.
const DRIVE: &str = r#"{"requests": [
    {"at": 0, "do": "play_graph", "graph": "PG_Hero"},
    {"at": 0.5, "do": "set_parameter", "parameter": "Speed", "value": 1.4},
    {"at": 1.0, "do": "set_parameter", "parameter": "Speed", "value": 3.0},
    {"at": 1.5, "do": "set_parameter", "parameter": "Jump", "value": true},
    {"at": 1.5, "do": "set_parameter", "parameter": "InAir", "value": true},
    {"at": 2.2, "do": "set_parameter", "parameter": "InAir", "value": false},
    {"at": 3.5, "do": "set_parameter", "parameter": "Speed", "value": 0},
    {"at": 4.0, "do": "set_parameter", "parameter": "Sped", "value": 1},
    {"at": 5.0, "do": "play_montage", "montage": "AM_ChargedAttack"}]}"#;

struct Stage {
    folder: TempDir,
    project: PathBuf,
    bundle: PathBuf,
}

impl Stage {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let (project, bundle) = (
            folder.path().join("project"),
            folder.path().join("a.mbundle"),
        );
        assert_eq!(mutoscope(&["new", shown(&project)]).code, 0);
        let done = mutoscope(&["export", shown(&project), "--out", shown(&bundle)]);
        assert_eq!(done.code, 0, "{}", done.err);
        assert!(
            done.out.contains("8 montages, 4 pose graphs"),
            "{}",
            done.out
        );
        Self {
            folder,
            project,
            bundle,
        }
    }

    fn script(&self, text: &str) -> PathBuf {
        let path = self.folder.path().join("script.json");
        fs::write(&path, text).unwrap();
        path
    }
}

fn simulate(file: &Path, script: &Path, rest: &[&str]) -> crate::support::Done {
    let done = mutoscope(
        &[
            &["simulate", shown(file), "--script", shown(script), "--json"],
            rest,
        ]
        .concat(),
    );
    assert_eq!(done.code, 0, "{}", done.err);
    done
}

#[test]
fn the_graph_of_a_mesh_is_told_down_to_which_level_it_works() {
    let Stage {
        folder: _folder,
        project,
        bundle,
    } = Stage::new();
    let told = |threshold| {
        mutoscope(&[
            "levels",
            shown(&project),
            "--mesh",
            "SM_Mannequin",
            "--post-process-lod",
            threshold,
        ])
    };
    let listed = |path: &Path| {
        let done = mutoscope(&["info", shown(path), "--json"]);
        let said: Value = serde_json::from_str(&done.out).unwrap();
        let meshes = said["meshes"].as_array().unwrap();
        meshes
            .iter()
            .find(|mesh| mesh["name"] == "SM_Mannequin")
            .unwrap()["post_process"]
            .clone()
    };
    for (threshold, number, text) in [
        ("0", 0, "at LOD 0\n"),
        ("1", 1, "at LOD 0 to 1"),
        ("2", 2, "at all LODs"),
        ("-1", -1, "at all LODs"),
    ] {
        let done = told(threshold);
        assert!(
            done.code == 0
                && done
                    .out
                    .contains(&format!("post-process graph PP_Mannequin {text}")),
            "{}",
            done.out
        );
        assert_eq!(
            listed(&project),
            serde_json::json!({"graph": "PP_Mannequin", "lod_threshold": number})
        );
        let done = mutoscope(&["export", shown(&project), "--out", shown(&bundle)]);
        assert_eq!(
            (done.code, listed(&bundle)),
            (0, listed(&project)),
            "{}",
            done.err
        );
    }
    assert!(
        mutoscope(&["info", shown(&bundle)])
            .out
            .contains("post-process graph PP_Mannequin at all LODs")
    );
    assert_eq!((told("8").code, told("-2").code), (2, 2));
    let bare = [
        "levels",
        shown(&project),
        "--mesh",
        "SM_Sword",
        "--post-process-lod",
        "0",
    ];
    let done = mutoscope(&bare);
    assert!(
        done.code == 1
            && done
                .err
                .contains("SM_Sword: This mesh has no post-process graph"),
        "{}",
        done.err
    );
}

fn states(lines: &[Value], machine: &str) -> Vec<String> {
    let row = |line: &Value| {
        let machines = line["graph"]["machines"].as_array()?;
        let found = machines.iter().find(|row| row["node"] == machine)?;
        Some(found["state"].as_str()?.to_owned())
    };
    let mut states: Vec<_> = lines.iter().filter_map(row).collect();
    states.dedup();
    states
}

#[test]
fn a_script_drives_a_graph_alike_in_a_project_its_bundle_and_a_replay() {
    let stage = Stage::new();
    let script = stage.script(DRIVE);
    let project = simulate(&stage.project, &script, &["--why"]);
    let bundle = simulate(&stage.bundle, &script, &["--why"]);
    assert_eq!(project.out, bundle.out);
    let replayed = simulate(&stage.bundle, &script, &["--why", "--replay"]);
    assert_eq!(replayed.out, bundle.out);
    assert!(
        replayed.err.contains("inline and on 2 workers: identical."),
        "{}",
        replayed.err
    );
    let lines = project.lines();
    let went = states(&lines, "Locomotion");
    for state in ["Idle", "Start", "Move", "JumpStart", "JumpLand", "Stop"] {
        assert!(
            went.iter().any(|it| it == state),
            "{state} is never entered: {went:?}"
        );
    }
    assert_eq!(
        (went[0].as_str(), went[went.len() - 1].as_str()),
        ("Idle", "Idle"),
        "{went:?}"
    );
    let refused: Vec<_> = lines
        .iter()
        .filter_map(|line| line.get("refused"))
        .collect();
    assert!(
        refused.len() == 1 && refused[0][0]["request"] == "set_parameter",
        "{refused:?}"
    );
    assert!(
        lines
            .iter()
            .any(|line| !line["montages"].as_array().unwrap().is_empty())
    );
    assert_eq!(mutoscope(&["verify", shown(&stage.bundle)]).code, 0);
}

#[test]
fn why_names_the_term_that_kept_a_transition_from_being_taken() {
    let stage = Stage::new();
    let script = stage.script(DRIVE);
    let reasons = |rest: &[&str]| -> Vec<Value> {
        let lines = simulate(
            &stage.bundle,
            &script,
            &[&["--duration", "1"], rest].concat(),
        )
        .lines();
        lines
            .iter()
            .flat_map(|line| {
                line["graph"]["not_taken"]
                    .as_array()
                    .cloned()
                    .unwrap_or_default()
            })
            .collect()
    };
    assert_eq!(reasons(&[]), Vec::<Value>::new());
    let told = reasons(&["--why"]);
    let has = |transition: &str, why: &str| {
        told.iter().any(|row| {
            row["node"] == "Locomotion" && row["transition"] == transition && row["why"] == why
        })
    };
    assert!(has("Ground → JumpStart", "Jump is false: Jump is 0"));
    assert!(has("Start → Stop", "Speed < 0.1 is false: Speed is 1.4"));
    assert!(!has("Start → Stop", "Speed < 0.1 is false: Speed is 3"));
}

/// Through machines, layers and a montage, of a bundle as of the project.
#[test]
fn the_shares_of_a_bone_are_told_and_sum_to_one() {
    let stage = Stage::new();
    let script = stage.script(DRIVE);
    let told = |file: &Path, bone: &str| {
        simulate(file, &script, &["--dt", "0.05", "--share", bone]).lines()
    };
    let lines = told(&stage.project, "hand_r");
    assert_eq!(lines, told(&stage.bundle, "hand_r"));
    let mut montages = 0;
    for line in &lines {
        let shares = line["shares"].as_array().unwrap();
        let weight = |additive: bool| {
            let of = shares.iter().filter(move |row| row["additive"] == additive);
            of.map(|row| row["weight"].as_f64().unwrap()).sum::<f64>()
        };
        assert!((weight(false) - 1.0).abs() < 1e-3, "{line}");
        montages += shares
            .iter()
            .filter(|row| row["montage"] == "AM_ChargedAttack")
            .count();
        assert!(
            shares
                .iter()
                .all(|row| row["clip"].is_string() || row["node"].is_string()),
            "{line}"
        );
    }
    assert!(montages > 10, "the strike is in the hand");
    let walks = lines.iter().any(|line| {
        line["shares"]
            .as_array()
            .unwrap()
            .iter()
            .any(|row| row["clip"] == "Jog_Fwd" || row["clip"] == "Walk_Fwd")
    });
    assert!(walks);
    let text = mutoscope(&[
        "simulate",
        shown(&stage.bundle),
        "--script",
        shown(&script),
        "--share",
        "foot_l",
    ]);
    assert!(
        text.out.contains("share 100.0 % Idle by Idle"),
        "{}",
        &text.out[..600]
    );
    let wrong = mutoscope(&[
        "simulate",
        shown(&stage.bundle),
        "--script",
        shown(&script),
        "--share",
        "tail",
    ]);
    assert_eq!(wrong.code, 1);
    assert!(
        wrong
            .err
            .contains("bone “tail” does not exist in any skeleton."),
        "{}",
        wrong.err
    );
}

#[test]
fn lists_graphs_with_their_nodes_and_parameters() {
    let stage = Stage::new();
    let list = |file: &Path| mutoscope(&["info", shown(file), "--json"]).json();
    let (project, bundle) = (list(&stage.project), list(&stage.bundle));
    let sorted = |names: &Value| {
        let mut names: Vec<_> = names
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["name"].to_string())
            .collect();
        names.sort();
        names
    };
    for key in ["nodes", "parameters"] {
        let (of_project, of_bundle) = (
            sorted(&project["graphs"][0][key]),
            sorted(&bundle["graphs"][0][key]),
        );
        assert!(
            of_project.len() > 15 && of_bundle.iter().all(|name| of_project.contains(name)),
            "{key}"
        );
    }
    assert_eq!(
        sorted(&project["blend_spaces"]),
        ["\"AO_Aim\"", "\"BS_Lean\"", "\"BS_Locomotion\""]
    );
}

#[test]
fn pictures_show_a_graph_where_its_script_has_driven_it() {
    let stage = Stage::new();
    let script = stage.script(DRIVE);
    let out = stage.folder.path().join("out.png");
    let render = |name: &str, rest: &[&str]| {
        let start = [
            "render",
            shown(&stage.bundle),
            "--graph",
            name,
            "--out",
            shown(&out),
            "--size",
            "96x96",
        ];
        let done = mutoscope(&[&start, rest].concat());
        (done.code, done.err, fs::read(&out).unwrap_or_default())
    };
    let (code, err, standing) = render("PG_Hero", &["--time", "1"]);
    assert_eq!(code, 0, "{err}");
    let (code, err, running) = render("PG_Hero", &["--time", "1", "--script", shown(&script)]);
    assert_eq!(code, 0, "{err}");
    assert!(!standing.is_empty() && standing != running);
    let (code, err, _) = render("PG_Her", &[]);
    assert!(
        code != 0 && err.contains("PG_Her") && err.contains("PG_Hero"),
        "{err}"
    );
}

/// A walk, over it a stream, over that bones that a simulation moves.
const TOLD: &str = r#"{
  "format": "mutoscope.graph", "version": 3, "id": "0000000000000777",
  "asset": {
    "name": "PG_Told", "skeleton": "SKELETON",
    "wiring": {
      "nodes": [
        {"id": "0000000000000001", "node": "sequence_player", "clip": "CLIP", "play": {}},
        {"id": "0000000000000002", "node": "live_pose", "source": "0000000000000001", "subject": "actor",
         "patience": 0.09},
        {"id": "0000000000000003", "node": "control", "source": "0000000000000002",
         "control": "external_pose", "stream": "cloth"}
      ],
      "output": "0000000000000003"
    },
    "layout": {}
  }
}"#;

/// The id in the name of a file such as `clips/Walk_Fwd.0123456789abcdef.json`.
fn id(project: &Path, folder: &str, name: &str) -> String {
    let files = fs::read_dir(project.join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let start = format!("{name}.");
    let mut ids = files.filter_map(|file| {
        Some(
            file.to_str()?
                .strip_prefix(&start)?
                .strip_suffix(".json")?
                .to_owned(),
        )
    });
    ids.find(|id| !id.contains('.')).unwrap()
}

#[test]
fn a_script_tells_live_frames_and_bones_from_outside() {
    let stage = Stage::new();
    let told = TOLD
        .replace("SKELETON", &id(&stage.project, "skeletons", "SK_Mannequin"))
        .replace("CLIP", &id(&stage.project, "clips", "Walk_Fwd"));
    fs::write(
        stage.project.join("graphs/PG_Told.0000000000000777.json"),
        told,
    )
    .unwrap();
    let steps = r#",
        {"at": 0.5, "do": "tell_live", "subject": "actor", "curves": {"smile": 0.5},
         "bones": [{"bone": "head", "local": [0, 0.1, 0, 0, 0, 1, 1, 1, 1, 1]}, {"bone": "antenna", "local": [0, 0, 0, 0, 0, 0, 1, 1, 1, 1]}]},
        {"at": 1, "do": "tell_live", "subject": "somebody",
         "bones": [{"bone": "head", "local": [0, 0.1, 0, 0, 0, 1, 1, 1, 1, 1]}]},
        {"at": 1.5, "do": "set_external", "stream": "cloth",
         "bones": [{"bone": "hand_l", "local": [0, 0.3, 0, 0, 0, 0, 1, 1, 1, 1], "weight": 0.5}]},
        {"at": 2, "do": "set_external", "stream": "cloth", "bones": []},
        {"at": 2, "do": "set_external", "stream": "hair", "bones": []}"#;
    let run = |steps: &str| {
        let text = format!(
            r#"{{"requests": [{{"at": 0, "do": "play_graph", "graph": "PG_Told"}}{steps}]}}"#
        );
        simulate(
            &stage.project,
            &stage.script(&text),
            &["--replay", "--dt", "1/60", "--duration", "2.5"],
        )
    };
    let (with, alone) = (run(steps), run(""));
    assert!(
        with.err.contains("inline and on 2 workers: identical."),
        "{}",
        with.err
    );
    let (with, alone) = (with.lines(), alone.lines());
    // Patient for 0.09 s, which is five ticks; bones from outside stay until they are told again.
    let told: Vec<usize> = (0..with.len())
        .filter(|at| with[*at]["pose"] != alone[*at]["pose"])
        .collect();
    assert_eq!(told, (30..35).chain(90..120).collect::<Vec<_>>());
    let refused: Vec<_> = with.iter().filter_map(|line| line.get("refused")).collect();
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert_eq!(
        (&refused[0][0]["request"], with[120].get("refused")),
        (&Value::from("set_external"), Some(refused[0]))
    );
}

/// As the window drives it: starts, a sprint with a turn, a leap, a crouched walk, and a stop.
fn wish(tick: usize) -> Wish {
    let stick = glam::Vec2::new(
        if (120..300).contains(&tick) { 0.6 } else { 0.0 },
        if tick < 300 { 1.0 } else { 0.0 },
    );
    let gait = if (60..180).contains(&tick) {
        Gait::Sprint
    } else {
        Gait::Walk
    };
    Wish {
        stick,
        gait,
        jump: tick == 100,
        crouch: tick >= 220,
        heading: 0.3,
        ..Wish::default()
    }
}

#[test]
fn what_was_driven_plays_back_with_the_same_poses_at_the_same_places() {
    const DT: f64 = 1.0 / 60.0;
    let stage = Stage::new();
    let files::Opened::Project { project, .. } = files::open(&stage.project).unwrap() else {
        panic!("a project")
    };
    let library = asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let graph = library.graph(Name::new("PG_Hero")).unwrap();
    let bound = [
        (MoverFigure::Speed, "Speed", [0.0, 5.5]),
        (MoverFigure::Direction, "Direction", [-180.0, 180.0]),
        (MoverFigure::InAir, "InAir", [0.0, 1.0]),
        (MoverFigure::Jump, "Jump", [0.0, 1.0]),
        (MoverFigure::Crouching, "Crouching", [0.0, 1.0]),
    ];
    let bound = bound.map(|(figure, parameter, range)| FigureBinding {
        figure,
        parameter: Name::new(parameter),
        range,
    });
    let breathing = (Name::new("Breathing"), 1.0);
    let mut drive = CharacterDrive::new(
        Pace::default(),
        &anim::Transform::IDENTITY,
        graph.name(),
        &[breathing],
    );
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let mut inputs = vec![EngineInput::AddCharacter {
        character: PREVIEWED,
        skeleton: graph.skeleton(),
        seed: 0,
    }];
    inputs.extend(drive.script().iter().map(|(_, input)| input.clone()));
    let mut seen = Vec::new();
    for tick in 0..420 {
        inputs.extend(drive.pass(DT, &wish(tick), &bound));
        assert_eq!(evaluator.step(DT, &inputs), []);
        inputs.clear();
        let hash = format!("{:016x}", evaluator.proxy(PREVIEWED).unwrap().pose().hash());
        seen.push((hash, evaluator.placement(PREVIEWED).unwrap().0.translation));
    }
    let script = stage.folder.path().join("driven.json");
    files::save_script((&script, files::Over::Any), drive.script(), &library.names).unwrap();
    for file in [&stage.project, &stage.bundle] {
        let lines = simulate(file, &script, &["--dt", "1/60", "--duration", "7"]).lines();
        assert_eq!(lines.len(), seen.len());
        for (tick, (line, (hash, place))) in lines.iter().zip(&seen).enumerate() {
            assert_eq!(line["pose"], hash.as_str(), "{tick}");
            let told = line["root"]["placement"].as_array().unwrap();
            let told: Vec<f32> = told
                .iter()
                .take(3)
                .map(|it| it.as_f64().unwrap() as f32)
                .collect();
            assert_eq!(told, place.to_array(), "{tick}");
        }
        let went = states(&lines, "Locomotion");
        for state in ["Start", "Move", "JumpStart", "JumpLand", "CrouchIdle"] {
            assert!(
                went.iter().any(|it| it == state),
                "{state} is never entered: {went:?}"
            );
        }
    }
    let distinct: std::collections::BTreeSet<_> = seen.iter().map(|(hash, _)| hash).collect();
    assert!(distinct.len() > 400, "it moves: {}", distinct.len());
}

/// What the lines of three seconds have under a word with `--why`, and have not without.
fn told_why(stage: &Stage, script: &Path, word: &str) -> Vec<Value> {
    let told = |rest: &[&str]| -> Vec<Value> {
        let lines = simulate(
            &stage.bundle,
            script,
            &[&["--duration", "3"], rest].concat(),
        )
        .lines();
        lines
            .iter()
            .flat_map(|line| line["graph"][word].as_array().cloned().unwrap_or_default())
            .collect()
    };
    assert_eq!(told(&[]), Vec::<Value>::new());
    told(&["--why"])
}

/// Of a head that looks at something, then at something behind it: told when it changes, and only
/// where somebody asks.
#[test]
fn why_tells_what_a_look_decided_when_it_changes() {
    let stage = Stage::new();
    let script = stage.script(
        r#"{"requests": [
        {"at": 0, "do": "play_graph", "graph": "PG_Hero"},
        {"at": 0, "do": "set_parameter", "parameter": "LookTarget.z", "value": 3},
        {"at": 0, "do": "set_parameter", "parameter": "LookTarget.y", "value": 1.6},
        {"at": 0, "do": "set_parameter", "parameter": "Looking", "value": true},
        {"at": 1, "do": "set_parameter", "parameter": "LookTarget.z", "value": -3}]}"#,
    );
    let rows = told_why(&stage, &script, "solved");
    let words: Vec<_> = rows
        .iter()
        .filter(|row| row["bone"] == "head")
        .map(|row| row["reason"].as_str())
        .collect();
    assert_eq!(words, [Some("aimed"), Some("clamped")], "{rows:?}");
}

/// Steps that are made longer, legs that go aside and a slope that is stood on: told where somebody
/// asks, when it changes.
#[test]
fn why_tells_what_pose_warping_decided_when_it_changes() {
    let stage = Stage::new();
    let script = stage.script(
        r#"{"requests": [
        {"at": 0, "do": "play_graph", "graph": "PG_Hero"},
        {"at": 0, "do": "set_parameter", "parameter": "OnSlope", "value": 1},
        {"at": 0, "do": "set_parameter", "parameter": "Speed", "value": 1.9},
        {"at": 1, "do": "set_ground", "ground": {"shape": {"slope": {"angle": 20}}}},
        {"at": 1, "do": "set_parameter", "parameter": "Veer", "value": 30}]}"#,
    );
    let rows = told_why(&stage, &script, "warped");
    let of = |node: &str| -> Vec<_> {
        rows.iter()
            .filter(|row| row["node"] == node)
            .map(|row| row["reason"].as_str().expect("a word"))
            .collect()
    };
    // Nobody lifts the character: it goes into the slope until that is a step too high.
    assert_eq!(
        of("Stands as the slope does"),
        ["in_air", "on_ground", "in_air"],
        "{rows:#?}"
    );
    assert_eq!(
        (
            of("Legs go where it goes"),
            of("Steps as long as it is fast")
        ),
        (vec!["turned"], vec!["warped"])
    );
    let number = |key: &'static str| rows.iter().filter_map(move |row| row[key].as_f64());
    assert!(
        number("scale").all(|scale| scale > 1.0) && number("scale").count() == 1,
        "{rows:#?}"
    );
    assert!(
        number("angle").any(|angle| angle > 10.0) && number("pelvis").any(|up| up > 0.2),
        "{rows:#?}"
    );
}

/// Against an evaluator of the test's own, from the exported bundle, in model space with the
/// placement.
#[test]
fn a_driven_graph_is_baked_to_an_animation() {
    let stage = Stage::new();
    let script = stage.script(
        r#"{"requests": [
        {"at": 0, "do": "set_parameter", "parameter": "Speed", "value": 3.0},
        {"at": 0.5, "do": "play_montage", "montage": "AM_ChargedAttack"}]}"#,
    );
    let out = stage.folder.path().join("driven.glb");
    let args = [
        "export",
        shown(&stage.project),
        "--gltf",
        "--graph",
        "PG_Hero",
        "--script",
        shown(&script),
        "--duration",
        "2",
        "--out",
        shown(&out),
    ];
    let done = mutoscope(&args);
    assert_eq!(done.code, 0, "{}", done.err);
    let times = "0,0.4,1,2";
    let sample = ["sample", shown(&out), "--clip", "PG_Hero", "--times", times];
    let sampled = mutoscope(&[&sample[..], &["--space", "model", "--json"]].concat()).json();
    let bones: Vec<&str> = sampled["bones"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bone| bone["name"].as_str().unwrap())
        .collect();

    let bytes = fs::read(&stage.bundle).unwrap();
    let library = bundle::read(anim::Store::of(&bytes), bytes.len())
        .unwrap()
        .library;
    let graph = library.graph(Name::new("PG_Hero")).unwrap();
    let skeleton = library.skeleton(graph.skeleton()).unwrap().clone();
    let ask = |request| EngineInput::Request {
        character: 0,
        request,
    };
    let speed = anim::Request::SetParameter {
        parameter: Name::new("Speed"),
        value: 3.0,
    };
    let start = [
        EngineInput::AddCharacter {
            character: 0,
            skeleton: graph.skeleton(),
            seed: 0,
        },
        ask(anim::Request::PlayGraph {
            graph: graph.name(),
        }),
        ask(speed),
    ];
    let montage = [ask(anim::Request::play(Name::new("AM_ChargedAttack"), 1.0))];
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let mut farthest: f32 = 0.0;
    for tick in 0..=120_u32 {
        let inputs: &[EngineInput] = match tick {
            0 => &start,
            30 => &montage,
            _ => &[],
        };
        assert!(
            evaluator
                .step(if tick == 0 { 0.0 } else { 1.0 / 60.0 }, inputs)
                .is_empty()
        );
        let Some(at) = [0, 24, 60, 120].iter().position(|at| *at == tick) else {
            continue;
        };
        let placement = evaluator.instance(0).unwrap().placement().to_affine();
        let models = evaluator.shown(0).unwrap().models();
        let frame = sampled["frames"][at]["transforms"].as_array().unwrap();
        for (bone, transform) in bones.iter().zip(frame) {
            let index = skeleton.find(Name::new(bone)).unwrap();
            let expected = (placement * models[index]).translation;
            for axis in 0..3 {
                let found = transform[axis].as_f64().unwrap() as f32;
                assert!(
                    (found - expected[axis]).abs() < 2e-3,
                    "{bone} at {tick}: {transform} against {expected}"
                );
                farthest = farthest.max(expected[axis].abs());
            }
        }
    }
    assert!(farthest > 2.0, "{farthest}");

    let refused = mutoscope(&[
        "export",
        shown(&stage.project),
        "--out",
        "x",
        "--graph",
        "a",
    ]);
    assert_eq!(refused.code, 2);
}
