//! What a player posts to its group each tick, and what it keeps between ticks.

#[cfg(test)]
mod tests;

use super::{SyncMarker, ring::RingPosition};
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

/// Seconds within which two times are the same but for rounding.
pub(super) const SAME_TIME: f64 = 1e-9;

/// Role that decides whether a player may lead its group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The player may lead by its weight.
    #[default]
    CanBeLeader,
    /// The player leads only where all players are followers.
    AlwaysFollower,
    /// The player leads before players that lead by weight.
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

/// Role of a player in its sync group during a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// The player is in no group in this tick.
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

/// State that a player keeps between ticks. A player that was moved from outside starts again with
/// [`PlayerState::at`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayerState {
    /// Seconds on the clip, 0 to its length, both included.
    pub time: f64,
    /// The time has not been travelled yet: the next range owns its first instant.
    pub fresh: bool,
    pub(super) weight: f32,
    pub(super) blended_in: bool,
    pub(super) clip: Name,
    /// Among the markers that the group used last.
    pub(super) place: Option<RingPosition>,
}

impl PlayerState {
    /// A player that was put at a time, in seconds on the clip, and has travelled nothing.
    pub fn at(time: f64) -> Self {
        Self {
            time,
            fresh: true,
            ..Self::default()
        }
    }

    /// Whether it last went on this clip.
    pub(crate) fn is_of(&self, clip: &Clip) -> bool {
        self.clip == clip.name
    }

    /// The same player at `time` of `clip`, which may differ from the clip before.
    pub(crate) fn carried_by(self, clip: &Clip, time: f64, fresh: bool) -> Self {
        let place = self.place.filter(|_| self.clip == clip.name);
        Self {
            time,
            fresh,
            clip: clip.name,
            place,
            ..self
        }
    }

    /// A tick of a player that is in no group, as a record of its own would go: `rate` in clip
    /// seconds per second.
    pub(crate) fn play_alone(
        &mut self,
        clip: &Clip,
        (rate, weight): (f64, f32),
        dt: f64,
    ) -> Travel {
        let length = f64::from(clip.length);
        self.keep_inside(length);
        let (rate, dt) = (finite(rate), finite(dt));
        self.weigh(repaired_weight(weight), dt);
        self.go_alone(
            clip,
            clip.looping,
            if length > 0.0 {
                own_delta(dt, rate, length)
            } else {
                0.0
            },
        )
    }

    fn keep_inside(&mut self, length: f64) {
        self.time = finite(self.time).clamp(0.0, length.higher(0.0));
    }

    /// Sets the weight. A weight that does not rise is no blend-in, and a player that has begun to
    /// take part does so until its weight has gone. In a tick without time no weight rises, so a
    /// steady weight shows nothing.
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
        let travel = Travel {
            from: self.time,
            delta,
            entered: self.fresh,
        };
        self.time = clip_ranges(
            travel.from,
            delta,
            clip.length.into(),
            looping,
            travel.entered,
            |_| {},
        );
        self.fresh &= delta == 0.0;
        self.clip = clip.name;
        travel
    }

    /// Indices of the markers behind and ahead of the player, counted among the clip's markers that
    /// the group uses; the marker ahead may be one turn on. None while the group follows by length.
    pub fn markers(&self) -> Option<(i64, i64)> {
        self.place.map(|place| (place.prev, place.next))
    }
}

/// Movement of a player in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Travel {
    /// Start of the travel, seconds on the clip.
    pub from: f64,
    /// Seconds on the clip, wraps included; negative backwards.
    pub delta: f64,
    /// The first instant had not been travelled yet.
    pub entered: bool,
}

impl Travel {
    /// Whether it goes over the seam of a loop of this length. One that began on the seam has been
    /// there in the tick before.
    pub(crate) fn turns_over(&self, length: f64) -> bool {
        let ahead = if self.delta >= 0.0 {
            length - self.from
        } else {
            self.from
        };
        let ahead = if ahead <= SAME_TIME { length } else { ahead };
        length > 0.0 && self.delta.abs() >= ahead - SAME_TIME
    }

    /// Calls `each` with the ranges that were travelled of a clip of `length` seconds, in order.
    pub fn ranges(&self, length: f64, looping: bool, each: impl FnMut(Range)) {
        clip_ranges(self.from, self.delta, length, looping, self.entered, each);
    }
}

/// One playing clip in one tick.
#[derive(Clone, Debug, PartialEq)]
pub struct TickRecord {
    /// The caller's name for the player, the same in every tick.
    pub player: u32,
    /// The clip that plays.
    pub clip: Arc<Clip>,
    /// Clip seconds per second, all scales included. Without effect on a follower.
    pub rate: f64,
    /// Weight of the player, 0 to 1.
    pub weight: f32,
    /// Name of the sync group; without one it plays on its own.
    pub group: Name,
    /// Whether the player may lead its group.
    pub role: Role,
    /// Whether the clip's end leads back to its start; set by the clip at first.
    pub looping: bool,
    /// Names of the clip's markers that count, ascending; None counts all.
    pub usable: Option<Arc<[Name]>>,
    /// Names swapped by the mirror in which the clip is seen: markers take the names of their
    /// partners. None without a mirror.
    pub names: Option<Arc<NameSwap>>,
    /// Takes the group's phase when it joins; otherwise it keeps its own start for one tick.
    pub match_sync_point: bool,
    /// Leads before others of the same weight: a montage.
    pub goes_first: bool,
    /// The player's state as the last tick left it; after this tick, what the next one needs.
    pub state: PlayerState,
    /// Role of the player in its group in this tick, set when the tick is complete.
    pub part: Part,
    /// Time at which this tick's travel began, seconds.
    pub(super) from: f64,
    /// Seconds travelled on the clip, wraps included; negative backwards.
    pub(super) delta: f64,
    pub(super) entered: bool,
}

impl TickRecord {
    /// A record of a player in no group, at rate 1 and weight 1, that loops as its clip says.
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

    /// Markers of the clip as the player's group knows them.
    pub(super) fn markers(&self) -> impl DoubleEndedIterator<Item = SyncMarker> {
        let name = |name: Name| self.names.as_ref().map_or(name, |names| names.of(name));
        let counts = |marker: &&SyncMarker| {
            let usable = self.usable.as_ref();
            usable.is_none_or(|usable| usable.binary_search(&marker.name).is_ok())
        };
        self.clip
            .markers
            .iter()
            .filter(counts)
            .map(move |marker| SyncMarker {
                name: name(marker.name),
                ..*marker
            })
    }

    /// Seconds travelled on the clip in this tick, wraps included; negative backwards.
    pub fn travelled(&self) -> f64 {
        self.delta
    }

    /// The ranges travelled in this tick, in order: what fires notifies and moves the root.
    pub fn ranges(&self, each: impl FnMut(Range)) {
        clip_ranges(
            self.from,
            self.delta,
            self.length(),
            self.looping,
            self.entered,
            each,
        );
    }

    /// The player's travel in this tick, known once the tick is over.
    pub fn way(&self) -> Travel {
        Travel {
            from: self.from,
            delta: self.delta,
            entered: self.entered,
        }
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
        self.group != Name::NONE
            && self.length() > 0.0
            && (!self.role.waits() || self.state.blended_in)
    }

    /// Clip seconds that the player would travel by itself in `dt` seconds. A tick never takes more
    /// than a thousand turns.
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
        let is_there =
            apart <= SAME_TIME || (self.looping && (self.length() - apart).abs() <= SAME_TIME);
        if !is_there {
            self.state.time = time;
            self.state.fresh = true;
        }
    }

    pub(super) fn advance_alone(&mut self, dt: f64) {
        self.part = Part::Alone;
        let delta = if self.length() > 0.0 {
            self.own_delta(dt)
        } else {
            0.0
        };
        let way = self.state.go_alone(&self.clip, self.looping, delta);
        self.note(way);
    }
}

fn own_delta(dt: f64, rate: f64, length: f64) -> f64 {
    let most = FARTHEST_TURNS * length;
    (dt * rate).clamp(-most, most)
}

/// `value`, or 0 if it is not a finite number.
fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}

fn repaired_weight(weight: f32) -> f32 {
    if weight.is_finite() {
        weight.clamp(0.0, 1.0)
    } else {
        0.0
    }
}
