//! Notifies on a timeline, what they carry for a game, and which of them a travelled range hits.

mod class;
mod payload;

pub use class::{ClassKind, FieldKind, NotifyClass, NotifyClassError, NotifyField, PayloadError};
pub use payload::{FieldValue, Payload};

use crate::{
    Name,
    float::Extreme,
    limits::{self, MOST_TURNS},
};
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// Bits of [`Notify::flags`].
pub mod flag {
    /// Has a duration: begin, tick, end. Without it the notify is instant.
    pub const STATE: u32 = 1;
    /// Fires inside the advance of its montage, at its exact time, before anything later moves.
    pub const BRANCHING: u32 = 2;
    /// Fires on sync-group followers too.
    pub const ON_FOLLOWER: u32 = 4;
    /// Does not fire on a dedicated server.
    pub const NOT_ON_SERVER: u32 = 8;
    /// The graph may filter it out.
    pub const FILTERABLE: u32 = 16;
}

/// Actions that a branching notify performs by itself when the notify fires or begins.
pub mod action {
    /// The notify does nothing by itself.
    pub const NONE: u32 = 0;
    /// Jump to the start of section `target`.
    pub const JUMP_TO_SECTION: u32 = 1;
    /// Section `target` follows the one that plays.
    pub const SET_NEXT_SECTION: u32 = 2;
    /// Stop the montage over `value` seconds; its own blend-out where that is negative.
    pub const STOP: u32 = 3;
    /// Start montage `target` at rate `value`, 1 where that is 0, in place of its group.
    pub const PLAY_MONTAGE: u32 = 4;
    /// Go on at rate `value`.
    pub const SET_PLAY_RATE: u32 = 5;
    /// Action of a state: the montage does not move the root while the state is active.
    pub const DISABLE_ROOT_MOTION: u32 = 6;
}

/// A state shorter than this is treated as this long, in seconds.
pub const SHORTEST_STATE: f32 = 1e-4;

/// An instant or a span of a timeline that is reported to the game.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
pub struct Notify {
    /// Unique among all notifies of a library, stable over edits; also breaks ties in the firing
    /// order.
    pub id: u64,
    /// Name by which a game knows it.
    pub name: Name,
    /// Section name for [`action::JUMP_TO_SECTION`] and [`action::SET_NEXT_SECTION`], montage for
    /// [`action::PLAY_MONTAGE`].
    pub target: Name,
    /// Socket of the skeleton where a game plays what the notify asks for. None where that is up to
    /// the game.
    pub socket: Name,
    /// Seconds on the timeline it lies on.
    pub time: f32,
    /// `time` for an instant.
    pub end: f32,
    /// Row of the timeline that it lies on, which orders notifies at one time.
    pub track: u32,
    /// Flags of the notify, a combination of the bits in [`flag`].
    pub flags: u32,
    /// Fires only above this weight.
    pub weight_threshold: f32,
    /// Probability that the notify fires, 0 to 1.
    pub chance: f32,
    /// Does not fire at this LOD or a coarser one; -1 fires at all.
    pub from_lod: i32,
    /// Action of the notify, one of the constants in [`action`].
    pub action: u32,
    /// The [`NotifyClass`] that says what it carries; none without.
    pub class: Name,
    /// Seconds for [`action::STOP`], a rate for [`action::SET_PLAY_RATE`], else 0. Finite.
    pub value: f32,
    /// Index of its first value among those of the clip or montage: those of each field of its
    /// class in turn.
    pub first_value: u32,
    /// Number of its values; 0 without a class.
    pub value_count: u32,
    /// Reserved, not used.
    pub reserved: u32,
}

impl Notify {
    /// Whether it lasts from `time` to `end` instead of being an instant.
    pub fn is_state(&self) -> bool {
        self.flags & flag::STATE != 0
    }

    /// An instant that nothing filters but no weight at all. Its id is its name.
    pub(crate) fn plain(name: Name) -> Self {
        let (id, target, socket) = (name.0, Name::NONE, Name::NONE);
        let (time, end, track, flags) = (0.0, 0.0, 0, 0);
        let (weight_threshold, chance, from_lod, action) = (0.0, 1.0, -1, action::NONE);
        Self {
            id,
            name,
            target,
            socket,
            time,
            end,
            track,
            flags,
            weight_threshold,
            chance,
            from_lod,
            action,
            ..Self::zeroed()
        }
    }

    /// Range of the notify's values among those of its clip or montage.
    pub fn values(&self) -> std::ops::Range<usize> {
        let first = self.first_value as usize;
        first..first.saturating_add(self.value_count as usize)
    }

    /// Whether its numbers are any and its values are among so many.
    pub(crate) fn is_sound(&self, value_count: usize) -> bool {
        let numbers = [
            self.time,
            self.end,
            self.value,
            self.weight_threshold,
            self.chance,
        ];
        numbers.into_iter().all(limits::is_sound) && self.values().end <= value_count
    }

    /// Whether it is a branching point, which montages answer at its own time amid a tick.
    pub fn is_branching(&self) -> bool {
        self.flags & flag::BRANCHING != 0
    }

    /// Whether a position in seconds lies in a state: its start does, its end does not.
    pub fn covers(&self, position: f64) -> bool {
        f64::from(self.time) <= position && position < f64::from(self.end)
    }
}

/// A stretch of one timeline travelled without a wrap, in seconds. `from > to` is reverse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Seconds where it begins.
    pub from: f64,
    /// Seconds where it ends.
    pub to: f64,
    /// The first range after a start, wrap, jump or set-position also owns its first instant.
    pub include_from: bool,
    /// A forward range that stops where another section starts leaves that instant to the other
    /// section.
    pub exclude_to: bool,
    /// Turns of the loop before it that were travelled and not passed, for there were more than
    /// [`MOST_TURNS`].
    pub left_out: u32,
    /// Start and end of the range as fractions of the tick's whole movement, 0 to 1 each.
    pub part: (f64, f64),
}

impl Range {
    /// Creates a range that covers a whole tick and excludes the range's first instant.
    pub fn new(from: f64, to: f64) -> Self {
        Self {
            from,
            to,
            include_from: false,
            exclude_to: false,
            left_out: 0,
            part: (0.0, 1.0),
        }
    }

    /// Fraction of the tick's whole movement at which a notify is met, 0 to 1: the position of an
    /// instant, or the entry into a state.
    pub fn part_of(&self, notify: &Notify) -> f64 {
        let forward = self.from <= self.to;
        let met = f64::from(if forward { notify.time } else { notify.end });
        let way = self.to - self.from;
        let along = if way == 0.0 {
            1.0
        } else {
            ((met - self.from) / way).clamp(0.0, 1.0)
        };
        self.part.0 + (self.part.1 - self.part.0) * along
    }

    /// Whether an instant is passed, or a state is met.
    pub fn hits(&self, notify: &Notify) -> bool {
        if notify.is_state() {
            self.hits_state(notify)
        } else {
            self.hits_time(notify.time.into())
        }
    }

    /// Whether an instant is passed.
    pub(crate) fn hits_time(&self, time: f64) -> bool {
        if time == self.from && self.include_from && (self.from != self.to || !self.exclude_to) {
            return true;
        }
        if self.from <= self.to {
            self.from < time && (time < self.to || (time == self.to && !self.exclude_to))
        } else {
            self.to <= time && time < self.from
        }
    }

    fn hits_state(&self, notify: &Notify) -> bool {
        let (time, end) = (f64::from(notify.time), f64::from(notify.end));
        if self.from == self.to {
            time <= self.from && self.from < end
        } else if self.from < self.to {
            let begins_before_the_stop = time < self.to || (time == self.to && !self.exclude_to);
            begins_before_the_stop && end > self.from
        } else {
            time < self.from && end >= self.to
        }
    }
}

/// Calls `each` for every notify that the range hits, by time in travel order, ties by track, then
/// id. Contract: `notifies` ascend by time, track, id.
pub fn for_each_hit(notifies: &[Notify], range: Range, mut each: impl FnMut(&Notify)) {
    if range.from <= range.to {
        notifies
            .iter()
            .filter(|notify| range.hits(notify))
            .for_each(each);
        return;
    }
    let mut end = notifies.len();
    while end > 0 {
        let time = notifies[end - 1].time;
        let start = notifies[..end].partition_point(|notify| notify.time < time);
        notifies[start..end]
            .iter()
            .filter(|notify| range.hits(notify))
            .for_each(&mut each);
        end = start;
    }
}

/// The ranges that an advance by `delta` seconds travels on a clip of `length`, and the position
/// after it.
///
/// Position `length` is kept until time moves on, so an exact landing fires the end once and the
/// start on the next step. `fresh` says that the start position has not been travelled yet; it
/// still has not after an advance by 0, which hits no instants. Of a loop no more than
/// [`MOST_TURNS`] whole turns are passed, the last ones; the position is that after all of them.
pub fn clip_ranges(
    position: f64,
    delta: f64,
    length: f64,
    looping: bool,
    fresh: bool,
    mut each: impl FnMut(Range),
) -> f64 {
    let first = |from, to, part| Range {
        include_from: fresh && delta != 0.0,
        part,
        ..Range::new(from, to)
    };
    let target = position + delta;
    if !looping || length <= 0.0 || (0.0..=length).contains(&target) {
        let target = target.clamp(0.0, length.higher(0.0));
        let arrives = if delta == 0.0 {
            1.0
        } else {
            ((target - position) / delta).clamp(0.0, 1.0)
        };
        each(first(position, target, (0.0, arrives)));
        return target;
    }
    let part = |left: f64| (1.0 - left / delta.abs()).clamp(0.0, 1.0);
    let wrapped = |from, to, left_out, part| Range {
        include_from: true,
        left_out,
        part,
        ..Range::new(from, to)
    };
    let (near, far) = if delta > 0.0 {
        (0.0, length)
    } else {
        (length, 0.0)
    };
    let way = if delta > 0.0 {
        target - length
    } else {
        -target
    };
    each(first(position, far, (0.0, part(way))));
    let (mut left, mut left_out) = passable(way, length);
    while left > length {
        each(wrapped(
            near,
            far,
            std::mem::take(&mut left_out),
            (part(left), part(left - length)),
        ));
        left -= length;
    }
    let end = if delta > 0.0 { left } else { length - left };
    each(wrapped(near, end, left_out, (part(left), 1.0)));
    end
}

/// Distance over a loop, limited to `MOST_TURNS` turns, and the number of turns left out.
fn passable(way: f64, length: f64) -> (f64, u32) {
    let most = length * f64::from(MOST_TURNS);
    if !way.is_finite() {
        return (0.0, u32::MAX);
    }
    if way <= most {
        return (way, 0);
    }
    let kept = way % length + most - length;
    (kept, ((way - kept) / length).round() as u32)
}

#[cfg(test)]
mod tests;
