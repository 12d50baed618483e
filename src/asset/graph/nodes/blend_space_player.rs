//! Clips mixed by where a point lies among them, in one time for all.

use super::{AuthoredNode, Family, Offer};
use crate::graph::form::Form;
use crate::graph::{Input, Play};
use crate::{AssetKind, Id};
use serde::{Deserialize, Serialize};
use words::tr;

/// Clips mixed by where a point lies among them, in one time for all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlendSpacePlayerNode {
    /// The blend space; without one the reference pose shows.
    pub space: Option<Id>,
    /// Input of the first axis, in its unit.
    pub x: Input,
    /// Input of the second axis, in its unit.
    #[serde(default)]
    pub y: Input,
    /// Rate, start and sync group of the player; the start is a part of the length.
    #[serde(default)]
    pub play: Play,
    /// Goes on at its start when it ends.
    pub looping: bool,
}

impl AuthoredNode for BlendSpacePlayerNode {
    fn word(&self) -> &'static str {
        tr!("Blend Space Player")
    }

    fn family(&self) -> Family {
        Family::Players
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.asset(tr!("Blend space"), AssetKind::BlendSpace, &mut self.space);
        form.toggle(tr!("Loops"), "", &mut self.looping);
        self.play.form(form, tr!("of its length"));
        form.group(tr!("Values"), tr!("number or expression"));
        form.input("X", "", &mut self.x);
        form.input("Y", "", &mut self.y);
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
                space: None,
                x: 0.0.into(),
                y: 0.0.into(),
                play: Play::default(),
                looping: true,
            },
            "1d 2d locomotion",
        )]
    }
}
