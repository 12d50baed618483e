//! The shapes of a blend.

#[cfg(test)]
mod tests;

use crate::float::Extreme;
use serde::{Deserialize, Serialize};

/// The shape of a blend: 0 to 1 over 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Easing {
    #[default]
    Linear,
    Smoothstep,
    Sine,
    QuadraticInOut,
    CubicInOut,
    QuarticInOut,
    QuinticInOut,
    CircularIn,
    CircularOut,
    CircularInOut,
    ExponentialIn,
    ExponentialOut,
    ExponentialInOut,
    Custom(BlendCurve),
}

/// A custom blend shape: linear between 33 points at equal steps, the first 0 and the last 1. The
/// shape may fall in between, but stays within 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlendCurve {
    /// The points between the ends, 0 to 65535 for 0 to 1.
    pub points: [u16; BlendCurve::POINTS],
}

impl BlendCurve {
    /// Number of points between the ends.
    pub const POINTS: usize = 31;

    /// The curve through what a function is at the 31 inner points; it is clamped, and where it is
    /// no number it is 0.
    pub fn sample_from(value: impl Fn(f32) -> f32) -> Self {
        let steps = (Self::POINTS + 1) as f32;
        let point = |at: usize| {
            (value((at + 1) as f32 / steps).clamp(0.0, 1.0) * f32::from(u16::MAX)).round() as u16
        };
        Self {
            points: std::array::from_fn(point),
        }
    }

    fn point(&self, at: usize) -> f32 {
        match at {
            0 => 0.0,
            _ => self
                .points
                .get(at - 1)
                .map_or(1.0, |point| f32::from(*point) / f32::from(u16::MAX)),
        }
    }

    /// `u` is from 0 to 1.
    fn value(&self, u: f32) -> f32 {
        let along = u * (Self::POINTS + 1) as f32;
        let at = (along as usize).min(Self::POINTS);
        let part = along - at as f32;
        self.point(at) * (1.0 - part) + self.point(at + 1) * part
    }
}

impl Easing {
    /// Every shape with a name: all but custom ones.
    pub const ALL: [Easing; 13] = [
        Easing::Linear,
        Easing::Smoothstep,
        Easing::Sine,
        Easing::QuadraticInOut,
        Easing::CubicInOut,
        Easing::QuarticInOut,
        Easing::QuinticInOut,
        Easing::CircularIn,
        Easing::CircularOut,
        Easing::CircularInOut,
        Easing::ExponentialIn,
        Easing::ExponentialOut,
        Easing::ExponentialInOut,
    ];

    /// Exactly 0 at 0 and 1 at 1; input outside is clamped, NaN counts as 0. The same bits on every
    /// platform, which the system's own cosine does not promise.
    pub fn apply(self, u: f32) -> f32 {
        let u = if u.is_nan() { 0.0 } else { u.clamp(0.0, 1.0) };
        match self {
            Easing::Linear => u,
            Easing::Smoothstep => u * u * (3.0 - 2.0 * u),
            Easing::Sine => (1.0 - libm::cosf(std::f32::consts::PI * u)) / 2.0,
            Easing::QuadraticInOut => in_out(u, |u| u * u),
            Easing::CubicInOut => in_out(u, |u| u * u * u),
            Easing::QuarticInOut => in_out(u, |u| u * u * u * u),
            Easing::QuinticInOut => in_out(u, |u| u * u * u * u * u),
            Easing::CircularIn => circular(u),
            Easing::CircularOut => 1.0 - circular(1.0 - u),
            Easing::CircularInOut => in_out(u, circular),
            Easing::ExponentialIn => exponential(u),
            Easing::ExponentialOut => 1.0 - exponential(1.0 - u),
            Easing::ExponentialInOut => in_out(u, exponential),
            Easing::Custom(curve) => curve.value(u),
        }
    }
}

fn in_out(u: f32, rise: impl Fn(f32) -> f32) -> f32 {
    if u < 0.5 {
        rise(2.0 * u) / 2.0
    } else {
        1.0 - rise(2.0 * (1.0 - u)) / 2.0
    }
}

fn circular(u: f32) -> f32 {
    1.0 - (1.0 - u * u).higher(0.0).sqrt()
}

/// `2^(10(u-1))`, shifted and scaled so that it starts at exactly 0.
fn exponential(u: f32) -> f32 {
    let floor = 1.0 / 1024.0;
    (libm::exp2f(10.0 * (u - 1.0)) - floor) / (1.0 - floor)
}
