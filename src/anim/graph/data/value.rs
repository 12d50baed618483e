//! What nodes are known by, the numbers that they read, and the kind of pose that they give.

use crate::additive::AdditiveKind;
use serde::{Deserialize, Serialize};

/// Index of a node in its graph.
pub type NodeId = u16;

/// A link that leads nowhere: the reference pose.
pub const NO_NODE: NodeId = NodeId::MAX;

/// A number that a node reads when it is updated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Value {
    Number(f64),
    /// Value of the parameter at this index in the graph.
    Parameter(u16),
    /// Result of the program at this index in the graph.
    Program(u16),
}

impl Default for Value {
    fn default() -> Self {
        Self::Number(0.0)
    }
}

/// Additive kind of a pose; None for a full pose.
pub(in crate::graph) type PoseKind = Option<AdditiveKind>;

/// A weight: what is no number is none.
pub(in crate::graph) fn unit(value: f64) -> f64 {
    if value.is_nan() {
        0.0
    } else {
        value.clamp(0.0, 1.0)
    }
}
