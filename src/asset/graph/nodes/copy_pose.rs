//! What another character shows in the same tick over a source, bone by bone by their names, and
//! its curves.

use super::{AuthoredNode, Family, Offer};
use crate::Id;
use crate::graph::Pin;
use crate::graph::form::Form;
use serde::{Deserialize, Serialize};
use words::tr;

/// Copies the pose of another character in the same tick over a source, bone by bone by their
/// names, with its curves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CopyPoseNode {
    /// The node whose pose shows where nothing is copied.
    pub source: Option<Id>,
    /// The name by which a game binds that character.
    pub partner: String,
    /// Translations follow the retargeting modes of the bones, for a partner of other proportions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub retargets: bool,
}

impl AuthoredNode for CopyPoseNode {
    fn word(&self) -> &'static str {
        tr!("Copy Pose")
    }

    fn family(&self) -> Family {
        Family::Links
    }

    fn pins(&self) -> Vec<Pin> {
        vec![Pin::new(tr!("Source"), self.source)]
    }

    fn links_mut(&mut self) -> Vec<&mut Option<Id>> {
        vec![&mut self.source]
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.text(tr!("Partner"), &mut self.partner);
        form.toggle(
            tr!("Retarget"),
            tr!("uses this skeleton's translation modes"),
            &mut self.retargets,
        );
    }

    fn note(&self) -> String {
        self.partner.clone()
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                source: None,
                partner: "Partner".into(),
                retargets: false,
            },
            "copy pose from mesh other character",
        )]
    }
}
