//! The numbered properties of blend spaces: 1 to 5, 8, 9, 13 and 18.

use super::{tests::*, *};
use proptest::prelude::*;

#[test]
fn property_1_a_point_in_a_triangle_mixes_its_corners() {
    let space = space(
        &[axis(-90.0, 90.0), axis(0.0, 300.0)],
        &[[0.0, 0.0], [0.0, 150.0], [90.0, 150.0]],
    );
    assert_near(&weights(&space, [30.0, 100.0]), &[1.0 / 3.0; 3]);
}

#[test]
fn property_2_a_point_outside_mixes_the_nearest_edge() {
    let space = unit(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
    assert_near(&weights(&space, [0.3, -0.4]), &[0.7, 0.3, 0.0]);
    assert_near(&weights(&space, [-5.0, -0.1]), &[1.0, 0.0, 0.0]);
    assert_near(&weights(&space, [0.9, 0.7]), &[0.0, 0.6, 0.4]);
}

#[test]
fn property_3_on_one_axis_neighbours_mix() {
    let space = space(
        &[axis(0.0, 300.0)],
        &[[300.0, 0.0], [0.0, 7.0], [150.0, -7.0]],
    );
    assert_near(&weights(&space, [200.0, 0.0]), &[1.0 / 3.0, 0.0, 2.0 / 3.0]);
    assert_near(&weights(&space, [-1.0, 0.0]), &[0.0, 1.0, 0.0]);
    assert_near(&weights(&space, [301.0, 0.0]), &[1.0, 0.0, 0.0]);
    assert_near(&weights(&space, [150.0, 0.0]), &[0.0, 0.0, 1.0]);
}

#[test]
fn property_4_weights_go_at_their_speed() {
    let samples = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(sample);
    let space = BlendSpace::new(&[axis(0.0, 1.0); 2], &samples, 4.0).unwrap();
    let mut state = BlendSpaceState::default();
    state.update(&space, [0.0; 2], 0.1, true);
    state.update(&space, [0.5; 2], 0.1, false);
    assert_near(
        &all(&space, state.weights()),
        &[0.6 / 1.4, 0.4 / 1.4, 0.4 / 1.4],
    );
    for _ in 0..2 {
        state.update(&space, [0.5; 2], 0.1, false);
    }
    assert_near(&all(&space, state.weights()), &[0.0, 0.5, 0.5]);
    assert_eq!(state.weights().len(), 2);
    state.update(&space, [0.0; 2], 0.0, true);
    assert_near(&all(&space, state.weights()), &[1.0, 0.0, 0.0]);
}

#[test]
fn property_5_all_samples_share_one_time() {
    let space = space(&[axis(0.0, 1.0)], &[[0.0, 0.0], [1.0, 0.0]]);
    let mut state = BlendSpaceState::default();
    state.update(&space, [0.75, 0.0], 0.07, true);
    let length = state.blended_length(&space, |clip| [1.0, 0.6][clip as usize]);
    assert!((length - 0.7).abs() < 1e-12);
    state.advance(0.07, 1.0, true, length);
    assert!((state.ratio() - 0.1).abs() < 1e-12);
}

#[test]
fn property_8_exponential_smoothing_is_exact() {
    for dts in [&[0.1][..], &[0.05; 2]] {
        assert!((followed(SmoothingKind::Exponential, dts) - 0.393_469_340_3).abs() < 1e-8);
    }
}

#[test]
fn property_9_a_spring_is_exact_and_lags_by_its_time() {
    for dts in [&[0.2][..], &[0.02; 10]] {
        assert!(
            (followed(SmoothingKind::Spring { damping: 1.0 }, dts) - 0.593_994_150_3).abs() < 1e-7
        );
    }
    let ramp = space(
        &[smoothed(10.0, SmoothingKind::Spring { damping: 1.0 })],
        &[],
    );
    let mut state = BlendSpaceState::default();
    state.update(&ramp, [0.0; 2], 0.0, true);
    for step in 1..=2000 {
        state.update(&ramp, [f64::from(step) * 0.001, 0.0], 0.001, false);
    }
    assert!((2.0 - state.position()[0] - 0.1995).abs() < 1e-6);
}

/// 2.706706 is the velocity of property 9: where it is after a little longer tells it.
#[test]
fn property_9_a_spring_keeps_its_velocity() {
    let x = |dts: &[f64]| followed(SmoothingKind::Spring { damping: 1.0 }, dts);
    let velocity = (x(&[0.2, 1e-6]) - x(&[0.2])) / 1e-6;
    assert!((velocity - 2.706_706).abs() < 1e-4, "{velocity}");
}

const KINDS: [SmoothingKind; 7] = [
    SmoothingKind::Exponential,
    SmoothingKind::Spring { damping: 1.0 },
    SmoothingKind::Spring { damping: 0.3 },
    SmoothingKind::Averaged,
    SmoothingKind::Linear,
    SmoothingKind::Cubic,
    SmoothingKind::EaseInOut,
];

/// Points of a grid, many on one circle, or anywhere; seldom near each other.
fn any_points() -> impl Strategy<Value = Vec<[f32; 2]>> {
    let grid = prop::collection::vec(prop::array::uniform2(0u8..=4), 0..12).prop_map(|points| {
        points
            .iter()
            .map(|at| at.map(|x| f32::from(x) / 4.0))
            .collect()
    });
    prop_oneof![
        grid,
        prop::collection::vec(prop::array::uniform2(0.0f32..1.0), 0..12)
    ]
}

/// More than 0 where `p` is inside the circle through `a`, `b` and `c`; small numbers are rounding.
fn depth([a, b, c, p]: [DVec2; 4]) -> f64 {
    let [a, b, c] = [a - p, b - p, c - p];
    a.perp_dot(b) * c.length_squared()
        + b.perp_dot(c) * a.length_squared()
        + c.perp_dot(a) * b.length_squared()
}

proptest! {
    #[test]
    fn property_13_weights_do_not_jump_across_edges(points in any_points(), part in 0.0f64..=1.0) {
        let space = unit(&points);
        for triangle in space.triangles() {
            let [a, b, c] = triangle.map(|corner| space.spots()[corner as usize].at);
            for (from, to) in [(a, b), (b, c), (c, a)] {
                let (on, across) = (from.lerp(to, part), (to - from).perp().normalize());
                let [left, right] = [1e-12, -1e-12].map(|by| weights(&space, (on + across * by).to_array()));
                for (left, right) in left.iter().zip(right) {
                    // What has no influence is dropped.
                    prop_assert!((left - right).abs() < 3e-5, "{left} and {right} at {on}");
                }
            }
        }
    }

    #[test]
    fn property_18_circles_are_empty_and_triangles_fill_the_hull(points in any_points()) {
        let space = unit(&points);
        let mut area = 0.0;
        for triangle in space.triangles() {
            let [a, b, c] = triangle.map(|corner| space.spots()[corner as usize].at);
            prop_assert!((b - a).perp_dot(c - a) > 0.0);
            area += (b - a).perp_dot(c - a);
            for spot in space.spots() {
                prop_assert!(depth([a, b, c, spot.at]) < 1e-12);
            }
        }
        if area > 0.0 {
            prop_assert!((area - hull_area(space.spots())).abs() < 1e-4, "{area}");
        }
    }

    #[test]
    fn property_18_the_order_of_samples_changes_nothing(
        (points, order) in any_points().prop_flat_map(|points| {
            let order: Vec<usize> = (0..points.len()).collect();
            (Just(points), Just(order).prop_shuffle())
        }),
        at in prop::array::uniform2(-0.2f64..1.2),
    ) {
        let is_near = |a: &[f32; 2], b: &[f32; 2]| a != b && (a[0] - b[0]).hypot(a[1] - b[1]) < 2e-4;
        prop_assume!(!points.iter().any(|a| points.iter().any(|b| is_near(a, b))));
        let shuffled: Vec<[f32; 2]> = order.iter().map(|index| points[*index]).collect();
        let (plain, other) = (unit(&points), unit(&shuffled));
        // By place, for of equal samples the first one counts.
        let by_place = |space: &BlendSpace, points: &[[f32; 2]]| {
            let weights = weights(space, at).into_iter().zip(points).filter(|(weight, _)| *weight > 0.0);
            let mut by_place: Vec<([u32; 2], u64)> =
                weights.map(|(weight, at)| (at.map(f32::to_bits), weight.to_bits())).collect();
            by_place.sort_unstable();
            by_place
        };
        prop_assert_eq!(by_place(&plain, &points), by_place(&other, &shuffled));
    }

    #[test]
    fn weights_are_a_mix_of_three_at_most(points in any_points(), at in prop::array::uniform2(-2.0f64..3.0)) {
        let (space, mut mix) = (unit(&points), Weights::default());
        space.weights(at, &mut mix);
        prop_assert_eq!(mix.as_slice().is_empty(), points.is_empty());
        let total: f64 = mix.as_slice().iter().map(|share| share.weight).sum();
        prop_assert!(points.is_empty() || (total - 1.0).abs() < 1e-12);
        prop_assert!(mix.as_slice().iter().all(|share| (1e-5..=1.0).contains(&share.weight)));
        prop_assert!(mix.as_slice().is_sorted_by_key(|share| share.sample));
    }

    /// Inside the hull the mix of the places is the place itself.
    #[test]
    fn the_mix_of_the_places_is_the_point(points in any_points(), parts in prop::array::uniform3(0.01f64..1.0)) {
        let space = unit(&points);
        for triangle in space.triangles() {
            let corners = triangle.map(|corner| space.spots()[corner as usize].at);
            let total: f64 = parts.iter().sum();
            let at: DVec2 = corners.iter().zip(parts).map(|(corner, part)| *corner * part / total).sum();
            let mixed = weights(&space, at.to_array());
            let back: DVec2 = mixed.iter().zip(&points).map(|(w, p)| DVec2::from(p.map(f64::from)) * *w).sum();
            prop_assert!(back.distance(at) < 2e-4, "{back} {at}");
        }
    }

    /// 8 and 9 for every kind: what a tick is cut into does not matter.
    #[test]
    fn cutting_time_differently_leads_to_the_same_place(
        kind in prop::sample::select(KINDS.to_vec()),
        wrap in any::<bool>(),
        steps in prop::collection::vec((0.0f64..1.0, 0.001f64..0.3, 1usize..6), 1..12),
    ) {
        // A spring that overshoots by half a turn may go on to either side.
        let wrap = wrap && !matches!(kind, SmoothingKind::Spring { .. });
        let space = space(&[BlendSpaceAxis { wrap, ..smoothed(1.0, kind) }], &[]);
        let [mut whole, mut cut] = [BlendSpaceState::default(), BlendSpaceState::default()];
        whole.update(&space, [0.0; 2], 0.0, true);
        cut.update(&space, [0.0; 2], 0.0, true);
        for (goal, dt, parts) in steps {
            let half_turn = (whole.position()[0] - goal).abs() - 0.5;
            prop_assume!(!wrap || half_turn.abs() > 1e-6);
            whole.update(&space, [goal, 0.0], dt, false);
            for _ in 0..parts {
                cut.update(&space, [goal, 0.0], dt / parts as f64, false);
            }
            let apart = (whole.position()[0] - cut.position()[0]).abs();
            prop_assert!(apart < 1e-7 || (wrap && apart > 1.0 - 1e-7), "{whole:?} {cut:?}");
        }
    }

    /// Whatever comes in, what comes out can be used, and again the same.
    #[test]
    fn hostile_inputs_do_no_harm(
        kinds in prop::array::uniform2((prop::sample::select(KINDS.to_vec()), any::<bool>(), 0.0f32..0.5)),
        points in any_points(),
        steps in prop::collection::vec((prop::array::uniform2(hostile()), hostile(), hostile(), any::<bool>()), 1..40),
    ) {
        let axes = kinds.map(|(kind, wrap, time)| BlendSpaceAxis { wrap, smoothing: Smoothing { kind, time }, ..axis(-3.0, 5.0) });
        let samples: Vec<Sample> = points.iter().map(|at| sample(*at)).collect();
        let space = BlendSpace::new(&axes, &samples, 2.0).unwrap();
        let [mut state, mut again] = [BlendSpaceState::default(), BlendSpaceState::default()];
        for (input, dt, rate, became_relevant) in steps {
            for state in [&mut state, &mut again] {
                state.update(&space, input, dt, became_relevant);
                let length = state.blended_length(&space, |_| rate);
                state.advance(dt, rate, became_relevant, length);
            }
            let total: f64 = state.weights().iter().map(|share| share.weight).sum();
            prop_assert!(points.is_empty() || (total - 1.0).abs() < 1e-9, "{state:?}");
            prop_assert!(state.position().iter().all(|x| x.is_finite()) && (0.0..=1.0).contains(&state.ratio()));
            prop_assert_eq!(&state, &again);
        }
    }
}

fn hostile() -> impl Strategy<Value = f64> {
    let bad = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        f64::MIN,
        1e-300,
        0.0,
        -0.0,
        1e30,
        -1.0,
    ];
    prop_oneof![
        -10.0f64..10.0,
        0.0f64..0.1,
        prop::sample::select(bad.to_vec())
    ]
}

/// Twice the area, of points that ascend by place.
fn hull_area(spots: &[Spot]) -> f64 {
    let half = |spots: &mut dyn Iterator<Item = &Spot>| {
        let mut chain: Vec<DVec2> = Vec::new();
        for spot in spots {
            while let [.., a, b] = chain[..] {
                if (b - a).perp_dot(spot.at - a) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(spot.at);
        }
        chain
    };
    let mut ring = half(&mut spots.iter());
    ring.extend(half(&mut spots.iter().rev()));
    (0..ring.len())
        .map(|at| ring[at].perp_dot(ring[(at + 1) % ring.len()]))
        .sum()
}
