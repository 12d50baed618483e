//! The player of a blend space: where its point is, and the one time of all its clips.

use super::{
    Node, Tick,
    evaluate::{Scratch, lock_root},
    parts::SpacePlay,
    passed::Passed,
    update::Outcome,
};
use crate::{
    Clip, Pose,
    blend_space::BlendSpaceState,
    machine::PlayerView,
    notify::clip_ranges,
    pose::blend,
    sync::{Part, Travel},
};
use std::sync::Arc;

/// A clip whose rate is less has its own length.
const LEAST_RATE: f64 = 1e-8;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct SpacePlayer {
    pub(super) state: BlendSpaceState,
    /// Of the mix, seconds.
    length: f64,
    rate: f64,
    /// The time has not been travelled yet: the next range owns its first instant.
    is_fresh: bool,
    /// How it went in the last tick, in parts of the length.
    travel: Travel,
}

impl Default for SpacePlayer {
    fn default() -> Self {
        Self { state: BlendSpaceState::default(), length: 0.0, rate: 0.0, is_fresh: true, travel: Travel::default() }
    }
}

impl SpacePlayer {
    pub(super) fn restart(&mut self, start: f64) {
        self.state.reset(start);
        self.is_fresh = true;
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
        self.rate = if rate.is_finite() { rate } else { 0.0 };
    }

    /// What rules may ask.
    pub(super) fn view(&self) -> PlayerView {
        PlayerView { time: self.state.ratio() * self.length, length: self.length, rate: self.rate }
    }

    /// Moves on, and tells what its clips passed. `node` is its index and its weight.
    pub(super) fn travel(&mut self, play: &SpacePlay, node: (usize, f32), tick: &Tick<'_>, outcome: &mut Outcome) {
        let from = self.state.ratio();
        self.state.advance(tick.dt, self.rate, play.looping, self.length);
        let moved = match play.looping {
            true if self.length > LEAST_RATE => tick.dt * self.rate / self.length,
            _ => self.state.ratio() - from,
        };
        self.travel = Travel { from, delta: moved, entered: self.is_fresh };
        for share in self.state.weights() {
            let clip = &*tick.library.clips[play.space.samples()[share.sample as usize].clip as usize];
            let (length, weight) = (f64::from(clip.length), node.1 * share.weight as f32);
            let passed = Passed { node: node.0, clip, weight, part: Part::Alone };
            passed.tell(tick, outcome, |each| {
                clip_ranges(from * length, moved * length, length, play.looping, self.is_fresh, each);
            });
        }
        self.is_fresh &= moved == 0.0;
    }

    /// The clip with the most weight, the first of equals: where it is, how it came there, and whether it turns over.
    pub(super) fn heaviest<'a>(
        &self,
        play: &SpacePlay,
        clips: &'a [Arc<Clip>],
    ) -> Option<(&'a Clip, f64, Travel, bool)> {
        let shares = self.state.weights().iter();
        let heaviest = shares.reduce(|best, share| if share.weight > best.weight { share } else { best })?;
        let clip = &*clips[play.space.samples()[heaviest.sample as usize].clip as usize];
        let length = f64::from(clip.length);
        let Travel { from, delta, entered } = self.travel;
        let travel = Travel { from: from * length, delta: delta * length, entered };
        Some((clip, self.state.ratio() * length, travel, play.looping))
    }

    /// Its clips by weight, one after the other, each at the same part of its length.
    pub(super) fn pose(&self, node: Node, tick: &Tick<'_>, scratch: &mut Scratch, pose: &mut Pose) {
        let Node::BlendSpace { space } = node else { return };
        let samples = tick.graph.parts().spaces[usize::from(space)].space.samples();
        let Scratch { caches, sampled, mixed, .. } = scratch;
        let mut sum = 0.0;
        for share in self.state.weights() {
            let clip = &*tick.library.clips[samples[share.sample as usize].clip as usize];
            clip.sample_cached(tick.skeleton, self.state.ratio() * f64::from(clip.length), caches.next(), sampled);
            lock_root(clip, tick.skeleton, true, true, sampled);
            sum += share.weight;
            if sum == share.weight {
                std::mem::swap(pose, sampled);
            } else {
                blend(pose, sampled, (share.weight / sum) as f32, mixed);
                std::mem::swap(pose, mixed);
            }
        }
        if sum == 0.0 {
            pose.reset(tick.skeleton);
        }
    }
}

/// Of a clip at its own rate.
fn seconds(clip: &Clip) -> f64 {
    let rate = f64::from(clip.rate_scale).abs();
    f64::from(clip.length) / if rate > LEAST_RATE { rate } else { 1.0 }
}
