//! Poses or curves by where bones are.

use super::{Next, NodeSources, PoseDestination, PoseNode, Visit, is_in};
use crate::graph::{
    Driver, Graph, GraphParts, GraphState, NodeId,
    data::{compiled::NodeStateCounts, node::PoseDriverNode},
    run::{evaluate::Draw, outcome::below, walk::Walk},
};

impl PoseDriverNode {
    fn driver<'a>(&self, graph: &'a Graph) -> &'a Driver {
        &graph.parts().drivers[usize::from(self.driver)]
    }
}

impl PoseNode for PoseDriverNode {
    fn sources<'a>(&self, _: &'a GraphParts) -> NodeSources<'a> {
        NodeSources::One([self.source])
    }

    fn has_tables(&self, parts: &GraphParts) -> bool {
        is_in(self.driver, &parts.drivers)
    }

    fn is_sound(&self, parts: &GraphParts) -> bool {
        parts.drivers[usize::from(self.driver)].is_sound(parts.pose_assets.len())
    }

    fn written(&self) -> PoseDestination {
        PoseDestination::OfSource
    }

    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        Some(&mut counts.levels)
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        state.read_level(visit.slot, self.driver(visit.tick.graph).alpha, visit.tick);
        below(self.source, visit.context, (1.0, true))
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        draw.source(self.source);
        let (tick, alpha) = (draw.tick, state.levels[draw.slot()]);
        let (scratch, pose) = draw.split();
        self.driver(tick.graph)
            .drive(alpha, tick, &mut scratch.assets, pose);
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        walk.link(self.source, at, weight);
    }
}
