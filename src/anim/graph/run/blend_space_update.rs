//! Blend spaces and other players that follow inputs. Those that no group moves move last, each
//! alone.

use super::{
    outcome::UpdateOutcome, pace::rate, space::SpacePlayer, state::GraphState, tick::Tick,
};
use crate::graph::data::node::Node;

impl GraphState {
    /// A blend space goes after its inputs.
    pub(in crate::graph) fn follow(
        &self,
        player: &mut SpacePlayer,
        space: u16,
        tick: &Tick<'_>,
        became_relevant: bool,
    ) {
        let play = &tick.graph.parts().spaces[usize::from(space)];
        let input = play
            .input
            .map(|value| self.value(value, tick).unwrap_or(f64::NAN));
        if became_relevant && play.play.restarts {
            player.restart(play.play.start);
        }
        let goal = rate(&play.play, self.read(play.play.rate, tick));
        let rate = player.following(became_relevant, tick.dt).at(
            self.frame,
            goal,
            play.play.interpolation,
        );
        player.update(play, (input, rate), tick, became_relevant, true);
    }

    /// A blend space has been moved by its group: its clips go along.
    pub(super) fn carry_space(
        &mut self,
        at: usize,
        record: usize,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
    ) {
        let Node::BlendSpace(node) = tick.graph.nodes[at].node else {
            return;
        };
        let play = &tick.graph.parts().spaces[usize::from(node.space)];
        let state = tick.graph.slot(at);
        let record = &self.groups.records()[record];
        self.spaces[state].carry(record, play, &tick.library.clips);
        self.spaces[state].tell(play, &self.owner(at, tick), tick, outcome);
    }

    /// Advances nodes that no group has moved, last and each alone.
    pub(super) fn travel(&mut self, tick: &Tick<'_>, outcome: &mut UpdateOutcome) {
        for at in tick.graph.travellers.iter().map(|at| usize::from(*at)) {
            if !self.is_reached(at) {
                continue;
            }
            tick.graph.nodes[at]
                .node
                .as_kind()
                .travel(at, tick, outcome, self);
        }
    }
}
