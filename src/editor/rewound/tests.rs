//! Where the playhead of a session goes.

use super::*;
use session::{MachineSeries, SeriesSpan};

/// A session of ten ticks, of which every other has no time, and a machine that changes once.
fn rewound() -> Rewound {
    let times = (0..10).map(|tick| f64::from(tick / 2 + 1) / 60.0).collect();
    let span = |name: &str, ticks: Range<u64>| SeriesSpan {
        name: Name::new(name),
        ticks,
    };
    let machine = MachineSeries {
        states: vec![span("Idle", 0..4), span("Run", 4..10)],
        ..MachineSeries::default()
    };
    let segment = engine::Recording::new(
        &engine::Evaluator::new(engine::WorkerMode::Inline, Arc::default()),
        engine::RecordingLimits::default(),
    );
    let mut recording = segment;
    let mut evaluator = engine::Evaluator::new(engine::WorkerMode::Inline, Arc::default());
    for tick in 0..10 {
        let dt = if tick % 2 == 0 { 1.0 / 60.0 } else { 0.0 };
        evaluator.step(dt, &[]);
        recording.add(dt, &[], &mut evaluator);
    }
    Rewound {
        session: recording.session(),
        series: Some(Arc::new(SessionSeries {
            times,
            machines: vec![machine],
            ..SessionSeries::default()
        })),
        ..Rewound::default()
    }
}

#[test]
fn a_step_passes_over_ticks_without_time_and_ends_where_the_session_does() {
    let mut rewound = rewound();
    assert_eq!(rewound.tick(), 10);
    rewound.at = Some(5);
    let time = |rewound: &Rewound, at| rewound.series.as_ref().unwrap().time(at);
    for (ticks, expected) in [(1, 1), (-1, -1), (2, 2)] {
        let there = rewound.stepped(ticks);
        let gone = (time(&rewound, there) - time(&rewound, 5)) * 60.0;
        assert!((gone - f64::from(expected)).abs() < 1e-9, "{ticks}: {gone}");
    }
    assert_eq!((rewound.stepped(-99), rewound.stepped(99)), (0, 10));
}

#[test]
fn edges_are_where_something_begins() {
    let mut rewound = rewound();
    rewound.at = Some(3);
    assert_eq!(rewound.edge(true), Some(5));
    assert_eq!(rewound.edge(false), Some(1));
    rewound.at = Some(9);
    assert_eq!(rewound.edge(true), None);
    assert_eq!(rewound.edge(false), Some(5));
}

#[test]
fn only_the_newest_branches_are_kept() {
    let mut rewound = Rewound::default();
    for at in 0..12 {
        rewound.keep_branch(at.to_string(), RecordedSession::default());
    }
    let titles: Vec<&str> = rewound.branches.iter().map(|it| &*it.0).collect();
    assert_eq!(titles.len(), MOST_BRANCHES);
    assert_eq!(titles[0], "4");
}
