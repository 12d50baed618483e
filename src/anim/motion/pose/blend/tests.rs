use super::*;
use crate::{Name, Transform, fixture::chain, pose::BoneAttribute};
use glam::{Quat, Vec3};
use proptest::prelude::*;

fn turned(degrees: f32) -> Pose {
    Pose::new([Transform::from_rotation(Quat::from_rotation_z(
        degrees.to_radians(),
    ))])
}

fn negated(pose: Pose) -> Pose {
    Pose::new(pose.iter().map(|local| Transform {
        rotation: -local.rotation,
        ..local
    }))
}

fn layer(pose: Pose, weight: f32) -> PoseLayer {
    PoseLayer {
        pose,
        weight,
        mask: None,
    }
}

fn blended(bones: usize, layers: &[PoseLayer]) -> Pose {
    let mut out = Pose::default();
    blend_layers(&chain(bones), layers, &mut out);
    out
}

fn degrees(pose: &Pose) -> f32 {
    pose.rotation(0).to_axis_angle().1.to_degrees()
}

#[test]
fn half_a_turn_back_is_the_turn_by_half() {
    let mut out = Pose::default();
    blend(&turned(0.0), &negated(turned(90.0)), 0.5, &mut out);
    assert!((degrees(&out) - 45.0).abs() < 1e-3);
}

#[test]
fn n_way_blend_matches_the_worked_example() {
    for second in [turned(30.0), negated(turned(30.0))] {
        let out = blended(
            1,
            &[
                layer(turned(0.0), 0.5),
                layer(second, 0.3),
                layer(turned(60.0), 0.2),
            ],
        );
        assert!((degrees(&out) - 20.904).abs() < 1e-3);
    }
}

#[test]
fn blend_ends_are_bit_identical() {
    let (a, b) = (turned(10.0), negated(turned(80.0)));
    let mut out = Pose::default();
    blend(&a, &b, 0.0, &mut out);
    assert_eq!(out, a);
    blend(&a, &b, 1.0, &mut out);
    assert_eq!(out, b);
    blend(&a, &b, f32::NAN, &mut out);
    assert_eq!(out, a);
}

#[test]
fn no_weight_gives_the_reference_pose() {
    for weight in [0.0, f32::NAN, -1.0] {
        assert_eq!(
            blended(1, &[layer(turned(50.0), weight)]),
            Pose::reference(&chain(1))
        );
    }
}

#[test]
fn rotations_that_cancel_out_take_the_heaviest() {
    let (a, b) = (
        Quat::from_xyzw(1.0, 0.0, 0.0, 0.0),
        Quat::from_xyzw(-1.0, 0.0, 0.0, 0.0),
    );
    let mut sum = PoseLayer {
        pose: Pose::new([Transform::from_rotation(a)]),
        weight: 0.5,
        mask: None,
    };
    // The sign rule turns an opposite input round; only a zero rotation leaves a zero sum.
    sum.pose
        .set_rotation(0, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0));
    let out = blended(
        1,
        &[sum, layer(Pose::new([Transform::from_rotation(b)]), 0.0)],
    );
    assert!(out.rotation(0).is_finite());
    let both = blended(
        1,
        &[
            layer(Pose::new([Transform::from_rotation(a)]), 0.5),
            layer(Pose::new([Transform::from_rotation(b)]), 0.5),
        ],
    );
    assert!(both.rotation(0).abs_diff_eq(a, 1e-6));
}

fn quat() -> impl Strategy<Value = Quat> {
    let unit = || -1.0f32..1.0;
    (unit(), unit(), unit(), unit()).prop_map(|(x, y, z, w)| {
        let q = Quat::from_xyzw(x, y, z, w);
        if q.length() > 1e-3 {
            q.normalize()
        } else {
            Quat::IDENTITY
        }
    })
}

fn apart(a: &Pose, b: &Pose) -> f32 {
    let (a, b) = (a.rotation(0), b.rotation(0));
    let b = if a.dot(b) < 0.0 { -b } else { b };
    (a - b).length()
}

proptest! {
    #[test]
    fn property_15_the_sign_of_an_input_does_not_matter(
        inputs in prop::collection::vec((quat(), 0.0f32..1.0), 2..9),
        turned in any::<prop::sample::Index>(),
        alpha in 0.0f32..1.0,
    ) {
        let pose = |q: Quat| Pose::new([Transform::from_rotation(q)]);
        let turned = turned.index(inputs.len());
        let layers = |sign: f32| -> Vec<PoseLayer> {
            let signed = |at: usize| if at == turned { sign } else { 1.0 };
            inputs.iter().enumerate().map(|(at, (q, weight))| layer(pose(*q * signed(at)), *weight)).collect()
        };
        let (plain, other) = (layers(1.0), layers(-1.0));
        prop_assert!(apart(&blended(1, &plain), &blended(1, &other)) <= 1e-6);
        let mixed = |layers: &[PoseLayer]| {
            let mut out = Pose::default();
            blend(&layers[0].pose, &layers[1].pose, alpha, &mut out);
            out
        };
        prop_assert!(apart(&mixed(&plain), &mixed(&other)) <= 1e-6);
    }
}

#[test]
fn a_missing_curve_counts_as_zero() {
    let mut with = turned(0.0);
    with.set_curve(Name::new("smile"), 1.0);
    let mut out = Pose::default();
    blend(&with, &turned(0.0), 0.25, &mut out);
    assert_eq!(out.curve(Name::new("smile")), Some(0.75));
    let layers = [layer(with, 1.0), layer(turned(0.0), 3.0)];
    assert_eq!(blended(1, &layers).curve(Name::new("smile")), Some(0.25));
}

#[test]
fn attributes_blend_beside_the_pose_bone_by_bone() {
    let heat = |bone| BoneAttribute {
        name: Name::new("heat"),
        bone,
    };
    let (mut hot, mut cold) = (turned(0.0), turned(90.0));
    hot.set_attribute(heat(3), 8.0);
    cold.set_attribute(heat(1), 2.0);
    let mut out = Pose::default();
    blend(&hot, &cold, 0.25, &mut out);
    assert_eq!(
        [1, 2, 3].map(|bone| out.attribute(heat(bone))),
        [Some(0.5), None, Some(6.0)]
    );
    let layers = [layer(hot.clone(), 1.0), layer(cold, 3.0)];
    assert_eq!(blended(1, &layers).attribute(heat(3)), Some(2.0));
    assert!(out.hash() != hot.hash() && out != turned(0.0));
    out.reset(&chain(1));
    assert_eq!(out.attribute(heat(3)), None);
}

#[test]
fn masked_layers_share_each_bone_by_their_own_weights() {
    let at = |x: f32| Pose::new([Transform::from_translation(Vec3::X * x); 11]);
    let mut weights = [1.0; 11];
    (weights[1], weights[2], weights[9]) = (0.0, 0.5, 0.0);
    let masked = PoseLayer {
        pose: at(6.0),
        weight: 1.0,
        mask: Some(BoneMask::new(&weights)),
    };
    let out = blended(11, &[layer(at(2.0), 1.0), masked.clone()]);
    let x: Vec<f32> = out.iter().map(|local| local.translation.x).collect();
    let expected = [
        4.0,
        2.0,
        2.0 * 2.0 / 3.0 + 6.0 / 3.0,
        4.0,
        4.0,
        4.0,
        4.0,
        4.0,
        4.0,
        2.0,
        4.0,
    ];
    assert!(
        x.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6),
        "{x:?}"
    );
    let alone = blended(11, &[masked]);
    assert_eq!(
        (alone.translation(1).x, alone.translation(3).x),
        (0.0, 6.0),
        "the reference pose where none counts"
    );
}

#[test]
fn scales_that_are_the_same_everywhere_blend_as_any_others() {
    let sized = |scale: f32| {
        Pose::new(
            [Transform {
                scale: Vec3::splat(scale),
                ..Transform::IDENTITY
            }; 9],
        )
    };
    for (a, b) in [
        (1.0, 1.0),
        (1.0, 0.9),
        (0.9, 1.0),
        (0.9, 0.9),
        (2.0, 0.0),
        (1.0, 0.1),
    ] {
        // What a used buffer held does not count.
        for used in [sized(1.0), sized(7.0)] {
            let is_wanted =
                |pose: &Pose| (pose.get(8).scale.x - (0.75 * a + 0.25 * b)).abs() < 1e-6;
            let mut out = used.clone();
            blend(&sized(a), &sized(b), 0.25, &mut out);
            assert!(is_wanted(&out), "{a} {b}: {:?}", out.get(8));
            let mut out = used;
            blend_layers(
                &chain(9),
                &[layer(sized(a), 0.75), layer(sized(b), 0.25)],
                &mut out,
            );
            assert!(is_wanted(&out), "{a} {b}: {:?}", out.get(8));
        }
    }
}

#[test]
fn more_layers_than_few_blend_as_few_do() {
    let at = |x: f32| Pose::new([Transform::from_translation(Vec3::X * x); 9]);
    for count in [15u8, 16, 17, 40] {
        let layers: Vec<PoseLayer> = (0..count).map(|i| layer(at(i.into()), 0.5)).collect();
        let wanted = (f32::from(count) - 1.0) / 2.0;
        assert!(
            (blended(9, &layers).translation(8).x - wanted).abs() < 1e-4,
            "{count}"
        );
    }
}

#[test]
fn without_weight_a_used_buffer_becomes_the_reference_pose_too() {
    for mut out in [turned(50.0), Pose::new([Transform::IDENTITY; 9])] {
        blend_layers(&chain(1), &[layer(turned(20.0), 0.0)], &mut out);
        assert_eq!(out, Pose::reference(&chain(1)));
    }
}

#[test]
fn a_layer_without_weight_brings_nothing_along() {
    let mut odd = Pose::new(
        [Transform {
            scale: Vec3::splat(3.0),
            ..Transform::IDENTITY
        }; 2],
    );
    odd.set_curve(Name::new("smile"), 1.0);
    for weight in [0.0, WEIGHT_EPSILON, f32::NAN] {
        let plain = Pose::new([Transform::from_translation(Vec3::X); 2]);
        let out = blended(2, &[layer(plain.clone(), 0.5), layer(odd.clone(), weight)]);
        assert_eq!(
            (out.curve(Name::new("smile")), &out),
            (None, &plain),
            "{weight}"
        );
    }
}

#[test]
fn where_rotations_cancel_out_the_heaviest_shows_and_of_equals_the_first() {
    let mask = |weight: f32| Some(BoneMask::new(&[weight]));
    let none = Pose::new([Transform::from_rotation(Quat::from_xyzw(
        0.0, 0.0, 0.0, 0.0,
    ))]);
    let (a, b) = (layer(turned(40.0), 0.7), layer(turned(80.0), 0.3));
    let shown = |first: &PoseLayer, second: &PoseLayer| {
        // Neither counts here, and what does has no rotation.
        let hidden = [first, second].map(|layer| PoseLayer {
            mask: mask(0.0),
            ..layer.clone()
        });
        let [first, second] = hidden;
        degrees(&blended(1, &[layer(none.clone(), 0.2), first, second]))
    };
    assert!((shown(&a, &b) - 40.0).abs() < 1e-3 && (shown(&b, &a) - 40.0).abs() < 1e-3);
    let even = layer(turned(80.0), 0.7);
    assert!((shown(&even, &a) - 80.0).abs() < 1e-3 && (shown(&a, &even) - 40.0).abs() < 1e-3);
}

#[test]
fn alphas_next_to_the_ends_are_the_ends_to_the_bit() {
    let (a, b) = (turned(10.0), turned(80.0));
    let at = |alpha: f32| {
        let mut out = Pose::default();
        blend(&a, &b, alpha, &mut out);
        out
    };
    assert_eq!(
        (at(WEIGHT_EPSILON), at(1.0 - WEIGHT_EPSILON)),
        (a.clone(), b.clone())
    );
    assert_eq!((at(-3.0), at(3.0)), (a.clone(), b.clone()));
    assert!(at(1.1e-5) != a && at(1.0 - 1.1e-5) != b);
    let total = |weight: f32| blended(1, &[layer(b.clone(), weight)]);
    assert_eq!(total(WEIGHT_EPSILON), Pose::reference(&chain(1)));
    assert!(apart(&total(1.1e-5), &b) < 1e-6);
}
