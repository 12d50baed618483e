//! Montages that come out the same at every frame rate, none accused. A queued state that is left
//! and entered again within one tick goes on, so that those here are not met again within the
//! longest hitch.

use super::{
    SweepReport,
    cast::{Case, acts, blend, branching, chain, jumps, montage, name, notify, state, with},
};
use anim::{
    Array, Montage, Notify, Request,
    instance::Start,
    montage::{NO_SECTION, Segment, StretchCurve},
    notify::action,
};

fn all_over() -> [Notify; 4] {
    [
        notify(0.25),
        state(0.3, 0.6),
        branching(notify(0.4)),
        branching(state(0.5, 0.7)),
    ]
}

fn sections() -> Vec<Case> {
    vec![
        Case::new("all kinds of notifies", with(chain(1.0, 1), all_over())),
        Case::new(
            "a loop",
            with(montage(0.5, &[0]), [notify(0.1), branching(notify(0.2))]),
        ),
        Case::new(
            "a ring",
            with(
                montage(0.3, &[1, 2, 0]),
                [notify(0.15), state(0.4, 0.5), notify(0.7)],
            ),
        ),
        Case::new("an intro and a loop", {
            with(
                montage(0.4, &[1, 1]),
                [
                    state(0.1, 0.3),
                    notify(0.25),
                    branching(notify(0.5)),
                    branching(state(0.5, 0.7)),
                ],
            )
        }),
        Case::new(
            "a jump by a point",
            with(
                montage(0.5, &[NO_SECTION; 3]),
                [jumps(0.25, "S2"), notify(1.2)],
            ),
        ),
        Case::new(
            "a jump back, again and again",
            with(chain(0.7, 1), [jumps(0.4, "S0"), notify(0.2)]),
        ),
        Case::new(
            "a jump back by a point at a boundary",
            with(montage(0.5, &[1, 1]), [jumps(0.5, "S0")]),
        ),
        Case::new("notifies on boundaries", {
            with(
                montage(0.5, &[1, 0]),
                [
                    notify(0.0),
                    notify(0.5),
                    branching(notify(0.5)),
                    branching(notify(0.0)),
                ],
            )
        }),
        Case::new(
            "one on the last instant",
            with(chain(0.5, 2), [notify(1.0), branching(notify(1.0))]),
        ),
        Case::new("states over boundaries", {
            with(
                montage(0.5, &[1, 0]),
                [state(0.3, 0.8), branching(state(0.4, 0.6))],
            )
        }),
        Case::new("a point that links", {
            with(
                montage(0.5, &[0, NO_SECTION]),
                [
                    acts(notify(0.3), action::SET_NEXT_SECTION, "S1", 0.0),
                    notify(0.7),
                ],
            )
        }),
        Case::new("two points at one place", {
            with(
                chain(1.0, 1),
                [
                    branching(notify(0.3)),
                    branching(state(0.3, 0.5)),
                    notify(0.3),
                ],
            )
        }),
        Case::new("a state that ends where another begins", {
            with(
                chain(1.0, 1),
                [
                    state(0.2, 0.5),
                    state(0.5, 0.8),
                    branching(state(0.2, 0.4)),
                    branching(state(0.4, 0.6)),
                ],
            )
        }),
        Case::new("states shorter than a tick", {
            with(
                chain(1.0, 1),
                [
                    state(0.301, 0.302),
                    state(0.5, 0.5001),
                    branching(state(0.601, 0.602)),
                ],
            )
        }),
    ]
}

fn rates() -> Vec<Case> {
    let stretch = StretchCurve {
        samples: Array::from(vec![0.0, 1.0, 0.5, 0.0]),
    };
    let hit_stop = |rate| Request::SetPlayRate {
        montage: name("M"),
        rate,
    };
    vec![
        Case::new("backwards", with(chain(0.5, 2), all_over())).rate(-1.0),
        Case::new(
            "a loop backwards",
            with(
                montage(0.5, &[0]),
                [notify(0.1), branching(state(0.2, 0.3))],
            ),
        )
        .rate(-1.0),
        Case::new("twice as fast", with(chain(1.0, 2), all_over())).rate(2.0),
        Case::new(
            "slow",
            with(chain(0.5, 1), [notify(0.25), branching(notify(0.3))]),
        )
        .rate(0.3),
        Case::new(
            "a stretch",
            with(
                Montage {
                    stretch: Some(stretch),
                    ..chain(1.0, 1)
                },
                all_over(),
            ),
        )
        .rate(1.5),
        Case::new("a point that sets the rate", {
            with(
                chain(1.0, 1),
                [
                    acts(notify(0.3), action::SET_PLAY_RATE, "", 2.0),
                    notify(0.6),
                ],
            )
        }),
        Case::new("a hit-stop", with(chain(1.0, 1), all_over()))
            .ask(0.42, hit_stop(0.0))
            .ask(0.6, hit_stop(1.0)),
        Case::new("a pause", with(chain(1.0, 1), all_over()))
            .ask(0.35, Request::Pause { montage: name("M") })
            .ask(0.8, Request::Resume { montage: name("M") }),
        Case::new("time dilation", with(chain(1.0, 1), all_over()))
            .ask(0.2, Request::SetTimeDilation { dilation: 0.5 }),
    ]
}

fn others() -> Vec<Case> {
    let loops = Segment {
        id: 9,
        clip: 0,
        start: 0.1,
        clip_begin: 0.0,
        clip_end: 0.4,
        rate: 1.0,
        loops: 2,
    };
    let back = Segment {
        id: 9,
        clip: 0,
        start: 0.0,
        clip_begin: 0.0,
        clip_end: 0.8,
        rate: -1.0,
        loops: 1,
    };
    let stop = acts(notify(0.4), action::STOP, "", 0.2);
    vec![
        Case::new("a clip in a loop", chain(1.0, 1)).clip(0.4, loops, &[notify(0.2), notify(0.25)]),
        Case::new("a clip backwards", chain(1.0, 1)).clip(
            0.8,
            back,
            &[notify(0.2), state(0.3, 0.4)],
        ),
        Case::new(
            "a point that stops",
            with(chain(1.0, 1), [stop, notify(0.2), notify(0.55)]),
        ),
        Case::new("a point that starts another one", {
            with(
                chain(1.0, 1),
                [
                    acts(notify(0.4), action::PLAY_MONTAGE, "N", 0.0),
                    notify(0.2),
                ],
            )
        })
        .beside("N", "group", with(chain(0.6, 1), all_over())),
        Case::new("two of two groups", with(chain(1.0, 1), all_over()))
            .beside("N", "other", with(chain(0.8, 1), all_over()))
            .ask(0.25, Request::play(name("N"), 1.0)),
        Case::new(
            "one that is asked to jump, and starts amid it",
            with(montage(0.5, &[1, NO_SECTION]), all_over()),
        )
        .start(Request::PlayMontage {
            montage: name("M"),
            rate: 1.0,
            start: Start::Seconds(0.1),
            stop_group: true,
        })
        .ask(
            0.3,
            Request::JumpToSection {
                montage: name("M"),
                section: name("S1"),
                at_end: false,
            },
        ),
        Case::new("one that is held at its end", {
            with(
                Montage {
                    auto_blend_out: false,
                    blend_in: blend(0.0),
                    ..chain(0.8, 1)
                },
                all_over(),
            )
        })
        .ask(
            1.5,
            Request::StopMontage {
                montage: None,
                blend_out: Some(0.1),
            },
        ),
    ]
}

fn told(report: &SweepReport) -> String {
    report
        .findings
        .iter()
        .take(3)
        .map(|finding| format!("  {finding:?}\n"))
        .collect()
}

#[test]
fn what_comes_out_the_same_is_not_accused() {
    let cases: Vec<Case> = [sections(), rates(), others()]
        .into_iter()
        .flatten()
        .collect();
    assert_eq!(cases.len(), 30);
    let mut accused = String::new();
    for case in cases {
        let title = case.title.clone();
        let report = case.sweep();
        assert!(
            report.refused.is_empty() && report.events > 2,
            "{title}: {report:?}"
        );
        if !report.findings.is_empty() {
            accused += &format!(
                "{title}: {} findings\n{}",
                report.findings.len(),
                told(&report)
            );
        }
    }
    assert!(accused.is_empty(), "{accused}");
}

/// Times and instances of one key decide, not the order in which they are told: ends are told last.
#[test]
fn what_happens_after_the_end_of_its_montage_is_found() {
    use super::{SweepEvent, key, outlived};
    use anim::{
        Event, Name,
        event::{Cause, EventReason, Phase, Source},
    };
    let told = |phase, instance, time| {
        let name = Name::new("M");
        let event = Event {
            time,
            phase,
            name,
            id: 0,
            socket: Name::NONE,
            source: Source::Montage(instance),
            asset: name,
            position: 0.0,
            weight: 1.0,
            branching: false,
            reason: EventReason::Fired,
            cause: Cause::Time,
            seconds: 0.0,
            values: [0.0; 2],
        };
        SweepEvent {
            key: key(0, &event).unwrap(),
            event,
            end: 2.0,
            tick: 1.0,
            wall: 2.0,
            order: 0,
        }
    };
    let ended = |instance, time| told(Phase::Ended { interrupted: false }, instance, time);
    let notify = |instance, time| told(Phase::Notify, instance, time);
    let all = [
        notify(1, 1.0),
        notify(1, 1.5),
        notify(2, 1.5),
        notify(3, 9.0),
        ended(1, 1.25),
        ended(2, 1.5),
    ];
    let found: Vec<_> = outlived(&all)
        .map(|(due, found)| (due.event.time, found.event.time))
        .collect();
    assert_eq!(found, [(1.25, 1.5)]);
}
