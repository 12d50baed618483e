//! Where a player stands among its markers, and how it follows another one's passes.
//!
//! Marker `j` of a looping clip goes on in both directions: index `n` is marker 0 one length later.
//! A clip that does not loop has its start as index -1 and its end as index `n`, both without a
//! name.

#[cfg(test)]
mod tests;

use super::{MarkerPass, SyncMarker, player::SAME_TIME};
use crate::{Name, float::Extreme};
use serde::{Deserialize, Serialize};

/// A phase that clips with the same marker names share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// The marker behind, in the clip's own direction; none before the first one of a clip that
    /// does not loop.
    pub prev: Name,
    /// The marker ahead; none after the last one of a clip that does not loop.
    pub next: Name,
    /// Fraction of the distance from `prev` to `next`, 0 to 1.
    pub fraction: f64,
}

/// Between which two markers a player stands. On a ring `prev` is a marker's own index once the
/// tick is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct RingPosition {
    pub(super) prev: i64,
    pub(super) next: i64,
    /// Seconds, from the time of `prev` to that of `next`.
    pub(super) at: f64,
}

/// The markers of one clip that its group uses, at least one.
#[derive(Clone, Copy)]
pub(super) struct Ring<'a> {
    /// Ascending by time.
    pub(super) markers: &'a [SyncMarker],
    /// Seconds, more than 0.
    pub(super) length: f64,
    pub(super) looping: bool,
}

impl Ring<'_> {
    fn count(&self) -> i64 {
        self.markers.len() as i64
    }

    fn marker(&self, index: i64) -> Option<&SyncMarker> {
        if self.looping {
            self.markers.get(index.rem_euclid(self.count()) as usize)
        } else {
            usize::try_from(index)
                .ok()
                .and_then(|index| self.markers.get(index))
        }
    }

    pub(super) fn name(&self, index: i64) -> Name {
        self.marker(index).map_or(Name::NONE, |marker| marker.name)
    }

    /// Seconds; turns of a loop count.
    pub(super) fn time(&self, index: i64) -> f64 {
        match self.marker(index) {
            Some(marker) if self.looping => {
                f64::from(marker.time) + index.div_euclid(self.count()) as f64 * self.length
            }
            Some(marker) => marker.time.into(),
            None if index < 0 => 0.0,
            None => self.length,
        }
    }

    /// The first marker of that name after an index.
    pub(super) fn forward_to(&self, from: i64, name: Name) -> Option<i64> {
        let last = if self.looping {
            from + self.count()
        } else {
            self.count() - 1
        };
        (from + 1..=last).find(|index| name != Name::NONE && self.name(*index) == name)
    }

    /// The first marker of that name before an index.
    pub(super) fn back_to(&self, from: i64, name: Name) -> Option<i64> {
        let first = if self.looping { from - self.count() } else { 0 };
        (first..from)
            .rev()
            .find(|index| name != Name::NONE && self.name(*index) == name)
    }

    /// A loop's end is its start.
    pub(super) fn wrapped(&self, time: f64) -> f64 {
        if self.looping {
            time.rem_euclid(self.length)
        } else {
            time.clamp(0.0, self.length)
        }
    }

    /// The pair of neighbours around a time; a marker belongs to the pair that it begins.
    pub(super) fn locate(&self, time: f64) -> RingPosition {
        let at = self.wrapped(time);
        let prev = self
            .markers
            .partition_point(|marker| f64::from(marker.time) <= at) as i64
            - 1;
        self.normalised(RingPosition {
            prev,
            next: prev + 1,
            at,
        })
    }

    /// The same place as `place`, with `prev` in the first turn.
    pub(super) fn normalised(&self, place: RingPosition) -> RingPosition {
        let turns = if self.looping {
            place.prev.div_euclid(self.count())
        } else {
            0
        };
        let by = turns * self.count();
        RingPosition {
            prev: place.prev - by,
            next: place.next - by,
            at: place.at - turns as f64 * self.length,
        }
    }

    fn between(&self, prev: i64, next: i64, fraction: f64) -> RingPosition {
        let (from, to) = (self.time(prev), self.time(next));
        RingPosition {
            prev,
            next,
            at: from + (to - from) * fraction,
        }
    }

    pub(super) fn position(&self, place: &RingPosition) -> Position {
        let (from, to) = (self.time(place.prev), self.time(place.next));
        let fraction = if to > from {
            ((place.at - from) / (to - from)).clamp(0.0, 1.0)
        } else {
            0.0
        };
        Position {
            prev: self.name(place.prev),
            next: self.name(place.next),
            fraction,
        }
    }

    /// Place where a player at `near` joins a group. Of the pairs of neighbours with the position's
    /// names it is the one nearest in time. Without such a pair it is one with the coming name (the
    /// coming foot matters most), else the first.
    pub(super) fn joined(&self, position: &Position, near: f64) -> RingPosition {
        let first = if self.looping { 0 } else { -1 };
        let places =
            || (first..self.count()).map(|prev| self.between(prev, prev + 1, position.fraction));
        let has_next = |place: &RingPosition| self.name(place.next) == position.next;
        let nearest = |a: &RingPosition, b: &RingPosition| {
            self.distance(a.at, near)
                .total_cmp(&self.distance(b.at, near))
        };
        let both = places()
            .filter(|place| has_next(place) && self.name(place.prev) == position.prev)
            .min_by(nearest);
        let coming = || places().filter(has_next).min_by(nearest);
        both.or_else(coming)
            .unwrap_or_else(|| self.between(0, 1, position.fraction))
    }

    /// Whether its time is between its markers; not of a place among other markers.
    pub(super) fn holds(&self, place: &RingPosition) -> bool {
        let (from, to) = (
            self.time(place.prev) - SAME_TIME,
            self.time(place.next) + SAME_TIME,
        );
        place.prev < place.next && (from..=to).contains(&place.at)
    }

    /// Shorter distance between `a` and `b`, seconds; a loop is measured in both directions.
    pub(super) fn distance(&self, a: f64, b: f64) -> f64 {
        let apart = (self.wrapped(a) - self.wrapped(b)).abs();
        if self.looping {
            apart.lower(self.length - apart)
        } else {
            apart
        }
    }

    /// Goes to `at`, unwrapped from where `place` is, and calls `pass` for every marker on the way,
    /// in order, with the seconds of the clip that are left after it.
    pub(super) fn led(
        &self,
        place: RingPosition,
        at: f64,
        mut pass: impl FnMut(Name, f64),
    ) -> RingPosition {
        let RingPosition {
            mut prev, mut next, ..
        } = place;
        while (self.looping || next < self.count()) && at >= self.time(next) {
            pass(self.name(next), at - self.time(next));
            (prev, next) = (next, next + 1);
        }
        while (self.looping || prev >= 0) && at < self.time(prev) {
            pass(self.name(prev), self.time(prev) - at);
            (prev, next) = (prev - 1, prev);
        }
        RingPosition { prev, next, at }
    }

    /// Takes the passes of a leader that has come to `to`. A clip that does not loop stops where
    /// its markers run out; one that lacks the span waits at the marker that it has reached.
    pub(super) fn followed(
        &self,
        from: RingPosition,
        passes: &[MarkerPass],
        to: &Position,
        forward: bool,
    ) -> RingPosition {
        let walked = if forward {
            self.forwards(from, passes, to)
        } else {
            self.backwards(from, passes, to)
        };
        let end = RingPosition {
            prev: self.count() - 1,
            next: self.count(),
            at: self.length,
        };
        walked.unwrap_or(if forward {
            end
        } else {
            RingPosition {
                prev: -1,
                next: 0,
                at: 0.0,
            }
        })
    }

    fn forwards(
        &self,
        from: RingPosition,
        passes: &[MarkerPass],
        to: &Position,
    ) -> Option<RingPosition> {
        let ended = !self.looping && from.at >= self.length;
        let prev = passes
            .iter()
            .try_fold(from.prev, |prev, pass| self.forward_to(prev, pass.name))?;
        let next = self
            .forward_to(prev, to.next)
            .or((!self.looping && prev + 1 >= self.count()).then_some(prev + 1));
        let waiting = RingPosition {
            prev,
            next: prev + 1,
            at: self.time(prev),
        };
        (!ended).then(|| next.map_or(waiting, |next| self.between(prev, next, to.fraction)))
    }

    fn backwards(
        &self,
        from: RingPosition,
        passes: &[MarkerPass],
        to: &Position,
    ) -> Option<RingPosition> {
        let ended = !self.looping && from.at <= 0.0;
        let next = passes
            .iter()
            .try_fold(from.next, |next, pass| self.back_to(next, pass.name))?;
        let prev = self
            .back_to(next, to.prev)
            .or((!self.looping && next <= 0).then_some(next - 1));
        let waiting = RingPosition {
            prev: next - 1,
            next,
            at: self.time(next),
        };
        (!ended).then(|| prev.map_or(waiting, |prev| self.between(prev, next, to.fraction)))
    }
}
