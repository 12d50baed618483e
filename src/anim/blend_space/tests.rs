//! Samples and inputs that are easily got wrong, and what other tests build with.

use super::*;
use std::f64::consts::TAU;

pub(super) fn axis(min: f32, max: f32) -> BlendSpaceAxis {
    BlendSpaceAxis {
        min,
        max,
        wrap: false,
        smoothing: Smoothing::default(),
    }
}

/// From 0, smoothed over 0.2 seconds.
pub(super) fn smoothed(max: f32, kind: SmoothingKind) -> BlendSpaceAxis {
    BlendSpaceAxis {
        smoothing: Smoothing { kind, time: 0.2 },
        ..axis(0.0, max)
    }
}

pub(super) fn sample(at: [f32; 2]) -> Sample {
    Sample {
        clip: 0,
        at,
        rate: 1.0,
    }
}

/// Each sample with a clip of its own.
pub(super) fn space(axes: &[BlendSpaceAxis], points: &[[f32; 2]]) -> BlendSpace {
    let samples = points.iter().enumerate().map(|(clip, at)| Sample {
        clip: clip as u32,
        ..sample(*at)
    });
    BlendSpace::new(axes, &samples.collect::<Vec<_>>(), 0.0).unwrap()
}

pub(super) fn unit(points: &[[f32; 2]]) -> BlendSpace {
    space(&[axis(0.0, 1.0); 2], points)
}

/// One a sample.
pub(super) fn all(space: &BlendSpace, shares: &[Share]) -> Vec<f64> {
    let mut all = vec![0.0; space.samples().len()];
    shares
        .iter()
        .for_each(|share| all[share.sample as usize] += share.weight);
    all
}

pub(super) fn weights(space: &BlendSpace, at: [f64; 2]) -> Vec<f64> {
    let mut weights = Weights::default();
    space.weights(at, &mut weights);
    all(space, weights.as_slice())
}

pub(super) fn assert_near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    assert!(
        found
            .iter()
            .zip(expected)
            .all(|(a, b)| (a - b).abs() < 1e-6),
        "{found:?} and not {expected:?}"
    );
}

/// Where 0 is after ticks towards 1.
pub(super) fn followed(kind: SmoothingKind, dts: &[f64]) -> f64 {
    let space = space(&[smoothed(1.0, kind)], &[]);
    let mut state = BlendSpaceState::default();
    state.update(&space, [0.0; 2], 0.0, true);
    dts.iter()
        .for_each(|dt| state.update(&space, [1.0, 0.0], *dt, false));
    state.position()[0]
}

#[test]
fn what_is_wrong_is_named() {
    let good = axis(0.0, 1.0);
    let of_axes = |axes: &[BlendSpaceAxis]| BlendSpace::new(axes, &[], 0.0).unwrap_err();
    assert_eq!(of_axes(&[]), BlendSpaceError::AxisCount { found: 0 });
    assert_eq!(of_axes(&[good; 3]), BlendSpaceError::AxisCount { found: 3 });
    assert_eq!(
        of_axes(&[good, axis(f32::NAN, 1.0)]),
        BlendSpaceError::AxisNotFinite { axis: 1 }
    );
    assert_eq!(
        of_axes(&[axis(0.0, f32::INFINITY)]),
        BlendSpaceError::AxisNotFinite { axis: 0 }
    );
    assert_eq!(
        of_axes(&[axis(1.0, 1.0)]),
        BlendSpaceError::AxisEmpty { axis: 0 }
    );
    assert_eq!(
        of_axes(&[good, axis(2.0, 1.0)]),
        BlendSpaceError::AxisEmpty { axis: 1 }
    );
    for smoothing in [
        Smoothing {
            kind: SmoothingKind::Linear,
            time: -1.0,
        },
        Smoothing {
            kind: SmoothingKind::Linear,
            time: f32::NAN,
        },
        Smoothing {
            kind: SmoothingKind::Spring {
                damping: f32::INFINITY,
            },
            time: 1.0,
        },
        Smoothing {
            kind: SmoothingKind::Spring { damping: -0.5 },
            time: 1.0,
        },
    ] {
        assert_eq!(
            of_axes(&[BlendSpaceAxis { smoothing, ..good }]),
            BlendSpaceError::AxisSmoothing { axis: 0 }
        );
    }
    let of_sample = |axes: &[BlendSpaceAxis], bad| {
        BlendSpace::new(axes, &[sample([0.0; 2]), bad], 0.0).map(|_| ())
    };
    let not_finite = Err(BlendSpaceError::SampleNotFinite { sample: 1 });
    assert_eq!(of_sample(&[good; 2], sample([0.0, f32::NAN])), not_finite);
    assert_eq!(
        of_sample(&[good], sample([f32::NEG_INFINITY, 0.0])),
        not_finite
    );
    assert_eq!(
        of_sample(&[good], sample([0.0, f32::NAN])),
        Ok(()),
        "its second is ignored"
    );
    assert_eq!(of_sample(&[good], sample([1001.0, 0.0])), Ok(()));
    assert_eq!(
        of_sample(&[good], sample([1002.0, 0.0])),
        Err(BlendSpaceError::SampleTooFar { sample: 1 })
    );
    assert_eq!(
        of_sample(&[good; 2], sample([0.0, -1e30])),
        Err(BlendSpaceError::SampleTooFar { sample: 1 })
    );
    for rate in [
        0.0,
        -1.0,
        f32::NAN,
        f32::INFINITY,
        0.01f32.next_down(),
        100f32.next_up(),
        1e30,
    ] {
        let bad = Sample {
            rate,
            ..sample([1.0; 2])
        };
        assert_eq!(
            of_sample(&[good], bad),
            Err(BlendSpaceError::SampleRate { sample: 1 })
        );
    }
    for speed in [-1.0, f32::NAN, f32::INFINITY] {
        assert_eq!(
            BlendSpace::new(&[good], &[], speed),
            Err(BlendSpaceError::WeightSpeed)
        );
    }
    assert_eq!(
        BlendSpaceError::AxisEmpty { axis: 1 }.to_string(),
        "the end of axis 1 is not above its start"
    );
}

#[test]
fn none_one_and_equal_samples() {
    assert!(weights(&unit(&[]), [0.5; 2]).is_empty());
    assert_eq!(weights(&unit(&[[0.2, 0.8]]), [9.0, -9.0]), [1.0]);
    assert_eq!(weights(&unit(&[[0.5; 2]; 50]), [0.1; 2])[..2], [1.0, 0.0]);
    let close = unit(&[
        [0.5, 0.5],
        [0.50005, 0.50005],
        [1e-30, 0.0],
        [0.0, 1e-30],
        [0.5, 0.5002],
    ]);
    let kept: Vec<u32> = close.spots().iter().map(|spot| spot.sample).collect();
    assert_eq!(kept, [2, 0, 4]);
}

#[test]
fn samples_on_a_line_mix_along_it() {
    for points in [
        [[0.0, 0.0], [1.0, 1.0], [0.5, 0.5]],
        // Not quite on one line as they are rounded.
        [[0.1, 0.3], [0.3, 0.9], [0.2, 0.6]],
        [[0.7, 0.1], [0.7, 0.9], [0.7, 0.5]],
        // Upright but for rounding: by the first axis the last one is between.
        [[0.7, 0.1], [0.7 + 1e-7, 0.9], [0.7 + 2e-7, 0.5]],
    ] {
        let space = unit(&points);
        assert_eq!(space.triangles().count(), 0);
        let [from, to] = [points[0], points[1]].map(|at| DVec2::from(at.map(f64::from)));
        let across = (to - from).perp();
        for (along, expected) in [
            (-1.0, [1.0, 0.0, 0.0]),
            (0.25, [0.5, 0.0, 0.5]),
            (0.5, [0.0, 0.0, 1.0]),
            (0.75, [0.0, 0.5, 0.5]),
            (2.0, [0.0, 1.0, 0.0]),
        ] {
            let at = from.lerp(to, along) + across * 0.3;
            assert_near(&weights(&space, at.to_array()), &expected);
        }
    }
}

#[test]
fn a_sample_a_hair_inside_the_hull_counts_on_it() {
    let points = [[0.1, 0.3], [0.3, 0.9], [0.2, 0.6], [0.9, 0.1]];
    for nudged in [0.0, 1e-7, -1e-7] {
        let mut points = points;
        points[2][0] += nudged;
        let space = unit(&points);
        assert_eq!(space.triangles().count(), 2, "{nudged}");
        assert_near(&weights(&space, [0.22, 0.76]), &[0.0, 0.5, 0.5, 0.0]);
    }
}

/// The tip of a wedge so thin that both triangles at it are flat.
#[test]
fn no_sample_is_lost_with_a_flat_triangle() {
    let (thin, near) = (1.0 / 8192.0, 2047.0 / 2048.0);
    let space = unit(&[[0.0, 0.0], [0.0, 2.0 * thin], [near, thin], [1.0, thin]]);
    assert_near(
        &weights(&space, [1.0, f64::from(thin)]),
        &[0.0, 0.0, 0.0, 1.0],
    );
    assert_near(
        &weights(&space, [f64::from(near), f64::from(thin)]),
        &[0.0, 0.0, 1.0, 0.0],
    );
}

#[test]
fn cells_on_a_circle_are_fans_from_their_first_corner() {
    let square = unit(&[[1.0, 1.0], [0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
    assert_near(&weights(&square, [0.5, 0.5]), &[0.5, 0.5, 0.0, 0.0]);
    let signed = unit(&[[-0.0, 1.0], [1.0, 1.0], [0.0, 0.0], [1.0, -0.0]]);
    assert_near(&weights(&signed, [0.5, 0.5]), &[0.0, 0.5, 0.5, 0.0]);
    let grid: Vec<[f32; 2]> = (0..196)
        .map(|at| [(at % 14) as f32 / 13.0, (at / 14) as f32 / 13.0])
        .collect();
    let space = unit(&grid);
    assert_eq!(space.triangles().count(), 2 * 13 * 13);
    for [a, b, c] in space.triangles() {
        let [a, b, c] = [a, b, c].map(|corner| space.spots()[corner as usize].at);
        assert!(
            a.x < b.x && a.y <= b.y && a.x <= c.x && a.y < c.y,
            "{a} {b} {c}"
        );
    }
}

/// Flat ones would be taken off the rim later on.
#[test]
fn points_beyond_an_edge_on_its_line_make_no_flat_triangle() {
    let points: Vec<[f64; 2]> = (0..20)
        .map(|at| [f64::from(at / 4), f64::from(at % 4)])
        .collect();
    let triangles = delaunay::triangulate(&points);
    assert_eq!(triangles.len(), 2 * 4 * 3);
    for triangle in triangles {
        let [a, b, c] = triangle.map(|corner| DVec2::from(points[corner as usize]));
        assert_eq!((b - a).perp_dot(c - a), 1.0);
    }
}

#[test]
fn two_hundred_samples_on_a_circle() {
    let at = |index: i32, radius: f64| {
        let angle = TAU * f64::from(index) / 199.0;
        [
            (0.5 + radius * angle.cos()) as f32,
            (0.5 + radius * angle.sin()) as f32,
        ]
    };
    let mut points: Vec<[f32; 2]> = (0..199).map(|index| at(index, 0.5)).collect();
    assert_eq!(unit(&points).triangles().count(), 197);
    points.push([0.5; 2]);
    let space = unit(&points);
    assert_eq!(space.triangles().count(), 199);
    let found = weights(&space, at(0, 0.25).map(f64::from));
    assert!(
        (found[199] - 0.5).abs() < 1e-3 && found[0] > 0.49,
        "{found:?}"
    );
    assert_near(&weights(&space, at(7, 3.0).map(f64::from))[7..8], &[1.0]);
}

#[test]
fn axes_of_any_size_divide_the_plane_alike() {
    for (x, y) in [
        (1.0, 1.0),
        (1e-38, 1e38),
        (3e38, 3e-45),
        (3e38, 3e38),
        (3e-45, 3e-45),
    ] {
        let points = [[-x, -y], [-x, y], [x, -y], [x, y], [0.0, 0.0]];
        let space = space(&[axis(-x, x), axis(-y, y)], &points);
        assert_eq!(space.triangles().count(), 4, "{x} {y}");
        assert_near(
            &weights(&space, [f64::from(x) * 0.5, 0.0]),
            &[0.0, 0.0, 0.25, 0.25, 0.5],
        );
    }
}

#[test]
fn bad_points_still_get_weights() {
    let space = unit(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
    assert_near(&weights(&space, [f64::NAN; 2]), &[1.0, 0.0, 0.0]);
    assert_near(&weights(&space, [f64::INFINITY, 0.0]), &[0.0, 1.0, 0.0]);
    assert_near(&weights(&space, [f64::MIN, f64::MAX]), &[0.0, 0.0, 1.0]);
}

#[test]
fn inputs_wrap_or_are_clamped_and_what_is_no_number_is_the_one_before() {
    let wrapping = BlendSpaceAxis {
        wrap: true,
        ..axis(-10.0, 30.0)
    };
    let space = space(&[wrapping, axis(2.0, 5.0)], &[]);
    let mut state = BlendSpaceState::default();
    let mut follow = |input| {
        state.update(&space, input, 0.1, false);
        state.position()
    };
    assert_eq!(follow([f64::NAN; 2]), [0.0, 2.0]);
    assert_eq!(follow([35.0, 7.0]), [-5.0, 5.0]);
    assert_eq!(follow([f64::INFINITY, f64::NAN]), [-5.0, 5.0]);
    assert_eq!(follow([-131.0, f64::NEG_INFINITY]), [29.0, 2.0]);
}

#[test]
fn smoothing_goes_the_short_way_round() {
    for (goal, expected) in [(0.9, 0.95), (0.5, 0.25), (0.25, 0.125)] {
        let axis = BlendSpaceAxis {
            wrap: true,
            ..smoothed(1.0, SmoothingKind::Averaged)
        };
        let space = space(&[axis], &[]);
        let mut state = BlendSpaceState::default();
        state.update(&space, [0.0; 2], 0.0, true);
        state.update(&space, [goal, 0.0], 0.1, false);
        // Half a turn goes upwards.
        assert!(
            (state.position()[0] - expected).abs() < 1e-6,
            "{:?}",
            state.position()
        );
    }
}

#[test]
fn every_smoothing_gets_there_in_its_time() {
    for (kind, half) in [
        (SmoothingKind::Linear, 0.25),
        (SmoothingKind::Averaged, 0.25),
        (SmoothingKind::Cubic, 0.0625),
        (SmoothingKind::EaseInOut, 0.15625),
    ] {
        assert!((followed(kind, &[0.05]) - half).abs() < 1e-6, "{kind:?}");
        assert_eq!(followed(kind, &[0.3]), 1.0, "{kind:?}");
    }
    assert_eq!(followed(SmoothingKind::None, &[1e-9]), 1.0);
    assert!(
        followed(SmoothingKind::Spring { damping: 0.2 }, &[0.3]) > 1.2,
        "it overshoots"
    );
    assert!(
        (followed(SmoothingKind::Spring { damping: 5.0 }, &[0.2]) - 0.593_994).abs() < 1e-6,
        "critical at most"
    );
}

/// More ticks than an average keeps apart: what it forgets is when exactly an input came, by a 64th
/// of its time.
#[test]
fn an_average_over_many_ticks_is_one_over_few() {
    let axis = BlendSpaceAxis {
        smoothing: Smoothing {
            kind: SmoothingKind::Averaged,
            time: 1.0,
        },
        ..axis(0.0, 1.0)
    };
    let space = space(&[axis], &[]);
    let mut state = BlendSpaceState::default();
    state.update(&space, [0.0; 2], 0.0, true);
    for tick in 1..=20_000 {
        let time = f64::from(tick) * 1e-4;
        state.update(&space, [time / 2.0, 0.0], 1e-4, false);
        let mean = if time < 1.0 {
            time * time / 4.0
        } else {
            time / 2.0 - 0.25
        };
        assert!(
            (state.position()[0] - mean).abs() < 0.5 / 64.0,
            "{time} s: {:?}",
            state.position()
        );
    }
}

#[test]
fn times_turn_or_stay_at_their_ends() {
    let mut state = BlendSpaceState::default();
    let mut play = |start, dt, rate, looping, length| {
        state.set_ratio(start);
        state.advance(dt, rate, looping, length);
        (state.ratio() * 1e6).round() / 1e6
    };
    assert_eq!(play(0.75, 0.5, 1.0, true, 1.0), 0.25);
    assert_eq!(play(0.75, 0.5, 1.0, false, 1.0), 1.0);
    assert_eq!(play(0.75, 0.25, 1.0, true, 1.0), 1.0, "the end is kept");
    assert_eq!(play(1.0, 0.25, 1.0, true, 1.0), 0.25);
    assert_eq!(play(0.25, 0.5, -1.0, true, 1.0), 0.75);
    assert_eq!(play(0.25, 0.5, -1.0, false, 1.0), 0.0);
    assert_eq!(play(0.25, 2.6, 0.5, true, 0.5), 0.85);
    for length in [0.0, -1.0, f64::NAN, 1e-9] {
        assert_eq!(play(0.25, 0.5, 1.0, true, length), 0.25);
    }
    assert_eq!(play(0.25, 0.5, f64::NAN, true, 1.0), 0.25);
    assert_eq!(play(0.25, -0.5, 1.0, true, 1.0), 0.25);
    assert_eq!(play(f64::NAN, 0.0, 1.0, true, 1.0), 0.0);
}

#[test]
fn lengths_take_the_samples_rates_and_no_bad_clips() {
    let samples = [
        Sample {
            clip: 3,
            rate: 2.0,
            ..sample([0.0; 2])
        },
        Sample {
            clip: 5,
            ..sample([1.0; 2])
        },
    ];
    let space = BlendSpace::new(&[axis(0.0, 1.0)], &samples, 0.0).unwrap();
    let mut state = BlendSpaceState::default();
    state.update(&space, [0.5, 0.0], 0.0, true);
    assert_eq!(
        state.blended_length(&space, |clip| if clip == 3 { 1.0 } else { 4.0 }),
        2.25
    );
    for bad in [f64::NAN, f64::INFINITY, -1.0] {
        assert_eq!(
            state.blended_length(&space, |clip| if clip == 3 { bad } else { 4.0 }),
            2.0
        );
    }
}

#[test]
fn resetting_forgets_all_but_the_start() {
    let space = space(
        &[smoothed(1.0, SmoothingKind::Averaged)],
        &[[0.0; 2], [1.0; 2]],
    );
    let mut state = BlendSpaceState::default();
    state.update(&space, [1.0; 2], 0.1, false);
    state.reset(0.5);
    assert_eq!((state.weights(), state.ratio()), (&[][..], 0.5));
    state.update(&space, [f64::NAN; 2], 0.1, false);
    assert_eq!((state.position()[0], state.weights().len()), (0.0, 1));
}

/// A recompiled space may have fewer samples and other axes.
#[test]
fn a_state_goes_on_with_another_space() {
    let points = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
    let of = |points: &[[f32; 2]]| {
        let samples: Vec<Sample> = points.iter().map(|at| sample(*at)).collect();
        BlendSpace::new(&[axis(0.0, 1.0); 2], &samples, 1.0).unwrap()
    };
    let mut state = BlendSpaceState::default();
    state.update(&of(&points), [0.1, 0.8], 0.1, true);
    state.update(&of(&points[..1]), [0.1, 0.8], 0.1, false);
    assert_near(&all(&of(&points[..1]), state.weights()), &[1.0]);
    state.update(&of(&[]), [0.1, 0.8], 0.1, false);
    assert_eq!(state.weights(), []);
    state.update(&of(&points), [0.0; 2], 0.1, false);
    assert_near(&all(&of(&points), state.weights()), &[1.0, 0.0, 0.0]);
}
