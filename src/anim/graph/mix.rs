//! Poses made of several: what nodes with more than one source write.

use super::{GraphState, NO_NODE, Node, NodeId, Tick, bone_blends::Shares, kinds::Kind, sampling::rest};
use crate::{
    Pose,
    pose::{MeshSpaceBlend, blend},
    transform::WEIGHT_EPSILON,
};

/// The poses of an evaluation, and what is mixed in.
pub(super) struct Mixer<'a> {
    pub(super) poses: &'a mut [Pose],
    pub(super) mixed: &'a mut Pose,
    pub(super) other: &'a mut Pose,
    pub(super) mesh: &'a mut MeshSpaceBlend,
    pub(super) shares: &'a mut Shares,
    /// Of the node that is mixed, and with it of its sources.
    pub(super) kind: Kind,
}

/// What lies under the next of a stack of poses.
#[derive(Clone, Copy)]
enum Below {
    Nothing,
    /// The pose of a source, which is where that left it.
    Whole(NodeId),
    Mixed,
}

impl GraphState {
    /// Contract: the buffer of the node is none of those of its sources.
    pub(super) fn mix(&self, at: usize, tick: &Tick<'_>, mixer: &mut Mixer<'_>) {
        let placed = &tick.graph.nodes[at];
        let mut pose = std::mem::take(&mut mixer.poses[usize::from(placed.buffer)]);
        match placed.node {
            Node::TwoWay { a, b, .. } => {
                let alpha = self.two_ways[usize::from(placed.state)].alpha;
                self.stack([(a, 1.0), (b, alpha)].into_iter(), tick, mixer, &mut pose);
            }
            Node::List { .. } if self.lists[usize::from(placed.state)].is_by_bone() => {
                self.mix_list_by_bone(at, tick, mixer, &mut pose);
            }
            Node::List { .. } => self.mix_list(at, tick, mixer, &mut pose),
            Node::Layered { .. } => self.mix_layers(at, tick, mixer, &mut pose),
            Node::Machine { .. } if self.machines[usize::from(placed.state)].is_by_bone(tick.skeleton) => {
                self.mix_machine_by_bone(at, tick, mixer, &mut pose);
            }
            Node::Machine { .. } => {
                let machine = &self.machines[usize::from(placed.state)];
                let links = tick.graph.links(&placed.node);
                let all = machine.layers().map(|layer| (layer.to, layer.alpha));
                let all = std::iter::once((machine.base(), 1.0)).chain(all);
                let all = all.map(|(state, alpha)| (links[usize::from(state)], alpha as f32));
                self.stack(all, tick, mixer, &mut pose);
            }
            Node::UsedPose { saved } => self.copy(saved, tick, mixer, &mut pose),
            _ => {}
        }
        mixer.poses[usize::from(placed.buffer)] = pose;
    }

    /// A source that rests has no part in anything; a link to nowhere is the reference pose.
    pub(super) fn has_pose(&self, link: NodeId) -> bool {
        link == NO_NODE || self.is_reached(link.into())
    }

    pub(super) fn copy(&self, link: NodeId, tick: &Tick<'_>, mixer: &Mixer<'_>, pose: &mut Pose) {
        match link {
            NO_NODE => rest(mixer.kind, tick, pose),
            link => pose.copy_from(&mixer.poses[usize::from(tick.graph.nodes[usize::from(link)].buffer)]),
        }
    }

    /// Each over those before it.
    fn stack(&self, all: impl Iterator<Item = (NodeId, f32)>, tick: &Tick<'_>, mixer: &mut Mixer<'_>, pose: &mut Pose) {
        let mut below = Below::Nothing;
        for (link, alpha) in all.filter(|(link, _)| self.has_pose(*link)) {
            if matches!(below, Below::Nothing) || alpha >= 1.0 - WEIGHT_EPSILON {
                below = Below::Whole(link);
            } else if alpha > WEIGHT_EPSILON {
                match below {
                    // Blended from where it lies: a copy less.
                    Below::Whole(first) if first != NO_NODE && link != NO_NODE => {
                        let at = |link: NodeId| usize::from(tick.graph.nodes[usize::from(link)].buffer);
                        blend(&mixer.poses[at(first)], &mixer.poses[at(link)], alpha, pose);
                    }
                    Below::Whole(first) => {
                        self.copy(first, tick, mixer, pose);
                        self.over(link, alpha, tick, mixer, pose);
                    }
                    _ => self.over(link, alpha, tick, mixer, pose),
                }
                below = Below::Mixed;
            }
        }
        match below {
            Below::Nothing => rest(mixer.kind, tick, pose),
            Below::Whole(link) => self.copy(link, tick, mixer, pose),
            Below::Mixed => {}
        }
    }

    pub(super) fn over(&self, link: NodeId, alpha: f32, tick: &Tick<'_>, mixer: &mut Mixer<'_>, pose: &mut Pose) {
        let Mixer { poses, mixed, other, kind, .. } = mixer;
        match link {
            NO_NODE => {
                rest(*kind, tick, other);
                blend(pose, other, alpha, mixed);
            }
            link => blend(pose, &poses[usize::from(tick.graph.nodes[usize::from(link)].buffer)], alpha, mixed),
        }
        std::mem::swap(pose, mixed);
    }

    /// By their weights, one after the other.
    fn mix_list(&self, at: usize, tick: &Tick<'_>, mixer: &mut Mixer<'_>, pose: &mut Pose) {
        let placed = &tick.graph.nodes[at];
        let weights = &self.lists[usize::from(placed.state)].weights;
        let links = tick.graph.links(&placed.node);
        let mut sum = 0.0;
        let parts = links.iter().zip(weights).filter(|(link, weight)| self.has_pose(**link) && **weight > 0.0);
        let shares = parts.map(|(link, weight)| {
            sum += weight;
            (*link, (weight / sum) as f32)
        });
        self.stack(shares, tick, mixer, pose);
    }
}
