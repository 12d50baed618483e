use super::*;

#[test]
fn reducing_keeps_the_line_and_what_bends_it() {
    let value = |frame: u32| {
        if frame < 30 {
            0.0
        } else {
            ((frame - 30) as f32 / 30.0 * 3.0).sin()
        }
    };
    let key = |frame: u32| {
        CurveKey::new(
            Id(frame.into()),
            frame as f32 / 30.0,
            value(frame),
            Interpolation::Linear,
        )
    };
    let baked = Curve {
        keys: (0..=60).map(key).collect(),
        ..Curve::new(Id(99), "c", 0)
    };
    let reduced = baked.reduced();
    assert!(
        (8..40).contains(&reduced.keys.len()),
        "{}",
        reduced.keys.len()
    );
    assert_eq!(
        (reduced.keys.first(), reduced.keys.last()),
        (baked.keys.first(), baked.keys.last())
    );
    for time in (0..=240).map(|part| part as f32 / 120.0) {
        let (a, b) = (baked.value(time).unwrap(), reduced.value(time).unwrap());
        assert!((a - b).abs() <= REDUCED * 1.01, "{time}: {a} {b}");
    }
    assert_eq!(
        reduced.reduced().keys.len(),
        reduced.keys.len(),
        "no line is left to shorten"
    );
    let step = |mut key: CurveKey| {
        key.interpolation = Interpolation::Step;
        key
    };
    let stepped = Curve {
        keys: baked.keys.into_iter().map(step).collect(),
        ..reduced
    };
    assert_eq!(stepped.reduced(), stepped);
    assert_eq!(Curve::new(Id(1), "c", 0).reduced().keys, []);
}

#[test]
fn a_smooth_slope_follows_the_neighbours_and_is_flat_where_the_curve_turns() {
    let key = |time: f32, value: f32| CurveKey::new(Id(1), time, value, Interpolation::Cubic);
    let keys = vec![key(0.0, 0.0), key(0.5, 0.5), key(1.0, 2.0), key(2.0, 0.0)];
    let curve = Curve {
        keys,
        ..Curve::new(Id(1), "c", 0)
    };
    assert_eq!(
        (0..5).map(|at| curve.smooth_slope(at)).collect::<Vec<_>>(),
        [0.0, 2.0, 0.0, 0.0, 0.0]
    );
}

fn line(points: &[(f32, f32)]) -> Curve {
    let key =
        |(time, value): &(f32, f32)| CurveKey::new(Id(1), *time, *value, Interpolation::Linear);
    Curve {
        keys: points.iter().map(key).collect(),
        ..Curve::new(Id(1), "c", 0)
    }
}

fn times(curve: &Curve) -> Vec<f32> {
    curve.keys.iter().map(|key| key.time).collect()
}

#[test]
fn a_straight_run_keeps_its_ends_alone_wherever_it_lies() {
    let rising = |from: f32, value: f32, slope: f32| {
        let at = |step: i32| (from + 0.5 * step as f32, value + slope * 0.5 * step as f32);
        times(&line(&(0..5).map(at).collect::<Vec<_>>()).reduced())
    };
    for slope in [-4.0, 0.0, 0.25, 3.0] {
        for value in [-2.0, 0.0, 1.0] {
            for from in [-3.0, 0.0, 0.5, 8.0] {
                assert_eq!(
                    rising(from, value, slope),
                    [from, from + 2.0],
                    "from {value} by {slope}"
                );
            }
        }
    }
    let bent = line(&[
        (4.0, 1.0),
        (5.0, 2.0),
        (6.0, 3.0),
        (7.0, 3.0),
        (8.0, 3.0),
        (9.0, 0.0),
    ]);
    assert_eq!(times(&bent.reduced()), [4.0, 6.0, 8.0, 9.0]);
    assert_eq!(bent.reduced().name, bent.name);
}

#[test]
fn a_key_goes_that_lies_as_far_off_the_line_as_allowed_and_no_further() {
    let kept = |value: f32| times(&line(&[(2.0, 0.0), (3.0, value), (4.0, 0.0)]).reduced()).len();
    assert_eq!(
        [kept(REDUCED), kept(-REDUCED), kept(0.00101), kept(-0.00101)],
        [2, 2, 3, 3]
    );
    assert_eq!(REDUCED, 1e-3);
}

#[test]
fn few_keys_and_runs_that_are_not_linear_stay() {
    for points in [&[(1.0, 2.0)][..], &[(1.0, 2.0), (3.0, 4.0)]] {
        assert_eq!(line(points).reduced(), line(points));
    }
    for kind in [Interpolation::Step, Interpolation::Cubic] {
        let mut mixed = line(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0)]);
        mixed.keys[1].interpolation = kind;
        assert_eq!(times(&mixed.reduced()), [0.0, 1.0, 2.0, 4.0], "{kind:?}");
    }
}

#[test]
fn a_key_is_finite_when_all_its_numbers_are() {
    let key = CurveKey::new(Id(1), 0.5, 2.0, Interpolation::Cubic);
    assert_eq!(
        (key.in_tangent, key.out_tangent, key.is_finite()),
        (0.0, 0.0, true)
    );
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert!(
            !CurveKey {
                time: bad,
                ..key.clone()
            }
            .is_finite()
        );
        assert!(
            !CurveKey {
                value: bad,
                ..key.clone()
            }
            .is_finite()
        );
        assert!(
            !CurveKey {
                in_tangent: bad,
                ..key.clone()
            }
            .is_finite()
        );
        assert!(
            !CurveKey {
                out_tangent: bad,
                ..key.clone()
            }
            .is_finite()
        );
    }
}

#[test]
fn a_new_curve_plays_its_keys_and_holds_their_ends() {
    let new = Curve::new(Id(3), "smile", 2);
    assert_eq!(
        (
            new.id,
            new.name.as_str(),
            new.color,
            new.disabled,
            new.keys.len()
        ),
        (Id(3), "smile", 2, false, 0)
    );
    assert_eq!(
        (new.kind, new.extrapolation),
        (CurveKind::default(), Extrapolation::default())
    );
    assert_eq!(
        (new.kind, new.extrapolation),
        (CurveKind::Float, Extrapolation::Clamp)
    );
    assert_eq!(new.value(0.0), None, "no key, no value");
    let two = line(&[(1.0, 2.0), (3.0, 4.0)]);
    assert_eq!(
        [0.0, 1.0, 2.0, 3.0, 9.0].map(|time| two.value(time)),
        [2.0, 2.0, 3.0, 4.0, 4.0].map(Some)
    );
    assert_eq!(
        Curve {
            kind: CurveKind::Metadata,
            ..new
        }
        .value(5.0),
        Some(1.0)
    );
}

#[test]
fn a_copy_has_the_keys_of_the_imported_curve_under_ids_of_their_own() {
    for (interpolation, values, tangents) in [
        (
            Interpolation::Step,
            vec![5.0, 6.0],
            [(0.0, 0.0), (0.0, 0.0)],
        ),
        (
            Interpolation::Linear,
            vec![5.0, 6.0],
            [(0.0, 0.0), (0.0, 0.0)],
        ),
        (
            Interpolation::Cubic,
            vec![1.0, 5.0, 2.0, 3.0, 6.0, 4.0],
            [(1.0, 2.0), (3.0, 4.0)],
        ),
    ] {
        let channel = source::Channel {
            interpolation,
            times: vec![0.5, 2.0],
            values,
        };
        let imported = source::SourceCurve {
            name: "c".into(),
            channel,
        };
        let state = &mut 7;
        let copy = Curve::copied(&imported, 3, state);
        let key = |at: usize, id, time, value| {
            let (in_tangent, out_tangent) = tangents[at];
            CurveKey {
                in_tangent,
                out_tangent,
                ..CurveKey::new(id, time, value, interpolation)
            }
        };
        let sequence = &mut 7;
        let (own, first, second) = (Id::next(sequence), Id::next(sequence), Id::next(sequence));
        let keys = vec![key(0, first, 0.5, 5.0), key(1, second, 2.0, 6.0)];
        assert_eq!(
            copy,
            Curve {
                keys,
                ..Curve::new(own, "c", 3)
            }
        );
        assert_eq!(state, sequence, "nobody else is given those ids");
    }
}

#[test]
fn a_smooth_slope_needs_two_neighbours_apart_in_time() {
    let at_one_time = line(&[(1.0, 0.0), (1.0, 1.0), (1.0, 2.0)]);
    assert_eq!(at_one_time.smooth_slope(1), 0.0);
    let late = line(&[(3.0, 1.0), (4.0, 2.0), (7.0, 7.0)]);
    assert_eq!(
        (0..4).map(|at| late.smooth_slope(at)).collect::<Vec<_>>(),
        [0.0, 1.5, 0.0, 0.0]
    );
    let resting = line(&[(0.0, 1.0), (1.0, 1.0), (2.0, 2.0)]);
    assert_eq!(resting.smooth_slope(1), 0.0, "it comes from a flat stretch");
    assert_eq!(Curve::new(Id(1), "c", 0).smooth_slope(0), 0.0);
}

#[test]
fn a_tangent_of_zero_and_a_default_need_no_word_in_a_file_and_a_negative_zero_does() {
    assert_eq!(
        [0.0, -0.0, 1.0, -1.0].map(|value| is_zero(&value)),
        [true, false, false, false]
    );
    assert!(
        is_default(&CurveKind::Float) && is_default(&Extrapolation::Clamp) && is_default(&false)
    );
    assert!(
        !is_default(&CurveKind::Metadata)
            && !is_default(&Extrapolation::Loop)
            && !is_default(&true)
    );
}
