//! The curves that were told last of a stream, over those of a source.

use super::{AuthoredNode, Family, Offer, whole};
use crate::Id;
use crate::graph::form::Form;
use crate::graph::{Input, Pin};
use serde::{Deserialize, Serialize};
use words::tr;

/// Sets the newest curves of a stream over the curves of a source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurveSourceNode {
    /// The node whose pose passes, with its curves.
    pub source: Option<Id>,
    /// Name of the stream.
    pub subject: String,
    /// Weight of the curves of the stream, 0 to 1.
    #[serde(default = "super::whole")]
    pub alpha: Input,
}

impl AuthoredNode for CurveSourceNode {
    fn word(&self) -> &'static str {
        tr!("Curve Source")
    }

    fn family(&self) -> Family {
        Family::Curves
    }

    fn pins(&self) -> Vec<Pin> {
        vec![Pin::new(tr!("Source"), self.source)]
    }

    fn links_mut(&mut self) -> Vec<&mut Option<Id>> {
        vec![&mut self.source]
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.text(tr!("Subject"), &mut self.subject);
        form.group(tr!("Values"), tr!("number or expression"));
        form.input(tr!("Alpha"), "", &mut self.alpha);
    }

    fn note(&self) -> String {
        self.subject.clone()
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                source: None,
                subject: "Face".into(),
                alpha: whole(),
            },
            "live curves face capture",
        )]
    }
}
