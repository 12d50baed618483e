//! Layers over a base: how rotations and scales of the covered bones meet, and what becomes of
//! curves.

use super::{mix::Mixer, state::GraphState, tick::Tick};
use crate::{
    Pose,
    graph::{
        data::{layer_rule::CurveRule, node::LayeredNode, value::NO_NODE},
        nodes::PoseNode,
    },
    pose::blend_masked,
    transform::WEIGHT_EPSILON,
};

impl GraphState {
    pub(in crate::graph) fn mix_layers(
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
