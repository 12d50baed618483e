//! The newest frame of a stream.

use super::{Before, Next, NodeSources, PoseDestination, PoseNode, Visit};
use crate::graph::{
    Graph, GraphParts, GraphState, NodeId,
    data::{compiled::NodeStateCounts, node::LivePoseNode},
    run::{evaluate::Draw, live::LiveState, outcome::below, walk::Walk},
};

impl PoseNode for LivePoseNode {
    fn sources<'a>(&self, _: &'a GraphParts) -> NodeSources<'a> {
        NodeSources::One([self.source])
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

    fn update(&self, _: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        below(self.source, visit.context, (1.0, true))
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let slot = draw.slot();
        state.lives[slot].write(self.patience, draw.source(self.source));
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        if walk.state.lives[walk.tick.graph.slot(at.into())].covers(walk.bone, self.patience) {
            walk.told(at).clip(None, 0.0, weight);
        } else {
            walk.link(self.source, at, weight);
        }
    }
}
