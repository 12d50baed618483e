//! The reference pose.

use super::{Next, PoseNode, Visit};
use crate::graph::{
    GraphState, NodeId,
    data::{node::ReferencePoseNode, value::PoseKind},
    run::{evaluate::Draw, walk::Walk},
};

impl PoseNode for ReferencePoseNode {
    fn gives(&self, _: PoseKind) -> bool {
        true
    }

    fn update(&self, _: &mut GraphState, _: Visit<'_, '_>) -> Next {
        None
    }

    fn evaluate(&self, _: &mut GraphState, mut draw: Draw<'_, '_>) {
        draw.rest();
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        walk.told(at).nothing(weight);
    }
}
