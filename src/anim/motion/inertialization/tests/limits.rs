//! Where an offset begins to count, when it is over, and what several requests agree on.

use super::*;

const DT: f32 = 0.125;

/// An output whose one bone is put along x, with a curve where there is one.
#[derive(Default)]
struct Player {
    state: Inertializer,
    frame: u64,
}

fn shown(x: f32, curve: Option<f32>) -> Pose {
    let mut pose = Pose::new([Transform::from_translation(Vec3::X * x)]);
    if let Some(value) = curve {
        pose.set_curve(Name::new("smile"), value);
    }
    pose
}

impl Player {
    /// The two poses before the request.
    fn after(before: Pose, last: Pose) -> Self {
        let mut player = Self::default();
        player.show(DT, before);
        player.show(DT, last);
        player
    }

    fn request(&mut self, duration: f32, keep_outward_velocity: Option<f32>) {
        self.state.request(InertializationRequest {
            duration,
            keep_outward_velocity,
            ..Default::default()
        });
    }

    fn show(&mut self, dt: f32, mut pose: Pose) -> Pose {
        self.frame += 1;
        self.state.update(
            &Step {
                frame: self.frame,
                dt,
                asked: dt,
                teleported: false,
            },
            &mut pose,
        );
        pose
    }
}

/// How far the bone gets from where it was put, which moved away from the target by one a second.
fn farthest(limits: &[Option<f32>]) -> f32 {
    let mut player = Player::after(shown(1.0 - DT, None), shown(1.0, None));
    limits.iter().for_each(|limit| player.request(4.0, *limit));
    (0..256)
        .map(|_| player.show(1.0 / 64.0, shown(0.0, None)).translation(0).x)
        .fold(0.0, f32::max)
}

#[test]
fn an_outward_velocity_is_kept_where_every_request_keeps_it_and_by_the_least_limit() {
    assert!(
        farthest(&[Some(1.1), Some(9.0)]) <= 1.1 + 1e-3 && farthest(&[Some(1.1), Some(9.0)]) > 1.09
    );
    assert_eq!(
        farthest(&[Some(9.0), Some(1.1)]),
        farthest(&[Some(1.1), Some(9.0)])
    );
    let free = farthest(&[Some(9.0)]);
    assert!(free > 1.15 && free <= 2.0, "{free}");
    for dropped in [&[None][..], &[None, Some(9.0)], &[Some(9.0), None]] {
        assert!(farthest(dropped) <= 1.0, "{dropped:?}");
    }
}

#[test]
fn a_transition_is_over_with_its_last_frame_and_not_before() {
    let mut player = Player::after(shown(1.0, None), shown(1.0, None));
    player.request(4.0 * DT, None);
    let active: Vec<bool> = (0..4)
        .map(|_| {
            player.show(DT, shown(0.0, None));
            player.state.is_active()
        })
        .collect();
    assert_eq!(active, [true, true, true, false]);
}

#[test]
fn a_curve_goes_on_from_its_value_and_speed_and_is_0_where_it_is_not() {
    let value = |pose: Pose| pose.curve(Name::new("smile"));
    for (before, last, target) in [
        (Some(1.0), Some(0.5), Some(0.25)),
        (Some(0.25), Some(0.5), Some(1.0)),
        (None, Some(0.5), None),
        (Some(0.5), None, Some(0.25)),
        (Some(0.5), Some(0.5), None),
    ] {
        let of = |value: Option<f32>| value.unwrap_or(0.0);
        let mut player = Player::after(shown(0.0, before), shown(0.0, last));
        player.request(2.0, None);
        let got = value(player.show(0.5, shown(0.0, target)));
        let offset = Decay::new(
            of(last) - of(target),
            (of(last) - of(before)) / DT,
            2.0,
            1e-6,
        )
        .at(0.5);
        assert!(
            (of(got) - of(target) - offset).abs() < 1e-6,
            "{before:?} {last:?} {target:?}: {got:?} {offset}"
        );
    }
}

#[test]
fn a_curve_that_has_not_moved_off_is_left_out() {
    let mut player = Player::after(shown(1.0, Some(0.5)), shown(1.0, Some(0.5)));
    player.request(2.0, None);
    assert_eq!(
        player
            .show(0.5, shown(0.0, Some(0.5)))
            .curve(Name::new("smile")),
        Some(0.5)
    );
}

#[test]
fn with_one_pose_before_there_is_a_value_and_no_speed() {
    for keep in [None, Some(9.0)] {
        let mut player = Player::default();
        player.show(DT, shown(1.0, Some(1.0)));
        player.request(2.0, keep);
        let got = player.show(0.5, shown(0.0, Some(0.0)));
        let offset = Decay::new(1.0, 0.0, 2.0, 1e-6).at(0.5);
        assert!((got.translation(0).x - offset).abs() < 1e-6);
        assert!((got.curve(Name::new("smile")).unwrap() - offset).abs() < 1e-6);
    }
    let kept = Terms {
        dt: DT,
        duration: 1.0,
        outward: Some(9.0),
    };
    assert_eq!(
        TurnDecay::new(Quat::IDENTITY, Quat::from_rotation_x(1.0), None, &kept)
            .decay
            .velocity_at(0.0),
        0.0
    );
}

#[test]
fn a_frame_without_time_is_not_remembered() {
    let mut player = Player::after(shown(0.5, None), shown(1.0, None));
    player.show(0.0, shown(7.0, None));
    player.request(2.0, Some(9.0));
    let first = player.show(0.0, shown(0.0, None)).translation(0).x;
    assert!((first - 1.0).abs() < 1e-6, "{first}");
    let next = player.show(1.0 / 1024.0, shown(0.0, None)).translation(0).x;
    assert!(
        ((next - first) * 1024.0 - 4.0).abs() < 0.05,
        "its speed is that of the frames with time: {next}"
    );
}

#[test]
fn offsets_count_from_their_least_on_and_times_too() {
    assert_eq!(Decay::new(0.9e-3, 0.0, 1.0, 1e-3), Decay::default());
    assert_eq!(Decay::new(-1.1e-3, 0.0, 1.0, 1e-3).at(0.0), -1.1e-3);
    assert_eq!(Decay::new(1.0, 0.0, 0.9e-4, 1e-3), Decay::default());
    assert_eq!(Decay::new(1.0, 0.0, 1.1e-4, 1e-3).at(0.0), 1.0);
    assert_eq!(
        Decay::new(-1e-3, 0.0, 1.0, 1e-3).at(0.0),
        -1e-3,
        "the least counts"
    );
    assert_eq!(Decay::new(1.0, 0.0, LEAST_TIME, 1e-3).at(0.0), 1.0);
    assert_eq!(
        (Decay::default().at(0.0), Decay::default().velocity_at(0.0)),
        (0.0, 0.0)
    );
    for bad in [f32::NAN, f32::INFINITY] {
        assert_eq!(Decay::new(bad, 0.0, 1.0, 1e-3), Decay::default());
        assert_eq!(Decay::new(1.0, -bad, 1.0, 1e-3), Decay::default());
        assert_eq!(Decay::new(1.0, 0.0, bad, 1e-3), Decay::default());
    }
    let terms = Terms {
        dt: DT,
        duration: 1.0,
        outward: None,
    };
    let by = |x: f32| {
        VectorDecay::new(Vec3::ZERO, Vec3::X * x, None, &terms)
            .at(0.0)
            .x
    };
    assert_eq!((by(0.9e-6), by(1.1e-6)), (0.0, 1.1e-6));
    let turned = |radians: f32| {
        TurnDecay::new(Quat::IDENTITY, Quat::from_rotation_x(radians), None, &terms)
            .decay
            .t1
    };
    assert_eq!((turned(0.9e-5), turned(1.1e-5)), (0.0, 1.0));
}

#[test]
fn an_offset_s_speed_is_the_slope_of_its_course() {
    for decay in [
        Decay::new(1.0, -3.0, 1.0, 1e-6),
        Decay::new(-0.5, 0.25, 0.5, 1e-6),
    ] {
        for step in 1..16u8 {
            let t = f32::from(step) / 16.0 * decay.t1;
            let slope = (decay.at(t + 1e-3) - decay.at(t - 1e-3)) / 2e-3;
            assert!(
                (slope - decay.velocity_at(t)).abs() < 5e-3 * (1.0 + slope.abs()),
                "{t}"
            );
        }
        assert_eq!(
            (decay.at(decay.t1), decay.velocity_at(decay.t1 * 1.5)),
            (0.0, 0.0)
        );
    }
}

#[test]
fn a_growing_offset_peaks_where_its_derivative_vanishes() {
    assert_eq!([peak(-3.0), peak(3.7), peak(4.0)], [1.0; 3]);
    assert_eq!(
        [capped(-3.0, 0.5), capped(3.9, 0.5), capped(9.0, 0.5)],
        [-3.0, 3.9, 4.0],
        "4 does not grow"
    );
    for k in [4.5f32, 7.0, 30.0] {
        let course = |u: f32| (1.0 - u).powi(4) * (1.0 + k * u);
        let found = (0..=10_000u16)
            .map(|step| course(f32::from(step) / 10_000.0))
            .fold(0.0, f32::max);
        assert!(
            (peak(k) - found).abs() < 1e-4 * found,
            "{k}: {} {found}",
            peak(k)
        );
        assert_eq!(capped(k, found * 1.01), k);
        let halfway = (1.0 + found) / 2.0;
        assert!((peak(capped(k, halfway)) - halfway).abs() < 1e-4, "{k}");
    }
}

#[test]
fn a_bone_takes_its_part_of_the_duration_and_what_is_no_duration_is_none() {
    let of = |duration: f32| {
        let bone_factors = [0.5, 0.0, -1.0, 2.0].into();
        let request = InertializationRequest {
            duration,
            bone_factors,
            ..Default::default()
        };
        [0, 1, 2, 3, 4].map(|bone| request.duration_of(bone))
    };
    assert_eq!(of(0.5), [0.25, 0.0, 0.0, 0.5, 0.5]);
    for bad in [-1.0, f32::NAN, f32::INFINITY] {
        assert_eq!(of(bad), [0.0; 5], "{bad}");
    }
}

#[test]
fn frames_that_are_hardly_apart_have_no_speed() {
    // Towards the target so fast that with its speed the offset would be over at once.
    let first = |apart: f32| {
        let mut player = Player::default();
        player.show(DT, shown(2.0, None));
        player.show(apart, shown(1.0, None));
        player.request(1.0, None);
        player.show(1e-3, shown(0.0, None)).translation(0).x
    };
    assert!(first(0.95e-5) > 0.9, "{}", first(0.95e-5));
    assert_eq!(first(1.05e-5), 0.0);
}

#[test]
fn a_pose_from_before_that_is_not_a_number_is_no_history() {
    let mut player = Player::after(shown(f32::NAN, None), shown(1.0, None));
    player.request(1.0, None);
    assert_eq!(player.show(DT, shown(0.0, None)), shown(0.0, None));
}

#[test]
fn an_inertializer_that_is_reset_has_no_past_and_nothing_to_do() {
    let mut player = Player::after(shown(1.0, None), shown(1.0, None));
    player.request(1.0, None);
    player.state.reset();
    assert_eq!(player.state, Inertializer::default());
    assert_eq!(player.show(DT, shown(0.0, None)), shown(0.0, None));
}
