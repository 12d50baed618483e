//! Shows a pose that is worked out once for all.

use super::{AuthoredNode, Family, Offer};
use crate::Id;
use crate::graph::form::{Form, NodeFormField};
use serde::{Deserialize, Serialize};
use words::tr;

/// Shows a saved pose, which is evaluated once for all nodes that use it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UsedPoseNode {
    /// Saved pose that the node shows.
    pub saved: Option<Id>,
}

impl AuthoredNode for UsedPoseNode {
    fn word(&self) -> &'static str {
        tr!("Use Cached Pose")
    }

    fn family(&self) -> Family {
        Family::Poses
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.field(tr!("Saved pose"), NodeFormField::SavedPose(&mut self.saved));
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(Self { saved: None }, "use cached pose")]
    }
}
