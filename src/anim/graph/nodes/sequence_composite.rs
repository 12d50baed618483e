//! Clips one after the other, in their order.

use super::{
    Visit,
    table_player::{TableEntry, TablePlayer},
};
use crate::{
    Library, Pose,
    graph::{
        Composite, GraphParts, GraphState, Tick,
        data::{compiled::NodeStateCounts, composite::CompositeState, node::SequenceCompositeNode},
        run::{
            outcome::UpdateOutcome, playing::Players, sampling::Mix, travelled::ClipOwner,
            walk::Showing,
        },
    },
    machine::PlayerView,
};

impl TableEntry for Composite {
    type Playback = CompositeState;

    fn table(parts: &GraphParts) -> &[Self] {
        &parts.composites
    }

    fn playbacks<'a>(players: &Players<'a>) -> &'a [CompositeState] {
        players.composites
    }

    fn playbacks_mut(state: &mut GraphState) -> &mut Vec<CompositeState> {
        &mut state.composites
    }

    fn count(counts: &mut NodeStateCounts) -> &mut u16 {
        &mut counts.composites
    }

    fn is_sound(&self) -> bool {
        self.is_sound()
    }

    fn for_each_clip(&self, each: &mut dyn FnMut(u32)) {
        self.segments.iter().for_each(|segment| each(segment.clip));
    }

    fn travel(
        &self,
        playback: &mut CompositeState,
        owner: &ClipOwner<'_>,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
    ) {
        playback.travel(self, owner, tick, outcome);
    }

    fn add_to(&self, playback: &CompositeState, mix: &mut Mix<'_, '_>, pose: &mut Pose) {
        if let Some((clip, time)) = playback.shown(self) {
            let clip = &mix.sampler.tick.library.clips[clip as usize];
            mix.add(clip, time, 1.0, pose);
        }
    }

    fn view(&self, playback: &CompositeState, _: &Library) -> PlayerView {
        playback.view(self)
    }

    fn tell_clips(&self, playback: &CompositeState, showing: &mut Showing<'_, '_>) {
        match playback.shown(self) {
            Some((clip, time)) => showing.told.clip(Some(clip), time, showing.weight),
            None => showing.told.nothing(showing.weight),
        }
    }
}

impl TablePlayer for SequenceCompositeNode {
    type Entry = Composite;

    fn index(&self) -> u16 {
        self.composite
    }

    fn restart(&self, _: &Composite, playback: &mut CompositeState) {
        *playback = CompositeState::default();
    }

    fn read_inputs(&self, composite: &Composite, state: &mut GraphState, visit: Visit<'_, '_>) {
        state.compose(composite, visit);
    }
}
