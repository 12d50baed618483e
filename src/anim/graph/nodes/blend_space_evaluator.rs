//! A blend space at a time that is told.

use super::{Visit, is_in, table_player::TablePlayer};
use crate::graph::{
    GraphParts, GraphState, SpacePlay, data::node::BlendSpaceEvaluatorNode, run::space::SpacePlayer,
};

impl TablePlayer for BlendSpaceEvaluatorNode {
    type Entry = SpacePlay;

    fn index(&self) -> u16 {
        self.space
    }

    fn has_other_tables(&self, parts: &GraphParts) -> bool {
        is_in(self.evaluator, &parts.evaluators)
    }

    fn restart(&self, _: &SpacePlay, playback: &mut SpacePlayer) {
        playback.restart(0.0);
    }

    fn read_inputs(&self, play: &SpacePlay, state: &mut GraphState, visit: Visit<'_, '_>) {
        let Visit {
            at,
            slot,
            context,
            became_relevant,
            tick,
            outcome,
        } = visit;
        let how = &tick.graph.parts().evaluators[usize::from(self.evaluator)];
        let input = play
            .input
            .map(|value| state.value(value, tick).unwrap_or(f64::NAN));
        let to = state.value(how.time, tick).unwrap_or(f64::NAN);
        let player = &mut state.spaces[slot];
        // Its clips go where they are told, whatever their markers say.
        player.update(play, (input, 0.0), tick, became_relevant, false);
        player.seek(to, how, play.looping, became_relevant);
        state.matters(at, context, outcome);
    }
}
