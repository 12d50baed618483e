//! A difference of two poses.

use super::{Next, NodeSources, PoseNode, Visit};
use crate::graph::{
    GraphParts, GraphState, NO_NODE, NodeId,
    data::{node::MakeDynamicAdditiveNode, value::PoseKind},
    run::{evaluate::Draw, walk::Walk},
};

impl PoseNode for MakeDynamicAdditiveNode {
    fn sources<'a>(&self, _: &'a GraphParts) -> NodeSources<'a> {
        NodeSources::Two([self.pose, self.base])
    }

    fn gives(&self, kind: PoseKind) -> bool {
        kind == Some(self.kind)
    }

    fn for_each_wanted(
        &self,
        _: PoseKind,
        parts: &GraphParts,
        each: &mut dyn FnMut(NodeId, PoseKind),
    ) {
        self.sources(parts).for_each(|link| each(link, None));
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        let Visit {
            context,
            tick,
            outcome,
            ..
        } = visit;
        state.child(self.pose, context, (1.0, true), tick, outcome);
        state.child(self.base, context, (1.0, true), tick, outcome);
        None
    }

    /// The buffer is none of those of the sources.
    fn evaluate(&self, _: &mut GraphState, draw: Draw<'_, '_>) {
        let Draw {
            tick,
            scratch,
            poses,
            placed,
            ..
        } = draw;
        let mut out = std::mem::take(&mut poses[usize::from(placed.buffer)]);
        let full = |link: NodeId| match link {
            NO_NODE => tick.skeleton.reference_pose(),
            link => &poses[tick.graph.buffer(link)],
        };
        scratch
            .delta
            .set_between(self.kind, &tick.skeleton, full(self.base), full(self.pose));
        std::mem::swap(&mut scratch.delta.deltas, &mut out);
        poses[usize::from(placed.buffer)] = out;
    }

    /// Counts the sources of the additive as lying on top of the pose that the additive is added
    /// to.
    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        if self.pose == NO_NODE {
            walk.shows_itself(at, weight);
        } else {
            walk.on_top(self.pose, weight);
        }
    }
}
