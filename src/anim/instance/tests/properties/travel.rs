//! Where a montage goes: sections, links, jumps, both directions.

use super::stage::{Stage, montage, near, notify, stage};
use crate::{Montage, Name, event::EventReason, montage::NO_SECTION};

#[test]
fn p1_a_self_linked_section_takes_nine_bodies_and_keeps_the_rest() {
    let mut s = stage(montage(&[0.0], 0.1, &[0]), 1.0, 0.0);
    s.advance(2.0);
    assert_eq!(s.section_changes(), 9);
    assert!(near(s.instance.travel.time_left, 1.1) && near(s.instance.travel.position, 0.0));
    s.advance(0.016);
    assert!(near(s.instance.travel.time_left, 0.216));
}

#[test]
fn p2_a_backlog_of_ten_seconds_takes_no_more() {
    let mut s = stage(montage(&[0.0], 0.1, &[0]), 1.0, 0.0);
    s.advance(20.0);
    assert!(near(s.instance.travel.time_left, 19.1));
    for i in 1..=11 {
        s.advance(1.0);
        assert!(
            near(s.instance.travel.time_left, 19.1 - 0.9 * f64::from(i)),
            "{i}: {}",
            s.instance.travel.time_left
        );
    }
    s.advance(1.0);
    assert!(near(s.instance.travel.time_left, 9.3));
}

/// Of the last advance, to five digits.
fn ways(s: &Stage) -> Vec<(f64, f64)> {
    let digits = |position: f64| (position * 1e5).round() / 1e5;
    s.instance
        .ways
        .iter()
        .map(|way| (digits(way.from), digits(way.to)))
        .collect()
}

#[test]
fn p3_linear_sections_pass_in_one_advance() {
    let mut s = stage(
        montage(&[0.0, 1.0, 2.0], 3.0, &[1, 2, NO_SECTION]),
        1.0,
        0.0,
    );
    s.advance(2.25);
    assert!(
        near(s.instance.travel.position, 2.25)
            && s.instance.travel.section == 2
            && s.section_changes() == 2
    );
    assert_eq!(ways(&s), [(0.0, 1.0), (1.0, 2.0), (2.0, 2.25)]);
}

#[test]
fn p4_a_jump_skips_later_branching_points() {
    let mut m = montage(&[0.0, 1.0, 2.0], 3.0, &[NO_SECTION; 3]);
    m.notifies = vec![
        notify("first", 0.25, true, "C"),
        notify("second", 0.5, true, "B"),
    ]
    .into();
    let mut s = stage(m, 1.0, 0.0);
    s.advance(0.6);
    assert!(near(s.instance.travel.position, 2.35));
    assert_eq!(s.branches(), [(Name::new("first"), EventReason::Fired)]);
    assert_eq!(ways(&s), [(0.0, 0.25), (2.0, 2.35)]);
}

#[test]
fn p8_reverse_passes_sections_from_their_ends() {
    let m = Montage {
        auto_blend_out: false,
        ..montage(&[0.0, 1.0], 2.0, &[1, NO_SECTION])
    };
    let mut s = stage(m, -1.0, 1.5);
    s.advance(0.75);
    assert!(near(s.instance.travel.position, 0.74995));
    assert_eq!(ways(&s), [(1.5, 1.0), (0.99995, 0.74995)]);
    s.advance(1.0);
    assert!(near(s.instance.travel.position, 0.0) && !s.instance.travel.plays());
}

#[test]
fn p9_a_marker_on_a_section_end_fires_once() {
    let mut m = montage(&[0.0, 1.0], 2.0, &[1, NO_SECTION]);
    m.notifies = vec![notify("marker", 1.0, true, "")].into();
    let mut s = stage(m, 1.0, 0.9);
    s.advance(0.2);
    assert_eq!(s.branches(), [(Name::new("marker"), EventReason::Fired)]);
    assert!(s.section_changes() == 1 && near(s.instance.travel.position, 1.1));
    assert_eq!(ways(&s), [(0.9, 1.0), (1.0, 1.1)]);
    let [marker, section] = [
        s.out.events[0].time,
        s.out.montage_events.last().unwrap().time,
    ];
    assert!(
        near(marker, 0.1) && near(section, 0.1),
        "the marker, then the section: {marker} {section}"
    );
    s.advance(0.2);
    assert_eq!(s.branches(), []);
}

#[test]
fn p10_a_forced_move_ends_where_it_is_told() {
    let mut s = stage(montage(&[0.0], 2.0, &[NO_SECTION]), 1.0, 0.5);
    s.instance.travel.force_move(Some(0.5), 0.8);
    s.advance(1.0 / 30.0);
    assert!(s.instance.travel.position == 0.8 && near(s.instance.travel.time_left, 0.0));
    assert!(
        !s.instance.is_stopped(),
        "no blend-out by the speed of the jump"
    );
    s.instance.travel.force_move(None, 0.2);
    s.advance(1.0 / 30.0);
    assert!(near(s.instance.travel.position, 0.2));
}

#[test]
fn p11_rate_zero_stays_and_banks_no_time() {
    let mut s = stage(montage(&[0.0], 1.0, &[NO_SECTION]), 0.0, 0.0);
    s.advance(0.5);
    assert!(
        s.instance.travel.plays()
            && s.instance.travel.position == 0.0
            && s.instance.travel.time_left == 0.0
            && s.out.queued.is_empty()
    );
    s.instance.travel.rate = 1.0;
    s.advance(0.1);
    assert!(near(s.instance.travel.position, 0.1));
}

#[test]
fn p18_splitting_the_time_ends_at_the_same_place() {
    let position = |steps: u32| {
        let mut s = stage(montage(&[0.0, 0.3], 1.0, &[1, 1]), 1.0, 0.0);
        for _ in 0..steps {
            s.advance(1.5 / f64::from(steps));
        }
        s.instance.travel.position
    };
    assert!((position(1) - position(90)).abs() < 1e-9);
}

#[test]
fn a_jump_leaves_the_other_branching_points_of_its_instant() {
    let mut m = montage(&[0.0, 1.0, 2.0], 3.0, &[NO_SECTION; 3]);
    let mut both = vec![
        notify("first", 0.25, true, "C"),
        notify("second", 0.25, true, "B"),
    ];
    both.sort_by_key(|notify| notify.id);
    let [jumps, left] = [both[0].name, both[1].name];
    m.notifies = both.into();
    let mut s = stage(m, 1.0, 0.0);
    s.advance(0.3);
    assert_eq!(
        s.branches(),
        [(jumps, EventReason::Fired), (left, EventReason::JumpedOver)]
    );
    let start = if jumps == Name::new("first") {
        2.0
    } else {
        1.0
    };
    assert!(
        near(s.instance.travel.position, start + 0.05),
        "{}",
        s.instance.travel.position
    );
}
