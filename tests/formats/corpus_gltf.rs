//! Real and hostile glTF files of the shared corpus: poses and vertices against numbers from other
//! programs.

use crate::corpus::{Worst, corpus, floats, list, sample_time, size, tolerance, vector};
use crate::dice::Dice;
use crate::imported::{Sampled, faults, files, keys, runtime_skeleton, sampled};
use anim::{MeshPart, mesh::SkinMethod, skinning};
use asset::{Clip, Id, Project};
use formats::{Imported, Options, SourceFile, gltf::import, project};
use glam::{Mat3A, Vec3};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// No file of the corpus may take longer, also in a debug build.
const PATIENCE: Duration = Duration::from_secs(20);

fn import_file(path: &Path) -> Result<Imported, String> {
    import_as(path, &Options::default())
}

/// As one skeleton of all nodes, which is how the references have it.
fn import_whole(path: &Path) -> Result<Imported, String> {
    import_as(
        path,
        &Options {
            whole: true,
            ..Options::default()
        },
    )
}

fn import_as(path: &Path, options: &Options) -> Result<Imported, String> {
    let folder = path.parent().unwrap();
    let mut resolve =
        |relative: &str| std::fs::read(folder.join(relative)).map_err(|error| error.to_string());
    let name = path.file_stem().unwrap().to_str().unwrap();
    import(
        &SourceFile::named(name),
        &std::fs::read(path).unwrap(),
        &mut resolve,
        options,
        &|_| true,
    )
    .map_err(|error| error.to_string())
}

// ---- poses and
// vertices ----------------------------------------------------------------------------------------

fn compare(project: &Project, reference: &Value, tolerance: f32) -> Worst {
    let skeleton = runtime_skeleton(project);
    let bones = keys(project);
    let clip = clip_of(project, reference);
    let size = size(reference);
    let mut worst = Worst::default();
    for sample in reference["samples"].as_array().unwrap() {
        let sampled = sampled(
            (&skeleton, &bones),
            clip,
            sample_time(reference, sample) as f32,
        );
        compare_nodes(project, sample, &sampled, (size, tolerance), &mut worst);
        compare_meshes(project, sample, &sampled, size * tolerance, &mut worst);
    }
    worst
}

fn clip_of<'a>(project: &'a Project, reference: &Value) -> Option<&'a Clip> {
    let (name, duration) = crate::corpus::clip(reference)?;
    let (clip, duration) = (
        &project.clips[&Id::derive(&[&project.name, "clip", &name])],
        duration as f32,
    );
    assert!(
        (clip.source.duration - duration).abs() < 1e-4,
        "duration {} is not {duration}",
        clip.source.duration
    );
    Some(clip)
}

fn compare_nodes(
    project: &Project,
    sample: &Value,
    sampled: &Sampled,
    (size, tolerance): (f32, f32),
    worst: &mut Worst,
) {
    let bones = &project.skeletons.values().next().unwrap().bones;
    for node in sample["nodes"].as_array().unwrap() {
        let index = node["index"].as_u64().unwrap() as u32;
        let bone = bones
            .iter()
            .position(|bone| bone.source == Some(index))
            .unwrap();
        let world = floats(&node["world"]);
        let column = |c: usize| Vec3::new(world[4 * c], world[4 * c + 1], world[4 * c + 2]);
        let model = sampled.models[bone];
        let place = || format!("t {} node {index}", sample["t"]);
        worst.note(
            Vec3::from(model.translation).distance(column(3)),
            size * tolerance,
            place,
        );
        let expected = Mat3A::from_cols(column(0).into(), column(1).into(), column(2).into());
        let scale = expected
            .to_cols_array()
            .iter()
            .fold(1f32, |most, x| most.max(x.abs()));
        let error = (model.matrix3 - expected)
            .to_cols_array()
            .iter()
            .fold(0f32, |most, x| most.max(x.abs()));
        worst.note(error, scale * tolerance, || format!("{} basis", place()));
    }
}

fn compare_meshes(
    project: &Project,
    sample: &Value,
    sampled: &Sampled,
    tolerance: f32,
    worst: &mut Worst,
) {
    let parts = || project.meshes.values().flat_map(|mesh| mesh.parts());
    let mut skinned = skinning::Skinned::default();
    for mesh in sample["meshes"].as_array().unwrap() {
        let key = (
            mesh["node"].as_u64().unwrap() as u32,
            mesh["primitive"].as_u64().unwrap() as u32,
        );
        let place = || format!("t {} node {} primitive {}", sample["t"], key.0, key.1);
        let part = parts()
            .find(|part| part.source == Some(key))
            .unwrap_or_else(|| panic!("no part for {}", place()));
        assert_eq!(
            part.data.vertex_count() as u64,
            mesh["vertexCount"].as_u64().unwrap(),
            "{}",
            place()
        );
        skinning::skin_pose(&part.data, &sampled.models, &sampled.curves, &mut skinned);
        let positions = &skinned.positions;
        for (vertex, expected) in list(&mesh["vertexIndex"])
            .iter()
            .zip(list(&mesh["position"]))
        {
            let error = positions[vertex.as_u64().unwrap() as usize].distance(vector(expected));
            worst.note(error, tolerance, || format!("{} vertex {vertex}", place()));
        }
        let low = positions.iter().copied().fold(Vec3::INFINITY, Vec3::min);
        let high = positions
            .iter()
            .copied()
            .fold(Vec3::NEG_INFINITY, Vec3::max);
        let error = low
            .distance(vector(&mesh["aabb"][0]))
            .max(high.distance(vector(&mesh["aabb"][1])));
        worst.note(error, tolerance, || format!("{} box", place()));
    }
}

#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn poses_and_vertices_match_the_references() {
    let corpus = corpus();
    let mut known: BTreeMap<PathBuf, Imported> = BTreeMap::new();
    let mut failures = Vec::new();
    let references = files(&corpus.join("reference/gltf"), &["json"]);
    assert!(
        references.len() >= 70,
        "only {} references",
        references.len()
    );
    let mut checks = 0;
    for path in &references {
        let reference: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        let source = corpus
            .join("gltf")
            .join(reference["source"].as_str().unwrap());
        if !known.contains_key(&source) {
            match import_whole(&source) {
                Ok(imported) => drop(known.insert(source.clone(), imported)),
                Err(error) => {
                    failures.push(format!("{}: {error}", source.display()));
                    continue;
                }
            }
        }
        let worst = compare(&known[&source].project, &reference, tolerance(&source));
        checks += worst.checks;
        println!(
            "{:6.3} of tolerance, {} checks: {}",
            worst.ratio,
            worst.checks,
            path.file_stem().unwrap().display()
        );
        if worst.ratio > 1.0 {
            failures.push(format!(
                "{}: {} times the tolerance at {}",
                path.display(),
                worst.ratio,
                worst.place
            ));
        }
    }
    println!("{} references, {checks} comparisons", references.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Property 12 of skinning. Dual quaternions have no bound but the customary one; what leaves it
/// must be rare.
#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn bounds_hold_every_vertex_of_every_clip() {
    let corpus = corpus();
    let (mut failures, mut checks, mut bulging) = (Vec::new(), 0, 0);
    let mut skinned = skinning::Skinned::default();
    for path in files(&corpus.join("gltf"), &["gltf", "glb"]) {
        let project = import_whole(&path).unwrap().project;
        let skeleton = runtime_skeleton(&project);
        let bones = keys(&project);
        let clips = project
            .clips
            .values()
            .map(|clip| Some(&**clip))
            .chain([None]);
        let poses: Vec<Sampled> = clips
            .flat_map(|clip| {
                let length = clip.map_or(0.0, |clip| clip.source.duration);
                [0.0, 0.37, 0.81]
                    .map(|fraction| sampled((&skeleton, &bones), clip, fraction * length))
            })
            .collect();
        let parts = project.meshes.values().flat_map(|mesh| mesh.parts());
        for (part, method) in
            parts.flat_map(|p| [SkinMethod::Linear, SkinMethod::DualQuaternion].map(|m| (p, m)))
        {
            let data = MeshPart {
                method,
                ..(*part.data).clone()
            };
            let bounds = skinning::PartBounds::new(&data);
            for posed in &poses {
                let mut palette = Vec::new();
                skinning::palette(&data, &posed.models, &mut palette);
                let weights: Vec<f32> = data
                    .morphs
                    .iter()
                    .map(|morph| skinning::morph_weight(morph, &posed.curves))
                    .collect();
                skinning::skin(&data, &palette, &weights, &mut skinned);
                let around = bounds.around(&palette, &weights);
                checks += skinned.positions.len();
                let outside = skinned
                    .positions
                    .iter()
                    .filter(|position| !around.contains(**position))
                    .count();
                if method == SkinMethod::DualQuaternion {
                    bulging += outside;
                } else if outside > 0 {
                    failures.push(format!(
                        "{} {}: {outside} outside {around:?}",
                        path.display(),
                        part.name
                    ));
                }
            }
        }
    }
    println!("{checks} vertices, {bulging} of dual quaternions outside");
    assert!(
        checks > 100_000 && failures.is_empty(),
        "{}",
        failures.join("\n")
    );
    assert!(bulging * 1000 < checks, "{bulging} of {checks}");
}

#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn every_real_file_imports_soundly_and_survives_as_a_project() {
    let corpus = corpus();
    let found = files(&corpus.join("gltf"), &["gltf", "glb"]);
    assert!(found.len() >= 55, "only {} files", found.len());
    let mut failures = Vec::new();
    for path in found {
        match import_file(&path) {
            Ok(imported) => {
                failures.extend(
                    faults(&imported.project)
                        .into_iter()
                        .map(|fault| format!("{}: {fault}", path.display())),
                );
                let files = project::write(&imported.project);
                match project::read(&files) {
                    Ok((back, _)) if project::write(&back) == files => {}
                    Ok(_) => failures.push(format!(
                        "{}: the project changed on its way",
                        path.display()
                    )),
                    Err(error) => failures.push(format!("{}: {error}", path.display())),
                }
            }
            Err(error) => failures.push(format!("{}: {error}", path.display())),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

// ---- hostile
// files -------------------------------------------------------------------------------------------

/// Files classed `warn` that import without a word, and why.
const SILENT: [(&str, &str); 1] = [(
    "gltf/json_deep.glb",
    "extras are not read, however deep: nothing is lost or repaired",
)];

#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn hostile_files_are_refused_or_repaired() {
    let corpus = corpus();
    let folder = corpus.join("hostile/made");
    let table = std::fs::read_to_string(folder.join("EXPECT.tsv")).unwrap();
    let mut failures = Vec::new();
    let mut checked = 0;
    for line in table.lines().filter(|line| line.starts_with("gltf/")) {
        let [file, class, what] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let is_silent = SILENT.iter().any(|(name, _)| *name == file);
        checked += 1;
        let started = Instant::now();
        let result = import_file(&folder.join(file));
        if started.elapsed() > PATIENCE {
            failures.push(format!("{file} took {:?}", started.elapsed()));
        }
        let may_do_either = what.contains("reject or warn");
        match (class, &result) {
            ("reject", Ok(_)) => failures.push(format!("{file} should be refused: {what}")),
            ("ok" | "warn", Err(error)) if !may_do_either => {
                failures.push(format!("{file} should import: {error}"))
            }
            ("warn", Ok(imported))
                if !may_do_either && !is_silent && imported.report.entries.is_empty() =>
            {
                failures.push(format!("{file} should be reported: {what}"));
            }
            _ => {}
        }
        if let Ok(imported) = &result {
            failures.extend(
                faults(&imported.project)
                    .into_iter()
                    .map(|fault| format!("{file}: {fault}")),
            );
        }
    }
    println!("{checked} hostile files");
    assert!(
        checked >= 150 && failures.is_empty(),
        "{checked} checked\n{}",
        failures.join("\n")
    );
}

#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn other_peoples_hostile_files_do_no_harm() {
    let corpus = corpus();
    let mut failures = Vec::new();
    let (mut refused, mut imported) = (0, 0);
    for folder in ["hostile/assimp", "hostile/tinygltf", "hostile/validator"] {
        for path in files(&corpus.join(folder), &["gltf", "glb"]) {
            let started = Instant::now();
            match import_file(&path) {
                Err(error) => {
                    refused += 1;
                    println!(
                        "refused {}: {error}",
                        path.strip_prefix(&corpus).unwrap().display()
                    );
                }
                Ok(found) => {
                    imported += 1;
                    failures.extend(
                        faults(&found.project)
                            .into_iter()
                            .map(|fault| format!("{}: {fault}", path.display())),
                    );
                }
            }
            if started.elapsed() > PATIENCE {
                failures.push(format!("{} took {:?}", path.display(), started.elapsed()));
            }
        }
    }
    println!("{refused} refused, {imported} imported");
    assert!(
        refused + imported >= 150 && failures.is_empty(),
        "{}",
        failures.join("\n")
    );
}

#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn damaged_real_files_do_no_harm() {
    let corpus = corpus();
    let rounds = std::env::var("DAMAGE_ROUNDS")
        .ok()
        .and_then(|rounds| rounds.parse().ok())
        .unwrap_or(20);
    let mut dice = Dice(1);
    let (mut refused, mut imported) = (0, 0);
    for path in files(&corpus.join("gltf"), &["gltf", "glb"]) {
        let folder = path.parent().unwrap();
        let whole = std::fs::read(&path).unwrap();
        for _ in 0..if whole.len() < 100_000 {
            rounds
        } else {
            rounds / 20
        } {
            let first = if dice.below(2) == 0 {
                0
            } else {
                data_start(&whole)
            };
            let bytes = damaged(&whole, first, &mut dice);
            let mut resolve = |relative: &str| {
                let bytes =
                    std::fs::read(folder.join(relative)).map_err(|error| error.to_string())?;
                Ok(damaged(&bytes, 0, &mut dice))
            };
            match import(
                &SourceFile::named("damaged"),
                &bytes,
                &mut resolve,
                &Default::default(),
                &|_| true,
            ) {
                Err(_) => refused += 1,
                Ok(found) => {
                    imported += 1;
                    assert_eq!(
                        faults(&found.project),
                        Vec::<String>::new(),
                        "{}",
                        path.display()
                    );
                }
            }
        }
    }
    println!("{refused} refused, {imported} imported");
}

/// Where the JSON of a file ends.
fn data_start(whole: &[u8]) -> usize {
    let length = whole
        .get(12..16)
        .and_then(|bytes| bytes.try_into().ok())
        .map_or(0, u32::from_le_bytes) as usize;
    if whole.starts_with(b"glTF") {
        20 + length
    } else {
        whole.len()
    }
}

/// A few digits or bytes from `first` on changed, now and then the end cut off.
fn damaged(whole: &[u8], first: usize, dice: &mut Dice) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for _ in 0..1 + dice.below(6) {
        let at = first + dice.below(bytes.len().saturating_sub(first));
        let Some(byte) = bytes.get_mut(at) else { break };
        *byte = if byte.is_ascii_digit() {
            b'0' + dice.below(10) as u8
        } else {
            dice.below(256) as u8
        };
    }
    if dice.below(10) == 0 && first < whole.len() {
        bytes.truncate(first + dice.below(whole.len() - first));
    }
    bytes
}
