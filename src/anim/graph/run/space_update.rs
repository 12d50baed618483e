//! The player of a blend space at work: its input, its way, and its pose.

use super::{
    outcome::UpdateOutcome,
    pace::{LEAST_RATE, seconds, within_reach},
    sampling::Mix,
    space::{SpacePlayer, clip_of},
    tick::Tick,
    travelled::{ClipOwner, Travelled},
};
use crate::{
    Pose,
    blend_space::{NotifyTrigger, Share},
    graph::data::{explicit_time::Seek, settings::SpacePlay},
    limits::FARTHEST_TURNS,
    sync::{Packed, Part, Travel},
};

impl SpacePlayer {
    /// Follows its input; a rate that is no number stands still. `in_step` keeps its clips in step
    /// by their markers.
    pub(in crate::graph) fn update(
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

    /// Advances the player by itself, unless its group has moved it, and reports what its clips
    /// passed.
    pub(in crate::graph) fn travel(
        &mut self,
        play: &SpacePlay,
        owner: &ClipOwner<'_>,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
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

    /// Reports what the clips of the mix passed.
    pub(super) fn tell(
        &self,
        play: &SpacePlay,
        owner: &ClipOwner<'_>,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
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

    /// Adds the clips by weight, each at its own time.
    pub(in crate::graph) fn add_to(
        &self,
        mix: &mut Mix<'_, '_>,
        play: &SpacePlay,
        pose: &mut Pose,
    ) {
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
