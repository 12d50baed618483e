//! Clips one after the other, in their order and without blends.

use super::value::Value;
use crate::{
    limits::{LONGEST, MOST_LOOPS, MOST_SEGMENT_RATE, MOST_SEGMENTS},
    machine::PlayerView,
    montage::Segment,
};
use serde::{Deserialize, Serialize};

/// Segments of clips on one timeline, which one node plays in order and without blends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Composite {
    /// Ascending by start, none over another. In a gap nothing plays: the reference pose shows.
    pub segments: Vec<Segment>,
    /// Factor of the rate that each segment has; negative plays backwards.
    pub rate: Value,
    /// The time wraps at the ends of the timeline; otherwise it stops there.
    pub looping: bool,
    /// Seconds on the timeline at which it begins, inside the length; what is not finite counts as
    /// 0.
    pub start: f64,
    /// If true, the player restarts after a tick in which the player had no weight.
    pub restarts: bool,
    /// Rules do not ask about it.
    pub is_ignored_by_rules: bool,
}

impl Composite {
    /// Seconds to the end of the last segment; 0 without segments.
    pub fn length(&self) -> f64 {
        self.segments.last().map_or(0.0, Segment::end)
    }

    pub(in crate::graph) fn is_sound(&self) -> bool {
        let is_segment = |segment: &Segment| {
            let numbers = [
                segment.start,
                segment.clip_begin,
                segment.clip_end,
                segment.rate,
            ];
            let is_positive = segment.start >= 0.0 && segment.clip_begin < segment.clip_end;
            let is_rate = segment.rate != 0.0 && segment.rate.abs() <= MOST_SEGMENT_RATE;
            let is_count = (1..=MOST_LOOPS).contains(&segment.loops);
            numbers.iter().all(|number| number.is_finite()) && is_positive && is_rate && is_count
        };
        let is_apart = |pair: &[Segment]| pair[0].end() <= f64::from(pair[1].start) + 1e-4;
        let is_short = self.segments.len() <= MOST_SEGMENTS && self.length() <= LONGEST.into();
        is_short && self.segments.iter().all(is_segment) && self.segments.windows(2).all(is_apart)
    }

    /// The one that has begun last, up to its end.
    fn at(&self, time: f64) -> Option<&Segment> {
        let started = self
            .segments
            .partition_point(|segment| f64::from(segment.start) <= time);
        let under = started.checked_sub(1).map(|at| &self.segments[at]);
        // The rounding of a segment's end must not open a gap before a neighbour.
        under.filter(|segment| time <= segment.end() + 1e-4)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct CompositeState {
    /// Seconds; None before the first update.
    pub(in crate::graph) time: Option<f64>,
    pub(in crate::graph) rate: f64,
    /// The time has not been travelled yet: the next range owns its first instant.
    pub(in crate::graph) is_fresh: bool,
    /// Over its end, in the last tick.
    pub(in crate::graph) turned: bool,
}

impl Default for CompositeState {
    fn default() -> Self {
        Self {
            time: None,
            rate: 0.0,
            is_fresh: true,
            turned: false,
        }
    }
}

impl CompositeState {
    /// The clip that shows, as an index in the library, and seconds on it; None in a gap.
    pub(in crate::graph) fn shown(&self, composite: &Composite) -> Option<(u32, f64)> {
        let time = self.time.unwrap_or(0.0);
        composite
            .at(time)
            .map(|segment| (segment.clip, segment.clip_time(time)))
    }

    pub(in crate::graph) fn view(&self, composite: &Composite) -> PlayerView {
        let (time, length) = (self.time.unwrap_or(0.0), composite.length());
        PlayerView {
            time,
            length,
            rate: self.rate,
            turned: self.turned,
        }
    }
}
