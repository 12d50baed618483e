//! Pieces of clips one after the other, in their order.

use super::{AuthoredNode, Family, Offer, count, whole};
use crate::AssetKind;
use crate::graph::form::Form;
use crate::graph::{CompositePart, Input};
use serde::{Deserialize, Serialize};
use words::{noun, tr};

/// Pieces of clips one after the other, in their order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SequenceCompositeNode {
    /// Parts in the order in which they play.
    pub parts: Vec<CompositePart>,
    /// Times the parts' own rates.
    pub rate: Input,
    /// Goes on at the first part after the last.
    pub looping: bool,
    /// If true, the composite restarts when it had no weight in the tick before.
    pub restarts: bool,
    /// Rules do not ask about it.
    #[serde(default)]
    pub is_ignored_by_rules: bool,
}

impl AuthoredNode for SequenceCompositeNode {
    fn word(&self) -> &'static str {
        tr!("Sequence Composite")
    }

    fn family(&self) -> Family {
        Family::Players
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.group(tr!("Values"), tr!("number or expression"));
        form.input(tr!("Rate"), "×", &mut self.rate);
        form.group(tr!("Parts"), &self.parts.len().to_string());
        form.toggle(tr!("Loops"), "", &mut self.looping);
        form.toggle(
            tr!("Restarts"),
            tr!("when it had no weight"),
            &mut self.restarts,
        );
        let mut removed = None;
        for (at, part) in self.parts.iter_mut().enumerate() {
            form.asset(&tr!("Clip {at}"), AssetKind::Clip, &mut part.clip);
            form.single(&tr!("Begin {at}"), "s", 0.0..=3600.0, &mut part.begin);
            form.single(&tr!("End {at}"), "s", 0.0..=3600.0, &mut part.end);
            form.single(&tr!("Rate {at}"), "×", -8.0..=8.0, &mut part.rate);
            form.whole(&tr!("Loops {at}"), tr!("times"), 1..=1000, &mut part.loops);
            if form.removes(&tr!("Remove part {at}")) {
                removed = Some(at);
            }
        }
        removed.into_iter().for_each(|at| _ = self.parts.remove(at));
        if form.adds(tr!("Add part")) {
            self.parts.push(CompositePart {
                clip: None,
                begin: 0.0,
                end: 1.0,
                rate: 1.0,
                loops: 1,
            });
        }
    }

    fn note(&self) -> String {
        count(self.parts.len(), noun!("part"))
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                parts: Vec::new(),
                rate: whole(),
                looping: true,
                restarts: true,
                is_ignored_by_rules: false,
            },
            "anim composite",
        )]
    }
}
