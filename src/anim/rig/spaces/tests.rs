use super::*;
use crate::{dice::Dice, fixture::chain};

fn posed(bones: i32) -> (Skeleton, Pose) {
    let local = |at: i32| {
        Transform::new(
            Vec3::new(0.1, 0.2, 0.05 * at as f32),
            Quat::from_rotation_x(0.05 * at as f32),
            Vec3::ONE,
        )
    };
    (chain(bones as usize), Pose::new((0..bones).map(local)))
}

/// Turned anyhow, up to `reach` metres a bone, scaled by up to `growth` either way.
fn random(dice: &mut Dice, bones: usize, reach: f32, growth: f32) -> Pose {
    let mut local = || {
        let mut vector = || Vec3::from_array(dice.rolls());
        let (translation, axis) = (vector() * reach, vector().normalize_or(Vec3::X));
        let rotation = Quat::from_axis_angle(axis, 3.1 * dice.roll());
        Transform::new(
            translation,
            rotation,
            Vec3::splat(1.0 + growth * dice.roll()),
        )
    };
    Pose::new((0..bones).map(|_| local()))
}

fn models(skeleton: &Skeleton, pose: &Pose) -> Vec<Transform> {
    let (mut pose, mut known) = (pose.clone(), Models::default());
    let bones = pose.len();
    let mut model = ModelPose::new(skeleton, &mut pose, &mut known, Transform::IDENTITY);
    // From the end: so each asks for what is above it.
    let mut found: Vec<Transform> = (0..bones).rev().map(|bone| model.model(bone)).collect();
    found.reverse();
    found
}

/// Property 12 of spec 01: where each bone was wanted it is, written into the locals of an
/// unrelated pose.
#[test]
fn model_to_local_and_back_keeps_deep_chains() {
    let (skeleton, mut dice) = (chain(60), Dice(7));
    for case in 0..200 {
        let growth = if case % 2 == 0 { 0.0 } else { 0.1 };
        let wanted = models(&skeleton, &random(&mut dice, 60, 0.3, growth));
        let mut pose = random(&mut dice, 60, 3.0, 0.0);
        let mut known = Models::default();
        let mut model = ModelPose::new(&skeleton, &mut pose, &mut known, Transform::IDENTITY);
        wanted
            .iter()
            .enumerate()
            .for_each(|(bone, wanted)| model.set_model(bone, *wanted));
        let size = wanted
            .iter()
            .map(|bone| bone.translation.distance(wanted[0].translation))
            .fold(0.0, f32::max);
        for (bone, (found, wanted)) in models(&skeleton, &pose).iter().zip(&wanted).enumerate() {
            let off = found.translation.distance(wanted.translation) / size;
            let turned = (found.rotation.conjugate() * wanted.rotation)
                .xyz()
                .length();
            let grown = (found.scale / wanted.scale - 1.0).abs().max_element();
            assert!(
                off <= 1e-5 && turned <= 1e-5 && grown <= 1e-5,
                "{case} {bone}: {off} {turned} {grown}"
            );
        }
    }
}

#[test]
fn a_written_bone_stands_where_it_was_put_to_the_last_digit() {
    let ((skeleton, mut pose), mut known) = (posed(6), Models::default());
    let mut model = ModelPose::new(&skeleton, &mut pose, &mut known, Transform::IDENTITY);
    let wanted = Transform::new(
        Vec3::new(0.5, 1.25, -0.75),
        Quat::from_rotation_y(0.7),
        Vec3::ONE,
    );
    model.set_model(3, wanted);
    assert_eq!(
        model.model(3).translation,
        wanted.translation,
        "as long as nothing above it moves"
    );
    let after = models(&skeleton, &pose)[3];
    assert!(
        after.translation.abs_diff_eq(wanted.translation, 1e-6),
        "{after:?}"
    );
    assert!(after.rotation.abs_diff_eq(wanted.rotation, 1e-6));
}

#[test]
fn curves_and_attributes_come_through() {
    let (skeleton, mut pose) = posed(4);
    let heat = crate::pose::BoneAttribute {
        name: crate::Name(7),
        bone: 2,
    };
    pose.set_curve(crate::Name(5), 0.25);
    pose.set_attribute(heat, 4.0);
    let mut known = Models::default();
    let mut model = ModelPose::new(&skeleton, &mut pose, &mut known, Transform::IDENTITY);
    model.set_model(2, Transform::from_translation(Vec3::X));
    assert_eq!(
        (pose.curve(crate::Name(5)), pose.attribute(heat)),
        (Some(0.25), Some(4.0))
    );
}

#[test]
fn bones_without_turn_or_size_stay_numbers() {
    let skeleton = chain(2);
    let none = Transform::new(
        Vec3::X,
        Quat::from_xyzw(0.0, 0.0, 0.0, 0.0),
        Vec3::new(2.0, 0.0, 1.0),
    );
    let (mut pose, mut known) = (Pose::new([none; 2]), Models::default());
    let mut model = ModelPose::new(&skeleton, &mut pose, &mut known, Transform::IDENTITY);
    assert_eq!(model.model(0).rotation, Quat::IDENTITY);
    model.set_model(1, Transform::from_translation(Vec3::new(5.0, 1.0, 1.0)));
    assert_eq!(
        (pose.translation(1), pose.get(1).scale),
        (Vec3::new(2.0, 0.0, 1.0), Vec3::new(0.5, 0.0, 1.0))
    );
}

#[test]
fn only_what_hangs_on_a_moved_bone_moves() {
    let skeleton = crate::fixture::skeleton(&[-1, 0, 1, 0], |_| Transform::IDENTITY);
    let (mut pose, mut known) = (Pose::reference(&skeleton), Models::default());
    let mut model = ModelPose::new(&skeleton, &mut pose, &mut known, Transform::IDENTITY);
    for bone in 0..4 {
        model.model(bone);
    }
    model.set_model(1, Transform::from_translation(Vec3::Y));
    assert_eq!(
        [0, 1, 2, 3].map(|bone| model.model(bone).translation.y),
        [0.0, 1.0, 1.0, 0.0]
    );
    assert_eq!(
        model
            .to_model(&Transform::IDENTITY, 2, Space::ParentBone)
            .translation,
        Vec3::Y
    );
    assert_eq!(
        model.to_model(&Transform::IDENTITY, 0, Space::Bone(4)),
        Transform::IDENTITY
    );
}

#[test]
fn descendants_follow_a_moved_bone() {
    let ((skeleton, mut pose), mut known) = (posed(4), Models::default());
    let mut model = ModelPose::new(&skeleton, &mut pose, &mut known, Transform::IDENTITY);
    let before = model.model(3).translation;
    let mut moved = model.model(1);
    moved.translation += Vec3::Y;
    model.set_model(1, moved);
    assert!((model.model(3).translation - before).abs_diff_eq(Vec3::Y, 1e-5));
}

#[test]
fn a_chain_that_turns_takes_along_what_hangs_on_it_and_keeps_its_places() {
    let ((skeleton, mut pose), mut known) = (posed(6), Models::default());
    let (before, mut plain) = (pose.clone(), pose.clone());
    let to = [2, 3].map(|bone| (bone, DQuat::from_rotation_y(0.2 * bone as f64)));
    let mut model = ModelPose::new(&skeleton, &mut pose, &mut known, Transform::IDENTITY);
    model.model(5);
    model.turn_chain(&to);
    let found: Vec<Transform> = (0..6).map(|bone| model.model(bone)).collect();
    let mut model = ModelPose::new(&skeleton, &mut plain, &mut known, Transform::IDENTITY);
    for (bone, rotation) in to {
        let at = Transform {
            rotation: rotation.as_quat(),
            ..model.model(bone)
        };
        model.set_model(bone, at);
    }
    for (bone, found) in found.iter().enumerate() {
        assert!(
            found
                .translation
                .abs_diff_eq(model.model(bone).translation, 1e-5),
            "{bone}"
        );
        assert!(
            found.rotation.abs_diff_eq(model.model(bone).rotation, 1e-5),
            "{bone}"
        );
    }
    assert!((0..6).all(|bone| pose.translation(bone) == before.translation(bone)));
}

/// Two who look at one pose, one after the other, work out no bone twice.
#[test]
fn what_was_worked_out_is_still_known_to_the_next() {
    let ((skeleton, mut pose), mut known) = (posed(6), Models::default());
    let mut model = ModelPose::new(&skeleton, &mut pose, &mut known, Transform::IDENTITY);
    let third = model.model(3);
    assert_eq!(known.valid, [true, true, true, true, false, false]);
    let mut model = ModelPose::resumed(&skeleton, &mut pose, &mut known, Transform::IDENTITY);
    assert_eq!(model.model(3), third);
    model.set_model(1, Transform::IDENTITY);
    assert_eq!(known.valid, [true, true, false, false, false, false]);
}

#[test]
fn a_chain_as_deep_as_a_skeleton_can_be_is_worked_out() {
    let bones = crate::skeleton::MAX_BONES;
    let (skeleton, mut known) = (chain(bones), Models::default());
    let mut pose = Pose::new((0..bones).map(|_| Transform::from_translation(Vec3::X)));
    let mut model = ModelPose::new(&skeleton, &mut pose, &mut known, Transform::IDENTITY);
    assert_eq!(model.model(bones - 1).translation.x, bones as f32);
}

#[test]
fn every_space_converts_there_and_back() {
    let ((skeleton, mut pose), mut known) = (posed(5), Models::default());
    let world = Transform::new(
        Vec3::new(3.0, 0.0, 1.0),
        Quat::from_rotation_y(1.0),
        Vec3::ONE,
    );
    let mut model = ModelPose::new(&skeleton, &mut pose, &mut known, world);
    let given = Transform::from_translation(Vec3::new(0.3, -0.4, 0.9));
    for space in [
        Space::World,
        Space::Model,
        Space::ParentBone,
        Space::Bone(2),
        Space::Bone(99),
    ] {
        let inside = model.from_model(&given, 4, space);
        let back = model.to_model(&inside, 4, space);
        let place = model.place_to_model(inside.translation, 4, space);
        assert!(
            place.as_vec3().abs_diff_eq(given.translation, 1e-5),
            "{space:?}"
        );
        assert!(
            back.translation.abs_diff_eq(given.translation, 1e-5),
            "{space:?}"
        );
    }
}

#[test]
fn mesh_rotations_come_back_as_locals() {
    let (skeleton, pose) = posed(12);
    let mut rotations = Vec::new();
    mesh_rotations(&skeleton, &pose, &mut rotations);
    let mut back = pose.clone();
    set_mesh_rotations(&skeleton, &rotations, &mut back);
    assert!(
        back.iter()
            .zip(pose.iter())
            .all(|(a, b)| a.rotation.dot(b.rotation).abs() > 1.0 - 1e-6)
    );
}
