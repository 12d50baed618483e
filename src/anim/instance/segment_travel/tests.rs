use super::*;
use crate::{Notify, notify::for_each_hit};
use bytemuck::Zeroable;
use proptest::prelude::*;

fn ranges(segment: &Segment, from: f64, to: f64) -> Vec<(f64, f64, bool)> {
    let mut out = Vec::new();
    clip_ranges(segment, Range::new(from, to), |r| {
        out.push((r.from, r.to, r.include_from))
    });
    out
}

fn segment(rate: f32, loops: u32) -> Segment {
    Segment {
        id: 1,
        clip: 0,
        start: 1.0,
        clip_begin: 0.0,
        clip_end: 1.0,
        rate,
        loops,
    }
}

#[test]
fn a_segment_owns_the_instant_it_is_entered_at() {
    assert_eq!(ranges(&segment(1.0, 1), 0.5, 1.5), [(0.0, 0.5, true)]);
    assert_eq!(ranges(&segment(1.0, 1), 0.5, 1.0), []);
    assert_eq!(ranges(&segment(1.0, 1), 1.25, 1.5), [(0.25, 0.5, false)]);
    assert_eq!(ranges(&segment(1.0, 1), 2.5, 1.5), [(1.0, 0.5, true)]);
}

#[test]
fn loops_split_and_own_their_seams() {
    assert_eq!(
        ranges(&segment(1.0, 2), 1.5, 2.5),
        [(0.5, 1.0, false), (0.0, 0.5, true)]
    );
    assert_eq!(ranges(&segment(1.0, 2), 1.5, 2.0), [(0.5, 1.0, false)]);
    assert_eq!(ranges(&segment(1.0, 2), 2.0, 2.5), [(0.0, 0.5, true)]);
    assert_eq!(
        ranges(&segment(-2.0, 3), 1.25, 1.75),
        [(0.5, 0.0, false), (1.0, 0.5, true)]
    );
    assert_eq!(
        ranges(&segment(1.0, 2), 2.5, 1.5),
        [(0.5, 0.0, false), (1.0, 0.5, true)]
    );
}

/// The quarters of the clip that are met between the stops of a way, in the order in which they
/// are.
fn met(segment: &Segment, stops: &[f64]) -> Vec<u64> {
    let notify = |id: u64| Notify {
        id,
        time: id as f32 / 4.0,
        end: id as f32 / 4.0,
        ..Notify::zeroed()
    };
    let notifies: Vec<Notify> = (0..=4).map(notify).collect();
    let mut log = Vec::new();
    for stop in stops.windows(2) {
        clip_ranges(segment, Range::new(stop[0], stop[1]), |range| {
            for_each_hit(&notifies, range, |notify| log.push(notify.id));
        });
    }
    log
}

#[test]
fn every_loop_meets_every_instant_from_end_to_end() {
    for (rate, loop_met) in [(0.5, [0, 1, 2, 3, 4]), (-0.5, [4, 3, 2, 1, 0])] {
        let segment = segment(rate, 3);
        let (forward, back) = (
            loop_met.repeat(3),
            loop_met.iter().rev().copied().collect::<Vec<_>>().repeat(3),
        );
        for (from, to) in [(0.0, 9.0), (1.0, 7.0), (1.0, 9.0), (0.0, 7.0)] {
            assert_eq!(met(&segment, &[from, to]), forward, "{from} {to}");
            assert_eq!(met(&segment, &[to, from]), back, "{to} {from}");
        }
    }
}

#[test]
fn standing_still_is_on_the_clip_only_within_the_segment() {
    let segment = segment(2.0, 1);
    for (at, time) in [
        (0.9, None),
        (1.0, Some(0.0)),
        (1.25, Some(0.5)),
        (1.5, None),
    ] {
        assert_eq!(
            ranges(&segment, at, at)
                .first()
                .map(|range| (range.0, range.1)),
            time.map(|t| (t, t)),
            "{at}"
        );
    }
}

#[test]
fn an_instant_that_is_left_to_another_section_is_left_out_but_not_the_end_of_a_loop() {
    let excluded = |to: f64| {
        let mut out = Vec::new();
        let range = Range {
            exclude_to: true,
            ..Range::new(1.0, to)
        };
        clip_ranges(&segment(1.0, 2), range, |range| out.push(range.exclude_to));
        out
    };
    assert_eq!(excluded(1.5), [true]);
    assert_eq!(excluded(2.0), [false]);
    assert_eq!(excluded(2.5), [false, true]);
    assert_eq!(excluded(3.0), [false, false]);
    assert_eq!(excluded(3.5), [false, false]);
}

proptest! {
    #[test]
    fn a_way_in_parts_meets_what_the_whole_way_meets(
        rate in prop::sample::select(vec![-2.0f32, -1.0, -0.5, 0.5, 1.0, 2.0]),
        loops in 1u32..4,
        mut sixteenths in prop::collection::vec(0u8..144, 2..8),
        reverse: bool,
    ) {
        sixteenths.sort();
        if reverse {
            sixteenths.reverse();
        }
        let stops: Vec<f64> = sixteenths.iter().map(|at| f64::from(*at) / 16.0).collect();
        let ends = [stops[0], stops[stops.len() - 1]];
        prop_assert_eq!(met(&segment(rate, loops), &stops), met(&segment(rate, loops), &ends));
    }
}
