use super::*;
use crate::{Transform, fixture::chain};
use std::f32::consts::FRAC_PI_2;

/// Spine, arm, hand.
fn skeleton() -> Skeleton {
    chain(3)
}

fn pose(spine: Quat, arm: Quat) -> Pose {
    Pose::new([spine, arm, Quat::IDENTITY].map(Transform::from_rotation))
}

fn in_mesh(pose: &Pose, bone: usize) -> Quat {
    let mut rotations = Vec::new();
    mesh_rotations(&skeleton(), pose, &mut rotations);
    rotations[bone]
}

fn mixed(a: &Pose, b: &Pose, alpha: f32, mask: &BoneMask) -> Pose {
    let mut out = Pose::default();
    MeshSpaceBlend::default().blend(&skeleton(), a, b, alpha, mask, &mut out);
    out
}

#[test]
fn the_arm_aims_as_in_its_own_pose_on_a_bent_spine() {
    let (bent, aiming) = (
        pose(Quat::from_rotation_x(0.8), Quat::IDENTITY),
        pose(Quat::IDENTITY, Quat::from_rotation_y(FRAC_PI_2)),
    );
    let arm = BoneMask::below(&skeleton(), Some(1));
    let out = mixed(&bent, &aiming, 1.0, &arm);
    assert_eq!(out.rotation(0), bent.rotation(0));
    for bone in [1, 2] {
        assert!(
            in_mesh(&out, bone).dot(in_mesh(&aiming, bone)).abs() > 1.0 - 1e-6,
            "bone {bone}"
        );
    }
    let half = in_mesh(&mixed(&bent, &aiming, 0.5, &arm), 1);
    let expected = nlerp(in_mesh(&bent, 1), in_mesh(&aiming, 1), 0.5);
    assert!(half.dot(expected).abs() > 1.0 - 1e-6);
}

#[test]
fn without_weight_the_first_pose_stays_bit_for_bit() {
    let (a, b) = (
        pose(Quat::from_rotation_x(0.8), Quat::from_rotation_z(0.3)),
        pose(Quat::IDENTITY, Quat::IDENTITY),
    );
    for (alpha, root) in [
        (0.0, Some(0)),
        (WEIGHT_EPSILON, Some(0)),
        (f32::NAN, Some(0)),
        (1.0, Some(9)),
    ] {
        assert_eq!(mixed(&a, &b, alpha, &BoneMask::below(&skeleton(), root)), a);
    }
}

#[test]
fn scales_meet_in_model_space_whatever_the_parent_has() {
    let sized = |scales: [f32; 3]| {
        Pose::new(scales.map(|s| Transform {
            scale: glam::Vec3::splat(s),
            ..Transform::IDENTITY
        }))
    };
    let (a, b) = (sized([2.0, 1.0, 1.0]), sized([1.0, 3.0, 1.0]));
    let scales = |alpha: f32, mask: &[f32]| {
        let mut out = a.clone();
        MeshSpaceBlend::default().blend_scales(
            &skeleton(),
            &a,
            &b,
            alpha,
            &BoneMask::new(mask),
            &mut out,
        );
        [0, 1, 2].map(|bone| out.get(bone).scale.x)
    };
    assert_eq!(
        scales(1.0, &[0.0, 1.0, 1.0]),
        [2.0, 1.5, 1.0],
        "three in model space on a parent of two"
    );
    assert_eq!(scales(0.5, &[0.0, 1.0, 1.0]), [2.0, 1.25, 1.0]);
    assert_eq!(
        [
            scales(0.0, &[1.0; 3]),
            scales(f32::NAN, &[1.0; 3]),
            scales(1.0, &[])
        ],
        [[2.0, 1.0, 1.0]; 3]
    );
    let (flat, mut out) = (sized([0.0, 1.0, 1.0]), sized([0.0, 7.0, 1.0]));
    MeshSpaceBlend::default().blend_scales(
        &skeleton(),
        &flat,
        &flat,
        1.0,
        &BoneMask::new(&[1.0; 3]),
        &mut out,
    );
    assert_eq!(out.get(1).scale.x, 7.0, "a parent without size has no say");
}

#[test]
fn each_bone_goes_by_its_own_weight_and_curves_by_the_whole() {
    let name = crate::Name::new("smile");
    let placed = |x: f32| {
        let grown = Transform {
            scale: glam::Vec3::splat(1.0 + x),
            ..Transform::from_translation(glam::Vec3::X * x)
        };
        let mut pose = Pose::new([grown; 3]);
        pose.set_curve(name, x);
        pose
    };
    let out = mixed(
        &placed(0.0),
        &placed(4.0),
        0.5,
        &BoneMask::new(&[0.0, 0.5, 3e-5]),
    );
    assert_eq!(
        [0, 1].map(|bone| (out.translation(bone).x, out.get(bone).scale.y)),
        [(0.0, 1.0), (1.0, 2.0)]
    );
    assert!(out.translation(2).x > 0.0 && out.curve(name) == Some(2.0));
    let beyond = mixed(&placed(0.0), &placed(4.0), 7.0, &BoneMask::new(&[1.0; 3]));
    assert_eq!(beyond.translation(1).x, 4.0, "an alpha is 1 at most");
}
