//! Which event of one run is which of another.

use super::SweepEvent;
use anim::float::Extreme;

/// Leaving one event out of a pairing costs as much as one that is so many seconds off: what is
/// further off than twice this is two events.
const SKIP: f64 = 0.25;
/// Larger tables of pairs are not made: events are paired by their number.
const MOST_PAIRS: usize = 4_000_000;

type Pair = (Option<SweepEvent>, Option<SweepEvent>);

/// Pairs the events of two runs, both in the order of their times. Events within `near` seconds at
/// both ends are paired at once. The others are paired so that all of them are least off in total.
pub(super) fn pairs(expected: &[SweepEvent], found: &[SweepEvent], near: f64) -> Vec<Pair> {
    let is_near = |(a, b): &(&SweepEvent, &SweepEvent)| (a.event.time - b.event.time).abs() <= near;
    let first = expected.iter().zip(found).take_while(is_near).count();
    let rest = (&expected[first..], &found[first..]);
    let last = rest
        .0
        .iter()
        .rev()
        .zip(rest.1.iter().rev())
        .take_while(is_near)
        .count();
    let both = |(a, b): (&SweepEvent, &SweepEvent)| (Some(*a), Some(*b));
    let mut pairs: Vec<Pair> = expected[..first].iter().zip(found).map(both).collect();
    let (expected, found) = (
        &rest.0[..rest.0.len() - last],
        &rest.1[..rest.1.len() - last],
    );
    if expected.len().saturating_mul(found.len()) > MOST_PAIRS {
        let count = expected.len().max(found.len());
        pairs.extend((0..count).map(|at| (expected.get(at).copied(), found.get(at).copied())));
    } else {
        pairs.extend(nearest(expected, found));
    }
    pairs.extend(
        rest.0[expected.len()..]
            .iter()
            .zip(&rest.1[found.len()..])
            .map(both),
    );
    pairs
}

/// The pairing that costs least, by the costs of all pairings of what is left of both.
fn nearest(expected: &[SweepEvent], found: &[SweepEvent]) -> Vec<Pair> {
    let width = found.len() + 1;
    let off = |i: usize, j: usize| (expected[i].event.time - found[j].event.time).abs();
    let mut costs = vec![0.0; (expected.len() + 1) * width];
    for i in (0..=expected.len()).rev() {
        for j in (0..=found.len()).rev() {
            let (left, right) = (expected.len() - i, found.len() - j);
            costs[i * width + j] = if left == 0 || right == 0 {
                (left + right) as f64 * SKIP
            } else {
                let skip = costs[(i + 1) * width + j].lower(costs[i * width + j + 1]) + SKIP;
                skip.lower(costs[(i + 1) * width + j + 1] + off(i, j))
            };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < expected.len() || j < found.len() {
        let cost = costs[i * width + j];
        if i < expected.len()
            && j < found.len()
            && cost == costs[(i + 1) * width + j + 1] + off(i, j)
        {
            pairs.push((Some(expected[i]), Some(found[j])));
            (i, j) = (i + 1, j + 1);
        } else if j == found.len()
            || (i < expected.len() && cost == costs[(i + 1) * width + j] + SKIP)
        {
            pairs.push((Some(expected[i]), None));
            i += 1;
        } else {
            pairs.push((None, Some(found[j])));
            j += 1;
        }
    }
    pairs
}
