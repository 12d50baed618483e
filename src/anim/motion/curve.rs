//! Float curves: keys with constant, linear or cubic segments.

#[cfg(test)]
mod tests;

use crate::{Name, limits};
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// Interpolation of the value from a key to the next.
pub mod interpolation {
    /// The value of the first key, up to the next one.
    pub const CONSTANT: u32 = 0;
    /// The value follows a straight line to the next key.
    pub const LINEAR: u32 = 1;
    /// The value follows a cubic through both keys, with their tangents.
    pub const CUBIC: u32 = 2;
}

/// One key of a curve.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurveKey {
    /// Time of the key, seconds.
    pub time: f32,
    /// Value of the curve at `time`.
    pub value: f32,
    /// Value per second, on the side before the key.
    pub in_tangent: f32,
    /// Value per second, on the side after the key.
    pub out_tangent: f32,
    /// Interpolation up to the next key, one of the constants in [`interpolation`].
    pub interpolation: u32,
}

/// Extrapolation of a curve before its first key and after its last key.
pub mod extrapolation {
    /// The value of the key at that end.
    pub const CLAMP: u32 = 0;
    /// The keys again and again.
    pub const LOOP: u32 = 1;
    /// No value: the clip leaves the curve to what else plays.
    pub const NONE: u32 = 2;
}

/// Bits of [`Curve::flags`].
pub mod flag {
    /// Says only that the clip contributes: its one key is 1.
    pub const METADATA: u32 = 1;
}

/// A named range of keys.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Curve {
    /// Name of the curve; a pose has its value by it.
    pub name: Name,
    /// Index of the first key among the keys of the clip or montage.
    pub first_key: u32,
    /// Number of keys.
    pub key_count: u32,
    /// Extrapolation of the curve, one of the constants in [`extrapolation`].
    pub extrapolation: u32,
    /// Flags of the curve, a combination of the bits in [`flag`].
    pub flags: u32,
}

impl Curve {
    /// The value at a time in seconds; None where the curve has none. `keys` are those of the curve
    /// alone.
    pub fn value(&self, keys: &[CurveKey], time: f32) -> Option<f32> {
        self.value_at(keys, time.into())
    }

    /// The value at a time in more digits than [`Curve::value`] takes, which late in a long clip an
    /// f32 has not.
    pub fn value_at(&self, keys: &[CurveKey], time: f64) -> Option<f32> {
        let (first, last) = (f64::from(keys.first()?.time), f64::from(keys.last()?.time));
        if (first..=last).contains(&time) || self.extrapolation == extrapolation::CLAMP {
            return Some(evaluate_at(keys, time));
        }
        let span = last - first;
        let turned = if span > 0.0 {
            first + (time - first).rem_euclid(span)
        } else {
            first
        };
        (self.extrapolation == extrapolation::LOOP).then(|| evaluate_at(keys, turned))
    }
}

/// Checks that curves ascend by name, and that each curve has keys of its own that ascend by time,
/// all numbers. Err is the index of the first curve that fails.
pub(crate) fn check(curves: &[Curve], keys: &[CurveKey]) -> Result<(), usize> {
    for (at, curve) in curves.iter().enumerate() {
        let range = curve.first_key as usize
            ..(curve.first_key as usize).saturating_add(curve.key_count as usize);
        let in_order = at == 0 || curves[at - 1].name < curve.name;
        let known = curve.extrapolation <= extrapolation::NONE;
        let keys = keys.get(range).filter(|_| in_order && known).ok_or(at)?;
        let is_sound = |key: &CurveKey| {
            [key.time, key.value, key.in_tangent, key.out_tangent]
                .into_iter()
                .all(limits::is_sound)
        };
        if !keys.iter().all(is_sound) || !keys.windows(2).all(|pair| pair[0].time < pair[1].time) {
            return Err(at);
        }
    }
    Ok(())
}

/// Value of each curve at `time` seconds, for curves that have a value there. Contract:
/// [`check`]ed.
pub(crate) fn values(
    curves: &[Curve],
    keys: &[CurveKey],
    time: f64,
) -> impl Iterator<Item = (Name, f32)> {
    curves.iter().filter_map(move |curve| {
        let range = curve.first_key as usize..(curve.first_key + curve.key_count) as usize;
        curve
            .value_at(&keys[range], time)
            .map(|value| (curve.name, value))
    })
}

/// The value at a time. Held at both ends; 0 without keys. Keys ascend strictly by time.
pub fn evaluate(keys: &[CurveKey], time: f32) -> f32 {
    evaluate_at(keys, time.into())
}

fn evaluate_at(keys: &[CurveKey], time: f64) -> f32 {
    let after = keys.partition_point(|key| f64::from(key.time) <= time);
    match (after.checked_sub(1).map(|at| &keys[at]), keys.get(after)) {
        (None, None) => 0.0,
        (None, Some(first)) => first.value,
        (Some(last), None) => last.value,
        (Some(a), Some(b)) => between(a, b, time),
    }
}

fn between(a: &CurveKey, b: &CurveKey, time: f64) -> f32 {
    let span = f64::from(b.time) - f64::from(a.time);
    let u = ((time - f64::from(a.time)) / span) as f32;
    let span = span as f32;
    match a.interpolation {
        interpolation::CONSTANT => a.value,
        interpolation::LINEAR => a.value + (b.value - a.value) * u,
        _ => hermite(
            a.value,
            span * a.out_tangent,
            b.value,
            span * b.in_tangent,
            u,
        ),
    }
}

/// Cubic Hermite between `a` and `b`; tangents are already scaled by the key spacing.
pub fn hermite(a: f32, a_tangent: f32, b: f32, b_tangent: f32, u: f32) -> f32 {
    let (u2, u3) = (u * u, u * u * u);
    (2.0 * u3 - 3.0 * u2 + 1.0) * a
        + (u3 - 2.0 * u2 + u) * a_tangent
        + (3.0 * u2 - 2.0 * u3) * b
        + (u3 - u2) * b_tangent
}

/// Derivative of [`hermite`] by `u`, of the same arguments.
pub fn hermite_slope(a: f32, a_tangent: f32, b: f32, b_tangent: f32, u: f32) -> f32 {
    let u2 = u * u;
    (6.0 * u2 - 6.0 * u) * (a - b)
        + (3.0 * u2 - 4.0 * u + 1.0) * a_tangent
        + (3.0 * u2 - 2.0 * u) * b_tangent
}
