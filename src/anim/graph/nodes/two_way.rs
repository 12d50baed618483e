//! A blend of two poses.

use super::{Before, Next, NodeSources, PoseNode, Visit, is_in};
use crate::{
    Library,
    graph::{
        Graph, GraphParts, GraphState, NodeId,
        data::{compiled::NodeStateCounts, node::TwoWayNode, value::PoseKind},
        run::{evaluate::Draw, outcome::below, reached::TwoWayState, walk::Walk},
    },
    transform::WEIGHT_EPSILON,
};

impl PoseNode for TwoWayNode {
    fn sources<'a>(&self, _: &'a GraphParts) -> NodeSources<'a> {
        NodeSources::Two([self.a, self.b])
    }

    fn has_tables(&self, parts: &GraphParts) -> bool {
        is_in(self.alpha, &parts.alphas)
    }

    fn gives(&self, _: PoseKind) -> bool {
        true
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
        let always = self.always_update_children;
        let part = state.read_alpha(slot, self.alpha, tick, became_relevant);
        if always || part < 1.0 - WEIGHT_EPSILON {
            state.child(self.a, context, (1.0 - part, always), tick, outcome);
        }
        let goes = always || part > WEIGHT_EPSILON;
        if goes {
            below(self.b, context, (part, always))
        } else {
            None
        }
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let (at, tick) = (draw.at, draw.tick);
        draw.mix(|mixer, pose| state.mix_two(at, tick, mixer, pose));
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        let alpha = walk.state.two_ways[walk.tick.graph.slot(at.into())].alpha;
        walk.stack(at, &[(self.a, 1.0), (self.b, alpha)], weight);
    }
}
