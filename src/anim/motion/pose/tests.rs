use super::*;
use crate::simd::{Width, set_width};

#[test]
fn one_number_that_is_none_anywhere_is_seen_at_every_width() {
    let sound = |bones: usize, scale: f32| {
        Pose::new((0..bones).map(|at| Transform {
            scale: Vec3::splat(scale + at as f32 * (scale - 1.0)),
            ..Transform::IDENTITY
        }))
    };
    for width in Width::ALL {
        set_width(width);
        for (bones, scale) in [(1, 1.0), (8, 2.0), (9, 1.0), (77, 0.5)] {
            assert!(sound(bones, scale).is_finite() && Pose::default().is_finite());
            for (bad, at, row) in [f32::NAN, f32::INFINITY, -f32::INFINITY]
                .into_iter()
                .flat_map(|bad| {
                    (0..bones).flat_map(move |at| (0..10).map(move |row| (bad, at, row)))
                })
            {
                let mut pose = sound(bones, scale);
                let mut local = pose.get(at);
                match row {
                    0..3 => local.translation[row] = bad,
                    3..6 => local.scale[row - 3] = bad,
                    _ => {
                        let mut turn = local.rotation.to_array();
                        turn[row - 6] = bad;
                        local.rotation = Quat::from_array(turn);
                    }
                }
                pose.set(at, &local);
                assert!(
                    !pose.is_finite(),
                    "{bad} in row {row} of bone {at} of {bones}, {width:?}"
                );
            }
        }
    }
    set_width(Width::Eight);
    for bad in [f32::NAN, f32::INFINITY] {
        let pose = Pose {
            curves: vec![(Name(1), 0.0), (Name(2), bad)],
            ..sound(3, 1.0)
        };
        assert!(!pose.is_finite());
    }
}

#[test]
fn poses_differ_in_one_bone_one_curve_or_one_attribute() {
    let plain = Pose::new([Transform::IDENTITY; 3]);
    let changed = |change: fn(&mut Pose)| {
        let mut pose = plain.clone();
        change(&mut pose);
        pose
    };
    let attribute = BoneAttribute {
        name: Name(1),
        bone: 0,
    };
    assert_eq!(changed(|_| ()), plain);
    assert_ne!(changed(|pose| pose.set_translation(2, Vec3::X)), plain);
    assert_ne!(changed(|pose| pose.set_curve(Name(1), 1.0)), plain);
    let mut with_attribute = plain.clone();
    with_attribute.set_attribute(attribute, 1.0);
    assert_ne!(with_attribute, plain);
    assert_ne!(Pose::new([Transform::IDENTITY; 2]), plain);
}

#[test]
fn numbers_are_kept_in_order_each_once() {
    let mut pose = Pose::new([Transform::IDENTITY]);
    for (name, value) in [(5, 1.0), (3, 2.0), (9, 3.0), (5, 4.0)] {
        pose.set_curve(Name(name), value);
        pose.set_attribute(
            BoneAttribute {
                name: Name(1),
                bone: name as u32,
            },
            value,
        );
    }
    assert_eq!(
        pose.curves,
        [(Name(3), 2.0), (Name(5), 4.0), (Name(9), 3.0)]
    );
    assert_eq!(
        pose.attributes
            .iter()
            .map(|entry| entry.0.bone)
            .collect::<Vec<_>>(),
        [3, 5, 9]
    );
    assert_eq!(
        (pose.curve(Name(5)), pose.curve(Name(4))),
        (Some(4.0), None)
    );
    let mut sum = Pose::new([Transform::IDENTITY]);
    sum.set_curve(Name(3), 1.0);
    sum.add_numbers(&pose, 0.5);
    assert_eq!(sum.curves, [(Name(3), 2.0), (Name(5), 2.0), (Name(9), 1.5)]);
    pose.reset(&crate::fixture::chain(3));
    assert_eq!(
        (
            pose.len(),
            pose.is_empty(),
            pose.curves.len(),
            pose.attributes.len()
        ),
        (3, false, 0, 0)
    );
}

#[test]
fn a_scale_is_even_as_long_as_all_bones_have_it() {
    let sized = |scale: f32| Transform {
        scale: Vec3::splat(scale),
        ..Transform::IDENTITY
    };
    let odd = Transform {
        scale: Vec3::new(1.0, 1.0, 2.0),
        ..Transform::IDENTITY
    };
    let has =
        |locals: &[Transform], value: f32| Pose::new(locals.iter().copied()).has_even_scale(value);
    assert!(has(&[sized(2.0); 9], 2.0) && !has(&[sized(2.0); 9], 1.0));
    assert!(
        !has(&[sized(2.0), sized(1.0)], 2.0)
            && !has(&[odd; 2], 1.0)
            && !has(&[sized(1.0), odd], 1.0)
    );
    let mut filled = Pose::default();
    filled.fill(9, &sized(2.0));
    assert!(filled.has_even_scale(2.0) && filled.len() == 9 && filled.blocks().len() == 2);
    filled.set(8, &sized(2.0));
    assert!(filled.has_even_scale(2.0));
    filled.set(8, &odd);
    assert!(!filled.has_even_scale(2.0));
}

/// As golden vectors hold it, worked out one number after the other.
#[test]
fn every_bit_counts_in_the_hash_and_all_that_is_no_number_counts_as_one() {
    let hash = |value: f32| {
        let mut pose = Pose::new([Transform::from_translation(Vec3::splat(value))]);
        pose.set_curve(Name(1), value);
        pose.hash()
    };
    assert_eq!(hash(-f32::NAN), hash(f32::NAN));
    let distinct = [f32::NAN, 0.0, -0.0, 1.0, 1f32.next_up(), f32::INFINITY].map(hash);
    assert_eq!(
        distinct
            .iter()
            .collect::<std::collections::BTreeSet<_>>()
            .len(),
        distinct.len()
    );
}

#[test]
fn the_hash_of_a_pose_is_that_of_files() {
    let mut pose = Pose::new([Transform::from_translation(Vec3::new(1.0, 2.0, 3.0))]);
    pose.set_curve(Name(77), 0.5);
    pose.set_attribute(
        BoneAttribute {
            name: Name(5),
            bone: 3,
        },
        4.0,
    );
    let floats = [1.0f32, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]
        .map(|value| u64::from(value.to_bits()));
    let rest = [
        77,
        u64::from(0.5f32.to_bits()),
        5 ^ 3,
        u64::from(4f32.to_bits()),
    ];
    let step = |hash: u64, bits: &u64| {
        (hash ^ bits)
            .wrapping_mul(0x0000_0100_0000_01b3)
            .rotate_left(23)
    };
    assert_eq!(
        pose.hash(),
        floats.iter().chain(&rest).fold(0xcbf2_9ce4_8422_2325, step)
    );
}
