//! A node of a graph. A link is kept by the node that takes the pose.

use super::NodeKind;
use crate::Id;
use serde::{Deserialize, Serialize};

/// A node of a graph with all its settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Node {
    /// Unique in its graph.
    pub id: Id,
    /// Name of the node; empty shows the word for its kind.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Whether the node is left out: the pose at its first input passes unchanged. A left-out node
    /// without inputs gives the reference pose.
    #[serde(
        default,
        rename = "disabled",
        skip_serializing_if = "std::ops::Not::not"
    )]
    pub is_disabled: bool,
    /// Kind of the node, with its links and fields.
    #[serde(flatten)]
    pub kind: NodeKind,
}

/// A place that a link leads to.
#[derive(Clone, Debug, PartialEq)]
pub struct Pin {
    /// Label of the pin on the node.
    pub label: String,
    /// The node whose pose comes in; None is the reference pose.
    pub source: Option<Id>,
    /// The state that shows the pose, or the transition; None on the node itself.
    pub state: Option<Id>,
}

impl Pin {
    /// A pin on the node itself.
    pub(super) fn new(label: &str, source: Option<Id>) -> Self {
        Self {
            label: label.to_owned(),
            source,
            state: None,
        }
    }
}

impl Node {
    /// A node without a name of its own.
    pub fn new(id: Id, kind: NodeKind) -> Self {
        Self {
            id,
            name: String::new(),
            is_disabled: false,
            kind,
        }
    }

    /// Whether it can be left out. A saved pose can not: other nodes name it.
    pub fn can_be_disabled(&self) -> bool {
        !matches!(self.kind, NodeKind::SavedPose(_))
    }

    /// Index of the pin whose pose passes while the node is disabled. None if no pose passes, as
    /// for a state machine, whose pins belong to its states.
    pub fn passed_pin(&self) -> Option<usize> {
        let pins = self.kind.pins();
        pins.first().filter(|pin| pin.state.is_none()).map(|_| 0)
    }

    /// Name of the node; the word for its kind if the node has no name.
    pub fn title(&self) -> &str {
        if self.name.is_empty() {
            self.kind.word()
        } else {
            &self.name
        }
    }
}
