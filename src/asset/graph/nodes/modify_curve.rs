//! The node that changes curves of a pose, one after the other.

use super::{AuthoredNode, Family, Offer, whole};
use crate::Id;
use crate::graph::form::Form;
use crate::graph::{CurveChange, CurveEdit, Pin};
use serde::{Deserialize, Serialize};
use words::tr;

/// Changes curves, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModifyCurveNode {
    /// The node whose curves change.
    pub source: Option<Id>,
    /// Changes in the order in which they are applied.
    pub edits: Vec<CurveEdit>,
}

impl AuthoredNode for ModifyCurveNode {
    fn word(&self) -> &'static str {
        tr!("Modify Curve")
    }

    fn family(&self) -> Family {
        Family::Curves
    }

    fn pins(&self) -> Vec<Pin> {
        vec![Pin::new(tr!("Source"), self.source)]
    }

    fn links_mut(&mut self) -> Vec<&mut Option<Id>> {
        vec![&mut self.source]
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.group(tr!("Values"), tr!("number or expression"));
        self.edits.iter_mut().for_each(|edit| edit.values(form));
        form.group(tr!("Curves"), &self.edits.len().to_string());
        let mut removed = None;
        for (at, edit) in self.edits.iter_mut().enumerate() {
            form.text(&tr!("Curve {at}"), &mut edit.curve);
            edit.change.form(form, &tr!("Change {at}"));
            if form.removes(&tr!("Remove curve {at}")) {
                removed = Some(at);
            }
        }
        removed.into_iter().for_each(|at| _ = self.edits.remove(at));
        if form.adds(tr!("Add curve")) {
            self.edits.push(CurveEdit {
                curve: "Curve".into(),
                value: whole(),
                change: CurveChange::Add,
            });
        }
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                source: None,
                edits: Vec::new(),
            },
            "curve set",
        )]
    }
}
