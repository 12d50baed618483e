//! An end of a transition, in the graph of that.

use super::{Next, PoseNode, Visit};
use crate::graph::{GraphState, NodeId, contributions::Walk, evaluate::Draw, kinds::Kind};
use serde::{Deserialize, Serialize};

/// In the graph of a transition: the pose that it leaves, or that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TransitionPoseNode {
    pub end: TransitionEnd,
}

/// Of a transition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TransitionEnd {
    #[default]
    From,
    To,
}

impl PoseNode for TransitionPoseNode {
    fn gives(&self, _: Kind) -> bool {
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
