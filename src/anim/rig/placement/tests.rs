use super::*;
use glam::Quat;

fn placed() -> Transform {
    Transform::new(
        Vec3::new(3.0, -2.0, 5.0),
        Quat::from_rotation_y(0.7),
        Vec3::new(2.0, 0.5, 3.0),
    )
}

#[test]
fn one_that_was_put_somewhere_shows_the_bits_that_it_was_given_and_moves_as_a_transform() {
    let (at, by) = (
        placed(),
        Transform::new(Vec3::X, Quat::from_rotation_z(0.3), Vec3::ONE),
    );
    let placement = Placement::from(at);
    assert_eq!(
        (
            *placement.shown(),
            *placement.moved(&Transform::IDENTITY).shown()
        ),
        (at, at)
    );
    let (moved, wanted) = (placement.moved(&by), at.compose(&by));
    assert!(
        moved
            .shown()
            .to_affine()
            .abs_diff_eq(wanted.to_affine(), 1e-6),
        "{moved:?} {wanted:?}"
    );
    let back = placement.relative_to(&moved);
    assert!(
        back.to_affine().abs_diff_eq(by.to_affine(), 1e-6),
        "{back:?}"
    );
    let point = placement.point(DVec3::new(1.0, 2.0, 3.0)).as_vec3();
    assert!(
        point.abs_diff_eq(
            at.to_affine().transform_point3(Vec3::new(1.0, 2.0, 3.0)),
            1e-5
        ),
        "{point}"
    );
}

#[test]
fn steps_smaller_than_what_is_shown_add_up() {
    let (step, steps) = (Transform::from_translation(Vec3::X * 1e-3), 10_000);
    let mut placement = Placement::from(Transform::from_translation(Vec3::X * 5e5));
    (0..steps).for_each(|_| placement = placement.moved(&step));
    let gone = placement.translation().x - 5e5;
    assert!((gone - 10.0).abs() < 1e-5, "{gone}");
    assert_eq!(placement.shown().translation.x, 500_010.0);
}
