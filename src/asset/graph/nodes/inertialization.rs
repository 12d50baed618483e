//! Jumps of the pose that something asks to be smoothed decay here.

use super::{AuthoredNode, Family, Offer};
use crate::Id;
use crate::graph::form::Form;
use crate::graph::{History, JumpRules, Pin};
use serde::{Deserialize, Serialize};
use words::tr;

/// Jumps of the pose that something asks to be smoothed decay here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InertializationNode {
    /// The node whose jumps are smoothed.
    pub source: Option<Id>,
    /// The old pose goes on by itself, losing half its speed in so many seconds, and is blended
    /// out; None lets its offset decay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dead_blend: Option<f32>,
    /// Settings of the stored history: the distance of a teleport, the space and the level of
    /// detail.
    #[serde(default, skip_serializing_if = "History::is_default")]
    pub history: History,
    /// Curves that jump all the same, and what keeps its velocity.
    #[serde(default, skip_serializing_if = "JumpRules::is_default")]
    pub jumps: JumpRules,
}

impl AuthoredNode for InertializationNode {
    fn word(&self) -> &'static str {
        tr!("Inertialization")
    }

    fn family(&self) -> Family {
        Family::Machines
    }

    fn pins(&self) -> Vec<Pin> {
        vec![Pin::new(tr!("Source"), self.source)]
    }

    fn links_mut(&mut self) -> Vec<&mut Option<Id>> {
        vec![&mut self.source]
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.optional(
            tr!("Dead blending"),
            tr!("the old pose continues at its own velocity"),
            &mut self.dead_blend,
            0.2,
        );
        if let Some(half_life) = &mut self.dead_blend {
            form.single(tr!("Half-life"), "s", 0.01..=10.0, half_life);
        }
        // Dead blending keeps every velocity.
        self.jumps.form(form, self.dead_blend.is_none());
        self.history.form(form);
    }

    fn note(&self) -> String {
        if self.dead_blend.is_some() {
            tr!("dead blending").to_owned()
        } else {
            String::new()
        }
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![
            (
                Self {
                    source: None,
                    dead_blend: None,
                    history: Default::default(),
                    jumps: Default::default(),
                },
                "smooth transition",
            ),
            (
                Self {
                    source: None,
                    dead_blend: Some(0.2),
                    history: Default::default(),
                    jumps: Default::default(),
                },
                "dead blending smooth transition",
            ),
        ]
    }
}
