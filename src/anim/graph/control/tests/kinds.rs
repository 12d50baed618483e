//! What each kind of control does to bones.

use super::*;
use crate::{curve::CurveKey, graph::control::External, skeleton::Skeleton};
use glam::DVec3;

const TURN: fn(f32) -> Quat = |degrees| Quat::from_rotation_z(degrees.to_radians());

/// One tick of one control over the posed limb.
fn shown(kind: ControlKind) -> (Pose, Pose) {
    let mut stage = Stage::new(limb(), vec![always(kind)]);
    stage.pose_bones();
    (stage.source(), stage.tick())
}

fn near(found: Vec3, wanted: Vec3) {
    assert!(found.abs_diff_eq(wanted, 2e-5), "{found}, not {wanted}");
}

fn at(at: Vec3, space: Space) -> ControlTarget {
    ControlTarget::new(values(at), space)
}

/// Property 07.17.
#[test]
fn a_limb_reaches_its_target_and_half_of_alpha_goes_half_the_way() {
    let goal = Vec3::new(0.5, 1.2, 0.4);
    let limb_of = |alpha: f64| Control {
        alpha: number(alpha),
        ..always(ControlKind::TwoBoneIk(reach(at(goal, Space::Model))))
    };
    let of = |alpha| {
        let mut stage = Stage::new(limb(), vec![limb_of(alpha)]);
        stage.pose_bones();
        (models(&stage.source()), models(&stage.tick()))
    };
    let ((before, whole), (_, half)) = (of(1.0), of(0.5));
    assert!(
        whole[3].translation.abs_diff_eq(goal, 1e-5),
        "{}",
        whole[3].translation
    );
    assert!(
        whole[3].rotation.abs_diff_eq(before[3].rotation, 1e-5),
        "the hand keeps how it is turned"
    );
    for bone in [1, 2, 3] {
        near(
            half[bone].translation,
            before[bone].translation.lerp(whole[bone].translation, 0.5),
        );
        let length = |bones: &[Transform]| {
            bones[bone]
                .translation
                .distance(bones[bone - 1].translation)
        };
        assert!((length(&whole) - length(&before)).abs() < 1e-5, "{bone}");
    }
    near(
        whole[4].translation - whole[3].translation,
        before[4].translation - before[3].translation,
    );
}

#[test]
fn the_end_of_a_limb_keeps_maintains_or_takes_its_turn() {
    let target = at(Vec3::new(0.1, 0.2, 0.1), Space::Bone(6));
    let with = |end_rotation| {
        shown(ControlKind::TwoBoneIk(TwoBoneIk {
            end_rotation,
            ..reach(target)
        }))
    };
    let (source, kept) = with(EndRotation::Keep);
    let (_, maintained) = with(EndRotation::Maintain);
    let (_, taken) = with(EndRotation::Take(values(Vec3::new(0.0, 0.0, 90.0))));
    let before = models(&source);
    assert!(
        models(&kept)[3]
            .rotation
            .abs_diff_eq(before[3].rotation, 1e-5)
    );
    assert!(maintained.rotation(3).abs_diff_eq(source.rotation(3), 1e-5));
    let wanted = before[6].rotation * TURN(90.0);
    assert!(models(&taken)[3].rotation.dot(wanted).abs() > 1.0 - 1e-6);
    let goal = before[6]
        .compose(&Transform::from_translation(Vec3::new(0.1, 0.2, 0.1)))
        .translation;
    [kept, maintained, taken]
        .iter()
        .for_each(|pose| near(models(pose)[3].translation, goal));
}

/// Property 07.5, on bones: both lengthen alike, their size stays.
#[test]
fn a_limb_stretches_by_moving_its_joints() {
    let stretch = Some(crate::ik::two_bone::Stretch {
        start: 0.8,
        most: 1.2,
    });
    let straight = crate::fixture::skeleton(&[-1, 0, 1, 2], |bone| {
        Transform::from_translation(if bone > 1 { Vec3::NEG_Z } else { Vec3::ZERO })
    });
    let target = at(Vec3::X * 2.0, Space::Model);
    let pole = at(Vec3::Y * 9.0, Space::Model);
    let kind = ControlKind::TwoBoneIk(TwoBoneIk {
        stretch,
        pole,
        ..reach(target)
    });
    let pose = Stage::new(straight, vec![always(kind)]).tick();
    for bone in [2, 3] {
        assert!(
            (pose.translation(bone).length() - 1.1).abs() < 1e-5,
            "{}",
            pose.translation(bone)
        );
        near(pose.get(bone).scale, Vec3::ONE);
    }
    let mut chain = pose.get(0);
    (1..4).for_each(|bone| chain = chain.compose(&pose.get(bone)));
    near(chain.translation, Vec3::X * 2.0);
}

#[test]
fn a_target_in_the_world_stays_there_wherever_the_character_stands() {
    let goal = Vec3::new(3.3, 1.4, 0.2);
    let mut stage = Stage::new(
        limb(),
        vec![always(ControlKind::TwoBoneIk(reach(at(
            goal,
            Space::World,
        ))))],
    );
    for turn in [0.0, 0.4, 0.8] {
        stage.placement = Transform::new(
            Vec3::new(3.0, 0.2, 0.0),
            Quat::from_rotation_y(turn),
            Vec3::ONE,
        );
        let end = models(&stage.tick())[3];
        near(stage.placement.compose(&end).translation, goal);
    }
}

#[test]
fn a_head_looks_at_a_point_or_a_bone_and_its_spine_takes_a_share() {
    let goal = Vec3::new(2.0, 1.0, 3.0);
    for (target, goal) in [
        (at(goal, Space::Model), goal),
        (at(Vec3::ZERO, Space::Bone(6)), Vec3::INFINITY),
    ] {
        let (source, pose) = shown(ControlKind::LookAt(look(target)));
        let (before, after) = (models(&source), models(&pose));
        let goal = if goal.is_finite() {
            goal
        } else {
            before[6].translation
        };
        let aim = after[4].rotation * Vec3::Z;
        near(aim, (goal - after[4].translation).normalize());
        assert!(
            (after[4].rotation * Vec3::X).y.abs() < 1e-5,
            "its up axis is as far up as it can be"
        );
        assert_eq!(pose.get(2), source.get(2), "what lies between goes along");
        assert_ne!(pose.get(1), source.get(1));
    }
    let (source, pose) = shown(ControlKind::LookAt(CompiledLookAt {
        axis: Vec3::ZERO,
        ..look(at(goal, Space::Model))
    }));
    assert_eq!(pose, source);
}

#[test]
fn a_look_takes_its_time_and_begins_anew_after_it_was_off() {
    let asked = ControlTarget::new(
        [Value::Parameter(1), Value::Number(0.0), Value::Number(9.0)],
        Space::Model,
    );
    let kind = CompiledLookAt {
        chain: links(&[6]),
        up_axis: None,
        time: 1.0,
        ..look(asked)
    };
    let mut stage = Stage::new(
        limb(),
        vec![Control {
            alpha: parameter(0),
            ..always(ControlKind::LookAt(kind))
        }],
    );
    stage.dt = 0.25;
    let aim = |stage: &mut Stage, alpha: f64, x: f64| {
        stage.state.parameters[..2].copy_from_slice(&[alpha, x]);
        let model = models(&stage.tick())[6];
        let wanted = (Vec3::new(x as f32, 0.0, 9.0) - model.translation).normalize();
        (model.rotation * Vec3::Z).angle_between(wanted)
    };
    assert!(aim(&mut stage, 1.0, 9.0) < 1e-3);
    let way: Vec<f32> = (0..4).map(|_| aim(&mut stage, 1.0, -9.0)).collect();
    assert!(
        way.windows(2).all(|pair| pair[1] < pair[0] - 0.2) && way[3] < 1e-3,
        "{way:?}"
    );
    aim(&mut stage, 0.0, -9.0);
    assert!(
        aim(&mut stage, 1.0, 9.0) < 1e-3,
        "it has forgotten where it looked"
    );
    stage.teleported = true;
    assert!(aim(&mut stage, 1.0, -9.0) < 1e-3);
}

#[test]
fn a_bone_is_moved_turned_and_sized_in_any_space() {
    let kind = |translation, rotation, scale| {
        ControlKind::ModifyBone(ModifyBone {
            bone: 3,
            translation,
            rotation,
            scale,
        })
    };
    let by = Vec3::new(0.1, 0.2, 0.3);
    let (source, pose) = shown(kind(
        modify(Mode::Replace, by, Space::ParentBone),
        ignored(),
        ignored(),
    ));
    near(pose.translation(3), by);
    assert!(pose.rotation(3).abs_diff_eq(source.rotation(3), 1e-6));
    let (source, pose) = shown(kind(
        modify(Mode::Add, by, Space::Bone(6)),
        ignored(),
        ignored(),
    ));
    let before = models(&source);
    near(
        models(&pose)[3].translation,
        before[3].translation + before[6].rotation * by,
    );
    let turn = |mode, space| {
        shown(kind(
            ignored(),
            modify(mode, Vec3::Z * 90.0, space),
            ignored(),
        ))
    };
    let (_, pose) = turn(Mode::Replace, Space::ParentBone);
    assert!(pose.rotation(3).abs_diff_eq(TURN(90.0), 1e-6));
    let (source, pose) = turn(Mode::Add, Space::Model);
    let wanted = TURN(90.0) * models(&source)[3].rotation;
    assert!(models(&pose)[3].rotation.dot(wanted).abs() > 1.0 - 1e-6);
    near(models(&pose)[3].translation, models(&source)[3].translation);
    let size = |mode| {
        shown(kind(
            ignored(),
            ignored(),
            modify(mode, Vec3::splat(2.0), Space::Model),
        ))
    };
    let (_, pose) = size(Mode::Replace);
    near(pose.get(3).scale, Vec3::splat(2.0));
    near(models(&pose)[4].scale, Vec3::splat(2.0));
    let (source, pose) = shown(kind(ignored(), ignored(), ignored()));
    assert!((0..7).all(|bone| {
        pose.translation(bone)
            .abs_diff_eq(source.translation(bone), 1e-6)
    }));
    let all = modify(Mode::Replace, Vec3::splat(0.5), Space::World);
    let (_, pose) = shown(kind(all, all, all));
    near(models(&pose)[3].translation, Vec3::splat(0.5));
}

#[test]
fn a_bone_copies_what_it_is_told_to() {
    let copy = |translation, rotation, scale, space| {
        shown(ControlKind::CopyBone(CopyBone {
            from: 3,
            to: 6,
            translation,
            rotation,
            scale,
            space,
        }))
    };
    let (source, pose) = copy(true, false, false, Space::Model);
    let (before, after) = (models(&source), models(&pose));
    near(after[6].translation, before[3].translation);
    assert!(after[6].rotation.abs_diff_eq(before[6].rotation, 1e-6));
    let (source, pose) = copy(false, true, true, Space::ParentBone);
    assert!(
        pose.rotation(6).abs_diff_eq(source.rotation(3), 1e-5),
        "each to its own parent"
    );
    near(pose.translation(6), source.translation(6));
    let (source, pose) = copy(true, true, true, Space::World);
    assert!(
        models(&pose)[6]
            .rotation
            .abs_diff_eq(models(&source)[3].rotation, 1e-5)
    );
}

/// A chain whose second bone is turned by so many degrees about an axis away from its reference.
fn turned(axis: Vec3, degrees: f32) -> (Skeleton, [(Name, Transform); 1]) {
    let skeleton = limb();
    let local = skeleton.reference(2);
    let turn = local.rotation * Quat::from_axis_angle(axis, degrees.to_radians());
    (
        skeleton,
        [(
            Name(3),
            Transform {
                rotation: turn,
                ..local
            },
        )],
    )
}

/// A bone turned about its x away from its reference.
fn turned_about_x(stage: &Stage, bone: usize, degrees: f32) -> (Name, Transform) {
    let local = stage.skeleton.reference(bone);
    let rotation = local.rotation * Quat::from_rotation_x(degrees.to_radians());
    (Name(bone as u64 + 1), Transform { rotation, ..local })
}

#[test]
fn a_twist_bone_turns_by_a_part_of_what_the_other_does() {
    let with = |multiplier: f64, is_additive, told: f32| {
        let (skeleton, bones) = turned(Vec3::X, told);
        let (multiplier, axis) = (Value::Number(multiplier), Vec3::X * 3.0);
        let kind = RotationMultiplier {
            source: 2,
            target: 4,
            axis,
            multiplier,
            is_additive,
        };
        let mut stage = Stage::new(
            skeleton,
            vec![always(ControlKind::RotationMultiplier(kind))],
        );
        let own = turned_about_x(&stage, 4, 10.0);
        stage.tell(&[bones[0], own], &[]);
        let turn = stage.skeleton.reference(4).rotation.conjugate() * stage.tick().rotation(4);
        turn.to_scaled_axis().map(f32::to_degrees)
    };
    assert!(with(0.5, false, 60.0).abs_diff_eq(Vec3::X * 30.0, 1e-3));
    assert!(with(-1.0, true, 60.0).abs_diff_eq(Vec3::X * -50.0, 1e-3));
    assert!(
        with(1.0, false, -170.0).abs_diff_eq(Vec3::X * -170.0, 1e-2),
        "up to half a turn either way"
    );
    assert!(with(0.0, true, 60.0).abs_diff_eq(Vec3::X * 10.0, 1e-2));
}

#[test]
fn a_root_turns_to_its_left_and_looks_up() {
    let aim = |yaw: f64, pitch: f64| {
        let kind = RotateRootBone {
            yaw: Value::Number(yaw),
            pitch: Value::Number(pitch),
        };
        let skeleton = crate::fixture::skeleton(&[-1], |_| Transform::from_translation(Vec3::Y));
        let pose = Stage::new(skeleton, vec![always(ControlKind::RotateRootBone(kind))]).tick();
        near(pose.translation(0), Vec3::Y);
        pose.rotation(0) * Vec3::Z
    };
    near(aim(0.0, 0.0), Vec3::Z);
    near(aim(90.0, 0.0), Vec3::X);
    near(aim(0.0, 90.0), Vec3::Y);
    near(
        aim(90.0, 45.0),
        Vec3::new(0.5f32.sqrt(), 0.5f32.sqrt(), 0.0),
    );
}

fn driven(map: Remap, driven: Driven, degrees: f32) -> (Pose, Pose) {
    let (skeleton, bones) = turned(Vec3::Y, degrees);
    let kind = BoneDriven {
        source: 2,
        channel: DrivenChannel::Rotation(1),
        map,
        driven,
    };
    let mut stage = Stage::new(skeleton, vec![always(ControlKind::BoneDriven(kind))]);
    stage.tell(&bones, &[(Name(9), 5.0)]);
    (stage.source(), stage.tick())
}

#[test]
fn a_bone_drives_another_one_or_a_curve() {
    let range = |from: [f64; 2]| Remap::Range {
        from,
        to: [1.0, 3.0],
    };
    let curve = |map, degrees| {
        driven(map, Driven::Curve(Name(9)), degrees)
            .1
            .curve(Name(9))
            .unwrap()
    };
    let half = |degrees: f32| curve(range([0.0, 90.0]), degrees);
    for (degrees, value) in [
        (0.0, 1.0),
        (45.0, 2.0),
        (90.0, 3.0),
        (120.0, 3.0),
        (-30.0, 1.0),
    ] {
        assert!(
            (half(degrees) - value).abs() < 1e-4,
            "{degrees}: {}",
            half(degrees)
        );
    }
    assert!(
        (curve(range([90.0, 0.0]), 45.0) - 2.0).abs() < 1e-4,
        "a range may go backwards"
    );
    assert_eq!(curve(range([45.0, 45.0]), 45.0), 1.0);
    let key = |time, value| CurveKey {
        time,
        value,
        in_tangent: 0.0,
        out_tangent: 0.0,
        interpolation: 1,
    };
    let keys = Remap::Curve(vec![key(0.0, 0.0), key(90.0, 9.0)]);
    assert!((curve(keys, 30.0) - 3.0).abs() < 1e-4);
    let bone = |channel| driven(range([0.0, 90.0]), Driven::Bone { bone: 6, channel }, 45.0);
    let (source, pose) = bone(DrivenChannel::Translation(0));
    near(pose.translation(6), source.translation(6) + Vec3::X * 2.0);
    let (source, pose) = bone(DrivenChannel::Scale(2));
    near(
        pose.get(6).scale,
        source.get(6).scale * Vec3::new(1.0, 1.0, 2.0),
    );
    let (source, pose) = bone(DrivenChannel::Rotation(2));
    assert!(
        pose.rotation(6)
            .abs_diff_eq(source.rotation(6) * TURN(2.0), 1e-5)
    );
    assert_eq!(pose.curve(Name(9)), Some(5.0));
}

/// Of a curve alpha is a part of the way, from 0 where there is none.
#[test]
fn a_driven_curve_goes_as_far_as_alpha() {
    let map = Remap::Range {
        from: [0.0, 1.0],
        to: [8.0, 8.0],
    };
    let kind = BoneDriven {
        source: 2,
        channel: DrivenChannel::Scale(0),
        map,
        driven: Driven::Curve(Name(9)),
    };
    let control = Control {
        alpha: number(0.25),
        ..always(ControlKind::BoneDriven(kind))
    };
    let mut stage = Stage::new(limb(), vec![control]);
    assert_eq!(stage.tick().curve(Name(9)), Some(2.0));
    stage.tell(&[], &[(Name(9), 4.0)]);
    assert_eq!(stage.tick().curve(Name(9)), Some(5.0));
}

#[test]
fn joints_turn_no_farther_than_they_may() {
    let limit = |least: f32, most: f32| AngleLimit {
        bone: 2,
        least: [least; 3],
        most: [most; 3],
    };
    let held = |limit, axis: Vec3, degrees: f32| {
        let (skeleton, bones) = turned(axis, degrees);
        let mut stage = Stage::new(
            skeleton,
            vec![always(ControlKind::ApplyLimits(vec![limit]))],
        );
        stage.tell(&bones, &[]);
        let (source, pose) = (stage.source(), stage.tick());
        let turn = stage.skeleton.reference(2).rotation.conjugate() * pose.rotation(2);
        (
            pose.hash() == source.hash(),
            turn.to_scaled_axis().map(f32::to_degrees),
        )
    };
    for axis in Vec3::AXES {
        for (degrees, wanted) in [(50.0, 30.0), (-50.0, -20.0), (175.0, 30.0)] {
            let (is_same, found) = held(limit(-20.0, 30.0), axis, degrees);
            assert!(
                !is_same && found.abs_diff_eq(axis * wanted, 1e-3),
                "{axis} {degrees}: {found}"
            );
        }
        for inside in [29.9, 0.0, -19.9, 30.0] {
            assert!(held(limit(-20.0, 30.0), axis, inside).0, "{inside}");
        }
    }
    assert!(
        held(limit(10.0, -10.0), Vec3::X, 0.0)
            .1
            .abs_diff_eq(Vec3::splat(10.0), 1e-2),
        "they cross"
    );
    assert!(held(limit(-1e9, 1e9), Vec3::X, 170.0).0);
}

#[test]
fn a_chain_is_made_as_long_as_its_target_is_away() {
    let scaled = |to: Vec3| {
        shown(ControlKind::ScaleLength(ScaleLength {
            root: 1,
            end: 4,
            target: at(to, Space::Model),
        }))
    };
    let (source, _) = scaled(Vec3::ZERO);
    let before = models(&source);
    let length = |bones: &[Transform]| {
        (2..5)
            .map(|at| bones[at].translation.distance(bones[at - 1].translation))
            .sum::<f32>()
    };
    for distance in [0.5, 3.0] {
        let (_, pose) = scaled(before[1].translation + Vec3::X * distance);
        let after = models(&pose);
        assert!((length(&after) - distance).abs() < 1e-5);
        assert_eq!(pose.get(1), source.get(1));
        assert!((2..5).all(|bone| {
            after[bone]
                .rotation
                .abs_diff_eq(before[bone].rotation, 1e-5)
        }));
    }
    let flat = crate::fixture::skeleton(&PARENTS, |_| Transform::IDENTITY);
    let target = at(Vec3::ONE, Space::Model);
    let kind = ControlKind::ScaleLength(ScaleLength {
        root: 1,
        end: 4,
        target,
    });
    let mut none = Stage::new(flat, vec![always(kind)]);
    assert_eq!(
        none.tick(),
        none.source(),
        "a chain without length has none to scale"
    );
}

#[test]
fn bones_that_are_moved_from_outside_take_over_by_their_weights() {
    let mut stage = Stage::new(limb(), vec![always(ControlKind::ExternalPose(Name(7)))]);
    stage.pose_bones();
    let source = stage.source();
    assert_eq!(stage.tick(), source, "nothing was told");
    let local = |x: f32| Transform::new(Vec3::X * x, TURN(30.0), Vec3::splat(2.0));
    let bone = |at: u64, x, weight| ExternalBone {
        bone: Name(at + 1),
        local: local(x),
        weight,
    };
    let told = [
        bone(3, 3.0, 1.0),
        bone(1, 1.0, 0.5),
        bone(99, 1.0, 1.0),
        bone(6, f32::NAN, 1.0),
        bone(5, 1.0, 0.0),
    ];
    let skeleton = stage.skeleton.clone();
    stage.state.set_external(Name(8), &told, &skeleton);
    assert_eq!(stage.tick(), source, "it was told to another one");
    stage.state.set_external(
        Name(7),
        &[&told[..], &[bone(3, 9.0, 1.0)]].concat(),
        &skeleton,
    );
    let pose = stage.tick();
    near(pose.translation(3), Vec3::X * 3.0);
    near(pose.get(3).scale, Vec3::splat(2.0));
    let wanted = source.get(1).blend(&local(1.0), 0.5);
    near(pose.translation(1), wanted.translation);
    assert!(pose.rotation(1).abs_diff_eq(wanted.rotation, 1e-5));
    for bone in [0, 2, 4, 5, 6] {
        assert_eq!(pose.get(bone), source.get(bone), "{bone}");
    }
    assert!(stage.state.faults().is_empty());
    stage.state.set_external(Name(7), &[], &skeleton);
    assert_eq!(stage.tick(), source);
    stage.state.set_external(Name(7), &told, &skeleton);
    assert_ne!(stage.tick(), source);
    stage.state.externals.iter_mut().for_each(External::forget);
    assert_eq!(stage.tick(), source, "another skeleton, maybe");
}

/// Properties 07.16 and 07.18: on bones, whatever is asked for.
#[test]
fn no_target_breaks_a_limb() {
    let asked = ControlTarget::new([0, 1, 2].map(Value::Parameter), Space::Model);
    let mut stage = Stage::new(limb(), vec![always(ControlKind::TwoBoneIk(reach(asked)))]);
    stage.pose_bones();
    let before = models(&stage.source());
    let root = before[1].translation.as_dvec3();
    let targets = [
        DVec3::ZERO,
        DVec3::X * 1e-5,
        DVec3::Y * 1e6,
        DVec3::NEG_ONE * 1e-3,
        DVec3::Z * 1e30,
    ];
    for offset in targets {
        stage
            .state
            .parameters
            .copy_from_slice(&(root + offset).to_array());
        let after = models(&stage.tick());
        assert!(after.iter().all(Transform::is_finite), "{offset}");
        for bone in [2, 3] {
            let length = |bones: &[Transform]| {
                bones[bone]
                    .translation
                    .distance(bones[bone - 1].translation)
            };
            assert!(
                (length(&after) - length(&before)).abs() < 1e-4,
                "{offset} {bone}"
            );
        }
    }
}
