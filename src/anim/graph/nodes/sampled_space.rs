//! What a blend space says of the players of its samples, whether they play in time or are told
//! theirs.

use super::table_player::TableEntry;
use crate::{
    Library, Pose,
    graph::{
        GraphParts, GraphState, SpacePlay, Tick,
        data::compiled::NodeStateCounts,
        run::{
            contributions::tell_space,
            outcome::UpdateOutcome,
            playing::{Foremost, Players},
            sampling::Mix,
            space::SpacePlayer,
            travelled::ClipOwner,
            walk::Showing,
        },
    },
    machine::PlayerView,
};

impl TableEntry for SpacePlay {
    type Playback = SpacePlayer;

    fn table(parts: &GraphParts) -> &[Self] {
        &parts.spaces
    }

    fn playbacks<'a>(players: &Players<'a>) -> &'a [SpacePlayer] {
        players.spaces
    }

    fn playbacks_mut(state: &mut GraphState) -> &mut Vec<SpacePlayer> {
        &mut state.spaces
    }

    fn count(counts: &mut NodeStateCounts) -> &mut u16 {
        &mut counts.spaces
    }

    fn for_each_clip(&self, each: &mut dyn FnMut(u32)) {
        let samples = self.space.samples().iter();
        samples.for_each(|sample| each(sample.clip));
    }

    fn go_on(&self, own: &mut SpacePlayer, known: &Self, before: &mut SpacePlayer) {
        own.go_on(before, &known.space, &self.space);
    }

    fn travel(
        &self,
        playback: &mut SpacePlayer,
        owner: &ClipOwner<'_>,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
    ) {
        playback.travel(self, owner, tick, outcome);
    }

    fn add_to(&self, playback: &SpacePlayer, mix: &mut Mix<'_, '_>, pose: &mut Pose) {
        playback.add_to(mix, self, pose);
    }

    fn foremost<'a>(&self, playback: &SpacePlayer, tick: &Tick<'a>) -> Option<Foremost<'a>> {
        playback.heaviest(self, &tick.inputs.library.clips)
    }

    fn view(&self, playback: &SpacePlayer, _: &Library) -> PlayerView {
        playback.view()
    }

    fn tell_clips(&self, playback: &SpacePlayer, showing: &mut Showing<'_, '_>) {
        let Showing {
            bone, weight, told, ..
        } = showing;
        tell_space(playback, self, *bone, *weight, told);
    }
}
