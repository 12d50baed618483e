//! What one player of a blend space keeps between ticks.

use super::{BlendSpace, Share, Weights, smoothing::AxisState, weights as mix};
use crate::float::Extreme;
use serde::{Deserialize, Serialize};

/// Seconds; a longer tick is one of this.
const LONGEST_TICK: f64 = 1e6;
/// Seconds; what is shorter does not advance.
const SHORTEST_MIX: f64 = 1e-8;

/// An update allocates only when it meets a larger space than the ones before.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BlendSpaceState {
    axes: [AxisState; 2],
    /// Ascending by sample.
    weights: Vec<Share>,
    /// One set a speed of bones, each as `weights`.
    of_bones: Vec<Vec<Share>>,
    /// Samples that some set has, ascending.
    reached: Vec<u32>,
    ratio: f64,
}

impl BlendSpaceState {
    /// Starts again as if it had never run. `ratio` is the part of the length where it starts, 0 to
    /// 1.
    pub fn reset(&mut self, ratio: f64) {
        self.axes.iter_mut().for_each(AxisState::reset);
        self.forget_weights();
        self.set_ratio(ratio);
    }

    /// The next update goes to its weights at once: the samples are others than before.
    pub fn forget_weights(&mut self) {
        self.weights.clear();
        self.of_bones.iter_mut().for_each(Vec::clear);
        self.reached.clear();
    }

    /// Follows the input, in the axes' units. NaN, and an infinity on an axis that wraps, stand for
    /// the input before, at first for 0. `dt` in seconds. What becomes relevant goes to its input
    /// and its weights at once.
    pub fn update(&mut self, space: &BlendSpace, input: [f64; 2], dt: f64, became_relevant: bool) {
        let dt = if dt > 0.0 {
            dt.lower(LONGEST_TICK)
        } else {
            0.0
        };
        for ((state, axis), raw) in self.axes.iter_mut().zip(space.axes()).zip(input) {
            state.update(axis, raw, dt, became_relevant);
        }
        let mut goals = Weights::default();
        space.weights(self.position(), &mut goals);
        self.fit(space);
        let goals = goals.as_slice();
        follow(
            &mut self.weights,
            goals,
            space.weight_speed,
            dt,
            became_relevant,
        );
        for (set, speed) in self.of_bones.iter_mut().zip(&space.bone_speeds.speeds) {
            follow(set, goals, f64::from(*speed), dt, became_relevant);
        }
        self.reach();
    }

    fn reach(&mut self) {
        self.reached.clear();
        for share in self.weights.iter().chain(self.of_bones.iter().flatten()) {
            if let Err(at) = self.reached.binary_search(&share.sample) {
                self.reached.insert(at, share.sample);
            }
        }
    }

    /// Smoothed position in the axes' units; with one axis the second value has no meaning.
    pub fn position(&self) -> [f64; 2] {
        [self.axes[0].x(), self.axes[1].x()]
    }

    /// Ascending by sample; they sum to 1 unless there are no samples.
    pub fn weights(&self) -> &[Share] {
        &self.weights
    }

    /// Weights for the bones of one speed, by its index, as [`Self::weights`] has them for the
    /// space; empty where there is no such speed.
    pub fn weights_of_bones(&self, speed: usize) -> &[Share] {
        self.of_bones.get(speed).map_or(&[], Vec::as_slice)
    }

    /// Samples that have weight, for whichever bones; ascending.
    pub fn reached(&self) -> &[u32] {
        &self.reached
    }

    /// Weight of a sample in the space, 0 to 1; 0 for a sample that only some bones still have.
    pub fn weight(&self, sample: u32) -> f64 {
        share_of(&self.weights, sample)
    }

    /// Position of the space in time: 0 at the start, 1 at the end of all samples or of the leading
    /// sample.
    pub fn ratio(&self) -> f64 {
        self.ratio
    }

    /// Moves the time to a part of the length, clamped to 0..=1; NaN counts as 0.
    pub fn set_ratio(&mut self, ratio: f64) {
        self.ratio = if ratio.is_nan() {
            0.0
        } else {
            ratio.clamp(0.0, 1.0)
        };
    }

    /// Duration of the mix from start to end, seconds. `length` returns the length of a clip of the
    /// library at its own rate, seconds.
    pub fn blended_length(&self, space: &BlendSpace, length: impl Fn(u32) -> f64) -> f64 {
        let sample_length = |share: &Share| {
            let sample = space.samples().get(share.sample as usize)?;
            let seconds = length(sample.clip) / f64::from(sample.rate);
            (seconds > 0.0 && seconds.is_finite()).then_some(share.weight * seconds)
        };
        self.weights.iter().filter_map(sample_length).sum()
    }

    /// Moves the time by `dt` seconds at a rate (negative goes back) on a mix of `length` seconds.
    /// A loop keeps the end until time moves on from it. Without a length the time stands.
    pub fn advance(&mut self, dt: f64, rate: f64, looping: bool, length: f64) {
        let dt = if dt > 0.0 {
            dt.lower(LONGEST_TICK)
        } else {
            0.0
        };
        let moved = dt * rate / length;
        if !(length > SHORTEST_MIX && moved.is_finite()) {
            return;
        }
        let target = self.ratio + moved;
        let ends = 0.0..=1.0;
        self.ratio = if looping && !ends.contains(&target) {
            target - target.floor()
        } else {
            target.clamp(0.0, 1.0)
        };
    }

    /// Makes room, and drops samples that the space lacks: it may be another one than before.
    fn fit(&mut self, space: &BlendSpace) {
        let count = space.samples().len();
        self.of_bones
            .resize_with(space.bone_speeds.speeds.len(), Vec::new);
        for set in std::iter::once(&mut self.weights).chain(&mut self.of_bones) {
            set.retain(|share| (share.sample as usize) < count);
            set.reserve(count - set.len());
        }
        self.reached.clear();
        self.reached.reserve(count);
    }
}

pub(crate) fn share_of(shares: &[Share], sample: u32) -> f64 {
    shares
        .binary_search_by_key(&sample, |share| share.sample)
        .map_or(0.0, |at| shares[at].weight)
}

/// Moves `weights` towards `goals` at `speed` a second; a speed of 0 sets them at once.
fn follow(weights: &mut Vec<Share>, goals: &[Share], speed: f64, dt: f64, became_relevant: bool) {
    if speed > 0.0 && !became_relevant {
        approach(weights, goals, speed * dt);
    } else {
        weights.clear();
    }
    if weights.is_empty() {
        weights.extend_from_slice(goals);
    }
}

/// Each weight by at most `step`. Samples that are no longer wanted stay until they have no
/// influence.
fn approach(weights: &mut Vec<Share>, goals: &[Share], step: f64) {
    if weights.is_empty() {
        return;
    }
    for goal in goals {
        if let Err(at) = weights.binary_search_by_key(&goal.sample, |share| share.sample) {
            weights.insert(
                at,
                Share {
                    sample: goal.sample,
                    weight: 0.0,
                },
            );
        }
    }
    let mut wanted = goals.iter().peekable();
    for share in weights.iter_mut() {
        let goal = wanted
            .next_if(|goal| goal.sample == share.sample)
            .map_or(0.0, |goal| goal.weight);
        share.weight += (goal - share.weight).clamp(-step, step);
    }
    weights.retain(|share| share.weight > mix::LEAST);
    mix::normalise(weights);
}
