//! The control that turns the whole character where it is, in degrees to the left and upwards.

use super::{AuthoredControl, Offer};
use crate::graph::Input;
use crate::graph::form::Form;
use serde::{Deserialize, Serialize};
use words::tr;

/// Degrees to the left, and upwards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RotateRootBoneControl {
    /// Degrees to the left, about +Y.
    pub yaw: Input,
    /// Pitch upwards, degrees.
    pub pitch: Input,
}

impl AuthoredControl for RotateRootBoneControl {
    fn word(&self) -> &'static str {
        tr!("Rotate Root Bone")
    }

    fn values(&mut self, form: &mut dyn Form) {
        form.input(tr!("Yaw"), "°", &mut self.yaw);
        form.input(tr!("Pitch"), "°", &mut self.pitch);
    }

    fn offered(_: &Offer<'_>) -> (Self, &'static str) {
        (
            Self {
                yaw: 0.0.into(),
                pitch: 0.0.into(),
            },
            "turn in place",
        )
    }
}
