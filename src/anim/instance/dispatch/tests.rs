use super::*;
use crate::notify::flag;
use bytemuck::Zeroable;

/// A tick of a second up to `end`.
fn dispatch(
    states: &mut ActiveStates,
    out: &mut Outbox,
    end: f64,
    slot_share: &dyn Fn(Name) -> Option<f32>,
) {
    states.dispatch(
        out,
        &Clock {
            start: end - 1.0,
            end,
            slot_share,
        },
    );
}

fn queued(name: &str, is_state: bool) -> Queued {
    let notify = Notify {
        id: Name::new(name).0,
        name: Name::new(name),
        target: Name::NONE,
        socket: Name::NONE,
        time: 0.0,
        end: if is_state { 1.0 } else { 0.0 },
        track: 0,
        flags: if is_state { flag::STATE } else { 0 },
        weight_threshold: 1e-5,
        chance: 1.0,
        from_lod: -1,
        ..Notify::zeroed()
    };
    Queued {
        notify,
        source: Source::Node(0),
        asset: Name::NONE,
        slot: Name::NONE,
        weight: 1.0,
        part: Part::Alone,
        hit: NotifyHitKind::Met,
        ago: 0.0,
    }
}

fn run(states: &mut ActiveStates, out: &mut Outbox, frame: &[Queued]) -> String {
    out.begin_frame();
    out.queued = frame.iter().copied().collect();
    dispatch(states, out, 0.0, &|_| Some(1.0));
    let names = ["trail", "step", "hit", "whoosh"];
    let name = |event: &Event| {
        names
            .iter()
            .find(|n| Name::new(n) == event.name)
            .unwrap()
            .to_string()
    };
    let word = |event: &Event| match event.phase {
        Phase::Notify => format!("AN {}", name(event)),
        phase => format!("{phase:?} {}", name(event)),
    };
    out.events.iter().map(word).collect::<Vec<_>>().join(", ")
}

#[test]
fn firing_order_matches_the_worked_example() {
    let (mut states, mut out) = (ActiveStates::default(), Outbox::default());
    let (trail, step, hit, whoosh) = (
        queued("trail", true),
        queued("step", false),
        queued("hit", true),
        queued("whoosh", false),
    );
    assert_eq!(
        run(&mut states, &mut out, &[trail, step]),
        "AN step, Begin trail, Tick trail"
    );
    assert_eq!(
        run(&mut states, &mut out, &[trail, hit, whoosh]),
        "AN whoosh, Begin hit, Tick trail, Tick hit"
    );
    assert_eq!(run(&mut states, &mut out, &[hit]), "End trail, Tick hit");
    assert_eq!(run(&mut states, &mut out, &[]), "End hit");
}

#[test]
fn chance_is_fair_and_repeats() {
    let notify = Notify {
        chance: 0.25,
        ..queued("step", false).notify
    };
    let log = |seed| {
        let mut filter = Filter {
            seed,
            ..Filter::default()
        };
        (0..10_000)
            .map(|_| filter.judge(&notify, Part::Alone, 1.0).0 == EventReason::Fired)
            .collect::<Vec<_>>()
    };
    assert_eq!(log(7), log(7));
    let hits = log(7).iter().filter(|hit| **hit).count() as f64;
    assert!((hits - 2500.0).abs() < 4.0 * (10_000.0f64 * 0.25 * 0.75).sqrt());
}

#[test]
fn filters_name_their_reason() {
    let mut filter = Filter {
        lod: 2,
        is_dedicated_server: true,
        ..Filter::default()
    };
    let notify = queued("step", false).notify;
    let mut alone = |notify: Notify, weight| filter.judge(&notify, Part::Alone, weight).0;
    assert_eq!(alone(notify, 0.0), EventReason::Weight);
    assert_eq!(alone(notify, f32::NAN), EventReason::Weight);
    assert_eq!(
        alone(
            Notify {
                from_lod: 2,
                ..notify
            },
            1.0
        ),
        EventReason::Lod
    );
    assert_eq!(
        alone(
            Notify {
                from_lod: 3,
                ..notify
            },
            1.0
        ),
        EventReason::Fired
    );
    assert_eq!(
        alone(
            Notify {
                flags: flag::NOT_ON_SERVER,
                ..notify
            },
            1.0
        ),
        EventReason::Server
    );
    assert_eq!(
        filter.judge(&notify, Part::Follower, 0.0).0,
        EventReason::Follower,
        "the first rule"
    );
    assert_eq!(
        filter.judge(&notify, Part::Leader, 1.0).0,
        EventReason::Fired
    );
    let loud = Notify {
        flags: flag::ON_FOLLOWER,
        ..notify
    };
    assert_eq!(
        filter.judge(&loud, Part::Follower, 1.0).0,
        EventReason::Fired
    );
}

#[test]
fn a_state_that_is_met_twice_begins_once_and_one_that_loses_its_weight_ends() {
    let (mut states, mut out) = (ActiveStates::default(), Outbox::default());
    let trail = queued("trail", true);
    assert_eq!(
        run(&mut states, &mut out, &[trail, trail]),
        "Begin trail, Tick trail"
    );
    assert_eq!(run(&mut states, &mut out, &[trail, trail]), "Tick trail");
    assert_eq!(
        run(
            &mut states,
            &mut out,
            &[Queued {
                weight: 0.0,
                ..trail
            }]
        ),
        "End trail"
    );
    assert_eq!(
        run(
            &mut states,
            &mut out,
            &[Queued {
                weight: 0.0,
                ..trail
            }]
        ),
        "Begin trail",
        "why not, in the log"
    );
    assert_eq!(out.events[0].reason, EventReason::Weight);
    assert_eq!(run(&mut states, &mut out, &[]), "");
    let elsewhere = Queued {
        source: Source::Node(1),
        ..trail
    };
    assert_eq!(
        run(&mut states, &mut out, &[trail, elsewhere])
            .matches("Begin")
            .count(),
        2,
        "two players"
    );
}

#[test]
fn a_merged_state_ends_for_the_player_that_began_it() {
    let (mut states, mut out) = (ActiveStates::default(), Outbox::default());
    let first = queued("trail", true);
    let second = Queued {
        source: Source::Node(1),
        ..first
    };
    out.filter.merges = true;
    let told = |out: &Outbox| {
        out.events
            .iter()
            .map(|event| (event.phase, event.source))
            .collect::<Vec<_>>()
    };
    run(&mut states, &mut out, &[first, second]);
    assert_eq!(
        told(&out),
        [(Phase::Begin, first.source), (Phase::Tick, first.source)]
    );
    run(&mut states, &mut out, &[second]);
    assert_eq!(
        told(&out),
        [(Phase::Tick, first.source)],
        "kept by the other"
    );
    let mut torn = Outbox::default();
    states.clone().tear_down(&mut torn, 1.0);
    assert_eq!(told(&torn), [(Phase::End, first.source)]);
    out.filter.merges = false;
    run(&mut states, &mut out, &[second]);
    let apart = [
        (Phase::End, first.source),
        (Phase::Begin, second.source),
        (Phase::Tick, second.source),
    ];
    assert_eq!(told(&out), apart, "merged no more while it lasts");
}

#[test]
fn what_only_keeps_alive_begins_and_fires_nothing() {
    let (mut states, mut out) = (ActiveStates::default(), Outbox::default());
    let keeps = |queued: Queued| Queued {
        hit: NotifyHitKind::KeepsAlive,
        ..queued
    };
    let (trail, step) = (queued("trail", true), queued("step", false));
    assert_eq!(run(&mut states, &mut out, &[keeps(trail), keeps(step)]), "");
    run(&mut states, &mut out, &[trail]);
    assert_eq!(
        run(&mut states, &mut out, &[keeps(trail), keeps(step)]),
        "Tick trail"
    );
}

#[test]
fn a_state_decides_its_chance_when_it_begins() {
    let (mut states, mut out) = (ActiveStates::default(), Outbox::default());
    let trail = queued("trail", true);
    let never = Queued {
        notify: Notify {
            chance: 0.0,
            ..trail.notify
        },
        ..trail
    };
    assert_eq!(run(&mut states, &mut out, &[never]), "Begin trail");
    assert_eq!(
        (out.events[0].reason, out.events[0].values[1]),
        (EventReason::Chance, 0.0)
    );
    assert_eq!(
        run(&mut states, &mut out, &[trail]),
        "Begin trail",
        "decided until it is left"
    );
    assert_eq!(out.events[0].reason, EventReason::Chance);
    assert_eq!(run(&mut states, &mut out, &[]), "");
    assert_eq!(
        run(&mut states, &mut out, &[trail]),
        "Begin trail, Tick trail"
    );
    assert_eq!(run(&mut states, &mut out, &[never]), "Tick trail");
}

#[test]
fn of_two_hundred_states_with_a_chance_of_a_quarter_fifty_begin_however_long_they_last() {
    let (mut states, mut out) = (ActiveStates::default(), Outbox::default());
    let trail = queued("trail", true);
    let quarter = Queued {
        notify: Notify {
            chance: 0.25,
            ..trail.notify
        },
        ..trail
    };
    let mut begun = 0;
    for _ in 0..200 {
        for _ in 0..30 {
            run(&mut states, &mut out, &[quarter]);
            begun += out
                .events
                .iter()
                .filter(|event| event.phase == Phase::Begin && event.fired())
                .count();
        }
        run(&mut states, &mut out, &[]);
    }
    assert!((25..=75).contains(&begun), "{begun}");
}

#[test]
fn a_slot_without_weight_silences_what_plays_in_it() {
    let slot = Name::new("slot");
    let (own, other) = (
        Queued {
            slot,
            ..queued("step", false)
        },
        queued("hit", false),
    );
    let reasons = |weight: f32| {
        let mut out = Outbox {
            queued: [own, other].into_iter().collect(),
            ..Outbox::default()
        };
        dispatch(&mut ActiveStates::default(), &mut out, 0.0, &|name| {
            (name == slot).then_some(weight)
        });
        [out.events[0].reason, out.events[1].reason]
    };
    assert_eq!(reasons(1.1e-5), [EventReason::Fired; 2]);
    assert_eq!(
        reasons(1e-5),
        [EventReason::SlotWeight, EventReason::Fired],
        "what has no slot has none to lose"
    );
    let light = Queued { weight: 0.0, ..own };
    let mut out = Outbox {
        queued: [light].into_iter().collect(),
        ..Outbox::default()
    };
    dispatch(&mut ActiveStates::default(), &mut out, 0.0, &|_| Some(0.0));
    assert_eq!(
        out.events[0].reason,
        EventReason::Weight,
        "its own weight comes first"
    );
}

#[test]
fn a_notify_fires_above_its_threshold_and_below_its_level() {
    let mut filter = Filter {
        lod: 0,
        ..Filter::default()
    };
    let notify = Notify {
        weight_threshold: 0.5,
        ..queued("step", false).notify
    };
    let mut alone = |notify: Notify, weight| filter.judge(&notify, Part::Alone, weight).0;
    assert_eq!(
        [0.49, 0.5, 0.51].map(|weight| alone(notify, weight)),
        [EventReason::Weight, EventReason::Weight, EventReason::Fired]
    );
    let from = |from_lod| Notify { from_lod, ..notify };
    assert_eq!(
        [-1, 0, 1].map(|lod| alone(from(lod), 1.0)),
        [EventReason::Fired, EventReason::Lod, EventReason::Fired]
    );
    let not_on_server = Notify {
        flags: flag::NOT_ON_SERVER,
        ..notify
    };
    assert_eq!(alone(not_on_server, 1.0), EventReason::Fired, "no server");
}

/// Recorded characters play the same in later versions.
#[test]
fn chance_is_drawn_from_the_seed_the_notify_and_how_often_it_was_asked() {
    let mix = |mut x: u64| {
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    };
    let mut filter = Filter {
        seed: 99,
        ..Filter::default()
    };
    for count in 0..200u64 {
        for (id, chance) in [(0x8000_0000_0000_1234, 0.5), (7, 0.1), (u64::MAX / 3, 0.9)] {
            let notify = Notify {
                id,
                chance,
                ..queued("step", false).notify
            };
            let bits = mix(99 ^ id.rotate_left(17) ^ count.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let expected = ((bits >> 40) as f32) < chance * 16_777_216.0;
            assert_eq!(
                filter.judge(&notify, Part::Alone, 1.0).0 == EventReason::Fired,
                expected,
                "{id} {count}"
            );
        }
    }
}

#[test]
fn events_of_states_are_where_the_state_begins_and_ends() {
    let hit = Queued {
        weight: 0.75,
        asset: Name(5),
        ..queued("hit", true)
    };
    let hit = Queued {
        notify: Notify {
            time: 0.25,
            end: 0.5,
            ..hit.notify
        },
        ..hit
    };
    let (mut states, mut out) = (ActiveStates::default(), Outbox::default());
    out.queued.push(hit);
    dispatch(&mut states, &mut out, 3.0, &|_| Some(1.0));
    let clock = Clock {
        start: 2.0,
        end: 3.0,
        slot_share: &|_| None,
    };
    let begin = begin_event(&hit, EventReason::Fired, [0.0; 2], &clock);
    assert_eq!(
        (out.events[0], begin.position, begin.weight, begin.asset),
        (begin, 0.25, 0.75, Name(5))
    );
    assert_eq!(
        (begin.time, begin.seconds, out.events[1].seconds),
        (3.0, 0.25, 1.0)
    );
    assert!(!begin.branching);
    let mut last = Outbox::default();
    states.clone().tear_down(&mut last, 4.0);
    dispatch(&mut states, &mut out, 4.0, &|_| Some(1.0));
    assert_eq!(
        last.events
            .iter()
            .map(|e| (e.phase, e.position, e.time))
            .collect::<Vec<_>>(),
        [(Phase::End, 0.5, 4.0)]
    );
}

#[test]
fn a_new_frame_forgets_all_but_its_rules() {
    let filter = Filter {
        lod: 3,
        seed: 5,
        ..Filter::default()
    };
    let mut out = Outbox {
        filter: filter.clone(),
        ..Outbox::default()
    };
    out.queued.push(queued("hit", true));
    out.events.push(event(&queued("hit", true), Phase::Begin));
    out.montage_events
        .push(event(&queued("hit", true), Phase::Started));
    out.moved(1, Cause::Request, 0.0);
    out.inertialize.push(Blend::default());
    out.begin_frame();
    assert_eq!(
        out,
        Outbox {
            filter,
            ..Outbox::default()
        }
    );
}
