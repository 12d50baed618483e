//! The node that plays clips one after the other, drawn by lot.

use super::{AuthoredNode, Family, Offer, count, whole};
use crate::AssetKind;
use crate::graph::form::Form;
use crate::graph::{Input, RandomEntry};
use anim::montage::Easing;
use serde::{Deserialize, Serialize};
use words::{noun, tr};

/// Clips one after the other, drawn by lot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RandomPlayerNode {
    /// Clips to draw from.
    pub entries: Vec<RandomEntry>,
    /// Times the clips' own rate; below 0 stands still.
    pub rate: Input,
    /// Characters with other seeds draw otherwise.
    #[serde(default)]
    pub seed: Input,
    /// Begins with a new draw when it had no weight in the tick before.
    pub restarts: bool,
    /// Rules do not ask about it.
    #[serde(default)]
    pub is_ignored_by_rules: bool,
}

impl AuthoredNode for RandomPlayerNode {
    fn word(&self) -> &'static str {
        tr!("Random Player")
    }

    fn family(&self) -> Family {
        Family::Players
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.group(tr!("Values"), tr!("number or expression"));
        form.input(tr!("Rate"), "×", &mut self.rate);
        form.input(tr!("Seed"), "", &mut self.seed);
        form.group(tr!("Clips"), &self.entries.len().to_string());
        form.toggle(
            tr!("Restarts"),
            tr!("when it had no weight"),
            &mut self.restarts,
        );
        form.toggle(
            tr!("Hidden from rules"),
            tr!("transition rules ignore it"),
            &mut self.is_ignored_by_rules,
        );
        let mut removed = None;
        for (at, entry) in self.entries.iter_mut().enumerate() {
            form.asset(&tr!("Clip {at}"), AssetKind::Clip, &mut entry.clip);
            form.number(&tr!("Chance {at}"), "×", 0.0..=1000.0, &mut entry.chance);
            for (word, count) in [tr!("Min loops"), tr!("Max loops")]
                .into_iter()
                .zip(&mut entry.loops)
            {
                form.whole(&format!("{word} {at}"), tr!("times"), 1..=1000, count);
            }
            form.number(&tr!("Blend {at}"), "s", 0.0..=60.0, &mut entry.blend);
            if form.removes(&tr!("Remove clip {at}")) {
                removed = Some(at);
            }
        }
        removed
            .into_iter()
            .for_each(|at| _ = self.entries.remove(at));
        if form.adds(tr!("Add clip")) {
            let easing = Easing::default();
            self.entries.push(RandomEntry {
                clip: None,
                chance: 1.0,
                loops: [1, 1],
                blend: 0.2,
                easing,
            });
        }
    }

    fn note(&self) -> String {
        count(self.entries.len(), noun!("clip"))
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                entries: Vec::new(),
                rate: whole(),
                seed: 0.0.into(),
                restarts: true,
                is_ignored_by_rules: false,
            },
            "random sequence player breaks",
        )]
    }
}
