//! Rotations in few bits: the component of the largest size is left out, the other three lie within
//! ±1/√2.

#[cfg(test)]
mod tests;

use crate::float::Extreme;
use glam::Quat;
use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

/// Bits a component in 48 bits, one of which stays 0.
pub const BITS_OF_48: u32 = 15;

/// Two bits say which component is left out, then come the others in order, `bits` each: the first
/// highest. Contract: unit length, `bits` from 1 to 20.
pub fn encode(rotation: Quat, bits: u32) -> u64 {
    let components = rotation.to_array();
    let size = |at: &usize| components[*at].abs();
    let largest = (0..4)
        .rev()
        .max_by(|a, b| size(a).total_cmp(&size(b)))
        .unwrap_or(3);
    let sign = if components[largest] < 0.0 { -1.0 } else { 1.0 };
    let steps = ((1u64 << bits) - 1) as f64;
    let others = (0..4).filter(|at| *at != largest);
    others.fold(largest as u64, |code, at| {
        let part = (f64::from(components[at]) * sign * SQRT_2 + 1.0) / 2.0;
        (code << bits) | (part * steps).round().clamp(0.0, steps) as u64
    })
}

/// Unit length, whatever the code; bits above the highest do not count.
pub fn decode(code: u64, bits: u32) -> Quat {
    let mask = (1u64 << bits) - 1;
    let component = |place: u32| {
        let part = ((code >> (place * bits)) & mask) as f64 / mask as f64;
        (part * 2.0 - 1.0) * FRAC_1_SQRT_2
    };
    let others = [component(2), component(1), component(0)];
    let left = 1.0 - others.iter().map(|c| c * c).sum::<f64>();
    let largest = ((code >> (3 * bits)) & 3) as usize;
    let mut components = [left.higher(0.0).sqrt() as f32; 4];
    for (at, value) in (0..4).filter(|at| *at != largest).zip(others) {
        components[at] = value as f32;
    }
    Quat::from_array(components).normalize()
}
