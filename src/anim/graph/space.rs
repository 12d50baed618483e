//! The player of a blend space: where its point is, and how its clips go in time.
//!
//! Where all its samples share sync markers, the heaviest is moved and the others keep in step with
//! it by these; else all are at the same part of their lengths. Either way the player stands at a
//! part of the length of the heaviest, its leader, and in a group of players it is known by that
//! clip.

use super::{
    NodeId, Tick,
    evaluate::Scratch,
    explicit_time::{ExplicitTime, Seek},
    interpolation::Following,
    kinds::Kind,
    parts::SpacePlay,
    sampling::Mix,
    travelled::{ClipOwner, Travelled, within_reach},
    update::Outcome,
};
use crate::limits::FARTHEST_TURNS;
use crate::{
    Clip, Library, Pose,
    blend_space::{BlendSpace, BlendSpaceState, NotifyTrigger, Share},
    machine::PlayerView,
    sync::{Pack, Packed, Part, PlayerState, TickRecord, Travel},
};
use std::sync::Arc;

/// A clip whose rate is less has its own length.
const LEAST_RATE: f64 = 1e-8;
/// A tick never takes more.

#[derive(Clone, Debug, PartialEq)]
pub(super) struct SpacePlayer {
    pub(super) state: BlendSpaceState,
    /// Of the mix, seconds.
    length: f64,
    rate: f64,
    /// The rate that it was given; without a length it does not go at that, and is at its end all
    /// the same.
    asked: f64,
    looping: bool,
    /// The time has not been travelled yet: the next range owns its first instant.
    is_fresh: bool,
    /// Of a blend space whose time is told.
    seek: Option<Seek>,
    pack: Pack,
    /// The sample that is moved; None where no clip has a length.
    leader: Option<u32>,
    /// What its group keeps of it.
    member: PlayerState,
    /// In the last tick.
    part: Part,
    /// Its group moves it in this tick.
    is_posted: bool,
    /// How it went in the last tick, in parts of the leader's length.
    travel: Travel,
    following: Following,
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
            following: Following::default(),
        }
    }
}

impl SpacePlayer {
    pub(super) fn starting(start: f64) -> Self {
        let mut player = Self::default();
        player.restart(start);
        player
    }

    pub(super) fn restart(&mut self, start: f64) {
        self.state.reset(start);
        self.is_fresh = true;
        self.seek = None;
        self.pack.clear();
        self.member = PlayerState::default();
    }

    /// Goes on from where another one is, after an edit of its blend space. Its place, and the
    /// phase of its clips, stay; weights go to their samples at once where these are other ones.
    pub(super) fn go_on(&mut self, old: &mut Self, before: &BlendSpace, after: &BlendSpace) {
        if before.axes().len() == after.axes().len() {
            std::mem::swap(self, old);
            if before.samples().len() != after.samples().len() {
                self.state.forget_weights();
            }
        }
    }

    /// Its rate on the way to what is asked, after a tick's time; anew where it had no weight.
    pub(super) fn following(&mut self, became_relevant: bool, dt: f64) -> &mut Following {
        if became_relevant {
            self.following = Following::default();
        }
        self.following.pass_time(dt);
        &mut self.following
    }

    /// Follows its input; a rate that is no number stands still. `in_step` keeps its clips in step
    /// by their markers.
    pub(super) fn update(
        &mut self,
        play: &SpacePlay,
        (input, rate): ([f64; 2], f64),
        tick: &Tick<'_>,
        became_relevant: bool,
        in_step: bool,
    ) {
        let clips = &tick.library.clips;
        self.state
            .update(&play.space, input, tick.dt, became_relevant);
        self.length = self
            .state
            .blended_length(&play.space, |clip| seconds(&clips[clip as usize]));
        self.rate = within_reach(rate, tick.dt, self.length);
        self.looping = play.looping;
        self.asked = if rate.is_finite() { rate } else { 0.0 };
        self.pack.make_room(play.space.spots().len());
        let counted = play.space.spots().iter().filter(|_| in_step);
        self.pack.share_markers(
            counted.map(|spot| clip_of(play, clips, spot.sample)),
            play.looping,
        );
        let all = self.state.reached().iter().map(|sample| Packed {
            key: *sample,
            clip: clip_of(play, clips, *sample),
            weight: self.state.weight(*sample),
        });
        let led = self.pack.fit(all, play.looping, self.state.ratio());
        self.leader = led.map(|(leader, _)| leader);
        self.state
            .set_ratio(led.map_or(self.state.ratio(), |(_, ratio)| ratio));
        (self.is_posted, self.part) = (false, Part::Alone);
    }

    /// Goes to a part of the length.
    pub(super) fn seek(
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

    /// What rules may ask.
    pub(super) fn view(&self) -> PlayerView {
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

    /// What it posts to its group: its leader, as fast as the mix goes round. None where nothing
    /// can move.
    pub(super) fn record(
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

    /// Moves on by itself, unless its group has moved it; and tells what its clips passed.
    pub(super) fn travel(
        &mut self,
        play: &SpacePlay,
        owner: &ClipOwner<'_>,
        tick: &Tick<'_>,
        outcome: &mut Outcome,
    ) {
        if self.is_posted {
            return;
        }
        let from = self.state.ratio();
        if self.seek.is_none() {
            self.state
                .advance(tick.dt, self.rate, play.looping, self.length);
        }
        let moved = match play.looping {
            true if self.length > LEAST_RATE => {
                (tick.dt * self.rate / self.length).clamp(-FARTHEST_TURNS, FARTHEST_TURNS)
            }
            _ => self.state.ratio() - from,
        };
        self.travel = Travel {
            from,
            delta: moved,
            entered: self.is_fresh,
        };
        self.go_along(play, &tick.library.clips);
        self.tell(play, owner, tick, outcome);
        self.is_fresh &= moved == 0.0;
        self.seek.iter_mut().for_each(Seek::settle);
    }

    fn go_along(&mut self, play: &SpacePlay, clips: &[Arc<Clip>]) {
        self.pack.go(
            |sample| clip_of(play, clips, sample),
            play.looping,
            self.travel,
            self.state.ratio(),
        );
    }

    /// What the clips of the mix passed.
    pub(super) fn tell(
        &self,
        play: &SpacePlay,
        owner: &ClipOwner<'_>,
        tick: &Tick<'_>,
        outcome: &mut Outcome,
    ) {
        let heaviest = self.heaviest_sample();
        for share in self.state.weights() {
            let clip = clip_of(play, &tick.library.clips, share.sample);
            let (length, weight) = (f64::from(clip.length), owner.weight * share.weight as f32);
            let notifies = match play.space.notifies() {
                NotifyTrigger::All => true,
                NotifyTrigger::HighestWeighted => heaviest == Some(share.sample),
                NotifyTrigger::None => false,
            };
            let passed = Travelled {
                clip,
                part: self.part,
                owner: ClipOwner {
                    weight,
                    notifies,
                    ..*owner
                },
            };
            let way = self
                .way(share.sample)
                .map_or(Travel::default(), |(_, way)| way);
            passed.tell(tick, outcome, |each| match self.seek {
                Some(seek) => seek.ranges(length, play.looping, each),
                None => way.ranges(length, play.looping, each),
            });
        }
    }

    /// Seconds on a sample's clip, and how it came there in the last tick; None of one that has no
    /// part.
    pub(super) fn way(&self, sample: u32) -> Option<(f64, Travel)> {
        self.pack.way(sample)
    }

    fn heaviest_sample(&self) -> Option<u32> {
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
    pub(super) fn heaviest<'a>(
        &self,
        play: &SpacePlay,
        clips: &'a [Arc<Clip>],
    ) -> Option<(&'a Clip, f64, Travel, bool)> {
        let heaviest = self.heaviest_sample()?;
        let (time, travel) = self.way(heaviest)?;
        Some((clip_of(play, clips, heaviest), time, travel, play.looping))
    }

    /// Its clips by weight, each where it stands.
    pub(super) fn pose(
        &self,
        play: &SpacePlay,
        kind: Kind,
        tick: &Tick<'_>,
        scratch: &mut Scratch,
        pose: &mut Pose,
    ) {
        let mut mix = scratch.mix(tick, kind);
        self.add_to(&mut mix, play, pose);
        mix.finish(pose);
    }

    pub(super) fn add_to(&self, mix: &mut Mix<'_, '_>, play: &SpacePlay, pose: &mut Pose) {
        let time = |sample: u32| self.way(sample).map_or(0.0, |(time, _)| time);
        if play.space.bone_speeds().speeds.is_empty() {
            for share in self.state.weights() {
                let clip = clip_of(play, &mix.sampler.tick.library.clips, share.sample);
                mix.add(clip, time(share.sample), share.weight, pose);
            }
        } else {
            self.add_by_bone(mix, play, time, pose);
        }
    }
}

/// `ratio` is a part of each clip's length.
pub(super) fn add_shares(
    shares: &[Share],
    ratio: f64,
    play: &SpacePlay,
    mix: &mut Mix<'_, '_>,
    pose: &mut Pose,
) {
    for share in shares {
        let clip = clip_of(play, &mix.sampler.tick.library.clips, share.sample);
        mix.add(clip, ratio * f64::from(clip.length), share.weight, pose);
    }
}

pub(super) fn clip_of<'a>(play: &SpacePlay, clips: &'a [Arc<Clip>], sample: u32) -> &'a Clip {
    &clips[play.space.samples()[sample as usize].clip as usize]
}

/// The player as its group knows it.
pub(super) fn player_of(node: NodeId) -> u32 {
    u32::from(node) * super::update::LAYERS as u32
}

/// Of a clip at its own rate.
pub(super) fn seconds(clip: &Clip) -> f64 {
    let rate = f64::from(clip.rate_scale).abs();
    f64::from(clip.length) / if rate > LEAST_RATE { rate } else { 1.0 }
}
