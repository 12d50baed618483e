//! The curves of a stream.

use super::{Before, Next, NodeSources, PoseDestination, PoseNode, Visit};
use crate::graph::{
    Graph, GraphParts, GraphState, NodeId, Value,
    data::{
        compiled::NodeStateCounts,
        node::CurveSourceNode,
        value::{PoseKind, unit},
    },
    run::{evaluate::Draw, live::LiveState, outcome::below, walk::Walk},
};

impl PoseNode for CurveSourceNode {
    fn sources<'a>(&self, _: &'a GraphParts) -> NodeSources<'a> {
        NodeSources::One([self.source])
    }

    fn for_each_value(&self, each: &mut dyn FnMut(Value)) {
        each(self.alpha);
    }

    fn gives(&self, _: PoseKind) -> bool {
        true
    }

    fn written(&self) -> PoseDestination {
        PoseDestination::OfSource
    }

    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        Some(&mut counts.lives)
    }

    fn put_state(&self, _: &Graph, state: &mut GraphState) {
        state.lives.push(LiveState::new(self.subject));
    }

    fn go_on(&self, slot: usize, _: &Graph, state: &mut GraphState, before: Before<'_>) {
        state.lives[slot].go_on(&mut before.state.lives[before.slot]);
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        let part = unit(state.read(self.alpha, visit.tick)) as f32;
        state.lives[visit.slot].set_part(part);
        below(self.source, visit.context, (1.0, true))
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let slot = draw.slot();
        state.lives[slot].write_curves(draw.source(self.source));
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        walk.link(self.source, at, weight);
    }
}
