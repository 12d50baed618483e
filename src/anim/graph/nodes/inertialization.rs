//! Jumps of a pose that decay.

use super::{Before, Next, NodeSources, PoseDestination, PoseNode, Visit, is_in};
use crate::{
    Library,
    dead_blending::DeadBlender,
    graph::{
        Graph, GraphParts, GraphState, NodeId,
        data::{
            compiled::NodeStateCounts,
            node::{InertializationNode, SmoothingMethod},
            value::PoseKind,
        },
        run::{evaluate::Draw, outcome::below, walk::Walk},
    },
    mesh_levels::runs_at,
};

impl PoseNode for InertializationNode {
    fn sources<'a>(&self, _: &'a GraphParts) -> NodeSources<'a> {
        NodeSources::One([self.source])
    }

    fn has_tables(&self, parts: &GraphParts) -> bool {
        self.jumps
            .is_none_or(|rules| is_in(rules, &parts.jump_rules))
    }

    fn is_sound(&self, parts: &GraphParts) -> bool {
        let is_method_sound = match self.method {
            SmoothingMethod::DeadBlend { half_life } => half_life.is_finite(),
            SmoothingMethod::Offset => true,
        };
        let are_rules_sound = self
            .jumps
            .is_none_or(|rules| parts.jump_rules[usize::from(rules)].is_sound());
        self.history.is_sound() && are_rules_sound && is_method_sound
    }

    fn gives(&self, _: PoseKind) -> bool {
        true
    }

    fn written(&self) -> PoseDestination {
        PoseDestination::OfSource
    }

    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        Some(&mut counts.inertializers)
    }

    fn initialize(&self, slot: usize, _: &Graph, _: &Library, state: &mut GraphState) {
        state.inertializers[slot] = Default::default();
        state.dead_blends[slot] = Default::default();
        state.root_inertias[slot] = Default::default();
    }

    fn go_on(&self, slot: usize, _: &Graph, state: &mut GraphState, before: Before<'_>) {
        let Before {
            state: old,
            slot: there,
            ..
        } = before;
        std::mem::swap(
            &mut state.inertializers[slot],
            &mut old.inertializers[there],
        );
        std::mem::swap(&mut state.dead_blends[slot], &mut old.dead_blends[there]);
        std::mem::swap(
            &mut state.root_inertias[slot],
            &mut old.root_inertias[there],
        );
    }

    fn update(&self, _: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        below(
            self.source,
            visit.context.received_by(visit.slot as u16),
            (1.0, true),
        )
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let (tick, slot) = (draw.tick, draw.slot());
        let pose = draw.source(self.source);
        let (offset, blend) = (&mut state.inertializers[slot], &mut state.dead_blends[slot]);
        if !runs_at(self.history.lod, tick.lod) {
            offset.reset();
            *blend = DeadBlender::default();
            return;
        }
        if let Some(rules) = self.jumps {
            offset.rule(&tick.graph.parts().jump_rules[usize::from(rules)]);
        }
        // What it remembers must be what was shown.
        tick.keep(pose);
        let mut step = offset.step(state.frame);
        if let Some(moved) = offset.stand(&mut step, &tick.placement, &self.history) {
            offset.reframe(&moved, &tick.skeleton);
            blend.reframe(&moved, &tick.skeleton);
        }
        match self.method {
            SmoothingMethod::Offset => offset.update(&step, pose),
            SmoothingMethod::DeadBlend { half_life } => {
                blend.update(offset.requests(), half_life, &step, pose);
                offset.clear_requests();
                offset.shown(state.frame);
            }
        }
    }

    /// Whether nothing decays: a decay may have moved bones that are not evaluated.
    fn rests_others(&self, slot: usize, state: &GraphState) -> bool {
        match self.method {
            SmoothingMethod::Offset => !state.inertializers[slot].is_active(),
            SmoothingMethod::DeadBlend { .. } => !state.dead_blends[slot].is_active(),
        }
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        walk.link(self.source, at, weight);
    }
}
