//! The numbered properties of inertialization.

use super::*;
use proptest::prelude::*;

const DT: f32 = 1.0 / 60.0;

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 2e-4 * b.abs().max(1.0)
}

fn unlimited(x0: f32, v0: f32, duration: f32) -> Decay {
    Decay::keeping_velocity(x0, v0, duration, 1e-6, f32::INFINITY)
}

fn terms(dt: f32, duration: f32) -> Terms {
    Terms {
        dt,
        duration,
        outward: None,
    }
}

#[test]
fn properties_1_and_3_the_quintic_matches_its_table() {
    let decay = Decay::new(10.0, -30.0, 0.5, 1e-6);
    for (t, x) in [
        (0.0, 10.0),
        (0.1, 6.144),
        (0.2, 2.592),
        (0.3, 0.64),
        (0.4, 0.048),
        (0.5, 0.0),
    ] {
        assert!(near(decay.at(t), x), "{t}");
    }
    assert!(near(Decay::new(8.0, 0.0, 1.0, 1e-6).at(0.5), 0.1875 * 8.0));
    // The same in its powers of t: 10 − 30 t − 160 t² + 880 t³ − 1440 t⁴ + 800 t⁵.
    for step in 0..=50 {
        let t = 0.01 * f64::from(step);
        let powers = 10.0 + t * (-30.0 + t * (-160.0 + t * (880.0 + t * (-1440.0 + t * 800.0))));
        assert!((f64::from(decay.at(t as f32)) - powers).abs() < 2e-5, "{t}");
        assert!((seed(10.0, -30.0, 0.5, t)[0] - powers).abs() < 1e-12, "{t}");
    }
}

#[test]
fn property_2_a_fast_return_is_shortened_so_that_it_does_not_pass_through() {
    let decay = Decay::new(10.0, -200.0, 0.5, 1e-6);
    assert_eq!(decay.t1, 0.25);
    for (t, x) in [
        (0.0, 10.0),
        (0.05, 3.2768),
        (0.1, 0.7776),
        (0.2, 0.0032),
        (0.25, 0.0),
    ] {
        assert!(near(decay.at(t), x), "{t}");
    }
    let unclamped = Decay {
        x0: 10.0,
        k: 4.0 - 200.0 * 0.5 / 10.0,
        t1: 0.5,
    };
    assert!(near(unclamped.at(0.3), -0.6656));
}

#[test]
fn property_4_an_outward_velocity_is_dropped_unless_kept() {
    assert!(near(Decay::new(10.0, 40.0, 0.5, 1e-6).at(0.1), 7.3728));
    assert!(near(unlimited(10.0, 40.0, 0.5).at(0.1), 9.0112));
}

#[test]
fn a_kept_velocity_grows_no_further_than_it_may() {
    let farthest = |decay: &Decay| {
        (0..=1000)
            .map(|i| decay.at(0.5 * i as f32 / 1000.0).abs())
            .fold(0.0, f32::max)
    };
    for x0 in [-0.6, 0.6] {
        let v0 = 100.0 * x0;
        assert!(farthest(&unlimited(x0, v0, 0.5)) > 2.0, "free, it would");
        for most in [0.3, 0.6, 0.9, 1.2] {
            let capped = Decay::keeping_velocity(x0, v0, 0.5, 1e-6, most);
            assert!(
                (farthest(&capped) - most.max(0.6)).abs() < 2e-3,
                "{most} {}",
                farthest(&capped)
            );
            assert!(capped.at(0.1) * x0 > 0.0);
        }
    }
    let terms = Terms {
        dt: DT,
        duration: 0.5,
        outward: Some(0.7),
    };
    assert!(farthest(&terms.decay(0.6, 60.0, 1e-6)) <= 0.7 + 1e-3);
    assert!(
        (farthest(&terms.decay(0.1, 60.0, 1e-6)) - 0.2).abs() < 1e-3,
        "twice its start"
    );
}

#[test]
fn property_5_a_vector_finds_its_direction_and_speed() {
    let (last, before) = (Vec3::new(10.0, 4.0, 0.0), Vec3::new(9.0, 4.0, 0.0));
    let v = VectorDecay::new(
        Vec3::new(4.0, -4.0, 0.0),
        last,
        Some(before),
        &Terms {
            outward: Some(99.0),
            ..terms(DT, 0.5)
        },
    );
    assert!(v.direction.abs_diff_eq(Vec3::new(0.6, 0.8, 0.0), 1e-6) && near(v.decay.x0, 10.0));
    assert!(
        near(v.decay.velocity_at(0.0), 36.0),
        "{}",
        v.decay.velocity_at(0.0)
    );
}

fn z(degrees: f32) -> Quat {
    Quat::from_rotation_z(degrees.to_radians())
}

#[test]
fn property_6_a_turn_finds_its_angle_and_speed() {
    let kept = Terms {
        outward: Some(99.0),
        ..terms(DT, 0.5)
    };
    let turn = TurnDecay::new(z(10.0), z(50.0), Some(z(47.0)), &kept);
    assert!(near(turn.decay.x0.to_degrees(), 40.0) && turn.axis.abs_diff_eq(Vec3::Z, 1e-6));
    assert!((turn.decay.velocity_at(0.0).to_degrees() - 180.0).abs() < 0.1);
    // The earlier angle is 37 degrees about the same axis: three degrees a frame.
    let earlier = turn.decay.x0.to_degrees() - turn.decay.velocity_at(0.0).to_degrees() * DT;
    assert!((earlier - 37.0).abs() < 1e-2, "{earlier}");
    // The same whatever the signs, and over the seam of half a turn.
    for (target, last, before) in [
        (-z(10.0), z(50.0), z(47.0)),
        (z(10.0), -z(50.0), z(47.0)),
        (z(10.0), z(50.0), -z(47.0)),
    ] {
        let other = TurnDecay::new(target, last, Some(before), &kept);
        assert!(
            (other.decay.x0 - turn.decay.x0).abs() < 1e-5 && other.axis.abs_diff_eq(Vec3::Z, 1e-5)
        );
        assert!((other.decay.velocity_at(0.0) - turn.decay.velocity_at(0.0)).abs() < 1e-2);
    }
    let seam = TurnDecay::new(z(0.0), z(179.0), Some(z(182.0)), &kept);
    assert!(
        (seam.decay.velocity_at(0.0).to_degrees() + 180.0).abs() < 0.2,
        "{}",
        seam.decay.velocity_at(0.0).to_degrees()
    );
}

#[test]
fn property_7_a_turn_goes_the_short_way() {
    let far = TurnDecay::new(z(0.0), z(200.0), None, &terms(DT, 0.5));
    assert!(near(far.decay.x0.to_degrees(), 160.0) && far.axis.z < 0.0);
    assert_eq!([wrapped(PI), wrapped(-PI), wrapped(0.0)], [PI, PI, 0.0]);
    assert!(
        near(wrapped(3.5), 3.5 - TAU) && near(wrapped(200f32.to_radians()).to_degrees(), -160.0)
    );
    for step in -35i16..=35 {
        let degrees = f32::from(step) * 10.0 + 1.0;
        let short = wrapped(degrees.to_radians());
        let turn = TurnDecay::new(z(33.0), z(33.0 + degrees), None, &terms(DT, 0.5));
        assert!((turn.decay.x0 - short.abs()).abs() < 1e-4, "{degrees}");
        assert!(turn.axis.z * short > 0.0, "{degrees}");
        assert!((-PI..=PI).contains(&short));
    }
}

/// A pose of one bone that no axis, scale or order of products leaves unseen.
fn askew(degrees: f32, scale: f32) -> Pose {
    let rotation = Quat::from_rotation_x(degrees.to_radians()) * Quat::from_rotation_z(0.4);
    Pose::new([Transform::new(
        Vec3::new(0.1, scale, 0.0),
        rotation,
        Vec3::new(scale, 1.0, 2.0 * scale),
    )])
}

#[test]
fn what_was_shown_goes_on_being_shown_in_every_property() {
    let target = Pose::new([Transform::new(
        Vec3::Z,
        Quat::from_rotation_y(1.2),
        Vec3::ONE,
    )]);
    let mut player = Player::default();
    player.show(1e-4, askew(80.0, 2.0), false);
    let old = player.show(1e-4, askew(80.0, 2.0), false).get(0);
    player.request(0.4, &[]);
    let first = player.show(1e-4, target.clone(), false).get(0);
    assert!(
        first.translation.abs_diff_eq(old.translation, 1e-3),
        "{first:?}"
    );
    assert!(
        first.rotation.dot(old.rotation).abs() > 1.0 - 1e-6,
        "{first:?}"
    );
    assert!(first.scale.abs_diff_eq(old.scale, 2e-3), "{first:?}");
    // Half-way each offset is what the quintic leaves of it.
    let middle = player.show(0.2 - 1e-4, target.clone(), false).get(0);
    let (wanted, left) = (target.get(0), 0.1875);
    assert!(middle.translation.abs_diff_eq(
        wanted.translation + (old.translation - wanted.translation) * left,
        1e-4
    ));
    assert!(
        middle
            .scale
            .abs_diff_eq(wanted.scale + (old.scale - wanted.scale) * left, 1e-4)
    );
    let angle = |a: Quat, b: Quat| {
        2.0 * (a * b.conjugate())
            .xyz()
            .length()
            .atan2((a * b.conjugate()).w.abs())
    };
    let (whole, rest) = (
        angle(old.rotation, wanted.rotation),
        angle(middle.rotation, wanted.rotation),
    );
    assert!((rest - left * whole).abs() < 1e-3, "{rest} of {whole}");
}

/// The polynomial as first published, and its first three derivatives, at `t`.
fn seed(x0: f64, v0: f64, t1: f64, t: f64) -> [f64; 4] {
    let a0 = (-8.0 * v0 * t1 - 20.0 * x0) / (t1 * t1);
    let a = -(a0 * t1 * t1 + 6.0 * v0 * t1 + 12.0 * x0) / (2.0 * t1.powi(5));
    let b = (3.0 * a0 * t1 * t1 + 16.0 * v0 * t1 + 30.0 * x0) / (2.0 * t1.powi(4));
    let c = -(3.0 * a0 * t1 * t1 + 12.0 * v0 * t1 + 20.0 * x0) / (2.0 * t1.powi(3));
    [
        a * t.powi(5) + b * t.powi(4) + c * t.powi(3) + a0 / 2.0 * t * t + v0 * t + x0,
        5.0 * a * t.powi(4) + 4.0 * b * t.powi(3) + 3.0 * c * t * t + a0 * t + v0,
        20.0 * a * t.powi(3) + 12.0 * b * t * t + 6.0 * c * t + a0,
        60.0 * a * t * t + 24.0 * b * t + 6.0 * c,
    ]
}

#[test]
fn property_8_it_starts_at_the_old_speed_and_ends_at_rest() {
    let decay = Decay::new(10.0, -30.0, 0.5, 1e-6);
    assert!(near(decay.velocity_at(0.0), -30.0) && near(decay.velocity_at(0.2), -28.08));
    assert_eq!((decay.at(0.5), decay.velocity_at(0.5)), (0.0, 0.0));
    let close = 0.5 - 1e-4;
    assert!(decay.at(close).abs() < 1e-9 && decay.velocity_at(close).abs() < 1e-5);
    assert!(
        seed(10.0, -30.0, 0.5, 0.5)
            .iter()
            .all(|derivative| derivative.abs() < 1e-6)
    );
    let slope = (decay.at(0.201) - decay.at(0.199)) / 0.002;
    assert!((slope - decay.velocity_at(0.2)).abs() < 0.02);
}

#[test]
fn property_9_an_interruption_against_the_motion_is_clamped() {
    let first = Decay::new(10.0, 0.0, 0.5, 1e-6);
    let (now, earlier) = (first.at(0.2), first.at(0.2 - DT));
    assert!(near(now, 3.3696) && near(earlier, 3.9686));
    let (x0, v0) = (now - 4.0, (now - earlier) / DT);
    assert!(near(x0, -0.6304) && (v0 + 35.94).abs() < 0.02);
    let farthest = |decay: Decay| {
        (0..500)
            .map(|i| decay.at(i as f32 / 1000.0).abs())
            .fold(0.0, f32::max)
    };
    assert!(near(farthest(Decay::new(x0, v0, 0.5, 1e-6)), 0.6304));
    assert!((farthest(unlimited(x0, v0, 0.5)) - 1.95).abs() < 0.01);
}

fn at(x: f32) -> Pose {
    Pose::new([Transform::from_translation(Vec3::X * x); 2])
}

/// An output that is evaluated once a frame.
#[derive(Default)]
struct Player {
    state: Inertializer,
    frame: u64,
}

impl Player {
    /// Has stood at `x` for two frames.
    fn standing(x: f32) -> Self {
        let mut player = Self::default();
        player.play(0.1, x);
        player.play(0.1, x);
        player
    }

    fn request(&mut self, duration: f32, bone_factors: &[f32]) {
        let bone_factors = bone_factors.into();
        self.state.request(InertializationRequest {
            duration,
            bone_factors,
            ..Default::default()
        });
    }

    fn play(&mut self, dt: f32, x: f32) -> Pose {
        self.show(dt, at(x), false)
    }

    fn show(&mut self, dt: f32, mut pose: Pose, teleported: bool) -> Pose {
        self.frame += 1;
        self.state.update(
            &Step {
                frame: self.frame,
                dt,
                asked: dt,
                teleported,
            },
            &mut pose,
        );
        pose
    }
}

#[test]
fn property_10_an_interruption_pays_for_what_was_left() {
    let mut player = Player::standing(1.0);
    player.request(0.4, &[]);
    player.play(0.1, 0.0);
    player.request(0.4, &[]);
    player.play(0.0, 2.0);
    assert!(
        (player.state.duration - 0.1).abs() < 1e-6,
        "{}",
        player.state.duration
    );
    // The offsets themselves are over by then, and take the same course in the shorter time.
    let (x0, v0) = (player.state.decays[0].translation.decay.x0, 0.0);
    let expected = Decay::new(x0, v0, 0.1, 1e-6).at(0.05);
    let shown = player.play(0.05, 2.0).translation(0).x;
    assert!(
        (shown - 2.0).abs() <= expected + 1e-4 && (shown - 2.0).abs() > 0.0,
        "{shown} {expected}"
    );
    assert!(
        player
            .state
            .decays
            .iter()
            .all(|bone| bone.translation.decay.t1 <= 0.1 + 1e-6)
    );
    assert_eq!(player.play(0.0501, 2.0).translation(0).x, 2.0);
}

#[test]
fn an_interruption_leaves_a_quarter_of_what_is_asked_for_at_least() {
    let mut player = Player::standing(1.0);
    player.request(0.4, &[]);
    player.play(0.1, 0.0);
    for _ in 0..3 {
        player.request(0.2, &[]);
        player.play(0.0, 2.0);
        assert!(player.state.duration >= 0.05 - 1e-6);
    }
    player.request(0.2, &[]);
    player.play(0.0, 3.0);
    assert!(
        (player.state.duration - 0.15).abs() < 1e-6,
        "{}",
        player.state.duration
    );
}

proptest! {
    #[test]
    fn property_11_offsets_keep_their_sign_and_never_grow(x0 in -5.0f32..5.0, v0 in -60.0f32..60.0, duration in 0.01f32..1.0) {
        let decay = Decay::new(x0, v0, duration, 1e-6);
        let values: Vec<f32> = (0..=64).map(|i| decay.at(duration * i as f32 / 64.0)).collect();
        for pair in values.windows(2) {
            prop_assert!(pair[1] * x0 >= -1e-9);
            prop_assert!(pair[1].abs() <= pair[0].abs() + 1e-6);
        }
        prop_assert_eq!(decay.at(duration), 0.0);
        prop_assert!(decay.at(decay.t1 * 0.9999).abs() < 1e-6, "continuous at its end");
    }

    #[test]
    fn property_12_the_seed_s_polynomial_is_the_closed_form(x0 in 0.5f64..5.0, v0 in -20.0f64..20.0, t1 in 0.1f64..1.0, u in 0.0f64..1.0) {
        let k = 4.0 + v0 * t1 / x0;
        let closed = x0 * (1.0 - u).powi(4) * (1.0 + k * u);
        prop_assert!((seed(x0, v0, t1, u * t1)[0] - closed).abs() < 1e-9);
        let played = Decay { x0: x0 as f32, k: k as f32, t1: t1 as f32 }.at((u * t1) as f32);
        prop_assert!((f64::from(played) - closed).abs() < 1e-4);
    }
}

#[test]
fn property_13_a_target_equal_to_the_old_pose_is_untouched() {
    let mut pose = at(0.1);
    pose.set_rotation(1, z(17.0));
    pose.set_curve(Name::new("smile"), 0.3);
    let mut player = Player::default();
    player.show(0.1, pose.clone(), false);
    player.show(0.1, pose.clone(), false);
    player.request(0.4, &[]);
    assert_eq!(player.show(0.1, pose.clone(), false), pose);
}

#[test]
fn property_14_two_evaluations_in_a_frame_are_one() {
    let run = |evaluations: u32| {
        let mut player = Player::default();
        let mut outputs = Vec::new();
        for (frame, x) in [1.0, 1.5, 0.0, 0.1, 0.2, 0.3].into_iter().enumerate() {
            if frame == 2 {
                player.request(0.25, &[]);
            }
            player.frame += 1;
            let step = Step {
                frame: player.frame,
                dt: 0.1,
                asked: 0.1,
                teleported: false,
            };
            for _ in 0..evaluations {
                let mut pose = at(x);
                player.state.update(&step, &mut pose);
                outputs.push(pose);
            }
        }
        outputs
    };
    let (once, twice) = (run(1), run(2));
    assert!(once[2] != at(0.0));
    for (one, two) in once.iter().zip(twice.chunks(2)) {
        assert!(*one == two[0] && *one == two[1]);
    }
}

#[test]
fn a_request_between_two_evaluations_of_a_frame_waits_for_the_next() {
    let mut player = Player::standing(1.0);
    let shown = player.play(0.1, 0.0);
    player.request(0.4, &[]);
    player.frame -= 1;
    assert_eq!(player.play(0.1, 0.0), shown);
    assert!(!player.state.is_active());
    player.play(0.1, 5.0);
    assert!(player.state.is_active());
}

#[test]
fn property_15_filtered_bones_and_curves_are_the_source_at_once() {
    let (smile, frown) = (Name::new("smile"), Name::new("frown"));
    let faced = |x: f32| {
        let mut pose = at(x);
        pose.set_curve(smile, x);
        pose.set_curve(frown, x);
        pose
    };
    let mut player = Player::default();
    player.show(0.1, faced(1.0), false);
    player.show(0.1, faced(1.0), false);
    let filtered_curves = [frown].into();
    let bone_factors = [1.0, 0.0].into();
    player.state.request(InertializationRequest {
        duration: 0.4,
        bone_factors,
        filtered_curves,
        ..Default::default()
    });
    let first = player.show(0.1, faced(0.0), false);
    assert_eq!(first.get(1), at(0.0).get(1));
    assert!(first.translation(0).x > 0.5 && first.curve(smile).unwrap() > 0.5);
    assert_eq!(first.curve(frown), Some(0.0));
}

#[test]
fn properties_16_and_18_a_jump_decays_by_its_factor_and_ends_bit_exact() {
    let mut player = Player::standing(1.0);
    player.request(0.4, &[1.0, 0.5]);
    let first = player.play(0.1, 0.0);
    assert!(first.translation(0).x > 0.5 && first.translation(0).x < 1.0);
    assert!(first.translation(1).x < first.translation(0).x);
    assert_eq!(
        player.play(0.1, 0.0).get(1),
        at(0.0).get(1),
        "half the duration"
    );
    player.play(0.1, 0.0);
    assert_eq!(player.play(0.1001, 0.0), at(0.0));
    assert!(!player.state.is_active());
}

#[test]
fn curves_take_the_whole_duration_whatever_the_bones_take() {
    let smile = Name::new("smile");
    let smiling = |x: f32, value: f32| {
        let mut pose = at(x);
        pose.set_curve(smile, value);
        pose
    };
    let shown = |factors: &[f32]| {
        let mut player = Player::default();
        player.show(0.1, smiling(1.0, 1.0), false);
        player.show(0.1, smiling(1.0, 1.0), false);
        player.request(0.4, factors);
        let values: Vec<f32> = (0..4)
            .map(|_| {
                player
                    .show(0.1, smiling(0.0, 0.0), false)
                    .curve(smile)
                    .unwrap()
            })
            .collect();
        (values, player.state.is_active())
    };
    let expected: Vec<f32> = (1..=4)
        .map(|i| Decay::new(1.0, 0.0, 0.4, 1e-6).at(0.1 * i as f32))
        .collect();
    for factors in [&[][..], &[0.25, 0.5], &[0.0, 0.0]] {
        let (values, _) = shown(factors);
        assert!(
            values
                .iter()
                .zip(&expected)
                .all(|(a, b)| (a - b).abs() < 1e-6),
            "{factors:?} {values:?} {expected:?}"
        );
    }
}

#[test]
fn property_17_a_teleport_in_the_frame_of_the_request_shows_the_source() {
    let mut player = Player::standing(1.0);
    player.request(0.4, &[]);
    assert_eq!(player.show(0.1, at(9.0), true), at(9.0));
    assert!(!player.state.is_active());
    player.play(0.1, 9.0);
    player.request(0.4, &[]);
    player.play(0.1, 0.0);
    assert_eq!(
        player.show(0.1, at(3.0), true),
        at(3.0),
        "it also ends a decay that runs"
    );
}

#[test]
fn of_several_requests_the_shortest_wins_bone_by_bone() {
    let after = |requests: &[(f32, &[f32])]| {
        let mut player = Player::standing(1.0);
        requests
            .iter()
            .for_each(|(duration, factors)| player.request(*duration, factors));
        let shown = player.play(0.1, 0.0);
        [shown.translation(0).x, shown.translation(1).x]
    };
    let alone = |duration: f32| after(&[(duration, &[])])[0];
    assert_eq!(after(&[(0.8, &[]), (0.4, &[])]), [alone(0.4); 2]);
    for order in [
        [(0.8, &[0.25][..]), (0.4, &[])],
        [(0.4, &[]), (0.8, &[0.25])],
    ] {
        let got = after(&order);
        assert!(
            (got[0] - alone(0.2)).abs() < 1e-6 && (got[1] - alone(0.4)).abs() < 1e-6,
            "{got:?}"
        );
    }
    assert_eq!(after(&[(0.8, &[]), (0.0, &[])]), [0.0; 2], "one that snaps");
}

#[test]
fn a_history_that_is_not_a_number_snaps_its_bone_alone() {
    let mut player = Player::standing(1.0);
    let mut broken = at(1.0);
    broken.set_rotation(0, Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0));
    player.show(0.1, broken, false);
    player.request(0.4, &[]);
    let shown = player.play(0.1, 0.0);
    assert_eq!(shown.get(0), at(0.0).get(0));
    assert!(shown.translation(1).x > 0.5);
}

#[test]
fn without_history_nothing_changes_and_bad_durations_snap() {
    let mut player = Player::default();
    player.request(0.4, &[]);
    assert_eq!(player.play(0.1, 5.0), at(5.0), "consumed");
    assert_eq!(player.play(0.1, 6.0), at(6.0));
    for duration in [f32::NAN, -1.0, 0.0] {
        player.request(duration, &[]);
        assert_eq!(player.play(0.01, 9.0 + duration.abs().min(1.0)).len(), 2);
        assert!(!player.state.is_active());
    }
    let longer = Pose::new([Transform::IDENTITY; 3]);
    player.request(0.4, &[]);
    assert_eq!(
        player.show(0.1, longer.clone(), false),
        longer,
        "another skeleton"
    );
}

/// Updates that nobody evaluates, then one that somebody does.
#[test]
fn what_is_left_out_is_made_up_for() {
    let request = || InertializationRequest {
        duration: 0.5,
        ..Default::default()
    };
    // In the third of the five ticks it is asked; the decay is as old as it.
    let mut state = Player::standing(1.0).state;
    for tick in 0..5 {
        if tick == 2 {
            state.request(request());
        }
        state.pass_time(0.1, false);
    }
    let step = state.step(7);
    assert!(
        (step.dt - 0.5).abs() < 1e-6 && (step.asked - 0.3).abs() < 1e-6,
        "{step:?}"
    );
    let mut pose = at(0.0);
    state.update(&step, &mut pose);
    assert!(
        state.is_active()
            && (state.elapsed - 0.3).abs() < 1e-6
            && (state.last_dt - 0.5).abs() < 1e-6
    );
    // A second evaluation of the tick has nothing left to make up for, and shows the same.
    let mut again = at(0.0);
    let second = state.step(7);
    assert_eq!(
        second,
        Step {
            frame: 7,
            ..Step::default()
        }
    );
    state.update(&second, &mut again);
    assert!(again == pose && (state.elapsed - 0.3).abs() < 1e-6);
    // The next one goes on by its own time.
    state.pass_time(0.1, false);
    let step = state.step(8);
    assert_eq!((step.dt, step.asked), (0.1, 0.1));
    state.update(&step, &mut at(0.0));
    assert!((state.elapsed - 0.4).abs() < 1e-6);
    // Put somewhere else in between, it forgets where it was, and what was asked until then.
    let mut state = Player::standing(1.0).state;
    for teleported in [false, true, false] {
        state.request(request());
        state.pass_time(0.1, teleported);
    }
    let (mut pose, step) = (at(0.0), state.step(7));
    state.update(&step, &mut pose);
    assert!(step.teleported && pose == at(0.0) && !state.is_active());
    assert!(!state.step(8).teleported);
    let mut state = Player::standing(1.0).state;
    state.request(request());
    state.pass_time(0.1, true);
    assert!(state.requests().is_empty());
    state.pass_time(f64::NAN, false);
    assert_eq!(state.step(8).dt, 0.1);
}
