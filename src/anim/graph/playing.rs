//! What rules may ask about: players of every kind.

use super::{
    Tick, composite::CompositeState, explicit_time::Seek, player::ClipPlayer,
    random_state::RandomState, space::SpacePlayer,
};
use crate::{Clip, Name, machine::PlayerView, sync::Travel};

#[derive(Clone, Copy)]
pub(super) struct Players<'a> {
    pub(super) players: &'a [ClipPlayer],
    pub(super) spaces: &'a [SpacePlayer],
    pub(super) seeks: &'a [Seek],
    pub(super) randoms: &'a [RandomState],
    pub(super) composites: &'a [CompositeState],
}

/// The clip of a player that rules ask about, and how it came to where it is in the last tick.
pub(super) struct Foremost<'a> {
    pub(super) clip: &'a Clip,
    /// Seconds.
    pub(super) time: f64,
    pub(super) travel: Travel,
    pub(super) looping: bool,
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
