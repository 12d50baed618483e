//! A number of a bone drives one of another bone, or a curve.

use super::{AuthoredControl, Offer};
use crate::BoneKey;
use crate::graph::Driven;
use crate::graph::form::Form;
use crate::graph::mirror::{MirrorResult, Sides};
use anim::graph::control::DrivenChannel;
use serde::{Deserialize, Serialize};
use words::tr;

/// A number of a bone drives one of another bone, or a curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoneDrivenControl {
    /// The bone whose number drives.
    pub driver: BoneKey,
    /// Channel of the driver whose value is used, relative to its reference pose.
    pub channel: DrivenChannel,
    /// Range of the driver's number, held at its ends.
    pub from: [f64; 2],
    /// The range that `from` becomes, in the units of what is driven.
    pub to: [f64; 2],
    /// Property that takes the driven value.
    pub driven: Driven,
}

impl AuthoredControl for BoneDrivenControl {
    fn word(&self) -> &'static str {
        tr!("Bone-Driven Value")
    }

    fn bones(&mut self, form: &mut dyn Form) {
        form.bone(tr!("Driver"), &mut self.driver);
        for (label, range) in [(tr!("From"), &mut self.from), (tr!("To"), &mut self.to)] {
            for (word, end) in ["min", "max"].into_iter().zip(range) {
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
                channel: DrivenChannel::Rotation(0),
                from: [0.0, 90.0],
                to: [0.0, 1.0],
                driven: Driven::Curve("Driven".into()),
            },
            "bone driven controller curve",
        )
    }

    fn own_bones(&self) -> Vec<&BoneKey> {
        let driven = match &self.driven {
            Driven::Bone { bone, .. } => Some(bone),
            Driven::Curve(_) => None,
        };
        std::iter::once(&self.driver).chain(driven).collect()
    }

    fn mirror(&mut self, sides: &Sides<'_>) -> MirrorResult<()> {
        sides.channel(&self.driver, &mut self.channel, &mut self.from)?;
        match &mut self.driven {
            Driven::Bone { bone, channel } => {
                sides.channel(bone, channel, &mut self.to)?;
                sides.swap(bone)?;
            }
            Driven::Curve(curve) => *curve = sides.name(curve),
        }
        sides.swap(&mut self.driver)
    }
}
