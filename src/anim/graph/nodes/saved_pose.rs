//! A pose that is worked out once.

use super::{Next, NodeSources, PoseDestination, PoseNode, Visit};
use crate::graph::{
    GraphParts, GraphState, NO_NODE, NodeId,
    data::{compiled::NodeStateCounts, node::SavedPoseNode, value::PoseKind},
    run::{evaluate::Draw, outcome::below, walk::Walk},
};

impl PoseNode for SavedPoseNode {
    fn sources<'a>(&self, _: &'a GraphParts) -> NodeSources<'a> {
        NodeSources::One([self.source])
    }

    fn gives(&self, _: PoseKind) -> bool {
        true
    }

    fn written(&self) -> PoseDestination {
        PoseDestination::OfSource
    }

    fn always_passes(&self) -> bool {
        self.source != NO_NODE
    }

    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        Some(&mut counts.saves)
    }

    fn update(&self, _: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        below(self.source, visit.context, (1.0, true))
    }

    fn evaluate(&self, _: &mut GraphState, mut draw: Draw<'_, '_>) {
        draw.source(self.source);
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        walk.link(self.source, at, weight);
    }
}
