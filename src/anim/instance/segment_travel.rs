//! What a travelled stretch of a montage means on the clips in a slot.

use crate::{montage::Segment, notify::Range};

/// Calls `each` with the clip ranges, in seconds on the clip and in travel order, that a montage range covers in one
/// segment. A segment owns its first instant in the travel direction; every loop owns its own.
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
    let travel = LoopTravel { segment, forward, rate: f64::from(segment.rate.abs()) };
    travel.ranges((from - start, to - start), enters || range.include_from, &mut each);
}

struct LoopTravel<'a> {
    segment: &'a Segment,
    /// Of the montage, not of the clip.
    forward: bool,
    rate: f64,
}

impl LoopTravel<'_> {
    /// `span` is in montage seconds from the segment's start.
    fn ranges(&self, span: (f64, f64), include_first: bool, each: &mut impl FnMut(Range)) {
        let length = f64::from(self.segment.clip_end - self.segment.clip_begin);
        let (mut x, target) = (span.0 * self.rate, span.1 * self.rate);
        let mut include_from = include_first;
        let mut turn = self.first_loop(x, length);
        include_from |= self.at_loop_edge(x, turn, length);
        loop {
            let (low, high) = (turn as f64 * length, (turn + 1) as f64 * length);
            let stop = if self.forward { target.min(high) } else { target.max(low) };
            each(Range {
                include_from,
                ..Range::new(self.clip_time(x - low, length), self.clip_time(stop - low, length))
            });
            let last = if self.forward { turn + 1 >= u64::from(self.segment.loops) } else { turn == 0 };
            if stop == target || last {
                return;
            }
            turn = if self.forward { turn + 1 } else { turn - 1 };
            x = stop;
            include_from = true;
        }
    }

    fn first_loop(&self, x: f64, length: f64) -> u64 {
        let last = u64::from(self.segment.loops) - 1;
        let turn = (x / length).floor();
        let on_edge = turn * length == x;
        let turn = if !self.forward && on_edge { turn - 1.0 } else { turn };
        (turn.max(0.0) as u64).min(last)
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
}
