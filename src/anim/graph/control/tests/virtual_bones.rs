//! Virtual bones in controls: they go with their sources, and stand where their targets were before
//! the row of controls.

use super::*;
use crate::{Skeleton, skeleton::VirtualBone};

/// From the tip of the second limb to the end of the first, and from the root to it.
const FROM_TIP: u16 = 7;
const FROM_ROOT: u16 = 8;

fn rig() -> Skeleton {
    let link = |source| VirtualBone {
        name: Name(90),
        source,
        target: 3,
    };
    limb()
        .with_virtual_bones(vec![link(6), link(0)].into())
        .unwrap()
}

fn of(controls: Vec<ControlKind>) -> Stage {
    let mut stage = Stage::new(rig(), controls.into_iter().map(always).collect());
    stage.placement = Transform::new(
        Vec3::new(3.0, -0.2, 40.0),
        Quat::from_rotation_y(2.0),
        Vec3::ONE,
    );
    stage.pose_bones();
    stage
}

/// The limb of bone 3, which may stretch, brought to a place.
fn reach_to(at: Vec3, bone: u16) -> ControlKind {
    let target = ControlTarget::new(values(at), Space::Bone(bone.into()));
    let stretch = crate::ik::two_bone::Stretch {
        start: 0.9,
        most: 4.0,
    };
    ControlKind::TwoBoneIk(TwoBoneIk {
        stretch: Some(stretch),
        ..reach(target)
    })
}

fn near(found: Vec3, wanted: Vec3) {
    assert!(found.abs_diff_eq(wanted, 2e-5), "{found}, not {wanted}");
}

#[test]
fn a_limb_reaches_where_its_end_was_from_a_bone_that_has_moved_since() {
    for moved_by in [Vec3::ZERO, Vec3::new(0.2, 0.4, -0.1)] {
        let mut stage = of(vec![
            moved(6, moved_by, Space::Model),
            reach_to(Vec3::ZERO, FROM_TIP),
        ]);
        let (before, after) = (models(&stage.source()), models(&stage.tick()));
        near(after[3].translation, before[3].translation + moved_by);
        near(after[6].translation, before[6].translation + moved_by);
    }
    // What moves the target alone leaves the virtual bone where it was.
    let mut stage = of(vec![
        moved(3, Vec3::new(0.1, 0.2, 0.1), Space::Model),
        reach_to(Vec3::ZERO, FROM_TIP),
    ]);
    let (before, after) = (models(&stage.source()), models(&stage.tick()));
    near(after[3].translation, before[3].translation);
}

#[test]
fn a_turned_source_takes_it_along() {
    let rotation = modify(Mode::Add, Vec3::new(20.0, -35.0, 50.0), Space::Model);
    let turned = ModifyBone {
        bone: 6,
        translation: ignored(),
        rotation,
        scale: ignored(),
    };
    let mut stage = of(vec![
        ControlKind::ModifyBone(turned),
        reach_to(Vec3::new(0.0, 0.1, 0.0), FROM_TIP),
    ]);
    let (before, after) = (models(&stage.source()), models(&stage.tick()));
    let local = before[6]
        .relative_to(&before[3])
        .compose(&Transform::from_translation(Vec3::Y * 0.1));
    near(after[3].translation, after[6].compose(&local).translation);
}

#[test]
fn a_virtual_bone_is_moved_and_what_follows_in_the_row_sees_it_there() {
    let by = Vec3::new(0.05, 0.1, -0.1);
    let mut stage = of(vec![
        moved(FROM_ROOT, by, Space::Model),
        reach_to(Vec3::ZERO, FROM_ROOT),
    ]);
    let (source, pose) = (stage.source(), stage.tick());
    let (before, after) = (models(&source), models(&pose));
    near(after[3].translation, before[3].translation + by);
    assert_eq!(
        [0, 5, 6].map(|bone| pose.get(bone)),
        [0, 5, 6].map(|bone| source.get(bone)),
        "none else is moved"
    );
    // In the space of its parent it hangs on its source.
    let mut stage = of(vec![
        moved(FROM_TIP, by, Space::ParentBone),
        reach_to(Vec3::ZERO, FROM_TIP),
    ]);
    let (before, after) = (models(&stage.source()), models(&stage.tick()));
    near(
        after[3].translation,
        before[3].translation + before[6].rotation * by,
    );
}

#[test]
fn bones_are_copied_from_and_to_virtual_bones_and_legs_reach_for_them() {
    let copy = |from, to| {
        let space = Space::Model;
        ControlKind::CopyBone(CopyBone {
            from,
            to,
            translation: true,
            rotation: true,
            scale: false,
            space,
        })
    };
    let by = Vec3::new(0.0, 0.3, 0.0);
    let mut stage = of(vec![moved(6, by, Space::Model), copy(FROM_TIP, 5)]);
    let (before, after) = (models(&stage.source()), models(&stage.tick()));
    near(after[5].translation, before[3].translation + by);
    assert!(after[5].rotation.dot(before[3].rotation).abs() > 1.0 - 1e-5);
    let mut stage = of(vec![copy(6, FROM_ROOT), reach_to(Vec3::ZERO, FROM_ROOT)]);
    let (before, after) = (models(&stage.source()), models(&stage.tick()));
    near(after[3].translation, before[6].translation);
    let folded = |bones: &[Transform]| (bones[1].translation - bones[3].translation) * 0.1;
    let by = folded(&models(&stage.source()));
    let mut stage = of(vec![
        moved(FROM_ROOT, by, Space::Model),
        ControlKind::LegIk(LegIk(vec![(leg(3), FROM_ROOT)])),
    ]);
    let (before, after) = (models(&stage.source()), models(&stage.tick()));
    // Legs come as near as their precision asks for.
    assert!(after[3].translation.distance(before[3].translation + by) < 2e-4);
}

#[test]
fn one_that_is_not_there_lets_the_pose_pass_and_its_space_is_the_models() {
    for (kind, is_same) in [
        (moved(9, Vec3::Y, Space::Model), true),
        (reach_to(Vec3::ZERO, 9), false),
    ] {
        let mut stage = of(vec![kind]);
        assert_eq!(stage.tick().hash() == stage.source().hash(), is_same);
        assert_eq!(
            stage.state.faults(),
            [(2, if is_same { Fault::Bone } else { Fault::Space })]
        );
    }
}

#[test]
fn its_ends_are_worked_out_at_every_level_of_detail() {
    let stage = of(vec![reach_to(Vec3::ZERO, FROM_TIP)]);
    let mut named = Vec::new();
    stage
        .graph
        .for_each_read_bone(2, &stage.skeleton, |bone| named.push(bone));
    assert!(
        named.contains(&6) && named.contains(&3) && named.iter().all(|bone| *bone < 7),
        "{named:?}"
    );
}
