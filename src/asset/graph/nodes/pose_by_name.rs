//! One pose of a pose asset, over the reference pose.

use super::{AuthoredNode, Family, Offer, whole};
use crate::graph::Input;
use crate::graph::form::Form;
use crate::{AssetKind, Id};
use serde::{Deserialize, Serialize};
use words::tr;

/// One pose of a pose asset, over the reference pose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoseByNameNode {
    /// The pose asset; without one the reference pose shows.
    pub asset: Option<Id>,
    /// Name of a pose of the asset.
    pub pose: String,
    /// Weight of the pose, 0 to 1.
    #[serde(default = "super::whole")]
    pub weight: Input,
}

impl AuthoredNode for PoseByNameNode {
    fn word(&self) -> &'static str {
        tr!("Pose by Name")
    }

    fn family(&self) -> Family {
        Family::Poses
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.asset(tr!("Pose asset"), AssetKind::PoseAsset, &mut self.asset);
        form.text(tr!("Pose"), &mut self.pose);
        form.group(tr!("Values"), tr!("number or expression"));
        form.input(tr!("Weight"), "", &mut self.weight);
    }

    fn note(&self) -> String {
        self.pose.clone()
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                asset: None,
                pose: String::new(),
                weight: whole(),
            },
            "pose asset",
        )]
    }
}
