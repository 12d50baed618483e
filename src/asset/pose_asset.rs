//! Named poses, each a moment of a clip.

use crate::Id;
use serde::{Deserialize, Serialize};

/// Named poses of one skeleton.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoseAsset {
    /// Unique among the pose assets of the project.
    pub name: String,
    /// The skeleton of its poses.
    pub skeleton: Id,
    /// Poses in the order in which they are listed.
    pub poses: Vec<NamedPose>,
    /// The pose that the others are differences to; None keeps full poses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Id>,
}

/// A pose by its name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedPose {
    /// Unique in its asset.
    pub id: Id,
    /// Unique in its asset; also of the curve that says how much of it there is.
    pub name: String,
    /// The clip that the pose is sampled from.
    pub clip: Id,
    /// Seconds on the clip.
    pub time: f32,
}

impl PoseAsset {
    /// An asset without poses.
    pub fn new(name: impl Into<String>, skeleton: Id) -> Self {
        Self {
            name: name.into(),
            skeleton,
            poses: Vec::new(),
            base: None,
        }
    }

    /// The pose of this id.
    pub fn pose(&self, id: Id) -> Option<&NamedPose> {
        self.poses.iter().find(|pose| pose.id == id)
    }
}
