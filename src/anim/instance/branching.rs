//! Branching points of a montage: the instants at which its advance stops to fire something.

use crate::{Montage, Notify};

/// What a branching point does to its notify.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum MarkerKind {
    End,
    Instant,
    Begin,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Marker {
    /// Seconds on the montage.
    pub(crate) time: f64,
    pub(crate) kind: MarkerKind,
    /// Index in the montage's notifies.
    pub(crate) notify: usize,
}

/// Ascending by time, at one time ends before instants before begins, then in notify order.
pub(crate) fn markers(montage: &Montage) -> Vec<Marker> {
    let of = |(notify, n): (usize, &Notify)| {
        let marker = |time: f32, kind| Marker { time: time.into(), kind, notify };
        if n.is_state() {
            [Some(marker(n.time, MarkerKind::Begin)), Some(marker(n.end, MarkerKind::End))]
        } else {
            [Some(marker(n.time, MarkerKind::Instant)), None]
        }
    };
    let branching = montage.notifies.iter().enumerate().filter(|(_, n)| n.is_branching());
    let mut markers: Vec<Marker> = branching.flat_map(of).flatten().collect();
    markers.sort_by(|a, b| a.time.total_cmp(&b.time).then(a.kind.cmp(&b.kind)).then(a.notify.cmp(&b.notify)));
    markers
}

/// The time of the first marker met when travelling from `position` by `delta`; with `include_start` one that lies
/// exactly there counts.
pub(crate) fn first_time(markers: &[Marker], position: f64, delta: f64, include_start: bool) -> Option<f64> {
    let target = position + delta;
    if delta > 0.0 {
        let from = markers.partition_point(|m| if include_start { m.time < position } else { m.time <= position });
        markers.get(from).map(|m| m.time).filter(|time| *time <= target)
    } else {
        let to = markers.partition_point(|m| if include_start { m.time <= position } else { m.time < position });
        to.checked_sub(1).map(|at| markers[at].time).filter(|time| *time >= target)
    }
}

/// All markers at exactly `time`.
pub(crate) fn at(markers: &[Marker], time: f64) -> &[Marker] {
    let from = markers.partition_point(|m| m.time < time);
    let to = markers.partition_point(|m| m.time <= time);
    &markers[from..to]
}
