//! The pose seen in the mirror of the skeleton, and the names of what plays below.

use super::{AuthoredNode, Family, Offer, whole};
use crate::Id;
use crate::graph::form::Form;
use crate::graph::{Input, Pin};
use serde::{Deserialize, Serialize};
use words::tr;

/// The pose seen in the mirror of the skeleton, and the names of what plays below.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MirrorNode {
    /// The node whose pose is mirrored.
    pub source: Option<Id>,
    /// A bool input; while it is false, the source passes unchanged.
    pub on: Input,
}

impl AuthoredNode for MirrorNode {
    fn word(&self) -> &'static str {
        tr!("Mirror")
    }

    fn family(&self) -> Family {
        Family::Controls
    }

    fn pins(&self) -> Vec<Pin> {
        vec![Pin::new(tr!("Source"), self.source)]
    }

    fn links_mut(&mut self) -> Vec<&mut Option<Id>> {
        vec![&mut self.source]
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.group(tr!("Values"), tr!("number or expression"));
        form.truth(tr!("On"), &mut self.on);
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                source: None,
                on: whole(),
            },
            "flip left right",
        )]
    }
}
