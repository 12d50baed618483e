use super::*;

fn markers_at(times: &[f64]) -> Vec<Marker> {
    let marker = |(notify, time): (usize, &f64)| Marker {
        time: *time,
        kind: MarkerKind::Instant,
        notify,
    };
    times.iter().enumerate().map(marker).collect()
}

#[test]
fn the_first_marker_on_the_way_is_met_and_its_end_belongs_to_it() {
    let markers = markers_at(&[1.0, 2.0, 2.0, 3.0]);
    let met = |position, delta| {
        [false, true].map(|with_start| first_time(&markers, position, delta, with_start))
    };
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
    let notify = |time, end, flags| Notify {
        time,
        end,
        flags: flags | flag::BRANCHING,
        ..Notify::zeroed()
    };
    let notifies = [
        notify(0.0, 1.0, flag::STATE),
        Notify {
            flags: flag::STATE,
            ..notify(0.5, 1.0, 0)
        },
        notify(1.0, 2.0, flag::STATE),
        notify(1.0, 1.0, 0),
        notify(1.0, 1.0, 0),
    ];
    let montage = Montage {
        notifies: notifies.as_slice().into(),
        ..Montage::default()
    };
    let found: Vec<_> = markers(&montage)
        .iter()
        .map(|m| (m.time, m.kind, m.notify))
        .collect();
    use MarkerKind::{Begin, End, Instant};
    let at_one = [
        (1.0, End, 0),
        (1.0, Instant, 3),
        (1.0, Instant, 4),
        (1.0, Begin, 2),
    ];
    assert_eq!(
        found,
        [&[(0.0, Begin, 0)][..], &at_one, &[(2.0, End, 2)]].concat()
    );
}

#[test]
fn states_under_way_go_on_in_an_edited_montage_where_they_still_branch() {
    use crate::notify::flag;
    use bytemuck::Zeroable;
    let state = |id, flags| Notify {
        id,
        end: 1.0,
        flags: flag::STATE | flags,
        ..Notify::zeroed()
    };
    let montage = |notifies: &[Notify]| Montage {
        notifies: notifies.into(),
        ..Montage::default()
    };
    let old = montage(&[1, 2, 3].map(|id| state(id, flag::BRANCHING)));
    let new = montage(&[
        state(9, flag::BRANCHING),
        state(3, flag::BRANCHING),
        state(1, 0),
    ]);
    let mut branching = Branching::new(&old);
    [2, 0].into_iter().for_each(|at| branching.begin(at));
    branching.rebind(&old, &new);
    assert_eq!(
        (branching.active(), branching.markers().len()),
        (&[1][..], 4)
    );
    assert_eq!(
        [branching.end(0), branching.end(1), branching.end(1)],
        [false, true, false]
    );
}

#[test]
fn a_marker_that_was_fired_is_not_met_again_before_it_is_left() {
    let mut branching = Branching {
        markers: markers_at(&[1.0]).into(),
        active: Vec::new(),
        refused: Vec::new(),
        stopped_at: None,
    };
    assert_eq!(
        [
            branching.first_ahead(1.0, 1.0, true),
            branching.first_ahead(1.0, 1.0, false)
        ],
        [Some(1.0), None]
    );
    branching.stop_at(1.0);
    assert_eq!(
        [
            branching.first_ahead(1.0, 1.0, true),
            branching.first_ahead(0.5, 1.0, true)
        ],
        [None, Some(1.0)]
    );
    branching.left();
    assert_eq!(branching.first_ahead(1.0, 1.0, true), Some(1.0));
}
