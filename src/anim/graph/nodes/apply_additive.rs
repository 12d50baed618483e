//! A difference on a base.

use super::{Before, Next, NodeSources, PoseDestination, PoseNode, Visit, is_in};
use crate::{
    Library,
    graph::{
        Graph, GraphParts, GraphState, NO_NODE, NodeId,
        data::{compiled::NodeStateCounts, node::ApplyAdditiveNode, value::PoseKind},
        run::{evaluate::Draw, outcome::below, reached::TwoWayState, walk::Walk},
    },
    mesh_levels::runs_at,
    transform::WEIGHT_EPSILON,
};

impl PoseNode for ApplyAdditiveNode {
    fn sources<'a>(&self, _: &'a GraphParts) -> NodeSources<'a> {
        NodeSources::Two([self.base, self.additive])
    }

    fn has_tables(&self, parts: &GraphParts) -> bool {
        is_in(self.alpha, &parts.alphas) && self.mask.is_none_or(|mask| is_in(mask, &parts.masks))
    }

    fn for_each_wanted(&self, _: PoseKind, _: &GraphParts, each: &mut dyn FnMut(NodeId, PoseKind)) {
        let links = [(self.base, None), (self.additive, Some(self.kind))];
        links
            .into_iter()
            .filter(|(link, _)| *link != NO_NODE)
            .for_each(|(link, kind)| each(link, kind));
    }

    fn written(&self) -> PoseDestination {
        if self.base == NO_NODE {
            PoseDestination::Own
        } else {
            PoseDestination::OfSource
        }
    }

    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        Some(&mut counts.two_ways)
    }

    fn initialize(&self, slot: usize, _: &Graph, _: &Library, state: &mut GraphState) {
        state.two_ways[slot] = TwoWayState::default();
    }

    fn go_on(&self, slot: usize, _: &Graph, state: &mut GraphState, before: Before<'_>) {
        state.two_ways[slot] = before.state.two_ways[before.slot];
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        let Visit {
            slot,
            context,
            became_relevant,
            tick,
            outcome,
            ..
        } = visit;
        let mut part = state.read_alpha(slot, self.alpha, tick, became_relevant);
        if !runs_at(self.lod, tick.lod) {
            part = 0.0;
            state.two_ways[slot].alpha = 0.0;
        }
        state.child(self.base, context, (1.0, true), tick, outcome);
        below(self.additive, context, (part, false))
    }

    /// The buffer is that of the base, where there is one.
    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        if self.base == NO_NODE {
            draw.rest();
        }
        let alpha = state.two_ways[draw.slot()].alpha;
        if self.additive == NO_NODE
            || alpha <= WEIGHT_EPSILON
            || !state.is_reached(self.additive.into())
        {
            return;
        }
        let Draw {
            tick,
            scratch,
            poses,
            placed,
            ..
        } = draw;
        let (buffer, source) = (usize::from(placed.buffer), tick.graph.buffer(self.additive));
        scratch.delta.kind = self.kind;
        std::mem::swap(&mut scratch.delta.deltas, &mut poses[source]);
        let mask = self
            .mask
            .map(|mask| &tick.graph.parts().masks[usize::from(mask)]);
        scratch
            .delta
            .apply_masked(&tick.skeleton, alpha, mask, &mut poses[buffer]);
        std::mem::swap(&mut scratch.delta.deltas, &mut poses[source]);
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        walk.link(self.base, at, weight);
        let graph = walk.tick.graph;
        let own = self.mask.map_or(1.0, |mask| {
            graph.parts().masks[usize::from(mask)].weight(walk.bone)
        });
        let alpha = walk.state.two_ways[graph.slot(at.into())].alpha * own;
        if self.additive != NO_NODE && alpha > WEIGHT_EPSILON && walk.state.has_pose(self.additive)
        {
            walk.on_top(self.additive, weight * alpha);
        }
    }
}
