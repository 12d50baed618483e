//! How layers cover what is below them.

#[cfg(test)]
mod tests;

use crate::{Name, Pose, float::Extreme};
use serde::{Deserialize, Serialize};

/// Rules by which the curves of a layer combine with the curves below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CurveRule {
    /// A layer's curves cover, by its weight; what it lacks stays.
    #[default]
    Override,
    /// The larger one stays: of what is below, and of the layer's curve times its weight.
    Max,
    /// The mean of all by weight; the base counts 1.
    Normalise,
    /// The base, and each layer's times its weight on top.
    ByWeight,
    UseBase,
}

impl CurveRule {
    /// All rules, in the order of their declaration.
    pub const ALL: [CurveRule; 5] = [
        CurveRule::Override,
        CurveRule::Max,
        CurveRule::Normalise,
        CurveRule::ByWeight,
        CurveRule::UseBase,
    ];

    fn of(self, below: Option<f32>, own: f32, weight: f32) -> f32 {
        let part = own * weight;
        match self {
            CurveRule::Override => below.unwrap_or(0.0) * (1.0 - weight) + part,
            CurveRule::Max => below.map_or(part, |below| below.higher(part)),
            CurveRule::Normalise | CurveRule::ByWeight => below.unwrap_or(0.0) + part,
            CurveRule::UseBase => below.unwrap_or(0.0),
        }
    }

    pub(in crate::graph) fn cover(
        self,
        below: &[(Name, f32)],
        layer: &Pose,
        weight: f32,
        out: &mut Pose,
    ) {
        out.curves.clear();
        out.curves.extend_from_slice(below);
        if self != CurveRule::UseBase {
            for (name, own) in &layer.curves {
                out.set_curve(*name, self.of(out.curve(*name), *own, weight));
            }
        }
    }
}

/// Rules by which the layers of a node cover the pose below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LayerRule {
    /// Rotations meet in model space: an aiming arm keeps its aim whatever the spine below does.
    pub mesh_rotation: bool,
    /// Scales meet in model space.
    pub mesh_scale: bool,
    /// Rule by which curves of the layers combine with the curves below.
    pub curves: CurveRule,
}

impl LayerRule {
    pub(in crate::graph) fn is_in_mesh(&self) -> bool {
        self.mesh_rotation || self.mesh_scale
    }
}
