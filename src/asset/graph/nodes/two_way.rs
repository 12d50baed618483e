//! Two poses, by how much of the second there is.

use super::{AuthoredNode, Family, Offer};
use crate::Id;
use crate::graph::form::Form;
use crate::graph::{Alpha, Pin};
use serde::{Deserialize, Serialize};
use words::tr;

/// Two poses, by how much of the second there is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TwoWayNode {
    /// The node whose pose shows at alpha 0.
    pub a: Option<Id>,
    /// The node whose pose shows at alpha 1.
    pub b: Option<Id>,
    /// Weight of the second pose, 0 to 1.
    pub alpha: Alpha,
    /// Both sides are updated, also one that has no weight.
    #[serde(default)]
    pub always_update_children: bool,
}

impl AuthoredNode for TwoWayNode {
    fn word(&self) -> &'static str {
        tr!("Two-Way Blend")
    }

    fn family(&self) -> Family {
        Family::Blends
    }

    fn pins(&self) -> Vec<Pin> {
        vec![Pin::new("A", self.a), Pin::new("B", self.b)]
    }

    fn links_mut(&mut self) -> Vec<&mut Option<Id>> {
        vec![&mut self.a, &mut self.b]
    }

    fn form(&mut self, form: &mut dyn Form) {
        self.alpha.form(form);
        form.toggle(
            tr!("Updates both"),
            tr!("also poses without weight"),
            &mut self.always_update_children,
        );
        form.group(tr!("Values"), tr!("number or expression"));
        self.alpha.values(form);
    }

    fn note(&self) -> String {
        self.alpha.note()
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                a: None,
                b: None,
                alpha: Alpha::Value(0.5.into()),
                always_update_children: false,
            },
            "blend alpha lerp",
        )]
    }
}
