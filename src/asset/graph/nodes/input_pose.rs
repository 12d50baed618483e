//! The node of a pose that comes from outside the graph.

use super::{AuthoredNode, Family, Offer};
use crate::graph::form::Form;
use serde::{Deserialize, Serialize};
use words::tr;

/// A pose that comes from around the graph: where it is linked from another one, what that links
/// here under the name; where it runs after another one on a mesh, that one's pose. Elsewhere the
/// reference pose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InputPoseNode {
    /// Name of the pose, by which a linked graph is given it.
    pub pose: String,
}

impl AuthoredNode for InputPoseNode {
    fn word(&self) -> &'static str {
        tr!("Input Pose")
    }

    fn family(&self) -> Family {
        Family::Links
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.text(tr!("Input"), &mut self.pose);
    }

    fn note(&self) -> String {
        self.pose.clone()
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(Self { pose: "In".into() }, "linked input post process")]
    }
}
