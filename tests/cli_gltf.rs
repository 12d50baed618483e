//! `export --gltf`: what the file holds, that it plays as the project does, and what is refused.

#[path = "support/cli.rs"]
mod support;

use glam::{Quat, Vec3};
use serde_json::Value;
use std::path::{Path, PathBuf};
use support::{arm, mutoscope, shown};
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
    let done = mutoscope(&[&["export", shown(project), "--gltf", "--out", shown(&out)], args].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.contains("bytes"), "{}", done.out);
    out
}

fn clips(file: &Path) -> Vec<String> {
    let list = mutoscope(&["info", shown(file), "--json"]).json();
    list["clips"].as_array().unwrap().iter().map(|clip| clip["name"].as_str().unwrap().to_owned()).collect()
}

/// Place and turn of every bone in the model, by name.
fn bones(file: &Path, clip: &str, times: &str) -> Vec<Vec<(String, Vec3, Quat)>> {
    let args = ["sample", shown(file), "--clip", clip, "--times", times, "--space", "model", "--json"];
    let sampled = mutoscope(&args).json();
    let names = || sampled["bones"].as_array().unwrap().iter().map(|bone| bone["name"].as_str().unwrap().to_owned());
    let row = |row: &Value| -> Vec<f32> { serde_json::from_value(row.clone()).unwrap() };
    let frame = |frame: &Value| {
        let rows = frame["transforms"].as_array().unwrap().iter().map(row);
        let mut bones: Vec<_> =
            names().zip(rows).map(|(name, r)| (name, Vec3::from_slice(&r), Quat::from_slice(&r[3..]))).collect();
        bones.sort_by(|a, b| a.0.cmp(&b.0));
        bones
    };
    sampled["frames"].as_array().unwrap().iter().map(frame).collect()
}

#[test]
fn named_clips_play_as_in_the_project() {
    let folder = TempDir::new().unwrap();
    let project = sample(folder.path());
    let file = exported(&project, &["--clip", "Walk_Fwd", "--clip", "Idle"]);
    assert_eq!(clips(&file), ["Idle", "Walk_Fwd"]);
    for clip in ["Idle", "Walk_Fwd"] {
        let times = "0,0.13,0.4,0.77,1";
        for (before, after) in bones(&project, clip, times).iter().zip(bones(&file, clip, times)) {
            assert_eq!(before.len(), after.len());
            for ((name, place, turn), (other, found, turned)) in before.iter().zip(after) {
                assert_eq!(*name, other);
                assert!(place.distance(found) < PRECISION, "{clip} {name}: {place} {found}");
                assert!(turn.dot(turned).abs() > 1.0 - 1e-5, "{clip} {name}: {turn} {turned}");
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
    assert!((clip["duration"].as_f64().unwrap() - 2.4).abs() < 1e-3, "{clip}");
    let (montage, windup) = (bones(&file, "AM_ChargedAttack", "0.3"), bones(&project, "Charge_Start", "0.3"));
    for ((name, place, _), (_, found, _)) in windup[0].iter().zip(&montage[0]) {
        assert!(place.distance(*found) < PRECISION, "{name}: {place} {found}");
    }
}

#[test]
fn a_skeleton_comes_with_its_clips_only() {
    let folder = TempDir::new().unwrap();
    let project = sample(folder.path());
    let list = mutoscope(&["info", shown(&project), "--json"]).json();
    let count = |skeleton: &str| list["clips"].as_array().unwrap().iter().filter(|c| c["skeleton"] == skeleton).count();
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
    let mut sockets: Vec<_> = skeleton["sockets"].as_array().unwrap().iter().map(fields).collect();
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
    refused(&["--gltf", "--clip", "Wlak"], 1, "there is no clip “Wlak”. The clips in it: ");
    refused(&["--gltf", "--montage", "Idle"], 1, "there is no montage “Idle”");
    refused(&["--gltf", "--skeleton", "None"], 1, "there is no skeleton “None”");
    refused(&["--clip", "Idle"], 2, "--gltf");
    let list = mutoscope(&["info", shown(&project), "--json"]).json();
    let idle = list["clips"].as_array().unwrap().iter().find(|clip| clip["name"] == "Idle").unwrap();
    let other = list["skeletons"].as_array().unwrap().iter().find(|s| s["name"] != idle["skeleton"]).unwrap();
    let other = other["name"].as_str().unwrap();
    refused(&["--gltf", "--skeleton", other, "--clip", "Idle"], 1, "clip “Idle”: its skeleton is not written");
}
