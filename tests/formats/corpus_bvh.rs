//! Real and hostile BVH files of the shared corpus: where joints are, against numbers from another
//! program.

use crate::corpus::{Worst, corpus, floats, list};
use asset::{BoneKey, Project, source::Track};
use formats::{
    BvhOptions, ImportFix, ImportReport, ImportSeverity, Imported, Options, SourceFile, bvh,
};
use glam::{Affine3A, Mat3A, Vec3};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    path::Path,
    time::{Duration, Instant},
};

/// No file of the corpus may take longer, also in a debug build.
const PATIENCE: Duration = Duration::from_secs(20);
/// Of the largest coordinate.
const TOLERANCE: f32 = 1e-5;

/// In units of the file, which is how the references have it.
fn read(path: &Path) -> Result<Imported, String> {
    let options = Options {
        bvh: BvhOptions {
            unit: Some(1.0),
            ..BvhOptions::default()
        },
        ..Options::default()
    };
    let name = path.file_stem().unwrap().to_str().unwrap();
    let bytes = std::fs::read(path).unwrap();
    bvh::import(&SourceFile::named(name), &bytes, &options, &|_| true)
        .map_err(|error| error.to_string())
}

/// Where each bone is, by the node of the file that it is.
fn models(project: &Project, time: f32) -> BTreeMap<u32, Affine3A> {
    let skeleton = project.skeletons.values().next().unwrap();
    let clip = project.clips.values().next();
    let tracks: BTreeMap<&BoneKey, &Track> = clip
        .iter()
        .flat_map(|clip| &clip.source.tracks)
        .map(|track| (&track.bone, track))
        .collect();
    let mut models: Vec<Affine3A> = Vec::new();
    for bone in &skeleton.bones {
        let local = tracks.get(&bone.key).map_or(bone.reference, |track| {
            track.evaluate(time, &bone.reference)
        });
        let above = bone
            .parent
            .map_or(Affine3A::IDENTITY, |parent| models[parent as usize]);
        models.push(above * local.to_affine());
    }
    skeleton
        .bones
        .iter()
        .zip(models)
        .filter_map(|(bone, model)| Some((bone.source?, model)))
        .collect()
}

/// The frame that a sample was taken at: a number, or a text such as `sub-frame 41.5`, half way
/// between two.
fn frame(written: &Value) -> f64 {
    let said = |text: &str| text.rsplit(' ').next().unwrap().parse().unwrap();
    written
        .as_f64()
        .unwrap_or_else(|| said(written.as_str().unwrap()))
}

fn compare(project: &Project, reference: &Value) -> Worst {
    let nodes = list(&reference["samples"])
        .iter()
        .flat_map(|sample| list(&sample["nodes"]));
    let places = nodes.flat_map(|node| floats(&node["world"]).split_off(12));
    let size = places.fold(1e-3f32, |most, x| most.max(x.abs()));
    let clip = project.clips.values().next().unwrap();
    let times = &clip.source.channels().next().unwrap().times;
    let mut worst = Worst::default();
    for (sample, at) in list(&reference["samples"])
        .iter()
        .zip(list(&reference["sampleFrames"]))
    {
        let (before, after) = (frame(at).floor() as usize, frame(at).ceil() as usize);
        let found = models(project, (times[before] + times[after]) / 2.0);
        assert_eq!(found.len(), list(&sample["nodes"]).len());
        for node in list(&sample["nodes"]) {
            let index = node["index"].as_u64().unwrap() as u32;
            let (world, model) = (floats(&node["world"]), found[&index]);
            let place = || format!("frame {at} node {index}");
            let column = |c: usize| Vec3::new(world[4 * c], world[4 * c + 1], world[4 * c + 2]);
            worst.note(
                Vec3::from(model.translation).distance(column(3)),
                size * TOLERANCE,
                place,
            );
            let expected = Mat3A::from_cols(column(0).into(), column(1).into(), column(2).into());
            let error = (model.matrix3 - expected)
                .to_cols_array()
                .iter()
                .fold(0f32, |most, x| most.max(x.abs()));
            worst.note(error, TOLERANCE, || format!("{} basis", place()));
        }
    }
    worst
}

#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn joints_are_where_the_references_have_them() {
    let corpus = corpus();
    let mut failures = Vec::new();
    let mut checks = 0;
    let mut references: Vec<_> = std::fs::read_dir(corpus.join("reference/bvh"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    references.sort();
    assert!(
        references.len() >= 13,
        "only {} references",
        references.len()
    );
    for path in references {
        let reference: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let source = corpus
            .join("bvh")
            .join(reference["source"].as_str().unwrap());
        let project = read(&source).unwrap().project;
        let clip = project.clips.values().next().unwrap();
        let said = reference["duration"].as_f64().unwrap();
        // A frame time of three digits stands for a rate that is a little off.
        if (f64::from(clip.source.duration) - said).abs() > 1e-3 * said {
            failures.push(format!(
                "{}: {} s, not {said}",
                source.display(),
                clip.source.duration
            ));
        }
        let worst = compare(&project, &reference);
        checks += worst.checks;
        println!(
            "{:6.3} of tolerance, {} checks: {}",
            worst.ratio,
            worst.checks,
            source.display()
        );
        if worst.ratio > 1.0 {
            failures.push(format!(
                "{}: {} times the tolerance at {}",
                source.display(),
                worst.ratio,
                worst.place
            ));
        }
    }
    println!("{checks} comparisons");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What is known of the figures: how tall they stand in metres, and whether the unit is clear.
#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn figures_have_the_size_of_people() {
    let corpus = corpus();
    for (file, tall, is_clear) in [
        ("Geno_bind", 1.65, true),
        ("cmu1_jumping_jacks", 1.48, true),
        ("cmu_01_01_jumps", 1.50, true),
        ("cmu_131_01", 1.43, true),
        ("iclone_cmu_002_03_run", 1.75, true),
        ("makehuman_tpose", 1.69, true),
        ("makehuman_walk1", 1.59, true),
        ("fair1_dab", 1.15, false),
    ] {
        let path = corpus.join(format!("bvh/{file}.bvh"));
        let found = bvh::import(
            &SourceFile::named(file),
            &std::fs::read(path).unwrap(),
            &Default::default(),
            &|_| true,
        )
        .unwrap();
        let places: Vec<Vec3> = models(&found.project, 0.0)
            .values()
            .map(|model| model.translation.into())
            .collect();
        let low = places.iter().copied().fold(Vec3::INFINITY, Vec3::min);
        let high = places.iter().copied().fold(Vec3::NEG_INFINITY, Vec3::max);
        let longest = (high - low).max_element();
        assert!((longest - tall).abs() < 0.01, "{file}: {longest}");
        let offers = found
            .report
            .entries
            .iter()
            .filter(|entry| matches!(entry.fix, Some(ImportFix::Scale(_))))
            .count();
        assert_eq!(offers == 0, is_clear, "{file}: {:?}", found.report);
    }
}

/// Files classed as to be refused that are read up to their last whole frame, as the format's
/// specification here asks.
const CUT_SHORT: [&str; 7] = [
    "frames_more",
    "row_short",
    "trunc_1",
    "trunc_2",
    "trunc_3",
    "trunc_4",
    "trunc_5",
];
/// The change that the table tells of fell into the frame time, which is no number then.
const NO_FRAME_TIME: &str = "val_nan";

#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn hostile_files_are_refused_or_repaired() {
    let folder = corpus().join("hostile/made");
    let table = std::fs::read_to_string(folder.join("EXPECT.tsv")).unwrap();
    let (mut failures, mut checked) = (Vec::new(), 0);
    for line in table.lines().filter(|line| line.starts_with("bvh/")) {
        let [file, class, what] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let name = file.trim_start_matches("bvh/").trim_end_matches(".bvh");
        checked += 1;
        let started = Instant::now();
        let result = read(&folder.join(file));
        if started.elapsed() > PATIENCE {
            failures.push(format!("{file} took {:?}", started.elapsed()));
        }
        let class = if CUT_SHORT.contains(&name) {
            "warn"
        } else {
            class
        };
        let class = if name == NO_FRAME_TIME {
            "reject"
        } else {
            class
        };
        println!("{class} {file}: {}", told(&result));
        match (class, &result) {
            ("reject", Ok(_)) => failures.push(format!("{file} should be refused: {what}")),
            ("ok" | "warn", Err(error)) => failures.push(format!("{file} should import: {error}")),
            ("warn", Ok(imported)) if is_silent(name, &imported.report) => {
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
        checked >= 55 && failures.is_empty(),
        "{checked} checked\n{}",
        failures.join("\n")
    );
}

/// Keywords in small letters and odd names are no fault here; whatever else is repaired is told of.
fn is_silent(name: &str, report: &ImportReport) -> bool {
    let is_legal = ["ok_lower", "ok_names"].contains(&name);
    // What is said of every file with a position channel.
    let is_usual = |text: &str| text.starts_with("Position channels replace");
    !is_legal && report.entries.iter().all(|entry| is_usual(&entry.text))
}

fn told(result: &Result<Imported, String>) -> String {
    match result {
        Err(error) => error.clone(),
        Ok(imported) => {
            let warnings = imported
                .report
                .entries
                .iter()
                .filter(|entry| entry.severity == ImportSeverity::Warning);
            warnings
                .map(|entry| format!("{}: {}", entry.place, entry.text))
                .collect::<Vec<_>>()
                .join(" | ")
        }
    }
}

fn faults(project: &Project) -> Vec<String> {
    let mut faults = Vec::new();
    for skeleton in project.skeletons.values() {
        for (at, bone) in skeleton.bones.iter().enumerate() {
            if bone.parent.is_none() != (at == 0)
                || bone.parent.is_some_and(|parent| parent as usize >= at)
            {
                faults.push(format!("bone {at} has a wrong parent"));
            }
            if !bone.reference.is_finite() {
                faults.push(format!("bone {at} has a broken reference"));
            }
        }
    }
    for part in project.meshes.values().flat_map(|mesh| mesh.parts()) {
        if let Err(error) = anim::MeshPart::new((*part.data).clone()) {
            faults.push(format!("part {}: {error:?}", part.name));
        }
    }
    for clip in project.clips.values() {
        let is_fine = |channel: &asset::source::Channel| {
            channel.times.windows(2).all(|pair| pair[0] < pair[1])
                && channel.values.iter().all(|value| value.is_finite())
        };
        if !clip.source.is_whole() || !clip.source.channels().all(is_fine) {
            faults.push(format!("clip {} has a broken channel", clip.name));
        }
        if !anim::limits::FRAME_RATES.contains(&clip.frame_rate)
            || !clip.source.duration.is_finite()
        {
            faults.push(format!("clip {} has a broken rate or length", clip.name));
        }
    }
    faults
}
