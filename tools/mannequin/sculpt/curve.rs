//! Functions that shape surfaces and weights. Powers come from a library: the same bits on every
//! machine.

use crate::math;
use glam::DVec3;

/// Smooth step: 0 up to `from`, 1 from `to` on.
pub fn ramp(from: f64, to: f64, x: f64) -> f64 {
    math::smooth((x - from) / (to - from))
}

/// Linear interpolation, exactly `a` at 0 and `b` at 1.
pub fn mix(a: f64, b: f64, t: f64) -> f64 {
    a * (1.0 - t) + b * t
}

/// 1 at 0, falling smoothly to about 0 at ±2.
pub fn bell(x: f64) -> f64 {
    libm::exp(-x * x)
}

/// The larger number, rounded where both are within `width` of each other.
pub fn soft_max(a: f64, b: f64, width: f64) -> f64 {
    let near = (width - (a - b).abs()).max(0.0) / width;
    a.max(b) + near * near * width * 0.25
}

/// A cosine or sine with its magnitude raised to `power`; the sign stays.
pub fn signed_power(x: f64, power: f64) -> f64 {
    let magnitude = libm::pow(x.abs(), power);
    if x < 0.0 { -magnitude } else { magnitude }
}

/// Interpolates values at ascending `keys` without overshoot; flat beyond the ends. `at` and
/// `value` read a key.
pub fn through<K>(keys: &[K], at: impl Fn(&K) -> f64, value: impl Fn(&K) -> f64, x: f64) -> f64 {
    let last = keys.len() - 1;
    let x = x.clamp(at(&keys[0]), at(&keys[last]));
    let i = keys[1..last].iter().take_while(|key| at(key) <= x).count();
    let secant =
        |i: usize| (value(&keys[i + 1]) - value(&keys[i])) / (at(&keys[i + 1]) - at(&keys[i]));
    let slope = |i: usize| {
        if i == 0 || i == last {
            return 0.0;
        }
        let (before, after) = (secant(i - 1), secant(i));
        if before * after <= 0.0 {
            0.0
        } else {
            2.0 * before * after / (before + after)
        }
    };
    let width = at(&keys[i + 1]) - at(&keys[i]);
    let t = (x - at(&keys[i])) / width;
    let number = DVec3::splat;
    let (a, b) = (number(value(&keys[i])), number(value(&keys[i + 1])));
    math::hermite(
        a,
        number(slope(i) * width),
        b,
        number(slope(i + 1) * width),
        t,
    )
    .x
}
