//! What a travelled stretch of a montage means on the clips in a slot.

#[cfg(test)]
mod tests;

use crate::{
    Library, Montage, Skeleton, Transform, float::Extreme, limits::MOST_TURNS, montage::Segment,
    notify::Range,
};

/// Calls `each` with the clip ranges, in seconds on the clip and in travel order, that a montage
/// range covers in one segment. A segment owns its first instant in the travel direction; every
/// loop owns its own. Of the loops that are passed whole, `each` gets at most the last
/// [`MOST_TURNS`].
pub(crate) fn clip_ranges(segment: &Segment, range: Range, mut each: impl FnMut(Range)) {
    let (start, end) = (f64::from(segment.start), segment.end());
    if range.from == range.to {
        if (start..end).contains(&range.from) {
            let time = segment.clip_time(range.from);
            each(Range {
                from: time,
                to: time,
                ..range
            });
        }
        return;
    }
    let forward = range.from < range.to;
    let (from, to) = (range.from.clamp(start, end), range.to.clamp(start, end));
    if from == to {
        return;
    }
    let enters = if forward {
        range.from <= start
    } else {
        range.from >= end
    };
    let travel = LoopTravel {
        segment,
        forward,
        rate: f64::from(segment.rate.abs()),
        range,
    };
    travel.ranges(
        (from - start, to - start),
        enters || range.include_from,
        &mut each,
    );
}

struct LoopTravel<'a> {
    segment: &'a Segment,
    /// Whether the montage, not the clip, moves forwards.
    forward: bool,
    rate: f64,
    /// Range on the montage, seconds. If it leaves its last instant to another section and stops
    /// inside a loop, the clip range leaves its last instant out too. The end of a loop belongs to
    /// no other section.
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
            let stop = if self.forward {
                target.lower(high)
            } else {
                target.higher(low)
            };
            each(Range {
                left_out,
                include_from,
                exclude_to: self.range.exclude_to && stop < high,
                part: (self.part(x), self.part(stop)),
                ..Range::new(
                    self.clip_time(x - low, length),
                    self.clip_time(stop - low, length),
                )
            });
            let last = if self.forward {
                turn + 1 >= u64::from(self.segment.loops)
            } else {
                turn == 0
            };
            if stop == target || last {
                return;
            }
            left_out = u32::try_from(turn.abs_diff(goal).saturating_sub(MOST_TURNS.into()))
                .unwrap_or(u32::MAX);
            let by = 1 + u64::from(left_out);
            turn = if self.forward { turn + by } else { turn - by };
            x = if self.forward { turn } else { turn + 1 } as f64 * length;
            include_from = true;
        }
    }

    /// Fraction of the tick's movement at a distance `x` on the clip from the segment's start.
    fn part(&self, x: f64) -> f64 {
        let Range { from, to, part, .. } = self.range;
        let along = (f64::from(self.segment.start) + x / self.rate - from) / (to - from);
        part.0 + (part.1 - part.0) * along.clamp(0.0, 1.0)
    }

    fn first_loop(&self, x: f64, length: f64) -> u64 {
        let last = u64::from(self.segment.loops) - 1;
        let turn = (x / length).floor();
        let on_edge = turn * length == x;
        let turn = if !self.forward && on_edge {
            turn - 1.0
        } else {
            turn
        };
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

/// Root motion of a stretch of a montage, from its first slot, in component space: what its pose
/// lacks of it.
pub fn root_travel(
    montage: &Montage,
    library: &Library,
    skeleton: &Skeleton,
    range: Range,
) -> Transform {
    let mut total = Transform::IDENTITY;
    let Some(slot) = montage.slots.first() else {
        return total;
    };
    for segment in in_travel_order(montage.slot_segments(slot), range) {
        let clip = &library.clips[segment.clip as usize];
        if clip.root_motion.enabled {
            clip_ranges(segment, range, |r| {
                total = total.compose(&match (montage.root_translation, montage.root_rotation) {
                    (true, false) => {
                        Transform::from_translation(clip.root_shift(skeleton, r.from, r.to))
                    }
                    _ => clip.root_delta(skeleton, r.from, r.to),
                });
            });
        }
    }
    if !montage.root_translation {
        total.translation = glam::Vec3::ZERO;
    }
    if !montage.root_rotation {
        total.rotation = glam::Quat::IDENTITY;
    }
    total
}

pub(super) fn in_travel_order(
    segments: &[Segment],
    range: Range,
) -> impl Iterator<Item = &Segment> {
    let last = segments.len().wrapping_sub(1);
    let forward = range.from <= range.to;
    (0..segments.len()).map(move |i| &segments[if forward { i } else { last - i }])
}
