//! Motion tests in the window: run, red where an edit breaks them, and shown at the tick.

use super::{graphs::act, *};
use crate::action::SessionAction;
use engine::{SessionPlayer, WorkerMode};

/// The whole sample with the shortest of its scenarios.
fn with_tests() -> Window {
    let mut window = sample();
    change(&mut window, |project| {
        *project = mannequin::sample();
        let mut lengths: Vec<_> = project.tests.values().map(|it| it.seconds()).collect();
        lengths.sort_by(f64::total_cmp);
        project.tests.retain(|_, it| it.seconds() <= lengths[3]);
    });
    window.state_mut().show_panel(Panel::Tests);
    settle(&mut window);
    window
}

fn run(window: &mut Window) {
    window.state_mut().tested = None;
    act(window, SessionAction::RunTests);
    wait_until(window, "the tests", |app| app.tested.is_some());
    settle(window);
}

#[test]
fn tests_are_run_and_a_red_row_leads_to_its_tick() {
    let mut window = with_tests();
    assert!(has(&window, "Run all tests"));
    run(&mut window);
    let passed = window.state().tested.as_ref().unwrap();
    assert_eq!(
        (passed.failed(), passed.outcomes.len()),
        (0, project(&window).tests.len())
    );
    // Without footsteps and without the notifies of montages, which tests listen for.
    change(&mut window, |project| {
        for clip in project.clips.values_mut() {
            let clip = Arc::make_mut(clip);
            let mut notifies: Vec<Notify> = clip.notifies.iter().cloned().collect();
            notifies.retain(|it| !it.name.starts_with("Foot"));
            clip.notifies = notifies.into_iter().collect();
        }
        for montage in project.montages.values_mut() {
            let montage = Arc::make_mut(montage);
            let mut notifies: Vec<Notify> = montage.notifies.iter().cloned().collect();
            notifies.clear();
            montage.notifies = notifies.into_iter().collect();
        }
    });
    settle(&mut window);
    run(&mut window);
    keep(&mut window, "motion_tests");
    let failed = window.state().tested.as_ref().unwrap();
    assert!(failed.failed() > 0);
    let (id, failure) = failed
        .outcomes
        .iter()
        .find_map(|it| Some((it.id, it.failures.iter().find(|it| it.tick.is_some())?)))
        .expect("a failure has a tick");
    let (tick, time) = failure.tick.unwrap();
    let row = format!("{}: {time:.3} s", failure.text);
    assert!(window.query_all_by_label(&row).count() > 0, "{row}");
    act(&mut window, SessionAction::ShowTest(id, tick));
    wait_until(&mut window, "its session", |app| {
        app.session.rewound.is_apart()
            && app.session.rewound.is_whole
            && app.session.rewound.frame.is_some()
    });
    let rewound = &window.state().session.rewound;
    assert_eq!(rewound.tick(), tick as u64 + 1);
    assert!((rewound.time() - time).abs() < 1e-6);
    let mut player = SessionPlayer::new(rewound.session.clone(), WorkerMode::Inline).unwrap();
    player.seek(tick as u64 + 1).unwrap();
    let pose = player
        .evaluator()
        .proxy(studio::PREVIEWED)
        .unwrap()
        .pose()
        .hash();
    let shown = rewound.frame.as_ref().unwrap().recorded.as_ref().unwrap();
    assert_eq!(shown.pose.hash(), pose);
}
