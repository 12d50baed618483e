//! Players whose clips stand in a table of the graph: what all of them do, once. An entry of a
//! table says how its clips go, and a node which entry it plays.

use super::{Before, Next, Node, PoseNode, Visit, is_in};
use crate::{
    Library, Name,
    graph::{
        Graph, GraphParts, GraphState, Tick,
        data::{compiled::NodeStateCounts, value::PoseKind},
        run::{
            evaluate::Draw,
            outcome::UpdateOutcome,
            playing::{Foremost, Players},
            sampling::Mix,
            travelled::ClipOwner,
            walk::Showing,
        },
    },
    machine::PlayerView,
    pose::Pose,
};

/// Entry of a player in a table of the graph.
pub(super) trait TableEntry: PartialEq + Sized + 'static {
    /// State that an instance keeps of a player.
    type Playback: Default + 'static;

    fn table(parts: &GraphParts) -> &[Self];

    fn playbacks<'a>(players: &Players<'a>) -> &'a [Self::Playback];

    fn playbacks_mut(state: &mut GraphState) -> &mut Vec<Self::Playback>;

    fn count(counts: &mut NodeStateCounts) -> &mut u16;

    /// Whether it can be played.
    fn is_sound(&self) -> bool {
        true
    }

    /// Calls with every clip, as an index in the library.
    fn for_each_clip(&self, each: &mut dyn FnMut(u32));

    /// Takes over what was kept of a player before an edit, where that still means the same.
    fn go_on(&self, own: &mut Self::Playback, known: &Self, before: &mut Self::Playback) {
        if known == self {
            std::mem::swap(own, before);
        }
    }

    /// Advances the player in time, and reports what its clips passed.
    fn travel(
        &self,
        playback: &mut Self::Playback,
        owner: &ClipOwner<'_>,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
    );

    /// Adds its clips by their weights, each where it stands.
    fn add_to(&self, playback: &Self::Playback, mix: &mut Mix<'_, '_>, pose: &mut Pose);

    /// The clip with the most weight, where rules may ask about it.
    fn foremost<'a>(&self, playback: &Self::Playback, tick: &Tick<'a>) -> Option<Foremost<'a>> {
        let _ = (playback, tick);
        None
    }

    /// State of the player that rules may query.
    fn view(&self, playback: &Self::Playback, library: &Library) -> PlayerView;

    fn tell_clips(&self, playback: &Self::Playback, showing: &mut Showing<'_, '_>);
}

/// A node that plays an entry of a table.
pub(super) trait TablePlayer {
    type Entry: TableEntry;

    /// The index of the entry.
    fn index(&self) -> u16;

    /// Whether what it points to beside its entry is there.
    fn has_other_tables(&self, parts: &GraphParts) -> bool {
        let _ = parts;
        true
    }

    /// Resets the playback as if the player had never run.
    fn restart(&self, entry: &Self::Entry, playback: &mut PlaybackOf<Self>);

    /// Reads its numbers.
    fn read_inputs(&self, entry: &Self::Entry, state: &mut GraphState, visit: Visit<'_, '_>);

    /// The sync group; none of a player that plays on its own.
    fn group(&self, entry: &Self::Entry) -> Name {
        let _ = entry;
        Name::NONE
    }

    /// Time of the player, as in [`PoseNode::player_time`].
    fn player_time(&self, playback: &PlaybackOf<Self>) -> Option<f64> {
        let _ = playback;
        None
    }
}

pub(super) type PlaybackOf<T> = <<T as TablePlayer>::Entry as TableEntry>::Playback;

fn entry<'a, T: TablePlayer>(player: &T, graph: &'a Graph) -> &'a T::Entry {
    &T::Entry::table(graph.parts())[usize::from(player.index())]
}

impl<T: TablePlayer> PoseNode for T
where
    for<'a> &'a T: TryFrom<&'a Node>,
{
    fn has_tables(&self, parts: &GraphParts) -> bool {
        is_in(self.index(), T::Entry::table(parts)) && self.has_other_tables(parts)
    }

    fn is_sound(&self, parts: &GraphParts) -> bool {
        T::Entry::table(parts)[usize::from(self.index())].is_sound()
    }

    fn for_each_clip(&self, parts: &GraphParts, each: &mut dyn FnMut(u32)) {
        if let Some(entry) = T::Entry::table(parts).get(usize::from(self.index())) {
            entry.for_each_clip(each);
        }
    }

    fn gives(&self, _: PoseKind) -> bool {
        true
    }

    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        Some(T::Entry::count(counts))
    }

    fn put_state(&self, graph: &Graph, state: &mut GraphState) {
        let mut playback = PlaybackOf::<T>::default();
        self.restart(entry(self, graph), &mut playback);
        T::Entry::playbacks_mut(state).push(playback);
    }

    fn initialize(&self, slot: usize, graph: &Graph, _: &Library, state: &mut GraphState) {
        let playback = &mut T::Entry::playbacks_mut(state)[slot];
        self.restart(entry(self, graph), playback);
    }

    fn go_on(&self, slot: usize, graph: &Graph, state: &mut GraphState, before: Before<'_>) {
        let Ok(known) = <&T>::try_from(before.node) else {
            return;
        };
        entry(self, graph).go_on(
            &mut T::Entry::playbacks_mut(state)[slot],
            entry(known, before.graph),
            &mut T::Entry::playbacks_mut(before.state)[before.slot],
        );
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        self.read_inputs(entry(self, visit.tick.graph), state, visit);
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
        let owner = state.owner(at, tick);
        let playback = &mut T::Entry::playbacks_mut(state)[tick.graph.slot(at)];
        entry(self, tick.graph).travel(playback, &owner, tick, outcome);
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let (tick, kind) = (draw.tick, draw.placed.kind);
        let playback = &T::Entry::playbacks_mut(state)[draw.slot()];
        let (scratch, pose) = draw.split();
        let mut mix = scratch.mix(tick, kind);
        entry(self, tick.graph).add_to(playback, &mut mix, pose);
        mix.finish_sampling(pose);
    }

    fn group(&self, parts: &GraphParts) -> Name {
        let entry = &T::Entry::table(parts)[usize::from(self.index())];
        TablePlayer::group(self, entry)
    }

    fn player_time(&self, slot: usize, state: &GraphState) -> Option<f64> {
        let playback = T::Entry::playbacks(&state.players()).get(slot)?;
        TablePlayer::player_time(self, playback)
    }

    fn foremost<'a>(
        &self,
        slot: usize,
        players: &Players<'a>,
        tick: &Tick<'a>,
    ) -> Option<Foremost<'a>> {
        entry(self, tick.graph).foremost(&T::Entry::playbacks(players)[slot], tick)
    }

    fn view(&self, slot: usize, players: &Players<'_>, tick: &Tick<'_>) -> PlayerView {
        entry(self, tick.graph).view(&T::Entry::playbacks(players)[slot], &tick.library)
    }

    fn tell_clips(&self, showing: &mut Showing<'_, '_>) -> bool {
        let playback = &T::Entry::playbacks(&showing.state.players())[showing.slot];
        entry(self, showing.tick.graph).tell_clips(playback, showing);
        true
    }
}
