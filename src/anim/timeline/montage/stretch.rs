//! Where a montage that plays faster or slower gains or loses its time: a curve over the montage,
//! and the map between its own time and real time that the curve gives at a rate.

#[cfg(test)]
mod tests;

use crate::{Array, float::Extreme};
use serde::{Deserialize, Serialize};

/// Samples of a [`StretchCurve`].
pub const MOST_SAMPLES: usize = 1024;
/// Least and greatest factor for the length of a piece that takes all of the change.
const SCALES: (f64, f64) = (0.05, 20.0);
/// Seconds that the curve has to weigh, or nothing could take the change.
const LEAST_WEIGHT: f64 = 1e-4;
/// Slower than this nothing moves.
const LEAST_RATE: f64 = 1e-8;

/// Distribution of a change of rate over equally long pieces of a montage: a piece with 0 keeps its
/// own speed, a piece with 1 takes the largest share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StretchCurve {
    /// Share of the rate change for each piece of the montage, 0 to 1; 1 to [`MOST_SAMPLES`]
    /// pieces.
    pub samples: Array<f32>,
}

impl StretchCurve {
    pub(super) fn is_valid(&self) -> bool {
        let counted = (1..=MOST_SAMPLES).contains(&self.samples.len());
        counted
            && self
                .samples
                .iter()
                .all(|sample| (0.0..=1.0).contains(sample))
    }
}

/// Map from a montage's time to real time at one rate and back. The map is linear within each piece
/// of the curve and rises throughout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StretchMap {
    /// Seconds of the montage.
    length: f64,
    /// Real seconds at which the pieces begin, and the end of the last.
    targets: Vec<f64>,
}

impl StretchMap {
    /// The map of a montage of `length` seconds at a rate, its sign left out. None where the rate
    /// is used as it is: at rates of 1 and (nearly) 0, without length, and where the curve is 0
    /// nearly everywhere.
    pub fn new(curve: &StretchCurve, length: f64, rate: f64) -> Option<Self> {
        let is_usable =
            length.is_finite() && length > 0.0 && rate.is_finite() && rate.abs() >= LEAST_RATE;
        if !is_usable || rate.abs() == 1.0 || !curve.is_valid() {
            return None;
        }
        let total = length / rate.abs();
        let piece = length / curve.samples.len() as f64;
        let weight: f64 = curve
            .samples
            .iter()
            .map(|sample| piece * f64::from(*sample))
            .sum();
        if weight <= LEAST_WEIGHT {
            return None;
        }
        let scale = ((total - (length - weight)) / weight).clamp(SCALES.0, SCALES.1);
        let stretched =
            |sample: f32| piece * ((1.0 - f64::from(sample)) + f64::from(sample) * scale);
        let sum: f64 = curve.samples.iter().map(|sample| stretched(*sample)).sum();
        // 1 up to rounding, unless the scale was clamped.
        let uniform = total / sum;
        let mut targets = Vec::with_capacity(curve.samples.len() + 1);
        let mut at = 0.0;
        for sample in curve.samples.iter() {
            targets.push(at);
            at += stretched(*sample) * uniform;
        }
        targets.push(total);
        Some(Self { length, targets })
    }

    /// Real seconds from the montage's start to its end.
    pub fn total(&self) -> f64 {
        self.targets[self.targets.len() - 1]
    }

    /// Real seconds from the start to a time of the montage, which is clamped to it; NaN counts as
    /// its start.
    pub fn target(&self, orig: f64) -> f64 {
        if orig >= self.length {
            return self.total();
        }
        let pieces = (self.targets.len() - 1) as f64;
        let along = orig.higher(0.0) / self.length * pieces;
        let piece = (along as usize).min(self.targets.len() - 2);
        let (begin, end) = (self.targets[piece], self.targets[piece + 1]);
        begin + (end - begin) * (along - piece as f64)
    }

    /// The time of the montage after so many real seconds from its start, clamped to its end; NaN
    /// counts as 0.
    pub fn orig(&self, target: f64) -> f64 {
        if target >= self.total() {
            return self.length;
        }
        let target = target.higher(0.0);
        let piece = self
            .targets
            .partition_point(|begin| *begin <= target)
            .clamp(1, self.targets.len() - 1)
            - 1;
        let (begin, end) = (self.targets[piece], self.targets[piece + 1]);
        let within = (target - begin) / (end - begin);
        self.length * (piece as f64 + within) / (self.targets.len() - 1) as f64
    }
}
