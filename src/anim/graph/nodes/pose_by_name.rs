//! One pose of a pose asset.

use super::{Next, PoseNode, Visit, is_in};
use crate::graph::{
    GraphParts, GraphState, Value,
    data::{compiled::NodeStateCounts, node::PoseByNameNode, value::PoseKind},
    run::{evaluate::Draw, scratch::PoseScratch},
};

impl PoseNode for PoseByNameNode {
    fn has_tables(&self, parts: &GraphParts) -> bool {
        let asset = parts.pose_assets.get(usize::from(self.asset));
        asset.is_some_and(|asset| is_in(self.pose, asset.names()))
    }

    fn for_each_value(&self, each: &mut dyn FnMut(Value)) {
        each(self.weight);
    }

    fn gives(&self, _: PoseKind) -> bool {
        true
    }

    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        Some(&mut counts.levels)
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        state.read_level(visit.slot, self.weight, visit.tick);
        None
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let (tick, kind, level) = (draw.tick, draw.placed.kind, state.levels[draw.slot()]);
        let (scratch, pose) = draw.split();
        pose.reset_rows(&tick.skeleton, tick.rows());
        let PoseScratch { room, weights, .. } = &mut scratch.assets;
        weights.clear();
        weights.resize(usize::from(self.pose) + 1, 0.0);
        weights[usize::from(self.pose)] = level;
        tick.graph.parts().pose_assets[usize::from(self.asset)].apply(weights, room, pose);
        scratch.as_kind(kind, tick, pose);
    }
}
