use super::*;
use crate::{Name, Transform, fixture, skeleton::VirtualBone};
use glam::{Quat, Vec3};
use proptest::prelude::*;

/// 0 ← 1 ← 2 ← 3, and 0 ← 4 ← 5.
fn skeleton() -> Skeleton {
    let link = |name, source, target| VirtualBone {
        name: Name(name),
        source,
        target,
    };
    fixture::skeleton(&[-1, 0, 1, 2, 0, 4], |_| {
        Transform::from_translation(Vec3::Y)
    })
    .with_virtual_bones(vec![link(90, 5, 2), link(91, 0, 1)].into())
    .unwrap()
}

fn set(bones: &[usize], virtual_bones: &[usize], hidden: &[usize]) -> RequiredBones {
    let mut required = RequiredBones::default();
    required.set(
        &skeleton(),
        &Wanted {
            bones,
            virtual_bones,
            hidden,
            ..Wanted::default()
        },
    );
    required
}

#[test]
fn parents_come_along_and_hidden_branches_stay_away() {
    assert_eq!(set(&[2], &[], &[]).bones(), [0, 1, 2]);
    assert_eq!(set(&[5, 1, 99], &[], &[]).bones(), [0, 1, 4, 5]);
    assert_eq!(set(&[3, 5], &[], &[2]).bones(), [0, 4, 5]);
    assert!(set(&[3, 5], &[0], &[0]).bones().is_empty());
    let required = set(&[5], &[], &[]);
    assert_eq!(
        (required.compact(5), required.compact(1), required.parent(2)),
        (Some(2), None, Some(1))
    );
}

#[test]
fn a_virtual_bone_brings_its_source_and_target() {
    let required = set(&[], &[0, 7], &[]);
    assert_eq!(
        (required.bones(), required.virtual_bones()),
        (&[0, 1, 2, 4, 5][..], &[0][..])
    );
    assert!(set(&[], &[0], &[4]).virtual_bones().is_empty());
}

#[test]
fn the_serial_changes_with_the_list_and_only_then() {
    let skeleton = skeleton();
    let mut required = RequiredBones::all(&skeleton);
    let first = required.serial();
    assert!(required.set(
        &skeleton,
        &Wanted {
            bones: &[2],
            ..Wanted::default()
        }
    ));
    assert_ne!(required.serial(), first);
    let second = required.serial();
    assert!(!required.set(
        &skeleton,
        &Wanted {
            bones: &[1, 2, 2],
            ..Wanted::default()
        }
    ));
    assert_eq!(required.serial(), second);
}

#[test]
fn other_virtual_bones_or_another_skeleton_make_a_new_list_of_the_same_bones() {
    let skeleton = skeleton();
    let mut required = RequiredBones::default();
    assert_eq!(required.serial(), 0);
    assert!(
        required.set(&skeleton, &Wanted::default()) && required.serial() == 1,
        "the first, even of none"
    );
    let both = Wanted {
        bones: &[3, 5],
        ..Wanted::default()
    };
    assert!(required.set(&skeleton, &both) && !required.set(&skeleton, &both));
    assert!(required.set(
        &skeleton,
        &Wanted {
            virtual_bones: &[1],
            ..both
        }
    ));
    assert_eq!((required.virtual_bones(), required.serial()), (&[1][..], 3));
    let longer = fixture::skeleton(&[-1, 0, 1, 2, 0, 4, 5], |_| Transform::IDENTITY)
        .with_virtual_bones(skeleton.virtual_bones.clone())
        .unwrap();
    assert!(required.set(
        &longer,
        &Wanted {
            virtual_bones: &[1],
            ..both
        }
    ));
    assert_eq!((required.serial(), required.compact(6)), (4, None));
    assert_eq!(RequiredBones::all(&longer).bones().len(), 7);
}

#[test]
fn what_stands_in_a_mirror_for_a_bone_comes_along_with_what_it_lies_on() {
    let skeleton = fixture::skeleton(&[-1, 0, 1, 0, 3, 0], |_| Transform::IDENTITY);
    let mirror = MirrorTable::new(
        &skeleton,
        Default::default(),
        &[0, 3, 4, 1, 2, 5],
        Default::default(),
    )
    .unwrap();
    let mut required = RequiredBones::default();
    required.set(
        &skeleton,
        &Wanted {
            bones: &[2],
            mirrors: &[&mirror],
            ..Wanted::default()
        },
    );
    assert_eq!(required.bones(), [0, 1, 2, 3, 4]);
    required.set(
        &skeleton,
        &Wanted {
            bones: &[2],
            mirrors: &[&mirror],
            hidden: &[4],
            ..Wanted::default()
        },
    );
    assert_eq!(required.bones(), [0, 1, 2, 3]);
}

fn turned() -> Pose {
    let mut pose = Pose::reference(&skeleton());
    (0..pose.len()).for_each(|bone| pose.set_rotation(bone, Quat::from_rotation_x(0.4)));
    pose
}

#[test]
fn what_is_not_required_reads_as_the_reference_pose() {
    let (skeleton, mut pose) = (skeleton(), turned());
    set(&[1], &[], &[]).keep(&skeleton, &mut pose);
    for bone in 0..6 {
        let kept = if bone < 2 {
            turned()
        } else {
            Pose::reference(&skeleton)
        };
        assert_eq!(pose.get(bone), kept.get(bone));
    }
}

proptest! {
    #[test]
    fn property_14_holds_for_any_skeleton(
        parents in proptest::collection::vec(any::<proptest::sample::Index>(), 1..60),
        bones in proptest::collection::vec(0usize..70, 0..12),
        hidden in proptest::collection::vec(0usize..70, 0..3),
    ) {
        let parents: Vec<i32> =
            parents.iter().enumerate().map(|(at, parent)| if at == 0 { -1 } else { parent.index(at) as i32 }).collect();
        let skeleton = fixture::skeleton(&parents, |at| Transform::from_translation(Vec3::Y * at as f32));
        let mut required = RequiredBones::default();
        required.set(&skeleton, &Wanted { bones: &bones, hidden: &hidden, ..Wanted::default() });
        prop_assert!(required.bones().is_sorted_by(|a, b| a < b));
        let above = |bone: usize| std::iter::successors(Some(bone), |bone| skeleton.parent(*bone));
        let is_hidden = |bone: usize| above(bone).any(|bone| hidden.contains(&bone));
        for bone in 0..skeleton.len() {
            let is_wanted = bones.iter().any(|wanted| {
                *wanted < skeleton.len() && !is_hidden(*wanted) && above(*wanted).any(|above| above == bone)
            });
            prop_assert_eq!(required.compact(bone).is_some(), is_wanted, "bone {}", bone);
        }
        let evaluated = || {
            let mut pose = Pose::reference(&skeleton);
            (0..pose.len()).for_each(|bone| pose.set_rotation(bone, Quat::from_rotation_x(0.1 * bone as f32)));
            required.keep(&skeleton, &mut pose);
            let mut models = Vec::new();
            crate::pose::local_to_model(&skeleton, &pose, &mut models);
            (pose.hash(), models)
        };
        prop_assert_eq!(evaluated(), evaluated());
    }

    #[test]
    fn property_14_closed_sorted_and_twice_the_same(
        bones in proptest::collection::vec(0usize..8, 0..6),
        virtual_bones in proptest::collection::vec(0usize..3, 0..3),
        hidden in proptest::collection::vec(0usize..6, 0..2),
    ) {
        let skeleton = skeleton();
        let required = set(&bones, &virtual_bones, &hidden);
        prop_assert!(required.bones().is_sorted_by(|a, b| a < b));
        for (at, bone) in required.bones().iter().enumerate() {
            let parent = skeleton.parent(*bone as usize);
            prop_assert_eq!(parent, required.parent(at).map(|parent| required.bones()[parent] as usize));
        }
        let hash = || {
            let mut pose = turned();
            required.keep(&skeleton, &mut pose);
            pose.hash()
        };
        prop_assert_eq!(hash(), hash());
    }
}
