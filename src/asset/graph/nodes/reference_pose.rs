//! The node of the skeleton's reference pose.

use super::{AuthoredNode, Family, Offer};
use serde::{Deserialize, Serialize};
use words::tr;

/// The pose in which the skeleton is bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReferencePoseNode {}

impl AuthoredNode for ReferencePoseNode {
    fn word(&self) -> &'static str {
        tr!("Reference Pose")
    }

    fn family(&self) -> Family {
        Family::Poses
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(Self {}, "bind t pose rest")]
    }
}
