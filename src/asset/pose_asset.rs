//! Named poses, each a moment of a clip.

use crate::Id;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PoseAsset {
    pub name: String,
    pub skeleton: Id,
    pub poses: Vec<NamedPose>,
    /// The pose that the others are differences to; None keeps full poses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Id>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NamedPose {
    pub id: Id,
    /// Unique in its asset; also of the curve that says how much of it there is.
    pub name: String,
    pub clip: Id,
    /// Seconds on the clip.
    pub time: f32,
}

impl PoseAsset {
    /// Without poses.
    pub fn new(name: impl Into<String>, skeleton: Id) -> Self {
        Self {
            name: name.into(),
            skeleton,
            poses: Vec::new(),
            base: None,
        }
    }

    pub fn pose(&self, id: Id) -> Option<&NamedPose> {
        self.poses.iter().find(|pose| pose.id == id)
    }
}
