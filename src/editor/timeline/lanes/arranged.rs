//! The notifies of a timeline in order of time, by track and row: worked out once an edit, not once a pass.

use crate::timeline::Host;
use asset::{Clip, Id, Montage, Notify};
use std::{collections::HashMap, sync::Arc};

/// What it was worked out of; held, so that an edit always makes another.
enum Of {
    Montage(Arc<Montage>),
    Clip(Arc<Clip>),
}

impl Of {
    fn new(host: &Host<'_>) -> Option<Self> {
        let montage = host.project.montages.get(&host.id).map(|it| Self::Montage(Arc::clone(it)));
        montage.or_else(|| host.project.clips.get(&host.id).map(|it| Self::Clip(Arc::clone(it))))
    }

    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Montage(a), Self::Montage(b)) => Arc::ptr_eq(a, b),
            (Self::Clip(a), Self::Clip(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

/// Of a track: indices into the notifies of the timeline, in order of time.
#[derive(Default)]
pub(super) struct Track {
    pub(super) notifies: Vec<usize>,
    /// The row of each.
    rows: Vec<usize>,
    /// At least one.
    pub(super) count: usize,
}

impl Track {
    pub(super) fn notifies<'a>(&self, host: &Host<'a>) -> Vec<&'a Notify> {
        self.notifies.iter().map(|at| &host.notifies()[*at]).collect()
    }

    pub(super) fn of_row<'a>(&self, host: &Host<'a>, row: usize) -> Vec<&'a Notify> {
        let placed = self.notifies.iter().zip(&self.rows);
        placed.filter(|(_, at)| **at == row).map(|(at, _)| &host.notifies()[*at]).collect()
    }
}

/// As many timelines as may be shown side by side, and some more.
const MOST: usize = 8;

pub(crate) struct Arranged {
    host: Id,
    of: Of,
    rate: f64,
    tracks: HashMap<Id, Track>,
    /// All of them, in order of time, and at one time in the order of their tracks.
    pub(super) order: Vec<usize>,
}

impl Arranged {
    /// The known one, if it is of `host` as it stands; of each timeline one is known, of those that were made last.
    pub(super) fn of(host: &Host<'_>, known: &mut Vec<Arc<Self>>) -> Option<Arc<Self>> {
        let (of, rate) = (Of::new(host)?, host.frame_rate());
        if let Some(found) = known.iter().find(|it| it.host == host.id && it.of.is(&of) && it.rate == rate) {
            return Some(Arc::clone(found));
        }
        known.retain(|it| it.host != host.id);
        known.truncate(MOST - 1);
        let made = Arc::new(Self::new(host, of, rate));
        known.insert(0, Arc::clone(&made));
        Some(made)
    }

    fn new(host: &Host<'_>, of: Of, rate: f64) -> Self {
        let places: HashMap<Id, usize> = host.tracks().iter().enumerate().map(|(at, track)| (track.id, at)).collect();
        let notifies = host.notifies();
        let mut order: Vec<usize> = (0..notifies.len()).collect();
        let track = |at: usize| places.get(&notifies[at].track);
        order.sort_by(|a, b| notifies[*a].time.total_cmp(&notifies[*b].time).then_with(|| track(*a).cmp(&track(*b))));
        let mut tracks: HashMap<Id, Track> = HashMap::new();
        for &at in &order {
            tracks.entry(notifies[at].track).or_default().notifies.push(at);
        }
        for track in tracks.values_mut() {
            (track.rows, track.count) = stacked(track.notifies.iter().map(|at| &notifies[*at]), 1.0 / rate as f32);
        }
        Self { host: host.id, of, rate, tracks, order }
    }

    pub(super) fn track(&self, id: Id) -> &Track {
        const NONE: &Track = &Track { notifies: Vec::new(), rows: Vec::new(), count: 1 };
        self.tracks.get(&id).unwrap_or(NONE)
    }
}

/// The row of each of a track's notifies, so that none lies over another, and how many rows there are. In order of
/// time, which the notifies are in; `frame` in seconds.
fn stacked<'a>(notifies: impl Iterator<Item = &'a Notify>, frame: f32) -> (Vec<usize>, usize) {
    let mut ends: Vec<f32> = Vec::new();
    let place = |notify: &Notify| {
        let row = ends.iter().position(|end| *end <= notify.time + frame * 1e-2).unwrap_or(ends.len());
        let end = notify.end().max(notify.time + frame / 2.0);
        match ends.get_mut(row) {
            Some(last) => *last = end,
            None => ends.push(end),
        }
        row
    };
    let rows = notifies.map(place).collect();
    (rows, ends.len().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use asset::{NotifyTrack, Project};

    #[test]
    fn nothing_lies_over_another_and_touching_states_share_a_row() {
        let state = |time: f32, duration: f32| Notify::state(Id(1), Id(2), "n", time, duration);
        let at = |time: f32| Notify::instant(Id(1), Id(2), "n", time);
        let rows = |all: &[Notify]| stacked(all.iter(), 0.02);
        assert_eq!(rows(&[]), (vec![], 1));
        assert_eq!(rows(&[state(0.0, 0.5), state(0.5, 0.5), at(1.0)]), (vec![0, 0, 0], 1));
        assert_eq!(rows(&[state(0.0, 0.5), at(0.2), state(0.3, 1.0), at(0.6)]), (vec![0, 1, 1, 0], 2));
        assert_eq!(rows(&[at(0.2), at(0.2), at(0.2), at(0.22)]), (vec![0, 1, 2, 0], 3));
        assert_eq!(rows(&[state(0.0, f32::INFINITY), at(9.0), at(9.5)]).1, 2);
    }

    #[test]
    fn it_is_kept_until_an_edit_and_in_order_of_time_then_of_tracks() {
        let mut project = Project::default();
        let track = |id| NotifyTrack { id: Id(id), name: String::new(), color: 0, locked: false };
        let at = |id, track, time| Notify::instant(Id(id), Id(track), "n", time);
        let clip = Clip {
            tracks: vec![track(8), track(7)],
            notifies: vec![at(1, 7, 0.5), at(2, 8, 0.5), at(3, 7, 0.1), at(4, 6, 0.2)].into(),
            ..Clip::new("C", Id(0), Arc::default(), 30.0)
        };
        project.clips.insert(Id(9), clip.into());
        let mut known = Vec::new();
        let first = Arranged::of(&Host::new(&project, Id(9)).unwrap(), &mut known).unwrap();
        assert_eq!(first.order, [2, 3, 1, 0]);
        assert_eq!(first.track(Id(7)).notifies, [2, 0]);
        assert_eq!((first.track(Id(5)).notifies.len(), first.track(Id(5)).count), (0, 1));
        let again = Arranged::of(&Host::new(&project, Id(9)).unwrap(), &mut known).unwrap();
        assert!(Arc::ptr_eq(&first, &again));
        // Another timeline beside it does not push it out; many others do.
        project.clips.insert(Id(10), project.clips[&Id(9)].clone());
        let beside = Arranged::of(&Host::new(&project, Id(10)).unwrap(), &mut known).unwrap();
        let again = Arranged::of(&Host::new(&project, Id(9)).unwrap(), &mut known).unwrap();
        assert!(Arc::ptr_eq(&first, &again) && !Arc::ptr_eq(&first, &beside));
        for id in 20..40 {
            project.clips.insert(Id(id), project.clips[&Id(9)].clone());
            Arranged::of(&Host::new(&project, Id(id)).unwrap(), &mut known).unwrap();
        }
        assert_eq!(known.len(), MOST);
        drop((first, again, beside));
        Arc::make_mut(project.clips.get_mut(&Id(9)).unwrap()).notifies.pop();
        let edited = Arranged::of(&Host::new(&project, Id(9)).unwrap(), &mut known).unwrap();
        assert_eq!((edited.order.clone(), known.len()), (vec![2, 1, 0], MOST));
    }
}
