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

/// What a branching notify does by itself when it fires or begins.
pub mod action {
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
    /// Of a state: while it is under way the montage does not move the root.
    pub const DISABLE_ROOT_MOTION: u32 = 6;
}

/// A state shorter than this is treated as this long, in seconds.
pub const SHORTEST_STATE: f32 = 1e-4;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Notify {
    /// Unique among all notifies of a library, stable over edits; also breaks ties in the firing order.
    pub id: u64,
    pub name: Name,
    /// Section name for [`action::JUMP_TO_SECTION`] and [`action::SET_NEXT_SECTION`], montage for
    /// [`action::PLAY_MONTAGE`].
    pub target: Name,
    /// Of the skeleton: where a game plays what the notify asks for. None where that is up to the game.
    pub socket: Name,
    /// Seconds on the timeline it lies on.
    pub time: f32,
    /// `time` for an instant.
    pub end: f32,
    pub track: u32,
    pub flags: u32,
    /// Fires only above this weight.
    pub weight_threshold: f32,
    /// 0 to 1.
    pub chance: f32,
    /// Does not fire at this LOD or a coarser one; -1 fires at all.
    pub from_lod: i32,
    /// One of [`action`].
    pub action: u32,
    /// The [`NotifyClass`] that says what it carries; none without.
    pub class: Name,
    /// Seconds for [`action::STOP`], a rate for [`action::SET_PLAY_RATE`], else 0. Finite.
    pub value: f32,
    /// Its range of the values of the clip or montage: those of each field of its class in turn.
    pub first_value: u32,
    pub value_count: u32,
    pub reserved: u32,
}

impl Notify {
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

    /// Where its values lie among those of its clip or montage.
    pub fn values(&self) -> std::ops::Range<usize> {
        let first = self.first_value as usize;
        first..first.saturating_add(self.value_count as usize)
    }

    /// Whether its numbers are any and its values are among so many.
    pub(crate) fn is_sound(&self, value_count: usize) -> bool {
        let numbers = [self.time, self.end, self.value, self.weight_threshold, self.chance];
        numbers.into_iter().all(limits::is_sound) && self.values().end <= value_count
    }

    pub fn is_branching(&self) -> bool {
        self.flags & flag::BRANCHING != 0
    }

    pub fn covers(&self, position: f64) -> bool {
        f64::from(self.time) <= position && position < f64::from(self.end)
    }
}

/// A stretch of one timeline travelled without a wrap, in seconds. `from > to` is reverse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub from: f64,
    pub to: f64,
    /// The first range after a start, wrap, jump or set-position also owns its first instant.
    pub include_from: bool,
    /// A forward range that stops where another section starts leaves that instant to the other section.
    pub exclude_to: bool,
    /// Turns of the loop before it that were travelled and not passed, for there were more than [`MOST_TURNS`].
    pub left_out: u32,
    /// The part of the tick's way at which it begins, and ends, 0 to 1 each.
    pub part: (f64, f64),
}

impl Range {
    pub fn new(from: f64, to: f64) -> Self {
        Self { from, to, include_from: false, exclude_to: false, left_out: 0, part: (0.0, 1.0) }
    }

    /// The part of the tick's way at which a notify is met: where an instant lies, where a state is entered.
    pub fn part_of(&self, notify: &Notify) -> f64 {
        let forward = self.from <= self.to;
        let met = f64::from(if forward { notify.time } else { notify.end });
        let way = self.to - self.from;
        let along = if way == 0.0 { 1.0 } else { ((met - self.from) / way).clamp(0.0, 1.0) };
        self.part.0 + (self.part.1 - self.part.0) * along
    }

    pub fn hits(&self, notify: &Notify) -> bool {
        if notify.is_state() { self.hits_state(notify) } else { self.hits_time(notify.time.into()) }
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

/// Calls `each` for every notify that the range hits, by time in travel order, ties by track, then id.
/// Contract: `notifies` ascend by time, track, id.
pub fn for_each_hit(notifies: &[Notify], range: Range, mut each: impl FnMut(&Notify)) {
    if range.from <= range.to {
        notifies.iter().filter(|notify| range.hits(notify)).for_each(each);
        return;
    }
    let mut end = notifies.len();
    while end > 0 {
        let time = notifies[end - 1].time;
        let start = notifies[..end].partition_point(|notify| notify.time < time);
        notifies[start..end].iter().filter(|notify| range.hits(notify)).for_each(&mut each);
        end = start;
    }
}

/// The ranges that an advance by `delta` seconds travels on a clip of `length`, and the position after it.
///
/// Position `length` is kept until time moves on, so an exact landing fires the end once and the start on the next
/// step. `fresh` says that the start position has not been travelled yet; it still has not after an advance by 0, which
/// hits no instants. Of a loop no more than [`MOST_TURNS`] whole turns are passed, the last ones; the position is that
/// after all of them.
pub fn clip_ranges(
    position: f64,
    delta: f64,
    length: f64,
    looping: bool,
    fresh: bool,
    mut each: impl FnMut(Range),
) -> f64 {
    let first = |from, to, part| Range { include_from: fresh && delta != 0.0, part, ..Range::new(from, to) };
    let target = position + delta;
    if !looping || length <= 0.0 || (0.0..=length).contains(&target) {
        let target = target.clamp(0.0, length.higher(0.0));
        let arrives = if delta == 0.0 { 1.0 } else { ((target - position) / delta).clamp(0.0, 1.0) };
        each(first(position, target, (0.0, arrives)));
        return target;
    }
    let part = |left: f64| (1.0 - left / delta.abs()).clamp(0.0, 1.0);
    let wrapped = |from, to, left_out, part| Range { include_from: true, left_out, part, ..Range::new(from, to) };
    let (near, far) = if delta > 0.0 { (0.0, length) } else { (length, 0.0) };
    let way = if delta > 0.0 { target - length } else { -target };
    each(first(position, far, (0.0, part(way))));
    let (mut left, mut left_out) = passable(way, length);
    while left > length {
        each(wrapped(near, far, std::mem::take(&mut left_out), (part(left), part(left - length))));
        left -= length;
    }
    let end = if delta > 0.0 { left } else { length - left };
    each(wrapped(near, end, left_out, (part(left), 1.0)));
    end
}

/// The way over a loop without the turns that are too many, and how many those are.
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
mod tests {
    use super::*;

    fn instant(name: &str, time: f32) -> Notify {
        Notify {
            id: Name::new(name).0,
            name: Name::new(name),
            target: Name::NONE,
            socket: Name::NONE,
            time,
            end: time,
            track: 0,
            flags: 0,
            weight_threshold: 1e-5,
            chance: 1.0,
            from_lod: -1,
            ..Notify::zeroed()
        }
    }

    fn state(time: f32, end: f32) -> Notify {
        Notify { end, flags: flag::STATE, ..instant("state", time) }
    }

    /// Instants z=0, a=.25, b=.5, e=1 on a clip of one second.
    fn fired(position: f64, delta: f64, looping: bool, fresh: bool) -> (String, f64) {
        let names = ["z", "a", "b", "e"];
        let notifies: Vec<_> =
            names.iter().zip([0.0, 0.25, 0.5, 1.0]).map(|(name, time)| instant(name, time)).collect();
        let mut log = String::new();
        let end = clip_ranges(position, delta, 1.0, looping, fresh, |range| {
            for_each_hit(&notifies, range, |n| {
                log.push_str(names.iter().find(|name| Name::new(name) == n.name).unwrap())
            });
        });
        (log, end)
    }

    #[test]
    fn a_fresh_start_owns_its_instant_and_no_turn_fires_twice() {
        assert_eq!(fired(0.0, 0.25, true, true), ("za".into(), 0.25));
        assert_eq!(fired(0.0, 0.0, true, true), ("".into(), 0.0), "standing still travels nothing");
        assert_eq!(fired(0.25, 0.25, true, false), ("b".into(), 0.5));
        assert_eq!(fired(0.5, -0.25, true, false), ("a".into(), 0.25));
        assert_eq!(fired(0.25, 0.25, true, false), ("b".into(), 0.5));
    }

    #[test]
    fn loops_fire_the_end_then_the_start() {
        let (log, end) = fired(0.9, 0.2, true, false);
        assert_eq!((log.as_str(), (end * 1e6).round()), ("ez", 1e5));
        assert_eq!(fired(0.9, 0.1, true, false), ("e".into(), 1.0));
        assert_eq!(fired(1.0, 0.1, true, false).0, "z");
        let (log, end) = fired(0.9, 2.2, true, false);
        assert_eq!((log.as_str(), (end * 1e6).round()), ("ezabezabez", 1e5));
    }

    #[test]
    fn reverse_loops_fire_the_start_then_the_end() {
        let (log, end) = fired(0.1, -0.2, true, false);
        assert_eq!((log.as_str(), (end * 1e6).round()), ("ze", 9e5));
        assert_eq!(fired(0.9, 0.5, false, false), ("e".into(), 1.0));
    }

    #[test]
    fn states_are_half_open() {
        let s = state(0.25, 0.40);
        for (from, to, hit) in [
            (0.2, 0.3, true),
            (0.3, 0.39, true),
            (0.39, 0.41, true),
            (0.0, 0.2, false),
            (f64::from(0.4f32), 0.5, false),
        ] {
            assert_eq!(Range::new(from, to).hits(&s), hit, "{from}..{to}");
        }
        assert!(Range::new(0.25, 0.25).hits(&s) && Range::new(0.3, 0.3).hits(&s));
        let at_end = f64::from(0.4f32);
        assert!(!Range::new(at_end, at_end).hits(&s));
    }

    #[test]
    fn a_section_boundary_belongs_to_the_section_that_starts_there() {
        let n = instant("n", 1.0);
        let left = Range { exclude_to: true, ..Range::new(0.5, 1.0) };
        let right = Range { include_from: true, ..Range::new(1.0, 1.5) };
        assert!(!left.hits(&n) && right.hits(&n));
    }

    #[test]
    fn reverse_order_keeps_ties_by_track() {
        let mut low = instant("low", 0.5);
        low.track = 0;
        let mut high = instant("high", 0.5);
        high.track = 1;
        let mut order = Vec::new();
        for_each_hit(&[low, high], Range::new(1.0, 0.0), |n| order.push(n.track));
        assert_eq!(order, [0, 1]);
    }

    proptest::proptest! {
        #[test]
        fn splitting_a_step_fires_the_same_notifies_in_the_same_order(
            times in proptest::collection::vec(0u32..=16, 1..8),
            cuts in proptest::collection::vec(1u32..24, 1..12),
            reverse: bool,
        ) {
            let notifies: Vec<_> = {
                let mut all: Vec<_> = times.iter().enumerate().map(|(i, t)| Notify { id: i as u64, track: i as u32, ..instant("n", *t as f32 / 16.0) }).collect();
                all.sort_by(|a, b| a.time.total_cmp(&b.time).then(a.track.cmp(&b.track)));
                all
            };
            let sign = if reverse { -1.0 } else { 1.0 };
            let run = |steps: &[f64]| {
                let (mut position, mut fresh, mut log) = (0.5, true, Vec::new());
                for step in steps {
                    position = clip_ranges(position, sign * step, 1.0, true, fresh, |range| for_each_hit(&notifies, range, |n| log.push(n.id)));
                    fresh = false;
                }
                log
            };
            let parts: Vec<f64> = cuts.iter().map(|c| f64::from(*c) / 16.0).collect();
            proptest::prop_assert_eq!(run(&[parts.iter().sum()]), run(&parts));
        }
    }

    #[test]
    fn an_instant_is_hit_by_the_range_that_ends_at_it_and_not_by_the_one_that_begins_there() {
        let n = instant("n", 0.5);
        let hit =
            |from, to, include_from, exclude_to| Range { include_from, exclude_to, ..Range::new(from, to) }.hits(&n);
        for (from, to, plain) in [
            (0.25, 0.5, true),
            (0.25, 0.75, true),
            (0.5, 0.75, false),
            (0.5, 0.5, false),
            (0.75, 0.5, true),
            (0.75, 0.25, true),
            (0.5, 0.25, false),
            (0.0, 0.25, false),
            (0.75, 1.0, false),
        ] {
            assert_eq!(hit(from, to, false, false), plain, "{from} {to}");
            assert_eq!(hit(from, to, true, false), plain || from == 0.5, "{from} {to}, with its start");
            let is_left = from < to && to == 0.5;
            assert_eq!(hit(from, to, false, true), plain && !is_left, "{from} {to}, without its end");
        }
        assert!(hit(0.5, 0.75, true, true) && !hit(0.5, 0.5, true, true));
    }

    #[test]
    fn a_state_is_hit_where_the_range_meets_it_either_way() {
        let s = state(0.25, 0.5);
        let hit = |from, to, exclude_to| Range { exclude_to, ..Range::new(from, to) }.hits(&s);
        for (from, to, forward, back) in [
            (0.0, 0.25, true, false),
            (0.0, 0.2, false, false),
            (0.3, 0.4, true, true),
            (0.5, 0.75, false, true),
            (0.6, 0.75, false, false),
            (0.0, 1.0, true, true),
            (0.0, 0.3, true, true),
        ] {
            assert_eq!((hit(from, to, false), hit(to, from, false)), (forward, back), "{from} {to}");
        }
        assert!(!hit(0.0, 0.25, true) && hit(0.0, 0.3, true), "a begin at the stop is left to the section there");
    }

    #[test]
    fn travelled_ranges_tile_the_way_turn_by_turn() {
        let travelled = |position, delta, looping, fresh| {
            let mut ranges = Vec::new();
            let end =
                clip_ranges(position, delta, 2.0, looping, fresh, |r| ranges.push((r.from, r.to, r.include_from)));
            (ranges, end)
        };
        assert_eq!(
            travelled(1.5, 5.0, true, false),
            (vec![(1.5, 2.0, false), (0.0, 2.0, true), (0.0, 2.0, true), (0.0, 0.5, true)], 0.5)
        );
        assert_eq!(
            travelled(0.5, -5.0, true, true),
            (vec![(0.5, 0.0, true), (2.0, 0.0, true), (2.0, 0.0, true), (2.0, 1.5, true)], 1.5)
        );
        assert_eq!(travelled(0.5, -2.5, true, false).1, 0.0, "a turn that just ends");
        assert_eq!(travelled(0.5, 9.0, false, false), (vec![(0.5, 2.0, false)], 2.0));
        assert_eq!(travelled(0.5, -9.0, false, true), (vec![(0.5, 0.0, true)], 0.0));
        assert_eq!(clip_ranges(0.0, 1.0, 0.0, true, true, |_| ()), 0.0, "without length");
    }

    #[test]
    fn a_state_covers_its_begin_and_not_its_end() {
        let s = state(0.25, 0.5);
        assert_eq!([0.2, 0.25, 0.4, 0.5].map(|position| s.covers(position)), [false, true, true, false]);
    }

    #[test]
    fn flags_and_actions_are_the_published_numbers() {
        let flags = [flag::STATE, flag::BRANCHING, flag::ON_FOLLOWER, flag::NOT_ON_SERVER, flag::FILTERABLE];
        assert_eq!(flags, [1, 2, 4, 8, 16]);
        let actions = [action::NONE, action::JUMP_TO_SECTION, action::SET_NEXT_SECTION, action::STOP];
        assert_eq!(actions, [0, 1, 2, 3]);
        assert_eq!([action::PLAY_MONTAGE, action::SET_PLAY_RATE], [4, 5]);
        assert_eq!(SHORTEST_STATE, 0.0001);
        let of = |flags| Notify { flags, ..instant("n", 0.0) };
        assert!(of(1).is_state() && !of(!1).is_state() && of(2).is_branching() && !of(!2).is_branching());
    }
}
