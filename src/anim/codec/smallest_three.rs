//! Rotations in few bits: the component of the largest size is left out, the other three lie within ±1/√2.

use crate::float::Extreme;
use glam::Quat;
use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

/// Bits a component in 48 bits, one of which stays 0.
pub const BITS_OF_48: u32 = 15;

/// Two bits say which component is left out, then come the others in order, `bits` each: the first highest. Contract:
/// unit length, `bits` from 1 to 20.
pub fn encode(rotation: Quat, bits: u32) -> u64 {
    let components = rotation.to_array();
    let size = |at: &usize| components[*at].abs();
    let largest = (0..4).rev().max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(3);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Evenly over all rotations.
    fn random(state: &mut u64) -> Quat {
        loop {
            let mut next = || {
                *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (*state >> 40) as f32 / (1u64 << 23) as f32 - 1.0
            };
            let q = Quat::from_xyzw(next(), next(), next(), next());
            if (0.01..=1.0).contains(&q.length_squared()) {
                return q.normalize();
            }
        }
    }

    /// The largest errors over random rotations: of a stored component, and of the angle in radians.
    fn worst(bits: u32, count: usize) -> (f32, f64) {
        let mut state = 7;
        let (mut component, mut angle) = (0.0f32, 0.0f64);
        for _ in 0..count {
            let exact = random(&mut state);
            let code = encode(exact, bits);
            let lossy = decode(code, bits);
            let lossy = if exact.dot(lossy) < 0.0 { -lossy } else { lossy };
            let left_out = (code >> (3 * bits)) as usize;
            let off = |at: usize| (exact.to_array()[at] - lossy.to_array()[at]).abs();
            component = (0..4).filter(|at| *at != left_out).map(off).fold(component, f32::max);
            let chord = f64::from((exact - lossy).length());
            angle = angle.max(4.0 * (chord / 2.0).asin());
        }
        (component, angle)
    }

    #[test]
    fn fifteen_bits_are_within_the_worked_bounds() {
        let (component, angle) = worst(15, 200_000);
        assert!(component <= 2.158e-5 + 1e-7, "{component}");
        assert!(angle <= 1.50e-4 && (angle / 1.26e-4 - 1.0).abs() < 0.1, "{angle}");
    }

    #[test]
    fn nine_bits_are_within_a_hundredth_of_a_radian() {
        let angle = worst(9, 200_000).1;
        assert!(angle <= 0.0096 && angle > 0.006, "{angle}");
    }

    #[test]
    fn whatever_is_left_out_comes_back() {
        for at in 0..4 {
            for sign in [1.0, -1.0] {
                let mut components = [0.0; 4];
                components[at] = sign;
                let exact = Quat::from_array(components);
                let code = encode(exact, BITS_OF_48);
                assert_eq!(code >> 45, at as u64);
                assert!(decode(code, BITS_OF_48).dot(exact).abs() > 1.0 - 1e-6);
            }
        }
    }

    #[test]
    fn every_code_is_a_rotation() {
        let mut state = 3u64;
        for at in 0..10_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(at);
            let q = decode([state, 0, u64::MAX][at as usize % 3], BITS_OF_48);
            assert!((q.length() - 1.0).abs() < 1e-5, "{state:x}");
        }
    }
}
