//! Pieces of clips one after the other, in their order.

use super::{AuthoredNode, Family, Offer, counted, whole};
use crate::AssetKind;
use crate::graph::form::Form;
use crate::graph::{CompositePart, Input};
use serde::{Deserialize, Serialize};

/// Pieces of clips one after the other, in their order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SequenceCompositeNode {
    /// Parts in the order in which they play.
    pub parts: Vec<CompositePart>,
    /// Times the parts' own rates.
    pub rate: Input,
    /// Goes on at the first part after the last.
    pub looping: bool,
    /// Begins anew when it had no weight in the tick before.
    pub restarts: bool,
    /// Rules do not ask about it.
    #[serde(default)]
    pub is_ignored_by_rules: bool,
}

impl AuthoredNode for SequenceCompositeNode {
    fn word(&self) -> &'static str {
        "Sequence Composite"
    }

    fn family(&self) -> Family {
        Family::Players
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.group("Values", "number or expression");
        form.input("Rate", "×", &mut self.rate);
        form.group("Parts", &self.parts.len().to_string());
        form.toggle("Loops", "", &mut self.looping);
        form.toggle("Restarts", "when it had no weight", &mut self.restarts);
        let mut removed = None;
        for (at, part) in self.parts.iter_mut().enumerate() {
            form.asset(&format!("Clip {at}"), AssetKind::Clip, &mut part.clip);
            form.single(&format!("Begin {at}"), "s", 0.0..=3600.0, &mut part.begin);
            form.single(&format!("End {at}"), "s", 0.0..=3600.0, &mut part.end);
            form.single(&format!("Rate {at}"), "×", -8.0..=8.0, &mut part.rate);
            form.whole(&format!("Loops {at}"), "times", 1..=1000, &mut part.loops);
            if form.removes(&format!("Remove part {at}")) {
                removed = Some(at);
            }
        }
        removed.into_iter().for_each(|at| _ = self.parts.remove(at));
        if form.adds("Add part") {
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
        counted(self.parts.len(), "part")
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
