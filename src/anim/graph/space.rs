//! The player of a blend space: where its point is, and the one time of all its clips.

use super::{
    Node, Tick,
    evaluate::{Scratch, lock_root},
    parts::SpacePlay,
    update::Outcome,
};
use crate::{
    Clip, Name, Pose, Transform,
    blend_space::BlendSpaceState,
    event::Source,
    instance::Queued,
    machine::PlayerView,
    notify::{clip_ranges, for_each_hit},
    pose::blend,
    sync::Part,
};

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
}

impl Default for SpacePlayer {
    fn default() -> Self {
        Self { state: BlendSpaceState::default(), length: 0.0, rate: 0.0, is_fresh: true }
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
        for share in self.state.weights() {
            let clip = &*tick.library.clips[play.space.samples()[share.sample as usize].clip as usize];
            let travel = Travel { clip, from, moved, is_looping: play.looping, is_fresh: self.is_fresh };
            travel.tell((node.0, node.1 * share.weight as f32), tick, outcome);
        }
        self.is_fresh &= moved == 0.0;
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

/// How a clip of the mix moved, in parts of its length.
struct Travel<'a> {
    clip: &'a Clip,
    from: f64,
    moved: f64,
    is_looping: bool,
    is_fresh: bool,
}

impl Travel<'_> {
    fn tell(&self, (node, weight): (usize, f32), tick: &Tick<'_>, outcome: &mut Outcome) {
        let Travel { clip, from, moved, is_looping, is_fresh } = *self;
        let length = f64::from(clip.length);
        let mut root = Transform::IDENTITY;
        clip_ranges(from * length, moved * length, length, is_looping, is_fresh, |range| {
            for_each_hit(&clip.notifies, range, |notify| {
                outcome.queued.push(Queued {
                    notify: *notify,
                    source: Source::Node(node as u32),
                    asset: clip.name,
                    slot: Name::NONE,
                    weight,
                    part: Part::Alone,
                    keeps_alive: false,
                });
            });
            if clip.root_motion.enabled {
                root = root.compose(&clip.root_delta(tick.skeleton, range.from, range.to));
            }
        });
        if clip.root_motion.enabled {
            outcome.roots.push((root, weight));
        }
    }
}
