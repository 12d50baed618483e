//! `export --gltf`: what the file holds, that it plays as the project does, and what is refused.

use crate::support::{arm, mutoscope, shown};
use glam::{Quat, Vec3};
use serde_json::Value;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Metres by which the compressed clips of a project may be off.
const PRECISION: f32 = 2e-4;

fn sample(folder: &Path) -> PathBuf {
    let project = folder.join("sample");
    assert_eq!(mutoscope(&["new", shown(&project)]).code, 0);
    project
}

fn exported(project: &Path, args: &[&str]) -> PathBuf {
    let out = project.with_extension("glb");
    let done = mutoscope(
        &[
            &["export", shown(project), "--gltf", "--out", shown(&out)],
            args,
        ]
        .concat(),
    );
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.contains("bytes"), "{}", done.out);
    out
}

fn clips(file: &Path) -> Vec<String> {
    let list = mutoscope(&["info", shown(file), "--json"]).json();
    list["clips"]
        .as_array()
        .unwrap()
        .iter()
        .map(|clip| clip["name"].as_str().unwrap().to_owned())
        .collect()
}

/// Place and turn of every bone in the model, by name.
fn bones(file: &Path, clip: &str, times: &str) -> Vec<Vec<(String, Vec3, Quat)>> {
    let args = [
        "sample",
        shown(file),
        "--clip",
        clip,
        "--times",
        times,
        "--space",
        "model",
        "--json",
    ];
    let sampled = mutoscope(&args).json();
    let names = || {
        sampled["bones"]
            .as_array()
            .unwrap()
            .iter()
            .map(|bone| bone["name"].as_str().unwrap().to_owned())
    };
    let row = |row: &Value| -> Vec<f32> { serde_json::from_value(row.clone()).unwrap() };
    let frame = |frame: &Value| {
        let rows = frame["transforms"].as_array().unwrap().iter().map(row);
        let mut bones: Vec<_> = names()
            .zip(rows)
            .map(|(name, r)| (name, Vec3::from_slice(&r), Quat::from_slice(&r[3..])))
            .collect();
        bones.sort_by(|a, b| a.0.cmp(&b.0));
        bones
    };
    sampled["frames"]
        .as_array()
        .unwrap()
        .iter()
        .map(frame)
        .collect()
}

#[test]
fn named_clips_play_as_in_the_project() {
    let folder = TempDir::new().unwrap();
    let project = sample(folder.path());
    let file = exported(&project, &["--clip", "Walk_Fwd", "--clip", "Idle"]);
    assert_eq!(clips(&file), ["Idle", "Walk_Fwd"]);
    for clip in ["Idle", "Walk_Fwd"] {
        let times = "0,0.13,0.4,0.77,1";
        for (before, after) in bones(&project, clip, times)
            .iter()
            .zip(bones(&file, clip, times))
        {
            assert_eq!(before.len(), after.len());
            for ((name, place, turn), (other, found, turned)) in before.iter().zip(after) {
                assert_eq!(*name, other);
                assert!(
                    place.distance(found) < PRECISION,
                    "{clip} {name}: {place} {found}"
                );
                assert!(
                    turn.dot(turned).abs() > 1.0 - 1e-5,
                    "{clip} {name}: {turn} {turned}"
                );
            }
        }
    }
}

#[test]
fn a_montage_is_one_animation() {
    let folder = TempDir::new().unwrap();
    let project = sample(folder.path());
    let file = exported(&project, &["--montage", "AM_ChargedAttack"]);
    let list = mutoscope(&["info", shown(&file), "--json"]).json();
    assert_eq!(list["clips"].as_array().unwrap().len(), 1);
    let clip = &list["clips"][0];
    assert_eq!(clip["name"], "AM_ChargedAttack");
    assert!(
        (clip["duration"].as_f64().unwrap() - 2.4).abs() < 1e-3,
        "{clip}"
    );
    let (montage, windup) = (
        bones(&file, "AM_ChargedAttack", "0.3"),
        bones(&project, "Charge_Start", "0.3"),
    );
    for ((name, place, _), (_, found, _)) in windup[0].iter().zip(&montage[0]) {
        assert!(
            place.distance(*found) < PRECISION,
            "{name}: {place} {found}"
        );
    }
}

#[test]
fn a_skeleton_comes_with_its_clips_only() {
    let folder = TempDir::new().unwrap();
    let project = sample(folder.path());
    let list = mutoscope(&["info", shown(&project), "--json"]).json();
    let count = |skeleton: &str| {
        list["clips"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|c| c["skeleton"] == skeleton)
            .count()
    };
    for skeleton in list["skeletons"].as_array().unwrap() {
        let name = skeleton["name"].as_str().unwrap();
        let file = exported(&project, &["--skeleton", name]);
        assert_eq!(clips(&file).len(), count(name), "{name}");
        let found = mutoscope(&["info", shown(&file), "--json"]).json();
        let bones = |list: &Value| list["bones"].as_array().unwrap().len();
        assert_eq!(bones(&found["skeletons"][0]), bones(skeleton), "{name}");
        assert_eq!(sockets(&found["skeletons"][0]), sockets(skeleton), "{name}");
    }
}

/// Name, bone and place, by name.
fn sockets(skeleton: &Value) -> Vec<[String; 3]> {
    let fields = |socket: &Value| ["name", "bone", "local"].map(|field| socket[field].to_string());
    let mut sockets: Vec<_> = skeleton["sockets"]
        .as_array()
        .unwrap()
        .iter()
        .map(fields)
        .collect();
    sockets.sort();
    sockets
}

#[test]
fn a_source_file_goes_through() {
    let folder = TempDir::new().unwrap();
    let file = exported(&arm(folder.path()), &[]);
    assert_eq!(clips(&file), ["Lift"]);
    let place = |time: &str| bones(&file, "Lift", time)[0][0].1;
    assert_eq!((place("0"), place("1")), (Vec3::Y, Vec3::Y * 3.0));
}

#[test]
fn what_is_not_there_is_refused_by_name() {
    let folder = TempDir::new().unwrap();
    let (project, out) = (sample(folder.path()), folder.path().join("out.glb"));
    let refused = |args: &[&str], code: u8, expected: &str| {
        let done = mutoscope(&[&["export", shown(&project), "--out", shown(&out)], args].concat());
        assert_eq!((done.code, out.exists()), (code, false), "{args:?}");
        assert!(done.err.contains(expected), "{args:?}: {}", done.err);
    };
    refused(
        &["--gltf", "--clip", "Wlak"],
        1,
        "clip “Wlak” does not exist. Available: ",
    );
    refused(
        &["--gltf", "--montage", "Idle"],
        1,
        "montage “Idle” does not exist",
    );
    refused(
        &["--gltf", "--skeleton", "None"],
        1,
        "skeleton “None” does not exist",
    );
    refused(&["--clip", "Idle"], 2, "--gltf");
    let list = mutoscope(&["info", shown(&project), "--json"]).json();
    let idle = list["clips"]
        .as_array()
        .unwrap()
        .iter()
        .find(|clip| clip["name"] == "Idle")
        .unwrap();
    let other = list["skeletons"]
        .as_array()
        .unwrap()
        .iter()
        .find(|s| s["name"] != idle["skeleton"])
        .unwrap();
    let other = other["name"].as_str().unwrap();
    refused(
        &["--gltf", "--skeleton", other, "--clip", "Idle"],
        1,
        "clip “Idle”: its skeleton is not in this export",
    );
}

/// A null among numbers, or where only a number may stand.
fn null_number(value: &Value) -> bool {
    const NUMBERS: [&str; 9] = [
        "time",
        "frame_rate",
        "max_error",
        "mean_error",
        "ratio",
        "max",
        "mean",
        "root_mean_square",
        "seam_error",
    ];
    match value {
        Value::Array(items) => {
            let has_numbers = items.iter().any(Value::is_number);
            items
                .iter()
                .any(|item| (has_numbers && item.is_null()) || null_number(item))
        }
        Value::Object(fields) => fields.iter().any(|(name, item)| {
            (item.is_null() && NUMBERS.contains(&name.as_str())) || null_number(item)
        }),
        _ => false,
    }
}

#[test]
fn numbers_that_no_float_can_hold_on_with_are_never_null() {
    let folder = TempDir::new().unwrap();
    let file = arm(folder.path());
    let text = std::fs::read_to_string(&file).unwrap();
    for odd in ["1e38", "-3e38", "1e300", "1e-45"] {
        let arm = format!(r#""translation":[0,{odd},1e20],"scale":[{odd},1e30,1]"#);
        let root = format!(r#""children":[0],"translation":[{odd},1,1],"scale":[1e30,{odd},1]"#);
        let hostile = text
            .replace(r#""translation":[0,1,0]"#, &arm)
            .replace(r#""children":[0]"#, &root);
        assert!(hostile.contains(&arm) && hostile.contains(&root));
        std::fs::write(&file, hostile).unwrap();
        for args in [
            &["info", shown(&file)][..],
            &[
                "sample",
                shown(&file),
                "--clip",
                "Lift",
                "--times",
                "0,0.5",
                "--space",
                "model",
                "--skin",
                "cpu",
            ],
            &["sample", shown(&file), "--space", "local", "--skin", "cpu"],
            &["compress", shown(&file), "--clip", "Lift"],
        ] {
            let json = mutoscope(&[args, &["--json"]].concat()).json();
            assert!(!null_number(&json), "{args:?} {odd}: {json}");
        }
    }
}

#[test]
fn every_node_of_a_file_is_sampled_whatever_its_characters() {
    let folder = TempDir::new().unwrap();
    let file = arm(folder.path());
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(
        &file,
        text.replace(
            r#"{"name":"root","#,
            r#"{"name":"ground","mesh":0},{"name":"root","#,
        ),
    )
    .unwrap();
    let text = std::fs::read_to_string(&file)
        .unwrap()
        .replace(r#"[{"nodes":[1]}]"#, r#"[{"nodes":[1,2]}]"#);
    std::fs::write(&file, text).unwrap();
    let sampled = mutoscope(&["sample", shown(&file), "--clip", "Lift", "--json"]).json();
    let sources: Vec<Option<u64>> = sampled["bones"]
        .as_array()
        .unwrap()
        .iter()
        .map(|b| b["source"].as_u64())
        .collect();
    assert!(
        (0..3).all(|node| sources.contains(&Some(node))),
        "{sources:?}"
    );
    let info = mutoscope(&["info", shown(&file), "--json"]).json();
    assert_eq!(info["skeletons"].as_array().unwrap().len(), 2, "{info}");
}

#[test]
fn levels_influences_and_keys_are_chosen() {
    let folder = TempDir::new().unwrap();
    let project = sample(folder.path());
    let mesh = |file: &Path| {
        let info = mutoscope(&["info", shown(file), "--json"]).json();
        let meshes = info["meshes"].as_array().unwrap().iter().cloned();
        meshes
            .max_by_key(|mesh| {
                mesh["lods"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|l| l["triangles"].as_u64())
                    .sum::<Option<u64>>()
            })
            .unwrap()
    };
    let before = mesh(&project);
    let levels = |mesh: &Value| {
        mesh["lods"]
            .as_array()
            .unwrap()
            .iter()
            .map(|lod| lod["triangles"].clone())
            .collect::<Vec<_>>()
    };
    assert!(levels(&before).len() > 1);
    let all = mesh(&exported(&project, &["--no-clips", "--levels", "all"]));
    assert_eq!(levels(&all), levels(&before));
    assert_eq!(
        levels(&mesh(&exported(&project, &["--no-clips", "--levels", "1"]))),
        levels(&before)[1..2]
    );
    let file = exported(
        &project,
        &["--clip", "Idle", "--influences", "4", "--key-every-bone"],
    );
    assert!(mesh(&file)["influences"].as_u64().unwrap() <= 4);
    let info = mutoscope(&["info", shown(&file), "--json"]).json();
    let bones = info["skeletons"].as_array().unwrap()[0]["bones"]
        .as_array()
        .unwrap()
        .len();
    assert_eq!(info["clips"][0]["tracks"], bones);
    for bad in [["--levels", "fine"], ["--influences", "5"]] {
        let done = mutoscope(
            &[
                &["export", shown(&project), "--gltf", "--out", "x.glb"],
                &bad[..],
            ]
            .concat(),
        );
        assert_eq!(done.code, 2, "{}", done.err);
    }
}

#[test]
fn levels_are_made_taken_from_files_and_removed() {
    let folder = TempDir::new().unwrap();
    let project = sample(folder.path());
    let info = |file: &Path| mutoscope(&["info", shown(file), "--json"]).json();
    let meshes = info(&project)["meshes"].as_array().unwrap().clone();
    let mesh = meshes
        .iter()
        .max_by_key(|mesh| mesh["triangles"].as_u64())
        .unwrap()["name"]
        .as_str()
        .unwrap()
        .to_owned();
    let levels = |args: &[&str]| {
        let done = mutoscope(&[&["levels", shown(&project), "--mesh", &mesh], args].concat());
        assert_eq!(done.code, 0, "{}", done.err);
        let meshes = info(&project)["meshes"].as_array().unwrap().clone();
        let found = meshes
            .iter()
            .find(|found| found["name"] == mesh.as_str())
            .unwrap();
        let row = |lod: &Value| {
            (
                lod["screen_size"].as_f64().unwrap(),
                lod["triangles"].as_f64().unwrap(),
            )
        };
        found["lods"]
            .as_array()
            .unwrap()
            .iter()
            .map(row)
            .collect::<Vec<_>>()
    };
    let made = levels(&["--make", "0.5,0.25"]);
    assert_eq!(
        made.iter().map(|lod| lod.0).collect::<Vec<_>>(),
        [1.0, 0.5, 0.25]
    );
    assert!(
        made[1].1 < made[0].1 * 0.65 && made[2].1 < made[0].1 * 0.4,
        "{made:?}"
    );
    let file = exported(&project, &["--no-clips", "--levels", "0"]);
    let taken = levels(&[
        "--from",
        shown(&file),
        "--level",
        "2",
        "--file-mesh",
        info(&file)["meshes"][0]["name"].as_str().unwrap(),
    ]);
    assert_eq!(
        taken.iter().map(|lod| lod.0).collect::<Vec<_>>(),
        [1.0, 0.5, 0.25]
    );
    let arm = arm(folder.path());
    let added = levels(&["--from", shown(&arm), "--below", "0.1"]);
    assert_eq!(added.len(), 4);
    assert!(
        (added[3].0 - 0.1).abs() < 1e-6 && added[3].1 == 1.0,
        "{added:?}"
    );
    assert_eq!(levels(&["--remove", "1"]).len(), 3);
    assert_eq!(levels(&[]).len(), 3);
    let bad = mutoscope(&["levels", shown(&project), "--mesh", &mesh, "--remove", "9"]);
    assert_eq!(bad.code, 1);
}
