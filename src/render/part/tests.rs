use super::*;
use crate::dice::Dice;
use glam::Vec3;

/// As `folded` in `shaders/skinning.wgsl`.
fn unfolded(packed: u32) -> Vec3 {
    let [u, v] =
        [packed as u16, (packed >> 16) as u16].map(|half| f32::from(half as i16) / 32767.0);
    let z = 1.0 - u.abs() - v.abs();
    let t = (-z).max(0.0);
    Vec3::new(u - t.copysign(u), v - t.copysign(v), z).normalize()
}

#[test]
fn a_direction_is_kept_to_a_ten_thousandth() {
    let mut dice = Dice(5);
    let mut all: Vec<Vec3> = (0..2000)
        .map(|_| (Vec3::from_array(dice.rolls()) + Vec3::splat(1e-4)).normalize())
        .collect();
    all.extend([
        Vec3::X,
        Vec3::Y,
        Vec3::Z,
        -Vec3::X,
        -Vec3::Y,
        -Vec3::Z,
        Vec3::new(0.6, 0.0, -0.8),
    ]);
    for direction in all {
        let packed = octahedral(direction.to_array());
        assert!(unfolded(packed).distance(direction) < 1e-4, "{direction}");
        assert!(
            unfolded(packed & !1).distance(direction) < 2e-4,
            "with a bit for the side: {direction}"
        );
    }
}
