//! The clips that are measured: the sample project's, and two of the corpus when it is there.
#![allow(dead_code, reason = "each bench uses its part")]

#[path = "bvh.rs"]
mod bvh;

use anim::{Pose, Skeleton, clip::wrap};
use std::path::Path;

pub struct Workload {
    pub name: &'static str,
    pub skeleton: Skeleton,
    /// One a frame.
    pub frames: Vec<Pose>,
    /// Frames a second.
    pub rate: f32,
    /// In the clip's units, which are metres in the sample and centimetres in the corpus.
    pub precision: f32,
    pub shell: f32,
    /// In the clip's units.
    pub centimetre: f32,
    /// Hip, knee and ankle of each.
    pub legs: [[&'static str; 3]; 2],
}

impl Workload {
    /// Seconds from the first frame to the last.
    pub fn duration(&self) -> f64 {
        (self.frames.len() - 1) as f64 / f64::from(self.rate)
    }
}

/// A hundredth of a centimetre three centimetres from the bone, everywhere.
pub fn all() -> Vec<Workload> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let mut workloads = vec![sample("Walk_Fwd"), sample("Idle"), scaled("Walk_Fwd")];
    if corpus.is_dir() {
        workloads.push(captured(&corpus.join("bvh/cmu_12_01_walk.bvh")));
        workloads.push(fox(&corpus.join("gltf/khronos/Fox.glb")));
    } else {
        println!(
            "no corpus at {}: only the sample is measured",
            corpus.display()
        );
    }
    workloads
}

fn sample(name: &'static str) -> Workload {
    let project = mannequin::sample();
    workload(name, &project, name, 30.0, 1e-4, 0.03)
}

/// Every bone grows and shrinks by a tenth, so that scales are keys like the others.
fn scaled(name: &'static str) -> Workload {
    let mut workload = Workload {
        name: "Scaled",
        ..sample(name)
    };
    for (at, frame) in workload.frames.iter_mut().enumerate() {
        for bone in 0..frame.len() {
            let size = 1.0 + 0.1 * (at as f32 * 0.7 + bone as f32).sin();
            let local = anim::Transform {
                scale: glam::Vec3::new(size, 1.0, 1.0 / size),
                ..frame.get(bone)
            };
            frame.set(bone, &local);
        }
    }
    workload
}

const LEGS: [[&str; 3]; 2] = [
    ["thigh_l", "calf_l", "foot_l"],
    ["thigh_r", "calf_r", "foot_r"],
];

/// W1c: CMU 12_01, 31 joints, 524 frames at 120 Hz.
fn captured(path: &Path) -> Workload {
    let text = std::fs::read_to_string(path).expect("the corpus is complete");
    let motion = bvh::read(&text, 5.644_444);
    Workload {
        name: "W1c",
        skeleton: motion.skeleton,
        frames: motion.frames,
        rate: motion.rate,
        precision: 0.01,
        shell: 3.0,
        centimetre: 1.0,
        legs: [
            ["LeftUpLeg", "LeftLeg", "LeftFoot"],
            ["RightUpLeg", "RightLeg", "RightFoot"],
        ],
    }
}

/// W2: Fox "Run" at 30 Hz.
fn fox(path: &Path) -> Workload {
    let imported =
        files::import(path, None, &Default::default(), &|_| true).expect("the corpus is complete");
    let mut found = workload("W2", &imported.project, "Run", 30.0, 0.01, 3.0);
    found.frames.truncate(36);
    found.centimetre = 1.0;
    found.legs = [
        ["b_LeftLeg01_015", "b_LeftLeg02_016", "b_LeftFoot01_017"],
        ["b_RightLeg01_019", "b_RightLeg02_020", "b_RightFoot01_021"],
    ];
    found
}

fn workload(
    name: &'static str,
    project: &asset::Project,
    clip: &str,
    rate: f32,
    precision: f32,
    shell: f32,
) -> Workload {
    let library = asset::compile(
        project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let clip = library
        .clip(anim::Name::new(clip))
        .expect("the clip is there");
    let skeleton = (**library
        .skeleton(clip.skeleton)
        .expect("its skeleton is there"))
    .clone();
    let count = (f64::from(clip.length) * f64::from(rate)).round() as usize + 1;
    let frame = |at: usize| {
        let mut pose = Pose::default();
        clip.sample(
            &skeleton,
            wrap(at as f64 / f64::from(rate), clip.length.into(), false),
            &mut pose,
        );
        pose.curves.clear();
        pose
    };
    Workload {
        name,
        frames: (0..count).map(frame).collect(),
        skeleton,
        rate,
        precision,
        shell,
        centimetre: 0.01,
        legs: LEGS,
    }
}
