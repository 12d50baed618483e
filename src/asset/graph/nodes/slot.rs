//! The montages that play in a slot, over a source.

use super::{AuthoredNode, Family, Offer};
use crate::Id;
use crate::graph::Pin;
use crate::graph::form::{Form, NamedThing};
use serde::{Deserialize, Serialize};
use words::tr;

/// The montages that play in a slot, over a source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlotNode {
    /// The node whose pose shows where no montage has weight.
    pub source: Option<Id>,
    /// Name of the slot, which montages name.
    pub slot: String,
    /// The source is updated also while a montage covers it whole.
    #[serde(default)]
    pub always_update_source: bool,
}

impl AuthoredNode for SlotNode {
    fn word(&self) -> &'static str {
        tr!("Slot")
    }

    fn family(&self) -> Family {
        Family::Machines
    }

    fn pins(&self) -> Vec<Pin> {
        vec![Pin::new(tr!("Source"), self.source)]
    }

    fn links_mut(&mut self) -> Vec<&mut Option<Id>> {
        vec![&mut self.source]
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.named(tr!("Slot"), NamedThing::Slot, &mut self.slot);
        form.toggle(
            tr!("Updates source"),
            tr!("also while a montage covers it"),
            &mut self.always_update_source,
        );
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                source: None,
                slot: "DefaultSlot".into(),
                always_update_source: false,
            },
            "montage upper body full body",
        )]
    }
}
