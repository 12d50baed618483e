//! A point cache of another program, through the command line: imported, played, exported, imported
//! again.

use crate::support::{Done, mutoscope, shown};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

const FRAMES: usize = 13;

struct Desk {
    _folder: TempDir,
    project: PathBuf,
    cache: PathBuf,
    bundle: PathBuf,
    mesh: String,
    rest: Vec<[f32; 3]>,
}

/// How far a point is moved after so many frames of `strength`.
fn offset([x, y, z]: [f32; 3], frame: usize, strength: f32) -> [f32; 3] {
    let time = frame as f32 / (FRAMES - 1) as f32;
    let breath = (time * 6.0).sin() * strength;
    [
        breath * 0.02 * (y * 9.0).cos(),
        time * strength * 0.01 * x.abs(),
        breath * 0.03 * (x * 7.0 + z).sin(),
    ]
}

/// In centimetres, Z up, the points the other way round.
fn pc2(rest: &[[f32; 3]], strength: f32) -> Vec<u8> {
    let mut bytes = b"POINTCACHE2\0".to_vec();
    bytes.extend(1i32.to_le_bytes());
    bytes.extend((rest.len() as i32).to_le_bytes());
    bytes.extend(1f32.to_le_bytes());
    bytes.extend(1f32.to_le_bytes());
    bytes.extend((FRAMES as i32).to_le_bytes());
    for frame in 0..FRAMES {
        for at in rest.iter().rev() {
            let by = offset(*at, frame, strength);
            let [x, y, z] = [0, 1, 2].map(|axis: usize| (at[axis] + by[axis]) * 100.0);
            bytes.extend([x, -z, y].iter().flat_map(|along| along.to_le_bytes()));
        }
    }
    bytes
}

impl Desk {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let path = |name: &str| folder.path().join(name);
        let (project, cache, bundle) = (path("sample"), path("breath.pc2"), path("sample.mbundle"));
        crate::support::write_project(&project);
        let excerpt = mannequin::excerpt();
        let mesh = excerpt.meshes.values().next().unwrap();
        // Every place once, of all parts.
        let mut rest: Vec<[f32; 3]> = Vec::new();
        for at in mesh.lods[0]
            .parts
            .iter()
            .flat_map(|part| part.data.positions.iter())
        {
            if !rest.contains(at) {
                rest.push(*at);
            }
        }
        fs::write(&cache, pc2(&rest, 1.0)).unwrap();
        let mesh = mesh.name.clone();
        Desk {
            project,
            cache,
            bundle,
            mesh,
            rest,
            _folder: folder,
        }
    }

    fn import(&self, more: &[&str]) -> Done {
        let args = [
            "vertex-cache",
            shown(&self.project),
            shown(&self.cache),
            "--mesh",
            &self.mesh,
        ];
        mutoscope(&[&args[..], more].concat())
    }

    fn export(&self) {
        let done = mutoscope(&["export", shown(&self.project), "--out", shown(&self.bundle)]);
        assert_eq!(done.code, 0, "{}", done.err);
    }
}

/// Every vertex of all parts, model space, at the time of a frame.
fn posed(path: &Path, clip: &str, frame: usize) -> Vec<[f64; 3]> {
    let time = (frame as f64 / 24.0).to_string();
    let args = [
        "sample",
        shown(path),
        "--clip",
        clip,
        "--times",
        &time,
        "--skin",
        "cpu",
        "--json",
    ];
    let sampled = mutoscope(&args).json();
    let vertices = sampled["frames"][0]["vertices"].as_array().unwrap();
    let place = |at: &Value| [0, 1, 2].map(|axis: usize| at[axis].as_f64().unwrap());
    vertices
        .iter()
        .flat_map(|part| part.as_array().unwrap())
        .map(place)
        .collect()
}

/// How far vertices are from where the cache has them, at most, metres.
fn off(path: &Path, clip: &str, strength: f32) -> f64 {
    let still = posed(path, clip, 0);
    let mut worst = 0.0f64;
    for frame in [1, 5, 9, FRAMES - 1] {
        for (at, rest) in posed(path, clip, frame).iter().zip(&still) {
            let by = offset(rest.map(|along| along as f32), frame, strength);
            let apart = [0, 1, 2].map(|axis: usize| at[axis] - rest[axis] - f64::from(by[axis]));
            worst = worst.max(apart.iter().map(|along| along * along).sum::<f64>().sqrt());
        }
    }
    worst
}

#[test]
fn a_point_cache_plays_in_the_project_and_in_the_bundle() {
    let desk = Desk::new();
    let done = desk.import(&["--json"]);
    let said = done.json();
    assert_eq!(
        (&said["clip"], &said["frames"], &said["rest_frame"]),
        (&json!("breath"), &json!(FRAMES), &json!(0))
    );
    assert!(
        said["vertices"].as_u64().unwrap() >= desk.rest.len() as u64,
        "{said}"
    );
    assert!(
        said["shapes"].as_u64().unwrap() <= 3 && said["farthest"].as_f64().unwrap() <= 2e-4,
        "{said}"
    );
    assert_eq!(said["parts_left_out"], json!([]));
    let warnings = said["warnings"].as_array().unwrap();
    assert!(
        warnings.len() == 1
            && warnings[0]
                .as_str()
                .unwrap()
                .contains("24 frames per second"),
        "{warnings:?}"
    );
    assert_eq!(
        desk.import(&["--json", "--frames-per-second", "24"]).json()["warnings"],
        json!([])
    );
    // Morphs move the mesh as it was bound, which the reference pose is.
    let in_project = off(&desk.project, "breath", 1.0);
    assert!(in_project < 3e-4, "{in_project}");
    desk.export();
    let in_bundle = off(&desk.bundle, "breath", 1.0);
    assert!(in_bundle < 3e-4, "{in_bundle}");
    let info = mutoscope(&["info", shown(&desk.bundle), "--json"]).json();
    let morphs = info["meshes"][0]["parts"][0]["morphs"].as_array().unwrap();
    assert!(morphs.iter().any(|name| name == "breath_01"), "{morphs:?}");
}

#[test]
fn a_cache_that_is_imported_again_takes_its_own_place() {
    let desk = Desk::new();
    assert_eq!(
        desk.import(&["--name", "air", "--precision", "0.05"]).code,
        0
    );
    let listed = || mutoscope(&["info", shown(&desk.project), "--json"]).json();
    let count = |info: &Value| {
        info["meshes"][0]["parts"][0]["morphs"]
            .as_array()
            .unwrap()
            .len()
    };
    let (clips, morphs) = (
        listed()["clips"].as_array().unwrap().len(),
        count(&listed()),
    );
    fs::write(&desk.cache, pc2(&desk.rest, 0.5)).unwrap();
    let done = desk.import(&["--name", "air", "--precision", "6"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.contains("air drives them"), "{}", done.out);
    assert_eq!(listed()["clips"].as_array().unwrap().len(), clips);
    assert!(count(&listed()) < morphs, "what the first one needed goes");
    assert!(off(&desk.project, "air", 0.5) < 6.2e-3);
}

#[test]
fn curves_may_go_into_a_clip_that_is_there() {
    let desk = Desk::new();
    let clips = || {
        let info = mutoscope(&["info", shown(&desk.project), "--json"]).json();
        let names: Vec<String> = info["clips"]
            .as_array()
            .unwrap()
            .iter()
            .map(|clip| clip["name"].as_str().unwrap().to_owned())
            .collect();
        names
    };
    let before = clips();
    let done = desk.import(&["--clip", "Charge_Start"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(clips(), before);
    let sampled = mutoscope(&[
        "sample",
        shown(&desk.project),
        "--clip",
        "Charge_Start",
        "--times",
        "0.2",
        "--json",
    ])
    .json();
    assert!(
        sampled["frames"][0]["curves"]["breath_01"].is_number(),
        "{}",
        sampled["frames"][0]["curves"]
    );
    assert_ne!(desk.import(&["--clip", "Nobody"]).code, 0);
}

#[test]
fn what_is_wrong_is_told_and_nothing_changes() {
    let desk = Desk::new();
    let before = fs::read_dir(&desk.project).unwrap().count();
    let told = |done: Done, wanted: &str| {
        assert!(
            done.code != 0 && done.err.contains(wanted),
            "{wanted}: {}",
            done.err
        );
    };
    told(desk.import(&["--part", "hat"]), "no part called “hat”");
    told(desk.import(&["--precision", "0"]), "must be above 0 mm");
    told(desk.import(&["--part", "hat"]), "It has ");
    told(desk.import(&["--rest", "99"]), "the frames 0 to 12");
    told(
        desk.import(&["--frames-per-second", "0"]),
        "must be 1 to 1000",
    );
    told(desk.import(&["--name", " "]), "--name");
    let bytes = fs::read(&desk.cache).unwrap();
    fs::write(&desk.cache, &bytes[..bytes.len() - 5]).unwrap();
    told(desk.import(&[]), "the file is truncated");
    fs::write(&desk.cache, pc2(&desk.rest[..7], 1.0)).unwrap();
    told(desk.import(&[]), "the cache is from another mesh");
    told(
        mutoscope(&[
            "import",
            shown(&desk.cache),
            "--project",
            shown(&desk.project),
        ]),
        "vertex-cache",
    );
    assert_eq!(fs::read_dir(&desk.project).unwrap().count(), before);
}
