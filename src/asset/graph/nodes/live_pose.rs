//! The newest frame of a stream over a source, bone by bone by their names.

use super::{AuthoredNode, Family, Offer};
use crate::Id;
use crate::graph::Pin;
use crate::graph::form::Form;
use serde::{Deserialize, Serialize};
use words::tr;

/// The newest frame of a stream over a source, bone by bone by their names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LivePoseNode {
    /// The node whose pose shows where the stream says nothing.
    pub source: Option<Id>,
    /// Name of the stream.
    pub subject: String,
    /// Age in seconds after which the newest frame of the stream expires.
    pub patience: f32,
}

impl AuthoredNode for LivePoseNode {
    fn word(&self) -> &'static str {
        tr!("Live Pose")
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
        form.text(tr!("Subject"), &mut self.subject);
        form.single(tr!("Timeout"), "s", 0.0..=60.0, &mut self.patience);
    }

    fn note(&self) -> String {
        self.subject.clone()
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                source: None,
                subject: "Performer".into(),
                patience: 0.5,
            },
            "live link vmc stream",
        )]
    }
}
