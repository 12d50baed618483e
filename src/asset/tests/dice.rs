//! For tests: numbers that are the same everywhere.

use glam::Vec3;

/// From -1 to 1.
pub fn roll(state: &mut u64) -> f32 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*state >> 40) as f32 / (1u64 << 23) as f32 - 1.0
}

pub fn somewhere(state: &mut u64) -> Vec3 {
    Vec3::new(roll(state), roll(state), roll(state))
}
