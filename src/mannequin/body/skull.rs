//! The form of the head, as level slices. Places are metres from the joint of the head, before it
//! is sized.

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
/// Below the first height and above the second the head is rounded off, down and up to the others.
const CHIN: [f64; 2] = [0.075, -0.034];
const CROWN: [f64; 2] = [0.105, 0.208];
/// Where the front meets the back.
const MIDDLE: f64 = 0.006;
/// Every ray from here meets the surface once.
pub const CENTER: DVec3 = DVec3::new(0.0, 0.088, 0.008);

struct Slice {
    wide: f64,
    front: f64,
    back: f64,
}

/// None above and below the head.
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

/// Where a ray from [`CENTER`] leaves the head; `direction` is unit length.
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

/// How far in front the face is at a place on it.
pub fn face(x: f64, y: f64) -> f64 {
    let Some(slice) = slice(y) else { return MIDDLE };
    let side = (x / slice.wide).abs().min(1.0);
    MIDDLE + slice.front * libm::pow(1.0 - libm::pow(side, POWER), 1.0 / POWER)
}

/// How far aside the head reaches at a height and depth.
pub fn side(y: f64, z: f64) -> f64 {
    let Some(slice) = slice(y) else { return 0.0 };
    let deep = z - MIDDLE;
    let deep = (deep.abs() / if deep < 0.0 { slice.back } else { slice.front }).min(1.0);
    slice.wide * libm::pow(1.0 - libm::pow(deep, POWER), 1.0 / POWER)
}
