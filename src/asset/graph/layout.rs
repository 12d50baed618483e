//! Where things lie on the canvas. Nothing here changes a pose.

use crate::Id;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Layout {
    /// Of nodes, states and aliases: the corner at the top left, points. What is not listed is placed by the editor.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub places: BTreeMap<Id, [f32; 2]>,
    /// The state on whose page a node lies; on the first page without one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pages: BTreeMap<Id, Id>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<Comment>,
}

/// A frame with words, behind the nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comment {
    pub id: Id,
    pub text: String,
    /// The state on whose page it lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<Id>,
    /// Points.
    pub at: [f32; 2],
    pub size: [f32; 2],
    /// Index in the category palette.
    #[serde(default)]
    pub color: u8,
}
