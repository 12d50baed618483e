//! Turns a pose towards something by a blend space of mesh-space differences.

use super::{AuthoredNode, Family, Offer, lod_form, whole};
use crate::graph::form::Form;
use crate::graph::{AimTarget, Alpha, Input, Pin};
use crate::{AssetKind, Id};
use serde::{Deserialize, Serialize};
use words::tr;

/// Turns a pose towards something by a blend space of mesh-space differences.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AimOffsetNode {
    /// The node whose pose is turned.
    pub source: Option<Id>,
    /// The blend space; without one the source passes.
    pub space: Option<Id>,
    /// Input of the first axis, in its unit.
    pub x: Input,
    /// Input of the second axis, in its unit.
    #[serde(default)]
    pub y: Input,
    /// Weight of the added offset, 0 to 1.
    pub alpha: Alpha,
    /// Works at this level of detail and finer ones; less than 0 at all.
    #[serde(default = "super::any_level")]
    pub lod: i32,
    /// Target to look at, in place of `x` and `y`; None uses `x` and `y`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<AimTarget>,
}

impl AuthoredNode for AimOffsetNode {
    fn word(&self) -> &'static str {
        if self.look.is_some() {
            tr!("Look-At Aim Offset")
        } else {
            tr!("Aim Offset")
        }
    }

    fn family(&self) -> Family {
        Family::Additives
    }

    fn pins(&self) -> Vec<Pin> {
        vec![Pin::new(tr!("Source"), self.source)]
    }

    fn links_mut(&mut self) -> Vec<&mut Option<Id>> {
        vec![&mut self.source]
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.asset(tr!("Blend space"), AssetKind::BlendSpace, &mut self.space);
        self.alpha.form(form);
        lod_form(form, &mut self.lod);
        form.group(tr!("Values"), tr!("number or expression"));
        form.input("X", "", &mut self.x);
        form.input("Y", "", &mut self.y);
        self.alpha.values(form);
        if let Some(look) = &mut self.look {
            form.inputs(tr!("Target"), "m", &mut look.target);
        }
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                source: None,
                space: None,
                x: 0.0.into(),
                y: 0.0.into(),
                alpha: Alpha::Value(whole()),
                lod: -1,
                look: None,
            },
            "aim look rotation offset blend space",
        )]
    }
}
