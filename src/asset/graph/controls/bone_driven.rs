//! A number of a bone drives one of another bone, or a curve.

use super::{AuthoredControl, Offer};
use crate::BoneKey;
use crate::graph::Driven;
use crate::graph::form::Form;
use anim::graph::control::Channel;
use serde::{Deserialize, Serialize};

/// A number of a bone drives one of another bone, or a curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoneDrivenControl {
    pub driver: BoneKey,
    pub channel: Channel,
    /// From one range to another, held at its ends.
    pub from: [f64; 2],
    pub to: [f64; 2],
    pub driven: Driven,
}

impl AuthoredControl for BoneDrivenControl {
    fn word(&self) -> &'static str {
        "Bone-Driven Value"
    }

    fn bones(&mut self, form: &mut dyn Form) {
        form.bone("Driver", &mut self.driver);
        for (label, range) in [("From", &mut self.from), ("To", &mut self.to)] {
            for (word, end) in ["least", "most"].into_iter().zip(range) {
                form.number(&format!("{label} {word}"), "", -1e4..=1e4, end);
            }
        }
    }

    fn line(&self) -> String {
        format!("{} · {}", self.word(), self.driver)
    }

    fn offered(on: &Offer<'_>) -> (Self, &'static str) {
        (
            Self {
                driver: on.bone.clone(),
                channel: Channel::Rotation(0),
                from: [0.0, 90.0],
                to: [0.0, 1.0],
                driven: Driven::Curve("Driven".into()),
            },
            "bone driven controller curve",
        )
    }
}
