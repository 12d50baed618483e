//! Branching points of a montage: the instants at which its advance stops to fire something.

use crate::{Montage, Notify};
use std::sync::Arc;

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

/// The markers of a montage, and which of them count now.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Branching {
    markers: Arc<[Marker]>,
    /// Branching states that have begun, by their index in the montage's notifies, in the order of their beginning.
    active: Vec<usize>,
    /// Those under the position that chance has refused, until the position leaves them.
    refused: Vec<usize>,
    /// Time of the marker fired last, while the position has not left it.
    stopped_at: Option<f64>,
}

impl Branching {
    /// With room for every state, so that none allocates as it begins.
    pub(super) fn new(montage: &Montage) -> Self {
        let markers = markers(montage);
        let states = markers.iter().filter(|marker| marker.kind == MarkerKind::Begin).count();
        let room = || Vec::with_capacity(states);
        Self { markers: markers.into(), active: room(), refused: room(), stopped_at: None }
    }

    /// States that have begun go on in the edited montage, as far as they are still there.
    pub(super) fn rebind(&mut self, old: &Montage, new: &Montage) {
        self.markers = markers(new).into();
        for list in [&mut self.active, &mut self.refused] {
            *list = list.iter().filter_map(|at| find(new, old.notifies[*at].id)).collect();
        }
    }

    /// The first state that has begun and is not in the edited montage.
    pub(super) fn first_gone(&self, old: &Montage, new: &Montage) -> Option<usize> {
        self.active.iter().copied().find(|at| find(new, old.notifies[*at].id).is_none())
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

    /// The time of the first marker on the way; one at the very start counts while `fresh`, unless it was fired.
    pub(super) fn first_ahead(&self, position: f64, delta: f64, fresh: bool) -> Option<f64> {
        first_time(&self.markers, position, delta, fresh && self.stopped_at != Some(position))
    }
}

fn find(montage: &Montage, id: u64) -> Option<usize> {
    montage.notifies.iter().position(|notify| notify.id == id && notify.is_branching())
}

/// Ascending by time, at one time ends before instants before begins, then in notify order.
fn markers(montage: &Montage) -> Vec<Marker> {
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
fn first_time(markers: &[Marker], position: f64, delta: f64, include_start: bool) -> Option<f64> {
    let target = position + delta;
    if delta > 0.0 {
        let from = markers.partition_point(|m| if include_start { m.time < position } else { m.time <= position });
        markers.get(from).map(|m| m.time).filter(|time| *time <= target)
    } else {
        let to = markers.partition_point(|m| if include_start { m.time <= position } else { m.time < position });
        to.checked_sub(1).map(|at| markers[at].time).filter(|time| *time >= target)
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    fn markers_at(times: &[f64]) -> Vec<Marker> {
        let marker = |(notify, time): (usize, &f64)| Marker { time: *time, kind: MarkerKind::Instant, notify };
        times.iter().enumerate().map(marker).collect()
    }

    #[test]
    fn the_first_marker_on_the_way_is_met_and_its_end_belongs_to_it() {
        let markers = markers_at(&[1.0, 2.0, 2.0, 3.0]);
        let met = |position, delta| [false, true].map(|with_start| first_time(&markers, position, delta, with_start));
        assert_eq!(met(0.5, 9.0), [Some(1.0); 2]);
        assert_eq!(met(1.0, 9.0), [Some(2.0), Some(1.0)]);
        assert_eq!(met(1.5, 0.5), [Some(2.0); 2]);
        assert_eq!(met(1.5, 0.25), [None; 2]);
        assert_eq!(met(3.5, -9.0), [Some(3.0); 2]);
        assert_eq!(met(3.0, -9.0), [Some(2.0), Some(3.0)]);
        assert_eq!(met(2.5, -0.5), [Some(2.0); 2]);
        assert_eq!(met(2.5, -0.25), [None; 2]);
        assert_eq!([met(3.5, 1.0), met(0.5, -1.0)], [[None; 2]; 2]);
    }

    #[test]
    fn at_one_time_ends_come_before_instants_and_begins_last() {
        use crate::notify::flag;
        use bytemuck::Zeroable;
        let notify = |time, end, flags| Notify { time, end, flags: flags | flag::BRANCHING, ..Notify::zeroed() };
        let notifies = [
            notify(0.0, 1.0, flag::STATE),
            Notify { flags: flag::STATE, ..notify(0.5, 1.0, 0) },
            notify(1.0, 2.0, flag::STATE),
            notify(1.0, 1.0, 0),
            notify(1.0, 1.0, 0),
        ];
        let montage = Montage { notifies: notifies.as_slice().into(), ..Montage::default() };
        let found: Vec<_> = markers(&montage).iter().map(|m| (m.time, m.kind, m.notify)).collect();
        use MarkerKind::{Begin, End, Instant};
        let at_one = [(1.0, End, 0), (1.0, Instant, 3), (1.0, Instant, 4), (1.0, Begin, 2)];
        assert_eq!(found, [&[(0.0, Begin, 0)][..], &at_one, &[(2.0, End, 2)]].concat());
    }

    #[test]
    fn states_under_way_go_on_in_an_edited_montage_where_they_still_branch() {
        use crate::notify::flag;
        use bytemuck::Zeroable;
        let state = |id, flags| Notify { id, end: 1.0, flags: flag::STATE | flags, ..Notify::zeroed() };
        let montage = |notifies: &[Notify]| Montage { notifies: notifies.into(), ..Montage::default() };
        let old = montage(&[1, 2, 3].map(|id| state(id, flag::BRANCHING)));
        let new = montage(&[state(9, flag::BRANCHING), state(3, flag::BRANCHING), state(1, 0)]);
        let mut branching = Branching::new(&old);
        [2, 0].into_iter().for_each(|at| branching.begin(at));
        branching.rebind(&old, &new);
        assert_eq!((branching.active(), branching.markers().len()), (&[1][..], 4));
        assert_eq!([branching.end(0), branching.end(1), branching.end(1)], [false, true, false]);
    }

    #[test]
    fn a_marker_that_was_fired_is_not_met_again_before_it_is_left() {
        let mut branching =
            Branching { markers: markers_at(&[1.0]).into(), active: Vec::new(), refused: Vec::new(), stopped_at: None };
        assert_eq!([branching.first_ahead(1.0, 1.0, true), branching.first_ahead(1.0, 1.0, false)], [Some(1.0), None]);
        branching.stop_at(1.0);
        assert_eq!([branching.first_ahead(1.0, 1.0, true), branching.first_ahead(0.5, 1.0, true)], [None, Some(1.0)]);
        branching.left();
        assert_eq!(branching.first_ahead(1.0, 1.0, true), Some(1.0));
    }
}
