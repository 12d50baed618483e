//! In the graph of a transition: the pose that it leaves, or that it leads to.

use super::{AuthoredNode, Family, Offer};
use anim::graph::TransitionEnd;
use serde::{Deserialize, Serialize};
use words::tr;

/// Shows the pose of the state that a transition leaves or leads to, in the graph of that
/// transition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TransitionPoseNode {
    /// End of the transition whose state's pose the node shows.
    pub end: TransitionEnd,
}

impl AuthoredNode for TransitionPoseNode {
    fn word(&self) -> &'static str {
        match self.end {
            TransitionEnd::From => tr!("Transition From"),
            TransitionEnd::To => tr!("Transition To"),
        }
    }

    fn family(&self) -> Family {
        Family::Poses
    }

    /// The canvas offers both where they can stand.
    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        Vec::new()
    }
}
