//! How fast mixes of samples move, at places between them.

use crate::kinds::blend_space::{ClipRootMotion, compiled_space};
use anim::blend_space::Weights;
use asset::{BlendSpace, Id, blend_space::Axis};
use std::collections::BTreeMap;

/// A place of a blend space at which the mix moves otherwise than its axes say.
pub(super) struct WorstBlend {
    /// Position in the blend space, in the units of the axes.
    pub at: [f64; 2],
    /// Metres a second that the axes ask for.
    pub asked: f64,
    /// Metres a second at which the mix moves.
    pub speed: f64,
    /// The largest two shares, 0 to 1, and their clips.
    pub shares: Vec<(f64, Id)>,
}

/// Places along each axis that are looked at.
const PLACES: [usize; 2] = [41, 13];

impl WorstBlend {
    /// Absolute difference between the speed of the mix and the speed that the axes ask for, metres
    /// a second.
    pub fn off(&self) -> f64 {
        (self.speed - self.asked).abs()
    }
}

/// The place between samples at which the mix misses the speed most, where the axes have one. Roots
/// of a mix move at the mean of their velocities, by weight.
pub(super) fn worst_blend(
    space: &BlendSpace,
    motions: &BTreeMap<Id, ClipRootMotion>,
) -> Option<WorstBlend> {
    let is_speed = |axis: &Axis| axis.unit == "m/s";
    if !space.axes.iter().any(is_speed) {
        return None;
    }
    let compiled = compiled_space(space)?;
    let velocities: Option<Vec<[f64; 2]>> = space
        .samples
        .iter()
        .map(|sample| Some(velocity(*motions.get(&sample.clip)?, sample.rate)))
        .collect();
    let velocities = velocities?;
    let mut worst: Option<WorstBlend> = None;
    let mut weights = Weights::default();
    for at in places(&space.axes) {
        compiled.weights(at, &mut weights);
        let mut moved = [0.0; 2];
        for share in weights.as_slice() {
            let own = velocities[share.sample as usize];
            moved = [0, 1].map(|part| moved[part] + share.weight * own[part]);
        }
        let speeds = space.axes.iter().zip(at).filter(|(axis, _)| is_speed(axis));
        let asked = speeds.fold(0.0, |sum: f64, (_, value)| sum.hypot(value));
        let mut shares: Vec<(f64, Id)> = weights
            .as_slice()
            .iter()
            .map(|share| (share.weight, space.samples[share.sample as usize].clip))
            .collect();
        shares.sort_by(|a, b| b.0.total_cmp(&a.0));
        shares.truncate(2);
        let found = WorstBlend {
            at,
            asked,
            speed: moved[0].hypot(moved[1]),
            shares,
        };
        if worst.as_ref().is_none_or(|worst| worst.off() < found.off()) {
            worst = Some(found);
        }
    }
    worst
}

/// Metres a second to the right and ahead.
fn velocity(motion: ClipRootMotion, rate: f32) -> [f64; 2] {
    let speed = f64::from(motion.speed) * f64::from(rate);
    let (sin, cos) = f64::from(motion.direction).to_radians().sin_cos();
    [speed * sin, speed * cos]
}

/// Evenly over the axes, ends included.
fn places(axes: &[Axis]) -> Vec<[f64; 2]> {
    let along = |axis: Option<&Axis>| -> Vec<f64> {
        let Some(axis) = axis else { return vec![0.0] };
        let count = PLACES[axes.len().min(2) - 1];
        let (min, max) = (f64::from(axis.min), f64::from(axis.max));
        (0..count)
            .map(|at| min + (max - min) * at as f64 / (count - 1) as f64)
            .collect()
    };
    let across = along(axes.get(1));
    along(axes.first())
        .into_iter()
        .flat_map(|x| across.iter().map(move |y| [x, *y]))
        .collect()
}
