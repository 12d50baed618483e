//! What a player posts to its group each tick, and what it keeps between ticks.

use super::{SyncMarker, ring::Place};
use crate::limits::FARTHEST_TURNS;
use crate::{
    Clip, Name, Notify,
    float::Extreme,
    mirror::NameSwap,
    notify::{Range, clip_ranges, flag},
    transform::WEIGHT_EPSILON,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Seconds; times that rounding alone tells apart are one.
pub(super) const SAME_TIME: f64 = 1e-9;

/// Who may lead a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// By its weight.
    #[default]
    CanBeLeader,
    /// Only where all are followers.
    AlwaysFollower,
    /// Before those that lead by their weight.
    AlwaysLeader,
    /// Stays out of the group while it blends in, then leads.
    TransitionLeader,
    /// Stays out of the group while it blends in, then follows.
    TransitionFollower,
    /// Leads, or plays on its own where another one of these leads.
    ExclusiveAlwaysLeader,
}

impl Role {
    fn waits(self) -> bool {
        matches!(self, Role::TransitionLeader | Role::TransitionFollower)
    }
}

/// What a player was in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// In no group this tick.
    #[default]
    Alone,
    Leader,
    Follower,
}

impl Part {
    /// A follower fires only what is marked for followers.
    pub fn silences(self, notify: &Notify) -> bool {
        self == Part::Follower && notify.flags & flag::ON_FOLLOWER == 0
    }
}

/// What a player keeps between ticks. A player that was moved from outside starts again with [`PlayerState::at`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerState {
    /// Seconds on the clip, 0 to its length, both included.
    pub time: f64,
    /// The time has not been travelled yet: the next range owns its first instant.
    pub fresh: bool,
    pub(super) weight: f32,
    pub(super) blended_in: bool,
    pub(super) clip: Name,
    /// Among the markers that the group used last.
    pub(super) place: Option<Place>,
}

impl PlayerState {
    pub fn at(time: f64) -> Self {
        Self { time, fresh: true, ..Self::default() }
    }

    /// Whether it last went on this clip.
    pub(crate) fn is_of(&self, clip: &Clip) -> bool {
        self.clip == clip.name
    }

    /// The same player, known by another clip than before perhaps, at a time of that one.
    pub(crate) fn carried_by(self, clip: &Clip, time: f64, fresh: bool) -> Self {
        let place = self.place.filter(|_| self.clip == clip.name);
        Self { time, fresh, clip: clip.name, place, ..self }
    }

    /// A tick of a player that is in no group, as a record of its own would go: `rate` in clip seconds per second.
    pub(crate) fn play_alone(&mut self, clip: &Clip, (rate, weight): (f64, f32), dt: f64) -> Travel {
        let length = f64::from(clip.length);
        self.keep_inside(length);
        let (rate, dt) = (finite(rate), finite(dt));
        self.weigh(repaired_weight(weight), dt);
        self.go_alone(clip, clip.looping, if length > 0.0 { own_delta(dt, rate, length) } else { 0.0 })
    }

    fn keep_inside(&mut self, length: f64) {
        self.time = finite(self.time).clamp(0.0, length.higher(0.0));
    }

    /// A weight that does not rise is no blending in, and who has begun to take part does so until it has gone. In a tick
    /// without time no weight rises, so one that stands tells nothing.
    fn weigh(&mut self, weight: f32, dt: f64) {
        let full = weight >= 1.0 - WEIGHT_EPSILON;
        let gone = weight <= WEIGHT_EPSILON;
        let stands = weight == self.weight && dt != 0.0;
        self.blended_in = !gone && (self.blended_in || full || stands || weight < self.weight);
        self.weight = weight;
    }

    fn go_alone(&mut self, clip: &Clip, looping: bool, delta: f64) -> Travel {
        self.place = None;
        self.go(clip, looping, delta)
    }

    fn go(&mut self, clip: &Clip, looping: bool, delta: f64) -> Travel {
        let travel = Travel { from: self.time, delta, entered: self.fresh };
        self.time = clip_ranges(travel.from, delta, clip.length.into(), looping, travel.entered, |_| {});
        self.fresh &= delta == 0.0;
        self.clip = clip.name;
        travel
    }

    /// Indices of the markers behind and ahead, counted among those of its clip that the group uses; ahead may be
    /// one turn on. None while the group goes by length.
    pub fn markers(&self) -> Option<(i64, i64)> {
        self.place.map(|place| (place.prev, place.next))
    }
}

/// How a player went in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Travel {
    /// Where it began, seconds.
    pub from: f64,
    /// Seconds on the clip, wraps included; negative backwards.
    pub delta: f64,
    /// The first instant had not been travelled yet.
    pub entered: bool,
}

impl Travel {
    /// Whether it goes over the seam of a loop of this length. One that began on the seam has been there in the tick
    /// before.
    pub(crate) fn turns_over(&self, length: f64) -> bool {
        let ahead = if self.delta >= 0.0 { length - self.from } else { self.from };
        let ahead = if ahead <= SAME_TIME { length } else { ahead };
        length > 0.0 && self.delta.abs() >= ahead - SAME_TIME
    }

    /// What was travelled of a clip of this length, in order.
    pub fn ranges(&self, length: f64, looping: bool, each: impl FnMut(Range)) {
        clip_ranges(self.from, self.delta, length, looping, self.entered, each);
    }
}

/// One playing clip in one tick.
#[derive(Clone, Debug, PartialEq)]
pub struct TickRecord {
    /// The caller's name for the player, the same in every tick.
    pub player: u32,
    pub clip: Arc<Clip>,
    /// Clip seconds per second, all scales included. Without effect on a follower.
    pub rate: f64,
    /// 0 to 1.
    pub weight: f32,
    /// None plays on its own.
    pub group: Name,
    pub role: Role,
    /// Its end leads back to its start; at first as the clip says.
    pub looping: bool,
    /// Names of the clip's markers that count, ascending; None counts all.
    pub usable: Option<Arc<[Name]>>,
    /// Of a mirror that it is seen in: its markers go by the names of their partners.
    pub names: Option<Arc<NameSwap>>,
    /// Takes the group's phase when it joins; otherwise it keeps its own start for one tick.
    pub match_sync_point: bool,
    /// Leads before others of the same weight: a montage.
    pub goes_first: bool,
    /// As the last tick left it; after this tick, what the next one needs.
    pub state: PlayerState,
    /// Of this tick, known once it is over.
    pub part: Part,
    /// Where this tick's travel began, seconds.
    pub(super) from: f64,
    /// Seconds travelled on the clip, wraps included; negative backwards.
    pub(super) delta: f64,
    pub(super) entered: bool,
}

impl TickRecord {
    pub fn new(player: u32, clip: Arc<Clip>, state: PlayerState) -> Self {
        let looping = clip.looping;
        Self {
            player,
            clip,
            looping,
            usable: None,
            rate: 1.0,
            weight: 1.0,
            group: Name::NONE,
            role: Role::CanBeLeader,
            names: None,
            match_sync_point: true,
            goes_first: false,
            state,
            part: Part::Alone,
            from: state.time,
            delta: 0.0,
            entered: false,
        }
    }

    /// As its group knows them.
    pub(super) fn markers(&self) -> impl DoubleEndedIterator<Item = SyncMarker> {
        let name = |name: Name| self.names.as_ref().map_or(name, |names| names.of(name));
        let counts = |marker: &&SyncMarker| {
            let usable = self.usable.as_ref();
            usable.is_none_or(|usable| usable.binary_search(&marker.name).is_ok())
        };
        self.clip.markers.iter().filter(counts).map(move |marker| SyncMarker { name: name(marker.name), ..*marker })
    }

    /// Seconds travelled on the clip in this tick, wraps included; negative backwards.
    pub fn travelled(&self) -> f64 {
        self.delta
    }

    /// The ranges travelled in this tick, in order: what fires notifies and moves the root.
    pub fn ranges(&self, each: impl FnMut(Range)) {
        clip_ranges(self.from, self.delta, self.length(), self.looping, self.entered, each);
    }

    /// Of this tick, known once it is over.
    pub fn way(&self) -> Travel {
        Travel { from: self.from, delta: self.delta, entered: self.entered }
    }

    pub(super) fn length(&self) -> f64 {
        self.clip.length.into()
    }

    /// Numbers that are not numbers count as 0; a clip without length does not move.
    pub(super) fn repair(&mut self) {
        (self.rate, self.weight) = (finite(self.rate), repaired_weight(self.weight));
        self.state.keep_inside(self.clip.length.into());
    }

    /// Whether it takes part in its group this tick, of `dt` seconds.
    pub(super) fn takes_part(&mut self, dt: f64) -> bool {
        self.state.weigh(self.weight, dt);
        self.group != Name::NONE && self.length() > 0.0 && (!self.role.waits() || self.state.blended_in)
    }

    /// Where it would go by itself, in clip seconds. A tick never takes more than a thousand turns.
    pub(super) fn own_delta(&self, dt: f64) -> f64 {
        own_delta(dt, self.rate, self.length())
    }

    /// Travels from where it is.
    pub(super) fn travel(&mut self, delta: f64) {
        let way = self.state.go(&self.clip, self.looping, delta);
        self.note(way);
    }

    fn note(&mut self, way: Travel) {
        (self.from, self.delta, self.entered) = (way.from, way.delta, way.entered);
    }

    /// Stands elsewhere, without having travelled there. Who stands there already stays.
    pub(super) fn jump(&mut self, time: f64) {
        let apart = (time - self.state.time).abs();
        let is_there = apart <= SAME_TIME || (self.looping && (self.length() - apart).abs() <= SAME_TIME);
        if !is_there {
            self.state.time = time;
            self.state.fresh = true;
        }
    }

    pub(super) fn advance_alone(&mut self, dt: f64) {
        self.part = Part::Alone;
        let delta = if self.length() > 0.0 { self.own_delta(dt) } else { 0.0 };
        let way = self.state.go_alone(&self.clip, self.looping, delta);
        self.note(way);
    }
}

fn own_delta(dt: f64, rate: f64, length: f64) -> f64 {
    let most = FARTHEST_TURNS * length;
    (dt * rate).clamp(-most, most)
}

/// What is no number is 0.
fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}

fn repaired_weight(weight: f32) -> f32 {
    if weight.is_finite() { weight.clamp(0.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(length: f32, role: Role, weight: f32) -> TickRecord {
        let clip = Clip { length, looping: true, ..Clip::default() };
        let group = Name::new("group");
        TickRecord { role, weight, group, ..TickRecord::new(1, Arc::new(clip), PlayerState::at(0.0)) }
    }

    #[test]
    fn without_a_word_a_player_plays_alone_at_full_weight_and_its_own_rate() {
        let clip = Arc::new(Clip { length: 1.0, ..Clip::default() });
        let record = TickRecord::new(1, clip, PlayerState::at(0.25));
        assert_eq!((record.rate, record.weight, record.group, record.part), (1.0, 1.0, Name::NONE, Part::Alone));
        assert!(record.match_sync_point && record.state.fresh && record.state.markers().is_none());
        let mut from = Vec::new();
        record.ranges(|range| from.push((range.from, range.to)));
        assert_eq!((record.travelled(), from), (0.0, vec![(0.25, 0.25)]), "it has not moved yet");
    }

    #[test]
    fn whoever_has_a_group_and_a_length_takes_part_however_short() {
        assert!(record(1e-3, Role::CanBeLeader, 0.0).takes_part(0.1));
        assert!(!record(0.0, Role::CanBeLeader, 1.0).takes_part(0.1));
        assert!(!TickRecord { group: Name::NONE, ..record(1.0, Role::CanBeLeader, 1.0) }.takes_part(0.1));
    }

    #[test]
    fn a_transition_takes_part_from_the_first_tick_in_which_it_does_not_rise_until_it_is_gone() {
        for role in [Role::TransitionLeader, Role::TransitionFollower] {
            let mut record = record(1.0, role, 0.0);
            let mut with = |weight: f32| {
                record.weight = weight;
                record.takes_part(0.1)
            };
            assert_eq!([0.25, 0.5, 0.9].map(&mut with), [false; 3], "it rises");
            assert_eq!([0.8, 0.9, 0.1].map(&mut with), [true; 3], "it fell, and goes on");
            assert_eq!([0.5e-5, 0.5, 1.0 - 0.5e-5, 0.3].map(&mut with), [false, false, true, true], "gone, and new");
            assert_eq!([0.0, 0.0, 0.3, 0.3, 0.4].map(&mut with), [false, false, false, true, true], "it stands");
        }
    }

    #[test]
    fn a_weight_that_stands_in_a_tick_without_time_may_still_rise() {
        let mut record = record(1.0, Role::TransitionLeader, 0.0);
        let mut with = |(weight, dt): (f32, f64)| {
            record.weight = weight;
            record.takes_part(dt)
        };
        let rises = [(0.3, 0.1), (0.3, 0.0), (0.3, 0.0), (0.4, 0.1), (0.4, 0.0)];
        assert_eq!(rises.map(&mut with), [false; 5]);
        assert!(with((0.4, 0.1)));
    }

    #[test]
    fn numbers_that_are_none_count_as_0_and_times_stay_in_the_clip() {
        let repaired = |rate, weight, time| {
            let mut record = TickRecord { rate, ..record(2.0, Role::CanBeLeader, weight) };
            record.state.time = time;
            record.repair();
            (record.rate, record.weight, record.state.time)
        };
        assert_eq!(repaired(f64::NAN, f32::INFINITY, f64::NAN), (0.0, 0.0, 0.0));
        assert_eq!(repaired(-3.0, 1.5, 9.0), (-3.0, 1.0, 2.0));
        assert_eq!(repaired(1.0, -0.5, -9.0), (1.0, 0.0, 0.0));
        let mut still = record(0.0, Role::CanBeLeader, 1.0);
        still.state.time = 0.05;
        still.repair();
        assert_eq!(still.state.time, 0.0, "a clip without length has its start alone");
    }

    #[test]
    fn a_tick_takes_a_thousand_turns_at_most() {
        let delta = |rate, dt| TickRecord { rate, ..record(2.0, Role::CanBeLeader, 1.0) }.own_delta(dt);
        assert_eq!([delta(1.5, 2.0), delta(1e6, 1.0), delta(-1e6, 1.0)], [3.0, 2000.0, -2000.0]);
    }

    #[test]
    fn what_has_not_moved_is_as_fresh_as_it_was() {
        let mut record = record(2.0, Role::CanBeLeader, 1.0);
        record.travel(0.0);
        assert!(record.state.fresh);
        record.travel(0.5);
        assert_eq!((record.state.fresh, record.state.time, record.travelled()), (false, 0.5, 0.5));
        record.travel(0.0);
        assert!(!record.state.fresh);
        record.jump(1.5);
        assert_eq!((record.state.fresh, record.state.time), (true, 1.5));
        record.rate = 2.0;
        record.advance_alone(0.5);
        assert_eq!((record.part, record.state.time, record.travelled()), (Part::Alone, 0.5, 1.0), "over the seam");
    }

    #[test]
    fn a_player_in_no_group_goes_as_a_record_of_its_own_would() {
        let numbers = [0.0, 0.5, 1.5, -0.25, 1e9, -1e9, f64::NAN, f64::INFINITY];
        for (length, looping) in [(1.0, true), (1.0, false), (0.0, true), (1e-4, false)] {
            let clip = Arc::new(Clip { name: Name::new("clip"), length, looping, ..Clip::default() });
            for at in 0..512usize {
                let pick = |shift: usize| numbers[(at >> shift) % 8];
                let (time, rate, dt, weight) = (pick(0), pick(3), pick(6), pick(2) as f32);
                let mut state = PlayerState { weight: pick(1) as f32, ..PlayerState::at(time) };
                state.fresh = at % 2 == 0;
                let mut groups = super::super::SyncGroups::default();
                groups.post(TickRecord { rate, weight, ..TickRecord::new(1, clip.clone(), state) });
                groups.tick(dt);
                let record = &groups.records()[0];
                let way = state.play_alone(&clip, (rate, weight), dt);
                assert_eq!((state, way), (record.state, record.way()), "{length} {time} {rate} {dt} {weight}");
            }
        }
    }
}
