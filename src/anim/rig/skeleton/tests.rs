use super::*;

fn bone(parent: i32) -> Bone {
    Bone {
        name: Name((parent + 7) as u64),
        parent,
        reference: Transform::IDENTITY.into(),
        reserved: 0,
    }
}

#[test]
fn parents_come_first_and_there_is_one_root() {
    let check = |parents: &[i32]| {
        Skeleton::new(
            Name::NONE,
            parents.iter().map(|p| bone(*p)).collect(),
            Array::default(),
        )
    };
    assert!(check(&[-1, 0, 1, 0]).is_ok());
    assert_eq!(check(&[-1, 1]), Err(SkeletonError::BadParent { bone: 1 }));
    assert_eq!(check(&[-1, -1]), Err(SkeletonError::BadParent { bone: 1 }));
    assert_eq!(check(&[0]), Err(SkeletonError::BadParent { bone: 0 }));
    let chain = |bones: usize| {
        check(&(-1..bones as i32 - 1).collect::<Vec<_>>()).map(|skeleton| skeleton.len())
    };
    assert_eq!(
        chain(MAX_BONES),
        Ok(MAX_BONES),
        "the last index still fits a parent"
    );
    assert_eq!(chain(MAX_BONES + 1), Err(SkeletonError::TooManyBones));
}

#[test]
fn masks_and_profiles_have_one_sound_number_a_bone_and_names_of_their_own() {
    let skeleton =
        Skeleton::new(Name::NONE, vec![bone(-1), bone(0)].into(), Array::default()).unwrap();
    let masks = |masks: &[(Name, &[f32])]| skeleton.clone().with_masks(masks);
    assert_eq!(
        masks(&[(Name(1), &[0.0, 1.0])])
            .unwrap()
            .mask(Name(1))
            .unwrap()
            .weight(1),
        1.0
    );
    for weights in [&[0.0][..], &[0.0, 1.1], &[0.0, -0.1], &[f32::NAN, 0.0]] {
        assert_eq!(
            masks(&[(Name(1), &[0.0; 2]), (Name(2), weights)]),
            Err(SkeletonError::BadMask { mask: 1 })
        );
    }
    assert_eq!(
        masks(&[(Name(1), &[0.0; 2][..]); 2]),
        Err(SkeletonError::BadMask { mask: 1 })
    );
    let profile = |factors: &[f32]| BlendProfile {
        factors: factors.to_vec(),
        ..BlendProfile::default()
    };
    let profiles = |factors: &[f32]| {
        skeleton
            .clone()
            .with_profiles(vec![(Name(1), profile(factors))])
    };
    assert_eq!(
        profiles(&[3.0, 0.5]).unwrap().profile(Name(1)),
        Some(&profile(&[3.0, 0.5]))
    );
    for factors in [&[1.0][..], &[1.0, -1.0], &[1.0, f32::INFINITY]] {
        assert_eq!(
            profiles(factors),
            Err(SkeletonError::BadProfile { profile: 0 })
        );
    }
}

#[test]
fn there_is_one_known_retarget_mode_a_bone_or_none() {
    let skeleton =
        Skeleton::new(Name::NONE, vec![bone(-1), bone(0)].into(), Array::default()).unwrap();
    assert_eq!(skeleton.retarget(1), Retarget::Animation);
    let with = |modes: Vec<u32>| skeleton.clone().with_retarget(modes.into());
    let modes = [0, 1, 2, 3].map(|mode| with(vec![0, mode]).unwrap().retarget(1));
    assert_eq!(
        modes,
        [
            Retarget::Animation,
            Retarget::Skeleton,
            Retarget::Scaled,
            Retarget::Relative
        ]
    );
    assert_eq!(with(vec![0]), Err(SkeletonError::BadRetarget));
    assert_eq!(with(vec![0, 4]), Err(SkeletonError::BadRetarget));
}

#[test]
fn sockets_virtual_bones_and_the_last_below_are_of_bones_that_are_there() {
    let bones = || -> Array<Bone> { [-1, 0, 1, 0].map(bone).as_slice().into() };
    let with = |bone: u32| {
        let socket = Socket {
            name: Name(9),
            bone,
            local: Transform::IDENTITY.into(),
            reserved: 0,
        };
        Skeleton::new(
            Name::NONE,
            bones(),
            vec![Socket { bone: 0, ..socket }, socket].into(),
        )
    };
    assert!(with(3).is_ok());
    assert_eq!(with(4), Err(SkeletonError::BadSocket { socket: 1 }));
    let skeleton = with(3).unwrap();
    assert_eq!(
        [0, 1, 2, 3].map(|bone| skeleton.last_below(bone)),
        [3, 2, 2, 3]
    );
    for (source, target, is_good) in [(3, 3, true), (4, 0, false), (0, 4, false)] {
        let link = VirtualBone {
            name: Name(9),
            source,
            target,
        };
        assert_eq!(
            skeleton
                .clone()
                .with_virtual_bones(vec![link].into())
                .is_ok(),
            is_good,
            "{source} {target}"
        );
    }
    assert!(!skeleton.is_empty() && Skeleton::default().is_empty());
    assert_eq!(
        (
            skeleton.find(Name(7)),
            skeleton.find(Name(6)),
            skeleton.find(Name(1))
        ),
        (Some(1), Some(0), None)
    );
}
