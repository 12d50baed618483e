//! A pose from around the graph.

use super::{Next, PoseNode, Visit};
use crate::graph::{
    GraphState,
    data::{node::InputPoseNode, value::PoseKind},
    run::evaluate::Draw,
};

impl PoseNode for InputPoseNode {
    fn gives(&self, _: PoseKind) -> bool {
        true
    }

    fn update(&self, _: &mut GraphState, _: Visit<'_, '_>) -> Next {
        None
    }

    fn evaluate(&self, _: &mut GraphState, mut draw: Draw<'_, '_>) {
        match draw.tick.input.filter(|_| draw.placed.kind.is_none()) {
            Some(input) => draw.pose().copy_from(input),
            None => draw.rest(),
        }
    }
}
