//! Greedy key reduction: the fewest keys of a track whose accumulated error over each span stays
//! below a threshold.
//!
//! Values are in parent space, where errors are smallest. Complexity is keys times span; spans end
//! at [`LONGEST_SPAN`].

#[cfg(test)]
mod tests;

use crate::{float::Extreme, transform::nlerp};
use glam::{EulerRot, Quat, Vec3};

/// Keys that one span skips at most.
pub const LONGEST_SPAN: usize = 256;

/// Tolerances for the removal of keys, each the root of the summed squared errors of a span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reduction {
    /// Tolerance of rotations, degrees.
    pub rotation: f32,
    /// Tolerance of translations, metres.
    pub translation: f32,
    /// Tolerance of scales, a factor.
    pub scale: f32,
    /// Seconds between two kept keys at most: for clients that receive keys one by one. 0 sets no
    /// limit.
    pub delay: f32,
}

impl Default for Reduction {
    fn default() -> Self {
        Self {
            rotation: 1.0,
            translation: 0.005,
            scale: 0.01,
            delay: 0.0,
        }
    }
}

impl Reduction {
    /// Whether every number is finite and not below 0.
    pub fn is_valid(&self) -> bool {
        [self.rotation, self.translation, self.scale, self.delay]
            .iter()
            .all(|v| v.is_finite() && *v >= 0.0)
    }

    /// Indices of the kept keys of values that are `1 / rate` seconds apart; a track that stands
    /// still keeps the first alone.
    pub fn rotations(&self, values: &[Quat], rate: f32) -> Vec<usize> {
        self.kept(values, self.rotation, rate)
    }

    /// Indices of the kept keys of a translation track, found as in [`Reduction::rotations`].
    pub fn translations(&self, values: &[Vec3], rate: f32) -> Vec<usize> {
        self.kept(values, self.translation, rate)
    }

    /// Indices of the kept keys of a scale track, found as in [`Reduction::rotations`].
    pub fn scales(&self, values: &[Vec3], rate: f32) -> Vec<usize> {
        self.kept(values, self.scale, rate)
    }

    fn kept<T: TrackValue>(&self, values: &[T], threshold: f32, rate: f32) -> Vec<usize> {
        match values.first() {
            Some(first) if is_still(values, *first) => vec![0],
            _ => reduce(values, squared(threshold.into()), self.longest_gap(rate)),
        }
    }

    /// Longest gap between kept frames, frames: a delay shorter than one frame keeps all frames.
    /// None if the delay is 0.
    fn longest_gap(&self, rate: f32) -> Option<usize> {
        // A delay that is a whole number of frames may come out a rounding below it.
        (self.delay > 0.0)
            .then(|| ((f64::from(self.delay) * f64::from(rate) + 1e-4) as usize).max(1))
    }
}

/// Whether no value is further from `held` than what cannot be seen.
pub fn is_still<T: TrackValue>(values: &[T], held: T) -> bool {
    values
        .iter()
        .all(|value| value.squared_error(held) <= T::STILL * T::STILL)
}

/// A value of a track, with a measure of how far two values differ.
pub trait TrackValue: Copy {
    /// Largest error that cannot be seen, in the unit of the error.
    const STILL: f64;
    /// Value at the fraction `alpha` between `self` and `other`, as playback interpolates it.
    fn between(self, other: Self, alpha: f32) -> Self;
    /// Squared, so that errors add up.
    fn squared_error(self, other: Self) -> f64;
}

/// Measures errors by squared distance.
impl TrackValue for Vec3 {
    const STILL: f64 = 1e-6;

    fn between(self, other: Self, alpha: f32) -> Self {
        self.lerp(other, alpha)
    }

    fn squared_error(self, other: Self) -> f64 {
        f64::from(self.distance_squared(other))
    }
}

/// Squared angle in degrees.
impl TrackValue for Quat {
    const STILL: f64 = 1e-3;

    fn between(self, other: Self, alpha: f32) -> Self {
        nlerp(self, other, alpha)
    }

    fn squared_error(self, other: Self) -> f64 {
        // The chord keeps its digits for small angles, where the cosine loses them.
        let other = if self.dot(other) < 0.0 { -other } else { other };
        let chord = f64::from((self - other).length()).lower(2.0);
        squared((4.0 * libm::asin(chord / 2.0)).to_degrees())
    }
}

/// Three Euler angles in degrees: squared differences, each wrapped into (−180°, 180°], summed.
/// Kept to compare with tools that measure so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Euler(pub [f32; 3]);

impl From<Quat> for Euler {
    fn from(rotation: Quat) -> Self {
        let (x, y, z) = rotation.to_euler(EulerRot::XYZ);
        Self([x.to_degrees(), y.to_degrees(), z.to_degrees()])
    }
}

impl TrackValue for Euler {
    const STILL: f64 = 1e-3;

    fn between(self, other: Self, alpha: f32) -> Self {
        Self(std::array::from_fn(|i| {
            self.0[i] + (other.0[i] - self.0[i]) * alpha
        }))
    }

    fn squared_error(self, other: Self) -> f64 {
        let wrapped = |d: f64| d - 360.0 * (d / 360.0).round();
        (0..3)
            .map(|i| squared(wrapped(f64::from(self.0[i]) - f64::from(other.0[i]))))
            .sum()
    }
}

fn squared(value: f64) -> f64 {
    value * value
}

/// Indices of the kept keys, ascending; the first and the last are always among them. `threshold`
/// bounds the summed squared error of a span. With `longest_gap` (in frames, more than 0) no two
/// kept keys are further apart: for clients that receive keys one by one.
pub fn reduce<T: TrackValue>(
    values: &[T],
    threshold: f64,
    longest_gap: Option<usize>,
) -> Vec<usize> {
    let mut kept = Vec::new();
    if values.is_empty() {
        return kept;
    }
    kept.push(0);
    let (mut start, mut end) = (0, 1);
    while end < values.len() {
        let gap = longest_gap.unwrap_or(LONGEST_SPAN).clamp(1, LONGEST_SPAN);
        let is_too_long = end - start > gap;
        if is_too_long || span_error(values, start, end) > threshold {
            start = (end - 1).max(start + 1);
            kept.push(start);
            end = start + 1;
        } else {
            end += 1;
        }
    }
    if kept.last() != Some(&(values.len() - 1)) {
        kept.push(values.len() - 1);
    }
    kept
}

fn span_error<T: TrackValue>(values: &[T], start: usize, end: usize) -> f64 {
    let alpha = |i: usize| (i - start) as f32 / (end - start) as f32;
    let error = |i: usize| values[i].squared_error(values[start].between(values[end], alpha(i)));
    (start + 1..end).map(error).sum()
}
