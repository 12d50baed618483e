use super::*;
use crate::fixture;
use proptest::prelude::*;

/// Root, spine, a left and a right arm whose axes are laid out differently, and hands.
fn skeleton() -> Skeleton {
    fixture::skeleton(&[-1, 0, 1, 1, 2, 3], |bone| match bone {
        1 => Transform::from_translation(Vec3::Y),
        2 => Transform::new(
            Vec3::new(0.5, 0.25, 0.0),
            Quat::from_rotation_z(0.3),
            Vec3::ONE,
        ),
        3 => Transform::new(
            Vec3::new(-0.5, 0.25, 0.0),
            Quat::from_rotation_z(-0.3) * Quat::from_rotation_x(3.0),
            Vec3::ONE,
        ),
        4 => Transform::from_translation(Vec3::X * 0.4),
        5 => {
            let right = Quat::from_rotation_z(-0.3) * Quat::from_rotation_x(3.0);
            let place = right.conjugate() * (Quat::from_rotation_z(-0.3) * (Vec3::NEG_X * 0.4));
            Transform::from_translation(place)
        }
        _ => Transform::IDENTITY,
    })
}

const LEFT: Name = Name::new("hand_l");
const RIGHT: Name = Name::new("hand_r");

fn table() -> MirrorTable {
    MirrorTable::new(
        &skeleton(),
        Axis::X,
        &[0, 1, 3, 2, 5, 4],
        NameSwap::new(&[(LEFT, RIGHT)]),
    )
    .unwrap()
}

fn mirrored(pose: &Pose) -> Pose {
    let mut out = pose.clone();
    table().mirror(&skeleton(), &mut Mirrored::default(), &mut out);
    out
}

fn model(pose: &Pose, bone: usize) -> Transform {
    let skeleton = skeleton();
    let local = pose.get(bone);
    skeleton
        .parent(bone)
        .map_or(local, |parent| model(pose, parent).compose(&local))
}

fn near(found: &Pose, wanted: &Pose) {
    for (bone, (found, wanted)) in found.iter().zip(wanted.iter()).enumerate() {
        assert!(
            found.translation.abs_diff_eq(wanted.translation, 1e-5),
            "{bone}: {found:?} {wanted:?}"
        );
        assert!(
            found.rotation.dot(wanted.rotation).abs() > 1.0 - 1e-5,
            "{bone}: {found:?} {wanted:?}"
        );
    }
}

#[test]
fn what_stands_evenly_is_its_own_image() {
    let pose = Pose::reference(&skeleton());
    near(&mirrored(&pose), &pose);
}

#[test]
fn a_raised_left_arm_becomes_a_raised_right_one() {
    let mut pose = Pose::reference(&skeleton());
    pose.set_rotation(2, Quat::from_rotation_z(1.0) * pose.rotation(2));
    pose.set_curve(LEFT, 0.75);
    let out = mirrored(&pose);
    let (left, right) = (model(&pose, 4).translation, model(&out, 5).translation);
    assert!(
        right.abs_diff_eq(Vec3::new(-left.x, left.y, left.z), 1e-6),
        "{left} {right}"
    );
    assert!(
        model(&out, 4)
            .translation
            .abs_diff_eq(model(&Pose::reference(&skeleton()), 4).translation, 1e-6)
    );
    assert_eq!((out.curve(RIGHT), out.curve(LEFT)), (Some(0.75), None));
}

#[test]
fn a_motion_of_the_root_goes_to_the_other_side() {
    let step = Transform::new(
        Vec3::new(1.0, 2.0, 3.0),
        Quat::from_rotation_y(0.5),
        Vec3::ONE,
    );
    let seen = table().root_delta(&step);
    assert_eq!(seen.translation, Vec3::new(-1.0, 2.0, 3.0));
    assert!(seen.rotation.dot(Quat::from_rotation_y(-0.5)) > 1.0 - 1e-6);
}

#[test]
fn partners_that_do_not_agree_are_refused() {
    let refused = |partners: &[u16]| {
        MirrorTable::new(&skeleton(), Axis::X, partners, NameSwap::default()).err()
    };
    assert_eq!(refused(&[0, 1, 3, 2, 4, 5]), None);
    assert_eq!(refused(&[0, 1, 3, 3, 4, 5]), Some(MirrorError { bone: 2 }));
    assert_eq!(refused(&[0, 1, 9, 3, 4, 5]), Some(MirrorError { bone: 2 }));
    assert_eq!(refused(&[0, 1]), Some(MirrorError { bone: 2 }));
    assert_eq!(
        refused(&[0, 1, 2, 3, 4, 5, 6]),
        Some(MirrorError { bone: 6 })
    );
    let mut other = Pose::reference(&fixture::chain(3));
    table().mirror(&skeleton(), &mut Mirrored::default(), &mut other);
    assert_eq!(other, Pose::reference(&fixture::chain(3)));
}

proptest! {
    #[test]
    fn seen_twice_everything_is_where_it_was(
        turns in prop::collection::vec((-1.0f32..1.0, -1.0f32..1.0, -1.0f32..1.0, -3.0f32..3.0), 6),
    ) {
        let mut pose = Pose::reference(&skeleton());
        for (bone, (x, y, z, angle)) in turns.into_iter().enumerate() {
            let axis = Vec3::new(x, y, z).normalize_or(Vec3::X);
            pose.set_rotation(bone, Quat::from_axis_angle(axis, angle) * pose.rotation(bone));
            pose.set_translation(bone, pose.translation(bone) + Vec3::new(y, z, x));
        }
        let once = mirrored(&pose);
        for (bone, partner) in [0usize, 1, 3, 2, 5, 4].into_iter().enumerate() {
            let (seen, source) = (model(&once, bone).translation, model(&pose, partner).translation);
            prop_assert!(seen.abs_diff_eq(Vec3::new(-source.x, source.y, source.z), 1e-5));
        }
        near(&mirrored(&once), &pose);
    }
}
