//! `sample` on real glTF files against numbers from other programs, and skinning on the device
//! against the CPU.

use crate::corpus::{Worst, clip, corpus, floats, list, sample_time, size, tolerance, vector};
use crate::support::{mutoscope, shown};
use glam::{Mat3, Quat, Vec3};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};

struct Reference {
    json: Value,
    source: PathBuf,
    /// The largest coordinate that it speaks of.
    size: f32,
    tolerance: f32,
}

fn references(corpus: &Path) -> Vec<Reference> {
    let folder = fs::read_dir(corpus.join("reference/gltf")).unwrap();
    let mut paths: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| reference(corpus, path)).collect()
}

fn reference(corpus: &Path, path: &Path) -> Reference {
    let json: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let source = corpus.join("gltf").join(json["source"].as_str().unwrap());
    let (size, tolerance) = (size(&json), tolerance(&source));
    Reference {
        json,
        source,
        size,
        tolerance,
    }
}

impl Reference {
    fn sampled(&self, skin: &str) -> Value {
        let samples = list(&self.json["samples"]).iter();
        let times: Vec<String> = samples
            .map(|sample| sample_time(&self.json, sample).to_string())
            .collect();
        let (times, clip) = (times.join(","), clip(&self.json).map(|clip| clip.0));
        let mut args = vec![
            "sample",
            shown(&self.source),
            "--space",
            "model",
            "--json",
            "--skin",
            skin,
        ];
        args.extend(["--times", times.as_str()]);
        args.extend(clip.iter().flat_map(|name| ["--clip", name.as_str()]));
        mutoscope(&args).json()
    }
}

fn compare(reference: &Reference, sampled: &Value) -> Worst {
    let mut worst = Worst::default();
    for (sample, frame) in list(&reference.json["samples"])
        .iter()
        .zip(list(&sampled["frames"]))
    {
        compare_nodes(reference, sample, frame, &sampled["bones"], &mut worst);
        compare_meshes(reference, sample, frame, &sampled["meshes"], &mut worst);
    }
    worst
}

fn compare_nodes(
    reference: &Reference,
    sample: &Value,
    frame: &Value,
    bones: &Value,
    worst: &mut Worst,
) {
    for node in list(&sample["nodes"]) {
        let bone = list(bones)
            .iter()
            .position(|bone| bone["source"] == node["index"])
            .unwrap();
        let (row, world) = (floats(&frame["transforms"][bone]), floats(&node["world"]));
        let place = || format!("t {} node {}", sample["t"], node["index"]);
        let error = Vec3::from_slice(&row).distance(Vec3::from_slice(&world[12..]));
        worst.note(error, reference.size * reference.tolerance, place);
        let expected = [0, 4, 8].map(|first| Vec3::from_slice(&world[first..]));
        if is_sheared(expected) {
            continue;
        }
        let basis = Mat3::from_quat(Quat::from_slice(&row[3..]))
            * Mat3::from_diagonal(Vec3::from_slice(&row[7..]));
        let longest = expected
            .iter()
            .map(|axis| axis.length())
            .fold(1.0, f32::max);
        for (axis, expected) in [basis.x_axis, basis.y_axis, basis.z_axis]
            .into_iter()
            .zip(expected)
        {
            worst.note(
                axis.distance(expected),
                longest * reference.tolerance,
                || format!("{} basis", place()),
            );
        }
    }
}

/// What a translation, rotation and scale cannot say.
fn is_sheared([x, y, z]: [Vec3; 3]) -> bool {
    let slant = |a: Vec3, b: Vec3| a.dot(b).abs() > 1e-6 * a.length() * b.length();
    slant(x, y) || slant(y, z) || slant(z, x) || x.length() * y.length() * z.length() < 1e-12
}

fn compare_meshes(
    reference: &Reference,
    sample: &Value,
    frame: &Value,
    meshes: &Value,
    worst: &mut Worst,
) {
    let allowed = reference.size * reference.tolerance;
    for mesh in list(&sample["meshes"]) {
        let is_it =
            |row: &Value| row["source"] == mesh["node"] && row["primitive"] == mesh["primitive"];
        let at = list(meshes).iter().position(is_it).unwrap();
        let vertices: Vec<Vec3> = list(&frame["vertices"][at]).iter().map(vector).collect();
        assert_eq!(vertices.len() as u64, mesh["vertexCount"].as_u64().unwrap());
        let place = |what: &dyn std::fmt::Display| {
            format!("t {} node {} {what}", sample["t"], mesh["node"])
        };
        for (vertex, expected) in list(&mesh["vertexIndex"])
            .iter()
            .zip(list(&mesh["position"]))
        {
            let error = vertices[vertex.as_u64().unwrap() as usize].distance(vector(expected));
            worst.note(error, allowed, || place(&format!("vertex {vertex}")));
        }
        let low = vertices.iter().copied().fold(Vec3::INFINITY, Vec3::min);
        let high = vertices.iter().copied().fold(Vec3::NEG_INFINITY, Vec3::max);
        let error = low
            .distance(vector(&mesh["aabb"][0]))
            .max(high.distance(vector(&mesh["aabb"][1])));
        worst.note(error, allowed, || place(&"box"));
    }
}

#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn sample_matches_the_references() {
    let corpus = corpus();
    let references = references(&corpus);
    assert!(
        references.len() >= 70,
        "only {} references",
        references.len()
    );
    let (mut failures, mut checks) = (Vec::new(), 0);
    for reference in &references {
        let worst = compare(reference, &reference.sampled("cpu"));
        checks += worst.checks;
        if worst.ratio > 1.0 {
            failures.push(format!(
                "{}: {} times at {}",
                reference.source.display(),
                worst.ratio,
                worst.place
            ));
        }
    }
    println!("{} references, {checks} comparisons", references.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn the_device_skins_as_the_cpu_does() {
    let corpus = corpus();
    let (mut failures, mut vertices) = (Vec::new(), 0);
    for reference in references(&corpus) {
        let cpu = reference.sampled("cpu");
        let ways = ["gpu", "gpu-vertex"].map(|skin| reference.sampled(skin));
        let pairs = |way| list(&cpu["frames"]).iter().zip(list(way)).enumerate();
        let frames = ways.iter().flat_map(|way| pairs(&way["frames"]));
        for (at, (cpu, gpu)) in frames {
            let points = |frame: &Value| -> Vec<Vec3> {
                list(&frame["vertices"])
                    .iter()
                    .flat_map(list)
                    .map(vector)
                    .collect()
            };
            let (cpu, gpu) = (points(cpu), points(gpu));
            assert_eq!(cpu.len(), gpu.len());
            vertices += cpu.len();
            let worst = cpu
                .iter()
                .zip(&gpu)
                .map(|(a, b)| a.distance(*b))
                .fold(0.0, f32::max);
            if worst.partial_cmp(&(1e-4 * reference.size)) != Some(std::cmp::Ordering::Less) {
                failures.push(format!(
                    "{} frame {at}: {worst}",
                    reference.source.display()
                ));
            }
        }
    }
    println!("{vertices} vertices");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
