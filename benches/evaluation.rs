//! The runtime beside a floor of plain glam, in one process: `cargo bench -p files --bench
//! evaluation`.
//!
//! Every operation is timed in batches, and a batch of ours follows a batch of the floor, so that
//! whatever else the machine does falls on both. What is printed is the ratio of medians to the
//! floor and, where there is one, to the same in eight lanes; and nanoseconds a bone for
//! orientation. A pose is put back to the reference pose before it is sampled into. Words after
//! `--` choose what is measured: `-- W1c blend`; `-- raw=FOLDER` writes the clips for other
//! programs instead. docs/performance.md explains the workloads and the targets.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

#[path = "support/floor.rs"]
mod floor;
#[path = "support/lanes.rs"]
mod lanes;
#[path = "support/raw.rs"]
mod raw;
#[path = "support/timing.rs"]
mod timing;
#[path = "support/workloads.rs"]
mod workloads;

use anim::{
    Name, Pose, Transform,
    additive::{AdditiveKind, AdditivePose, NO_DELTA},
    codec::{Bound, Compressed, EncoderSettings, EncoderSource, SampleCache, Span, encode},
    ik::two_bone::{self, LimbBones},
    mask::BoneMask,
    pose::{PoseLayer, blend_layers, blend_masked, local_to_model},
};
use glam::Affine3A;
use std::{hint::black_box, path::PathBuf};
use timing::{Pair, compare};
use workloads::Workload;

fn main() {
    if let Some(folder) =
        std::env::args().find_map(|arg| arg.strip_prefix("raw=").map(PathBuf::from))
    {
        let write = |workload: &Workload| raw::write(&folder, workload, &limbs(workload)).unwrap();
        return workloads::all().iter().for_each(write);
    }
    println!("lanes: {:?}", anim::simd::Width::widest());
    let heads = ["to floor", "to 8 lanes", "ns a bone"];
    println!(
        "{:<9} {:<30} {:>9} {:>11} {:>10}",
        "clip", "operation", heads[0], heads[1], heads[2]
    );
    let filters: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let is_wanted = |text: &str| filters.iter().all(|filter| text.contains(filter.as_str()));
    for workload in workloads::all() {
        let clip = compressed(&workload);
        let title = |pair: &Pair<'_>| format!("{} {}", workload.name, pair.name);
        for pair in pairs(&workload, &clip)
            .into_iter()
            .filter(|pair| is_wanted(&title(pair)))
        {
            let result = compare(pair);
            let to_lanes = result
                .lanes
                .map_or(String::new(), |lanes| format!("{:.2}", result.ours / lanes));
            let each = result.ours / workload.skeleton.len() as f64;
            let (name, ratio) = (workload.name, result.ratio());
            println!(
                "{name:<9} {:<30} {ratio:>9.2} {to_lanes:>11} {each:>10.2}",
                result.name
            );
        }
    }
}

fn compressed(workload: &Workload) -> Compressed {
    let shells = vec![workload.shell; workload.skeleton.len()];
    let source = EncoderSource {
        skeleton: &workload.skeleton,
        additive: None,
        bases: &[],
        frames: &workload.frames,
        shells: &shells,
    };
    encode(
        &source,
        &EncoderSettings {
            precision: workload.precision,
            bound: Bound::P99,
            ..EncoderSettings::default()
        },
    )
    .expect("it compresses")
    .0
}

fn span(workload: &Workload, ratio: f32) -> Span {
    let last = workload.frames.len() - 1;
    let x = ratio * last as f32;
    let frame = (x as usize).min(last - 1);
    Span {
        frame: frame as u32,
        fraction: x - frame as f32,
    }
}

/// Places in a clip, 0 to 1, as they come one after the other.
fn forward(workload: &Workload) -> impl FnMut() -> f32 + Clone + use<> {
    let step = (1.0 / 60.0 / workload.duration()) as f32;
    let mut ratio = 0.0f32;
    move || {
        ratio = (ratio + step).fract();
        ratio
    }
}

fn backward(workload: &Workload) -> impl FnMut() -> f32 + Clone + use<> {
    let mut forward = forward(workload);
    move || 1.0 - forward()
}

fn random() -> impl FnMut() -> f32 + Clone {
    let mut state = 0x9E37_79B9u32;
    move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 8) as f32 / (1 << 24) as f32
    }
}

fn pairs<'a>(workload: &'a Workload, clip: &'a Compressed) -> Vec<Pair<'a>> {
    vec![
        sampling(
            "sample, one time again",
            workload,
            clip,
            || 0.4,
            || 0.4,
            true,
        ),
        sampling(
            "sample, forwards at 60 Hz",
            workload,
            clip,
            forward(workload),
            forward(workload),
            true,
        ),
        sampling(
            "sample, backwards",
            workload,
            clip,
            backward(workload),
            backward(workload),
            true,
        ),
        sampling(
            "sample, at random",
            workload,
            clip,
            random(),
            random(),
            true,
        ),
        sampling(
            "sample, random, no cache",
            workload,
            clip,
            random(),
            random(),
            false,
        ),
        blending("blend 2", workload, clip, 2),
        blending("blend 4", workload, clip, 4),
        masked(workload, clip),
        additive(workload, clip),
        additive_masked(workload, clip),
        models(workload, clip),
        tick(workload, clip),
    ]
}

fn sampling<'a>(
    name: &'static str,
    workload: &'a Workload,
    clip: &'a Compressed,
    mut ours: impl FnMut() -> f32 + 'a,
    mut theirs: impl FnMut() -> f32 + Clone + 'a,
    cached: bool,
) -> Pair<'a> {
    let (mut cache, mut pose) = (SampleCache::default(), Pose::reference(&workload.skeleton));
    let raw = floor::Raw::new(&workload.frames);
    let mut out = raw.frame(0).to_vec();
    let wide = lanes::Wide::new(&workload.frames);
    let (mut wide_out, mut wide_at) = (wide.frame(0).to_vec(), theirs.clone());
    Pair {
        name,
        lanes: Some(Box::new(move || {
            let span = span(workload, wide_at());
            wide.sample(span.frame as usize, span.fraction, &mut wide_out);
            black_box(&mut wide_out);
        })),
        ours: Box::new(move || {
            let span = span(workload, ours());
            pose.reset(&workload.skeleton);
            if cached {
                clip.sample_cached(span, &mut cache, &mut pose);
            } else {
                clip.sample(span, &mut pose);
            }
            black_box(&mut pose);
        }),
        floor: Box::new(move || {
            let span = span(workload, theirs());
            raw.sample(span.frame as usize, span.fraction, &mut out);
            black_box(&mut out);
        }),
    }
}

const WEIGHTS: [f32; 4] = [0.4, 0.3, 0.2, 0.1];

/// A pose as it comes out of the clip: what a file holds may have values so small that arithmetic
/// on them is slow.
fn decoded(workload: &Workload, clip: &Compressed, ratio: f32) -> Pose {
    let mut pose = Pose::reference(&workload.skeleton);
    clip.sample(span(workload, ratio), &mut pose);
    pose
}

fn blending<'a>(
    name: &'static str,
    workload: &'a Workload,
    clip: &Compressed,
    count: usize,
) -> Pair<'a> {
    let place = |at: usize| decoded(workload, clip, at as f32 / 4.0);
    let layers: Vec<PoseLayer> = (0..count)
        .map(|at| PoseLayer {
            pose: place(at),
            weight: WEIGHTS[at],
            mask: None,
        })
        .collect();
    let mut pose = Pose::default();
    let inputs: Vec<Vec<Transform>> = layers
        .iter()
        .map(|layer| layer.pose.iter().collect())
        .collect();
    let mut out = inputs[0].clone();
    let wide: Vec<Vec<lanes::Rows>> = inputs.iter().map(|input| lanes::rows(input)).collect();
    let mut wide_out = wide[0].clone();
    Pair {
        name,
        lanes: Some(Box::new(move || {
            lanes::blend(black_box(&wide), &WEIGHTS, &mut wide_out);
            black_box(&mut wide_out);
        })),
        ours: Box::new(move || {
            blend_layers(&workload.skeleton, black_box(&layers), &mut pose);
            black_box(&mut pose);
        }),
        floor: Box::new(move || {
            floor::blend(black_box(&inputs), &WEIGHTS, &mut out);
            black_box(&mut out);
        }),
    }
}

/// An upper body: half of the bones, with a soft edge.
fn upper(workload: &Workload) -> Vec<f32> {
    let bones = workload.skeleton.len() as f32;
    (0..workload.skeleton.len())
        .map(|bone| ((bone as f32 / bones - 0.4) * 5.0).clamp(0.0, 1.0))
        .collect()
}

fn masked<'a>(workload: &'a Workload, clip: &Compressed) -> Pair<'a> {
    let [a, b] = [0.0, 0.5].map(|at| decoded(workload, clip, at));
    let [from, to] = [&a, &b].map(|pose| pose.iter().collect::<Vec<Transform>>());
    let weights = upper(workload);
    let mask = BoneMask::new(&weights);
    let scaled: Vec<f32> = weights
        .iter()
        .map(|weight| weight * ADDITIVE_WEIGHT)
        .collect();
    let (mut pose, mut out) = (a.clone(), from.clone());
    Pair {
        name: "blend 2, masked",
        lanes: None,
        ours: Box::new(move || {
            blend_masked(black_box(&a), &b, ADDITIVE_WEIGHT, &mask, &mut pose);
            black_box(&mut pose);
        }),
        floor: Box::new(move || {
            floor::blend_masked(black_box(&from), &to, &scaled, &mut out);
            black_box(&mut out);
        }),
    }
}

fn additive_masked<'a>(workload: &'a Workload, clip: &Compressed) -> Pair<'a> {
    let mut layer = difference(workload, clip);
    let deltas: Vec<Transform> = layer.deltas.iter().collect();
    let start = decoded(workload, clip, 0.3);
    let locals: Vec<Transform> = start.iter().collect();
    let weights = upper(workload);
    let mask = BoneMask::new(&weights);
    let scaled: Vec<f32> = weights
        .iter()
        .map(|weight| weight * ADDITIVE_WEIGHT)
        .collect();
    let (mut pose, mut out) = (start.clone(), locals.clone());
    Pair {
        name: "additive 1, masked",
        lanes: None,
        ours: Box::new(move || {
            pose.copy_from(&start);
            layer.apply_masked(&workload.skeleton, ADDITIVE_WEIGHT, Some(&mask), &mut pose);
            black_box(&mut pose);
        }),
        floor: Box::new(move || {
            out.copy_from_slice(&locals);
            floor::add_masked(black_box(&deltas), &scaled, &mut out);
            black_box(&mut out);
        }),
    }
}

fn difference(workload: &Workload, clip: &Compressed) -> AdditivePose {
    let (base, source) = (decoded(workload, clip, 0.1), decoded(workload, clip, 0.6));
    let mut additive =
        AdditivePose::between(AdditiveKind::Local, &workload.skeleton, &base, &source);
    // As an additive clip gives it: scales that do not differ are known not to.
    let deltas = additive.deltas.clone();
    additive.deltas.fill(deltas.len(), &NO_DELTA);
    for (bone, delta) in deltas.iter().enumerate() {
        additive.deltas.set(bone, &delta);
    }
    additive
}

const ADDITIVE_WEIGHT: f32 = 0.5;

fn additive<'a>(workload: &'a Workload, clip: &Compressed) -> Pair<'a> {
    let mut layer = difference(workload, clip);
    let deltas: Vec<Transform> = layer.deltas.iter().collect();
    let start = decoded(workload, clip, 0.3);
    let locals: Vec<Transform> = start.iter().collect();
    let (mut pose, mut out) = (start.clone(), locals.clone());
    let (wide, wide_start) = (lanes::rows(&deltas), lanes::rows(&locals));
    let mut wide_out = wide_start.clone();
    Pair {
        name: "additive 1",
        lanes: Some(Box::new(move || {
            wide_out.copy_from_slice(&wide_start);
            lanes::add(black_box(&wide), ADDITIVE_WEIGHT, &mut wide_out);
            black_box(&mut wide_out);
        })),
        ours: Box::new(move || {
            pose.copy_from(&start);
            layer.apply(&workload.skeleton, ADDITIVE_WEIGHT, &mut pose);
            black_box(&mut pose);
        }),
        floor: Box::new(move || {
            out.copy_from_slice(&locals);
            floor::add(black_box(&deltas), ADDITIVE_WEIGHT, &mut out);
            black_box(&mut out);
        }),
    }
}

/// A character's tick: four clips a quarter apart, blended, one additive layer, model matrices, two
/// legs that reach.
fn tick<'a>(workload: &'a Workload, clip: &'a Compressed) -> Pair<'a> {
    let skeleton = &workload.skeleton;
    let limbs = limbs(workload);
    let ours_limbs = limbs.clone();
    let mut ours = Character {
        layers: WEIGHTS
            .map(|weight| PoseLayer {
                weight,
                ..PoseLayer::default()
            })
            .to_vec(),
        caches: vec![SampleCache::default(); 4],
        additive: difference(workload, clip),
        pose: Pose::default(),
        models: Vec::new(),
    };
    let deltas: Vec<Transform> = ours.additive.deltas.iter().collect();
    let raw = floor::Raw::new(&workload.frames);
    let mut inputs = vec![raw.frame(0).to_vec(); 4];
    let (mut locals, mut models) = (inputs[0].clone(), Vec::new());
    let (mut at, mut floor_at) = (forward(workload), forward(workload));
    Pair {
        name: "tick: 4 clips, additive, 2 IK",
        lanes: None,
        ours: Box::new(move || ours.tick(workload, clip, at(), &ours_limbs)),
        floor: Box::new(move || {
            let ratio = floor_at();
            for (quarter, input) in inputs.iter_mut().enumerate() {
                let span = span(workload, (ratio + quarter as f32 / 4.0).fract());
                raw.sample(span.frame as usize, span.fraction, input);
            }
            floor::blend(&inputs, &WEIGHTS, &mut locals);
            floor::add(&deltas, ADDITIVE_WEIGHT, &mut locals);
            floor::local_to_model(skeleton.parents(), &locals, &mut models);
            for limb in &limbs {
                let aim = floor::aim(&models, limb.root, limb.end, workload.centimetre);
                floor::reach(
                    skeleton,
                    [limb.root, limb.middle, limb.end],
                    aim,
                    &mut locals,
                    &mut models,
                );
            }
            black_box(&mut models);
        }),
    }
}

struct Character {
    layers: Vec<PoseLayer>,
    caches: Vec<SampleCache>,
    additive: AdditivePose,
    pose: Pose,
    models: Vec<Affine3A>,
}

impl Character {
    fn tick(&mut self, workload: &Workload, clip: &Compressed, ratio: f32, limbs: &[LimbBones]) {
        let skeleton = &workload.skeleton;
        for (quarter, (layer, cache)) in self.layers.iter_mut().zip(&mut self.caches).enumerate() {
            layer.pose.reset(skeleton);
            let span = span(workload, (ratio + quarter as f32 / 4.0).fract());
            clip.sample_cached(span, cache, &mut layer.pose);
        }
        blend_layers(skeleton, &self.layers, &mut self.pose);
        self.additive
            .apply(skeleton, ADDITIVE_WEIGHT, &mut self.pose);
        local_to_model(skeleton, &self.pose, &mut self.models);
        for limb in limbs {
            let (target, pole) = floor::aim(&self.models, limb.root, limb.end, workload.centimetre);
            two_bone::apply(
                skeleton,
                *limb,
                target,
                pole,
                &mut self.pose,
                &mut self.models,
            );
        }
        black_box(&mut self.models);
    }
}

fn limbs(workload: &Workload) -> Vec<LimbBones> {
    let find = |name: &str| {
        workload
            .skeleton
            .find(Name::new(name))
            .expect("the skeleton has legs")
    };
    workload
        .legs
        .iter()
        .map(|leg| LimbBones {
            root: find(leg[0]),
            middle: find(leg[1]),
            end: find(leg[2]),
        })
        .collect()
}

fn models<'a>(workload: &'a Workload, clip: &Compressed) -> Pair<'a> {
    let pose = decoded(workload, clip, 0.0);
    let locals: Vec<Transform> = pose.iter().collect();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    Pair {
        name: "local to model",
        lanes: None,
        ours: Box::new(move || {
            local_to_model(&workload.skeleton, black_box(&pose), &mut ours);
            black_box(&mut ours);
        }),
        floor: Box::new(move || {
            floor::local_to_model(workload.skeleton.parents(), black_box(&locals), &mut theirs);
            black_box(&mut theirs);
        }),
    }
}
