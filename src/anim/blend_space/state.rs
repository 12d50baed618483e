//! What one player of a blend space keeps between ticks.

use super::{BlendSpace, Share, Weights, smoothing::AxisState, weights};

/// Seconds; a longer tick is one of this.
const LONGEST_TICK: f64 = 1e6;
/// Seconds; what is shorter does not advance.
const SHORTEST_MIX: f64 = 1e-8;

/// An update allocates only when it meets a larger space than the ones before.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlendSpaceState {
    axes: [AxisState; 2],
    /// Ascending by sample.
    weights: Vec<Share>,
    ratio: f64,
}

impl BlendSpaceState {
    /// As if it had never run. `ratio` is where it starts, 0 to 1.
    pub fn reset(&mut self, ratio: f64) {
        self.axes.iter_mut().for_each(AxisState::reset);
        self.weights.clear();
        self.set_ratio(ratio);
    }

    /// Follows the input, in the axes' units. NaN, and an infinity on an axis that wraps, stand for the input before,
    /// at first for 0. `dt` in seconds. What becomes relevant goes to its input and its weights at once.
    pub fn update(&mut self, space: &BlendSpace, input: [f64; 2], dt: f64, became_relevant: bool) {
        let dt = if dt > 0.0 { dt.min(LONGEST_TICK) } else { 0.0 };
        for ((state, axis), raw) in self.axes.iter_mut().zip(space.axes()).zip(input) {
            state.update(axis, raw, dt, became_relevant);
        }
        let mut goals = Weights::default();
        space.weights(self.position(), &mut goals);
        self.fit(space);
        if space.weight_speed > 0.0 && !became_relevant {
            self.approach(goals.as_slice(), space.weight_speed * dt);
        } else {
            self.weights.clear();
        }
        if self.weights.is_empty() {
            self.weights.extend_from_slice(goals.as_slice());
        }
    }

    /// After the smoothing, in the axes' units; of one axis the second means nothing.
    pub fn position(&self) -> [f64; 2] {
        [self.axes[0].x(), self.axes[1].x()]
    }

    /// Ascending by sample; they sum to 1 unless there are no samples.
    pub fn weights(&self) -> &[Share] {
        &self.weights
    }

    /// The one time of all samples: 0 at their start, 1 at their end.
    pub fn ratio(&self) -> f64 {
        self.ratio
    }

    pub fn set_ratio(&mut self, ratio: f64) {
        self.ratio = if ratio.is_nan() { 0.0 } else { ratio.clamp(0.0, 1.0) };
    }

    /// Seconds that the mix takes from start to end. `length` tells those of a clip of the library at its own rate.
    pub fn blended_length(&self, space: &BlendSpace, length: impl Fn(u32) -> f64) -> f64 {
        let sample_length = |share: &Share| {
            let sample = space.samples().get(share.sample as usize)?;
            let seconds = length(sample.clip) / f64::from(sample.rate);
            (seconds > 0.0 && seconds.is_finite()).then_some(share.weight * seconds)
        };
        self.weights.iter().filter_map(sample_length).sum()
    }

    /// Moves the time by `dt` seconds at a rate (negative goes back) on a mix of `length` seconds. A loop keeps the end
    /// until time moves on from it. Without a length the time stands.
    pub fn advance(&mut self, dt: f64, rate: f64, looping: bool, length: f64) {
        let dt = if dt > 0.0 { dt.min(LONGEST_TICK) } else { 0.0 };
        let moved = dt * rate / length;
        if !(length > SHORTEST_MIX && moved.is_finite()) {
            return;
        }
        let target = self.ratio + moved;
        let ends = 0.0..=1.0;
        self.ratio = if looping && !ends.contains(&target) { target - target.floor() } else { target.clamp(0.0, 1.0) };
    }

    /// Makes room, and drops samples that the space lacks: it may be another one than before.
    fn fit(&mut self, space: &BlendSpace) {
        let count = space.samples().len();
        self.weights.retain(|share| (share.sample as usize) < count);
        self.weights.reserve(count - self.weights.len());
    }

    /// Each weight by at most `step`. Samples that are no longer wanted stay until they have no influence.
    fn approach(&mut self, goals: &[Share], step: f64) {
        if self.weights.is_empty() {
            return;
        }
        for goal in goals {
            if let Err(at) = self.weights.binary_search_by_key(&goal.sample, |share| share.sample) {
                self.weights.insert(at, Share { sample: goal.sample, weight: 0.0 });
            }
        }
        let mut wanted = goals.iter().peekable();
        for share in &mut self.weights {
            let goal = wanted.next_if(|goal| goal.sample == share.sample).map_or(0.0, |goal| goal.weight);
            share.weight += (goal - share.weight).clamp(-step, step);
        }
        self.weights.retain(|share| share.weight > weights::LEAST);
        weights::normalise(&mut self.weights);
    }
}
