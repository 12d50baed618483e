//! The form of the head, as horizontal slices. Places are metres from the joint of the head, before
//! it is scaled.

use crate::sculpt::curve::{signed_power, through};
use glam::DVec3;

/// Height, half of the width, reach to the front, reach to the back.
const SLICES: [(f64, f64, f64, f64); 9] = [
    (-0.034, 0.055, 0.074, 0.06),
    (-0.01, 0.062, 0.082, 0.068),
    (0.02, 0.067, 0.087, 0.076),
    (0.055, 0.073, 0.09, 0.086),
    (0.095, 0.078, 0.092, 0.096),
    (0.13, 0.08, 0.091, 0.102),
    (0.165, 0.08, 0.088, 0.102),
    (0.19, 0.078, 0.083, 0.098),
    (0.21, 0.075, 0.078, 0.094),
];
const POWER: f64 = 2.25;
/// Heights at which the head begins to be rounded off and at which it ends: at the chin, and below
/// it at the crown.
const CHIN: [f64; 2] = [0.075, -0.034];
const CROWN: [f64; 2] = [0.105, 0.208];
/// Depth at which the front meets the back.
const MIDDLE: f64 = 0.006;
/// Origin of rays: each ray from here meets the surface once.
pub const CENTER: DVec3 = DVec3::new(0.0, 0.088, 0.008);

struct Slice {
    wide: f64,
    front: f64,
    back: f64,
}

/// The slice at a height. None above and below the head.
fn slice(height: f64) -> Option<Slice> {
    let down = ((CHIN[0] - height) / (CHIN[0] - CHIN[1])).max(0.0);
    let up = ((height - CROWN[0]) / (CROWN[1] - CROWN[0])).max(0.0);
    if down >= 1.0 || up >= 1.0 {
        return None;
    }
    let down = libm::pow(down, 1.6);
    let rounding = ((1.0 - down * down) * (1.0 - libm::pow(up, 2.3))).sqrt();
    let number = |value: fn(&(f64, f64, f64, f64)) -> f64| {
        through(&SLICES, |slice| slice.0, value, height) * rounding
    };
    Some(Slice {
        wide: number(|slice| slice.1),
        front: number(|slice| slice.2),
        back: number(|slice| slice.3),
    })
}

fn is_inside(point: DVec3) -> bool {
    slice(point.y).is_some_and(|slice| {
        let deep = point.z - MIDDLE;
        let deep = deep / if deep < 0.0 { slice.back } else { slice.front };
        signed_power((point.x / slice.wide).abs(), POWER) + signed_power(deep.abs(), POWER) < 1.0
    })
}

/// Point where a ray from [`CENTER`] leaves the head. `direction` has unit length.
pub fn hit(direction: DVec3) -> DVec3 {
    let (mut inside, mut outside) = (0.0, 0.3);
    for _ in 0..44 {
        let half = (inside + outside) * 0.5;
        if is_inside(CENTER + direction * half) {
            inside = half;
        } else {
            outside = half;
        }
    }
    CENTER + direction * inside
}

/// Depth of the face at a place on it; positive is forward.
pub fn face(x: f64, y: f64) -> f64 {
    let Some(slice) = slice(y) else { return MIDDLE };
    let side = (x / slice.wide).abs().min(1.0);
    MIDDLE + slice.front * libm::pow(1.0 - libm::pow(side, POWER), 1.0 / POWER)
}

/// Half width of the head at a height and depth.
pub fn side(y: f64, z: f64) -> f64 {
    let Some(slice) = slice(y) else { return 0.0 };
    let deep = z - MIDDLE;
    let deep = (deep.abs() / if deep < 0.0 { slice.back } else { slice.front }).min(1.0);
    slice.wide * libm::pow(1.0 - libm::pow(deep, POWER), 1.0 / POWER)
}
