//! A bone turns about its axis by a multiple of what another one has turned.

use super::{AuthoredControl, Offer};
use crate::BoneKey;
use crate::graph::Input;
use crate::graph::form::Form;
use crate::graph::mirror::{MirrorRefusal, MirrorResult, Sides};
use serde::{Deserialize, Serialize};
use words::tr;

/// A bone turns about its axis by a multiple of what another one has turned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RotationMultiplierControl {
    /// The bone whose turn is taken.
    pub driver: BoneKey,
    /// The bone that turns.
    pub target: BoneKey,
    /// Axis of the rotation, local to both bones.
    pub axis: [f32; 3],
    /// Times the turn of the driver.
    pub multiplier: Input,
    /// Whether the turn comes on top of the bone's pose; else it is away from the reference pose.
    pub additive: bool,
}

impl AuthoredControl for RotationMultiplierControl {
    fn word(&self) -> &'static str {
        tr!("Rotation Multiplier")
    }

    fn values(&mut self, form: &mut dyn Form) {
        form.input(tr!("Multiplier"), "×", &mut self.multiplier);
    }

    fn bones(&mut self, form: &mut dyn Form) {
        form.bone(tr!("Driver"), &mut self.driver);
        form.bone(tr!("Target"), &mut self.target);
        form.toggle(
            tr!("Additive"),
            tr!("added to the bone's own rotation"),
            &mut self.additive,
        );
    }

    fn line(&self) -> String {
        format!("{} → {}", self.driver, self.target)
    }

    fn offered(on: &Offer<'_>) -> (Self, &'static str) {
        (
            Self {
                driver: on.bone.clone(),
                target: on.bone.clone(),
                axis: [1.0, 0.0, 0.0],
                multiplier: Input::Number(0.5),
                additive: false,
            },
            "twist",
        )
    }

    fn own_bones(&self) -> Vec<&BoneKey> {
        vec![&self.driver, &self.target]
    }

    fn mirror(&mut self, sides: &Sides<'_>) -> MirrorResult<()> {
        let turned = sides.of_bone(&self.driver)?.way().of(self.axis);
        let turns = sides.of_bone(&self.target)?.way().of(self.axis);
        // One axis is local to both.
        if turned.iter().zip(turns).any(|(a, b)| (a - b).abs() > 1e-3) {
            return Err(MirrorRefusal::Axes(self.target.as_str().to_owned()));
        }
        self.axis = turns;
        sides.input(&mut self.multiplier);
        sides.swap(&mut self.driver)?;
        sides.swap(&mut self.target)
    }
}
