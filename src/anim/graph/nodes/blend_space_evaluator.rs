//! A blend space at a time that is told.

use super::{Before, Next, PoseNode, Visit, is_in};
use crate::{
    Library,
    graph::{
        ExplicitTime, Graph, GraphParts, GraphState, SpacePlay, Tick,
        data::{compiled::NodeStateCounts, node::BlendSpaceEvaluatorNode, value::PoseKind},
        run::{
            evaluate::Draw,
            outcome::UpdateOutcome,
            playing::{Foremost, Players},
            space::SpacePlayer,
            walk::Showing,
        },
    },
    machine::PlayerView,
};

impl BlendSpaceEvaluatorNode {
    fn play<'a>(&self, graph: &'a Graph) -> &'a SpacePlay {
        &graph.parts().spaces[usize::from(self.space)]
    }

    fn evaluator<'a>(&self, graph: &'a Graph) -> &'a ExplicitTime {
        &graph.parts().evaluators[usize::from(self.evaluator)]
    }
}

impl PoseNode for BlendSpaceEvaluatorNode {
    fn has_tables(&self, parts: &GraphParts) -> bool {
        is_in(self.space, &parts.spaces) && is_in(self.evaluator, &parts.evaluators)
    }

    fn for_each_clip(&self, parts: &GraphParts, each: &mut dyn FnMut(u32)) {
        parts.for_each_sample(self.space, each);
    }

    fn gives(&self, _: PoseKind) -> bool {
        true
    }

    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        Some(&mut counts.spaces)
    }

    fn put_state(&self, _: &Graph, state: &mut GraphState) {
        state.spaces.push(SpacePlayer::default());
    }

    fn initialize(&self, slot: usize, _: &Graph, _: &Library, state: &mut GraphState) {
        state.spaces[slot].restart(0.0);
    }

    fn go_on(&self, slot: usize, graph: &Graph, state: &mut GraphState, before: Before<'_>) {
        let super::Node::BlendSpaceEvaluator(known) = before.node else {
            return;
        };
        let (from, to) = (&known.play(before.graph).space, &self.play(graph).space);
        state.spaces[slot].go_on(&mut before.state.spaces[before.slot], from, to);
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        let Visit {
            at,
            slot,
            context,
            became_relevant,
            tick,
            outcome,
        } = visit;
        let (play, how) = (self.play(tick.graph), self.evaluator(tick.graph));
        let input = play
            .input
            .map(|value| state.value(value, tick).unwrap_or(f64::NAN));
        let to = state.value(how.time, tick).unwrap_or(f64::NAN);
        let player = &mut state.spaces[slot];
        // Its clips go where they are told, whatever their markers say.
        player.update(play, (input, 0.0), tick, became_relevant, false);
        player.seek(to, how, play.looping, became_relevant);
        state.matters(at, context, outcome);
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
        state.travel_space(at, self.play(tick.graph), tick, outcome);
    }

    fn evaluate(&self, state: &mut GraphState, draw: Draw<'_, '_>) {
        self.play(draw.tick.graph).evaluate(state, draw);
    }

    fn foremost<'a>(
        &self,
        slot: usize,
        players: &Players<'a>,
        tick: &Tick<'a>,
    ) -> Option<Foremost<'a>> {
        self.play(tick.graph).foremost(slot, players, tick)
    }

    fn view(&self, slot: usize, players: &Players<'_>, _: &Tick<'_>) -> PlayerView {
        players.spaces[slot].view()
    }

    fn tell_clips(&self, showing: &mut Showing<'_, '_>) -> bool {
        self.play(showing.tick.graph).tell_clips(showing);
        true
    }
}
