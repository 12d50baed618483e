//! The reference pose.

use super::{Next, PoseNode, Visit};
use crate::graph::{GraphState, NodeId, contributions::Walk, evaluate::Draw, kinds::Kind};
use serde::{Deserialize, Serialize};

/// The pose in which the skeleton is bound; where a difference is wanted, one that adds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReferencePoseNode;

impl PoseNode for ReferencePoseNode {
    fn gives(&self, _: Kind) -> bool {
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
