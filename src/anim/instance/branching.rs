//! Branching points of a montage: the instants at which its advance stops to fire something.

#[cfg(test)]
mod tests;

use crate::{Montage, Notify};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a branching point does to its notify.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum MarkerKind {
    End,
    Instant,
    Begin,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Marker {
    /// Seconds on the montage.
    pub(crate) time: f64,
    pub(crate) kind: MarkerKind,
    /// Index in the montage's notifies.
    pub(crate) notify: usize,
}

/// The markers of a montage, and which of them count now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Branching {
    markers: Arc<[Marker]>,
    /// Branching states that have begun, by their index in the montage's notifies, in the order of
    /// their beginning.
    active: Vec<usize>,
    /// Branching states under the position that chance has refused, until the position leaves them.
    refused: Vec<usize>,
    /// Time of the marker fired last, while the position has not left it.
    stopped_at: Option<f64>,
}

impl Branching {
    /// Creates the markers of a montage, with room for every state, so that the begin of a state
    /// does not allocate.
    pub(super) fn new(montage: &Montage) -> Self {
        let markers = markers(montage);
        let states = markers
            .iter()
            .filter(|marker| marker.kind == MarkerKind::Begin)
            .count();
        let room = || Vec::with_capacity(states);
        Self {
            markers: markers.into(),
            active: room(),
            refused: room(),
            stopped_at: None,
        }
    }

    /// States that have begun go on in the edited montage, as far as they are still there.
    pub(super) fn rebind(&mut self, old: &Montage, new: &Montage) {
        self.markers = markers(new).into();
        for list in [&mut self.active, &mut self.refused] {
            *list = list
                .iter()
                .filter_map(|at| find(new, old.notifies[*at].id))
                .collect();
        }
    }

    /// The first state that has begun and is not in the edited montage.
    pub(super) fn first_gone(&self, old: &Montage, new: &Montage) -> Option<usize> {
        self.active
            .iter()
            .copied()
            .find(|at| find(new, old.notifies[*at].id).is_none())
    }

    pub(super) fn markers(&self) -> &Arc<[Marker]> {
        &self.markers
    }

    pub(super) fn active(&self) -> &[usize] {
        &self.active
    }

    pub(super) fn begin(&mut self, at: usize) {
        self.active.push(at);
    }

    /// Returns whether it had begun.
    pub(super) fn end(&mut self, at: usize) -> bool {
        let found = self.active.iter().position(|active| *active == at);
        found.map(|index| self.active.remove(index)).is_some()
    }

    pub(super) fn refuse(&mut self, at: usize) {
        self.refused.push(at);
    }

    pub(super) fn is_refused(&self, at: usize) -> bool {
        self.refused.contains(&at)
    }

    /// The position is such that they `cover` it no more: a new chance the next time.
    pub(super) fn forget_refused(&mut self, covers: impl Fn(usize) -> bool) {
        self.refused.retain(|at| covers(*at));
    }

    pub(super) fn stop_at(&mut self, time: f64) {
        self.stopped_at = Some(time);
    }

    /// The position is another one than that of the marker fired last.
    pub(super) fn left(&mut self) {
        self.stopped_at = None;
    }

    /// Time of the first marker on the way by `delta`, seconds on the montage; None if there is
    /// none. A marker exactly at `position` counts while `fresh`, unless it was fired.
    pub(super) fn first_ahead(&self, position: f64, delta: f64, fresh: bool) -> Option<f64> {
        first_time(
            &self.markers,
            position,
            delta,
            fresh && self.stopped_at != Some(position),
        )
    }
}

fn find(montage: &Montage, id: u64) -> Option<usize> {
    montage
        .notifies
        .iter()
        .position(|notify| notify.id == id && notify.is_branching())
}

/// Ascending by time, at one time ends before instants before begins, then in notify order.
fn markers(montage: &Montage) -> Vec<Marker> {
    let of = |(notify, n): (usize, &Notify)| {
        let marker = |time: f32, kind| Marker {
            time: time.into(),
            kind,
            notify,
        };
        if n.is_state() {
            [
                Some(marker(n.time, MarkerKind::Begin)),
                Some(marker(n.end, MarkerKind::End)),
            ]
        } else {
            [Some(marker(n.time, MarkerKind::Instant)), None]
        }
    };
    let branching = montage
        .notifies
        .iter()
        .enumerate()
        .filter(|(_, n)| n.is_branching());
    let mut markers: Vec<Marker> = branching.flat_map(of).flatten().collect();
    markers.sort_by(|a, b| {
        a.time
            .total_cmp(&b.time)
            .then(a.kind.cmp(&b.kind))
            .then(a.notify.cmp(&b.notify))
    });
    markers
}

/// The time of the first marker met when travelling from `position` by `delta`; with
/// `include_start` one that lies exactly there counts.
fn first_time(markers: &[Marker], position: f64, delta: f64, include_start: bool) -> Option<f64> {
    let target = position + delta;
    if delta > 0.0 {
        let from = markers.partition_point(|m| {
            if include_start {
                m.time < position
            } else {
                m.time <= position
            }
        });
        markers
            .get(from)
            .map(|m| m.time)
            .filter(|time| *time <= target)
    } else {
        let to = markers.partition_point(|m| {
            if include_start {
                m.time <= position
            } else {
                m.time < position
            }
        });
        to.checked_sub(1)
            .map(|at| markers[at].time)
            .filter(|time| *time >= target)
    }
}

/// Markers at one place that are being fired.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Firing {
    pub(super) time: f64,
    /// Index of the next marker to fire.
    pub(super) next: usize,
    pub(super) forward: bool,
    /// [`MontageTravel::moves`](super::travel::MontageTravel::moves) when it began.
    pub(super) moves: u32,
}
