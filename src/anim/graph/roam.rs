//! Blend spaces and other players that follow inputs. Those that no group moves move last, each alone.

use super::{
    GraphState, Node, NodeId, Tick,
    space::{SpacePlayer, player_of},
    update::{Context, Mover, Outcome, rate},
};
use crate::Name;

impl GraphState {
    pub(super) fn roam(
        &mut self,
        at: usize,
        context: Context,
        tick: &Tick<'_>,
        outcome: &mut Outcome,
        became_relevant: bool,
    ) {
        let placed = tick.graph.nodes[at];
        let Node::BlendSpace { space } = placed.node else { return };
        let play = &tick.graph.parts().spaces[usize::from(space)];
        let mut player = std::mem::take(&mut self.spaces[usize::from(placed.state)]);
        self.follow(&mut player, space, tick, became_relevant);
        if play.play.group != Name::NONE {
            let record = player.record(player_of(at as NodeId), context.weight, play, tick.library);
            let names = tick.graph.mirror(context.above.mirror).map(|mirror| mirror.names().clone());
            if let Some(mut record) = record {
                record.names = names;
                self.groups.post(record);
                outcome.will_move(Mover::Posted);
            }
        }
        self.spaces[usize::from(placed.state)] = player;
        if !play.play.is_ignored_by_rules {
            self.matters(at, context, outcome);
        }
    }

    /// A blend space goes after its inputs.
    pub(super) fn follow(&self, player: &mut SpacePlayer, space: u16, tick: &Tick<'_>, became_relevant: bool) {
        let play = &tick.graph.parts().spaces[usize::from(space)];
        let input = play.input.map(|value| self.value(value, tick).unwrap_or(f64::NAN));
        if became_relevant && play.play.restarts {
            player.restart(play.play.start);
        }
        let goal = rate(&play.play, self.read(play.play.rate, tick));
        let rate = player.following(became_relevant, tick.dt).at(self.frame, goal, play.play.interpolation);
        player.update(play, (input, rate), tick, became_relevant, true);
    }

    pub(super) fn roam_to(
        &mut self,
        at: usize,
        (space, evaluator): (u16, u16),
        tick: &Tick<'_>,
        became_relevant: bool,
    ) {
        let parts = tick.graph.parts();
        let (play, how) = (&parts.spaces[usize::from(space)], &parts.evaluators[usize::from(evaluator)]);
        let input = play.input.map(|value| self.value(value, tick).unwrap_or(f64::NAN));
        let to = self.value(how.time, tick).unwrap_or(f64::NAN);
        let player = &mut self.spaces[usize::from(tick.graph.nodes[at].state)];
        // Its clips go where they are told, whatever their markers say.
        player.update(play, (input, 0.0), tick, became_relevant, false);
        player.seek(to, how, play.looping, became_relevant);
    }

    /// A blend space has been moved by its group: its clips go along.
    pub(super) fn carry_space(&mut self, at: usize, record: usize, tick: &Tick<'_>, outcome: &mut Outcome) {
        let Node::BlendSpace { space } = tick.graph.nodes[at].node else { return };
        let (play, state) = (&tick.graph.parts().spaces[usize::from(space)], usize::from(tick.graph.nodes[at].state));
        let record = &self.groups.records()[record];
        self.spaces[state].carry(record, play, &tick.library.clips);
        self.spaces[state].tell(play, &self.teller(at, tick), tick, outcome);
    }

    /// What no group has moved moves last, each alone.
    pub(super) fn travel(&mut self, tick: &Tick<'_>, outcome: &mut Outcome) {
        for at in tick.graph.travellers.iter().map(|at| usize::from(*at)) {
            if !self.is_reached(at) {
                continue;
            }
            let (placed, parts) = (&tick.graph.nodes[at], tick.graph.parts());
            match placed.node {
                Node::BlendSpace { space } | Node::BlendSpaceEvaluator { space, .. } => {
                    let teller = self.teller(at, tick);
                    let play = &parts.spaces[usize::from(space)];
                    self.spaces[usize::from(placed.state)].travel(play, &teller, tick, outcome);
                }
                Node::SequenceEvaluator { .. } => self.tell_seek(at, tick, outcome),
                Node::AimOffset { aim, .. } => self.travel_aim(at, &parts.aims[usize::from(aim)], tick, outcome),
                Node::RandomPlayer { random } => {
                    self.travel_random(at, &parts.randoms[usize::from(random)], tick, outcome);
                }
                Node::SequenceComposite { composite } => {
                    self.travel_composite(at, &parts.composites[usize::from(composite)], tick, outcome);
                }
                _ => {}
            }
        }
    }
}
