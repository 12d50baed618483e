use super::*;

#[test]
fn weights_average() {
    let mut blend = RootMotionBlend::NONE;
    blend.add(&Transform::from_translation(Vec3::X * 100.0), 0.25);
    blend.add(&Transform::from_translation(Vec3::X * 300.0), 0.75);
    assert!((blend.delta().translation.x - 250.0).abs() < 1e-3);
    assert_eq!(RootMotionBlend::NONE.delta(), Transform::IDENTITY);
}

#[test]
fn too_little_weight_leaves_the_rest_and_too_much_is_shared() {
    let moved = |weights: [f32; 2]| {
        let mut blend = RootMotionBlend::NONE;
        let turned = Quat::from_rotation_y(0.4);
        blend.add(
            &Transform {
                rotation: turned,
                ..Transform::from_translation(Vec3::X)
            },
            weights[0],
        );
        blend.add(
            &Transform {
                rotation: -turned,
                ..Transform::from_translation(Vec3::X * 3.0)
            },
            weights[1],
        );
        let delta = blend.delta();
        assert_eq!(delta.scale, Vec3::ONE);
        (delta.translation.x, delta.rotation.to_axis_angle().1)
    };
    let near = |(x, angle): (f32, f32), wanted: (f32, f32)| {
        (x - wanted.0).abs() < 1e-5 && (angle - wanted.1).abs() < 2e-3
    };
    assert!(
        near(moved([0.25, 0.25]), (1.0, 0.2)),
        "{:?}",
        moved([0.25, 0.25])
    );
    assert!(
        near(moved([1.0, 1.0]), (2.0, 0.4)),
        "{:?}",
        moved([1.0, 1.0])
    );
    assert!(
        near(moved([1.5, 0.5]), (1.5, 0.4)),
        "{:?}",
        moved([1.5, 0.5])
    );
}

#[test]
fn turns_that_cancel_are_none() {
    let mut blend = RootMotionBlend::NONE;
    for weight in [0.5, -0.5] {
        blend.add(
            &Transform::from_rotation(Quat::from_rotation_x(1.0)),
            weight,
        );
    }
    blend.weight = 1.0;
    assert_eq!(blend.delta().rotation, Quat::IDENTITY);
}
