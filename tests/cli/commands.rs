//! Every command, called well and called badly.

use crate::support::{arm, mutoscope, shown};
use serde_json::{Value, json};
use std::{fs, path::PathBuf};
use tempfile::TempDir;

struct Desk {
    folder: TempDir,
    arm: PathBuf,
    project: PathBuf,
    bundle: PathBuf,
}

/// A source file, the sample project, and the bundle of it.
fn desk() -> Desk {
    let folder = TempDir::new().unwrap();
    let (arm, project, bundle) = (
        arm(folder.path()),
        folder.path().join("sample"),
        folder.path().join("sample.mbundle"),
    );
    crate::support::write_project(&project);
    assert_eq!(
        mutoscope(&["export", shown(&project), "--out", shown(&bundle)]).code,
        0
    );
    Desk {
        folder,
        arm,
        project,
        bundle,
    }
}

impl Desk {
    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }
}

fn refused(args: &[&str], code: u8, expected: &str) {
    let done = mutoscope(args);
    assert_eq!(
        (done.code, done.out.as_str()),
        (code, ""),
        "{args:?}: {}",
        done.err
    );
    assert!(
        done.err.contains(expected),
        "{args:?} should speak of {expected}: {}",
        done.err
    );
}

#[test]
fn new_writes_the_sample_and_spares_what_is_there() {
    let desk = desk();
    let fresh = desk.folder.path().join("fresh");
    assert_eq!(mutoscope(&["new", shown(&fresh)]).code, 0);
    let info = mutoscope(&["info", shown(&fresh), "--json"]).json();
    let (clips, montages) = (
        info["clips"].as_array().unwrap(),
        info["montages"].as_array().unwrap(),
    );
    assert!(
        clips.len() >= 30
            && montages
                .iter()
                .any(|montage| montage["name"] == "AM_AttackCombo")
    );
    refused(&["new", shown(&desk.project)], 1, "not empty");
    refused(&["new", shown(&desk.arm)], 1, "arm.gltf");
    refused(&["new"], 2, "Usage");
}

#[test]
fn info_lists_what_a_file_holds() {
    let desk = desk();
    let arm = mutoscope(&["info", shown(&desk.arm), "--json"]).json();
    assert_eq!(
        arm["skeletons"][0]["bones"][1],
        json!({"name": "arm", "parent": 0, "source": 0, "retarget": "animation"})
    );
    assert_eq!(
        (&arm["clips"][0]["name"], &arm["clips"][0]["duration"]),
        (&json!("Lift"), &json!(1.0))
    );
    assert_eq!(arm["clips"][0]["tracks"], 1);
    assert_eq!(
        (&arm["meshes"][0]["vertices"], &arm["meshes"][0]["morphs"]),
        (&json!(3), &json!([]))
    );
    let project = mutoscope(&["info", shown(&desk.project), "--json"]).json();
    let walk = project["clips"]
        .as_array()
        .unwrap()
        .iter()
        .find(|clip| clip["name"] == "Walk_Fwd")
        .unwrap();
    assert_eq!(
        walk["sync_markers"],
        json!([{"name": "L", "time": 0.0}, {"name": "R", "time": 0.5}])
    );
    assert_eq!(walk["curves"], json!(["Contact_L", "Contact_R", "Speed"]));
    let curve = json!({"name": "Contact_L", "kind": "float", "extrapolation": "clamp", "keys": 6});
    assert_eq!(walk["curve_info"][0], curve);
    let montage = &project["montages"][0];
    assert_eq!(
        montage["sections"][1],
        json!({"name": "Hold", "start": 0.5, "next": "Hold"})
    );
    assert_eq!(montage["slots"][0]["segments"].as_array().unwrap().len(), 4);
    let text = mutoscope(&["info", shown(&desk.project)]);
    assert!(text.code == 0 && text.out.contains("montage AM_ChargedAttack"));
}

#[test]
fn a_project_and_its_bundle_are_listed_alike() {
    let desk = desk();
    let list = |path: &PathBuf| mutoscope(&["info", shown(path), "--json"]).json();
    let (project, bundle) = (list(&desk.project), list(&desk.bundle));
    for (kind, field) in [
        ("skeletons", "name"),
        ("meshes", "vertices"),
        ("clips", "duration"),
        ("clips", "sync_markers"),
        ("clips", "curve_info"),
        ("montages", "sections"),
    ] {
        let of = |info: &Value| -> Vec<_> {
            info[kind]
                .as_array()
                .unwrap()
                .iter()
                .map(|asset| asset[field].clone())
                .collect()
        };
        assert_eq!(of(&project), of(&bundle), "{kind}");
    }
    let socket = |info: &Value, name: &str| {
        let notifies = info["montages"][0]["notifies"].as_array().unwrap();
        notifies
            .iter()
            .find(|notify| notify["name"] == name)
            .unwrap()["socket"]
            .clone()
    };
    for info in [&project, &bundle] {
        assert_eq!(
            (socket(info, "SwordTrail"), socket(info, "HoldGlow")),
            (json!("hand_r_weapon"), json!(null))
        );
    }
    let [rig, same] = [&project, &bundle].map(|info| &info["skeletons"][0]);
    assert!(rig["sockets"] == same["sockets"] && rig["virtual_bones"] == same["virtual_bones"]);
    assert_eq!(
        (&rig["sockets"][0]["name"], &rig["sockets"][0]["bone"]),
        (&json!("hand_r_weapon"), &json!("hand_r"))
    );
    assert_eq!(bundle["kind"], "bundle");
    let sum = |info: &Value, field: &str| -> u64 {
        info["clips"]
            .as_array()
            .unwrap()
            .iter()
            .map(|clip| clip[field].as_u64().unwrap())
            .sum()
    };
    let bones = rig["bones"].as_array().unwrap().len() * bundle["clips"].as_array().unwrap().len();
    assert!(
        (1..bones as u64).contains(&sum(&bundle, "tracks")),
        "bones at rest are left out"
    );
    assert!((1..100_000).contains(&sum(&bundle, "bytes")));
}

#[test]
fn an_additive_clip_is_sampled_with_its_base() {
    let desk = desk();
    let file = |start: &str| {
        let mut paths = fs::read_dir(desk.project.join("clips"))
            .unwrap()
            .map(|entry| entry.unwrap().path());
        paths
            .find(|path| {
                path.file_name()
                    .unwrap()
                    .to_string_lossy()
                    .starts_with(start)
            })
            .unwrap()
    };
    let read = |path: &PathBuf| serde_json::from_slice::<Value>(&fs::read(path).unwrap()).unwrap();
    let (idle, walk) = (file("Idle"), read(&file("Walk_Fwd"))["id"].clone());
    let sampled = |base: Value| {
        let mut record = read(&idle);
        record["asset"]["additive"] = json!({"kind": "local", "base": base});
        fs::write(&idle, record.to_string()).unwrap();
        mutoscope(&["sample", shown(&desk.project), "--clip", "Idle", "--json"]).json()["frames"]
            .clone()
    };
    let reference = sampled(json!("reference_pose"));
    let missing = sampled(json!({"clip_scaled": {"clip": "00000000000000aa"}}));
    assert_eq!(missing, reference);
    assert_ne!(
        sampled(json!({"clip_frame": {"clip": walk, "frame": 4}})),
        reference
    );
    assert_ne!(sampled(json!({"clip_scaled": {"clip": walk}})), reference);
    let script = desk.write(
        "idle.json",
        r#"{"character": "SK_Mannequin", "requests": [{"at": 0, "do": "play_clip", "clip": "Idle"}]}"#,
    );
    let told = mutoscope(&[
        "simulate",
        shown(&desk.project),
        "--script",
        shown(&script),
        "--duration",
        "0.1",
    ]);
    assert!(told.err.contains("“Idle” is additive"), "{}", told.err);
}

/// A clip that is played, loops, and is jumped in, out of chunks: but for the ticks that say so,
/// the lines of the whole one.
#[test]
fn simulate_streams_a_bundle_within_a_budget() {
    let desk = desk();
    let script = desk.write(
        "idle.json",
        r#"{"character": "SK_Mannequin", "requests": [{"at": 0, "do": "play_clip", "clip": "Idle"},
            {"at": 7, "do": "play_clip", "clip": "Idle", "position": 4.5}]}"#,
    );
    let play = |rest: &[&str]| {
        let args = [
            "simulate",
            shown(&desk.bundle),
            "--script",
            shown(&script),
            "--duration",
            "10",
            "--json",
        ];
        let done = mutoscope(&[&args, rest].concat());
        assert_eq!(done.code, 0, "{}", done.err);
        (done.lines(), done.err)
    };
    let (whole, _) = play(&[]);
    let (streamed, told) = play(&["--stream", "64", "--chunk", "1"]);
    let held = streamed
        .iter()
        .filter(|tick| tick["stalled"] == true)
        .count();
    assert!(
        (1..=2).contains(&held) && told.contains("in chunks: up to"),
        "{held}: {told}"
    );
    assert_eq!(whole.len(), streamed.len());
    for (whole, streamed) in whole.iter().zip(&streamed) {
        assert!(
            streamed["stalled"] == true || whole == streamed,
            "{whole} {streamed}"
        );
        assert_eq!(whole["root"], streamed["root"]);
    }
    let (starved, told) = play(&["--stream", "1", "--chunk", "1"]);
    assert!(
        starved.iter().all(|tick| tick["stalled"] == true) && told.contains("Raise --stream"),
        "{told}"
    );
    let stream = |file: &PathBuf, rest: &[&str], code, why| {
        let args = [&["simulate", shown(file), "--script", shown(&script)], rest].concat();
        refused(&args, code, why);
    };
    stream(&desk.project, &["--stream", "64"], 1, "is not a bundle");
    stream(
        &desk.bundle,
        &["--stream", "64", "--chunk", "0"],
        2,
        "above 0",
    );
    stream(&desk.bundle, &["--chunk", "2"], 2, "--stream");
}

#[test]
fn compress_tells_bytes_and_errors() {
    let desk = desk();
    let json = |path: &PathBuf, error: &str| {
        mutoscope(&[
            "compress",
            shown(path),
            "--clip",
            "Walk_Fwd",
            "--error",
            error,
            "--json",
        ])
        .json()
    };
    let (fine, coarse) = (json(&desk.project, "0.01cm"), json(&desk.project, "1mm"));
    let number = |info: &Value, field: &str| info[field].as_f64().unwrap();
    assert!(number(&fine, "max_error") <= 1e-4 && fine["red"] == false);
    assert!(number(&coarse, "max_error") > 1e-4 && number(&coarse, "max_error") <= 1e-3);
    assert!(number(&coarse, "bytes") < number(&fine, "bytes") && number(&fine, "ratio") > 8.0);
    let from_file = fine["source"]["max_error"].as_f64().unwrap();
    assert!(
        from_file > 0.0 && from_file <= 1e-4,
        "{from_file} from the file"
    );
    let worst = fine["worst"]["bone"].as_str().unwrap();
    let row = fine["bones"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["bone"] == worst)
        .unwrap();
    assert_eq!(row["max"], fine["max_error"]);
    let again = json(&desk.bundle, "1mm");
    assert_eq!(
        again["raw_bytes"], fine["raw_bytes"],
        "a bundle's clip has the same keys"
    );
    let bits = |bone: &str| {
        fine["bones"]
            .as_array()
            .unwrap()
            .iter()
            .find(|row| row["bone"] == bone)
            .unwrap()["bits"]
            .clone()
    };
    assert!(
        bits("thigh_l")["rotation"].as_f64() > Some(3.0) && bits("thigh_l")["scale"].is_null(),
        "{}",
        bits("thigh_l")
    );
    let by_itself = mutoscope(&[
        "compress",
        shown(&desk.project),
        "--clip",
        "Walk_Fwd",
        "--error",
        "0.01cm",
        "--space",
        "parent",
        "--json",
    ]);
    assert!(
        number(&by_itself.json(), "bytes") < number(&fine, "bytes"),
        "errors need not make up for others"
    );
    let text = mutoscope(&[
        "compress",
        shown(&desk.project),
        "--clip",
        "Walk_Fwd",
        "--bound",
        "p99",
    ]);
    assert!(
        text.code == 0 && text.out.contains("largest error"),
        "{}",
        text.out
    );
}

#[test]
fn compress_keeps_fewer_keys_for_more_error() {
    let desk = desk();
    let json = |path: &PathBuf, rest: &[&str]| {
        let all = [
            &[
                "compress",
                shown(path),
                "--clip",
                "Walk_Fwd",
                "--keyframes",
                "--json",
            ],
            rest,
        ]
        .concat();
        mutoscope(&all).json()
    };
    let number = |info: &Value, field: &str| info[field].as_f64().unwrap();
    let (fine, coarse) = (
        json(&desk.project, &["--threshold", "0.1"]),
        json(&desk.project, &["--threshold", "10"]),
    );
    for field in ["keys", "bytes"] {
        assert!(
            number(&coarse, field) < number(&fine, field)
                && number(&fine, field) < number(&fine, &format!("raw_{field}"))
        );
    }
    assert!(number(&fine, "max_error") < number(&coarse, "max_error"));
    let kept = |row: &Value| {
        ["rotations", "translations", "scales"]
            .map(|f| number(row, f))
            .iter()
            .sum::<f64>()
    };
    assert_eq!(
        fine["bones"]
            .as_array()
            .unwrap()
            .iter()
            .map(kept)
            .sum::<f64>(),
        number(&fine, "keys")
    );
    let late = json(&desk.project, &["--threshold", "10", "--delay", "0.1"]);
    // As many frames as fit.
    let gap = number(&late, "longest_gap");
    assert!(
        number(&coarse, "longest_gap") > 0.1 && gap < 0.1 + 1e-6 && gap > 0.1 - 1.0 / 30.0,
        "{gap}"
    );
    assert_eq!(json(&desk.bundle, &[])["raw_bytes"], fine["raw_bytes"]);
    let out = desk.project.join("walk.keys");
    let written = json(
        &desk.project,
        &[
            "--threshold",
            "1",
            "--distance",
            "1mm",
            "--out",
            shown(&out),
        ],
    );
    assert_eq!(
        std::fs::metadata(&out).unwrap().len(),
        written["bytes"].as_u64().unwrap()
    );
    let text = mutoscope(&[
        "compress",
        shown(&desk.project),
        "--clip",
        "Walk_Fwd",
        "--keyframes",
    ]);
    assert!(
        text.code == 0 && text.out.contains("bytes per second"),
        "{}",
        text.out
    );
}

#[test]
fn compress_refuses_wrong_calls() {
    let desk = desk();
    refused(
        &[
            "compress",
            shown(&desk.project),
            "--clip",
            "Walk_Fwd",
            "--threshold",
            "2",
        ],
        2,
        "--keyframes",
    );
    refused(
        &[
            "compress",
            shown(&desk.project),
            "--clip",
            "Walk_Fwd",
            "--keyframes",
            "--threshold=-1",
        ],
        2,
        "threshold",
    );
    refused(
        &[
            "compress",
            shown(&desk.project),
            "--clip",
            "Walk_Fwd",
            "--keyframes",
            "--error",
            "1cm",
        ],
        2,
        "cannot be used",
    );
    refused(
        &["compress", shown(&desk.project), "--clip", "Fly"],
        1,
        "clip “Fly” does not exist",
    );
    for (error, expected) in [
        ("0.01", "needs a unit"),
        ("nocm", "needs a unit"),
        ("1.2.3cm", "must be 0.1um to 1m"),
        ("0cm", "must be"),
        ("9m", "must be"),
    ] {
        refused(
            &[
                "compress",
                shown(&desk.project),
                "--clip",
                "Walk_Fwd",
                "--error",
                error,
            ],
            2,
            expected,
        );
    }
}

#[test]
fn info_refuses_what_it_cannot_read() {
    let desk = desk();
    refused(
        &["info", shown(&desk.folder.path().join("none.glb"))],
        1,
        "no such file",
    );
    refused(
        &[
            "info",
            shown(&desk.write("a.fbx", "Kaydara FBX Binary  \0")),
        ],
        1,
        "truncated",
    );
    refused(&["info", shown(desk.folder.path())], 1, "no project.json");
    refused(&["info", shown(&desk.arm), "--yaml"], 2, "--yaml");
}

#[test]
fn import_adds_and_a_second_import_keeps_what_people_added() {
    let desk = desk();
    let dir = desk.folder.path().join("made");
    let first = mutoscope(&["import", shown(&desk.arm), "--project", shown(&dir)]);
    assert!(
        first.code == 0 && first.out.contains("Added clip “Lift”"),
        "{}{}",
        first.out,
        first.err
    );
    let clip = fs::read_dir(dir.join("clips"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let before = mutoscope(&["info", shown(&dir), "--json"]).json();
    assert_eq!(before["clips"][0]["loop_policy"], "clamp");
    let looping = "\"looping\": true, \"loop_policy\": \"wrap\"";
    let changed = fs::read_to_string(&clip)
        .unwrap()
        .replace("\"looping\": false", looping);
    fs::write(&clip, changed).unwrap();
    let second = mutoscope(&["import", shown(&desk.arm), "--project", shown(&dir)]);
    assert!(
        second.code == 0 && second.out.contains("Updated clip “Lift”"),
        "{}{}",
        second.out,
        second.err
    );
    let info = mutoscope(&["info", shown(&dir), "--json"]).json();
    assert_eq!(
        (
            &info["clips"][0]["looping"],
            info["clips"].as_array().unwrap().len()
        ),
        (&json!(true), 1)
    );
    let length = |info: &Value| info["clips"][0]["duration"].as_f64().unwrap();
    let frame = 1.0 / info["clips"][0]["frame_rate"].as_f64().unwrap();
    assert_eq!(info["clips"][0]["loop_policy"], "wrap");
    assert!(
        (length(&info) - length(&before) - frame).abs() < 1e-4,
        "{info}"
    );
}

/// Replaces text in the one file of a folder.
fn edit(folder: &std::path::Path, from: &str, to: &str) {
    let path = fs::read_dir(folder)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn a_clip_of_longer_bones_is_retargeted_as_the_skeleton_says() {
    let desk = desk();
    let dir = desk.folder.path().join("made");
    // The same bones, twice as long; its clip lifts the arm from y = 1 to y = 3 beside a reference
    // of 2.
    let text = fs::read_to_string(&desk.arm).unwrap();
    let text = text
        .replace("\"translation\":[0,1,0]", "\"translation\":[0,2,0]")
        .replace("Lift", "Reach");
    let long = desk.write("long.gltf", &text);
    for file in [&desk.arm, &long] {
        assert_eq!(
            mutoscope(&["import", shown(file), "--project", shown(&dir)]).code,
            0
        );
    }
    let reached = || {
        let args = [
            "sample",
            shown(&dir),
            "--clip",
            "Reach",
            "--times",
            "1",
            "--json",
        ];
        mutoscope(&args).json()["frames"][0]["transforms"][1][1]
            .as_f64()
            .unwrap()
    };
    // Clips are compressed to a tenth of a millimetre.
    let reaches =
        |y: f64, name: &str| assert!((reached() - y).abs() < 2e-4, "{name} {}", reached());
    reaches(3.0, "as imported");
    let mut mode = "\"source\": 0,".to_owned();
    for (name, y) in [
        ("scaled", 1.5),
        ("relative", 2.0),
        ("skeleton", 1.0),
        ("animation", 3.0),
    ] {
        let next = format!("\"source\": 0,\n      \"retarget\": \"{name}\",");
        edit(&dir.join("skeletons"), &mode, &next);
        reaches(y, name);
        mode = next;
    }
}

#[test]
fn a_part_is_skinned_by_its_method_in_project_and_bundle_on_cpu_and_device() {
    let desk = desk();
    let vertices = |path: &PathBuf, skin: &str| {
        let args = [
            "sample",
            shown(path),
            "--clip",
            "Charge_Start",
            "--times",
            "0.4",
            "--json",
            "--skin",
            skin,
        ];
        let all = mutoscope(&args).json()["frames"][0]["vertices"][0].clone();
        serde_json::from_value::<Vec<[f64; 3]>>(all).unwrap()
    };
    let farthest = |a: &[[f64; 3]], b: &[[f64; 3]]| {
        let off = |(a, b): (&[f64; 3], &[f64; 3])| {
            a.iter()
                .zip(b)
                .map(|(a, b)| (a - b).abs())
                .fold(0.0, f64::max)
        };
        a.iter().zip(b).map(off).fold(0.0, f64::max)
    };
    let linear = vertices(&desk.project, "cpu");
    edit(
        &desk.project.join("meshes"),
        "\"material\": 0,",
        "\"material\": 0,\n      \"method\": \"dual_quaternion\",",
    );
    let [cpu, gpu, vertex] = ["cpu", "gpu", "gpu-vertex"].map(|skin| vertices(&desk.project, skin));
    assert!(
        farthest(&cpu, &gpu) < 1e-4
            && farthest(&cpu, &vertex) < 1e-4
            && (1e-3..0.1).contains(&farthest(&linear, &cpu)),
        "{}",
        farthest(&linear, &cpu)
    );
    assert_eq!(
        mutoscope(&["export", shown(&desk.project), "--out", shown(&desk.bundle)]).code,
        0
    );
    assert_eq!(vertices(&desk.bundle, "cpu"), cpu);
    let info = mutoscope(&["info", shown(&desk.bundle), "--json"]).json();
    assert_eq!(info["meshes"][0]["parts"][0]["skinning"], "dual_quaternion");
}

#[test]
fn import_takes_all_files_or_none() {
    let desk = desk();
    let dir = desk.folder.path().join("made");
    let broken = desk.write("broken.glb", "glTF");
    let done = mutoscope(&[
        "import",
        shown(&desk.arm),
        shown(&broken),
        "--project",
        shown(&dir),
    ]);
    assert!(
        done.code == 1 && done.err.contains("broken.glb") && !dir.exists(),
        "{}",
        done.err
    );
    refused(
        &["import", shown(&desk.arm), "--project", shown(&desk.bundle)],
        1,
        "not a project",
    );
    refused(&["import", shown(&desk.arm)], 2, "--project");
    refused(&["import", "--project", shown(&dir)], 2, "FILE");
}

#[test]
fn sample_gives_local_and_model_poses_and_vertices() {
    let desk = desk();
    let sample =
        |rest: &[&str]| mutoscope(&[&["sample", shown(&desk.arm), "--json"], rest].concat()).json();
    let local = sample(&["--clip", "Lift", "--times", "0,0.5,9"]);
    assert_eq!(
        local["bones"][0],
        json!({"name": "root", "parent": null, "source": 1})
    );
    let heights: Vec<_> = local["frames"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f["transforms"][1][1].clone())
        .collect();
    assert_eq!(heights, [json!(1.0), json!(2.0), json!(3.0)]);
    assert!(local.get("meshes").is_none() && local["frames"][0].get("vertices").is_none());
    for skin in ["cpu", "gpu", "gpu-vertex"] {
        let model = sample(&[
            "--clip", "Lift", "--times", "0.5", "--space", "model", "--skin", skin,
        ]);
        assert_eq!(model["meshes"][0]["source"], 0);
        assert_eq!(model["meshes"][0]["primitive"], 0);
        assert_eq!(
            model["frames"][0]["vertices"][0],
            json!([[0.0, 2.0, 0.0], [1.0, 2.0, 0.0], [0.0, 3.0, 0.0]])
        );
    }
    let rest = sample(&[]);
    assert_eq!(
        (
            &rest["frames"][0]["time"],
            &rest["frames"][0]["transforms"][1][1]
        ),
        (&json!(0.0), &json!(1.0))
    );
    let text = mutoscope(&["sample", shown(&desk.arm), "--clip", "Lift"]);
    assert!(
        text.code == 0 && text.out.contains("arm: 0 1 0 m"),
        "{}",
        text.out
    );
}

#[test]
fn sample_of_a_project_and_of_its_bundle_are_one() {
    let desk = desk();
    let frames = |path: &PathBuf| {
        mutoscope(&[
            "sample",
            shown(path),
            "--clip",
            "Walk_Fwd",
            "--times",
            "0.1,0.77",
            "--json",
            "--skin",
            "cpu",
        ])
        .json()["frames"]
            .clone()
    };
    assert_eq!(frames(&desk.project), frames(&desk.bundle));
}

#[test]
fn sample_gives_virtual_bones_from_their_source_and_in_model_space() {
    let desk = desk();
    let sample = |path: &PathBuf, space| {
        let args = [
            "sample",
            shown(path),
            "--clip",
            "Walk_Fwd",
            "--times",
            "0.1,0.77",
            "--json",
            "--space",
            space,
        ];
        mutoscope(&args).json()
    };
    let (local, model) = (
        sample(&desk.project, "local"),
        sample(&desk.project, "model"),
    );
    assert_eq!(
        local["virtual_bones"],
        sample(&desk.bundle, "local")["virtual_bones"]
    );
    let bone = |name: &Value| {
        local["bones"]
            .as_array()
            .unwrap()
            .iter()
            .position(|bone| bone["name"] == *name)
            .unwrap()
    };
    let links = local["virtual_bones"].as_array().unwrap();
    assert_eq!(links.len(), 3);
    for (frame, in_model) in local["frames"]
        .as_array()
        .unwrap()
        .iter()
        .zip(model["frames"].as_array().unwrap())
    {
        for (at, link) in links.iter().enumerate() {
            let source = transform(&in_model["transforms"][bone(&link["source"])]);
            let target = transform(&in_model["transforms"][bone(&link["target"])]);
            let (seen, stands) = (
                transform(&frame["virtual_bones"][at]),
                transform(&in_model["virtual_bones"][at]),
            );
            let back = source.compose(&seen);
            assert!(
                back.translation.abs_diff_eq(target.translation, 1e-5),
                "{link}: {back:?} {target:?}"
            );
            assert!(
                back.rotation.dot(target.rotation).abs() > 1.0 - 1e-5,
                "{link}"
            );
            assert_eq!(stands, target);
        }
    }
    let rest = mutoscope(&["sample", shown(&desk.project), "--clip", "Walk_Fwd"]);
    let name = links[0]["name"].as_str().unwrap();
    assert!(
        rest.code == 0 && rest.out.contains(&format!("  virtual bone {name} of ")),
        "{}",
        rest.out
    );
    let none = mutoscope(&["sample", shown(&desk.arm), "--json"]).json();
    assert!(
        none.get("virtual_bones").is_none() && none["frames"][0].get("virtual_bones").is_none()
    );
}

fn transform(row: &Value) -> anim::Transform {
    let row: Vec<f32> = serde_json::from_value(row.clone()).unwrap();
    let (t, q, s) = (&row[..3], &row[3..7], &row[7..]);
    anim::Transform::new(
        glam::Vec3::from_slice(t),
        glam::Quat::from_slice(q),
        glam::Vec3::from_slice(s),
    )
}

#[test]
fn sample_refuses_unknown_clips_and_impossible_times() {
    let desk = desk();
    let arm = shown(&desk.arm);
    refused(&["sample", arm, "--clip", "Drop"], 1, "Available: “Lift”");
    refused(
        &["sample", shown(&desk.bundle), "--clip", "Drop"],
        1,
        "“Walk_Fwd”",
    );
    refused(&["sample", arm, "--times=-1"], 2, "must be 0 s or more");
    refused(&["sample", arm, "--times", "NaN"], 2, "must be 0 s or more");
    refused(
        &["sample", arm, "--times", "soon"],
        2,
        "must be a number of seconds",
    );
    refused(&["sample", arm, "--space", "world"], 2, "world");
    refused(&["sample", arm, "--skin", "tpu"], 2, "tpu");
}

#[test]
fn export_lists_the_errors_of_a_project_and_writes_nothing() {
    let desk = desk();
    for clip in fs::read_dir(desk.project.join("clips")).unwrap() {
        fs::remove_file(clip.unwrap().path()).unwrap();
    }
    let out = desk.folder.path().join("broken.mbundle");
    refused(
        &["export", shown(&desk.project), "--out", shown(&out)],
        1,
        "its clip is missing",
    );
    assert!(!out.exists());
    refused(
        &["export", shown(&desk.bundle), "--out", shown(&out)],
        1,
        "already a bundle",
    );
    refused(&["export", shown(&desk.project)], 2, "--out");
    let nowhere = desk.folder.path().join("no/such/folder.mbundle");
    refused(
        &["export", shown(&desk.arm), "--out", shown(&nowhere)],
        1,
        "Create it first",
    );
}

#[test]
fn verify_accepts_what_was_written_and_nothing_else() {
    let desk = desk();
    let done = mutoscope(&["verify", shown(&desk.bundle)]);
    assert!(
        done.code == 0 && done.out.contains("play as recorded"),
        "{}{}",
        done.out,
        done.err
    );
    let mut bytes = fs::read(&desk.bundle).unwrap();
    let files::Opened::Bundle(mut read) = files::open(&desk.bundle).unwrap() else {
        panic!("a bundle")
    };
    let mut poses = read.golden.clips.to_vec();
    poses[0].pose ^= 1;
    read.golden.clips = poses.into();
    fs::write(&desk.bundle, bundle::write(&read.library, &read.golden)).unwrap();
    let done = mutoscope(&["verify", shown(&desk.bundle)]);
    assert!(
        done.code == 1 && done.out.contains("s differs") && done.out.contains("has a bug"),
        "{}",
        done.out
    );
    read.golden.float_rule += 1;
    fs::write(&desk.bundle, bundle::write(&read.library, &read.golden)).unwrap();
    let done = mutoscope(&["verify", shown(&desk.bundle)]);
    assert!(
        done.code == 1 && done.out.contains("Export it again") && !done.out.contains("s differs"),
        "{}",
        done.out
    );
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&desk.bundle, &bytes).unwrap();
    refused(&["verify", shown(&desk.bundle)], 1, "damaged");
    fs::write(&desk.bundle, &bytes[..100]).unwrap();
    refused(&["verify", shown(&desk.bundle)], 1, "sample.mbundle");
    refused(&["verify", shown(&desk.project)], 1, "not a bundle");
    refused(&["verify"], 2, "Usage");
}

#[test]
fn render_writes_pictures_with_something_in_them() {
    let desk = desk();
    for (file, clip) in [
        (&desk.project, "Walk_Fwd"),
        (&desk.bundle, "Walk_Fwd"),
        (&desk.arm, "Lift"),
    ] {
        let out = desk.folder.path().join("picture.png");
        let args = [
            "render",
            shown(file),
            "--clip",
            clip,
            "--time",
            "0.3",
            "--size",
            "320x200",
            "--out",
            shown(&out),
        ];
        let done = mutoscope(&args);
        assert_eq!(done.code, 0, "{}", done.err);
        let picture = image::open(&out).unwrap().to_rgba8();
        assert_eq!(picture.dimensions(), (320, 200));
        let bright = picture
            .pixels()
            .filter(|pixel| pixel.0[..3].iter().any(|channel| *channel > 100))
            .count();
        assert!(
            (300..32_000).contains(&bright),
            "{}: {bright} bright pixels",
            file.display()
        );
    }
}

#[test]
fn render_numbers_the_pictures_of_a_sequence() {
    let desk = desk();
    let out = desk.folder.path().join("walk.png");
    let render = |rest: &[&str]| {
        let first = [
            "render",
            shown(&desk.project),
            "--size",
            "160x100",
            "--out",
            shown(&out),
        ];
        let done = mutoscope(&[&first, rest].concat());
        assert_eq!(done.code, 0, "{}", done.err);
        done.out
            .lines()
            .map(|line| fs::read(line).unwrap())
            .collect::<Vec<_>>()
    };
    let frames = render(&["--clip", "Walk_Fwd", "--frames", "3"]);
    assert!(
        frames.len() == 3
            && frames[0] != frames[1]
            && desk.folder.path().join("walk_0002.png").exists()
    );
    let around = render(&["--turntable", "4"]);
    assert!(around.len() == 4 && around[0] != around[1] && around[0] != around[2]);
}

/// However much of the crowd finds room in the cache.
#[test]
fn a_crowd_is_drawn_whole_and_its_motion_is_told() {
    let desk = desk();
    let out = desk.folder.path().join("crowd.png");
    let draw = |more: &[&str]| {
        let first = [
            "render",
            shown(&desk.project),
            "--clip",
            "Walk_Fwd",
            "--size",
            "240x150",
        ];
        let done = mutoscope(
            &[
                &first,
                &["--lod", "2", "--no-props", "--out", shown(&out)][..],
                more,
            ]
            .concat(),
        );
        assert_eq!(done.code, 0, "{}", done.err);
        image::open(&out).unwrap().to_rgba8()
    };
    let differing = |a: &image::RgbaImage, b: &image::RgbaImage| {
        a.pixels().zip(b.pixels()).filter(|(a, b)| a != b).count()
    };
    let crowd = draw(&["--time", "0.4", "--crowd", "30"]);
    assert!(differing(&crowd, &draw(&["--time", "0.4"])) > 2000);
    assert!(
        differing(
            &crowd,
            &draw(&["--time", "0.4", "--crowd", "30", "--skin-cache", "0"])
        ) < 40
    );
    let is_grey = |p: &image::Rgba<u8>| {
        p.0[..2].iter().all(|channel| channel.abs_diff(128) <= 1) && p.0[2] >= 127
    };
    let of_motion = |p: &&image::Rgba<u8>| p.0[2].abs_diff(128) <= 1;
    let still = draw(&["--shading", "motion", "--time", "0"]);
    let [grey, other] = [true, false].map(|grey| {
        still
            .pixels()
            .filter(of_motion)
            .filter(|p| is_grey(p) == grey)
            .count()
    });
    assert!(
        grey > 1000 && other < 100,
        "{grey} and {other}, which are of the axes"
    );
    let moving = draw(&["--shading", "motion", "--time", "0.4"]);
    assert!(
        moving
            .pixels()
            .filter(of_motion)
            .filter(|p| !is_grey(p))
            .count()
            > 500
    );
    assert!(
        draw(&["--shading", "motion", "--times", "--time", "0.4"]) == moving,
        "measuring changes no picture"
    );
    for time in ["0", "0.4"] {
        let first = [
            "render",
            shown(&desk.project),
            "--clip",
            "Walk_Fwd",
            "--out",
            shown(&out),
        ];
        let done = mutoscope(
            &[
                &first[..],
                &["--size", "60x90", "--no-props", "--times", "--time", time],
            ]
            .concat(),
        );
        let vertices = done
            .out
            .split(": ")
            .nth(1)
            .and_then(|line| line.split(' ').next())
            .unwrap_or_default();
        assert!(
            vertices.parse::<u32>().is_ok_and(|count| count > 1000),
            "at {time}: {}",
            done.out
        );
    }
    refused(
        &[
            "render",
            shown(&desk.project),
            "--crowd",
            "0",
            "--out",
            shown(&out),
        ],
        2,
        "must be a whole number, 1 to",
    );
}

#[test]
fn a_sheet_holds_its_moments_in_rows_and_goes_with_the_root() {
    let desk = desk();
    let out = desk.folder.path().join("sheet.png");
    let draw = |more: &[&str]| {
        let first = [
            "render",
            shown(&desk.project),
            "--clip",
            "Walk_Fwd",
            "--size",
            "60x90",
            "--out",
            shown(&out),
        ];
        let done = mutoscope(&[&first, more].concat());
        assert_eq!(done.code, 0, "{}", done.err);
        image::open(&out).unwrap().to_rgba8()
    };
    let sheet = draw(&["--sheet", "8"]);
    assert_eq!(sheet.dimensions(), (6 * 60 + 5 * 2, 2 * 90 + 2));
    let bright = |column: u32| {
        let tile = image::imageops::crop_imm(&sheet, column * 62, 0, 60, 90).to_image();
        tile.pixels()
            .filter(|pixel| pixel.0[..3].iter().all(|channel| *channel > 90))
            .count()
    };
    assert!(
        (0..6).all(|column| bright(column) > 150),
        "every tile shows the figure"
    );
    assert!(draw(&["--sheet", "8", "--turn", "90"]) != sheet);
    let face = draw(&["--sheet", "8", "--focus", "head"]);
    let bright =
        |picture: &image::RgbaImage| picture.pixels().filter(|pixel| pixel.0[1] > 90).count();
    assert!(
        bright(&face) * 5 > bright(&sheet) * 6,
        "the head fills its pictures: {} {}",
        bright(&face),
        bright(&sheet)
    );
    let call = [
        "render",
        shown(&desk.project),
        "--focus",
        "nose",
        "--out",
        shown(&out),
    ];
    refused(&call, 1, "bone “nose” does not exist");
}

#[test]
fn a_prop_is_named_for_a_picture_and_a_wrong_name_is_told() {
    let desk = desk();
    let out = desk.folder.path().join("prop.png");
    let call = [
        "render",
        shown(&desk.project),
        "--size",
        "60x90",
        "--out",
        shown(&out),
    ];
    let with = |more: &[&'static str]| [&call, more].concat();
    let draw = |more: &[&'static str]| {
        assert_eq!(mutoscope(&with(more)).code, 0);
        fs::read(&out).unwrap()
    };
    assert!(draw(&["--prop", "head_top=SM_Mannequin"]) != draw(&[]));
    refused(&with(&["--prop", "head_top=Hat"]), 1, "“SM_Mannequin”");
    refused(
        &with(&["--prop", "nose=SM_Mannequin"]),
        1,
        "socket “nose” does not exist",
    );
    refused(&with(&["--prop", "nose"]), 2, "SOCKET=MESH");
}

#[test]
fn render_refuses_wrong_calls() {
    let desk = desk();
    let (project, out) = (shown(&desk.project), desk.folder.path().join("x.png"));
    let out = shown(&out);
    refused(&["render", project], 2, "--out");
    refused(&["render", project, "--out", "x.jpg"], 2, ".png");
    refused(
        &["render", project, "--out", out, "--size", "0x5"],
        2,
        "WIDTHxHEIGHT",
    );
    refused(
        &["render", project, "--out", out, "--frames", "3"],
        2,
        "--clip",
    );
    refused(
        &[
            "render",
            project,
            "--out",
            out,
            "--turntable",
            "2",
            "--frames",
            "3",
        ],
        2,
        "cannot be used with",
    );
    refused(
        &["render", project, "--out", out, "--clip", "Drop"],
        1,
        "“Walk_Fwd”",
    );
}

#[test]
fn the_command_line_itself() {
    let help = mutoscope(&["--help"]);
    assert!(help.code == 0 && help.err.contains("simulate"));
    refused(&["exprt"], 2, "“exprt” is not a command or a file");
    refused(&["info"], 2, "FILE");
    let desk = desk();
    let open = cli::parse(["mutoscope", shown(&desk.project)].map(Into::into));
    assert!(matches!(
        open,
        Ok(cli::Invocation::Editor {
            open: Some(_),
            time_start: false,
            language: None,
        })
    ));
    let spoken = cli::parse(["mutoscope", "--language", "ja"].map(Into::into));
    assert!(matches!(
        spoken,
        Ok(cli::Invocation::Editor {
            language: Some(languages::Language::Japanese),
            ..
        })
    ));
    assert!(matches!(
        cli::parse(["mutoscope".into()]),
        Ok(cli::Invocation::Editor { open: None, .. })
    ));
}

#[test]
fn notices_names_what_the_program_is_linked_with_and_the_fonts() {
    let done = mutoscope(&["notices"]);
    assert!(done.code == 0 && done.out.contains("\nglam ") && done.out.contains("\nFonts\n"));
}
