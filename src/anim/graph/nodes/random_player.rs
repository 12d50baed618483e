//! Clips one after the other, drawn by lot.

use super::{Before, Next, PoseNode, Visit, is_in};
use crate::{
    Library,
    graph::{
        Graph, GraphParts, GraphState, Random, Tick,
        data::{compiled::NodeStateCounts, node::RandomPlayerNode, value::PoseKind},
        run::{evaluate::Draw, outcome::UpdateOutcome, playing::Players, walk::Showing},
    },
    machine::PlayerView,
};

impl RandomPlayerNode {
    fn random<'a>(&self, graph: &'a Graph) -> &'a Random {
        &graph.parts().randoms[usize::from(self.random)]
    }
}

impl PoseNode for RandomPlayerNode {
    fn has_tables(&self, parts: &GraphParts) -> bool {
        is_in(self.random, &parts.randoms)
    }

    fn is_sound(&self, parts: &GraphParts) -> bool {
        parts.randoms[usize::from(self.random)].is_sound()
    }

    fn for_each_clip(&self, parts: &GraphParts, each: &mut dyn FnMut(u32)) {
        let random = parts.randoms.get(usize::from(self.random));
        random
            .into_iter()
            .flat_map(|random| &random.entries)
            .for_each(|entry| each(entry.clip));
    }

    fn gives(&self, _: PoseKind) -> bool {
        true
    }

    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        Some(&mut counts.randoms)
    }

    fn initialize(&self, slot: usize, _: &Graph, _: &Library, state: &mut GraphState) {
        state.randoms[slot].restart();
    }

    fn go_on(&self, slot: usize, graph: &Graph, state: &mut GraphState, before: Before<'_>) {
        let super::Node::RandomPlayer(known) = before.node else {
            return;
        };
        if known.random(before.graph) == self.random(graph) {
            std::mem::swap(
                &mut state.randoms[slot],
                &mut before.state.randoms[before.slot],
            );
        }
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        state.draw(self.random(visit.tick.graph), visit);
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
        state.travel_random(at, self.random(tick.graph), tick, outcome);
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let (tick, kind, slot) = (draw.tick, draw.placed.kind, draw.slot());
        let random = self.random(tick.graph);
        let (scratch, pose) = draw.split();
        let mut mix = scratch.mix(tick, kind);
        for (entry, time, weight) in state.randoms[slot].shown(random, &tick.library) {
            let clip = &tick.library.clips[random.entries[entry as usize].clip as usize];
            mix.add(clip, time, weight.into(), pose);
        }
        mix.finish_sampling(pose);
    }

    fn view(&self, slot: usize, players: &Players<'_>, tick: &Tick<'_>) -> PlayerView {
        players.randoms[slot].view(self.random(tick.graph), &tick.library)
    }

    fn tell_clips(&self, showing: &mut Showing<'_, '_>) -> bool {
        let random = self.random(showing.tick.graph);
        for (entry, time, part) in
            showing.state.randoms[showing.slot].shown(random, &showing.tick.library)
        {
            showing.told.clip(
                Some(random.entries[entry as usize].clip),
                time,
                showing.weight * part,
            );
        }
        true
    }
}
