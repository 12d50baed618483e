//! Players that are in no group: blend spaces and their likes, which follow inputs and move last, each alone.

use super::{
    GraphState, Node, Tick,
    space::SpacePlayer,
    update::{Context, Outcome},
};

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
        self.spaces[usize::from(placed.state)] = player;
        if !play.is_ignored_by_rules {
            self.matters(at, context.weight, outcome);
        }
    }

    /// A blend space goes after its inputs.
    pub(super) fn follow(&self, player: &mut SpacePlayer, space: u16, tick: &Tick<'_>, became_relevant: bool) {
        let play = &tick.graph.parts().spaces[usize::from(space)];
        let input = play.input.map(|value| self.value(value, tick).unwrap_or(f64::NAN));
        if became_relevant && play.restarts {
            player.restart(play.start);
        }
        player.update(play, input, self.read(play.rate, tick), tick, became_relevant);
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
        player.update(play, input, 0.0, tick, became_relevant);
        player.seek(to, how, play.looping, became_relevant);
    }

    /// What is in no group moves last, each alone.
    pub(super) fn travel(&mut self, tick: &Tick<'_>, outcome: &mut Outcome) {
        for (at, placed) in tick.graph.nodes.iter().enumerate() {
            if !self.is_reached(at) {
                continue;
            }
            let parts = tick.graph.parts();
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
