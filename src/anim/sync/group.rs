//! One group: from what its members posted to where they are after the tick.
//!
//! Invariant: members that were in step at the end of a tick are in step at the start of the next,
//! so whoever leads goes on from its own time and nothing moves twice.

use super::{
    GroupFrame, MarkerPass, Part, Position, SyncMarker, TickRecord,
    frame::SyncLeader,
    leader,
    ring::{Ring, RingPosition},
};
use crate::{Name, notify::clip_ranges};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct SyncGroup {
    pub(super) name: Name,
    /// Indices of this tick's records.
    pub(super) members: Vec<usize>,
    /// The last finished tick.
    pub(super) done: GroupFrame,
    building: GroupFrame,
    /// Markers of the member at hand that the group uses.
    own: Vec<SyncMarker>,
}

/// Position of the group when the tick began, and travel of its leader.
struct GroupLeaderStep {
    start: Position,
    start_ratio: f64,
    /// Distance that the leader went, in lengths of its clip; negative backwards.
    went: f64,
    forward: bool,
    /// Whether followers in step last tick still are; otherwise they take the start position.
    continuous: bool,
}

impl SyncGroup {
    pub(super) fn new(name: Name) -> Self {
        Self {
            name,
            ..Self::default()
        }
    }

    pub(super) fn tick(&mut self, records: &mut [TickRecord], dt: f64) {
        self.building.clear();
        let members = self.members.iter().map(|at| &records[*at]);
        if let Some(leading) = leader::choose(members, self.done.leader()) {
            let lead = self.members[leading];
            self.building
                .members
                .extend(self.members.iter().map(|at| records[*at].player));
            self.find_valid(records);
            let led = self.lead(&mut records[lead], dt);
            for member in 0..self.members.len() {
                let at = self.members[member];
                if at != lead {
                    self.follow(&mut records[at], &led, dt);
                }
            }
        }
        std::mem::swap(&mut self.building, &mut self.done);
    }

    /// The marker names that all members have, and whether they will do.
    fn find_valid(&mut self, records: &[TickRecord]) {
        let clips = || self.members.iter().map(|at| &records[*at]);
        let valid = &mut self.building.valid;
        valid.extend(
            clips()
                .next()
                .iter()
                .flat_map(|first| first.markers().map(|marker| marker.name)),
        );
        valid.sort_unstable();
        valid.dedup();
        valid.retain(|name| {
            clips().all(|record| record.markers().any(|marker| marker.name == *name))
        });
        self.building.by_markers = !valid.is_empty() && clips().all(|record| spans(record, valid));
    }

    /// Whether the player was in step in the last tick too, by the same markers or both times by
    /// length.
    fn is_in_step(&self, record: &TickRecord) -> bool {
        let same = self.done.by_markers == self.building.by_markers
            && self.done.valid == self.building.valid;
        same && self.done.contains(record.player)
            && record.state.clip == record.clip.name
            && !record.state.fresh
            && record.state.place.is_some() == self.building.by_markers
    }

    /// A leader that joins takes the phase that the group had.
    fn takes_phase(&self, record: &TickRecord) -> bool {
        !self.done.contains(record.player)
            && self.done.lead.is_some()
            && self.members.len() > 1
            && record.match_sync_point
    }

    fn lead(&mut self, record: &mut TickRecord, dt: f64) -> GroupLeaderStep {
        record.part = Part::Leader;
        let (length, looping) = (record.length(), record.looping);
        let own = self.own_markers(record);
        let ring = Ring {
            markers: &own,
            length,
            looping,
        };
        let by_markers = self.building.by_markers;
        if self.takes_phase(record) {
            let joined = (by_markers && self.done.by_markers)
                .then(|| ring.joined(&self.done.position, record.state.time));
            record.jump(joined.map_or(self.done.ratio * length, |place| ring.wrapped(place.at)));
        }
        let known = record
            .state
            .place
            .filter(|place| self.is_in_step(record) && place.next == place.prev + 1);
        let start = by_markers.then(|| known.unwrap_or_else(|| ring.locate(record.state.time)));
        let delta = record.own_delta(dt);
        let start_ratio = record.state.time / length;
        // Where it was moved to nobody has travelled.
        let jumped = record.state.fresh && self.done.contains(record.player);
        record.travel(delta);
        let went = if looping {
            delta / length
        } else {
            record.state.time / length - start_ratio
        };
        let rate = record.rate;
        let out = &mut self.building;
        let place = start.map(|start| {
            let at = unwrapped(record.state.time, start.at + delta, length, looping);
            let end = ring.led(start, at, |name, left| {
                out.passes.push(MarkerPass {
                    name,
                    remaining: if rate == 0.0 { 0.0 } else { left / rate.abs() },
                });
            });
            ring.normalised(end)
        });
        (out.ratio, out.previous_ratio) = (record.state.time / length, start_ratio);
        out.position = place.map(|place| ring.position(&place)).unwrap_or_default();
        out.lead = Some(SyncLeader {
            player: record.player,
            length,
            looping,
            rate,
            place: place.unwrap_or_default(),
        });
        out.markers.extend_from_slice(&own);
        record.state.place = place;
        let start = start.map(|start| ring.position(&start)).unwrap_or_default();
        let same_pair =
            start.prev == self.done.position.prev && start.next == self.done.position.next;
        let continuous = !jumped && (!by_markers || same_pair);
        self.own = own;
        GroupLeaderStep {
            start,
            start_ratio,
            went,
            forward: delta >= 0.0,
            continuous,
        }
    }

    fn follow(&mut self, record: &mut TickRecord, led: &GroupLeaderStep, dt: f64) {
        let own = self.own_markers(record);
        let ring = Ring {
            markers: &own,
            length: record.length(),
            looping: record.looping,
        };
        let by_markers = self.building.by_markers;
        if !self.done.contains(record.player) && !record.match_sync_point {
            record.advance_alone(dt);
            record.state.place = by_markers.then(|| ring.locate(record.state.time));
        } else if by_markers {
            let known = record
                .state
                .place
                .filter(|_| self.is_in_step(record) && led.continuous);
            let start = known.unwrap_or_else(|| {
                let joined = ring.joined(&led.start, record.state.time);
                record.jump(ring.wrapped(joined.at));
                joined
            });
            let end = ring.followed(
                start,
                &self.building.passes,
                &self.building.position,
                led.forward,
            );
            travel_to(
                record,
                unwrapped_by(&start, record.state.time, end.at, &ring),
                led.forward,
            );
            record.state.place = Some(ring.normalised(end));
        } else {
            if !self.is_in_step(record) || !led.continuous {
                record.jump(led.start_ratio * ring.length);
            }
            travel_to(record, self.by_length(record, led), led.forward);
            record.state.place = None;
        }
        record.part = Part::Follower;
        self.own = own;
    }

    /// Target of a follower by the leader's ratio, seconds from its own start with turns counted
    /// on. A follower that does not loop stays at its end.
    fn by_length(&self, record: &TickRecord, led: &GroupLeaderStep) -> f64 {
        let (length, time, to) = (record.length(), record.state.time, self.building.ratio);
        if record.looping {
            return unwrapped(to * length, time + led.went * length, length, true);
        }
        let turns = (led.start_ratio + led.went - to).round();
        if led.forward && (turns > 0.0 || time >= length) {
            length
        } else if !led.forward && (turns < 0.0 || time <= 0.0) {
            0.0
        } else {
            to * length
        }
    }

    /// The scratch list, filled.
    fn own_markers(&mut self, record: &TickRecord) -> Vec<SyncMarker> {
        let mut own = std::mem::take(&mut self.own);
        own.clear();
        if self.building.by_markers {
            let valid = &self.building.valid;
            own.extend(
                record
                    .markers()
                    .filter(|marker| valid.binary_search(&marker.name).is_ok()),
            );
        }
        own
    }
}

/// A member that does not loop needs two of the group's markers, or to stand among them.
fn spans(record: &TickRecord, valid: &[Name]) -> bool {
    let mut own = record
        .markers()
        .filter(|marker| valid.binary_search(&marker.name).is_ok());
    let (first, last) = (own.next(), own.next_back());
    record.looping
        || last.is_some()
        || first.is_some_and(|only| f64::from(only.time) == record.state.time)
}

/// The time of a loop's turn that is nearest to an estimate.
pub(super) fn unwrapped(time: f64, estimate: f64, length: f64, looping: bool) -> f64 {
    if looping {
        time + ((estimate - time) / length).round() * length
    } else {
        time
    }
}

/// A place's time, counted from the turn in which the player's own time stands at `start`.
fn unwrapped_by(start: &RingPosition, time: f64, at: f64, ring: &Ring<'_>) -> f64 {
    if ring.looping {
        at - ((start.at - time) / ring.length).round() * ring.length
    } else {
        at
    }
}

/// Against the direction of play it is a correction and no travel.
fn travel_to(record: &mut TickRecord, target: f64, forward: bool) {
    let delta = target - record.state.time;
    if delta == 0.0 || (delta > 0.0) == forward {
        record.travel(delta);
    } else {
        let looping = record.looping;
        record.state.time = clip_ranges(
            record.state.time,
            delta,
            record.length(),
            looping,
            false,
            |_| {},
        );
        record.travel(0.0);
    }
}
