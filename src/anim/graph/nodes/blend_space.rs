//! A blend space that plays in time.

use super::{Before, Next, PoseNode, Visit, is_in};
use crate::{
    Library, Name,
    graph::{
        Graph, GraphParts, GraphState, NodeId, SpacePlay, Tick,
        data::{compiled::NodeStateCounts, node::BlendSpaceNode, value::PoseKind},
        run::{
            evaluate::Draw,
            outcome::{ClipMover, UpdateOutcome},
            pace::player_of,
            playing::{Foremost, Players},
            space::SpacePlayer,
            walk::Showing,
        },
    },
    machine::PlayerView,
};

impl BlendSpaceNode {
    pub(in crate::graph) fn play<'a>(&self, graph: &'a Graph) -> &'a SpacePlay {
        &graph.parts().spaces[usize::from(self.space)]
    }
}

impl PoseNode for BlendSpaceNode {
    fn has_tables(&self, parts: &GraphParts) -> bool {
        is_in(self.space, &parts.spaces)
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

    fn put_state(&self, graph: &Graph, state: &mut GraphState) {
        state
            .spaces
            .push(SpacePlayer::starting(self.play(graph).play.start));
    }

    fn initialize(&self, slot: usize, graph: &Graph, _: &Library, state: &mut GraphState) {
        state.spaces[slot].restart(self.play(graph).play.start);
    }

    fn go_on(&self, slot: usize, graph: &Graph, state: &mut GraphState, before: Before<'_>) {
        let super::Node::BlendSpace(known) = before.node else {
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
        let play = self.play(tick.graph);
        let mut player = std::mem::take(&mut state.spaces[slot]);
        state.follow(&mut player, self.space, tick, became_relevant);
        if play.play.group != Name::NONE {
            let record =
                player.record(player_of(at as NodeId), context.weight, play, &tick.library);
            let names = tick
                .graph
                .mirror(context.above.mirror)
                .map(|mirror| mirror.names().clone());
            if let Some(mut record) = record {
                record.names = names;
                state.groups.post(record);
                outcome.will_move(ClipMover::Posted);
            }
        }
        state.spaces[slot] = player;
        if !play.play.is_ignored_by_rules {
            state.matters(at, context, outcome);
        }
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

    fn group(&self, parts: &GraphParts) -> Name {
        parts.spaces[usize::from(self.space)].play.group
    }

    fn player_time(&self, slot: usize, state: &GraphState) -> Option<f64> {
        state.spaces.get(slot).map(|space| space.state.ratio())
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
