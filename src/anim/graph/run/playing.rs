//! What rules may ask about: players of every kind.

use super::{player::ClipPlayer, random_state::RandomState, space::SpacePlayer, tick::Tick};
use crate::{
    Clip, Name,
    graph::data::{composite::CompositeState, explicit_time::Seek},
    machine::PlayerView,
    sync::Travel,
};

#[derive(Clone, Copy)]
pub(in crate::graph) struct Players<'a> {
    pub(in crate::graph) players: &'a [ClipPlayer],
    pub(in crate::graph) spaces: &'a [SpacePlayer],
    pub(in crate::graph) seeks: &'a [Seek],
    pub(in crate::graph) randoms: &'a [RandomState],
    pub(in crate::graph) composites: &'a [CompositeState],
}

/// The clip of a player that rules ask about, and how it came to where it is in the last tick.
pub(in crate::graph) struct Foremost<'a> {
    pub(in crate::graph) clip: &'a Clip,
    /// Time in the clip, seconds.
    pub(in crate::graph) time: f64,
    pub(in crate::graph) travel: Travel,
    pub(in crate::graph) looping: bool,
}

impl Players<'_> {
    pub(super) fn view(&self, node: u32, tick: &Tick<'_>) -> PlayerView {
        let placed = &tick.graph.nodes[node as usize];
        placed.node.as_kind().view(placed.state.into(), self, tick)
    }
}

impl Foremost<'_> {
    pub(super) fn has_passed(&self, marker: Name) -> bool {
        let times = || {
            self.clip
                .markers
                .iter()
                .filter(|known| known.name == marker)
                .map(|known| known.time)
        };
        let mut is_passed = false;
        self.travel
            .ranges(self.clip.length.into(), self.looping, |range| {
                is_passed |= times().any(|time| range.hits_time(time.into()));
            });
        is_passed
    }

    pub(super) fn is_active(&self, notify: Name) -> bool {
        let mut states = self
            .clip
            .notifies
            .iter()
            .filter(|known| known.name == notify && known.is_state());
        states.any(|known| known.covers(self.time))
    }
}
