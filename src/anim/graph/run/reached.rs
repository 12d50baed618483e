//! What an update keeps of any node, and of those that blend two poses or save one.

use super::blends::Switch;
use crate::graph::data::value::NodeId;
use serde::{Deserialize, Serialize};

/// Result of an update for a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct Reached {
    /// The product along the path from the output.
    pub(in crate::graph) weight: f32,
    /// The last frame in which it was updated; 0 for never.
    pub(in crate::graph) frame: u64,
    pub(in crate::graph) above: Above,
}

/// What lies above a node on its path from the output.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct Above {
    /// The inertialization.
    pub(super) receiver: Option<u16>,
    /// The mirror that it is seen in.
    pub(in crate::graph) mirror: Option<u16>,
    /// The next node that its root motion goes through.
    pub(in crate::graph) leader: Option<NodeId>,
    /// A transition mutes the state that it is in.
    pub(super) muted: bool,
    /// Factor from the node's weight to the weight of its root motion: montages cover the weight at
    /// the end of the tick, but cover root motion all through the tick.
    pub(super) root: f32,
}

impl Default for Above {
    fn default() -> Self {
        Self {
            receiver: None,
            mirror: None,
            leader: None,
            muted: false,
            root: 1.0,
        }
    }
}

/// State of a blend of two poses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct TwoWayState {
    /// Alpha of the second pose.
    pub(in crate::graph) alpha: f32,
    pub(super) switch: Option<Switch>,
}

/// The heaviest use of a saved pose in a frame, the first of equals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct SavedPoseUse {
    pub(in crate::graph) frame: u64,
    pub(in crate::graph) by: NodeId,
    pub(in crate::graph) weight: f32,
    pub(in crate::graph) share: f32,
    pub(in crate::graph) above: Above,
}
