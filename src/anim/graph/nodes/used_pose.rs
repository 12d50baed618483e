//! The use of a saved pose.

use super::{Next, PoseNode, Visit};
use crate::graph::{
    GraphState, NodeId,
    data::{node::UsedPoseNode, value::PoseKind},
    run::{evaluate::Draw, outcome::Context, reached::SavedPoseUse, walk::Walk},
};

impl PoseNode for UsedPoseNode {
    fn gives(&self, _: PoseKind) -> bool {
        true
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        let used = &mut state.saves[visit.tick.graph.slot(self.saved.into())];
        let Context {
            weight,
            share,
            above,
        } = visit.context;
        if used.frame < state.frame || (weight, share) > (used.weight, used.share) {
            *used = SavedPoseUse {
                frame: state.frame,
                by: visit.at as NodeId,
                weight,
                share,
                above,
            };
        }
        None
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let tick = draw.tick;
        draw.mix(|mixer, pose| state.copy(self.saved, tick, mixer, pose));
    }

    fn contribute(&self, _: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        walk.node(self.saved, weight);
    }
}
