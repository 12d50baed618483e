//! The corpus of real files beside the repository, and the reference poses that other programs gave
//! for it.
#![allow(dead_code, reason = "each test program uses its part")]

use glam::Vec3;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Files whose reference does not normalise its keys, see the corpus' README.
const LOOSE: [&str; 3] = ["AnimatedTriangle", "SimpleSkin", "SamplerType_02"];

/// Where the corpus is. Tests that read it are ignored unless they are asked for, and then it has
/// to be there.
pub fn corpus() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    assert!(
        root.is_dir(),
        "the corpus is missing: put it at {}",
        root.display()
    );
    root
}

/// What errors may be for a source file, in units of its size.
pub fn tolerance(source: &Path) -> f32 {
    let is_loose = LOOSE
        .iter()
        .any(|name| source.to_string_lossy().contains(name));
    if is_loose { 5e-4 } else { 1e-5 }
}

pub fn floats(value: &Value) -> Vec<f32> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|x| x.as_f64().unwrap() as f32)
        .collect()
}

pub fn vector(value: &Value) -> Vec3 {
    Vec3::from_slice(&floats(value))
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// The largest coordinate that a reference speaks of.
pub fn size(reference: &Value) -> f32 {
    let samples = || list(&reference["samples"]).iter();
    let nodes = samples()
        .flat_map(|s| list(&s["nodes"]))
        .map(|n| Vec3::from_slice(&floats(&n["world"])[12..]));
    let boxes = samples().flat_map(|sample| list(&sample["meshes"]));
    let corners = boxes.flat_map(|mesh| [vector(&mesh["aabb"][0]), vector(&mesh["aabb"][1])]);
    nodes
        .chain(corners)
        .map(|v| v.abs().max_element())
        .fold(1e-3, f32::max)
}

/// The clip's name as importing gives it, and its duration in seconds.
pub fn clip(reference: &Value) -> Option<(String, f64)> {
    let index = reference["clipIndex"].as_u64()? as usize;
    let clip = &reference["clips"][index];
    let given = clip["name"].as_str().unwrap_or_default();
    let name = if given.is_empty() {
        format!("clip_{index}")
    } else {
        given.to_owned()
    };
    Some((name, clip["duration"].as_f64().unwrap()))
}

/// Samples were taken at these fractions of the clip and are written with seven digits, which is
/// too few beside a step.
pub fn sample_time(reference: &Value, sample: &Value) -> f64 {
    let written = sample["t"].as_f64().unwrap();
    let duration = clip(reference).map_or(0.0, |clip| clip.1);
    let exact = [0.0, 1.0 / 3.0, 0.5, 1.0].map(|fraction| fraction * duration);
    exact
        .into_iter()
        .find(|time| (time - written).abs() < 1e-6 * duration.max(1.0))
        .unwrap_or(written)
}

/// The largest error found, in units of its tolerance, and where.
#[derive(Default)]
pub struct Worst {
    pub ratio: f32,
    pub place: String,
    pub checks: usize,
}

impl Worst {
    pub fn note(&mut self, error: f32, allowed: f32, place: impl Fn() -> String) {
        self.checks += 1;
        let ratio = if error.is_finite() {
            error / allowed
        } else {
            f32::INFINITY
        };
        if ratio > self.ratio {
            (self.ratio, self.place) = (ratio, format!("{}: off by {error:e}", place()));
        }
    }
}
