//! The node of a skeletal control: its source, its strength and the control itself.

use super::{AuthoredNode, Family, Offer, any_lod, lod_form};
use crate::Id;
use crate::graph::form::Form;
use crate::graph::{ControlAlpha, ControlKind, Pin};
use serde::{Deserialize, Serialize};
use words::tr;

/// Puts a few bones somewhere else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ControlNode {
    /// The node whose pose is changed.
    pub source: Option<Id>,
    /// Strength of the control, 0 to 1.
    #[serde(default)]
    pub alpha: ControlAlpha,
    /// The coarsest level of detail at which it runs; -1 runs at all.
    #[serde(default = "super::any_lod")]
    pub lod_threshold: i8,
    /// Kind of the control, with its bones and values.
    #[serde(flatten)]
    pub kind: ControlKind,
}

impl AuthoredNode for ControlNode {
    fn word(&self) -> &'static str {
        self.kind.word()
    }

    fn family(&self) -> Family {
        Family::Controls
    }

    fn pins(&self) -> Vec<Pin> {
        vec![Pin::new(tr!("Source"), self.source)]
    }

    fn links_mut(&mut self) -> Vec<&mut Option<Id>> {
        vec![&mut self.source]
    }

    fn form(&mut self, form: &mut dyn Form) {
        lod_form(form, &mut self.lod_threshold);
        form.group(tr!("Values"), tr!("number or expression"));
        self.alpha.values(form);
        self.kind.values(form);
        form.presets();
        form.group(tr!("Bones"), "");
        self.kind.bones(form);
        self.kind.settings(form);
        form.group(tr!("Strength"), "");
        self.alpha.form(form);
    }

    /// Line on the canvas: the control's kind, and what the control works on.
    fn line(&self) -> String {
        self.kind.line()
    }

    fn offered(on: &Offer<'_>) -> Vec<(Self, &'static str)> {
        let of = |kind| Self {
            source: None,
            alpha: ControlAlpha::default(),
            lod_threshold: any_lod(),
            kind,
        };
        ControlKind::offered(on)
            .into_iter()
            .map(|(kind, words)| (of(kind), words))
            .collect()
    }
}
