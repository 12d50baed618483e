//! The node of a clip that plays in time.

use super::{AuthoredNode, Family, Offer};
use crate::graph::Play;
use crate::graph::form::Form;
use crate::{AssetKind, Id};
use serde::{Deserialize, Serialize};
use words::tr;

/// A clip that plays in time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SequencePlayerNode {
    /// The clip; without one the reference pose shows.
    pub clip: Option<Id>,
    /// Rate, start and sync group of the player; the start is in seconds.
    #[serde(default)]
    pub play: Play,
}

impl AuthoredNode for SequencePlayerNode {
    fn word(&self) -> &'static str {
        tr!("Sequence Player")
    }

    fn family(&self) -> Family {
        Family::Players
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.asset(tr!("Clip"), AssetKind::Clip, &mut self.clip);
        self.play.form(form, "s");
        form.group(tr!("Values"), tr!("number or expression"));
        form.input(tr!("Rate"), "×", &mut self.play.rate);
    }

    fn group(&self) -> &str {
        &self.play.group
    }

    fn note(&self) -> String {
        self.play.group.clone()
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                clip: None,
                play: Play::default(),
            },
            "clip animation play",
        )]
    }
}
