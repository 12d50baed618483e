//! A pose from around the graph.

use super::{Next, PoseNode, Visit};
use crate::graph::{GraphState, evaluate::Draw, kinds::Kind};
use serde::{Deserialize, Serialize};

/// A pose that comes from around the graph: what a graph that runs after it on a mesh works over.
/// Without one it is the reference pose.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputPoseNode;

impl PoseNode for InputPoseNode {
    fn gives(&self, _: Kind) -> bool {
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
