//! What happens on the timeline of a clip that was exported from a project.

#[cfg(test)]
mod tests;

use anim::limits::{MOST_MARKERS, MOST_NOTIFIES};
use asset::{Clip, Curve, Id, Notify, NotifyTrack, SyncMarker};
use std::collections::BTreeSet;
use words::tr;

/// Notifies with their tracks, sync markers and curves, as they were exported.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SaidEvents {
    /// Tracks of the notifies.
    pub tracks: Vec<NotifyTrack>,
    /// Notifies of all tracks.
    pub notifies: Vec<Notify>,
    /// Sync markers in any order.
    pub sync_markers: Vec<SyncMarker>,
    /// Curves, each by its own name.
    pub curves: Vec<Curve>,
}

impl SaidEvents {
    /// Gives all of it to a clip. An item whose id is taken, or that is one too many, is left out. A
    /// notify whose track is missing goes to the first track.
    pub fn apply(self, clip: &mut Clip) {
        let mut ids = BTreeSet::new();
        clip.tracks = of_own_ids(self.tracks, &mut ids, MOST_MARKERS, |track| track.id);
        let mut notifies = of_own_ids(self.notifies, &mut ids, MOST_NOTIFIES, |it| it.id);
        let known: BTreeSet<Id> = clip.tracks.iter().map(|track| track.id).collect();
        let is_lost = |notify: &Notify| !known.contains(&notify.track);
        if notifies.iter().any(is_lost) {
            let home = first_track(clip);
            for notify in notifies.iter_mut().filter(|notify| is_lost(notify)) {
                notify.track = home;
            }
        }
        clip.notifies = notifies.into();
        clip.sync_markers = of_own_ids(self.sync_markers, &mut ids, MOST_MARKERS, |it| it.id);
        let mut names = BTreeSet::new();
        let curves = of_own_ids(self.curves, &mut ids, MOST_MARKERS, |curve| curve.id);
        clip.curves = curves
            .into_iter()
            .filter(|curve| names.insert(curve.name.clone()))
            .collect();
    }
}

fn of_own_ids<T>(
    items: Vec<T>,
    ids: &mut BTreeSet<Id>,
    most: usize,
    id: impl Fn(&T) -> Id,
) -> Vec<T> {
    let items = items.into_iter().filter(|item| ids.insert(id(item)));
    items.take(most).collect()
}

fn first_track(clip: &mut Clip) -> Id {
    if clip.tracks.is_empty() {
        clip.tracks.push(NotifyTrack {
            id: Id::derive(&["track", &clip.name]),
            name: tr!("Notifies").to_owned(),
            color: 0,
            locked: false,
        });
    }
    clip.tracks[0].id
}
