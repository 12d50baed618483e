use super::*;
use anim::event::Warped;
use std::collections::BTreeSet;

/// Bundles hold sums over these numbers, so a kind of event keeps its own.
#[test]
fn every_kind_of_event_has_the_number_that_bundles_have_for_it() {
    let kinds = [
        (Phase::Notify, 1),
        (Phase::Begin, 2),
        (Phase::Tick, 3),
        (Phase::End, 4),
        (Phase::Started, 5),
        (Phase::BlendingOut { interrupted: false }, 6),
        (Phase::BlendingOut { interrupted: true }, 7),
        (Phase::BlendedIn, 8),
        (Phase::Ended { interrupted: false }, 9),
        (Phase::Ended { interrupted: true }, 10),
        (Phase::Section { looped: false }, 11),
        (Phase::Section { looped: true }, 12),
        (Phase::Jumped, 13),
        (Phase::SubstepOverflow, 14),
        (Phase::TimeLeftOut, 18),
    ];
    for (phase, number) in &kinds {
        assert_eq!(phase_number(*phase), *number, "{phase:?}");
    }
    let counts = [1, 7].map(|count| [Phase::TurnsLeftOut { count }, Phase::HitsLeftOut { count }]);
    let warps = [
        Warped::Waiting,
        Warped::Active,
        Warped::Reactivated,
        Warped::Disabled,
    ]
    .map(Phase::Warp);
    for others in [counts.as_flattened(), &warps] {
        let all = kinds.iter().map(|(phase, _)| phase).chain(others);
        let numbers: Vec<u64> = all.map(|phase| phase_number(*phase)).collect();
        assert_eq!(
            numbers.iter().collect::<BTreeSet<_>>().len(),
            numbers.len(),
            "{numbers:?}"
        );
    }
    // Mixed with how many, and with what became of a window.
    assert_eq!(phase_number(Phase::TurnsLeftOut { count: 7 }), mixed(15, 7));
    assert_eq!(phase_number(Phase::HitsLeftOut { count: 7 }), mixed(16, 7));
    assert_eq!(
        phase_number(Phase::Warp(Warped::Active)),
        mixed(17, Warped::Active as u64)
    );
}

/// Whatever of an event a bundle speaks of tells in the sum.
#[test]
fn every_part_of_an_event_counts() {
    let event = Event {
        time: 1.5,
        phase: Phase::Begin,
        name: anim::Name(3),
        id: 5,
        socket: anim::Name(7),
        source: anim::event::Source::Montage(1),
        asset: anim::Name(11),
        position: 0.25,
        weight: 0.5,
        branching: false,
        reason: anim::event::EventReason::Fired,
        cause: anim::event::Cause::None,
        seconds: 0.0,
        values: [0.0; 2],
    };
    let all = [
        event,
        Event {
            time: 1.25,
            ..event
        },
        Event {
            phase: Phase::End,
            ..event
        },
        Event {
            name: anim::Name(4),
            ..event
        },
        Event { id: 6, ..event },
        Event {
            socket: anim::Name(8),
            ..event
        },
        Event {
            asset: anim::Name(12),
            ..event
        },
        Event {
            position: 0.5,
            ..event
        },
        Event {
            weight: 0.75,
            ..event
        },
        Event {
            branching: true,
            ..event
        },
        Event {
            reason: anim::event::EventReason::TornDown,
            ..event
        },
    ];
    let sums: BTreeSet<u64> = all.iter().map(|event| events_hash(&[*event])).collect();
    assert_eq!(sums.len(), all.len());
    let reason = anim::event::EventReason::TornDown as u64;
    let kinds = mixed(2, reason * 2 + 1);
    let numbers = [
        1.5f64.to_bits(),
        3,
        5,
        7,
        11,
        0.25f64.to_bits(),
        0.5f32.to_bits().into(),
    ];
    let torn = Event {
        reason: anim::event::EventReason::TornDown,
        branching: true,
        ..event
    };
    assert_eq!(
        events_hash(&[torn]),
        numbers.into_iter().fold(mixed(0, kinds), mixed)
    );
}
