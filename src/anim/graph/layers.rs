//! Layers over a base: how rotations and scales of the covered bones meet, and what becomes of
//! curves.

#[cfg(test)]
mod tests;

use super::{
    GraphState, NO_NODE, Tick,
    mix::Mixer,
    nodes::{LayeredNode, PoseNode},
};
use crate::{Name, Pose, float::Extreme, pose::blend_masked, transform::WEIGHT_EPSILON};
use serde::{Deserialize, Serialize};

/// What curves of a layer do to those below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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

    fn cover(self, below: &[(Name, f32)], layer: &Pose, weight: f32, out: &mut Pose) {
        out.curves.clear();
        out.curves.extend_from_slice(below);
        if self != CurveRule::UseBase {
            for (name, own) in &layer.curves {
                out.set_curve(*name, self.of(out.curve(*name), *own, weight));
            }
        }
    }
}

/// How layers of a node cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerRule {
    /// Rotations meet in model space: an aiming arm keeps its aim whatever the spine below does.
    pub mesh_rotation: bool,
    /// Scales meet in model space.
    pub mesh_scale: bool,
    pub curves: CurveRule,
}

impl LayerRule {
    pub(super) fn is_in_mesh(&self) -> bool {
        self.mesh_rotation || self.mesh_scale
    }
}

impl GraphState {
    pub(super) fn mix_layers(
        &self,
        node: &LayeredNode,
        tick: &Tick<'_>,
        mixer: &mut Mixer<'_>,
        pose: &mut Pose,
    ) {
        let LayeredNode {
            layer: first, rule, ..
        } = *node;
        let sources = node.sources(tick.graph.parts());
        let Some((base, layers)) = sources.as_slice().split_first() else {
            return;
        };
        self.copy(*base, tick, mixer, pose);
        let mut sum = 1.0;
        for (nth, link) in layers.iter().enumerate() {
            let nth = usize::from(first) + nth;
            let (weight, mask) = (self.layers[nth], &tick.graph.parts().layers[nth].mask);
            if weight <= WEIGHT_EPSILON || *link == NO_NODE || !self.is_reached((*link).into()) {
                continue;
            }
            let Mixer {
                poses, mixed, mesh, ..
            } = mixer;
            let layer = &poses[usize::from(tick.graph.nodes[usize::from(*link)].buffer)];
            if rule.mesh_rotation {
                mesh.blend(&tick.skeleton, pose, layer, weight, mask, mixed)
            } else {
                blend_masked(pose, layer, weight, mask, mixed)
            }
            if rule.mesh_scale {
                mesh.blend_scales(&tick.skeleton, pose, layer, weight, mask, mixed);
            }
            rule.curves.cover(&pose.curves, layer, weight, mixed);
            sum += weight;
            std::mem::swap(pose, mixed);
        }
        if rule.curves == CurveRule::Normalise {
            pose.curves.iter_mut().for_each(|(_, value)| *value /= sum);
        }
    }
}
