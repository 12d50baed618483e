//! Bones that something outside the graph moves, as it was told last under this name.

use super::{AuthoredControl, Offer};
use crate::graph::form::Form;
use serde::{Deserialize, Serialize};
use words::tr;

/// Sets bones to the newest transforms that something outside the graph gave under the name in
/// `stream`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExternalPoseControl {
    /// Name under which a game supplies the bones.
    pub stream: String,
}

impl AuthoredControl for ExternalPoseControl {
    fn word(&self) -> &'static str {
        tr!("External Pose")
    }

    fn bones(&mut self, form: &mut dyn Form) {
        form.text(tr!("Stream"), &mut self.stream);
    }

    fn line(&self) -> String {
        format!("{} · {}", self.word(), self.stream)
    }

    fn offered(_: &Offer<'_>) -> (Self, &'static str) {
        (
            Self {
                stream: "Physics".into(),
            },
            "ragdoll simulation",
        )
    }
}
