use super::*;
use anim::Transform;

fn rig(names: &[&str]) -> Skeleton {
    let bone = |(at, name): (usize, &&str)| {
        Bone::new(
            *name,
            at.checked_sub(1).map(|at| at as u32),
            Transform::IDENTITY,
        )
    };
    Skeleton {
        name: "rig".into(),
        bones: names.iter().enumerate().map(bone).collect(),
        ..Skeleton::default()
    }
}

fn carried(known: &Skeleton, new: &Skeleton, renames: &Renames) -> Skeleton {
    carried_over((known, &BTreeSet::new()), new, renames).0
}

fn keys(skeleton: &Skeleton) -> Vec<(&str, &str)> {
    skeleton
        .bones
        .iter()
        .map(|bone| (bone.name.as_str(), bone.key.as_str()))
        .collect()
}

#[test]
fn a_new_bone_of_a_name_that_was_given_away_is_another_bone() {
    let renames = [("arm".to_owned(), "limb".to_owned())].into();
    for names in [["root", "limb", "arm"], ["root", "arm", "limb"]] {
        let now = carried(&rig(&["root", "arm"]), &rig(&names), &renames);
        let key = |name: &str| {
            keys(&now)
                .into_iter()
                .find(|(known, _)| *known == name)
                .unwrap()
                .1
        };
        assert_eq!((key("limb"), key("arm")), ("arm", "arm_1"), "{names:?}");
        let again = carried(&now, &rig(&names), &Renames::new());
        assert_eq!(keys(&again), keys(&now));
    }
}

#[test]
fn a_bone_that_goes_keeps_its_settings_and_brings_them_back() {
    let mut known = rig(&["root", "arm", "hand"]);
    known.bones[2].retarget = Retarget::Relative;
    let short = carried(&known, &rig(&["root", "arm"]), &Renames::new());
    assert_eq!(
        (
            short.absent[0].name.as_str(),
            short.absent[0].parent.as_ref()
        ),
        ("hand", Some(&"arm".into()))
    );
    let back = carried(&short, &rig(&["root", "arm", "hand"]), &Renames::new());
    assert!(back.absent.is_empty() && back.bones[2].retarget == Retarget::Relative);
}

#[test]
fn a_key_that_is_taken_is_numbered_from_one() {
    let taken = |keys: &[&str]| {
        keys.iter()
            .map(|key| BoneKey::from(*key))
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(free_key(&taken(&["leg"]), "arm"), "arm".into());
    assert_eq!(free_key(&taken(&["arm"]), "arm"), "arm_1".into());
    assert_eq!(
        free_key(&taken(&["arm", "arm_1", "arm_3"]), "arm"),
        "arm_2".into()
    );
}

#[test]
fn what_goes_and_what_comes_back_is_told_once() {
    let (long, short) = (rig(&["root", "arm", "hand"]), rig(&["root", "arm"]));
    let without = carried(&long, &short, &Renames::new());
    let less = carried(&without, &rig(&["root"]), &Renames::new());
    let back = carried(&less, &long, &Renames::new());
    let whats = |known: &Skeleton, now: &Skeleton| -> Vec<ImportOutcome> {
        told(Id(1), known, now)
            .into_iter()
            .map(|it| it.what)
            .collect()
    };
    let names = |names: &[&str]| {
        names
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        whats(&long, &without),
        [ImportOutcome::BonesGone(names(&["hand"]))]
    );
    assert_eq!(whats(&without, &without), []);
    assert_eq!(
        whats(&without, &less),
        [ImportOutcome::BonesGone(names(&["arm"]))]
    );
    assert_eq!(
        whats(&less, &back),
        [ImportOutcome::BonesBack(names(&["hand", "arm"]))]
    );
    let swapped = carried(&without, &rig(&["root", "hand"]), &Renames::new());
    assert_eq!(
        whats(&without, &swapped),
        [
            ImportOutcome::BonesGone(names(&["arm"])),
            ImportOutcome::BonesBack(names(&["hand"]))
        ]
    );
}

/// Bones as the file calls them, with unique names by the order here.
fn twice(bones: &[(&str, Option<u32>)]) -> Skeleton {
    let mut made: Vec<Bone> = Vec::new();
    for (called, parent) in bones {
        let before = bones[..made.len()]
            .iter()
            .filter(|(name, _)| name == called)
            .count();
        let name = if before == 0 {
            (*called).to_owned()
        } else {
            format!("{called}_{before}")
        };
        let called = (before > 0).then(|| (*called).to_owned());
        made.push(Bone {
            called,
            ..Bone::new(name, *parent, Transform::IDENTITY)
        });
    }
    Skeleton {
        bones: made,
        ..Skeleton::default()
    }
}

#[test]
fn bones_of_one_name_keep_their_keys_in_another_order_of_the_file() {
    let arms = |[a, b]: [&'static str; 2]| {
        twice(&[
            ("root", None),
            (a, Some(0)),
            (b, Some(0)),
            ("hand", Some(1)),
            ("hand", Some(2)),
        ])
    };
    let known = arms(["l", "r"]);
    let now = carried(&known, &arms(["r", "l"]), &Renames::new());
    assert_eq!(
        now.bones[3..]
            .iter()
            .map(|bone| bone.key.as_str())
            .collect::<Vec<_>>(),
        ["hand_1", "hand"]
    );
    assert!(now.absent.is_empty());
}

#[test]
fn a_project_that_does_not_say_what_was_made_unique_keeps_its_keys_too() {
    let mut known = twice(&[
        ("rig", None),
        ("Door", Some(0)),
        ("Door", Some(0)),
        ("Handle", Some(2)),
    ]);
    known.bones.iter_mut().for_each(|bone| bone.called = None);
    let new = twice(&[
        ("rig", None),
        ("Door", Some(0)),
        ("Handle", Some(1)),
        ("Door", Some(0)),
    ]);
    let (now, alike) = carried_over((&known, &[2, 3].into()), &new, &Renames::new());
    let keys: Vec<&str> = now.bones.iter().map(|bone| bone.key.as_str()).collect();
    assert_eq!(
        (keys, alike),
        (vec!["rig", "Door_1", "Handle", "Door"], Vec::new())
    );
}

#[test]
fn a_bone_that_comes_back_with_another_case_or_a_number_is_the_same() {
    let known = rig(&["root", "Arm", "Hand"]);
    let (now, alike) = carried_over(
        (&known, &BTreeSet::new()),
        &rig(&["root", "arm.001", "HAND"]),
        &Renames::new(),
    );
    assert_eq!(
        keys(&now),
        [("root", "root"), ("arm.001", "Arm"), ("HAND", "Hand")]
    );
    let pair = |new: &str, old: &str| (new.to_owned(), old.to_owned());
    assert_eq!(
        (alike, now.absent.len()),
        (vec![pair("arm.001", "Arm"), pair("HAND", "Hand")], 0)
    );
}
