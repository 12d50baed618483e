//! Curves, or poses of an asset, by how near bones are to set targets.

use super::{AuthoredNode, Family, Offer, lod_form, whole};
use crate::graph::form::Form;
use crate::graph::{DriverSettings, DriverTarget, Input, Pin};
use crate::{AssetKind, BoneKey, Id};
use serde::{Deserialize, Serialize};
use words::tr;

/// Curves, or poses of an asset, by how near bones are to set targets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoseDriverNode {
    /// The node whose bones are compared, and over which poses are mixed.
    pub source: Option<Id>,
    /// Bones whose rotations are compared with the targets.
    pub bones: Vec<BoneKey>,
    /// Poses that drive, each with the curve that it sets.
    pub targets: Vec<DriverTarget>,
    /// Pose asset whose poses it mixes, by the names of the targets; None sets the curves of these
    /// names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asset: Option<Id>,
    /// Measure of nearness, and the weights from it.
    #[serde(default)]
    pub settings: DriverSettings,
    /// The coarsest level of detail at which it runs; -1 is every level.
    #[serde(default = "super::any_lod")]
    pub lod_threshold: i8,
    /// Strength of the driver, 0 to 1.
    #[serde(default = "super::whole")]
    pub alpha: Input,
}

impl AuthoredNode for PoseDriverNode {
    fn word(&self) -> &'static str {
        tr!("Pose Driver")
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
        lod_form(form, &mut self.lod_threshold);
        form.group(tr!("Values"), tr!("number or expression"));
        form.input(tr!("Alpha"), "", &mut self.alpha);
        form.group(tr!("Targets"), &self.targets.len().to_string());
        for (at, bone) in self.bones.iter_mut().enumerate() {
            form.bone(&tr!("Driving bone {at}"), bone);
        }
        let mut removed = None;
        for (at, target) in self.targets.iter_mut().enumerate() {
            form.text(&tr!("Curve {at}"), &mut target.curve);
            for (bone, turn) in target.turns.iter_mut().enumerate() {
                form.angles(&tr!("Turn {at}.{bone}"), turn);
            }
            form.number(
                &tr!("Reach {at}"),
                tr!("× radius"),
                0.01..=100.0,
                &mut target.scale,
            );
            if form.removes(&tr!("Remove target {at}")) {
                removed = Some(at);
            }
        }
        removed
            .into_iter()
            .for_each(|at| _ = self.targets.remove(at));
        if form.adds(tr!("Add target")) {
            let turns = vec![[0.0; 3]; self.bones.len()];
            self.targets.push(DriverTarget {
                curve: "Corrective".into(),
                turns,
                scale: 1.0,
            });
        }
    }

    fn offered(on: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                source: None,
                bones: vec![on.bone.clone()],
                targets: Vec::new(),
                asset: None,
                settings: DriverSettings::default(),
                lod_threshold: -1,
                alpha: whole(),
            },
            "rbf corrective",
        )]
    }
}
