//! How people look at the lanes: which are silent, folded or higher. Never part of the project.

#[cfg(test)]
mod tests;

use asset::Id;
use std::collections::{BTreeMap, BTreeSet};

/// View of the lanes of every timeline, by track and slot.
#[derive(Default)]
pub struct LaneView {
    /// Tracks whose notifies neither flash nor come to the log.
    pub muted: BTreeSet<Id>,
    /// Tracks that play alone: if there are any, all other tracks are silent.
    pub solo: BTreeSet<Id>,
    /// Notify tracks that are folded into one row of pills.
    pub folded: BTreeSet<Id>,
    /// Slots that the preview leaves out.
    pub hidden: BTreeSet<Id>,
    /// The hidden slots have changed since the preview last received them.
    pub is_hidden_anew: bool,
    /// Heights of slot lanes that were dragged, points.
    pub heights: BTreeMap<Id, f32>,
    /// The lane that is dragged to another place.
    pub dragged: Option<Id>,
}

impl LaneView {
    /// Whether notifies of this track neither flash nor come to the log.
    pub fn is_silent(&self, track: Id) -> bool {
        self.muted.contains(&track) || (!self.solo.is_empty() && !self.solo.contains(&track))
    }
}

/// Switches `id` on or off in `set`. With `alone`, makes `id` the only one in `set`, or empties a
/// `set` that holds `id` alone.
pub fn toggle(set: &mut BTreeSet<Id>, id: Id, alone: bool) {
    let was_alone = set.len() == 1 && set.contains(&id);
    if alone {
        set.clear();
        if !was_alone {
            set.insert(id);
        }
    } else if !set.remove(&id) {
        set.insert(id);
    }
}
