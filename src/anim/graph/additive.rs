//! Differences put on a base, and differences made.

use super::{GraphState, NO_NODE, Node, NodeId, Tick, evaluate::Scratch, sampling::rest};
use crate::{Pose, additive::AdditiveKind, transform::WEIGHT_EPSILON};

impl GraphState {
    /// The buffer of the node is that of its base, where it has one.
    pub(super) fn apply_additive(&self, at: usize, tick: &Tick<'_>, scratch: &mut Scratch, poses: &mut [Pose]) {
        let placed = &tick.graph.nodes[at];
        let Node::ApplyAdditive { base, additive, kind, mask, .. } = placed.node else { return };
        let buffer = usize::from(placed.buffer);
        if base == NO_NODE {
            rest(None, tick, &mut poses[buffer]);
        }
        let alpha = self.two_ways[usize::from(placed.state)].alpha;
        if additive == NO_NODE || alpha <= WEIGHT_EPSILON || !self.is_reached(additive.into()) {
            return;
        }
        let source = usize::from(tick.graph.nodes[usize::from(additive)].buffer);
        scratch.delta.kind = kind;
        std::mem::swap(&mut scratch.delta.deltas, &mut poses[source]);
        let mask = mask.map(|mask| &tick.graph.parts().masks[usize::from(mask)]);
        scratch.delta.apply_masked(tick.skeleton, alpha, mask, &mut poses[buffer]);
        std::mem::swap(&mut scratch.delta.deltas, &mut poses[source]);
    }

    /// The buffer of the node is none of those of its sources.
    pub(super) fn make_additive(&self, at: usize, tick: &Tick<'_>, scratch: &mut Scratch, poses: &mut [Pose]) {
        let placed = &tick.graph.nodes[at];
        let Node::MakeDynamicAdditive { pose, base, kind } = placed.node else { return };
        let mut out = std::mem::take(&mut poses[usize::from(placed.buffer)]);
        let full = |link: NodeId| match link {
            NO_NODE => tick.skeleton.reference_pose(),
            link => &poses[usize::from(tick.graph.nodes[usize::from(link)].buffer)],
        };
        scratch.delta.set_between(kind, tick.skeleton, full(base), full(pose));
        std::mem::swap(&mut scratch.delta.deltas, &mut out);
        poses[usize::from(placed.buffer)] = out;
    }
}

impl Scratch {
    /// Puts part of a difference, which stays as it is, on a pose.
    pub(super) fn put(&mut self, kind: AdditiveKind, deltas: &mut Pose, weight: f32, tick: &Tick<'_>, pose: &mut Pose) {
        self.delta.kind = kind;
        std::mem::swap(&mut self.delta.deltas, deltas);
        self.delta.apply(tick.skeleton, weight, pose);
        std::mem::swap(&mut self.delta.deltas, deltas);
    }
}
