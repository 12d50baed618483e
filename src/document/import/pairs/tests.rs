use super::*;
use anim::Transform;
use glam::Vec3;

/// What the file calls each bone, its parent, and how far it stands along X. Unique names are
/// numbered in this order.
fn rig(bones: &[(&str, Option<u32>, f32)]) -> Skeleton {
    let mut made: Vec<Bone> = Vec::new();
    for (called, parent, x) in bones {
        let before = bones[..made.len()]
            .iter()
            .filter(|(name, ..)| name == called)
            .count();
        let name = if before == 0 {
            (*called).to_owned()
        } else {
            format!("{called}_{before}")
        };
        let called = (before > 0).then(|| (*called).to_owned());
        made.push(Bone {
            called,
            ..Bone::new(name, *parent, Transform::from_translation(Vec3::X * *x))
        });
    }
    Skeleton {
        bones: made,
        ..Skeleton::default()
    }
}

fn found(own: &Skeleton, other: &Skeleton, followed: &[usize]) -> Pairs {
    pairs(
        own,
        other,
        &followed.iter().copied().collect(),
        &Renames::new(),
    )
}

/// As in files whose mesh part or armature is called like a bone.
#[test]
fn what_vertices_follow_is_meant_by_its_name() {
    let bones = rig(&[("Door", None, 0.0), ("Handle", Some(0), 1.0)]);
    let below_armature = rig(&[
        ("Door", None, 0.0),
        ("Door", Some(0), 0.0),
        ("Handle", Some(1), 1.0),
    ]);
    let with_part = rig(&[
        ("Rig", None, 0.0),
        ("Door", Some(0), 0.0),
        ("Door", Some(0), 0.0),
        ("Handle", Some(2), 1.0),
    ]);
    let with_both = rig(&[
        ("Door", None, 0.0),
        ("Door", Some(0), 0.0),
        ("Door", Some(0), 0.0),
        ("Handle", Some(2), 1.0),
    ]);
    for other in [&with_part, &with_both] {
        let own = found(&bones, other, &[2, 3]);
        assert_eq!((own.found, own.open.len()), (vec![Some(2), Some(3)], 0));
        let own = found(&below_armature, other, &[2, 3]);
        assert_eq!(
            (&own.found[1..], own.open.len()),
            (&[Some(2), Some(3)][..], 0),
            "{other:?}"
        );
    }
    assert_eq!(
        found(&below_armature, &with_both, &[2, 3]).found[0],
        Some(0)
    );
    assert_eq!(found(&below_armature, &with_part, &[2, 3]).found[0], None);
}

#[test]
fn bones_of_one_name_are_told_apart_by_what_they_hang_on_carry_and_where_they_stand() {
    let hands = |order: [usize; 2]| {
        let (arms, x) = (["arm_l", "arm_r"], [1.0, -1.0]);
        let [a, b] = order;
        rig(&[
            ("root", None, 0.0),
            (arms[a], Some(0), x[a]),
            (arms[b], Some(0), x[b]),
            ("hand", Some(1), 1.0),
            ("hand", Some(2), 1.0),
        ])
    };
    assert_eq!(
        found(&hands([0, 1]), &hands([1, 0]), &[]).found[3..],
        [Some(4), Some(3)]
    );
    let feet = |x: [f32; 2]| {
        rig(&[
            ("root", None, 0.0),
            ("foot", Some(0), x[0]),
            ("foot", Some(0), x[1]),
        ])
    };
    for size in [1.0, 2.5] {
        let pairs = found(&feet([0.1, -0.1]), &feet([-0.1 * size, 0.1 * size]), &[]);
        assert_eq!(
            (&pairs.found[1..], pairs.open.len()),
            (&[Some(2), Some(1)][..], 0),
            "{size}"
        );
    }
    let tails = |order: [usize; 2]| {
        let ends = ["tip", "fin"];
        rig(&[
            ("root", None, 0.0),
            ("tail", Some(0), 0.0),
            ("tail", Some(0), 0.0),
            (ends[order[0]], Some(1), 1.0),
            (ends[order[1]], Some(2), 1.0),
        ])
    };
    assert_eq!(
        found(&tails([0, 1]), &tails([1, 0]), &[]).found[1..],
        [Some(2), Some(1), Some(4), Some(3)]
    );
}

#[test]
fn a_chain_of_one_name_keeps_its_order() {
    let chain = |length: usize| -> Skeleton {
        let bone = |at: usize| {
            (
                "Bone",
                at.checked_sub(1).map(|parent| parent as u32),
                at as f32,
            )
        };
        rig(&(0..length).map(bone).collect::<Vec<_>>())
    };
    let all = |count: usize| (0..count).map(Some).collect::<Vec<_>>();
    assert_eq!(found(&chain(5), &chain(7), &[]).found, all(5));
    let longer = found(&chain(7), &chain(5), &[]).found;
    assert_eq!(longer.iter().flatten().count(), 5, "{longer:?}");
}

#[test]
fn what_nothing_tells_apart_is_open_until_it_is_said() {
    let own = rig(&[("top", None, 0.0), ("Door", Some(0), 1.0)]);
    let other = rig(&[
        ("rig", None, 0.0),
        ("a", Some(0), 0.0),
        ("b", Some(0), 0.0),
        ("Door", Some(1), 1.0),
        ("Door", Some(2), 1.0),
    ]);
    let asked = found(&own, &other, &[3, 4]);
    assert_eq!(asked.open, [(1, [3, 4].into())].into());
    assert_eq!(
        (path(&other, 3), path(&other, 4)),
        ("rig/a/Door".into(), "rig/b/Door".into())
    );
    let said: Renames = [("Door".to_owned(), "Door_1".to_owned())].into();
    let told = pairs(&own, &other, &[3, 4].into(), &said);
    assert_eq!((told.found[1], told.open.len()), (Some(4), 0));
    assert!(
        found(&own, &other, &[4]).open.is_empty(),
        "vertices follow one only"
    );
    let twins = |count: usize| {
        let bone = |at: usize| ("wing", Some(0), if at == 0 { 0.0 } else { 1.0 });
        rig(&[("root", None, 0.0)]
            .into_iter()
            .chain((0..count).map(|_| bone(1)))
            .collect::<Vec<_>>())
    };
    let mut moved = twins(2);
    moved.bones[0].name = "base".into();
    assert_eq!(
        found(&moved, &twins(2), &[]).open.len(),
        0,
        "nothing above speaks for either"
    );
}

#[test]
fn names_that_differ_by_case_or_a_number_are_one_bone_in_the_same_place_only() {
    let own = rig(&[
        ("root", None, 0.0),
        ("door.001", Some(0), 1.0),
        ("HANDLE", Some(1), 1.0),
        ("fin.12", Some(0), 0.0),
    ]);
    let other = rig(&[
        ("root", None, 0.0),
        ("Door", Some(0), 1.0),
        ("Handle", Some(1), 1.0),
        ("fin", Some(0), 0.0),
    ]);
    let pairs = found(&own, &other, &[]);
    assert_eq!(
        (pairs.found, pairs.alike),
        (vec![Some(0), Some(1), Some(2), None], [1, 2].into())
    );
    let elsewhere = rig(&[
        ("root", None, 0.0),
        ("x", Some(0), 0.0),
        ("Door", Some(1), 1.0),
    ]);
    assert_eq!(found(&own, &elsewhere, &[]).found[1], None);
    let both = rig(&[
        ("root", None, 0.0),
        ("Door", Some(0), 1.0),
        ("door.001", Some(0), 1.0),
    ]);
    assert_eq!(
        found(&own, &both, &[]).found[1],
        Some(2),
        "the very name comes first"
    );
}

#[test]
fn a_flood_of_one_name_goes_by_unique_names() {
    let flood = |count: usize| {
        let bones = [("root", None, 0.0)]
            .into_iter()
            .chain((0..count).map(|_| ("x", Some(0), 1.0)));
        rig(&bones.collect::<Vec<_>>())
    };
    let found = found(&flood(150), &flood(160), &[]).found;
    assert_eq!(found, (0..151).map(Some).collect::<Vec<_>>());
}
