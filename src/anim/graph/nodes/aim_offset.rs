//! A pose turned towards something.

use super::{Before, Next, NodeSources, PoseDestination, PoseNode, Visit, is_in};
use crate::{
    Library,
    additive::AdditiveKind,
    graph::{
        AimOffset, Graph, GraphParts, GraphState, NO_NODE, NodeId, SpacePlay, Tick,
        data::{compiled::NodeStateCounts, node::AimOffsetNode, value::PoseKind},
        run::{
            contributions::tell_space,
            evaluate::Draw,
            outcome::UpdateOutcome,
            sampling::rest,
            walk::{Showing, Walk},
        },
    },
    transform::WEIGHT_EPSILON,
};

impl AimOffsetNode {
    fn aim<'a>(&self, graph: &'a Graph) -> &'a AimOffset {
        &graph.parts().aims[usize::from(self.aim)]
    }

    fn play<'a>(&self, graph: &'a Graph) -> &'a SpacePlay {
        &graph.parts().spaces[usize::from(self.aim(graph).space)]
    }
}

impl PoseNode for AimOffsetNode {
    fn sources<'a>(&self, _: &'a GraphParts) -> NodeSources<'a> {
        NodeSources::One([self.source])
    }

    fn has_tables(&self, parts: &GraphParts) -> bool {
        let aim = parts.aims.get(usize::from(self.aim));
        aim.is_some_and(|aim| is_in(aim.space, &parts.spaces) && is_in(aim.alpha, &parts.alphas))
    }

    fn for_each_clip(&self, parts: &GraphParts, each: &mut dyn FnMut(u32)) {
        if let Some(aim) = parts.aims.get(usize::from(self.aim)) {
            parts.for_each_sample(aim.space, each);
        }
    }

    fn kind_of_clips(&self, _: PoseKind) -> PoseKind {
        Some(AdditiveKind::Mesh)
    }

    fn written(&self) -> PoseDestination {
        PoseDestination::OfSource
    }

    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        Some(&mut counts.aims)
    }

    fn initialize(&self, slot: usize, graph: &Graph, _: &Library, state: &mut GraphState) {
        state.aims[slot] = Default::default();
        state.aims[slot].space.restart(self.play(graph).play.start);
    }

    fn go_on(&self, slot: usize, graph: &Graph, state: &mut GraphState, before: Before<'_>) {
        let super::Node::AimOffset(known) = before.node else {
            return;
        };
        std::mem::swap(&mut state.aims[slot], &mut before.state.aims[before.slot]);
        let mut space = std::mem::take(&mut state.aims[slot].space);
        state.aims[slot].space.go_on(
            &mut space,
            &known.play(before.graph).space,
            &self.play(graph).space,
        );
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        let Visit {
            slot,
            context,
            became_relevant,
            tick,
            outcome,
            ..
        } = visit;
        state.child(self.source, context, (1.0, true), tick, outcome);
        state.aim(slot, self.aim(tick.graph), tick, became_relevant);
        None
    }

    fn travels(&self) -> bool {
        true
    }

    fn travel(
        &self,
        at: usize,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
        state: &mut GraphState,
    ) {
        state.travel_aim(at, self.aim(tick.graph), tick, outcome);
    }

    /// The buffer is that of the source, where there is one.
    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let (tick, slot) = (draw.tick, draw.slot());
        let (scratch, pose) = draw.split();
        if self.source == NO_NODE {
            rest(None, tick, pose);
        }
        state.aims[slot].turn(self.aim(tick.graph), tick, scratch, pose);
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        walk.link(self.source, at, weight);
        walk.tells_on_top(at, weight);
    }

    fn tell_clips(&self, showing: &mut Showing<'_, '_>) -> bool {
        let Showing {
            state,
            slot,
            tick,
            bone,
            weight,
            told,
        } = showing;
        let own = &state.aims[*slot];
        if own.weight <= WEIGHT_EPSILON {
            return false;
        }
        told.is_additive = true;
        match self.aim(tick.graph).look {
            None => tell_space(
                &own.space,
                self.play(tick.graph),
                *bone,
                *weight * own.weight,
                told,
            ),
            // Which of its clips depends on the pose that it turns.
            Some(_) => told.clip(None, 0.0, *weight * own.weight),
        }
        true
    }
}
