//! A blend space that plays in time.

use super::{Visit, table_player::TablePlayer};
use crate::{
    Name,
    graph::{
        GraphState, NodeId, SpacePlay,
        data::node::BlendSpaceNode,
        run::{outcome::ClipMover, pace::player_of, space::SpacePlayer},
    },
};

impl TablePlayer for BlendSpaceNode {
    type Entry = SpacePlay;

    fn index(&self) -> u16 {
        self.space
    }

    fn restart(&self, play: &SpacePlay, playback: &mut SpacePlayer) {
        playback.restart(play.play.start);
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
    }

    fn group(&self, play: &SpacePlay) -> Name {
        play.play.group
    }

    fn player_time(&self, playback: &SpacePlayer) -> Option<f64> {
        Some(playback.state.ratio())
    }
}
