use super::*;
use glam::{EulerRot, Vec3};

fn whole(slot: &RigidSlot) -> Affine3A {
    let by = (slot.dual * slot.real.conjugate()) * 2.0;
    Affine3A {
        matrix3: Mat3A::from_quat(slot.real) * slot.stretch,
        translation: Vec3A::new(by.x, by.y, by.z),
    }
}

#[test]
fn a_slot_is_its_matrix_however_bad() {
    let turn = Quat::from_euler(EulerRot::XYZ, 0.4, -1.1, 2.0);
    let at = Vec3::new(0.3, -2.0, 5.0);
    for scale in [
        Vec3::ONE,
        Vec3::new(2.0, 0.5, 1.0),
        Vec3::new(-1.0, 1.0, 1.0),
        Vec3::splat(-1.0),
        Vec3::splat(100.0),
        Vec3::splat(1e-3),
        Vec3::new(1.0, 1.0, 0.0),
        Vec3::new(0.0, 1.0, 0.0),
        Vec3::ZERO,
    ] {
        let bone = Affine3A::from_scale_rotation_translation(scale, turn, at);
        let sheared = Affine3A::from_scale(Vec3::new(1.0, 3.0, 1.0)) * bone;
        for matrix in [bone, sheared] {
            let slot = RigidSlot::new(&matrix);
            assert!((slot.real.length() - 1.0).abs() < 1e-6);
            let size = matrix
                .to_cols_array()
                .iter()
                .fold(1f32, |most, x| most.max(x.abs()));
            assert!(
                whole(&slot).abs_diff_eq(matrix, 2e-6 * size),
                "{scale} {:?} {matrix:?}",
                whole(&slot)
            );
        }
    }
}

#[test]
fn the_stretch_of_a_scaled_bone_is_symmetric_and_its_turn_the_bones() {
    let turn = Quat::from_rotation_y(1.0);
    let slot = RigidSlot::new(&Affine3A::from_scale_rotation_translation(
        Vec3::new(1.0, 2.0, 3.0),
        turn,
        Vec3::X,
    ));
    assert!(slot.real.dot(turn).abs() > 1.0 - 1e-6);
    assert!(slot.stretch.abs_diff_eq(slot.stretch.transpose(), 1e-5));
}

#[test]
fn a_turn_after_a_stretch_is_taken_apart_whatever_its_size() {
    let turn = Quat::from_euler(EulerRot::XYZ, 0.4, -1.1, 2.0);
    let stretch = Mat3A::from_cols(
        Vec3A::new(2.0, 0.5, 0.0),
        Vec3A::new(0.5, 1.0, 0.25),
        Vec3A::new(0.0, 0.25, 1.5),
    );
    for size in [1e-4, 1.0, 1e4, -1.0] {
        let matrix3 = Mat3A::from_quat(turn) * (stretch * size);
        let slot = RigidSlot::new(&Affine3A {
            matrix3,
            translation: Vec3A::ONE,
        });
        assert!(
            slot.real.dot(turn).abs() > 1.0 - 1e-6,
            "{size}: {}",
            slot.real
        );
        assert!(
            (slot.stretch * (1.0 / size)).abs_diff_eq(stretch, 1e-5),
            "{size}: {}",
            slot.stretch
        );
    }
}

#[test]
fn what_is_flat_is_not_mirrored() {
    let turn = Quat::from_euler(EulerRot::XYZ, 0.4, -1.1, 2.0);
    for scale in [Vec3::new(1.0, 2.0, 0.0), Vec3::new(1.0, 0.0, 0.5)] {
        let slot = RigidSlot::new(&Affine3A::from_scale_rotation_translation(
            scale,
            turn,
            Vec3::ZERO,
        ));
        assert!(
            slot.real.dot(turn).abs() > 1.0 - 1e-6,
            "{scale}: {}",
            slot.real
        );
    }
}
