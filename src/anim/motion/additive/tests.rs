use super::*;
use crate::fixture::chain;
use proptest::prelude::*;

fn pose(rotations: &[Quat]) -> Pose {
    Pose::new(rotations.iter().map(|q| Transform::from_rotation(*q)))
}

fn degrees_between(a: Quat, b: Quat) -> f32 {
    (2.0 * a.dot(b).abs().min(1.0).acos()).to_degrees()
}

fn added(kind: AdditiveKind, base: &Pose, source: &Pose, onto: &Pose, weight: f32) -> Pose {
    let skeleton = chain(base.len());
    let mut out = onto.clone();
    AdditivePose::between(kind, &skeleton, base, source).apply(&skeleton, weight, &mut out);
    out
}

#[test]
fn parent_and_bone_frame_differ_by_the_worked_angle() {
    let base = pose(&[Quat::from_rotation_x(30f32.to_radians())]);
    let source = pose(&[Quat::from_rotation_y(40f32.to_radians()) * base.rotation(0)]);
    let onto = pose(&[Quat::from_rotation_z(90f32.to_radians())]);
    let of = |kind| added(kind, &base, &source, &onto, 1.0).rotation(0);
    let angle = degrees_between(of(AdditiveKind::Local), of(AdditiveKind::LocalBoneFrame));
    assert!((angle - 55.982).abs() < 0.01, "{angle}");
}

#[test]
fn mesh_additives_turn_about_the_mesh_axis() {
    let quarter = 90f32.to_radians();
    let base = pose(&[Quat::IDENTITY; 2]);
    let source = pose(&[Quat::IDENTITY, Quat::from_rotation_x(quarter)]);
    let onto = pose(&[Quat::from_rotation_z(quarter), Quat::IDENTITY]);
    let mesh = added(AdditiveKind::Mesh, &base, &source, &onto, 1.0).rotation(1);
    assert!(
        degrees_between(mesh, Quat::from_xyzw(0.0, -0.707_106_77, 0.0, 0.707_106_77)) < 0.2,
        "{mesh}"
    );
    let local = added(AdditiveKind::Local, &base, &source, &onto, 1.0).rotation(1);
    let in_mesh = onto.rotation(0) * local;
    assert!(degrees_between(in_mesh, Quat::from_rotation_y(quarter) * onto.rotation(0)) < 0.2);
}

#[test]
fn scale_increments_multiply() {
    let scaled = |s: f32| {
        Pose::new([Transform {
            scale: Vec3::splat(s),
            ..Transform::IDENTITY
        }])
    };
    let out = added(
        AdditiveKind::Local,
        &scaled(1.0),
        &scaled(1.5),
        &scaled(2.0),
        0.5,
    );
    assert!((out.get(0).scale.x - 2.5).abs() < 1e-6);
    let zero = added(
        AdditiveKind::Local,
        &scaled(0.0),
        &scaled(1.0),
        &scaled(2.0),
        1.0,
    );
    assert_eq!(zero.get(0).scale.x, 2.0);
}

#[test]
fn onto_its_own_base_an_additive_gives_its_source_and_weight_zero_nothing() {
    let base = pose(&[Quat::from_rotation_x(0.4), Quat::from_rotation_y(-0.9)]);
    let source = pose(&[Quat::from_rotation_z(1.1), Quat::from_rotation_x(0.3)]);
    for kind in [
        AdditiveKind::Local,
        AdditiveKind::Mesh,
        AdditiveKind::LocalBoneFrame,
    ] {
        let out = added(kind, &base, &source, &base, 1.0);
        for (got, wanted) in out.iter().zip(source.iter()) {
            assert!(
                1.0 - got.rotation.dot(wanted.rotation).abs() < 1e-6,
                "{kind:?}"
            );
        }
        assert_eq!(added(kind, &base, &source, &base, 0.0), base);
    }
}

fn local() -> impl Strategy<Value = Transform> {
    let unit = || -1.0f32..1.0;
    let vector = move || (unit(), unit(), unit()).prop_map(|(x, y, z)| Vec3::new(x, y, z));
    let scale = (0.25f32..4.0, 0.25f32..4.0, 0.25f32..4.0).prop_map(|(x, y, z)| Vec3::new(x, y, z));
    let rotation = (vector(), unit()).prop_map(|(v, w)| {
        let q = Quat::from_xyzw(v.x, v.y, v.z, w);
        if q.length() > 1e-3 {
            q.normalize()
        } else {
            Quat::from_xyzw(1.0, 0.0, 0.0, 0.0)
        }
    });
    (vector(), rotation, scale).prop_map(|(t, q, s)| Transform::new(t, q, s))
}

proptest! {
    #[test]
    fn property_10_onto_its_own_base_an_additive_gives_its_source(
        pairs in prop::collection::vec((local(), local()), 1..20),
    ) {
        let (base, source): (Vec<Transform>, Vec<Transform>) = pairs.into_iter().unzip();
        let (base, source) = (Pose::new(base), Pose::new(source));
        for kind in [AdditiveKind::Local, AdditiveKind::Mesh, AdditiveKind::LocalBoneFrame] {
            let out = added(kind, &base, &source, &base, 1.0);
            for (got, wanted) in out.iter().zip(source.iter()) {
                let towards = if got.rotation.dot(wanted.rotation) < 0.0 { -wanted.rotation } else { wanted.rotation };
                prop_assert!(got.translation.abs_diff_eq(wanted.translation, 1e-6), "{:?} {:?} {:?}", kind, got, wanted);
                prop_assert!(got.rotation.abs_diff_eq(towards, 1e-6), "{:?} {:?} {:?}", kind, got, wanted);
                prop_assert!(got.scale.abs_diff_eq(wanted.scale, 1e-6 * 4.0), "{:?} {:?} {:?}", kind, got, wanted);
            }
            prop_assert_eq!(added(kind, &base, &source, &base, 0.0), base.clone(), "property 11");
        }
    }
}

fn part(rotation: Quat, weight: f32) -> Quat {
    let rows = rotation.to_array().map(|value| [value; LANES]);
    Quat::from_array(parts_of(&rows, &[weight; LANES]).map(|row| row[3]))
}

#[test]
fn parts_of_a_rotation_take_the_shorter_way() {
    assert!(
        degrees_between(
            part(-Quat::from_rotation_z(1.0), 0.5),
            Quat::from_rotation_z(0.5)
        ) < 0.1
    );
    assert_eq!(part(Quat::IDENTITY, 3.0), Quat::IDENTITY);
}

#[test]
fn parts_of_a_rotation_agree_with_sines() {
    let axis = Vec3::new(0.36, 0.48, 0.8);
    for angle in (0..=62).map(|i| i as f32 * 0.05) {
        for weight in [-1.5, -0.4, 0.01, 0.3, 0.5, 1.0, 2.5] {
            let (got, wanted) = (
                part(Quat::from_axis_angle(axis, angle), weight),
                Quat::from_axis_angle(axis, angle * weight),
            );
            let wanted = if got.dot(wanted) < 0.0 {
                -wanted
            } else {
                wanted
            };
            // What the fit leaves out, inside of the way alone; of the half angle.
            let left_out = if (0.0..=1.0).contains(&weight) {
                2e-6
            } else {
                0.0
            };
            let most = 3e-7 * (1.0 + weight.abs()) + left_out;
            assert!(
                got.abs_diff_eq(wanted, most),
                "{angle} {weight}: {got} {wanted}"
            );
        }
    }
}

#[test]
fn growth_that_is_the_same_everywhere_counts_and_none_leaves_scales_to_the_bit() {
    let sized = |scale: f32| {
        Pose::new(
            [Transform {
                scale: Vec3::splat(scale),
                ..Transform::IDENTITY
            }; 9],
        )
    };
    for (to, weight) in [(1.1f32, 1.0), (0.5, 0.5), (2.0, -0.5)] {
        for kind in [AdditiveKind::Local, AdditiveKind::Mesh] {
            let out = added(kind, &sized(1.0), &sized(to), &sized(3.0), weight);
            let wanted = 3.0 * (1.0 + (to - 1.0) * weight);
            assert!(
                (out.get(8).scale.y - wanted).abs() < 1e-5,
                "{to} {weight} {kind:?}"
            );
        }
        let out = added(
            AdditiveKind::LocalBoneFrame,
            &sized(1.0),
            &sized(to),
            &sized(3.0),
            weight,
        );
        assert!(
            (out.get(8).scale.y - (3.0 + (to - 1.0) * weight)).abs() < 1e-5,
            "{to} {weight}"
        );
    }
    let tenth = added(
        AdditiveKind::LocalBoneFrame,
        &sized(0.0),
        &sized(0.1),
        &sized(3.0),
        1.0,
    );
    assert!((tenth.get(8).scale.y - 3.1).abs() < 1e-6);
    assert_eq!(
        added(
            AdditiveKind::Local,
            &sized(0.3),
            &sized(0.3),
            &sized(0.7),
            1.0
        )
        .get(8)
        .scale,
        Vec3::splat(0.7)
    );
}

#[test]
fn curves_are_added_by_their_differences() {
    let with = |value: f32| {
        let mut pose = pose(&[Quat::IDENTITY]);
        pose.set_curve(crate::Name::new("smile"), value);
        pose
    };
    let out = added(
        AdditiveKind::Local,
        &with(0.25),
        &with(0.75),
        &with(2.0),
        0.5,
    );
    assert_eq!(out.curve(crate::Name::new("smile")), Some(2.25));
}

proptest! {
    #[test]
    fn each_bone_gets_its_part_by_the_mask_and_none_where_it_has_none(
        weight in -0.5f32..1.5,
        seed in 0u32..1000,
        is_mesh in any::<bool>(),
    ) {
        let turned = |by: f32| {
            let local = |bone: usize| {
                let angle = by * (seed as f32 + bone as f32).sin();
                let scale = Vec3::splat(1.0 + 0.1 * angle);
                Transform::new(Vec3::X * angle, Quat::from_euler(glam::EulerRot::XYZ, angle, by, -angle), scale)
            };
            Pose::new((0..19).map(local))
        };
        let (skeleton, base) = (crate::fixture::chain(19), turned(0.3));
        let kind = if is_mesh { AdditiveKind::Mesh } else { AdditiveKind::Local };
        let put = |weight: f32, mask: Option<&[f32]>| {
            let mut out = base.clone();
            let mut difference = AdditivePose::between(kind, &skeleton, &turned(0.1), &turned(0.9));
            difference.apply_masked(&skeleton, weight, mask.map(BoneMask::new).as_ref(), &mut out);
            out
        };
        prop_assert_eq!(put(weight, Some(&[0.0; 19])), base.clone());
        prop_assert_eq!(put(weight, Some(&[])), base.clone());
        prop_assert_eq!(put(weight, Some(&[1.0; 19])), put(weight, None));
        let (half, wanted) = (put(weight, Some(&[0.5; 19])), put(0.5 * weight, None));
        for (half, wanted) in half.iter().zip(wanted.iter()) {
            prop_assert!(half.rotation.abs_diff_eq(wanted.rotation, 1e-6));
            prop_assert!(half.translation.abs_diff_eq(wanted.translation, 1e-6));
            prop_assert!(half.scale.abs_diff_eq(wanted.scale, 1e-6));
        }
        // A limb from bone 9 on: above it nothing is touched, it itself is turned as without a
        // mask.
        let limb: Vec<f32> = (0..19).map(|bone| f32::from(u8::from(bone >= 9))).collect();
        let (found, whole) = (put(weight, Some(&limb)), put(weight, None));
        for bone in 0..19 {
            match bone {
                0..9 => prop_assert_eq!(found.get(bone), base.get(bone)),
                // In model space on another bone above it.
                9 if is_mesh => {}
                _ => {
                    let (found, whole) = (found.get(bone), whole.get(bone));
                    prop_assert!(found.rotation.dot(whole.rotation).abs() > 1.0 - 1e-5);
                    prop_assert_eq!(found.translation, whole.translation);
                }
            }
        }
    }
}

/// A forearm without weight under an arm that is raised keeps where it points, and the hand on it
/// all.
#[test]
fn what_a_mesh_space_difference_leaves_out_keeps_its_turn_in_the_model() {
    let (skeleton, base) = (
        crate::fixture::chain(4),
        pose(&[Quat::from_rotation_x(0.4); 4]),
    );
    let raised = pose(&[
        Quat::IDENTITY,
        Quat::from_rotation_y(0.8),
        Quat::IDENTITY,
        Quat::IDENTITY,
    ]);
    let mut difference = AdditivePose::between(
        AdditiveKind::Mesh,
        &skeleton,
        &pose(&[Quat::IDENTITY; 4]),
        &raised,
    );
    let mut out = base.clone();
    difference.apply_masked(
        &skeleton,
        1.0,
        Some(&BoneMask::new(&[0.0, 1.0, 0.0, 0.0])),
        &mut out,
    );
    let (mut before, mut after) = (Vec::new(), Vec::new());
    spaces::mesh_rotations(&skeleton, &base, &mut before);
    spaces::mesh_rotations(&skeleton, &out, &mut after);
    assert!(after[1].abs_diff_eq(Quat::from_rotation_y(0.8) * before[1], 1e-6));
    assert!(after[2].abs_diff_eq(before[2], 1e-6));
    assert_eq!(
        [0, 3].map(|bone| out.get(bone)),
        [0, 3].map(|bone| base.get(bone))
    );
    assert_ne!(out.get(2), base.get(2));
}
