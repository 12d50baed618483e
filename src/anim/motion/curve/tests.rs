use super::*;

fn key(time: f32, value: f32, interpolation: u32) -> CurveKey {
    CurveKey {
        time,
        value,
        in_tangent: 0.0,
        out_tangent: 2.0,
        interpolation,
    }
}

#[test]
fn hermite_matches_the_worked_example() {
    let keys = [
        key(0.0, 0.0, interpolation::CUBIC),
        key(0.5, 1.0, interpolation::CUBIC),
    ];
    assert!((evaluate(&keys, 0.25) - 0.625).abs() < 1e-6);
}

#[test]
fn beyond_its_keys_a_curve_clamps_loops_or_is_not_there() {
    let keys = [
        key(1.0, 3.0, interpolation::LINEAR),
        key(3.0, 5.0, interpolation::LINEAR),
    ];
    let at = |extrapolation: u32, time: f32| {
        Curve {
            extrapolation,
            ..Curve::default()
        }
        .value(&keys, time)
    };
    for (time, clamp, turn, none) in [
        (1.5, Some(3.5), Some(3.5), Some(3.5)),
        (3.0, Some(5.0), Some(5.0), Some(5.0)),
        (4.0, Some(5.0), Some(4.0), None),
        (0.5, Some(3.0), Some(4.5), None),
    ] {
        assert_eq!(at(extrapolation::CLAMP, time), clamp);
        assert_eq!(at(extrapolation::LOOP, time), turn);
        assert_eq!(at(extrapolation::NONE, time), none);
    }
    let single = &keys[..1];
    assert_eq!(
        Curve {
            extrapolation: extrapolation::LOOP,
            ..Curve::default()
        }
        .value(single, 9.0),
        Some(3.0)
    );
    assert_eq!(Curve::default().value(&[], 0.0), None);
}

#[test]
fn ends_hold_and_steps_step() {
    let keys = [
        key(1.0, 3.0, interpolation::CONSTANT),
        key(2.0, 5.0, interpolation::LINEAR),
    ];
    assert_eq!(evaluate(&keys, 0.0), 3.0);
    assert_eq!(evaluate(&keys, 1.9), 3.0);
    assert_eq!(evaluate(&keys, 9.0), 5.0);
    assert_eq!(evaluate(&[], 1.0), 0.0);
}

#[test]
fn a_cubic_span_is_the_polynomial_that_its_ends_and_slopes_say() {
    // x³ − 2 x² + 3 x + 1, from 1 to 3.
    let value = |x: f32| x.powi(3) - 2.0 * x.powi(2) + 3.0 * x + 1.0;
    let slope = |x: f32| 3.0 * x.powi(2) - 4.0 * x + 3.0;
    let knot = |time: f32, in_tangent: f32, out_tangent: f32| CurveKey {
        time,
        value: value(time),
        in_tangent,
        out_tangent,
        interpolation: interpolation::CUBIC,
    };
    // The outer tangents belong to no span.
    let keys = [knot(1.0, 99.0, slope(1.0)), knot(3.0, slope(3.0), -99.0)];
    for step in 0..=16u8 {
        let x = 1.0 + f32::from(step) / 8.0;
        assert!((evaluate(&keys, x) - value(x)).abs() < 1e-5, "{x}");
    }
}

#[test]
fn kinds_are_the_published_numbers() {
    assert_eq!(
        [
            interpolation::CONSTANT,
            interpolation::LINEAR,
            interpolation::CUBIC
        ],
        [0, 1, 2]
    );
    assert_eq!(
        [
            extrapolation::CLAMP,
            extrapolation::LOOP,
            extrapolation::NONE
        ],
        [0, 1, 2]
    );
    assert_eq!(flag::METADATA, 1);
}

#[test]
fn the_slope_of_a_cubic_is_how_fast_it_rises() {
    let ends = (0.3, -1.5, 2.0, 0.7);
    let at = |u: f32| hermite(ends.0, ends.1, ends.2, ends.3, u);
    let slope = |u: f32| hermite_slope(ends.0, ends.1, ends.2, ends.3, u);
    for step in 1..16u8 {
        let (u, by) = (f32::from(step) / 16.0, 1e-3);
        let rise = (at(u + by) - at(u - by)) / (2.0 * by);
        assert!((slope(u) - rise).abs() < 2e-3, "{u}");
    }
    assert_eq!((slope(0.0), slope(1.0)), (ends.1, ends.3));
}
