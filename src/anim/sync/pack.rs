//! Clips that one player mixes: the heaviest is moved, the others keep in step with it.
//!
//! Invariant: clips that were in step at the end of a tick are in step at the start of the next,
//! whichever of them leads then, so nothing jumps where another one becomes the heaviest.

use super::{
    MarkerPass, Position, SyncMarker, Travel,
    group::unwrapped,
    player::SAME_TIME,
    ring::{Ring, RingPosition},
};
use crate::{Clip, Name, float::Extreme, notify::clip_ranges};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A clip of a pack, with the caller's key for the clip.
#[derive(Clone, Copy, Debug)]
pub struct Packed<'a> {
    /// The caller's name for it.
    pub key: u32,
    /// The clip, of which the length and the markers are read.
    pub clip: &'a Clip,
    /// Part of the clip in the mix.
    pub weight: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct PackMember {
    key: u32,
    clip: Name,
    /// Among the pack's markers; None until it has taken the phase.
    place: Option<RingPosition>,
    /// Seconds on the clip.
    time: f64,
    /// Travel of the clip in the last tick.
    travel: Travel,
}

/// Contract, tick by tick: [`Self::share_markers`], [`Self::fit`], then [`Self::go`] where there is
/// a leader. A steady tick allocates nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pack {
    /// Names that its clips are matched by, ascending; without any they go by the part of their
    /// length.
    usable: Arc<[Name]>,
    /// Clips of the pack, ascending by key.
    members: Vec<PackMember>,
    leader: Option<u32>,
    /// Phase of the pack after the last tick; None before the first tick and where clips are
    /// matched by length.
    phase: Option<Position>,
    found: Vec<Name>,
    own: Vec<SyncMarker>,
    passes: Vec<MarkerPass>,
}

/// Travel of the leader in a tick.
struct PackLeaderStep {
    start: Position,
    forward: bool,
    entered: bool,
    /// Whether members that were in step still are; otherwise all members take the start position.
    continuous: bool,
}

impl Pack {
    /// Drops the clips and the phase, as if the pack had never run.
    pub fn clear(&mut self) {
        self.members.clear();
        (self.leader, self.phase) = (None, None);
    }

    /// Allocates for so many clips at once, so that none that comes in later allocates.
    pub fn make_room(&mut self, clips: usize) {
        self.members
            .reserve(clips.saturating_sub(self.members.len()));
    }

    /// Names that its clips are matched by, ascending; none where they go by the part of their
    /// length.
    pub fn usable(&self) -> &Arc<[Name]> {
        &self.usable
    }

    /// Finds the names that all of these clips have: every clip that can ever be in the pack, so
    /// that how they go does not change with their weights. Of clips that do not loop each needs
    /// two markers. Those without a length stand.
    pub fn share_markers<'a>(
        &mut self,
        clips: impl Iterator<Item = &'a Clip> + Clone,
        looping: bool,
    ) {
        let clips = clips.filter(|clip| clip.length > 0.0);
        let most = clips
            .clone()
            .map(|clip| clip.markers.len())
            .max()
            .unwrap_or(0);
        self.own.clear();
        self.own.reserve(most);
        // Those of a turn, and those that a tick goes beyond it.
        self.passes.clear();
        self.passes.reserve(2 * most);
        let found = &mut self.found;
        found.clear();
        found.extend(
            clips
                .clone()
                .next()
                .iter()
                .flat_map(|first| first.markers.iter().map(|marker| marker.name)),
        );
        found.sort_unstable();
        found.dedup();
        found.retain(|name| {
            clips
                .clone()
                .all(|clip| clip.markers.iter().any(|marker| marker.name == *name))
        });
        let least = if looping { 1 } else { 2 };
        let counts = |marker: &&SyncMarker| found.binary_search(&marker.name).is_ok();
        if !clips
            .clone()
            .all(|clip| clip.markers.iter().filter(counts).count() >= least)
        {
            found.clear();
        }
        if *found != *self.usable {
            self.usable = found.as_slice().into();
            self.phase = None;
            self.members
                .iter_mut()
                .for_each(|member| member.place = None);
        }
    }

    /// Takes the clips with a part in the mix and chooses the clip with the most weight as leader.
    /// Among equal weights the last leader stays, otherwise the first clip leads. `ratio` is the
    /// position of the pack as a fraction of the leader's length. Returns the leader's key and the
    /// pack's position as a fraction of the leader's length; None if no clip has a length.
    pub fn fit<'a>(
        &mut self,
        clips: impl Iterator<Item = Packed<'a>> + Clone,
        looping: bool,
        ratio: f64,
    ) -> Option<(u32, f64)> {
        self.members.retain(|member| {
            clips
                .clone()
                .any(|it| it.key == member.key && it.clip.name == member.clip)
        });
        self.leader = self
            .leader
            .filter(|key| self.members.iter().any(|member| member.key == *key));
        let mut best: Option<Packed<'a>> = None;
        for it in clips {
            if let Err(at) = self
                .members
                .binary_search_by_key(&it.key, |member| member.key)
            {
                let (time, travel) = (ratio * f64::from(it.clip.length), Travel::default());
                self.members.insert(
                    at,
                    PackMember {
                        key: it.key,
                        clip: it.clip.name,
                        place: None,
                        time,
                        travel,
                    },
                );
            }
            let wins_ties = self.leader == Some(it.key);
            let is_better = |best: Packed<'_>| {
                it.weight > best.weight || (it.weight == best.weight && wins_ties)
            };
            if it.clip.length > 0.0 && best.is_none_or(is_better) {
                best = Some(it);
            }
        }
        let Some(leader) = best else {
            self.leader = None;
            return None;
        };
        let is_new = self.leader.replace(leader.key) != Some(leader.key);
        Some((
            leader.key,
            if is_new {
                self.taken_over(&leader, looping, ratio)
            } else {
                ratio
            },
        ))
    }

    /// Position of a new leader, as a part of its own length.
    fn taken_over(&mut self, leader: &Packed<'_>, looping: bool, ratio: f64) -> f64 {
        let Some(phase) = self.phase else {
            return ratio;
        };
        let own = self.own_markers(leader.clip);
        let ring = Ring {
            markers: &own,
            length: leader.clip.length.into(),
            looping,
        };
        let joined = || {
            let place = ring.joined(&phase, ratio * ring.length);
            (ring.normalised(place), ring.wrapped(place.at))
        };
        let mut time = ratio * ring.length;
        if let Some(member) = self
            .members
            .iter_mut()
            .find(|member| member.key == leader.key)
        {
            let known = member
                .place
                .filter(|place| ring.holds(place))
                .map(|place| (place, member.time));
            let (place, at) = known.unwrap_or_else(joined);
            (member.place, member.time) = (Some(place), at);
            time = at;
        }
        let ratio = (time / ring.length).clamp(0.0, 1.0);
        self.own = own;
        ratio
    }

    /// The leader went `travel`, and stands at `ratio`, both in parts of its length; the others go
    /// along. `clip` is asked for every key that the pack has.
    pub fn go<'a>(
        &mut self,
        clip: impl Fn(u32) -> &'a Clip,
        looping: bool,
        travel: Travel,
        ratio: f64,
    ) {
        let lead = self.leader.and_then(|key| {
            self.members
                .binary_search_by_key(&key, |member| member.key)
                .ok()
        });
        match lead.filter(|_| !self.usable.is_empty()) {
            Some(lead) => {
                let led = self.lead(lead, clip(self.members[lead].key), looping, travel, ratio);
                for at in (0..self.members.len()).filter(|at| *at != lead) {
                    self.follow(at, clip(self.members[at].key), looping, &led);
                }
            }
            None => {
                for member in &mut self.members {
                    let length = f64::from(clip(member.key).length.higher(0.0));
                    member.time = ratio * length;
                    member.travel = Travel {
                        from: travel.from * length,
                        delta: travel.delta * length,
                        ..travel
                    };
                }
            }
        }
    }

    fn lead(
        &mut self,
        lead: usize,
        clip: &Clip,
        looping: bool,
        travel: Travel,
        ratio: f64,
    ) -> PackLeaderStep {
        let own = self.own_markers(clip);
        let ring = Ring {
            markers: &own,
            length: clip.length.into(),
            looping,
        };
        let (from, delta) = (travel.from * ring.length, travel.delta * ring.length);
        let known = self.members[lead].place.filter(|place| ring.holds(place));
        let jumped = known.is_none_or(|place| ring.distance(place.at, from) > SAME_TIME);
        let start = known
            .filter(|place| !jumped && place.next == place.prev + 1)
            .unwrap_or_else(|| ring.locate(from));
        let time = ratio * ring.length;
        let at = unwrapped(time, start.at + delta, ring.length, looping);
        let passes = &mut self.passes;
        passes.clear();
        let end = ring.led(start, at, |name, remaining| {
            passes.push(MarkerPass { name, remaining })
        });
        let place = ring.normalised(end);
        let (before, start) = (
            self.phase.replace(ring.position(&place)),
            ring.position(&start),
        );
        let member = &mut self.members[lead];
        (member.place, member.time) = (Some(place), time);
        member.travel = Travel {
            from,
            delta,
            ..travel
        };
        self.own = own;
        let continuous =
            !jumped && before.is_some_and(|it| it.prev == start.prev && it.next == start.next);
        PackLeaderStep {
            start,
            forward: delta >= 0.0,
            entered: travel.entered,
            continuous,
        }
    }

    fn follow(&mut self, at: usize, clip: &Clip, looping: bool, led: &PackLeaderStep) {
        if clip.length <= 0.0 {
            (self.members[at].time, self.members[at].travel) = (0.0, Travel::default());
            return;
        }
        let own = self.own_markers(clip);
        let ring = Ring {
            markers: &own,
            length: clip.length.into(),
            looping,
        };
        let member = &self.members[at];
        let known = member
            .place
            .filter(|place| led.continuous && ring.holds(place))
            .map(|place| (place, member.time));
        let (start, from) = known.unwrap_or_else(|| {
            let joined = ring.joined(&led.start, member.time);
            (joined, ring.wrapped(joined.at))
        });
        let end = ring.followed(
            start,
            &self.passes,
            self.phase.as_ref().unwrap_or(&led.start),
            led.forward,
        );
        let way = end.at - start.at;
        let goes_along = way == 0.0 || (way > 0.0) == led.forward;
        // Against the direction of play it is a correction and no travel.
        let (from, delta) = if goes_along {
            (from, way)
        } else {
            (ring.wrapped(end.at), 0.0)
        };
        let time = clip_ranges(from, delta, ring.length, looping, led.entered, |_| {});
        let member = &mut self.members[at];
        (member.place, member.time) = (Some(ring.normalised(end)), time);
        member.travel = Travel {
            from,
            delta,
            entered: led.entered,
        };
        self.own = own;
    }

    /// Seconds on a clip, and how it came there in the last tick; None of one that has no part.
    pub fn way(&self, key: u32) -> Option<(f64, Travel)> {
        let at = self
            .members
            .binary_search_by_key(&key, |member| member.key)
            .ok()?;
        Some((self.members[at].time, self.members[at].travel))
    }

    /// The scratch list, filled.
    fn own_markers(&mut self, clip: &Clip) -> Vec<SyncMarker> {
        let mut own = std::mem::take(&mut self.own);
        own.clear();
        own.extend(
            clip.markers
                .iter()
                .filter(|marker| self.usable.binary_search(&marker.name).is_ok()),
        );
        own
    }
}
