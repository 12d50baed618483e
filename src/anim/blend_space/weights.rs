//! What a point takes of its samples.

use crate::transform::WEIGHT_EPSILON;
use serde::{Deserialize, Serialize};

/// Weight up to which a share is dropped.
pub(super) const LEAST: f64 = WEIGHT_EPSILON as f64;

/// A sample's part of the mix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// Index in [`super::BlendSpace::samples`].
    pub sample: u32,
    /// Weight of the sample in the mix, 0 to 1.
    pub weight: f64,
}

/// Most shares in a mix: in a grid, three from each of four nodes.
pub(super) const MOST: usize = 12;

/// Shares of the samples in the mix at a point, ascending by sample: at most three shares, or
/// twelve for a grid. The shares sum to 1 unless there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weights {
    shares: [Share; MOST],
    len: usize,
}

impl Weights {
    /// The shares, ascending by sample; empty where the space has no samples.
    pub fn as_slice(&self) -> &[Share] {
        &self.shares[..self.len]
    }

    /// 0 for a sample that has no share.
    pub fn of(&self, sample: u32) -> f64 {
        self.as_slice()
            .iter()
            .find(|share| share.sample == sample)
            .map_or(0.0, |share| share.weight)
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Equal samples are one. Contract: at most [`MOST`] others.
    pub(super) fn add(&mut self, sample: u32, weight: f64) {
        if let Some(known) = self.shares[..self.len]
            .iter_mut()
            .find(|share| share.sample == sample)
        {
            known.weight += weight;
        } else {
            self.shares[self.len] = Share { sample, weight };
            self.len += 1;
        }
    }

    /// Keeps what has influence. The sum is taken in the order of adding, so that it depends on
    /// where samples stand and not on how they are numbered.
    pub(super) fn settle(&mut self) {
        let mut kept = 0;
        for at in 0..self.len {
            if self.shares[at].weight > LEAST {
                self.shares[kept] = self.shares[at];
                kept += 1;
            }
        }
        self.len = kept;
        normalise(&mut self.shares[..kept]);
    }

    pub(super) fn sort(&mut self) {
        self.shares[..self.len].sort_unstable_by_key(|share| share.sample);
    }
}

pub(super) fn normalise(shares: &mut [Share]) {
    let total: f64 = shares.iter().map(|share| share.weight).sum();
    shares.iter_mut().for_each(|share| share.weight /= total);
}
