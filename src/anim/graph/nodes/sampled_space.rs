//! What both nodes of a blend space do with the player of their samples.

use crate::graph::{
    GraphState, SpacePlay, Tick,
    run::{
        contributions::tell_space,
        evaluate::Draw,
        playing::{Foremost, Players},
        walk::Showing,
    },
};

impl SpacePlay {
    pub(super) fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let (tick, kind, slot) = (draw.tick, draw.placed.kind, draw.slot());
        let (scratch, pose) = draw.split();
        state.spaces[slot].pose(self, kind, tick, scratch, pose);
    }

    pub(super) fn foremost<'a>(
        &self,
        slot: usize,
        players: &Players<'a>,
        tick: &Tick<'a>,
    ) -> Option<Foremost<'a>> {
        let (clip, time, travel, looping) =
            players.spaces[slot].heaviest(self, &tick.inputs.library.clips)?;
        Some(Foremost {
            clip,
            time,
            travel,
            looping,
        })
    }

    pub(super) fn tell_clips(&self, showing: &mut Showing<'_, '_>) {
        let Showing {
            state,
            slot,
            bone,
            weight,
            told,
            ..
        } = showing;
        tell_space(&state.spaces[*slot], self, *bone, *weight, told);
    }
}
