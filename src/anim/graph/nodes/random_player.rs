//! Clips one after the other, drawn by lot.

use super::{
    Visit,
    table_player::{TableEntry, TablePlayer},
};
use crate::{
    Library, Pose,
    graph::{
        GraphParts, GraphState, Random, Tick,
        data::{compiled::NodeStateCounts, node::RandomPlayerNode},
        run::{
            outcome::UpdateOutcome, playing::Players, random_state::RandomState, sampling::Mix,
            travelled::ClipOwner, walk::Showing,
        },
    },
    machine::PlayerView,
};

impl TableEntry for Random {
    type Playback = RandomState;

    fn table(parts: &GraphParts) -> &[Self] {
        &parts.randoms
    }

    fn playbacks<'a>(players: &Players<'a>) -> &'a [RandomState] {
        players.randoms
    }

    fn playbacks_mut(state: &mut GraphState) -> &mut Vec<RandomState> {
        &mut state.randoms
    }

    fn count(counts: &mut NodeStateCounts) -> &mut u16 {
        &mut counts.randoms
    }

    fn is_sound(&self) -> bool {
        self.is_sound()
    }

    fn for_each_clip(&self, each: &mut dyn FnMut(u32)) {
        self.entries.iter().for_each(|entry| each(entry.clip));
    }

    fn travel(
        &self,
        playback: &mut RandomState,
        owner: &ClipOwner<'_>,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
    ) {
        playback.travel(self, owner, tick, outcome);
    }

    fn add_to(&self, playback: &RandomState, mix: &mut Mix<'_, '_>, pose: &mut Pose) {
        let library = &mix.sampler.tick.library;
        for (clip, time, weight) in playback.shown(self, library) {
            mix.add(&library.clips[clip as usize], time, weight.into(), pose);
        }
    }

    fn view(&self, playback: &RandomState, library: &Library) -> PlayerView {
        playback.view(self, library)
    }

    fn tell_clips(&self, playback: &RandomState, showing: &mut Showing<'_, '_>) {
        for (clip, time, part) in playback.shown(self, &showing.tick.library) {
            let weight = showing.weight * part;
            showing.told.clip(Some(clip), time, weight);
        }
    }
}

impl TablePlayer for RandomPlayerNode {
    type Entry = Random;

    fn index(&self) -> u16 {
        self.random
    }

    fn restart(&self, _: &Random, playback: &mut RandomState) {
        playback.restart();
    }

    fn read_inputs(&self, random: &Random, state: &mut GraphState, visit: Visit<'_, '_>) {
        state.draw(random, visit);
    }
}
