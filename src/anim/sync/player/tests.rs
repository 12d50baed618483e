use super::*;

fn record(length: f32, role: Role, weight: f32) -> TickRecord {
    let clip = Clip {
        length,
        looping: true,
        ..Clip::default()
    };
    let group = Name::new("group");
    TickRecord {
        role,
        weight,
        group,
        ..TickRecord::new(1, Arc::new(clip), PlayerState::at(0.0))
    }
}

#[test]
fn without_a_word_a_player_plays_alone_at_full_weight_and_its_own_rate() {
    let clip = Arc::new(Clip {
        length: 1.0,
        ..Clip::default()
    });
    let record = TickRecord::new(1, clip, PlayerState::at(0.25));
    assert_eq!(
        (record.rate, record.weight, record.group, record.part),
        (1.0, 1.0, Name::NONE, Part::Alone)
    );
    assert!(record.match_sync_point && record.state.fresh && record.state.markers().is_none());
    let mut from = Vec::new();
    record.ranges(|range| from.push((range.from, range.to)));
    assert_eq!(
        (record.travelled(), from),
        (0.0, vec![(0.25, 0.25)]),
        "it has not moved yet"
    );
}

#[test]
fn whoever_has_a_group_and_a_length_takes_part_however_short() {
    assert!(record(1e-3, Role::CanBeLeader, 0.0).takes_part(0.1));
    assert!(!record(0.0, Role::CanBeLeader, 1.0).takes_part(0.1));
    assert!(
        !TickRecord {
            group: Name::NONE,
            ..record(1.0, Role::CanBeLeader, 1.0)
        }
        .takes_part(0.1)
    );
}

#[test]
fn a_transition_takes_part_from_the_first_tick_in_which_it_does_not_rise_until_it_is_gone() {
    for role in [Role::TransitionLeader, Role::TransitionFollower] {
        let mut record = record(1.0, role, 0.0);
        let mut with = |weight: f32| {
            record.weight = weight;
            record.takes_part(0.1)
        };
        assert_eq!([0.25, 0.5, 0.9].map(&mut with), [false; 3], "it rises");
        assert_eq!(
            [0.8, 0.9, 0.1].map(&mut with),
            [true; 3],
            "it fell, and goes on"
        );
        assert_eq!(
            [0.5e-5, 0.5, 1.0 - 0.5e-5, 0.3].map(&mut with),
            [false, false, true, true],
            "gone, and new"
        );
        assert_eq!(
            [0.0, 0.0, 0.3, 0.3, 0.4].map(&mut with),
            [false, false, false, true, true],
            "it stands"
        );
    }
}

#[test]
fn a_weight_that_stands_in_a_tick_without_time_may_still_rise() {
    let mut record = record(1.0, Role::TransitionLeader, 0.0);
    let mut with = |(weight, dt): (f32, f64)| {
        record.weight = weight;
        record.takes_part(dt)
    };
    let rises = [(0.3, 0.1), (0.3, 0.0), (0.3, 0.0), (0.4, 0.1), (0.4, 0.0)];
    assert_eq!(rises.map(&mut with), [false; 5]);
    assert!(with((0.4, 0.1)));
}

#[test]
fn numbers_that_are_none_count_as_0_and_times_stay_in_the_clip() {
    let repaired = |rate, weight, time| {
        let mut record = TickRecord {
            rate,
            ..record(2.0, Role::CanBeLeader, weight)
        };
        record.state.time = time;
        record.repair();
        (record.rate, record.weight, record.state.time)
    };
    assert_eq!(repaired(f64::NAN, f32::INFINITY, f64::NAN), (0.0, 0.0, 0.0));
    assert_eq!(repaired(-3.0, 1.5, 9.0), (-3.0, 1.0, 2.0));
    assert_eq!(repaired(1.0, -0.5, -9.0), (1.0, 0.0, 0.0));
    let mut still = record(0.0, Role::CanBeLeader, 1.0);
    still.state.time = 0.05;
    still.repair();
    assert_eq!(
        still.state.time, 0.0,
        "a clip without length has its start alone"
    );
}

#[test]
fn a_tick_takes_a_thousand_turns_at_most() {
    let delta = |rate, dt| {
        TickRecord {
            rate,
            ..record(2.0, Role::CanBeLeader, 1.0)
        }
        .own_delta(dt)
    };
    assert_eq!(
        [delta(1.5, 2.0), delta(1e6, 1.0), delta(-1e6, 1.0)],
        [3.0, 2000.0, -2000.0]
    );
}

#[test]
fn what_has_not_moved_is_as_fresh_as_it_was() {
    let mut record = record(2.0, Role::CanBeLeader, 1.0);
    record.travel(0.0);
    assert!(record.state.fresh);
    record.travel(0.5);
    assert_eq!(
        (record.state.fresh, record.state.time, record.travelled()),
        (false, 0.5, 0.5)
    );
    record.travel(0.0);
    assert!(!record.state.fresh);
    record.jump(1.5);
    assert_eq!((record.state.fresh, record.state.time), (true, 1.5));
    record.rate = 2.0;
    record.advance_alone(0.5);
    assert_eq!(
        (record.part, record.state.time, record.travelled()),
        (Part::Alone, 0.5, 1.0),
        "over the seam"
    );
}

#[test]
fn a_player_in_no_group_goes_as_a_record_of_its_own_would() {
    let numbers = [0.0, 0.5, 1.5, -0.25, 1e9, -1e9, f64::NAN, f64::INFINITY];
    for (length, looping) in [(1.0, true), (1.0, false), (0.0, true), (1e-4, false)] {
        let clip = Arc::new(Clip {
            name: Name::new("clip"),
            length,
            looping,
            ..Clip::default()
        });
        for at in 0..512usize {
            let pick = |shift: usize| numbers[(at >> shift) % 8];
            let (time, rate, dt, weight) = (pick(0), pick(3), pick(6), pick(2) as f32);
            let mut state = PlayerState {
                weight: pick(1) as f32,
                ..PlayerState::at(time)
            };
            state.fresh = at % 2 == 0;
            let mut groups = super::super::SyncGroups::default();
            groups.post(TickRecord {
                rate,
                weight,
                ..TickRecord::new(1, clip.clone(), state)
            });
            groups.tick(dt);
            let record = &groups.records()[0];
            let way = state.play_alone(&clip, (rate, weight), dt);
            assert_eq!(
                (state, way),
                (record.state, record.way()),
                "{length} {time} {rate} {dt} {weight}"
            );
        }
    }
}
