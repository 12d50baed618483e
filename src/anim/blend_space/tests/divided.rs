//! Blend spaces by a grid, and bones with weights of their own: against plain twins, and with
//! hostile numbers.

use super::{tests::*, *};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn gridded(space: BlendSpace, divisions: [u16; 2]) -> BlendSpace {
    space.gridded(divisions).unwrap()
}

/// As it was done once: a table of all crossings, each with its samples, and four of them mixed.
fn by_table(space: &BlendSpace, [across, up]: [u16; 2], at: [f64; 2]) -> Vec<f64> {
    let plain = BlendSpace::new(space.axes(), space.samples(), 0.0).unwrap();
    let up = if space.axes().len() == 1 { 1 } else { up };
    let place = |axis: usize, line: u16, of: u16| {
        let along = f64::from(line) / f64::from(of);
        space
            .axes()
            .get(axis)
            .map_or(0.0, |axis| f64::from(axis.min) + axis.length() * along)
    };
    let mut table = BTreeMap::new();
    for y in 0..=up {
        for x in 0..=across {
            table.insert(
                (x, y),
                weights(&plain, [place(0, x, across), place(1, y, up)]),
            );
        }
    }
    let part = |axis: usize, of: u16| {
        space.axes().get(axis).map_or(0.0, |it| {
            it.normalised(at[axis]).clamp(0.0, 1.0) * f64::from(of)
        })
    };
    let (x, y) = (part(0, across), part(1, up));
    let mut mixed = vec![0.0; space.samples().len()];
    for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let (i, j) = (
            (x as u16).min(across - 1) + column,
            (y as u16).min(up - 1) + row,
        );
        let part =
            (1.0 - (x - f64::from(i)).abs()).max(0.0) * (1.0 - (y - f64::from(j)).abs()).max(0.0);
        mixed
            .iter_mut()
            .zip(&table[&(i, j)])
            .for_each(|(all, own)| *all += own * part);
    }
    mixed
        .iter_mut()
        .for_each(|weight| *weight = if *weight > 1e-5 { *weight } else { 0.0 });
    let total: f64 = mixed.iter().sum();
    mixed.iter().map(|weight| weight / total).collect()
}

#[test]
fn a_grid_mixes_four_crossings_and_equal_samples_once() {
    let corners = unit(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]);
    // One cell is bilinear, where triangles would leave one corner out.
    assert_near(
        &weights(&gridded(corners.clone(), [1, 1]), [0.25, 0.5]),
        &[0.375, 0.125, 0.375, 0.125],
    );
    // Where lines cross it is the space itself; on a line between them, straight.
    let fine = gridded(corners.clone(), [4, 4]);
    for at in [[0.25, 0.5], [1.0, 0.75], [0.0, 0.0], [1.0, 1.0]] {
        assert_near(&weights(&fine, at), &weights(&corners, at));
    }
    assert_near(&weights(&fine, [7.0, -3.0]), &weights(&corners, [1.0, 0.0]));
    let line = space(
        &[axis(0.0, 300.0)],
        &[[0.0, 9.0], [150.0, 9.0], [300.0, 9.0]],
    );
    assert_near(
        &weights(&gridded(line.clone(), [2, 1]), [200.0, 0.0]),
        &[0.0, 2.0 / 3.0, 1.0 / 3.0],
    );
    // Coarser than its samples, it loses the one between the lines.
    assert_near(
        &weights(&gridded(line, [1, 1]), [200.0, 0.0]),
        &[1.0 / 3.0, 0.0, 2.0 / 3.0],
    );
}

#[test]
fn a_grid_has_lines_and_not_too_many() {
    let space = unit(&[[0.0, 0.0]]);
    assert_eq!(space.divisions(), None);
    for divisions in [[0, 4], [4, 0], [MOST_DIVISIONS + 1, 1], [1, u16::MAX]] {
        assert_eq!(
            space.clone().gridded(divisions),
            Err(BlendSpaceError::Divisions)
        );
    }
    assert_eq!(
        gridded(space, [MOST_DIVISIONS, 1]).divisions(),
        Some([MOST_DIVISIONS, 1])
    );
}

#[test]
fn twelve_samples_meet_in_a_cell() {
    // Three near each crossing of the only cell's lines, around it.
    let mut points = Vec::new();
    for (x, y) in [(0.25f32, 0.25f32), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
        points.extend([[x - 0.1, y - 0.05], [x + 0.1, y - 0.05], [x, y + 0.1]]);
    }
    let wide = space(&[axis(0.25, 0.75); 2], &points);
    let mixed = weights(&gridded(wide.clone(), [1, 1]), [0.5, 0.5]);
    assert_eq!(
        mixed.iter().filter(|weight| **weight > 0.0).count(),
        12,
        "{mixed:?}"
    );
    assert_near(&mixed, &by_table(&wide, [1, 1], [0.5, 0.5]));
}

fn any_points() -> impl Strategy<Value = Vec<[f32; 2]>> {
    // Many in one place, on one line, or nowhere.
    let grid = prop::collection::vec(prop::array::uniform2(0u8..=4), 0..12).prop_map(|points| {
        points
            .iter()
            .map(|at| at.map(|x| f32::from(x) / 4.0))
            .collect()
    });
    let line = prop::collection::vec(0.0f32..1.0, 0..6)
        .prop_map(|xs| xs.iter().map(|x| [*x, *x]).collect());
    prop_oneof![
        grid,
        line,
        prop::collection::vec(prop::array::uniform2(0.0f32..1.0), 0..12)
    ]
}

fn any_number() -> impl Strategy<Value = f64> {
    let bad = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        -0.0,
        1e30,
        -1e30,
    ];
    prop_oneof![8 => -0.5f64..1.5, 1 => prop::sample::select(bad.to_vec())]
}

fn any_divisions() -> impl Strategy<Value = [u16; 2]> {
    prop::array::uniform2(prop_oneof![1u16..9, Just(MOST_DIVISIONS)])
}

proptest! {
    #[test]
    fn a_grid_is_its_table(
        points in any_points(),
        divisions in prop::array::uniform2(1u16..7),
        at in prop::array::uniform2(-0.2f64..1.2),
        is_line in any::<bool>(),
    ) {
        let axes = if is_line { vec![axis(0.0, 1.0)] } else { vec![axis(0.0, 1.0); 2] };
        let space = gridded(space(&axes, &points), divisions);
        let (found, expected) = (weights(&space, at), by_table(&space, divisions, at));
        // What has next to no influence is dropped on one side of a rounding.
        prop_assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 3e-5), "{found:?} {expected:?}");
    }

    #[test]
    fn a_grid_gives_weights_that_sum_to_1_and_do_not_jump(
        points in any_points(), divisions in any_divisions(), at in prop::array::uniform2(any_number()),
    ) {
        let space = gridded(unit(&points), divisions);
        let mut mix = Weights::default();
        space.weights(at, &mut mix);
        let total: f64 = mix.as_slice().iter().map(|share| share.weight).sum();
        prop_assert_eq!(mix.as_slice().is_empty(), points.is_empty());
        prop_assert!(points.is_empty() || (total - 1.0).abs() < 1e-12, "{total}");
        prop_assert!(mix.as_slice().len() <= 12 && mix.as_slice().is_sorted_by_key(|share| share.sample));
        prop_assert!(mix.as_slice().iter().all(|share| share.weight > 0.0 && share.weight <= 1.0));
        for step in [[1e-9, 0.0], [0.0, -1e-9]] {
            let near = [at[0] + step[0], at[1] + step[1]];
            let jump = weights(&space, at).iter().zip(weights(&space, near)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            // Of twelve that are dropped each has at most this.
            prop_assert!(jump < 2e-4, "{jump} at {at:?}");
        }
    }

    #[test]
    fn the_order_of_samples_changes_no_bit_of_a_grid(
        (points, order) in any_points().prop_flat_map(|points| {
            let order: Vec<usize> = (0..points.len()).collect();
            (Just(points), Just(order).prop_shuffle())
        }),
        divisions in any_divisions(),
        at in prop::array::uniform2(-0.2f64..1.2),
    ) {
        let is_near = |a: &[f32; 2], b: &[f32; 2]| a != b && (a[0] - b[0]).hypot(a[1] - b[1]) < 2e-4;
        prop_assume!(!points.iter().any(|a| points.iter().any(|b| is_near(a, b))));
        let shuffled: Vec<[f32; 2]> = order.iter().map(|index| points[*index]).collect();
        let by_place = |points: &[[f32; 2]]| {
            let weights = weights(&gridded(unit(points), divisions), at).into_iter().zip(points);
            let used = weights.filter(|(weight, _)| *weight > 0.0);
            let mut all: Vec<([u32; 2], u64)> = used.map(|(w, at)| (at.map(f32::to_bits), w.to_bits())).collect();
            all.sort_unstable();
            all
        };
        prop_assert_eq!(by_place(&points), by_place(&shuffled));
    }

    /// Each set of weights is what a space of that speed alone has, whatever comes, and edits too.
    #[test]
    fn weights_of_bones_are_those_of_a_space_at_their_speed(
        points in any_points(),
        speeds in prop::collection::vec(prop_oneof![Just(0.0f32), 0.1f32..20.0], 0..5),
        own in prop_oneof![Just(0.0f32), 0.1f32..20.0],
        steps in prop::collection::vec((prop::array::uniform2(any_number()), any_dt(), any::<u8>()), 1..40),
    ) {
        let samples: Vec<Sample> = points.iter().map(|at| sample(*at)).collect();
        let plain = |speed| BlendSpace::new(&[axis(0.0, 1.0); 2], &samples, speed).unwrap();
        let bones = BoneSpeeds { speeds: speeds.clone(), bones: Vec::new() };
        let all = plain(own).with_bone_speeds(bones).unwrap();
        let mut state = BlendSpaceState::default();
        let mut each = vec![BlendSpaceState::default(); speeds.len() + 1];
        for (input, dt, chance) in steps {
            let became_relevant = chance < 25;
            state.update(&all, input, dt, became_relevant);
            for (alone, speed) in each.iter_mut().zip(std::iter::once(&own).chain(&speeds)) {
                alone.update(&plain(*speed), input, dt, became_relevant);
            }
            prop_assert_eq!(state.weights(), each[0].weights());
            for at in 0..speeds.len() {
                prop_assert_eq!(state.weights_of_bones(at), each[at + 1].weights());
            }
            let mut reached: Vec<u32> =
                each.iter().flat_map(|alone| alone.weights().iter().map(|share| share.sample)).collect();
            reached.sort_unstable();
            reached.dedup();
            prop_assert_eq!(state.reached(), reached);
        }
        // Fewer speeds, and fewer samples.
        let fewer = BlendSpace::new(&[axis(0.0, 1.0); 2], &samples[..samples.len() / 2], own).unwrap();
        state.update(&fewer, [0.5; 2], 0.01, false);
        let total: f64 = state.weights().iter().map(|share| share.weight).sum();
        prop_assert!(state.weights_of_bones(0).is_empty() && (samples.len() < 2 || (total - 1.0).abs() < 1e-9));
        state.update(&all, [0.5; 2], 0.01, false);
        prop_assert!(state.reached().iter().all(|sample| (*sample as usize) < samples.len()));
    }
}

fn any_dt() -> impl Strategy<Value = f64> {
    prop_oneof![8 => 0.0f64..0.2, 1 => prop::sample::select(vec![f64::NAN, -1.0, 1e9, f64::INFINITY])]
}

#[test]
fn speeds_of_bones_that_cannot_be_are_refused() {
    let with = |speeds: Vec<f32>, bones: Vec<u8>| {
        unit(&[[0.0, 0.0]])
            .with_bone_speeds(BoneSpeeds { speeds, bones })
            .map(|space| space.bone_speeds().clone())
    };
    for speed in [f32::NAN, f32::INFINITY, -0.5] {
        assert_eq!(
            with(vec![1.0, speed], vec![]),
            Err(BlendSpaceError::BoneSpeeds)
        );
    }
    assert_eq!(
        with(vec![1.0; MOST_SPEEDS + 1], vec![]),
        Err(BlendSpaceError::BoneSpeeds)
    );
    assert_eq!(
        with(vec![1.0], vec![0, 1, 2]),
        Err(BlendSpaceError::BoneSpeeds)
    );
    let good = with(vec![1.0, 2.0], vec![0, 2, 1]).unwrap();
    assert_eq!(
        [0, 1, 2, 3, 99].map(|bone| good.of(bone)),
        [None, Some(1), Some(0), None, None]
    );
}
