use super::*;
use std::f32::consts::{FRAC_PI_2, PI};

fn close(a: Quat, b: Quat) -> bool {
    1.0 - a.dot(b).abs() < 1e-6
}

#[test]
fn compose_matches_the_worked_example() {
    let parent = Transform::new(Vec3::X, Quat::from_rotation_z(FRAC_PI_2), Vec3::splat(2.0));
    let child = Transform::new(Vec3::Y, Quat::from_rotation_z(FRAC_PI_2), Vec3::ONE);
    let got = parent.compose(&child);
    assert!(got.translation.abs_diff_eq(Vec3::new(-1.0, 0.0, 0.0), 1e-6));
    assert!(close(got.rotation, Quat::from_rotation_z(PI)));
    assert_eq!(got.scale, Vec3::splat(2.0));
}

#[test]
fn nlerp_falls_behind_slerp_by_the_known_amount() {
    let at = |degrees: f32| {
        let turned = nlerp(
            Quat::IDENTITY,
            Quat::from_rotation_z(degrees.to_radians()),
            0.25,
        );
        turned.to_axis_angle().1.to_degrees()
    };
    assert!((at(90.0) - 21.598).abs() < 1e-3);
    assert!((at(170.0) - 35.769).abs() < 1e-3);
}

#[test]
fn nlerp_takes_the_shorter_arc() {
    let half = nlerp(Quat::IDENTITY, -Quat::from_rotation_z(FRAC_PI_2), 0.5);
    assert!(close(half, Quat::from_rotation_z(FRAC_PI_2 / 2.0)));
}

#[test]
fn dust_is_swept_and_the_rest_stays() {
    let t = Transform::new(
        Vec3::new(1e-16, -2.0, 1e-14),
        Quat::from_xyzw(-3e-25, 0.6, 0.0, 0.8),
        Vec3::ONE,
    );
    let size = |v: f32| {
        Transform::from_translation(Vec3::X * v)
            .without_dust()
            .translation
            .x
    };
    assert_eq!(
        [size(0.95e-15), size(-0.95e-15), size(1.05e-15)],
        [0.0, 0.0, 1.05e-15]
    );
    let swept = t.without_dust();
    assert_eq!(swept.translation, Vec3::new(0.0, -2.0, 1e-14));
    assert_eq!(swept.rotation, Quat::from_xyzw(0.0, 0.6, 0.0, 0.8));
}

#[test]
fn inverse_undoes_and_survives_zero_scale() {
    let t = Transform::new(
        Vec3::new(1.0, 2.0, 3.0),
        Quat::from_rotation_x(0.7),
        Vec3::new(1.0, 2.0, 0.5),
    );
    let back = t.inverse().compose(&t);
    assert!(back.translation.length() < 1e-5 && close(back.rotation, Quat::IDENTITY));
    assert!(
        Transform {
            scale: Vec3::ZERO,
            ..t
        }
        .inverse()
        .is_finite()
    );
}

#[test]
fn a_transform_is_finite_where_all_of_it_is() {
    for at in 0..10 {
        let mut numbers = [0.5; 10];
        numbers[at] = f32::NAN;
        let [x, y, z, a, b, c, d, u, v, w] = numbers;
        let bad = Transform::new(
            Vec3::new(x, y, z),
            Quat::from_xyzw(a, b, c, d),
            Vec3::new(u, v, w),
        );
        assert!(!bad.is_finite(), "{at}");
    }
    assert!(Transform::IDENTITY.is_finite());
}

#[test]
fn a_transform_and_its_matrix_and_its_stored_form_move_points_alike() {
    let t = Transform::new(
        Vec3::new(1.0, 2.0, 3.0),
        Quat::from_rotation_x(0.7),
        Vec3::new(1.0, 2.0, 0.5),
    );
    let by_matrix = t.to_affine().transform_point3(Vec3::ONE);
    assert!(
        by_matrix.abs_diff_eq(
            t.compose(&Transform::from_translation(Vec3::ONE))
                .translation,
            1e-6
        )
    );
    let back = Transform::from_affine(&t.to_affine());
    assert!(back.translation.abs_diff_eq(t.translation, 1e-6) && close(back.rotation, t.rotation));
    assert!(back.scale.abs_diff_eq(t.scale, 1e-6));
    assert_eq!(Transform::from(PackedTransform::from(t)), t);
    assert_eq!(size_of::<PackedTransform>(), 40);
}

#[test]
fn half_of_nothing_is_nothing_and_no_fault() {
    let none = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    assert_eq!(nlerp(none, none, 0.5), none);
    let t = Transform {
        scale: Vec3::new(0.0, 2.0, 4.0),
        ..Transform::from_translation(Vec3::ONE)
    };
    assert_eq!(
        (t.inverse().scale, t.inverse().translation),
        (Vec3::new(0.0, 0.5, 0.25), -Vec3::new(0.0, 0.5, 0.25))
    );
    let half = Transform::IDENTITY.blend(&t, 0.5);
    assert_eq!(
        (half.translation, half.scale),
        (Vec3::splat(0.5), Vec3::new(0.5, 1.5, 2.5))
    );
}
