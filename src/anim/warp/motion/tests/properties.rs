//! The numbered properties of spec 08 §8 that are of motion, in its own axes and centimetres, and
//! what it promises.

use super::{
    keyed::*,
    translation::{simple_step, skew_step},
    *,
};
use crate::{
    ik::turn::{axis_angle, turn_vector},
    montage::Easing,
};
use proptest::prelude::*;

/// From centimetres with z up.
fn cm(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, z, -y) / 100.0
}

fn to_cm(v: DVec3) -> DVec3 {
    DVec3::new(v.x, -v.z, v.y) * 100.0
}

fn yaw(degrees: f64) -> DQuat {
    axis_angle(DVec3::Y, degrees.to_radians())
}

fn near(got: DVec3, wanted: [f64; 3], within: f64) {
    assert!(
        got.abs_diff_eq(wanted.into(), within),
        "{got} for {wanted:?}"
    );
}

const STEP: f64 = 0.25;
const GOAL: [f64; 3] = [300.0, 50.0, 100.0];
const ARC: [[f64; 3]; 4] = [
    [50.0, 30.0, 0.0],
    [50.0, 10.0, 20.0],
    [50.0, -10.0, -20.0],
    [50.0, -30.0, 0.0],
];
const STRAIGHT: [[f64; 3]; 4] = [[50.0, 0.0, 0.0]; 4];

fn at([x, y, z]: [f64; 3]) -> Rigid {
    Rigid::new(cm(x, y, z), DQuat::IDENTITY)
}

/// Root motion in equal times, and one window over all of it.
fn over(steps: &[[f64; 3]], goal: [f64; 3], window: Window) -> Player {
    let mut keys = vec![(0.0, Rigid::IDENTITY)];
    for step in steps {
        let (time, last) = keys[keys.len() - 1];
        keys.push((
            time + STEP,
            Rigid::new(last.translation + at(*step).translation, DQuat::IDENTITY),
        ));
    }
    let length = STEP * steps.len() as f64;
    Player::new(
        Keyed { keys, length },
        vec![Window {
            end: length,
            ..window
        }],
        at(goal),
    )
}

/// Where the actor is after each tick.
fn path(player: &mut Player, tick: f64, ticks: usize) -> Vec<DVec3> {
    let mut go = || {
        player.advance(tick);
        to_cm(player.actor.translation)
    };
    (0..ticks).map(|_| go()).collect()
}

fn follows(got: &[DVec3], wanted: &[[f64; 3]]) {
    assert_eq!(got.len(), wanted.len());
    got.iter()
        .zip(wanted)
        .for_each(|(got, wanted)| near(*got, *wanted, 1e-9));
}

/// Property 08.1.
#[test]
fn property_1_motion_is_skewed_to_its_target() {
    let steps = [20.0, 80.0, 60.0, 40.0].map(|x| [x, 0.0, 0.0]);
    let mut player = over(&steps, GOAL, Window::default());
    let wanted = [
        [30.0, 5.0, 10.0],
        [150.0, 25.0, 50.0],
        [240.0, 40.0, 80.0],
        GOAL,
    ];
    follows(&path(&mut player, STEP, 4), &wanted);
}

/// Property 08.2.
#[test]
fn property_2_an_arc_keeps_its_sway() {
    let wanted = [
        [75.0, 42.5, 25.0],
        [150.0, 65.0, 70.0],
        [225.0, 67.5, 75.0],
        GOAL,
    ];
    follows(
        &path(&mut over(&ARC, GOAL, Window::default()), STEP, 4),
        &wanted,
    );
}

/// Property 08.3.
#[test]
fn property_3_the_axis_is_fixed_so_that_ticks_do_not_matter() {
    let eight = path(&mut over(&ARC, GOAL, Window::default()), STEP / 2.0, 8);
    near(eight[3], [150.0, 65.0, 70.0], 1e-9);
    // Along what is left instead.
    let half = |ticks: usize| {
        let root = over(&ARC, GOAL, Window::default()).root;
        let (end, seconds) = (root.length, STEP * 4.0 / ticks as f64);
        let mut actor = DVec3::ZERO;
        for tick in 0..ticks / 2 {
            let from = tick as f64 * seconds;
            let (own, rest) = (
                root.delta(from, from + seconds).translation,
                root.delta(from, end).translation,
            );
            actor += skew_step(
                own,
                rest,
                at(GOAL).translation - actor,
                rest.normalize(),
                None,
            );
        }
        to_cm(actor)
    };
    let off = (half(4) - half(8)).abs().max_element();
    assert!((off - 1.381).abs() < 1e-3, "{off}");
}

/// Property 08.4.
#[test]
fn property_4_a_target_that_moves_is_reached_where_it_is() {
    for modifier in [
        Method::Skew,
        Method::Simple,
        Method::Adjust,
        Method::Precomputed,
    ] {
        let mut player = over(
            &STRAIGHT,
            GOAL,
            Window {
                modifier,
                ..Window::default()
            },
        );
        path(&mut player, STEP, 2);
        player.targets[0] = Some(at([260.0, -40.0, 0.0]));
        near(path(&mut player, STEP, 2)[1], [260.0, -40.0, 0.0], 1e-9);
    }
}

/// Property 08.5.
#[test]
fn property_5_a_target_behind_is_walked_to() {
    let wanted = [-25.0, -50.0, -75.0, -100.0].map(|x| [x, 0.0, 0.0]);
    follows(
        &path(
            &mut over(&STRAIGHT, [-100.0, 0.0, 0.0], Window::default()),
            STEP,
            4,
        ),
        &wanted,
    );
}

/// Properties 08.6 and 08.7.
#[test]
fn property_6_and_7_the_step_is_a_matrix_that_can_leave_up_alone() {
    let rest = DVec3::new(200.0, 0.0, 0.0);
    let columns = DVec3::AXES.map(|axis| skew_step(axis, rest, GOAL.into(), DVec3::X, None));
    near(columns[0], [1.5, 0.25, 0.5], 1e-12);
    assert_eq!(columns[1..], [DVec3::Y, DVec3::Z]);
    let step = skew_step(
        DVec3::new(60.0, 5.0, 12.0),
        rest,
        DVec3::new(300.0, 50.0, 0.0),
        DVec3::X,
        None,
    );
    near(step, [90.0, 20.0, 12.0], 1e-12);
    let mut player = over(
        &ARC,
        GOAL,
        Window {
            ignore_up: true,
            ..Window::default()
        },
    );
    let heights: Vec<f64> = path(&mut player, STEP, 4)
        .iter()
        .map(|place| place.z)
        .collect();
    for (height, wanted) in heights.iter().zip([0.0, 20.0, 0.0, 0.0]) {
        assert!((height - wanted).abs() < 1e-9, "{heights:?}");
    }
    assert!(
        player.arrivals[0].1.position_error < 1e-9,
        "up is not looked at"
    );
}

/// Property 08.8.
#[test]
fn property_8_rotation_has_a_deadline_and_a_rate() {
    let yaws = |window: Window| {
        let turned = Rigid::new(DVec3::ZERO, yaw(30.0));
        let root = Keyed {
            keys: vec![(0.0, Rigid::IDENTITY), (1.0, turned)],
            length: 1.0,
        };
        let goal = Rigid::new(DVec3::ZERO, yaw(90.0));
        let mut player = Player::new(root, vec![Window { end: 1.0, ..window }], goal);
        let mut go = || {
            player.advance(STEP);
            turn_vector(player.actor.rotation).y.to_degrees()
        };
        let yaws = DVec3::new(go(), go(), go()).extend(go());
        (yaws, player.arrivals[0].1)
    };
    let is =
        |got: glam::DVec4, wanted: [f64; 4]| assert!(got.abs_diff_eq(wanted.into(), 1e-9), "{got}");
    is(yaws(Window::default()).0, [22.5, 45.0, 67.5, 90.0]);
    is(
        yaws(Window {
            multiplier: 0.5,
            ..Window::default()
        })
        .0,
        [37.5, 75.0, 82.5, 90.0],
    );
    let clamped = Window {
        rotation_method: RotationMethod::SlerpClamped,
        rate: 40.0,
        ..Window::default()
    };
    let (got, arrival) = yaws(clamped);
    assert!(
        (got.w - 70.0).abs() < 1e-9 && arrival.broken.iter().eq([Breach::RotationRate]),
        "{got} {arrival:?}"
    );
    assert!((arrival.rotation_error.to_degrees() - 20.0).abs() < 1e-9);
    let steady = Window {
        rotation_method: RotationMethod::ConstantRate,
        rate: 120.0,
        ..Window::default()
    };
    is(yaws(steady).0, [37.5, 75.0, 82.5, 90.0]);
    let scaled = Window {
        rotation_method: RotationMethod::Scale,
        multiplier: 0.5,
        ..Window::default()
    };
    is(yaws(scaled).0, [22.5, 45.0, 67.5, 90.0]);
}

/// Property 08.9.
#[test]
fn property_9_a_simple_step_goes_straight() {
    let step = simple_step(
        cm(25.0, 10.0, 0.0),
        cm(200.0, 0.0, 0.0),
        cm(300.0, 50.0, 0.0),
        0.25,
        false,
    );
    near(to_cm(step), [40.389, 6.732, 0.0], 1e-3);
}

/// Property 08.15.
#[test]
fn property_15_adjustment_lets_rest_what_rests() {
    let steps = [0.0, 1.0, 1.0, 4.0, 4.0, 2.0, 0.0].map(|x| [x, 0.0, 0.0]);
    let mut player = over(
        &steps,
        [42.0, 0.0, 0.0],
        Window {
            modifier: Method::Adjust,
            ..Window::default()
        },
    );
    let authored = [0.0, 1.0, 2.0, 6.0, 10.0, 12.0, 12.0];
    let wanted = [0.0, 2.5, 5.0, 15.0, 25.0, 30.0, 30.0];
    for ((got, authored), wanted) in path(&mut player, STEP, 7).iter().zip(authored).zip(wanted) {
        near(*got, [authored + wanted, 0.0, 0.0], 1e-9);
    }
}

/// Properties 08.16 and 08.17.
#[test]
fn property_16_and_17_another_point_arrives_or_at_another_time() {
    let goal_of = |goal: [f64; 3], window: Window| {
        let mut player = over(&STRAIGHT, [0.0; 3], window);
        player.root.length = 2.0;
        player.root.keys.push((2.0, at([280.0, 0.0, 0.0])));
        player.targets[0] = Some(Rigid {
            rotation: yaw(90.0),
            ..at(goal)
        });
        path(&mut player, STEP, 4)[3]
    };
    let hand = Window {
        warp_point: Some(at([60.0, 0.0, 120.0])),
        ..Window::default()
    };
    near(
        goal_of([400.0, 100.0, 150.0], hand),
        [400.0, 40.0, 30.0],
        1e-9,
    );
    let later = Window {
        subtract_remaining: true,
        ..Window::default()
    };
    near(goal_of([400.0, 0.0, 0.0], later), [400.0, -80.0, 0.0], 1e-9);
}

/// Property 08.18.
#[test]
fn property_18_motion_that_arrives_by_itself_keeps_every_bit() {
    for modifier in [Method::Skew, Method::Adjust, Method::Precomputed] {
        let window = Window {
            modifier,
            ..Window::default()
        };
        let (mut warped, mut plain) = (
            over(&ARC, [200.0, 0.0, 0.0], window),
            over(&ARC, GOAL, window),
        );
        plain.windows.clear();
        for _ in 0..16 {
            let [got, wanted] = [&mut warped, &mut plain].map(|player| player.advance(STEP / 4.0));
            if modifier == Method::Precomputed {
                // Its places are laid out in the world, and rounded there.
                assert!(got[0].translation.abs_diff_eq(wanted[0].translation, 1e-12));
            } else {
                assert_eq!(got, wanted, "{modifier:?}");
            }
        }
    }
}

/// Property 08.21.
#[test]
fn property_21_a_target_that_goes_leaves_the_rest_as_it_is() {
    let mut player = over(&STRAIGHT, [300.0, 0.0, 0.0], Window::default());
    let mut way = path(&mut player, STEP, 2);
    player.targets[0] = None;
    way.extend(path(&mut player, STEP, 1));
    assert_eq!(
        player.reports.last(),
        Some(&(0, Report::Disabled(Why::TargetMissing)))
    );
    way.extend(path(&mut player, STEP, 1));
    follows(&way, &[75.0, 150.0, 200.0, 250.0].map(|x| [x, 0.0, 0.0]));
    assert_eq!(
        player.reports.last(),
        Some(&(0, Report::Removed(End::Ended)))
    );
    assert!(
        player.arrivals.is_empty(),
        "there is nowhere to have arrived"
    );
}

/// Spec 08 §6.3: any subdivision, the same way.
#[test]
fn a_way_does_not_depend_on_how_it_is_cut() {
    for modifier in [Method::Skew, Method::Precomputed] {
        let mut player = over(
            &ARC,
            GOAL,
            Window {
                modifier,
                ..Window::default()
            },
        );
        player.advance(0.1);
        assert!(player.advance(0.0).is_empty(), "no time is no motion");
        player.advance(0.65);
        near(to_cm(player.actor.translation), [225.0, 67.5, 75.0], 1e-9);
        let mut whole = over(
            &ARC,
            GOAL,
            Window {
                modifier,
                ..Window::default()
            },
        );
        near(path(&mut whole, 2.0, 1)[0], GOAL, 1e-9);
        let reports: Vec<Report> = whole.reports.iter().map(|(_, report)| *report).collect();
        assert_eq!(
            reports,
            [Report::Waiting, Report::Active, Report::Removed(End::Ended)]
        );
    }
}

#[test]
fn windows_of_other_channels_compose_and_a_jump_leaves_them() {
    let window = Window {
        start: 0.25,
        end: 0.5,
        ..Window::default()
    };
    let windows = vec![
        Window {
            rotation: false,
            ..window
        },
        Window {
            translation: false,
            ..window
        },
    ];
    let keys = vec![
        (0.0, Rigid::IDENTITY),
        (1.0, Rigid::new(DVec3::Z, DQuat::IDENTITY)),
    ];
    let goal = Rigid::new(DVec3::new(1.0, 0.0, 1.0), yaw(90.0));
    let mut player = Player::new(Keyed { keys, length: 1.0 }, windows, goal);
    assert_eq!(
        [0.4, 0.4, 0.4].map(|seconds| player.advance(seconds).len()),
        [2, 2, 1],
        "split where they open and close"
    );
    let [(_, placed), (_, turned)] = player.arrivals[..] else {
        panic!("both arrive")
    };
    assert!(placed.position_error < 1e-12 && turned.rotation_error < 1e-12);
    assert!(
        placed.broken.iter().eq([Breach::NoRotation])
            && turned.broken.iter().eq([Breach::NoTranslation])
    );
    player.jump(0.0);
    player.advance(0.3);
    player.reports.clear();
    player.jump(0.8);
    assert_eq!(
        player.reports,
        [0, 1].map(|at| (at, Report::Removed(End::Jumped)))
    );
}

#[test]
fn a_window_that_is_too_short_or_has_no_root_motion_does_nothing() {
    let mut player = over(&STRAIGHT, GOAL, Window::default());
    player.windows[0].end = 1e-4;
    assert_eq!(
        path(&mut player, 1.0, 1),
        [to_cm(at([200.0, 0.0, 0.0]).translation)]
    );
    assert!(player.reports.is_empty());
    let still = |without_root_motion| {
        let window = Window {
            start: 0.25,
            end: 0.5,
            without_root_motion,
            ..Window::default()
        };
        let root = Keyed {
            keys: Vec::new(),
            length: 1.0,
        };
        let mut player = Player::new(root, vec![window], Rigid::new(DVec3::X, DQuat::IDENTITY));
        [0.375, 0.5].map(|seconds| {
            player.advance(seconds);
            player.actor.translation.x
        })
    };
    assert_eq!((still(true), still(false)), ([0.5, 1.0], [0.0, 0.0]));
}

fn wild(of: f64) -> impl Strategy<Value = DVec3> {
    prop::array::uniform3(-of..of).prop_map(DVec3::from)
}

/// A root that goes on, turns a little, and sways.
fn roots() -> impl Strategy<Value = Keyed> {
    let step = (-0.1..0.3, -0.05..0.1, -0.1..0.4, -0.2..0.2f64);
    prop::collection::vec(step, 10).prop_map(|steps| {
        let mut keys = vec![(0.0, Rigid::IDENTITY)];
        for (at, (x, y, z, turn)) in steps.into_iter().enumerate() {
            let last = keys[at].1;
            let place = last.translation + DVec3::new(x, y, z);
            keys.push((
                (at + 1) as f64 / 10.0,
                Rigid::new(place, last.rotation * axis_angle(DVec3::Y, turn)),
            ));
        }
        Keyed { keys, length: 1.0 }
    })
}

fn windows() -> impl Strategy<Value = Window> {
    use {Method::*, RotationMethod as By};
    (
        (
            0.0..0.94,
            0.01..1.0f64,
            0.2..1.0,
            any::<bool>(),
            any::<bool>(),
        ),
        prop::sample::select(vec![Skew, Simple, Adjust, Precomputed]),
        prop::sample::select(vec![By::Slerp, By::Scale]),
        prop::sample::select(vec![
            Easing::Linear,
            Easing::Smoothstep,
            Easing::ExponentialInOut,
            Easing::CircularOut,
        ]),
        prop::sample::select(vec![
            RotationType::Default,
            RotationType::Facing,
            RotationType::OppositeDefault,
            RotationType::OppositeFacing,
        ]),
        prop::option::of((wild(1.5), -180.0..180.0)),
    )
        .prop_map(
            |(
                (start, long, multiplier, ignore_up, is_later),
                modifier,
                rotation_method,
                easing,
                kind,
                point,
            )| Window {
                start,
                end: start + long * (1.0 - start),
                modifier,
                ignore_up,
                easing,
                subtract_remaining: is_later,
                rotation_method,
                rotation_type: kind,
                multiplier,
                warp_point: point.map(|(place, turn)| Rigid::new(place, yaw(turn))),
                ..Window::default()
            },
        )
}

/// Ticks as a game may have them, from 15 to 1000 a second, even ones and any.
fn ticks() -> impl Strategy<Value = Vec<f64>> {
    let rates = vec![15.0, 24.0, 30.0, 60.0, 144.0, 240.0, 1000.0];
    prop_oneof![
        prop::sample::select(rates).prop_map(|rate| vec![1.0 / rate; 1 + rate as usize]),
        prop::collection::vec(
            prop::sample::select(vec![0.0, 1e-3, 1.0 / 60.0, 1.0 / 24.0, 0.2]),
            60
        ),
    ]
}

/// How far who stands there is off in metres and radians, by what a window says in words, without a
/// look at how it is warped.
fn off(window: &Window, root: &Keyed, target: &Rigid, stands: &Rigid) -> [f64; 2] {
    let point = window.warp_point.unwrap_or(Rigid::IDENTITY);
    let mut goal = target.compose(&point.inverse());
    if window.subtract_remaining {
        goal = goal.compose(
            &root
                .at(window.end)
                .relative_to(&root.at(root.length))
                .inverse(),
        );
    }
    let to = goal.translation - stands.translation;
    let flat = if window.ignore_up {
        DVec3::new(to.x, 0.0, to.z)
    } else {
        to
    };
    let to_target = target.translation - stands.translation;
    let ahead = match window.rotation_type {
        RotationType::Default => goal.rotation * DVec3::Z,
        RotationType::OppositeDefault => goal.rotation * DVec3::NEG_Z,
        RotationType::Facing => to_target,
        RotationType::OppositeFacing => -to_target,
    };
    let is_facing = matches!(
        window.rotation_type,
        RotationType::Facing | RotationType::OppositeFacing
    );
    let [wanted, got] =
        [ahead, stands.rotation * DVec3::Z].map(|way| DVec3::new(way.x, 0.0, way.z));
    // On top of it, no way leads to the target.
    let turn = if is_facing && wanted.length() < 1e-3 {
        0.0
    } else {
        wanted.angle_between(got)
    };
    [flat.length(), turn]
}

proptest! {
    /// Property 08.19, within the bounds of 08 §6.6.
    #[test]
    fn property_19_every_window_arrives(
        root in roots(),
        window in windows(),
        (goal, start) in (wild(4.0), wild(4.0)),
        turns in (-180.0..180.0, -180.0..180.0),
        ticks in ticks(),
    ) {
        let target = Rigid::new(goal, yaw(turns.0));
        let mut player = Player::new(root, vec![window], target);
        player.actor = Rigid::new(start, yaw(turns.1));
        for tick in ticks.into_iter().chain([1.0]) {
            player.advance(tick);
            prop_assert!(player.actor.is_finite());
        }
        let [(_, arrival)] = player.arrivals[..] else { panic!("it ends once") };
        prop_assert!(arrival.broken.is_empty(), "{arrival:?}");
        let stands = player.trail.iter().find(|(position, _)| *position == window.end).unwrap().1;
        let [far, turned] = off(&window, &player.root, &target, &stands);
        prop_assert!(far <= 1e-4 && turned <= 1e-3, "{far} m and {turned} off, {arrival:?}");
        prop_assert!((arrival.position_error - far).abs() < 1e-9, "{arrival:?} and not {far}");
        prop_assert!((arrival.rotation_error - turned).abs() < 1e-6, "{arrival:?} and not {turned}");
    }

    /// Property 08.19: inputs that are a million times too large come out as numbers.
    #[test]
    fn property_19_motion_is_always_a_number(
        mut root in roots(),
        windows in prop::collection::vec(windows(), 1..4),
        (goal, size, rate) in (wild(1e6), 1e-6..1e6, 0.0..1e6),
        (clamp, method) in (0.0..2.0, any::<bool>()),
    ) {
        root.keys.iter_mut().for_each(|key| key.1.translation *= size);
        let mut player = Player::new(root, windows, Rigid::new(goal, yaw(goal.x)));
        for window in &mut player.windows {
            (window.speed_clamp, window.rate, window.scale) = (clamp, rate, goal);
            if method {
                window.rotation_method = RotationMethod::ConstantRate;
                window.without_root_motion = true;
            }
        }
        for tick in 0..20 {
            player.advance(if tick == 9 { -0.2 } else { 0.1 });
            if tick == 14 {
                player.jump(0.3);
            }
            prop_assert!(player.actor.is_finite());
        }
    }
}
