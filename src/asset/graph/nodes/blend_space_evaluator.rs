//! A blend space at a part of its length that is told.

use super::{AuthoredNode, Family, Offer, jumps_form};
use crate::graph::Input;
use crate::graph::form::Form;
use crate::{AssetKind, Id};
use anim::graph::FirstTime;
use serde::{Deserialize, Serialize};
use words::tr;

/// Shows a blend space at a given fraction of its length.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlendSpaceEvaluatorNode {
    /// The blend space; without one the reference pose shows.
    pub space: Option<Id>,
    /// Input of the first axis, in its unit.
    pub x: Input,
    /// Input of the second axis, in its unit.
    #[serde(default)]
    pub y: Input,
    /// Part of the length, 0 to 1.
    pub time: Input,
    /// Jumps to its time: no notify is passed, and the root does not move.
    #[serde(default)]
    pub teleports: bool,
    /// A time beyond an end comes in at the other.
    pub looping: bool,
    /// Position of the evaluator before it goes to its first time.
    #[serde(default)]
    pub first: FirstTime,
}

impl AuthoredNode for BlendSpaceEvaluatorNode {
    fn word(&self) -> &'static str {
        tr!("Blend Space Evaluator")
    }

    fn family(&self) -> Family {
        Family::Players
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.asset(tr!("Blend space"), AssetKind::BlendSpace, &mut self.space);
        form.toggle(tr!("Loops"), "", &mut self.looping);
        jumps_form(form, &mut self.teleports, &mut self.first);
        form.group(tr!("Values"), tr!("number or expression"));
        form.input("X", "", &mut self.x);
        form.input("Y", "", &mut self.y);
        form.input(tr!("Time"), tr!("of its length"), &mut self.time);
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                space: None,
                x: 0.0.into(),
                y: 0.0.into(),
                time: 0.0.into(),
                teleports: false,
                looping: true,
                first: Default::default(),
            },
            "explicit time",
        )]
    }
}
