use super::*;
use crate::{
    Array, Name,
    skeleton::{Bone, SkeletonError},
};
use glam::{Quat, Vec3};

/// A hand and a weapon, each one metre from the root.
fn skeleton(links: &[(u32, u32)]) -> Result<Skeleton, SkeletonError> {
    let bone = |(at, x): (usize, f32)| Bone {
        name: Name(at as u64 + 1),
        parent: if at == 0 { -1 } else { 0 },
        reference: Transform::from_translation(Vec3::X * x).into(),
        reserved: 0,
    };
    let bones = [0.0, 1.0, -1.0].into_iter().enumerate().map(bone).collect();
    let link = |(source, target): &(u32, u32)| VirtualBone {
        name: Name(9),
        source: *source,
        target: *target,
    };
    Skeleton::new(Name::NONE, bones, Array::default())
        .and_then(|skeleton| skeleton.with_virtual_bones(links.iter().map(link).collect()))
}

#[test]
fn a_virtual_bone_stands_where_its_target_is() {
    let skeleton = skeleton(&[(1, 2), (2, 2)]).unwrap();
    let mut pose = Pose::reference(&skeleton);
    pose.set_rotation(1, Quat::from_rotation_z(std::f32::consts::FRAC_PI_2));
    let (mut models, mut filled) = (Vec::new(), Vec::new());
    fill(&skeleton, &pose, &mut models, &mut filled);
    assert!(
        filled[0]
            .translation
            .abs_diff_eq(Vec3::new(0.0, 2.0, 0.0), 1e-6),
        "{filled:?}"
    );
    assert!(filled[1].translation.abs_diff_eq(Vec3::ZERO, 1e-6));
    let (target, back) = (models[2], models[1].compose(&filled[0]));
    assert!(back.translation.abs_diff_eq(target.translation, 1e-6));
    assert!(back.rotation.dot(target.rotation).abs() > 1.0 - 1e-6);
}

#[test]
fn bones_between_two_ends_are_worked_out_and_others_are_left_alone() {
    let link = |source, target| VirtualBone {
        name: Name(9),
        source,
        target,
    };
    let skeleton = crate::fixture::skeleton(&[-1, 0, 1, 0, 3, 4, 0], |_| {
        Transform::from_translation(Vec3::Y)
    })
    .with_virtual_bones([link(2, 5)].into_iter().collect())
    .unwrap();
    let pose = Pose::new((0..7).map(|at| {
        Transform::new(
            Vec3::new(at as f32, 1.0, -0.5),
            Quat::from_rotation_x(0.1 * at as f32),
            Vec3::ONE,
        )
    }));
    let elsewhere = Transform::from_translation(Vec3::splat(9.0));
    let (mut models, mut filled) = (vec![elsewhere; 7], Vec::new());
    fill(&skeleton, &pose, &mut models, &mut filled);
    let mut wanted: Vec<Transform> = Vec::new();
    for bone in 0..7 {
        let model = skeleton.parent(bone).map_or(pose.get(bone), |parent| {
            wanted[parent].compose(&pose.get(bone))
        });
        wanted.push(model);
    }
    assert_eq!(filled, [wanted[2].relative_to(&wanted[5])]);
    assert_eq!((models[6], models[4]), (elsewhere, wanted[4]));
}

#[test]
fn ends_that_are_not_there_are_refused() {
    assert_eq!(
        skeleton(&[(0, 1), (0, 3)]),
        Err(SkeletonError::BadVirtualBone { virtual_bone: 1 })
    );
}
