//! The evaluation of a tick: poses from the leaves to the output. It changes no time and no weight, and a second one
//! gives the same bits.

use super::{
    Graph, GraphState, NO_NODE, Node, Tick, control,
    mix::Mixer,
    player::{ClipPlayer, Playing},
    slot,
};
use crate::{
    Clip, Pose, Skeleton,
    additive::AdditivePose,
    codec::SampleCache,
    inertialization::Step,
    pose::{Layer, blend},
};

/// What evaluations need and nothing depends on; kept for its buffers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    poses: Vec<Pose>,
    pub(super) sampled: Pose,
    pub(super) mixed: Pose,
    /// The source of a slot and the montages on it.
    pub(super) layers: Vec<Layer>,
    pub(super) caches: Caches,
    pub(super) delta: AdditivePose,
    controls: control::Scratch,
}

/// One a clip that was sampled in the last tick, in the order of sampling: players are sampled in the same order tick
/// after tick, so each finds its own again; another one costs time only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caches {
    caches: Vec<SampleCache>,
    used: usize,
}

impl Caches {
    pub(super) fn next(&mut self) -> &mut SampleCache {
        if self.caches.len() == self.used {
            self.caches.push(SampleCache::default());
        }
        self.used += 1;
        &mut self.caches[self.used - 1]
    }
}

impl GraphState {
    /// The pose of the output; without one the reference pose. Contract: after the update of the same tick.
    pub(crate) fn evaluate(&mut self, tick: &Tick<'_>, scratch: &mut Scratch, out: &mut Pose) {
        scratch.caches.used = 0;
        scratch.controls.begin();
        scratch.poses.resize_with(tick.graph.buffer_count(), Pose::default);
        let mut poses = std::mem::take(&mut scratch.poses);
        for at in 0..self.nodes.len() {
            if self.is_reached(at) {
                self.evaluate_node(at, tick, scratch, &mut poses);
            }
        }
        match tick.graph.output() {
            Some(buffer) => std::mem::swap(&mut poses[buffer], out),
            None => out.reset(tick.skeleton),
        }
        scratch.poses = poses;
        self.curves.clone_from(&out.curves);
    }

    fn evaluate_node(&mut self, at: usize, tick: &Tick<'_>, scratch: &mut Scratch, poses: &mut [Pose]) {
        let placed = &tick.graph.nodes[at];
        let pose = &mut poses[usize::from(placed.buffer)];
        match placed.node {
            Node::ReferencePose => pose.reset(tick.skeleton),
            Node::SequencePlayer { .. } => {
                player_pose(&self.players[usize::from(placed.state)], tick, scratch, pose);
            }
            Node::BlendSpace { .. } => self.spaces[usize::from(placed.state)].pose(placed.node, tick, scratch, pose),
            Node::Slot { source, slot, .. } => {
                slot::evaluate(tick, slot, self.is_reached(source.into()), scratch, pose);
            }
            Node::Control { source, control } => {
                if source == NO_NODE {
                    pose.reset(tick.skeleton);
                }
                self.evaluate_control(at, (source, control), tick, &mut scratch.controls, pose);
            }
            Node::LivePose { source, patience, .. } => {
                if source == NO_NODE {
                    pose.reset(tick.skeleton);
                }
                self.lives[usize::from(placed.state)].write(patience, pose);
            }
            Node::Inertialization { .. } => {
                let step = Step { frame: self.frame, dt: tick.dt as f32, teleported: tick.teleported };
                self.inertializers[usize::from(placed.state)].update(&step, pose);
            }
            Node::SavedPose { .. } | Node::Output { .. } => {}
            Node::TwoWay { .. }
            | Node::List { .. }
            | Node::Layered { .. }
            | Node::Machine { .. }
            | Node::UsedPose { .. } => {
                let Scratch { mixed, sampled: other, .. } = scratch;
                self.mix(at, tick, &mut Mixer { poses, mixed, other });
            }
        }
    }
}

/// Each clip over those before it.
fn player_pose(player: &ClipPlayer, tick: &Tick<'_>, scratch: &mut Scratch, pose: &mut Pose) {
    let Scratch { caches, sampled, mixed, .. } = scratch;
    let mut layers = player.layers();
    let mut sample = |playing: &Playing, pose: &mut Pose| {
        let clip = playing.clip(tick.library);
        clip.sample_cached(tick.skeleton, playing.at.time, caches.next(), pose);
        lock_root(clip, tick.skeleton, true, true, pose);
    };
    match layers.next() {
        Some((playing, _)) => sample(playing, pose),
        None => pose.reset(tick.skeleton),
    }
    for (playing, alpha) in layers {
        sample(playing, sampled);
        blend(pose, sampled, alpha, mixed);
        std::mem::swap(pose, mixed);
    }
}

impl Graph {
    /// The buffer that holds the pose of the graph.
    fn output(&self) -> Option<usize> {
        self.nodes.last().map(|placed| placed.buffer.into())
    }
}

/// A clip whose root motion moves the character stands still itself.
pub(super) fn lock_root(clip: &Clip, skeleton: &Skeleton, translation: bool, rotation: bool, pose: &mut Pose) {
    if !clip.root_motion.enabled || clip.additive.is_some() {
        return;
    }
    let locked = clip.locked_root(skeleton);
    if translation {
        pose.set_translation(0, locked.translation);
    }
    if rotation {
        pose.set_rotation(0, locked.rotation);
    }
}
