//! The node of a pose that a game kept under a name.

use super::{AuthoredNode, Family, Offer};
use crate::graph::form::{Button, Form};
use serde::{Deserialize, Serialize};
use words::tr;

/// The pose that was kept under this name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoseSnapshotNode {
    /// The name under which a game kept the pose.
    pub snapshot: String,
}

impl AuthoredNode for PoseSnapshotNode {
    fn word(&self) -> &'static str {
        tr!("Pose Snapshot")
    }

    fn family(&self) -> Family {
        Family::Poses
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.text(tr!("Snapshot"), &mut self.snapshot);
        form.button(Button::Keep(&self.snapshot), tr!("Save snapshot"));
    }

    fn note(&self) -> String {
        self.snapshot.clone()
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                snapshot: "Snapshot".into(),
            },
            "ragdoll get up",
        )]
    }
}
