//! The pose of a graph.

use super::{Next, NodeSources, PoseDestination, PoseNode, Visit};
use crate::graph::{
    GraphParts, GraphState, NO_NODE, NodeId,
    data::node::OutputNode,
    run::{evaluate::Draw, outcome::below, walk::Walk},
};

impl PoseNode for OutputNode {
    fn sources<'a>(&self, _: &'a GraphParts) -> NodeSources<'a> {
        NodeSources::One([self.source])
    }

    fn written(&self) -> PoseDestination {
        PoseDestination::OfSource
    }

    fn always_passes(&self) -> bool {
        self.source != NO_NODE
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
