//! Poses made of several: what nodes with more than one source write.

use super::{
    sampling::rest,
    scratch::{EvaluationScratch, Shares},
    state::GraphState,
    tick::Tick,
};
use crate::{
    Pose,
    graph::data::{
        node::{Node, TwoWayNode},
        value::{NO_NODE, NodeId, PoseKind},
    },
    pose::{MeshSpaceBlend, PoseCover, blend, blend_onto, blend_stack, is_inside},
    transform::WEIGHT_EPSILON,
};

/// The poses of an evaluation, and what is mixed in.
pub(in crate::graph) struct Mixer<'a> {
    pub(super) poses: &'a mut [Pose],
    pub(super) mixed: &'a mut Pose,
    pub(super) other: &'a mut Pose,
    pub(super) mesh: &'a mut MeshSpaceBlend,
    pub(super) shares: &'a mut Shares,
    /// Pose kind of the mixed node and of its sources.
    pub(super) kind: PoseKind,
}

impl EvaluationScratch {
    /// Mixer for the poses of nodes of the given kind.
    pub(super) fn mixer<'a>(&'a mut self, poses: &'a mut [Pose], kind: PoseKind) -> Mixer<'a> {
        let Self {
            mixed,
            sampled: other,
            mesh,
            shares,
            ..
        } = self;
        Mixer {
            poses,
            mixed,
            other,
            mesh,
            shares,
            kind,
        }
    }
}

/// Poses that are laid in one pass at most; a higher stack takes more passes.
pub(in crate::graph) const FEW: usize = 8;

/// A stack of poses that grows: nothing below the last that covers all counts.
struct Stack {
    /// The nodes whose poses are seen, from below, each with how much it covers.
    seen: [(NodeId, f32); FEW],
    count: usize,
    /// Whether the layers further below are already written into the output pose.
    is_begun: bool,
}

impl GraphState {
    /// The pose of a blend of two, of one that is merged into another too. Contract: nothing has
    /// written over its sources.
    pub(in crate::graph) fn mix_two(
        &self,
        at: usize,
        tick: &Tick<'_>,
        mixer: &mut Mixer<'_>,
        pose: &mut Pose,
    ) {
        let mut stack = Stack::default();
        self.pile(at, tick, mixer, &mut stack, pose);
        self.finish_mix(&stack, tick, mixer, pose);
    }

    /// Whether a link gives a pose: an inactive source does not, and a link to no node gives the
    /// reference pose.
    pub(in crate::graph) fn has_pose(&self, link: NodeId) -> bool {
        link == NO_NODE || self.is_reached(link.into())
    }

    pub(in crate::graph) fn copy(
        &self,
        link: NodeId,
        tick: &Tick<'_>,
        mixer: &Mixer<'_>,
        pose: &mut Pose,
    ) {
        match link {
            NO_NODE => rest(mixer.kind, tick, pose),
            link => pose
                .copy_from(&mixer.poses[usize::from(tick.graph.nodes[usize::from(link)].buffer)]),
        }
    }

    /// Each over those before it.
    fn stack(
        &self,
        all: impl Iterator<Item = (NodeId, f32)>,
        tick: &Tick<'_>,
        mixer: &mut Mixer<'_>,
        pose: &mut Pose,
    ) {
        let mut stack = Stack::default();
        for (link, alpha) in all.filter(|(link, _)| self.has_pose(*link)) {
            self.put(link, alpha, tick, mixer, &mut stack, pose);
        }
        self.finish_mix(&stack, tick, mixer, pose);
    }

    /// The two sources of a node on a stack that is empty, and where the first is merged into the
    /// node, the sources of that before.
    fn pile(
        &self,
        at: usize,
        tick: &Tick<'_>,
        mixer: &mut Mixer<'_>,
        stack: &mut Stack,
        pose: &mut Pose,
    ) {
        let placed = &tick.graph.nodes[at];
        let Node::TwoWay(TwoWayNode { a, b, .. }) = placed.node else {
            return;
        };
        if a != NO_NODE && tick.graph.nodes[usize::from(a)].is_merged {
            if self.is_reached(a.into()) {
                self.pile(a.into(), tick, mixer, stack, pose);
                if stack.is_empty() {
                    self.put(NO_NODE, 1.0, tick, mixer, stack, pose);
                }
            }
        } else if self.has_pose(a) {
            self.put(a, 1.0, tick, mixer, stack, pose);
        }
        if self.has_pose(b) {
            self.put(
                b,
                self.two_ways[usize::from(placed.state)].alpha,
                tick,
                mixer,
                stack,
                pose,
            );
        }
    }

    fn put(
        &self,
        link: NodeId,
        alpha: f32,
        tick: &Tick<'_>,
        mixer: &mut Mixer<'_>,
        stack: &mut Stack,
        pose: &mut Pose,
    ) {
        if stack.is_empty() || alpha >= 1.0 - WEIGHT_EPSILON {
            (stack.count, stack.is_begun) = (0, false);
        } else if !is_inside(alpha) {
            return;
        } else if stack.count == FEW {
            self.lay_stack(stack, tick, mixer, pose);
            (stack.count, stack.is_begun) = (0, true);
        }
        stack.seen[stack.count] = (link, alpha);
        stack.count += 1;
    }

    /// The pose of a stack.
    fn finish_mix(&self, stack: &Stack, tick: &Tick<'_>, mixer: &mut Mixer<'_>, pose: &mut Pose) {
        match (stack.is_begun, &stack.seen[..stack.count]) {
            (false, []) => rest(mixer.kind, tick, pose),
            (false, [(link, _)]) => self.copy(*link, tick, mixer, pose),
            _ => self.lay_stack(stack, tick, mixer, pose),
        }
    }

    fn lay_stack(&self, stack: &Stack, tick: &Tick<'_>, mixer: &mut Mixer<'_>, pose: &mut Pose) {
        let seen = &stack.seen[..stack.count];
        if seen.iter().any(|(link, _)| *link == NO_NODE) {
            rest(mixer.kind, tick, mixer.other);
        }
        let (poses, other) = (&*mixer.poses, &*mixer.other);
        let cover = |(link, alpha): (NodeId, f32)| match link {
            NO_NODE => (other, alpha),
            link => (&poses[buffer_of(link, tick)], alpha),
        };
        let mut covers: [PoseCover<'_>; FEW] = [(other, 0.0); FEW];
        covers
            .iter_mut()
            .zip(seen)
            .for_each(|(it, seen)| *it = cover(*seen));
        match &covers[..seen.len()] {
            over if stack.is_begun => blend_onto(pose, over),
            [(first, _), over @ ..] => blend_stack(first, over, pose),
            [] => {}
        }
    }

    pub(super) fn over(
        &self,
        link: NodeId,
        alpha: f32,
        tick: &Tick<'_>,
        mixer: &mut Mixer<'_>,
        pose: &mut Pose,
    ) {
        let Mixer {
            poses,
            mixed,
            other,
            kind,
            ..
        } = mixer;
        match link {
            NO_NODE => {
                rest(*kind, tick, other);
                blend(pose, other, alpha, mixed);
            }
            link => blend(
                pose,
                &poses[usize::from(tick.graph.nodes[usize::from(link)].buffer)],
                alpha,
                mixed,
            ),
        }
        std::mem::swap(pose, mixed);
    }

    /// Blends the active states of a machine, each over those before it.
    pub(in crate::graph) fn mix_machine(
        &self,
        at: usize,
        tick: &Tick<'_>,
        mixer: &mut Mixer<'_>,
        pose: &mut Pose,
    ) {
        let placed = &tick.graph.nodes[at];
        let machine = &self.machines[usize::from(placed.state)];
        let links = tick.graph.links(&placed.node);
        let all = machine.layers().map(|layer| (layer.to, layer.alpha));
        let all = std::iter::once((machine.base(), 1.0)).chain(all);
        let all = all.map(|(state, alpha)| (links[usize::from(state)], alpha as f32));
        self.stack(all, tick, mixer, pose);
    }

    /// Blends the sources of a list by their weights, one after the other.
    pub(in crate::graph) fn mix_list(
        &self,
        at: usize,
        tick: &Tick<'_>,
        mixer: &mut Mixer<'_>,
        pose: &mut Pose,
    ) {
        let placed = &tick.graph.nodes[at];
        let weights = &self.lists[usize::from(placed.state)].weights;
        let links = tick.graph.links(&placed.node);
        let mut sum = 0.0;
        let parts = links
            .iter()
            .zip(weights)
            .filter(|(link, weight)| self.has_pose(**link) && **weight > 0.0);
        let shares = parts.map(|(link, weight)| {
            sum += weight;
            (*link, (weight / sum) as f32)
        });
        self.stack(shares, tick, mixer, pose);
    }
}

impl Default for Stack {
    fn default() -> Self {
        Self {
            seen: [(NO_NODE, 0.0); FEW],
            count: 0,
            is_begun: false,
        }
    }
}

impl Stack {
    fn is_empty(&self) -> bool {
        self.count == 0 && !self.is_begun
    }
}

fn buffer_of(link: NodeId, tick: &Tick<'_>) -> usize {
    tick.graph.nodes[usize::from(link)].buffer.into()
}
