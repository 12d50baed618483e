//! What a travelled stretch of a montage means on the clips in a slot.

use crate::{float::Extreme, limits::MOST_TURNS, montage::Segment, notify::Range};

/// Calls `each` with the clip ranges, in seconds on the clip and in travel order, that a montage range covers in one
/// segment. A segment owns its first instant in the travel direction; every loop owns its own. Of loops that are passed
/// whole no more than [`MOST_TURNS`] are told, the last ones.
pub(crate) fn clip_ranges(segment: &Segment, range: Range, mut each: impl FnMut(Range)) {
    let (start, end) = (f64::from(segment.start), segment.end());
    if range.from == range.to {
        if (start..end).contains(&range.from) {
            let time = segment.clip_time(range.from);
            each(Range { from: time, to: time, ..range });
        }
        return;
    }
    let forward = range.from < range.to;
    let (from, to) = (range.from.clamp(start, end), range.to.clamp(start, end));
    if from == to {
        return;
    }
    let enters = if forward { range.from <= start } else { range.from >= end };
    let travel = LoopTravel { segment, forward, rate: f64::from(segment.rate.abs()), range };
    travel.ranges((from - start, to - start), enters || range.include_from, &mut each);
}

struct LoopTravel<'a> {
    segment: &'a Segment,
    /// Of the montage, not of the clip.
    forward: bool,
    rate: f64,
    /// On the montage. Where it leaves its last instant to another section and stops inside a loop, so does the clip's;
    /// the end of a loop is no other's.
    range: Range,
}

impl LoopTravel<'_> {
    /// `span` is in montage seconds from the segment's start.
    fn ranges(&self, span: (f64, f64), include_first: bool, each: &mut impl FnMut(Range)) {
        let length = f64::from(self.segment.clip_end - self.segment.clip_begin);
        let (mut x, target) = (span.0 * self.rate, span.1 * self.rate);
        let mut include_from = include_first;
        let mut turn = self.first_loop(x, length);
        include_from |= self.at_loop_edge(x, turn, length);
        let (goal, mut left_out) = (self.first_loop(target, length), 0);
        loop {
            let (low, high) = (turn as f64 * length, (turn + 1) as f64 * length);
            let stop = if self.forward { target.lower(high) } else { target.higher(low) };
            each(Range {
                left_out,
                include_from,
                exclude_to: self.range.exclude_to && stop < high,
                part: (self.part(x), self.part(stop)),
                ..Range::new(self.clip_time(x - low, length), self.clip_time(stop - low, length))
            });
            let last = if self.forward { turn + 1 >= u64::from(self.segment.loops) } else { turn == 0 };
            if stop == target || last {
                return;
            }
            left_out = u32::try_from(turn.abs_diff(goal).saturating_sub(MOST_TURNS.into())).unwrap_or(u32::MAX);
            let by = 1 + u64::from(left_out);
            turn = if self.forward { turn + by } else { turn - by };
            x = if self.forward { turn } else { turn + 1 } as f64 * length;
            include_from = true;
        }
    }

    /// Of the tick's way, at a distance on the clip from the segment's start.
    fn part(&self, x: f64) -> f64 {
        let Range { from, to, part, .. } = self.range;
        let along = (f64::from(self.segment.start) + x / self.rate - from) / (to - from);
        part.0 + (part.1 - part.0) * along.clamp(0.0, 1.0)
    }

    fn first_loop(&self, x: f64, length: f64) -> u64 {
        let last = u64::from(self.segment.loops) - 1;
        let turn = (x / length).floor();
        let on_edge = turn * length == x;
        let turn = if !self.forward && on_edge { turn - 1.0 } else { turn };
        (turn.higher(0.0) as u64).min(last)
    }

    /// A stretch that starts on the seam of two loops owns the first instant of the loop it enters.
    fn at_loop_edge(&self, x: f64, turn: u64, length: f64) -> bool {
        let edge = if self.forward { turn } else { turn + 1 };
        x == edge as f64 * length && edge != 0 && edge != u64::from(self.segment.loops)
    }

    fn clip_time(&self, within: f64, length: f64) -> f64 {
        let within = within.clamp(0.0, length);
        if self.segment.rate > 0.0 {
            f64::from(self.segment.clip_begin) + within
        } else {
            f64::from(self.segment.clip_end) - within
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Notify, notify::for_each_hit};
    use bytemuck::Zeroable;
    use proptest::prelude::*;

    fn ranges(segment: &Segment, from: f64, to: f64) -> Vec<(f64, f64, bool)> {
        let mut out = Vec::new();
        clip_ranges(segment, Range::new(from, to), |r| out.push((r.from, r.to, r.include_from)));
        out
    }

    fn segment(rate: f32, loops: u32) -> Segment {
        Segment { id: 1, clip: 0, start: 1.0, clip_begin: 0.0, clip_end: 1.0, rate, loops }
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
        assert_eq!(ranges(&segment(1.0, 2), 1.5, 2.5), [(0.5, 1.0, false), (0.0, 0.5, true)]);
        assert_eq!(ranges(&segment(1.0, 2), 1.5, 2.0), [(0.5, 1.0, false)]);
        assert_eq!(ranges(&segment(1.0, 2), 2.0, 2.5), [(0.0, 0.5, true)]);
        assert_eq!(ranges(&segment(-2.0, 3), 1.25, 1.75), [(0.5, 0.0, false), (1.0, 0.5, true)]);
        assert_eq!(ranges(&segment(1.0, 2), 2.5, 1.5), [(0.5, 0.0, false), (1.0, 0.5, true)]);
    }

    /// The quarters of the clip that are met between the stops of a way, in the order in which they are.
    fn met(segment: &Segment, stops: &[f64]) -> Vec<u64> {
        let notify = |id: u64| Notify { id, time: id as f32 / 4.0, end: id as f32 / 4.0, ..Notify::zeroed() };
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
            let (forward, back) = (loop_met.repeat(3), loop_met.iter().rev().copied().collect::<Vec<_>>().repeat(3));
            for (from, to) in [(0.0, 9.0), (1.0, 7.0), (1.0, 9.0), (0.0, 7.0)] {
                assert_eq!(met(&segment, &[from, to]), forward, "{from} {to}");
                assert_eq!(met(&segment, &[to, from]), back, "{to} {from}");
            }
        }
    }

    #[test]
    fn standing_still_is_on_the_clip_only_within_the_segment() {
        let segment = segment(2.0, 1);
        for (at, time) in [(0.9, None), (1.0, Some(0.0)), (1.25, Some(0.5)), (1.5, None)] {
            assert_eq!(ranges(&segment, at, at).first().map(|range| (range.0, range.1)), time.map(|t| (t, t)), "{at}");
        }
    }

    #[test]
    fn an_instant_that_is_left_to_another_section_is_left_out_but_not_the_end_of_a_loop() {
        let excluded = |to: f64| {
            let mut out = Vec::new();
            let range = Range { exclude_to: true, ..Range::new(1.0, to) };
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
}
