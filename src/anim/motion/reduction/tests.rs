use super::*;

fn turns(degrees: &[f32]) -> Vec<Euler> {
    degrees.iter().map(|d| Euler([0.0, 0.0, *d])).collect()
}

#[test]
fn the_worked_ramp_keeps_its_corner() {
    let values = turns(&[0.0, 10.0, 20.0, 30.0, 30.0, 30.0, 30.0]);
    assert_eq!(reduce(&values, 1.0, None), [0, 3, 6]);
    assert!((span_error(&values, 0, 4) - 87.5).abs() < 1e-3);
    assert_eq!(reduce(&values, 1.0, Some(2)), [0, 2, 3, 5, 6]);
}

#[test]
fn a_sine_needs_fewer_keys_for_more_error() {
    let sine: Vec<f32> = (0..61)
        .map(|i| 30.0 * (i as f32 / 60.0 * std::f32::consts::TAU).sin())
        .collect();
    let count = |k: f64| reduce(&turns(&sine), k, None).len();
    assert_eq!([0.01, 1.0, 10.0, 100.0].map(count), [45, 14, 10, 6]);
    let quats: Vec<Quat> = sine
        .iter()
        .map(|d| Quat::from_rotation_z(d.to_radians()))
        .collect();
    assert!(reduce(&quats, 1.0, None).len() <= 15);
}

/// By whole turns two angles are alike, and half a turn is as far as it goes.
#[test]
fn angles_are_compared_around_the_turn() {
    let error = |a: f32, b: f32| Euler([a, 0.0, 0.0]).squared_error(Euler([b, 0.0, 0.0]));
    for turns in -3..=3 {
        for off in [0.0, 1.0, -40.0, 170.0, -179.0] {
            let found = error(20.0 + off + 360.0 * turns as f32, 20.0);
            assert!(
                (found - f64::from(off * off)).abs() < 1e-2,
                "{turns} turns and {off}: {found}"
            );
        }
    }
    let all = Euler([350.0, -350.0, 10.0]).squared_error(Euler([0.0; 3]));
    assert!((all - 300.0).abs() < 1e-2, "{all}");
}

#[test]
fn short_tracks_keep_everything() {
    assert_eq!(reduce::<Vec3>(&[], 1.0, None), [] as [usize; 0]);
    assert_eq!(reduce(&[Vec3::ZERO], 1.0, None), [0]);
    assert_eq!(reduce(&[Vec3::ZERO; 600], 1.0, None), [0, 256, 512, 599]);
}

#[test]
fn what_cannot_be_seen_stands_still() {
    let moved = |by: f32| is_still(&[Vec3::ZERO, Vec3::X * by], Vec3::ZERO);
    assert_eq!([moved(0.9e-6), moved(1.1e-6)], [true, false]);
    let turned = |degrees: f32| {
        is_still(
            &[Quat::from_rotation_x(degrees.to_radians())],
            Quat::IDENTITY,
        )
    };
    assert_eq!([turned(0.9e-3), turned(1.1e-3)], [true, false]);
    let kept =
        |by: f32| Reduction::default().translations(&[Vec3::ZERO, Vec3::X * by, Vec3::ZERO], 30.0);
    assert_eq!((kept(0.9e-6), kept(1.1e-6)), (vec![0], vec![0, 2]));
}

#[test]
fn errors_are_angles_in_degrees_and_distances_squared() {
    for degrees in [1e-2f32, 1.0, 90.0, 179.0] {
        let turn = Quat::from_rotation_z(degrees.to_radians());
        for turn in [turn, -turn] {
            let error = Quat::IDENTITY.squared_error(turn).sqrt();
            assert!(
                (error / f64::from(degrees) - 1.0).abs() < 1e-3,
                "{degrees}: {error}"
            );
        }
    }
    assert_eq!(
        Vec3::new(1.0, 2.0, 3.0).squared_error(Vec3::new(1.0, 4.0, 0.0)),
        13.0
    );
    let euler = |x: f32, y: f32| Euler([x, y, 0.0]).squared_error(Euler([0.0; 3]));
    assert_eq!(
        [
            euler(3.0, 4.0),
            euler(359.0, 0.0),
            euler(-719.0, 0.0),
            euler(180.0, 0.0)
        ],
        [25.0, 1.0, 1.0, 32400.0]
    );
}

#[test]
fn each_property_keeps_to_its_own_threshold() {
    let lone = |at: usize| Reduction {
        rotation: if at == 0 { 9.0 } else { 0.0 },
        translation: if at == 1 { 9.0 } else { 0.0 },
        scale: if at == 2 { 9.0 } else { 0.0 },
        delay: 0.0,
    };
    let turns = [0.0f32, 0.1, 0.0, 0.05].map(Quat::from_rotation_x);
    let steps = [0.0f32, 1.0, 0.0, 0.5].map(|x| Vec3::X * x);
    for at in 0..3 {
        let reduction = lone(at);
        let kept = [
            reduction.rotations(&turns, 30.0),
            reduction.translations(&steps, 30.0),
            reduction.scales(&steps, 30.0),
        ];
        assert_eq!(
            kept.map(|kept| kept.len()),
            std::array::from_fn(|i| if i == at { 2 } else { 4 })
        );
    }
}

#[test]
fn a_span_may_be_off_by_its_threshold_as_a_root_of_squares() {
    let kept = |off: f32| {
        let reduction = Reduction {
            translation: 0.5,
            ..Reduction::default()
        };
        reduction
            .translations(&[0.0, off, 0.0, off, 0.0].map(|x| Vec3::X * x), 30.0)
            .len()
    };
    // Twice 0.35 squared is just below a quarter; of two that are farther off one has to be a key.
    assert_eq!((kept(0.35), kept(0.36)), (2, 3));
}

#[test]
fn what_lies_on_a_line_needs_no_keys_even_where_nothing_may_be_lost() {
    let line = [0.0f32, 1.0, 2.0, 3.0, 4.0].map(|x| Vec3::X * x);
    assert_eq!(reduce(&line, 0.0, None), [0, 4]);
    assert_eq!(reduce(&line, 0.0, Some(1)), [0, 1, 2, 3, 4]);
    let Reduction {
        rotation,
        translation,
        scale,
        delay,
    } = Reduction::default();
    assert_eq!(
        [rotation, translation, scale, delay],
        [1.0, 0.005, 0.01, 0.0]
    );
}

#[test]
fn a_delay_counts_in_whole_frames_and_keeps_one_at_least() {
    let gap = |delay, rate| {
        Reduction {
            delay,
            ..Reduction::default()
        }
        .longest_gap(rate)
    };
    assert_eq!(
        [
            gap(0.0, 30.0),
            gap(0.1, 30.0),
            gap(0.099, 30.0),
            gap(0.001, 30.0)
        ],
        [None, Some(3), Some(2), Some(1)]
    );
    assert!(
        Reduction::default().is_valid()
            && Reduction {
                delay: 0.0,
                rotation: 0.0,
                translation: 0.0,
                scale: 0.0
            }
            .is_valid()
    );
    for bad in [f32::NAN, f32::INFINITY, -0.1] {
        assert!(
            !Reduction {
                rotation: bad,
                ..Reduction::default()
            }
            .is_valid()
        );
        assert!(
            !Reduction {
                translation: bad,
                ..Reduction::default()
            }
            .is_valid()
        );
        assert!(
            !Reduction {
                scale: bad,
                ..Reduction::default()
            }
            .is_valid()
        );
        assert!(
            !Reduction {
                delay: bad,
                ..Reduction::default()
            }
            .is_valid()
        );
    }
}
