use super::*;

fn instant(name: &str, time: f32) -> Notify {
    Notify {
        id: Name::new(name).0,
        name: Name::new(name),
        target: Name::NONE,
        socket: Name::NONE,
        time,
        end: time,
        track: 0,
        flags: 0,
        weight_threshold: 1e-5,
        chance: 1.0,
        from_lod: -1,
        ..Notify::zeroed()
    }
}

fn state(time: f32, end: f32) -> Notify {
    Notify {
        end,
        flags: flag::STATE,
        ..instant("state", time)
    }
}

/// Instants z=0, a=.25, b=.5, e=1 on a clip of one second.
fn fired(position: f64, delta: f64, looping: bool, fresh: bool) -> (String, f64) {
    let names = ["z", "a", "b", "e"];
    let notifies: Vec<_> = names
        .iter()
        .zip([0.0, 0.25, 0.5, 1.0])
        .map(|(name, time)| instant(name, time))
        .collect();
    let mut log = String::new();
    let end = clip_ranges(position, delta, 1.0, looping, fresh, |range| {
        for_each_hit(&notifies, range, |n| {
            log.push_str(names.iter().find(|name| Name::new(name) == n.name).unwrap())
        });
    });
    (log, end)
}

#[test]
fn a_fresh_start_owns_its_instant_and_no_turn_fires_twice() {
    assert_eq!(fired(0.0, 0.25, true, true), ("za".into(), 0.25));
    assert_eq!(
        fired(0.0, 0.0, true, true),
        ("".into(), 0.0),
        "standing still travels nothing"
    );
    assert_eq!(fired(0.25, 0.25, true, false), ("b".into(), 0.5));
    assert_eq!(fired(0.5, -0.25, true, false), ("a".into(), 0.25));
    assert_eq!(fired(0.25, 0.25, true, false), ("b".into(), 0.5));
}

#[test]
fn loops_fire_the_end_then_the_start() {
    let (log, end) = fired(0.9, 0.2, true, false);
    assert_eq!((log.as_str(), (end * 1e6).round()), ("ez", 1e5));
    assert_eq!(fired(0.9, 0.1, true, false), ("e".into(), 1.0));
    assert_eq!(fired(1.0, 0.1, true, false).0, "z");
    let (log, end) = fired(0.9, 2.2, true, false);
    assert_eq!((log.as_str(), (end * 1e6).round()), ("ezabezabez", 1e5));
}

#[test]
fn reverse_loops_fire_the_start_then_the_end() {
    let (log, end) = fired(0.1, -0.2, true, false);
    assert_eq!((log.as_str(), (end * 1e6).round()), ("ze", 9e5));
    assert_eq!(fired(0.9, 0.5, false, false), ("e".into(), 1.0));
}

#[test]
fn states_are_half_open() {
    let s = state(0.25, 0.40);
    for (from, to, hit) in [
        (0.2, 0.3, true),
        (0.3, 0.39, true),
        (0.39, 0.41, true),
        (0.0, 0.2, false),
        (f64::from(0.4f32), 0.5, false),
    ] {
        assert_eq!(Range::new(from, to).hits(&s), hit, "{from}..{to}");
    }
    assert!(Range::new(0.25, 0.25).hits(&s) && Range::new(0.3, 0.3).hits(&s));
    let at_end = f64::from(0.4f32);
    assert!(!Range::new(at_end, at_end).hits(&s));
}

#[test]
fn a_section_boundary_belongs_to_the_section_that_starts_there() {
    let n = instant("n", 1.0);
    let left = Range {
        exclude_to: true,
        ..Range::new(0.5, 1.0)
    };
    let right = Range {
        include_from: true,
        ..Range::new(1.0, 1.5)
    };
    assert!(!left.hits(&n) && right.hits(&n));
}

#[test]
fn reverse_order_keeps_ties_by_track() {
    let mut low = instant("low", 0.5);
    low.track = 0;
    let mut high = instant("high", 0.5);
    high.track = 1;
    let mut order = Vec::new();
    for_each_hit(&[low, high], Range::new(1.0, 0.0), |n| order.push(n.track));
    assert_eq!(order, [0, 1]);
}

proptest::proptest! {
    #[test]
    fn splitting_a_step_fires_the_same_notifies_in_the_same_order(
        times in proptest::collection::vec(0u32..=16, 1..8),
        cuts in proptest::collection::vec(1u32..24, 1..12),
        reverse: bool,
    ) {
        let notifies: Vec<_> = {
            let mut all: Vec<_> = times.iter().enumerate().map(|(i, t)| Notify { id: i as u64, track: i as u32, ..instant("n", *t as f32 / 16.0) }).collect();
            all.sort_by(|a, b| a.time.total_cmp(&b.time).then(a.track.cmp(&b.track)));
            all
        };
        let sign = if reverse { -1.0 } else { 1.0 };
        let run = |steps: &[f64]| {
            let (mut position, mut fresh, mut log) = (0.5, true, Vec::new());
            for step in steps {
                position = clip_ranges(position, sign * step, 1.0, true, fresh, |range| for_each_hit(&notifies, range, |n| log.push(n.id)));
                fresh = false;
            }
            log
        };
        let parts: Vec<f64> = cuts.iter().map(|c| f64::from(*c) / 16.0).collect();
        proptest::prop_assert_eq!(run(&[parts.iter().sum()]), run(&parts));
    }
}

#[test]
fn an_instant_is_hit_by_the_range_that_ends_at_it_and_not_by_the_one_that_begins_there() {
    let n = instant("n", 0.5);
    let hit = |from, to, include_from, exclude_to| {
        Range {
            include_from,
            exclude_to,
            ..Range::new(from, to)
        }
        .hits(&n)
    };
    for (from, to, plain) in [
        (0.25, 0.5, true),
        (0.25, 0.75, true),
        (0.5, 0.75, false),
        (0.5, 0.5, false),
        (0.75, 0.5, true),
        (0.75, 0.25, true),
        (0.5, 0.25, false),
        (0.0, 0.25, false),
        (0.75, 1.0, false),
    ] {
        assert_eq!(hit(from, to, false, false), plain, "{from} {to}");
        assert_eq!(
            hit(from, to, true, false),
            plain || from == 0.5,
            "{from} {to}, with its start"
        );
        let is_left = from < to && to == 0.5;
        assert_eq!(
            hit(from, to, false, true),
            plain && !is_left,
            "{from} {to}, without its end"
        );
    }
    assert!(hit(0.5, 0.75, true, true) && !hit(0.5, 0.5, true, true));
}

#[test]
fn a_state_is_hit_where_the_range_meets_it_either_way() {
    let s = state(0.25, 0.5);
    let hit = |from, to, exclude_to| {
        Range {
            exclude_to,
            ..Range::new(from, to)
        }
        .hits(&s)
    };
    for (from, to, forward, back) in [
        (0.0, 0.25, true, false),
        (0.0, 0.2, false, false),
        (0.3, 0.4, true, true),
        (0.5, 0.75, false, true),
        (0.6, 0.75, false, false),
        (0.0, 1.0, true, true),
        (0.0, 0.3, true, true),
    ] {
        assert_eq!(
            (hit(from, to, false), hit(to, from, false)),
            (forward, back),
            "{from} {to}"
        );
    }
    assert!(
        !hit(0.0, 0.25, true) && hit(0.0, 0.3, true),
        "a begin at the stop is left to the section there"
    );
}

#[test]
fn travelled_ranges_tile_the_way_turn_by_turn() {
    let travelled = |position, delta, looping, fresh| {
        let mut ranges = Vec::new();
        let end = clip_ranges(position, delta, 2.0, looping, fresh, |r| {
            ranges.push((r.from, r.to, r.include_from))
        });
        (ranges, end)
    };
    assert_eq!(
        travelled(1.5, 5.0, true, false),
        (
            vec![
                (1.5, 2.0, false),
                (0.0, 2.0, true),
                (0.0, 2.0, true),
                (0.0, 0.5, true)
            ],
            0.5
        )
    );
    assert_eq!(
        travelled(0.5, -5.0, true, true),
        (
            vec![
                (0.5, 0.0, true),
                (2.0, 0.0, true),
                (2.0, 0.0, true),
                (2.0, 1.5, true)
            ],
            1.5
        )
    );
    assert_eq!(
        travelled(0.5, -2.5, true, false).1,
        0.0,
        "a turn that just ends"
    );
    assert_eq!(
        travelled(0.5, 9.0, false, false),
        (vec![(0.5, 2.0, false)], 2.0)
    );
    assert_eq!(
        travelled(0.5, -9.0, false, true),
        (vec![(0.5, 0.0, true)], 0.0)
    );
    assert_eq!(
        clip_ranges(0.0, 1.0, 0.0, true, true, |_| ()),
        0.0,
        "without length"
    );
}

#[test]
fn a_state_covers_its_begin_and_not_its_end() {
    let s = state(0.25, 0.5);
    assert_eq!(
        [0.2, 0.25, 0.4, 0.5].map(|position| s.covers(position)),
        [false, true, true, false]
    );
}

#[test]
fn flags_and_actions_are_the_published_numbers() {
    let flags = [
        flag::STATE,
        flag::BRANCHING,
        flag::ON_FOLLOWER,
        flag::NOT_ON_SERVER,
        flag::FILTERABLE,
    ];
    assert_eq!(flags, [1, 2, 4, 8, 16]);
    let actions = [
        action::NONE,
        action::JUMP_TO_SECTION,
        action::SET_NEXT_SECTION,
        action::STOP,
    ];
    assert_eq!(actions, [0, 1, 2, 3]);
    assert_eq!([action::PLAY_MONTAGE, action::SET_PLAY_RATE], [4, 5]);
    assert_eq!(SHORTEST_STATE, 0.0001);
    let of = |flags| Notify {
        flags,
        ..instant("n", 0.0)
    };
    assert!(
        of(1).is_state() && !of(!1).is_state() && of(2).is_branching() && !of(!2).is_branching()
    );
}

#[test]
fn the_parts_of_a_step_follow_one_another_and_are_as_long_as_their_ranges() {
    for (position, delta) in [
        (0.95, 0.06),
        (0.05, -0.06),
        (0.999, 0.1),
        (0.5, 2.75),
        (0.25, -3.5),
        (0.5, 0.5),
        (0.9, 0.9001),
    ] {
        let mut parts: Vec<Range> = Vec::new();
        clip_ranges(position, delta, 1.0, true, false, |range| parts.push(range));
        assert_eq!(
            (parts[0].part.0, parts[parts.len() - 1].part.1),
            (0.0, 1.0),
            "{position} {delta}"
        );
        assert!(
            parts
                .windows(2)
                .all(|pair| (pair[0].part.1 - pair[1].part.0).abs() < 1e-12),
            "{position} {delta}"
        );
        for range in parts {
            let (part, way): (f64, f64) = (
                range.part.1 - range.part.0,
                (range.to - range.from).abs() / delta.abs(),
            );
            assert!(
                (part - way).abs() < 1e-9,
                "{position} {delta}: {part} of the step for {way} of the way"
            );
        }
    }
}
