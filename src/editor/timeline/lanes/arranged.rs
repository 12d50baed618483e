//! The notifies of a timeline in order of time, by track and row: worked out once an edit, not once
//! a pass.

#[cfg(test)]
mod tests;

use crate::timeline::TimelineHost;
use asset::{Clip, Id, Montage, Notify};
use std::{collections::HashMap, sync::Arc};

/// Asset that the arrangement was computed from. Holding it ensures that an edit makes another
/// asset.
enum ArrangedNotifySource {
    Montage(Arc<Montage>),
    Clip(Arc<Clip>),
}

impl ArrangedNotifySource {
    fn new(host: &TimelineHost<'_>) -> Option<Self> {
        let montage = host
            .project
            .montages
            .get(&host.id)
            .map(|it| Self::Montage(Arc::clone(it)));
        montage.or_else(|| {
            host.project
                .clips
                .get(&host.id)
                .map(|it| Self::Clip(Arc::clone(it)))
        })
    }

    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Montage(a), Self::Montage(b)) => Arc::ptr_eq(a, b),
            (Self::Clip(a), Self::Clip(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

/// Arranged notifies of a track: indices into the notifies of the timeline, in order of time.
#[derive(Default)]
pub(super) struct TrackArrangement {
    pub(super) notifies: Vec<usize>,
    /// Row of each notify in `notifies`.
    rows: Vec<usize>,
    /// Number of rows, at least one.
    pub(super) count: usize,
}

impl TrackArrangement {
    pub(super) fn notifies<'a>(&self, host: &TimelineHost<'a>) -> Vec<&'a Notify> {
        self.notifies
            .iter()
            .map(|at| &host.notifies()[*at])
            .collect()
    }

    pub(super) fn of_row<'a>(&self, host: &TimelineHost<'a>, row: usize) -> Vec<&'a Notify> {
        let placed = self.notifies.iter().zip(&self.rows);
        placed
            .filter(|(_, at)| **at == row)
            .map(|(at, _)| &host.notifies()[*at])
            .collect()
    }
}

/// Maximum number of kept arrangements: more than the timelines that may be shown side by side.
const MOST: usize = 8;

pub(crate) struct Arranged {
    host: Id,
    of: ArrangedNotifySource,
    rate: f64,
    tracks: HashMap<Id, TrackArrangement>,
    /// All of them, in order of time, and at one time in the order of their tracks.
    pub(super) order: Vec<usize>,
}

impl Arranged {
    /// The known one, if it is of `host` as it stands; of each timeline one is known, of those that
    /// were made last.
    pub(super) fn of(host: &TimelineHost<'_>, known: &mut Vec<Arc<Self>>) -> Option<Arc<Self>> {
        let (of, rate) = (ArrangedNotifySource::new(host)?, host.frame_rate());
        if let Some(found) = known
            .iter()
            .find(|it| it.host == host.id && it.of.is(&of) && it.rate == rate)
        {
            return Some(Arc::clone(found));
        }
        known.retain(|it| it.host != host.id);
        known.truncate(MOST - 1);
        let made = Arc::new(Self::new(host, of, rate));
        known.insert(0, Arc::clone(&made));
        Some(made)
    }

    fn new(host: &TimelineHost<'_>, of: ArrangedNotifySource, rate: f64) -> Self {
        let places: HashMap<Id, usize> = host
            .tracks()
            .iter()
            .enumerate()
            .map(|(at, track)| (track.id, at))
            .collect();
        let notifies = host.notifies();
        let mut order: Vec<usize> = (0..notifies.len()).collect();
        let track = |at: usize| places.get(&notifies[at].track);
        order.sort_by(|a, b| {
            notifies[*a]
                .time
                .total_cmp(&notifies[*b].time)
                .then_with(|| track(*a).cmp(&track(*b)))
        });
        let mut tracks: HashMap<Id, TrackArrangement> = HashMap::new();
        for &at in &order {
            tracks
                .entry(notifies[at].track)
                .or_default()
                .notifies
                .push(at);
        }
        for track in tracks.values_mut() {
            (track.rows, track.count) = stacked(
                track.notifies.iter().map(|at| &notifies[*at]),
                1.0 / rate as f32,
            );
        }
        Self {
            host: host.id,
            of,
            rate,
            tracks,
            order,
        }
    }

    pub(super) fn track(&self, id: Id) -> &TrackArrangement {
        const NONE: &TrackArrangement = &TrackArrangement {
            notifies: Vec::new(),
            rows: Vec::new(),
            count: 1,
        };
        self.tracks.get(&id).unwrap_or(NONE)
    }
}

/// The row of each of a track's notifies, so that none lies over another, and how many rows there
/// are. In order of time, which the notifies are in; `frame` in seconds.
fn stacked<'a>(notifies: impl Iterator<Item = &'a Notify>, frame: f32) -> (Vec<usize>, usize) {
    let mut ends: Vec<f32> = Vec::new();
    let place = |notify: &Notify| {
        let row = ends
            .iter()
            .position(|end| *end <= notify.time + frame * 1e-2)
            .unwrap_or(ends.len());
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
