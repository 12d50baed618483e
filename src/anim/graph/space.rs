//! The player of a blend space: where its point is, and the one time of all its clips.

use super::{
    Tick,
    evaluate::Scratch,
    evaluator::{Evaluator, Seek},
    kinds::Kind,
    parts::SpacePlay,
    passed::{Passed, Teller, within_reach},
    sampling::Mix,
    update::Outcome,
};
use crate::{
    Clip, Pose,
    blend_space::{BlendSpaceState, NotifyTrigger, Share},
    machine::PlayerView,
    notify::clip_ranges,
    sync::{Part, Travel},
};
use std::sync::Arc;

/// A clip whose rate is less has its own length.
const LEAST_RATE: f64 = 1e-8;
/// A tick never takes more.
const MOST_TURNS: f64 = 1000.0;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct SpacePlayer {
    pub(super) state: BlendSpaceState,
    /// Of the mix, seconds.
    length: f64,
    rate: f64,
    /// The time has not been travelled yet: the next range owns its first instant.
    is_fresh: bool,
    /// Of a blend space whose time is told.
    seek: Option<Seek>,
    /// How it went in the last tick, in parts of the length.
    travel: Travel,
}

impl Default for SpacePlayer {
    fn default() -> Self {
        Self {
            state: BlendSpaceState::default(),
            length: 0.0,
            rate: 0.0,
            is_fresh: true,
            seek: None,
            travel: Travel::default(),
        }
    }
}

impl SpacePlayer {
    pub(super) fn restart(&mut self, start: f64) {
        self.state.reset(start);
        self.is_fresh = true;
        self.seek = None;
    }

    /// Follows its input; a rate that is no number stands still.
    pub(super) fn update(
        &mut self,
        play: &SpacePlay,
        input: [f64; 2],
        rate: f64,
        tick: &Tick<'_>,
        became_relevant: bool,
    ) {
        self.state.update(&play.space, input, tick.dt, became_relevant);
        self.length = self.state.blended_length(&play.space, |clip| seconds(&tick.library.clips[clip as usize]));
        self.rate = within_reach(rate, tick.dt, self.length);
    }

    /// Goes to a part of the length.
    pub(super) fn seek(&mut self, to: f64, how: &Evaluator, looping: bool, became_relevant: bool) {
        let seek = self.seek.get_or_insert_default();
        seek.go(to, how, (1.0, looping), became_relevant);
        self.state.set_ratio(seek.time());
        self.rate = 1.0;
    }

    /// What rules may ask.
    pub(super) fn view(&self) -> PlayerView {
        PlayerView { time: self.state.ratio() * self.length, length: self.length, rate: self.rate }
    }

    /// Moves on, and tells what its clips passed.
    pub(super) fn travel(&mut self, play: &SpacePlay, teller: &Teller<'_>, tick: &Tick<'_>, outcome: &mut Outcome) {
        let from = self.state.ratio();
        if self.seek.is_none() {
            self.state.advance(tick.dt, self.rate, play.looping, self.length);
        }
        let moved = match play.looping {
            true if self.length > LEAST_RATE => (tick.dt * self.rate / self.length).clamp(-MOST_TURNS, MOST_TURNS),
            _ => self.state.ratio() - from,
        };
        self.travel = Travel { from, delta: moved, entered: self.is_fresh };
        let heaviest = self.heaviest_sample();
        for share in self.state.weights() {
            let clip = &*tick.library.clips[play.space.samples()[share.sample as usize].clip as usize];
            let (length, weight) = (f64::from(clip.length), teller.weight * share.weight as f32);
            let notifies = match play.space.notifies() {
                NotifyTrigger::All => true,
                NotifyTrigger::HighestWeighted => heaviest == Some(share.sample),
                NotifyTrigger::None => false,
            };
            let passed = Passed { clip, part: Part::Alone, teller: Teller { weight, notifies, ..*teller } };
            passed.tell(tick, outcome, |each| match self.seek {
                Some(seek) => seek.ranges(length, play.looping, each),
                None => {
                    clip_ranges(from * length, moved * length, length, play.looping, self.is_fresh, each);
                }
            });
        }
        self.is_fresh &= moved == 0.0;
        self.seek.iter_mut().for_each(Seek::settle);
    }

    fn heaviest_sample(&self) -> Option<u32> {
        let shares = self.state.weights().iter();
        let heaviest = shares.reduce(|best, share| if share.weight > best.weight { share } else { best })?;
        Some(heaviest.sample)
    }

    /// The clip with the most weight, the first of equals: where it is, how it came there, and whether it turns over.
    pub(super) fn heaviest<'a>(
        &self,
        play: &SpacePlay,
        clips: &'a [Arc<Clip>],
    ) -> Option<(&'a Clip, f64, Travel, bool)> {
        let heaviest = self.heaviest_sample()?;
        let clip = &*clips[play.space.samples()[heaviest as usize].clip as usize];
        let length = f64::from(clip.length);
        let Travel { from, delta, entered } = self.travel;
        let travel = Travel { from: from * length, delta: delta * length, entered };
        Some((clip, self.state.ratio() * length, travel, play.looping))
    }

    /// Its clips by weight, each at the same part of its length.
    pub(super) fn pose(&self, play: &SpacePlay, kind: Kind, tick: &Tick<'_>, scratch: &mut Scratch, pose: &mut Pose) {
        let mut mix = scratch.mix(tick, kind);
        add_shares(self.state.weights(), self.state.ratio(), play, &mut mix, pose);
        mix.finish(pose);
    }
}

/// `ratio` is a part of each clip's length.
pub(super) fn add_shares(shares: &[Share], ratio: f64, play: &SpacePlay, mix: &mut Mix<'_, '_>, pose: &mut Pose) {
    for share in shares {
        let clip = play.space.samples()[share.sample as usize].clip;
        let clip = &*mix.sampler.tick.library.clips[clip as usize];
        mix.add(clip, ratio * f64::from(clip.length), share.weight, pose);
    }
}

/// Of a clip at its own rate.
pub(super) fn seconds(clip: &Clip) -> f64 {
    let rate = f64::from(clip.rate_scale).abs();
    f64::from(clip.length) / if rate > LEAST_RATE { rate } else { 1.0 }
}
