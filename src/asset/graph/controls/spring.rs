//! The control of a bone that swings after its parent.

use super::{AuthoredControl, Offer};
use crate::BoneKey;
use crate::graph::form::Form;
use crate::graph::mirror::{MirrorResult, Sides};
use serde::{Deserialize, Serialize};
use words::tr;

/// A bone that swings after its parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpringControl {
    /// The bone that swings.
    pub bone: BoneKey,
    /// Per second squared.
    pub stiffness: f64,
    /// Damping of the spring, per second.
    pub damping: f64,
    /// Metres that it goes astray at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
    /// Along which axes of the model it swings.
    pub translates: [bool; 3],
    /// About which axes of the model it turns.
    pub rotates: [bool; 3],
}

impl AuthoredControl for SpringControl {
    fn word(&self) -> &'static str {
        tr!("Spring")
    }

    fn bones(&mut self, form: &mut dyn Form) {
        form.bone(tr!("Bone"), &mut self.bone);
        form.number(tr!("Stiffness"), "1/s²", 0.0..=1e5, &mut self.stiffness);
        form.number(tr!("Damping"), "1/s", 0.0..=1e5, &mut self.damping);
    }

    fn line(&self) -> String {
        format!("{} · {}", self.word(), self.bone)
    }

    fn offered(on: &Offer<'_>) -> (Self, &'static str) {
        (
            Self {
                bone: on.bone.clone(),
                stiffness: 200.0,
                damping: 12.0,
                most: None,
                translates: [true; 3],
                rotates: [true; 3],
            },
            "spring controller jiggle dynamics",
        )
    }

    fn own_bones(&self) -> Vec<&BoneKey> {
        vec![&self.bone]
    }

    /// Mirrors the bone only: the axes are the model's, and the same on either side.
    fn mirror(&mut self, sides: &Sides<'_>) -> MirrorResult<()> {
        sides.swap(&mut self.bone)
    }

    /// Presets of stiffness, each critically damped.
    fn presets(&self) -> Vec<(&'static str, Self)> {
        [
            (tr!("Stiff"), 900.0),
            (tr!("Soft"), 120.0),
            (tr!("Loose"), 30.0),
        ]
        .map(|(name, stiffness)| {
            (
                name,
                Self {
                    stiffness,
                    damping: 2.0 * f64::sqrt(stiffness),
                    ..self.clone()
                },
            )
        })
        .into()
    }

    fn tuned_as(&self, by: &Self) -> Option<Self> {
        let SpringControl {
            stiffness,
            damping,
            most,
            translates,
            rotates,
            ..
        } = *by;
        Some(Self {
            stiffness,
            damping,
            most,
            translates,
            rotates,
            ..self.clone()
        })
    }
}
