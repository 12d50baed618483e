//! Montages that depend on the frame rate, each found.

use super::{
    Pattern, SweepFault, SweepOptions,
    cast::{
        Case, above, acts, blend, branching, chain, counts, jumps, montage, name, notify, state,
        with,
    },
    sweep, threshold_below,
};
use anim::{
    Montage, Notify, Request,
    event::{EventReason, Phase},
    montage::{NO_SECTION, Segment},
    notify::action,
};

/// More stops in a tick than an advance has sub-steps.
fn stops() -> Vec<Case> {
    let every = |seconds: f32, count: u32, of: &dyn Fn(f32) -> Notify| -> Vec<Notify> {
        (1..=count).map(|at| of(at as f32 * seconds)).collect()
    };
    let ping_pong = |at: f32| {
        let to = [jumps(at, "S1"), jumps(0.5 + at, "S0")];
        Case::new(
            format!("two points that jump to each other, {at} s apart"),
            with(montage(0.5, &[0, 1]), to),
        )
    };
    vec![
        Case::new("sixty sections of 4 ms", chain(0.004, 60)),
        Case::new("a section of 3 ms that loops", montage(0.003, &[0])),
        Case::new(
            "two of 2 ms that follow each other",
            montage(0.002, &[1, 0]),
        ),
        Case::new("three of 5 ms in a ring", montage(0.005, &[1, 2, 0])),
        Case::new("sections backwards", chain(0.004, 100)).rate(-1.0),
        Case::new(
            "branching points every 3 ms",
            with(chain(1.0, 1), every(0.003, 60, &|at| branching(notify(at)))),
        ),
        Case::new("branching states of 2 ms", {
            with(
                chain(1.0, 1),
                every(0.005, 60, &|at| branching(state(at, at + 0.002))),
            )
        }),
        Case::new(
            "points backwards",
            with(
                chain(1.0, 1),
                every(0.003, 60, &|at| branching(notify(at + 0.4))),
            ),
        )
        .rate(-1.0),
        Case::new("points that change the rate", {
            with(
                chain(2.0, 1),
                every(0.002, 60, &|at| {
                    acts(notify(at), action::SET_PLAY_RATE, "", 1.5)
                }),
            )
        }),
        Case::new("points that link sections", {
            with(
                montage(0.01, &[1, 0]),
                [0.002, 0.004, 0.006]
                    .map(|at| acts(notify(at), action::SET_NEXT_SECTION, "S0", 0.0)),
            )
        }),
        ping_pong(0.003),
        ping_pong(0.006),
        Case::new(
            "a point that jumps to its section's start",
            with(chain(1.0, 1), [jumps(0.004, "S0")]),
        ),
        Case::new("a loop at a rate of 100", montage(0.4, &[0])).rate(100.0),
        Case::new("a ring at a rate of 50", montage(0.25, &[1, 2, 0])).rate(50.0),
        Case::new("a loop at a rate of -100", montage(0.4, &[0])).rate(-100.0),
        Case::new(
            "points at a rate of 40",
            with(chain(20.0, 1), every(0.2, 90, &|at| branching(notify(at)))),
        )
        .rate(40.0),
        Case::new("a loop of 40 ms, with hitches only", montage(0.04, &[0])),
        Case::new("points every 25 ms, with hitches only", {
            with(
                chain(4.0, 1),
                every(0.025, 150, &|at| branching(notify(at))),
            )
        }),
    ]
}

/// The weight at a tick's ends decides.
fn weights() -> Vec<Case> {
    let rising = |title: &str, notify: Notify| {
        let m = Montage {
            blend_in: blend(0.05),
            ..chain(1.0, 1)
        };
        Case::new(title, with(m, [above(0.6, notify)]))
    };
    let falling = |title: &str, notify: Notify| {
        let m = Montage {
            blend_out: blend(0.2),
            ..chain(1.0, 1)
        };
        Case::new(title, with(m, [above(0.5, notify)]))
    };
    let at_once = Segment {
        id: 9,
        clip: 0,
        start: 0.0,
        clip_begin: 0.0,
        clip_end: 1.0,
        rate: 1.0,
        loops: 1,
    };
    vec![
        rising("a notify in a fast blend-in", notify(0.02)),
        rising(
            "a branching point in a fast blend-in",
            branching(notify(0.02)),
        ),
        rising("a short state in a fast blend-in", state(0.01, 0.02)),
        rising(
            "a short branching state in a fast blend-in",
            branching(state(0.01, 0.02)),
        ),
        Case::new(
            "a notify of a clip in a fast blend-in",
            Montage {
                blend_in: blend(0.05),
                ..chain(1.0, 1)
            },
        )
        .clip(1.0, at_once, &[above(0.6, notify(0.02))]),
        falling("a notify in a blend-out", notify(0.91)),
        falling("a branching point in a blend-out", branching(notify(0.91))),
        Case::new("a long state that begins with its weight", {
            let m = Montage {
                blend_in: blend(0.2),
                ..chain(1.0, 1)
            };
            with(m, [above(0.9, state(0.0, 0.8))])
        }),
        Case::new("a point that jumps only with weight", {
            let m = Montage {
                blend_in: blend(0.05),
                ..montage(0.5, &[NO_SECTION; 2])
            };
            with(m, [above(0.6, jumps(0.02, "S1")), notify(0.3)])
        }),
    ]
}

/// More than a tick takes.
fn amounts() -> Vec<Case> {
    let turns = Segment {
        id: 9,
        clip: 0,
        start: 0.0,
        clip_begin: 0.0,
        clip_end: 0.001,
        rate: 1.0,
        loops: 1000,
    };
    let crowd = (0..3000).map(|at| Notify {
        id: at + 1,
        ..notify(0.05 + at as f32 * 4e-5)
    });
    vec![
        Case::new("a clip of 1 ms in a loop", chain(1.0, 1))
            .clip(0.001, turns, &[notify(0.0005)])
            .seconds(1.0),
        Case::new(
            "a state in a loop of 60 ms, which one tick leaves and enters",
            with(montage(0.06, &[0]), [state(0.02, 0.04)]),
        ),
        Case::new(
            "a crowd of notifies in a loop",
            with(montage(0.2, &[0]), crowd),
        )
        .seconds(1.0),
    ]
}

#[test]
fn what_depends_on_the_frame_rate_is_found() {
    let cases: Vec<Case> = [stops(), weights(), amounts()]
        .into_iter()
        .flatten()
        .collect();
    assert_eq!(cases.len(), 31);
    let mut missed = Vec::new();
    for case in cases {
        let title = case.title.clone();
        let report = case.sweep();
        assert!(
            report.refused.is_empty() && report.events > 1,
            "{title}: {report:?}"
        );
        if report.findings.is_empty() {
            missed.push(title);
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

/// What is found says what, where and at which rate.
#[test]
fn a_finding_names_the_rate_the_run_and_the_place() {
    let crossed = |threshold| {
        let m = Montage {
            blend_in: blend(0.05),
            ..chain(1.0, 1)
        };
        Case::new("", with(m, [above(threshold, notify(0.02)), notify(0.5)])).take()
    };
    let options = SweepOptions {
        rates: vec![15.0, 240.0],
        ..SweepOptions::default()
    };
    let report = sweep(&crossed(0.6), &options, |_| true).unwrap();
    let steady: Vec<_> = report
        .findings
        .iter()
        .filter(|finding| finding.pattern == Pattern::Steady)
        .collect();
    let [finding] = steady[..] else {
        panic!("{steady:?}")
    };
    assert_eq!(
        (finding.rate, finding.fault, finding.asset),
        (15.0, SweepFault::Doubled, name("M"))
    );
    assert_eq!((finding.expected, finding.told), (None, Some(1.0 / 15.0)));
    assert!((finding.position - 0.02).abs() < 1e-6 && (finding.found.unwrap() - 0.02).abs() < 1e-6);
    let (Some((EventReason::Weight, [weight, threshold])), None) =
        (finding.unfired, finding.left_out)
    else {
        panic!("{finding:?}")
    };
    assert!(
        weight <= 0.6
            && threshold == 0.6
            && finding.weight > 0.6
            && (finding.step - 1.0 / 15.0).abs() < 1e-9
    );
    let first = &report.runs[0];
    assert_eq!((first.counts, first.faults), ([0, 1, 0, 0], 1));
    assert!(
        (first.latest - finding.step).abs() < finding.step,
        "{}",
        first.latest
    );
    assert!(
        (report.lowest[&(name("M"), finding.id)] - weight).abs() < 0.02,
        "{:?}",
        report.lowest
    );
    assert_eq!(report.runs.len(), 8);
    assert_eq!(
        report.runs.iter().map(|run| run.faults).sum::<usize>(),
        report.findings.len()
    );
    assert_eq!(
        sweep(&crossed(0.6), &options, |_| true).unwrap(),
        report,
        "again"
    );
    assert_eq!(
        counts(&sweep(&crossed(0.0), &options, |_| true).unwrap()),
        [0; 4]
    );
    assert_eq!(
        sweep(&crossed(0.6), &options, |part| part < 0.5),
        None,
        "cancelled"
    );
}

#[test]
fn more_is_allowed_by_a_longer_time() {
    let take = Case::new("", montage(0.04, &[0])).take();
    let found = |late| {
        let options = SweepOptions {
            rates: vec![60.0],
            late,
            seed: 1,
        };
        counts(&sweep(&take, &options, |_| true).unwrap())
            .iter()
            .sum::<usize>()
    };
    assert!(found(0.01) > 0);
    assert_eq!(found(1.0), 0);
}

/// A request comes at its time at every rate, and what no one plays is refused and told.
#[test]
fn what_is_asked_for_amid_a_tick_cuts_it_short() {
    let stop = Request::StopMontage {
        montage: None,
        blend_out: None,
    };
    let report = Case::new("", chain(1.0, 1))
        .ask(0.333, stop)
        .ask(0.5, Request::play(name("none"), 1.0))
        .sweep();
    assert_eq!((counts(&report), report.refused.len()), ([0; 4], 1));
}

/// What every step weighs above its threshold, no step decides.
#[test]
fn a_threshold_below_the_lowest_weight_mends_what_weights_decide() {
    for case in weights() {
        let title = case.title.clone();
        let lowest = case.sweep().lowest.into_values().fold(f32::MAX, f32::min);
        let threshold = threshold_below(lowest).unwrap_or_else(|| panic!("{title}: {lowest}"));
        let again = weights()
            .into_iter()
            .find(|case| case.title == title)
            .unwrap()
            .above_all(threshold)
            .sweep();
        assert_eq!(
            counts(&again),
            [0; 4],
            "{title} at {threshold}: {:?}",
            again.findings.first()
        );
    }
    assert_eq!(
        [0.0, 0.01, 0.48, 1.0].map(threshold_below),
        [None, Some(0.0), Some(0.4), Some(0.9)]
    );
}

/// A step that cannot pass all of its stops is named, and told by which of its limits.
#[test]
fn what_a_step_left_over_is_named() {
    let report = Case::new("", chain(0.004, 60)).sweep();
    let of = |fault| {
        report
            .findings
            .iter()
            .find(|finding| finding.fault == fault)
    };
    let late = of(SweepFault::Late).expect("what comes a tick later");
    assert_eq!(late.left_out, Some(Phase::SubstepOverflow), "{late:?}");
    assert!(report.runs.iter().any(|run| run.latest > 1.0 / run.rate));
}

/// A queued state that a loop enters again before a whole step lies outside it goes on; a branching
/// one ends and begins.
#[test]
fn a_state_that_every_step_meets_is_mended_by_branching() {
    let case = |of: Notify| {
        Case::new("", with(montage(0.3, &[0]), [of]))
            .seconds(3.0)
            .sweep()
    };
    let queued = case(state(0.05, 0.2));
    let begin = queued
        .findings
        .iter()
        .find(|finding| finding.phase == Phase::Begin)
        .expect("its begin");
    assert_eq!(
        (begin.fault, begin.unfired, begin.left_out),
        (SweepFault::Lost, None, None)
    );
    assert_eq!(counts(&case(branching(state(0.05, 0.2)))), [0; 4]);
}
