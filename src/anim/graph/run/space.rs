//! The player of a blend space: where its point is, and how its clips go in time.
//!
//! Where all its samples share sync markers, the heaviest is moved and the others keep in step with
//! it by these; else all are at the same part of their lengths. Either way the player stands at a
//! part of the length of the heaviest, its leader, and in a group of players it is known by that
//! clip.

use super::{pace::LEAST_RATE, playing::Foremost};
use crate::{
    Clip, Library,
    blend_space::{BlendSpace, BlendSpaceState},
    graph::data::{
        explicit_time::{ExplicitTime, Seek},
        interpolation::RateFollower,
        settings::SpacePlay,
    },
    machine::PlayerView,
    sync::{Pack, Part, PlayerState, TickRecord, Travel},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A blend space that plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct SpacePlayer {
    pub(in crate::graph) state: BlendSpaceState,
    /// Length of the mix of clips, seconds.
    pub(super) length: f64,
    pub(super) rate: f64,
    /// The rate that it was given; without a length it does not go at that, and is at its end all
    /// the same.
    pub(super) asked: f64,
    pub(super) looping: bool,
    /// The time has not been travelled yet: the next range owns its first instant.
    pub(super) is_fresh: bool,
    /// Time of a blend space with explicit time; None before the first seek.
    pub(super) seek: Option<Seek>,
    pub(super) pack: Pack,
    /// The sample that is moved; None where no clip has a length.
    pub(super) leader: Option<u32>,
    /// State of the player in its sync group.
    member: PlayerState,
    /// Whether the player led, followed or was in no sync group in the last tick.
    pub(super) part: Part,
    /// The sync group moves the player in this tick.
    pub(super) is_posted: bool,
    /// Movement in the last tick, as fractions of the leader's length.
    pub(super) travel: Travel,
    pub(super) following: RateFollower,
}

impl Default for SpacePlayer {
    fn default() -> Self {
        Self {
            state: BlendSpaceState::default(),
            length: 0.0,
            rate: 0.0,
            asked: 0.0,
            looping: false,
            is_fresh: true,
            seek: None,
            pack: Pack::default(),
            leader: None,
            member: PlayerState::default(),
            part: Part::Alone,
            is_posted: false,
            travel: Travel::default(),
            following: RateFollower::default(),
        }
    }
}

impl SpacePlayer {
    pub(in crate::graph) fn restart(&mut self, start: f64) {
        self.state.reset(start);
        self.is_fresh = true;
        self.seek = None;
        self.pack.clear();
        self.member = PlayerState::default();
    }

    /// Goes on from where another one is, after an edit of its blend space. Its place, and the
    /// phase of its clips, stay; weights go to their samples at once where these are other ones.
    pub(in crate::graph) fn go_on(
        &mut self,
        old: &mut Self,
        before: &BlendSpace,
        after: &BlendSpace,
    ) {
        if before.axes().len() == after.axes().len() {
            std::mem::swap(self, old);
            if before.samples().len() != after.samples().len() {
                self.state.forget_weights();
            }
        }
    }

    /// Advances the rate's approach to the requested rate by `dt` seconds. If the player
    /// `became_relevant`, it restarts first.
    pub(super) fn following(&mut self, became_relevant: bool, dt: f64) -> &mut RateFollower {
        if became_relevant {
            self.following = RateFollower::default();
        }
        self.following.pass_time(dt);
        &mut self.following
    }

    /// Goes to a part of the length.
    pub(in crate::graph) fn seek(
        &mut self,
        to: f64,
        how: &ExplicitTime,
        looping: bool,
        became_relevant: bool,
    ) {
        let seek = self.seek.get_or_insert_default();
        seek.go(to, how, (1.0, looping), became_relevant);
        self.state.set_ratio(seek.time());
        (self.rate, self.asked) = (1.0, 1.0);
    }

    /// Values of the player that transition rules can read.
    pub(in crate::graph) fn view(&self) -> PlayerView {
        let turned = match self.seek {
            Some(seek) => seek.view().turned,
            None => self.looping && self.travel.turns_over(1.0),
        };
        PlayerView {
            time: self.state.ratio() * self.length,
            length: self.length,
            rate: self.asked,
            turned,
        }
    }

    /// Record to post to the sync group: the leader's clip at the rate at which the mix loops. None
    /// if nothing can move.
    pub(in crate::graph) fn record(
        &mut self,
        player: u32,
        weight: f32,
        play: &SpacePlay,
        library: &Library,
    ) -> Option<TickRecord> {
        let leader = self.leader.filter(|_| self.length > LEAST_RATE)?;
        let clip = &library.clips[play.space.samples()[leader as usize].clip as usize];
        let length = f64::from(clip.length);
        let state = self
            .member
            .carried_by(clip, self.state.ratio() * length, self.is_fresh);
        self.is_posted = true;
        let mut record = TickRecord::new(player, clip.clone(), state);
        (record.rate, record.weight) = (self.rate * length / self.length, weight);
        (record.group, record.role) = (play.play.group, play.play.role);
        record.match_sync_point = play.play.match_sync_point;
        (record.looping, record.usable) = (play.looping, Some(self.pack.usable().clone()));
        Some(record)
    }

    /// Goes where its group has moved it.
    pub(super) fn carry(&mut self, record: &TickRecord, play: &SpacePlay, clips: &[Arc<Clip>]) {
        let (length, way) = (f64::from(record.clip.length), record.way());
        self.travel = Travel {
            from: way.from / length,
            delta: way.delta / length,
            ..way
        };
        self.state.set_ratio(record.state.time / length);
        (self.member, self.part, self.is_fresh) = (record.state, record.part, record.state.fresh);
        self.go_along(play, clips);
    }

    pub(super) fn go_along(&mut self, play: &SpacePlay, clips: &[Arc<Clip>]) {
        self.pack.go(
            |sample| clip_of(play, clips, sample),
            play.looping,
            self.travel,
            self.state.ratio(),
        );
    }

    /// Seconds on a sample's clip, and how it came there in the last tick; None of one that has no
    /// part.
    pub(in crate::graph) fn way(&self, sample: u32) -> Option<(f64, Travel)> {
        self.pack.way(sample)
    }

    pub(super) fn heaviest_sample(&self) -> Option<u32> {
        let shares = self.state.weights().iter();
        let heaviest = shares.reduce(|best, share| {
            if share.weight > best.weight {
                share
            } else {
                best
            }
        })?;
        Some(heaviest.sample)
    }

    /// The clip with the most weight, the first of equals: where it is, how it came there, and
    /// whether it turns over.
    pub(in crate::graph) fn heaviest<'a>(
        &self,
        play: &SpacePlay,
        clips: &'a [Arc<Clip>],
    ) -> Option<Foremost<'a>> {
        let heaviest = self.heaviest_sample()?;
        let (time, travel) = self.way(heaviest)?;
        Some(Foremost {
            clip: clip_of(play, clips, heaviest),
            time,
            travel,
            looping: play.looping,
        })
    }
}

pub(super) fn clip_of<'a>(play: &SpacePlay, clips: &'a [Arc<Clip>], sample: u32) -> &'a Clip {
    &clips[play.space.samples()[sample as usize].clip as usize]
}
