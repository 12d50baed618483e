//! Poses of an asset, each as much as the curve of its name says.

use super::{AuthoredNode, Family, Offer};
use crate::graph::Pin;
use crate::graph::form::Form;
use crate::{AssetKind, Id};
use anim::montage::Easing;
use serde::{Deserialize, Serialize};
use words::tr;

/// Poses of an asset, each as much as the curve of its name says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoseBlendNode {
    /// The node whose curves say how much of each pose there is.
    pub source: Option<Id>,
    /// The pose asset; without one the source passes.
    pub asset: Option<Id>,
    /// Shape of the weight that a curve between 0 and 1 gives; linear takes curves as they are,
    /// also beyond these.
    #[serde(default)]
    pub easing: Easing,
}

impl AuthoredNode for PoseBlendNode {
    fn word(&self) -> &'static str {
        tr!("Pose Blend")
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
        form.asset(tr!("Pose asset"), AssetKind::PoseAsset, &mut self.asset);
        form.easing(&mut self.easing);
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                source: None,
                asset: None,
                easing: Default::default(),
            },
            "pose asset face curves",
        )]
    }
}
