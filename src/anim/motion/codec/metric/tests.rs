use super::*;
use crate::{Transform, fixture::chain};
use glam::{Quat, Vec3};

/// Centimetres.
fn error_of(shell: f32, lossy: Transform) -> f64 {
    let (skeleton, shells) = (chain(1), [shell]);
    let mut meter = Meter::new(&skeleton, None, &shells);
    let (mut raw, mut errors) = (Vec::new(), Vec::new());
    meter.shells(&Pose::reference(&skeleton), &mut raw);
    meter.errors(&Pose::new([lossy]), &raw, &mut errors);
    errors[0]
}

#[test]
fn a_turn_counts_by_the_shell() {
    let turn = Transform::from_rotation(Quat::from_rotation_z(1e-3));
    assert!((error_of(3.0, turn) - 0.003).abs() < 1e-6);
    assert!((error_of(100.0, turn) - 0.1).abs() < 1e-5);
    let expected = 2.0 * 3.0 * (0.5e-3f64).sin();
    assert!((error_of(3.0, turn) - expected).abs() < 1e-7);
}

#[test]
fn a_shift_and_a_stretch_count_as_they_are() {
    assert!((error_of(3.0, Transform::from_translation(Vec3::X * 0.25)) - 0.25).abs() < 1e-9);
    let stretched = Transform {
        scale: Vec3::new(1.0, 1.0, 1.5),
        ..Transform::IDENTITY
    };
    assert!((error_of(2.0, stretched) - 1.0).abs() < 1e-9);
}
