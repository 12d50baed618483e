//! Shows a clip at a time that is told, seconds.

use super::{AuthoredNode, Family, Offer, jumps_form};
use crate::graph::Input;
use crate::graph::form::Form;
use crate::{AssetKind, Id};
use anim::graph::FirstTime;
use serde::{Deserialize, Serialize};
use words::tr;

/// Shows a clip at a given time, seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SequenceEvaluatorNode {
    /// The clip; without one the reference pose shows.
    pub clip: Option<Id>,
    /// Seconds on the clip.
    pub time: Input,
    /// Jumps there: nothing is passed, the root does not move.
    #[serde(default)]
    pub teleports: bool,
    /// Position of the evaluator before it goes to its first time.
    #[serde(default)]
    pub first: FirstTime,
}

impl AuthoredNode for SequenceEvaluatorNode {
    fn word(&self) -> &'static str {
        tr!("Sequence Evaluator")
    }

    fn family(&self) -> Family {
        Family::Players
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.asset(tr!("Clip"), AssetKind::Clip, &mut self.clip);
        jumps_form(form, &mut self.teleports, &mut self.first);
        form.group(tr!("Values"), tr!("number or expression"));
        form.input(tr!("Time"), "s", &mut self.time);
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                clip: None,
                time: 0.0.into(),
                teleports: false,
                first: Default::default(),
            },
            "clip explicit time scrub",
        )]
    }
}
