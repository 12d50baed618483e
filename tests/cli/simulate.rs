//! `simulate`: the same lines from a project and its bundle, the same notifies at every frame rate.

use crate::support::{mutoscope, shown};
use asset::graph::nodes::{CopyPoseNode, ReferencePoseNode, SequencePlayerNode};
use asset::{
    Id, Montage, Notify, NotifyTrack, Project,
    montage::{Section, Segment},
    notify::Action,
};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};
use tempfile::TempDir;

fn id(name: &str) -> Id {
    Id::derive(&["test", name])
}

/// Section, the part of its clip in seconds, and what follows it.
const SECTIONS: [(&str, f32, &str); 3] = [
    ("Survey", 0.8, "Walk"),
    ("Walk", 0.7, "Run"),
    ("Run", 1.1, "Run"),
];

/// A montage of the fox's clips: Survey, Walk, then Run again and again, now and then back to Walk.
///
/// No two notifies, section starts or ends are nearer than 1/20 s, so that one tick of 1/24 s holds
/// one of them.
fn fox_montage(skeleton: Id, clip: &dyn Fn(&str) -> Id) -> Montage {
    let mut montage = Montage::new("Roam", skeleton, &mut 5);
    let mut start = 0.0;
    montage.sections.clear();
    for (name, length, next) in SECTIONS {
        montage.sections.push(Section {
            id: id(name),
            name: name.into(),
            start,
            next: Some(id(next)),
            color: 0,
        });
        let segment = Segment {
            id: id(&format!("segment {name}")),
            clip: clip(name),
            start,
            clip_begin: 0.0,
            clip_end: length,
            rate: 1.0,
            loops: 1,
        };
        montage.slots[0].segments.push(segment);
        start += length;
    }
    let track = montage.tracks[0].id;
    montage.tracks.push(NotifyTrack {
        id: id("track"),
        name: "Hits".into(),
        color: 1,
        locked: false,
    });
    let instant = |name: &str, time| Notify::instant(id(name), track, name, time);
    let turn = Notify {
        branching: true,
        chance: 0.5,
        action: Action::JumpToSection(id("Walk")),
        ..instant("Turn", 2.35)
    };
    montage.notifies = vec![
        instant("Look", 0.4),
        instant("Foot_L", 0.95),
        instant("Foot_R", 1.25),
        Notify::state(id("Sprint"), id("track"), "Sprint", 1.65, 0.55),
        instant("Paw_L", 1.75),
        instant("Paw_R", 2.05),
        turn,
        instant("Late", 2.45),
    ]
    .into();
    montage
}

struct Stage {
    _folder: TempDir,
    project: PathBuf,
    bundle: PathBuf,
    script: PathBuf,
}

fn stage(project: &Project, script: &str) -> Stage {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let stage = Stage {
        project: at("project"),
        bundle: at("a.mbundle"),
        script: at("script.json"),
        _folder: folder,
    };
    files::save_project(&stage.project, project, &files::Saving::since(None)).unwrap();
    fs::write(&stage.script, script).unwrap();
    let done = mutoscope(&[
        "export",
        shown(&stage.project),
        "--out",
        shown(&stage.bundle),
    ]);
    assert_eq!(done.code, 0, "{}", done.err);
    stage
}

fn fox() -> Project {
    let mut project = files::import(
        &crate::corpus::corpus().join("gltf/khronos/Fox.glb"),
        None,
        &Default::default(),
        &|_| true,
    )
    .unwrap()
    .project;
    let clips: Vec<(String, Id)> = project
        .clips
        .iter()
        .map(|(id, clip)| (clip.name.clone(), *id))
        .collect();
    let clip = |name: &str| clips.iter().find(|(clip, _)| clip == name).unwrap().1;
    let montage = fox_montage(*project.skeletons.keys().next().unwrap(), &clip);
    project.montages.insert(id("Roam"), Arc::new(montage));
    project
}

const ROAM: &str = r#"{"seed": 3, "requests": [
    {"at": 0, "do": "play_montage", "montage": "Roam"},
    {"at": 5, "do": "jump_to_section", "montage": "Roam", "section": "Survey"},
    {"at": 6, "do": "pause", "montage": "Roam"},
    {"at": 6.5, "do": "resume", "montage": "Roam"}]}"#;

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

/// Name and phase of everything that notifies did, in order.
fn notifies(lines: &[Value]) -> Vec<String> {
    let events = lines
        .iter()
        .flat_map(|line| line["events"].as_array().unwrap());
    let is_notify =
        |event: &&Value| matches!(event["phase"].as_str(), Some("notify" | "begin" | "end"));
    events
        .filter(is_notify)
        .map(|event| format!("{} {}", event["phase"], event["name"]))
        .collect()
}

#[test]
fn project_and_bundle_print_the_same_lines() {
    let sample = stage(
        &mannequin::excerpt(),
        r#"{"requests": [{"at": 0, "do": "play_clip", "clip": "Walk_Fwd"},
        {"at": 0.5, "do": "play_montage", "montage": "AM_ChargedAttack"},
        {"at": 1, "do": "play_montage", "montage": "None of ours"}]}"#,
    );
    plays_alike(&sample);
}

#[test]
fn a_simulation_is_played_again_from_its_inputs_alone() {
    let stage = stage(
        &mannequin::excerpt(),
        r#"{"requests": [{"at": 0, "do": "play_clip", "clip": "Walk_Fwd"},
        {"at": 0.5, "do": "play_montage", "montage": "AM_ChargedAttack"},
        {"at": 6, "do": "jump_to_section", "montage": "AM_ChargedAttack", "section": "Strike"}]}"#,
    );
    let plain = simulate(&stage.bundle, &stage.script, &["--duration", "8"]);
    for file in [&stage.bundle, &stage.project] {
        let done = simulate(file, &stage.script, &["--duration", "8", "--replay"]);
        assert_eq!(done.out, plain.out);
        assert!(
            done.err
                .contains("replayed 480 ticks, inline and on 2 workers: identical."),
            "{}",
            done.err
        );
    }
}

/// The excerpt, with a graph that walks, and one that shows its mount where it has one. Characters
/// that copy and follow, montages, a ground and a teleport: made on worker threads and seen a step
/// later.
#[test]
fn a_pipelined_run_prints_the_same_lines() {
    let walk = r#"{"requests": [{"at": 0, "do": "set_ground", "ground": {"shape": {"stairs": {"rise": 0.18, "run": 0.3, "steps": 0}}}},
        {"at": 0, "do": "play_clip", "clip": "Walk_Fwd"},
        {"at": 0.5, "do": "play_montage", "montage": "AM_ChargedAttack"},
        {"at": 1.1, "do": "teleport", "placement": [3,0,1, 0,0,0,1, 1,1,1]},
        {"at": 1.2, "do": "jump_to_section", "montage": "AM_ChargedAttack", "section": "Strike"}]}"#;
    for (project, script, rest) in [
        (mannequin::excerpt(), walk, ["--duration", "2.5"]),
        (riding(), RIDE, ["--dt", "0.1"]),
    ] {
        let stage = stage(&project, script);
        for file in [&stage.project, &stage.bundle] {
            let plain = simulate(file, &stage.script, &rest);
            let pipelined = simulate(file, &stage.script, &[&rest[..], &["--pipelined"]].concat());
            assert_eq!(pipelined.out, plain.out);
            assert!(plain.lines().len() > 5);
        }
    }
}

fn riding() -> Project {
    use asset::{
        PoseGraph,
        graph::{Node, NodeKind, Play, Wiring},
    };
    let mut project = mannequin::excerpt();
    let skeleton = *project.skeletons.keys().next().unwrap();
    let walk = project
        .clips
        .iter()
        .find(|(_, clip)| clip.name == "Walk_Fwd")
        .map(|(id, _)| *id);
    let player = Node::new(
        id("player"),
        NodeKind::SequencePlayer(SequencePlayerNode {
            clip: walk,
            play: Play::default(),
        }),
    );
    let rest = Node::new(id("rest"), NodeKind::ReferencePose(ReferencePoseNode {}));
    let copy = NodeKind::CopyPose(CopyPoseNode {
        source: Some(rest.id),
        partner: "Mount".into(),
        retargets: false,
    });
    let copy = Node::new(id("copy"), copy);
    for (name, nodes) in [("PG_Mount", vec![player]), ("PG_Rider", vec![copy, rest])] {
        let wiring = Wiring {
            output: Some(nodes[0].id),
            nodes,
            ..Wiring::default()
        };
        let graph = PoseGraph {
            wiring: Arc::new(wiring),
            ..PoseGraph::new(name, skeleton)
        };
        project.graphs.insert(id(name), Arc::new(graph));
    }
    project
}

/// 1 copies the first from tick 2 to 5, 2 follows 1 from tick 3 on, and 3 is alone.
const RIDE: &str = r#"{"requests": [
    {"at": 0, "do": "play_graph", "graph": "PG_Mount"},
    {"at": 0, "do": "add_character", "name": "Rider", "graph": "PG_Rider"},
    {"at": 0, "do": "add_character"},
    {"at": 0, "do": "play_clip", "character": 2, "clip": "Walk_Fwd", "position": 0.3},
    {"at": 0.1, "do": "add_character", "name": "Late", "skeleton": "SK_Mannequin", "seed": 4},
    {"at": 0.2, "do": "copy_pose", "character": "Rider", "partner": "Mount", "from": 0},
    {"at": 0.3, "do": "follow", "character": 2, "leader": "Rider"},
    {"at": 0.4, "do": "copy_pose", "partner": "Mount", "from": 2},
    {"at": 0.4, "do": "follow", "character": "Rider", "leader": 2},
    {"at": 0.5, "do": "play_montage", "character": "Late", "montage": "AM_ChargedAttack"},
    {"at": 0.6, "do": "copy_pose", "character": "Rider", "partner": "Mount"}]}"#;

#[test]
fn several_characters_each_have_their_lines_copy_and_follow() {
    let stage = stage(&riding(), RIDE);
    let rest = ["--dt", "0.1", "--duration", "0.9"];
    let done = simulate(&stage.project, &stage.script, &rest);
    for file in [&stage.project, &stage.bundle] {
        let again = simulate(file, &stage.script, &[&rest[..], &["--replay"]].concat());
        assert_eq!(again.out, done.out);
        assert!(
            again
                .err
                .contains("replayed 9 ticks, inline and on 2 workers: identical."),
            "{}",
            again.err
        );
    }
    let lines = done.lines();
    let told: Vec<_> = lines
        .iter()
        .map(|line| (line["tick"].as_u64(), line["character"].as_u64()))
        .collect();
    let expected = |tick: u64| {
        (0..if tick == 0 { 3 } else { 4 }).map(move |character| (Some(tick), Some(character)))
    };
    assert_eq!(told, (0..9).flat_map(expected).collect::<Vec<_>>());
    let of = |tick: u64, character: u64| {
        lines
            .iter()
            .find(|line| line["tick"] == tick && line["character"] == character)
            .unwrap()
    };
    assert_eq!(
        [0, 1, 2, 3].map(|at| of(1, at)["name"].as_str()),
        [None, Some("Rider"), None, Some("Late")]
    );
    assert_eq!(
        (of(1, 1)["graph"]["name"].as_str(), of(1, 2).get("graph")),
        (Some("PG_Rider"), None)
    );
    for tick in 0..9 {
        let pose = |character| of(tick, character)["pose"].as_str().unwrap();
        assert_eq!(pose(1) == pose(0), (2..6).contains(&tick), "tick {tick}");
        assert_eq!(pose(2) == pose(1), tick >= 3, "tick {tick}");
        let waits = tick >= 3;
        assert_eq!(
            of(tick, 2)["time"] == of(2, 2)["time"],
            waits || tick == 2,
            "a follower's time stands still"
        );
        assert_eq!(
            of(tick, 0)
                .get("refused")
                .map(|it| it[0]["request"].as_str().unwrap()),
            (tick == 4).then_some("copy_pose")
        );
        assert_eq!(
            of(tick, 1)
                .get("refused")
                .map(|it| it[0]["request"].as_str().unwrap()),
            (tick == 4).then_some("follow")
        );
        let playing = (0..4)
            .filter(|at| tick > 0 && !of(tick, *at)["montages"].as_array().unwrap().is_empty());
        assert_eq!(
            playing.collect::<Vec<_>>(),
            if tick >= 5 { vec![3] } else { vec![] }
        );
    }
    assert!(
        done.err.contains("PG_Rider") && done.err.matches("warning").count() == 1,
        "{}",
        done.err
    );
    let text = mutoscope(&[
        "simulate",
        shown(&stage.project),
        "--script",
        shown(&stage.script),
        "--duration",
        "0.1",
    ]);
    assert!(
        text.out.contains("  [1 Rider]") && text.out.contains("  [0]"),
        "{}",
        text.out
    );
    let picture = stage.script.with_file_name("a.png");
    let drawn = [
        "render",
        shown(&stage.project),
        "--graph",
        "PG_Mount",
        "--out",
        shown(&picture),
    ];
    let drawn = mutoscope(&[&drawn[..], &["--script", shown(&stage.script)]].concat());
    assert!(
        drawn.code == 1 && drawn.err.contains("several characters"),
        "{}",
        drawn.err
    );
}

#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn a_real_character_and_its_bundle_print_the_same_lines() {
    plays_alike(&stage(&fox(), ROAM));
}

fn plays_alike(stage: &Stage) {
    for rest in [["--dt", "1/60"].as_slice(), &["--dt", "0.05", "--why"]] {
        let project = simulate(&stage.project, &stage.script, rest).out;
        assert_eq!(project, simulate(&stage.bundle, &stage.script, rest).out);
        assert!(project.lines().count() > 100);
    }
    assert_eq!(mutoscope(&["verify", shown(&stage.bundle)]).code, 0);
}

#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn the_same_notifies_fire_in_the_same_order_at_every_frame_rate() {
    let project = fox();
    let stage = stage(&project, ROAM);
    let fired = |dt: &str| {
        notifies(
            &simulate(
                &stage.bundle,
                &stage.script,
                &["--dt", dt, "--duration", "20"],
            )
            .lines(),
        )
    };
    let expected = fired("1/24");
    assert!(expected.len() > 40, "{expected:?}");
    for name in ["Turn", "Late", "Sprint", "Foot_L", "Look"] {
        assert!(
            expected.iter().any(|event| event.contains(name)),
            "{name} never fires: {expected:?}"
        );
    }
    for dt in ["1/30", "1/60", "1/144"] {
        let events = fired(dt);
        // What lies on the very end may fall to either side of it.
        let common = expected.len().min(events.len());
        assert!(
            expected.len().abs_diff(events.len()) <= 1,
            "{dt}: {} and {}",
            expected.len(),
            events.len()
        );
        assert_eq!(events[..common], expected[..common], "{dt}");
    }
}

#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn why_tells_what_did_not_fire() {
    let project = fox();
    let stage = stage(&project, ROAM);
    let reasons = |rest: &[&str]| -> Vec<String> {
        let lines = simulate(&stage.project, &stage.script, rest).lines();
        let events = lines
            .iter()
            .flat_map(|line| line["events"].as_array().unwrap().clone());
        events
            .map(|event| event["reason"].as_str().unwrap().to_owned())
            .collect()
    };
    let plain = reasons(&["--duration", "20"]);
    assert!(plain.iter().all(|reason| reason == "fired"));
    let all = reasons(&["--duration", "20", "--why"]);
    assert!(
        all.len() > plain.len() && all.iter().any(|reason| reason == "chance"),
        "{all:?}"
    );
}

#[test]
fn a_notify_names_its_socket_in_a_project_and_its_bundle() {
    let stage = stage(
        &mannequin::excerpt(),
        r#"{"seed": 3, "requests": [{"at": 0, "do": "play_clip", "clip": "Walk_Fwd"},
        {"at": 0.5, "do": "play_montage", "montage": "AM_ChargedAttack", "section": "Strike"}]}"#,
    );
    for file in [&stage.project, &stage.bundle] {
        let lines = simulate(file, &stage.script, &["--why"]).lines();
        let events: Vec<&Value> = lines
            .iter()
            .flat_map(|line| line["events"].as_array().unwrap())
            .collect();
        let sockets = |name: &str| -> Vec<&Value> {
            events
                .iter()
                .filter(|event| event["name"] == name)
                .map(|event| &event["socket"])
                .collect()
        };
        for (name, socket) in [
            ("Footstep_L", "foot_l_ground"),
            ("Footstep_R", "foot_r_ground"),
            ("SwordTrail", "hand_r_weapon"),
        ] {
            let found = sockets(name);
            assert!(
                found.len() > 2 && found.iter().all(|found| *found == socket),
                "{name}: {found:?}"
            );
        }
        let others = sockets("HitWindow");
        assert!(
            !others.is_empty() && others.iter().all(|found| found.is_null()),
            "{others:?}"
        );
    }
}

#[test]
fn a_request_takes_effect_in_the_tick_that_it_is_due_in() {
    let script = r#"{"requests": [{"at": 0.5, "do": "play_montage", "montage": "AM_ChargedAttack"},
        {"at": 0.1, "do": "pause", "montage": "AM_ChargedAttack"}]}"#;
    let stage = stage(&mannequin::excerpt(), script);
    for (dt, first) in [("1/10", 5), ("1/24", 12), ("0.3", 2)] {
        let lines = simulate(
            &stage.project,
            &stage.script,
            &["--dt", dt, "--duration", "1"],
        )
        .lines();
        let playing = lines
            .iter()
            .position(|line| !line["montages"].as_array().unwrap().is_empty());
        assert_eq!(playing, Some(first), "{dt}");
        let refused: Vec<_> = lines
            .iter()
            .filter_map(|line| line.get("refused"))
            .collect();
        assert_eq!(refused.len(), 1, "{dt}");
        assert_eq!(refused[0][0]["why"], "the montage is not playing");
        assert_eq!(lines[0]["pose"].as_str().unwrap().len(), 16);
    }
    let text = mutoscope(&[
        "simulate",
        shown(&stage.project),
        "--script",
        shown(&stage.script),
    ]);
    assert!(
        text.code == 0 && text.out.contains("AM_ChargedAttack/Windup"),
        "{}",
        text.err
    );
    assert_eq!(
        text.out
            .lines()
            .filter(|line| !line.starts_with("      "))
            .count(),
        330
    );
}

#[test]
fn steps_repeat_hitch_and_jitter() {
    let stage = stage(&mannequin::excerpt(), r#"{"seed": 5, "requests": []}"#);
    let times = |rest: &[&str]| {
        let lines = simulate(
            &stage.project,
            &stage.script,
            &[rest, &["--duration", "1"]].concat(),
        )
        .lines();
        lines
            .iter()
            .map(|line| line["time"].as_f64().unwrap())
            .collect::<Vec<_>>()
    };
    let repeated = times(&["--dt", "0.25,0,1/8"]);
    assert_eq!(repeated, [0.25, 0.25, 0.375, 0.625, 0.625, 0.75, 1.0]);
    assert_eq!(
        times(&["--dt", "1/4", "--hitch", "0.3:0.125", "--hitch", "0:0.5"]),
        [0.5, 0.625, 0.875, 1.125]
    );
    let jittered = times(&["--dt", "1/50", "--jitter", "0.5"]);
    let steps: Vec<f64> = jittered.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(
        steps.iter().all(|step| (0.01..=0.03).contains(step)),
        "{steps:?}"
    );
    assert!(
        steps.iter().any(|step| (step - 0.02).abs() > 0.005)
            && times(&["--dt", "1/50", "--jitter", "0.5"]) == jittered
    );
}

#[test]
fn tasks_tell_what_becomes_of_their_montages() {
    let told = |requests: &str| {
        let stage = stage(
            &mannequin::excerpt(),
            &format!(r#"{{"requests": [{requests}]}}"#),
        );
        let lines = simulate(&stage.project, &stage.script, &["--replay"]).lines();
        let tasks = lines
            .iter()
            .filter_map(|line| line.get("tasks")?.as_array().cloned())
            .flatten();
        let word = |task: Value| {
            assert!(
                task["montage"] == "AM_ChargedAttack" || task["montage"] == "None of ours",
                "{task}"
            );
            format!(
                "{} {:.1}",
                task["told"].as_str().unwrap(),
                task["time"].as_f64().unwrap()
            )
        };
        tasks.map(word).collect::<Vec<_>>().join(", ")
    };
    let play = r#"{"at": 0, "do": "play_and_wait", "montage": "AM_ChargedAttack"}"#;
    let at = |at: f64, rest: &str| format!(r#"{play}, {{"at": {at}, "do": {rest}}}"#);
    assert_eq!(
        told(&at(0.5, r#""stop_montage", "montage": "AM_ChargedAttack""#)),
        "interrupted 0.5"
    );
    assert_eq!(
        told(&at(0.5, r#""end_task", "montage": "AM_ChargedAttack""#)),
        "cancelled 0.5"
    );
    assert_eq!(
        told(&at(0.5, r#""end_task", "montage": "Another""#))
            .matches("cancelled")
            .count(),
        0
    );
    assert_eq!(
        told(r#"{"at": 0.5, "do": "play_and_wait", "montage": "None of ours"}"#),
        "cancelled 0.5"
    );
    let leaves = told(&at(
        0.5,
        r#""set_next_section", "montage": "AM_ChargedAttack", "from": "Windup""#,
    ));
    assert!(
        leaves.starts_with("blend_out ") && leaves.contains(", completed "),
        "{leaves}"
    );
}

#[test]
fn bad_scripts_and_calls_are_refused() {
    let stage = stage(&mannequin::excerpt(), "{}");
    let check = |script: &str, expected: &str| {
        fs::write(&stage.script, script).unwrap();
        let done = mutoscope(&[
            "simulate",
            shown(&stage.project),
            "--script",
            shown(&stage.script),
        ]);
        assert!(
            done.code == 1 && done.out.is_empty() && done.err.contains(expected),
            "{script}: {}",
            done.err
        );
    };
    check("{", "docs/simulate.md");
    check(
        r#"{"requests": [{"at": 0, "do": "dance"}]}"#,
        "/requests/0: unknown variant `dance`",
    );
    check(r#"{"character": "Fox", "requests": []}"#, "SK_Mannequin");
    let added =
        |fields: &str| format!(r#"{{"requests": [{{"at": 0, "do": "add_character", {fields}}}]}}"#);
    check(
        &added(r#""skeleton": "Fox""#),
        "skeleton “Fox” does not exist",
    );
    check(
        &added(r#""graph": "PG_Fox""#),
        "graph “PG_Fox” does not exist",
    );
    check(
        r#"{"requests": [{"at": 0, "do": "stop_clip", "character": "Fox"}]}"#,
        "/requests/0: character “Fox” does not exist",
    );
    fs::write(&stage.script, r#"{"requests": []}"#).unwrap();
    let call = |rest: &[&str]| {
        mutoscope(
            &[
                &[
                    "simulate",
                    shown(&stage.project),
                    "--script",
                    shown(&stage.script),
                ],
                rest,
            ]
            .concat(),
        )
        .code
    };
    assert_eq!(call(&["--duration", "1"]), 0);
    for rest in [
        ["--hitch", "1"],
        ["--hitch", "1:0"],
        ["--hitch", "1:2"],
        ["--jitter", "1.1"],
        ["--jitter", "-0.1"],
        ["--dt", "0,0"],
        ["--dt", "1/60,"],
        ["--dt", "1/60,2"],
    ] {
        assert_eq!(call(&rest), 2, "{rest:?}");
    }
    for rest in [
        ["--dt", "0"],
        ["--dt", "2"],
        ["--dt", "1/0"],
        ["--dt", "x"],
        ["--duration", "NaN"],
    ] {
        assert_eq!(call(&rest), 2, "{rest:?}");
    }
    assert_eq!(mutoscope(&["simulate", shown(&stage.project)]).code, 2);
    assert_eq!(
        mutoscope(&["simulate", shown(&stage.project), "--script", "none.json"]).code,
        1
    );
}

/// A name that is not there is told of even where the skeleton has to be named first; and nothing
/// is played without an end.
#[test]
fn what_cannot_be_played_is_named_and_what_never_ends_is_refused() {
    let folder = TempDir::new().unwrap();
    let (project, script) = (
        folder.path().join("sample"),
        folder.path().join("script.json"),
    );
    assert_eq!(mutoscope(&["new", shown(&project)]).code, 0);
    let play = |text: &str, more: &[&str]| {
        fs::write(&script, text).unwrap();
        mutoscope(
            &[
                &["simulate", shown(&project), "--script", shown(&script)],
                more,
            ]
            .concat(),
        )
    };
    let unknown = play(
        r#"{"requests": [{"at": 0, "do": "play_montage", "montage": "AM_Atack"}]}"#,
        &[],
    );
    assert!(
        unknown.code == 1 && unknown.err.contains("“AM_Atack”"),
        "{}",
        unknown.err
    );
    let still = r#"{"character": "SK_Mannequin", "requests": []}"#;
    let far = r#"{"requests": [{"at": 1e12, "do": "play_montage", "montage": "AM_Vault"}]}"#;
    for (text, more) in [
        (far, &[][..]),
        (still, &["--duration", "1e300"]),
        (still, &["--dt", "1e-300"]),
    ] {
        let endless = play(text, more);
        assert!(
            endless.code == 1 && endless.err.contains("ticks"),
            "{} {more:?}",
            endless.err
        );
    }
}
