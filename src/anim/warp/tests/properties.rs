//! The numbered properties of spec 08 §8 that are of poses, in its own axes and centimetres, and
//! what it promises.

use super::{orientation::warp_angle, stride::stretch, *};
use crate::ik::turn::{direction, from_turn_vector, reject, turn_vector};
use glam::{DQuat, DVec3};
use proptest::prelude::*;

/// From centimetres with z up.
fn cm(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, z, -y) / 100.0
}

fn to_cm(v: DVec3) -> DVec3 {
    DVec3::new(v.x, -v.z, v.y) * 100.0
}

fn near(got: DVec3, wanted: [f64; 3], within: f64) {
    assert!(
        got.abs_diff_eq(wanted.into(), within),
        "{got} for {wanted:?}"
    );
}

fn still(place: DVec3) -> Rigid {
    Rigid::new(place, DQuat::IDENTITY)
}

/// A step, one foot ahead.
fn walker() -> (DVec3, [WarpLeg; 2]) {
    let leg = |x: f64, y: f64| WarpLeg {
        ik: still(cm(x, y, 0.0)),
        fk: cm(x, y, 0.0),
        thigh: still(cm(0.0, y, 85.0)),
    };
    (cm(0.0, 0.0, 90.0), [leg(40.0, 10.0), leg(-40.0, -10.0)])
}

fn given(scale: f64) -> StrideTick {
    StrideTick {
        dt: 0.1,
        drive: Drive::Given {
            scale,
            direction: DVec3::X,
        },
        normal: DVec3::Y,
    }
}

/// Properties 08.10 and 08.11.
#[test]
fn property_10_and_11_feet_go_along_the_floor() {
    let (foot, hip, gravity) = (cm(30.0, 12.0, 8.0), cm(0.0, 10.0, 90.0), DVec3::NEG_Y);
    near(
        to_cm(stretch(foot, hip, [DVec3::X, DVec3::Y, gravity], 1.25)),
        [37.5, 12.0, 8.0],
        1e-9,
    );
    near(
        to_cm(stretch(foot, hip, [DVec3::X, DVec3::Y, gravity], 0.0)),
        [0.0, 12.0, 8.0],
        1e-9,
    );
    let (sin, cos) = 20f64.to_radians().sin_cos();
    let normal = cm(-sin, 0.0, cos).normalize();
    let along = reject(DVec3::X, normal).normalize();
    near(to_cm(along) / 100.0, [0.9397, 0.0, 0.3420], 5e-5);
    let moved = stretch(foot, hip, [along, normal, gravity], 1.25);
    near(to_cm(moved), [37.5, 12.0, 10.7298], 5e-5);
    assert!(
        (moved - foot).dot(normal).abs() < 1e-12,
        "on the plane through the foot"
    );
}

/// Property 08.12.
#[test]
fn property_12_the_scale_is_that_of_the_speeds() {
    let drive = Drive::RootMotion {
        delta: Some(cm(4.0, 0.0, 0.0)),
        speed: 3.0,
    };
    let tick = StrideTick {
        dt: 1.0 / 60.0,
        drive,
        normal: DVec3::Y,
    };
    let scale = |stride: Stride, ticks: usize| {
        let mut pace = StridePace::default();
        (0..ticks)
            .map(|_| stride.decide(&mut pace, &tick).scale)
            .last()
            .unwrap()
    };
    assert!((scale(Stride::default(), 1) - 1.25).abs() < 1e-12);
    assert!(
        (scale(
            Stride {
                interp_up: 10.0,
                ..Stride::default()
            },
            3
        ) - 1.1053)
            .abs()
            < 5e-5
    );
    assert_eq!(
        scale(
            Stride {
                clamp: [0.5, 1.1],
                ..Stride::default()
            },
            1
        ),
        1.1
    );
}

/// Property 08.13.
#[test]
fn property_13_the_pelvis_goes_where_legs_reach() {
    let (from, mut legs) = walker();
    assert!((legs[0].fk.distance(from) * 100.0 - 98.995).abs() < 5e-4);
    legs[0].ik = still(cm(60.0, 10.0, 0.0));
    legs[1].ik = still(cm(-60.0, -10.0, 0.0));
    let height = |iterations: u32, most: f64, tolerance: f64| {
        90.0 + Pelvis {
            most,
            iterations,
            tolerance,
            ..Pelvis::default()
        }
        .pull(from, &legs)
        .y * 100.0
    };
    for (height, wanted) in [
        (height(1, 1.0, 1e-4), 82.019),
        (height(3, 0.1, 1e-4), 80.0),
        (height(3, 0.05, 1e-4), 85.0),
        (height(99, 1.0, 1e-12), 78.102),
    ] {
        assert!((height - wanted).abs() < 6e-4, "{height} for {wanted}");
    }
    legs.iter_mut()
        .for_each(|leg| leg.ik = still(cm(5.0, 0.0, 0.0)));
    let pulls = |pull_only| {
        Pelvis {
            pull_only,
            ..Pelvis::default()
        }
        .pull(from, &legs)
    };
    assert!(
        pulls(false).y > 0.05 && pulls(true) == DVec3::ZERO,
        "what reaches pulls nothing"
    );
    assert_eq!(Pelvis::default().pull(from, &[]), DVec3::ZERO);
    let endless = Pelvis {
        iterations: u32::MAX,
        tolerance: -1.0,
        ..Pelvis::default()
    };
    assert!(
        endless.pull(from, &legs).is_finite(),
        "a file cannot ask for more time than there is"
    );
}

/// Property 08.14.
#[test]
fn property_14_the_turn_is_shared_and_backwards_is_no_turn() {
    let towards = |degrees: f64| about_up(degrees) * DVec3::Z;
    for (to, wanted) in [
        (45.0, 45.0),
        (135.0, -45.0),
        (180.0, 0.0),
        (-100.0, 80.0),
        (90.0, 90.0),
    ] {
        let (angle, inverted) = warp_angle(DVec3::Z, towards(to), 90.0);
        assert!(
            (angle - wanted).abs() < 1e-9 && inverted == (f64::abs(to) > 90.0),
            "{to}: {angle}"
        );
    }
    assert!(
        (warp_angle(DVec3::Z, towards(135.0), 0.0).0 - 135.0).abs() < 1e-9,
        "without a threshold"
    );
    let orientation = Orientation {
        distribution: 0.25,
        ..Orientation::default()
    };
    let turn = orientation.decide(
        &mut OrientationPace::default(),
        0.1,
        DVec3::Z,
        Heading::Angle(45.0),
    );
    let (mut own, mut spine, mut feet) = (
        [Rigid::IDENTITY; 3],
        [Rigid::IDENTITY; 3],
        [Rigid::IDENTITY],
    );
    let [root, pelvis, foot_root] = &mut own;
    orientation.bend(
        turn.angle,
        OrientationBody {
            root,
            pelvis,
            spine: &mut spine,
            foot_root,
            feet: &mut feet,
        },
    );
    let yaw = |bone: &Rigid| turn_vector(bone.rotation).y.to_degrees();
    for (bone, wanted) in own
        .iter()
        .chain(&spine)
        .chain(&feet)
        .zip([11.25, 11.25, 45.0, 7.5, 3.75, 0.0, 45.0])
    {
        assert!(
            (yaw(bone) - wanted).abs() < 1e-9,
            "{} for {wanted}",
            yaw(bone)
        );
    }
}

/// Property 08.20.
#[test]
fn property_20_a_stride_of_one_keeps_every_bit() {
    let stride = Stride {
        pelvis: Pelvis {
            alpha: 0.0,
            ..Pelvis::default()
        },
        ..Stride::default()
    };
    let (pelvis, before) = walker();
    let (mut legs, mut pace, mut swing) = (before, StridePace::default(), None);
    let strode = stride.decide(&mut pace, &given(1.0));
    assert_eq!(strode.reason, StrideReason::UnitScale);
    let shift = stride.bend(&strode, (0.1, DVec3::Y), &mut swing, pelvis, &mut legs);
    assert_eq!((shift, legs), (DVec3::ZERO, before));
}

#[test]
fn a_flat_floor_changes_nothing_and_a_step_lifts_all() {
    let (_, before) = walker();
    let tick = |normal, floor_offset| SlopeTick {
        dt: 0.1,
        normal,
        floor_offset,
        teleports: false,
    };
    let bend = |tick: SlopeTick| {
        let (mut root, mut legs) = (Rigid::IDENTITY, before);
        let sloped = Slope {
            max_step: 0.3,
            ..Slope::default()
        }
        .bend(&mut SlopeSwing::default(), &tick, &mut root, &mut legs);
        (sloped, legs)
    };
    for normal in [Some(DVec3::Y), None, Some(DVec3::ZERO), Some(DVec3::NAN)] {
        let (sloped, legs) = bend(tick(normal, 0.0));
        assert_eq!(
            (sloped.pelvis_offset, legs),
            (DVec3::ZERO, before),
            "{normal:?}"
        );
    }
    let (sloped, legs) = bend(tick(Some(DVec3::Y), 0.2));
    assert!(sloped.pelvis_offset.abs_diff_eq(DVec3::Y * 0.2, 1e-12));
    assert!(
        (legs[0].ik.translation.y - 0.2).abs() < 1e-12
            && (bend(tick(None, 0.7)).0.floor_offset - 0.3).abs() < 1e-12
    );
    let steep = DVec3::new(0.5f64.sin(), 0.5f64.cos(), 0.0);
    let (_, legs) = bend(tick(Some(steep), 0.0));
    for (leg, before) in legs.iter().zip(before) {
        assert!(
            leg.ik.translation.dot(steep).abs() < 0.1,
            "on the slope as far as legs reach"
        );
        assert!(leg.ik.translation.distance(leg.thigh.translation) <= before.length() + 1e-9);
    }
}

/// Springs are exact: a time comes out alike however it is cut. What is smoothed by a part a second
/// is not.
#[test]
fn what_swings_does_not_depend_on_how_time_is_cut() {
    let spring = Springiness {
        stiffness: 120.0,
        damping: 15.0,
    };
    let slope = Slope {
        normal_spring: spring,
        pelvis_spring: Springiness::default(),
        ..Slope::default()
    };
    let stride = Stride {
        pelvis: Pelvis {
            spring,
            ..Pelvis::default()
        },
        ..Stride::default()
    };
    let after = |count: u32| {
        let dt = 0.3 / f64::from(count);
        let (mut swings, mut normal, mut shift) =
            ((SlopeSwing::default(), None), DVec3::Y, DVec3::ZERO);
        for tick in 0..=count {
            let floor = if tick == 0 {
                DVec3::Y
            } else {
                DVec3::new(0.3, 0.9, 0.1)
            };
            let seconds = if tick == 0 { 0.0 } else { dt };
            let (pelvis, mut legs) = walker();
            let ground = SlopeTick {
                dt: seconds,
                normal: Some(floor),
                floor_offset: 0.0,
                teleports: false,
            };
            normal = slope
                .bend(
                    &mut swings.0,
                    &ground,
                    &mut Rigid::IDENTITY.clone(),
                    &mut legs,
                )
                .normal;
            let (_, mut legs) = walker();
            let strode = stride.decide(&mut StridePace::default(), &given(1.6));
            shift = stride.bend(
                &strode,
                (seconds, DVec3::Y),
                &mut swings.1,
                pelvis,
                &mut legs,
            );
        }
        (normal, shift)
    };
    let one = after(1);
    for count in [2, 7, 60] {
        let many = after(count);
        assert!(
            many.0.abs_diff_eq(one.0, 1e-9) && many.1.abs_diff_eq(one.1, 1e-9),
            "{count}: {many:?} for {one:?}"
        );
    }
}

fn wild(of: f64) -> impl Strategy<Value = DVec3> {
    prop::array::uniform3(-of..of).prop_map(DVec3::from)
}

fn bones(of: f64) -> impl Strategy<Value = Rigid> {
    (wild(of), wild(3.0)).prop_map(|(place, turn)| Rigid::new(place, from_turn_vector(turn)))
}

/// What is no number, or far too large a one.
fn hostile() -> impl Strategy<Value = f64> {
    prop_oneof![
        -1e6..1e6,
        -1.0..1.0,
        Just(0.0),
        Just(f64::NAN),
        Just(f64::INFINITY)
    ]
}

proptest! {
    #[test]
    fn poses_are_always_numbers(
        (pelvis, foot_root) in (bones(1e6), bones(1e6)),
        legs in prop::collection::vec((bones(1e6), wild(1e6), bones(1e6)), 0..4),
        numbers in prop::array::uniform9(hostile()),
        (dt, stiffness) in (prop::sample::select(vec![0.0, 1.0 / 60.0, 1.0]), 0.0..1e6),
    ) {
        let [a, b, c, d, e, f, speed, angle, floor] = numbers;
        let spring = Springiness { stiffness, damping: stiffness.sqrt() };
        let before: Vec<WarpLeg> = legs.into_iter().map(|(ik, fk, thigh)| WarpLeg { ik, fk, thigh }).collect();
        let (delta, normal) = (DVec3::new(a, b, c), DVec3::new(d, e, f));
        let is_finite = |legs: &[WarpLeg]| legs.iter().all(|leg| leg.ik.is_finite() && leg.thigh.is_finite());

        let stride = Stride { pelvis: Pelvis { spring, ..Pelvis::default() }, ..Stride::default() };
        let (mut pace, mut swing, mut legs) = (StridePace::default(), None, before.clone());
        for drive in [Drive::RootMotion { delta: Some(delta), speed }, Drive::Given { scale: speed, direction: delta }] {
            let strode = stride.decide(&mut pace, &StrideTick { dt, drive, normal });
            let shift = stride.bend(&strode, (dt, normal), &mut swing, pelvis.translation, &mut legs);
            prop_assert!(strode.scale.is_finite() && shift.is_finite() && is_finite(&legs));
        }

        let orientation = Orientation { interp_speed: 5.0, counter_compensate: true, ..Orientation::default() };
        let mut pace = OrientationPace::default();
        for heading in [Heading::Angle(angle), Heading::Direction(normal), Heading::Angle(45.0)] {
            let turn = orientation.decide(&mut pace, dt, delta, heading);
            prop_assert!(turn.angle.is_finite() && turn.angle.abs() <= 180.0, "{turn:?}");
        }

        let slope = Slope { normal_spring: spring, pelvis_spring: spring, ..Slope::default() };
        let (mut swing, mut legs) = (SlopeSwing::default(), before);
        for normal in [Some(normal), None, Some(delta)] {
            let tick = SlopeTick { dt, normal, floor_offset: floor, teleports: false };
            let sloped = slope.bend(&mut swing, &tick, &mut foot_root.clone(), &mut legs);
            prop_assert!(sloped.pelvis_offset.is_finite() && is_finite(&legs));
            prop_assert!(direction(sloped.normal).is_some());
        }
    }
}
