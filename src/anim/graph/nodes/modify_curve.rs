//! Changes of curves.

use super::{Next, NodeSources, PoseDestination, PoseNode, Visit, has_range};
use crate::{
    Library,
    graph::{
        Graph, GraphParts, GraphState, NO_NODE, NodeId,
        data::{node::ModifyCurveNode, value::PoseKind},
        run::{evaluate::Draw, outcome::below, walk::Walk},
    },
};
use std::ops::Range;

impl ModifyCurveNode {
    fn edits(&self) -> Range<usize> {
        usize::from(self.first)..usize::from(self.first) + usize::from(self.count)
    }
}

impl PoseNode for ModifyCurveNode {
    fn sources<'a>(&self, _: &'a GraphParts) -> NodeSources<'a> {
        NodeSources::One([self.source])
    }

    fn has_tables(&self, parts: &GraphParts) -> bool {
        has_range(self.first, self.count, &parts.curve_edits)
    }

    fn gives(&self, _: PoseKind) -> bool {
        true
    }

    fn written(&self) -> PoseDestination {
        PoseDestination::OfSource
    }

    fn always_passes(&self) -> bool {
        self.count == 0 && self.source != NO_NODE
    }

    fn initialize(&self, _: usize, _: &Graph, _: &Library, state: &mut GraphState) {
        state.edits[self.edits()].fill(Default::default());
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        state.read_edits(self.edits(), visit.tick, visit.became_relevant);
        below(self.source, visit.context, (1.0, true))
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let tick = draw.tick;
        state.edit_curves(self.edits(), tick, draw.source(self.source));
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        walk.link(self.source, at, weight);
    }
}
