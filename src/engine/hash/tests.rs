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
    let with = |count| [Phase::TurnsLeftOut { count }, Phase::HitsLeftOut { count }];
    let warps = [Warped::Waiting, Warped::Active, Warped::Reactivated, Warped::Disabled].map(Phase::Warp);
    let all = kinds.iter().map(|(phase, _)| *phase).chain(with(1)).chain(with(7)).chain(warps);
    let numbers: Vec<u64> = all.map(phase_number).collect();
    // Mixed with how many, and with what became of a window.
    assert_eq!(phase_number(Phase::TurnsLeftOut { count: 7 }), mixed(15, 7));
    assert_eq!(phase_number(Phase::HitsLeftOut { count: 7 }), mixed(16, 7));
    assert_eq!(phase_number(Phase::Warp(Warped::Active)), mixed(17, Warped::Active as u64));
    assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), numbers.len(), "{numbers:?}");
}
