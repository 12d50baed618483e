//! What a point takes of its samples.

use crate::transform::WEIGHT_EPSILON;

/// What at most this much of is dropped.
pub(super) const LEAST: f64 = WEIGHT_EPSILON as f64;

/// A sample's part of the mix.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    /// Index in [`super::BlendSpace::samples`].
    pub sample: u32,
    /// 0 to 1.
    pub weight: f64,
}

/// At most three shares, ascending by sample; they sum to 1 unless there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weights {
    shares: [Share; 3],
    len: usize,
}

impl Weights {
    pub fn as_slice(&self) -> &[Share] {
        &self.shares[..self.len]
    }

    /// 0 for a sample that has no share.
    pub fn of(&self, sample: u32) -> f64 {
        self.as_slice().iter().find(|share| share.sample == sample).map_or(0.0, |share| share.weight)
    }

    /// Takes what has influence, at most three. The sum is taken in the order given, so that it depends on where samples
    /// stand and not on how they are numbered.
    pub(super) fn set(&mut self, shares: &[Share]) {
        self.len = 0;
        for share in shares.iter().filter(|share| share.weight > LEAST) {
            self.shares[self.len] = *share;
            self.len += 1;
        }
        normalise(&mut self.shares[..self.len]);
        self.shares[..self.len].sort_unstable_by_key(|share| share.sample);
    }
}

pub(super) fn normalise(shares: &mut [Share]) {
    let total: f64 = shares.iter().map(|share| share.weight).sum();
    shares.iter_mut().for_each(|share| share.weight /= total);
}
