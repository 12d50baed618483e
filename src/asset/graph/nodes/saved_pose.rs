//! A pose that is worked out once, however many nodes use it.

use super::{AuthoredNode, Family, Offer};
use crate::Id;
use crate::graph::Pin;
use serde::{Deserialize, Serialize};
use words::tr;

/// A pose that is evaluated once, however many nodes use it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SavedPoseNode {
    /// The node whose pose is kept.
    pub source: Option<Id>,
}

impl AuthoredNode for SavedPoseNode {
    fn word(&self) -> &'static str {
        tr!("Save Cached Pose")
    }

    fn family(&self) -> Family {
        Family::Poses
    }

    fn pins(&self) -> Vec<Pin> {
        vec![Pin::new(tr!("Source"), self.source)]
    }

    fn links_mut(&mut self) -> Vec<&mut Option<Id>> {
        vec![&mut self.source]
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(Self { source: None }, "new save cached pose")]
    }
}
