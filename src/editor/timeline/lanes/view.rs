//! How people look at the lanes: which are silent, folded or higher. Never part of the project.

use asset::{Id, Notify};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub struct LaneView {
    /// Tracks whose notifies neither flash nor come to the log.
    pub muted: BTreeSet<Id>,
    /// Where there are any, all other tracks are silent.
    pub solo: BTreeSet<Id>,
    pub folded: BTreeSet<Id>,
    /// Slots that the preview leaves out.
    pub hidden: BTreeSet<Id>,
    /// Since the preview was told last.
    pub is_hidden_anew: bool,
    /// Of slots, points.
    pub heights: BTreeMap<Id, f32>,
    /// The lane that is dragged to another place.
    pub dragged: Option<Id>,
}

impl LaneView {
    pub fn is_silent(&self, track: Id) -> bool {
        self.muted.contains(&track) || (!self.solo.is_empty() && !self.solo.contains(&track))
    }
}

/// On or off; with `alone` this one alone, and all others off.
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

/// The row of each of a track's notifies, so that none lies over another, and how many rows there are. In order of
/// time, which the notifies are in; `frame` in seconds.
pub fn stacked(notifies: &[&Notify], frame: f32) -> (Vec<usize>, usize) {
    let mut ends: Vec<f32> = Vec::new();
    let mut rows = Vec::with_capacity(notifies.len());
    for notify in notifies {
        let row = ends.iter().position(|end| *end <= notify.time + frame * 1e-2).unwrap_or(ends.len());
        let end = notify.end().max(notify.time + frame / 2.0);
        match ends.get_mut(row) {
            Some(last) => *last = end,
            None => ends.push(end),
        }
        rows.push(row);
    }
    (rows, ends.len().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_lies_over_another_and_touching_states_share_a_row() {
        let state = |time: f32, duration: f32| Notify::state(Id(1), Id(2), "n", time, duration);
        let at = |time: f32| Notify::instant(Id(1), Id(2), "n", time);
        let rows = |all: &[Notify]| stacked(&all.iter().collect::<Vec<_>>(), 0.02);
        assert_eq!(rows(&[]), (vec![], 1));
        assert_eq!(rows(&[state(0.0, 0.5), state(0.5, 0.5), at(1.0)]), (vec![0, 0, 0], 1));
        assert_eq!(rows(&[state(0.0, 0.5), at(0.2), state(0.3, 1.0), at(0.6)]), (vec![0, 1, 1, 0], 2));
        assert_eq!(rows(&[at(0.2), at(0.2), at(0.2), at(0.22)]), (vec![0, 1, 2, 0], 3));
        assert_eq!(rows(&[state(0.0, f32::INFINITY), at(9.0), at(9.5)]).1, 2);
    }

    #[test]
    fn solo_silences_the_others_and_alone_is_undone_by_itself() {
        let mut view = LaneView::default();
        toggle(&mut view.muted, Id(1), false);
        assert!(view.is_silent(Id(1)) && !view.is_silent(Id(2)));
        toggle(&mut view.solo, Id(1), false);
        assert!(view.is_silent(Id(1)) && view.is_silent(Id(2)), "muted stays muted");
        toggle(&mut view.solo, Id(2), true);
        assert!(!view.is_silent(Id(2)) && view.solo.len() == 1);
        toggle(&mut view.solo, Id(2), true);
        assert!(view.solo.is_empty() && !view.is_silent(Id(2)));
    }
}
