//! An end of a transition, in the graph of that.

use super::{Next, PoseNode, Visit};
use crate::graph::{
    GraphState, NodeId,
    data::{node::TransitionPoseNode, value::PoseKind},
    run::{evaluate::Draw, walk::Walk},
};

impl PoseNode for TransitionPoseNode {
    fn gives(&self, _: PoseKind) -> bool {
        true
    }

    fn update(&self, _: &mut GraphState, _: Visit<'_, '_>) -> Next {
        None
    }

    /// The transition that it is in writes it.
    fn evaluate(&self, _: &mut GraphState, _: Draw<'_, '_>) {}

    fn contribute(&self, _: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        walk.crossing(self.end, weight);
    }
}
