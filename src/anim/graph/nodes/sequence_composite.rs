//! Clips one after the other, in their order.

use super::{Before, Next, PoseNode, Visit, is_in};
use crate::{
    Library,
    graph::{
        Composite, Graph, GraphParts, GraphState, Tick,
        data::{compiled::NodeStateCounts, node::SequenceCompositeNode, value::PoseKind},
        run::{evaluate::Draw, outcome::UpdateOutcome, playing::Players, walk::Showing},
    },
    machine::PlayerView,
};

impl SequenceCompositeNode {
    fn composite<'a>(&self, graph: &'a Graph) -> &'a Composite {
        &graph.parts().composites[usize::from(self.composite)]
    }
}

impl PoseNode for SequenceCompositeNode {
    fn has_tables(&self, parts: &GraphParts) -> bool {
        is_in(self.composite, &parts.composites)
    }

    fn is_sound(&self, parts: &GraphParts) -> bool {
        parts.composites[usize::from(self.composite)].is_sound()
    }

    fn for_each_clip(&self, parts: &GraphParts, each: &mut dyn FnMut(u32)) {
        let composite = parts.composites.get(usize::from(self.composite));
        composite
            .into_iter()
            .flat_map(|it| &it.segments)
            .for_each(|segment| each(segment.clip));
    }

    fn gives(&self, _: PoseKind) -> bool {
        true
    }

    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        Some(&mut counts.composites)
    }

    fn initialize(&self, slot: usize, _: &Graph, _: &Library, state: &mut GraphState) {
        state.composites[slot] = Default::default();
    }

    fn go_on(&self, slot: usize, graph: &Graph, state: &mut GraphState, before: Before<'_>) {
        let super::Node::SequenceComposite(known) = before.node else {
            return;
        };
        if known.composite(before.graph) == self.composite(graph) {
            std::mem::swap(
                &mut state.composites[slot],
                &mut before.state.composites[before.slot],
            );
        }
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        state.compose(self.composite(visit.tick.graph), visit);
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
        state.travel_composite(at, self.composite(tick.graph), tick, outcome);
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let (tick, kind, slot) = (draw.tick, draw.placed.kind, draw.slot());
        let (scratch, pose) = draw.split();
        let mut mix = scratch.mix(tick, kind);
        if let Some((clip, time)) = state.composites[slot].shown(self.composite(tick.graph)) {
            mix.add(&tick.library.clips[clip as usize], time, 1.0, pose);
        }
        mix.finish_sampling(pose);
    }

    fn view(&self, slot: usize, players: &Players<'_>, tick: &Tick<'_>) -> PlayerView {
        players.composites[slot].view(self.composite(tick.graph))
    }

    fn tell_clips(&self, showing: &mut Showing<'_, '_>) -> bool {
        match showing.state.composites[showing.slot].shown(self.composite(showing.tick.graph)) {
            Some((clip, time)) => showing.told.clip(Some(clip), time, showing.weight),
            None => showing.told.nothing(showing.weight),
        }
        true
    }
}
