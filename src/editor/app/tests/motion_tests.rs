//! Motion tests in the window: run, red where an edit breaks them, shown at the tick, and made of
//! what was just seen.

use super::{
    graphs::act,
    rewinding::{pose_at, rewound},
    *,
};
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
    // Without footsteps and without the notifies of montages.
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
    let rows: Vec<_> = window.query_all_by_label(&row).collect();
    rows.first().expect("the failure has a row").click();
    window.run_steps(2);
    assert!(project(&window).tests.contains_key(&id));
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

/// Drags with Shift along the ruler of the session, from one part of its length to another.
fn mark_span(window: &mut Window, parts: [f32; 2]) {
    let ruler = rect(window, "Time of the session");
    let at = parts.map(|part| Pos2::new(ruler.left() + part * ruler.width(), ruler.center().y));
    hold(window, at[0]);
    window.event(Event::ModifiersChanged(Modifiers::SHIFT));
    move_to(window, at[0], at[1]);
    release(window, at[1]);
    window.event(Event::ModifiersChanged(Modifiers::NONE));
    settle(window);
}

fn made(window: &mut Window) {
    click(window, "Make test");
    wait_until(window, "the offers", |app| app.views.tests.new.is_some());
    settle(window);
}

/// The one test of the project.
fn test(window: &Window) -> (Id, asset::Scenario) {
    let tests = &project(window).tests;
    assert_eq!(tests.len(), 1);
    let (id, test) = tests.first_key_value().unwrap();
    (*id, (**test).clone())
}

#[test]
fn a_test_is_made_of_what_was_just_seen_and_an_edit_turns_it_red() {
    let mut window = rewound();
    mark_span(&mut window, [0.05, 0.17]);
    let span = window.state().views.lanes.span.expect("a span is marked");
    made(&mut window);
    keep(&mut window, "motion_test_offers");
    let new = window.state().views.tests.new.clone().unwrap();
    assert!((new.span[0] - span.0).abs() < 0.1 && (new.span[1] - span.1).abs() < 0.1);
    // Everything but the poses of all bones is chosen, and the poses can be.
    let states = |it: &asset::scenario::ScenarioExpectation| it.what.word() == "states";
    assert!(
        new.offers
            .iter()
            .any(|(it, is_chosen)| states(it) && *is_chosen)
    );
    type_into(&mut window, "Name of the test", "It went and stood");
    click(&mut window, "Add test");
    let (id, scenario) = test(&window);
    assert_eq!(scenario.name, "It went and stood");
    assert!(window.state().views.tests.new.is_none());
    assert!((scenario.seconds() - (new.span[1] - new.span[0])).abs() < 1e-6);
    assert_eq!(
        scenario.expect.len(),
        new.offers.iter().filter(|it| it.1).count()
    );

    // It holds, and no longer once the machine never goes.
    act(&mut window, SessionAction::GoLive);
    run(&mut window);
    let tested = window.state().tested.as_ref().unwrap();
    assert_eq!(
        (tested.failed(), tested.outcomes.len()),
        (0, 1),
        "{:?}",
        tested.outcomes
    );
    change(&mut window, |project| {
        for graph in project.graphs.values_mut() {
            let text = serde_json::to_string(&**graph).unwrap();
            let text = text.replace("Speed > 1\"", "Speed > 50\"");
            *graph = Arc::new(serde_json::from_str(&text).unwrap());
        }
    });
    settle(&mut window);
    run(&mut window);
    keep(&mut window, "motion_test_failed");
    let tested = window.state().tested.as_ref().unwrap();
    assert_eq!(tested.failed(), 1);
    let failure = tested.outcomes[0]
        .failures
        .iter()
        .find(|it| it.tick.is_some());
    let failure = failure.unwrap().clone();
    let (tick, time) = failure.tick.unwrap();
    let row = format!("{}: {time:.3} s", failure.text);
    window.query_all_by_label(&row).next().unwrap().click();
    window.run_steps(1);
    wait_until(&mut window, "its session", |app| {
        let rewound = &app.session.rewound;
        let edited = rewound.edited.as_ref();
        rewound.is_apart() && rewound.is_whole && edited.is_some_and(|it| it.is_whole)
    });
    assert_eq!(window.state().session.rewound.tick(), tick as u64 + 1);
    // What was recorded lies beside what is now.
    wait_until(&mut window, "both poses", |app| {
        let frame = app.session.rewound.frame.as_ref();
        frame.is_some_and(|it| it.edited.is_some() && Some(it.tick) == app.session.rewound.at)
    });
    let app = window.state();
    let frame = app.session.rewound.frame.as_ref().unwrap();
    let recorded = frame.recorded.as_ref().unwrap();
    assert_eq!(
        (recorded.pose.hash(), recorded.time),
        pose_at(app, tick as u64 + 1)
    );
    let edited = window.state().session.rewound.edited.clone().unwrap();
    assert!(!edited.found.unwrap().machines.is_empty());
    keep(&mut window, "motion_test_session");
    assert!(project(&window).tests.contains_key(&id));
}

#[test]
fn what_a_test_expects_is_changed_in_the_panel_and_undone() {
    let mut window = rewound();
    made(&mut window);
    // Without a span it is the last seconds.
    let new = window.state().views.tests.new.clone().unwrap();
    let end = window.state().session.rewound.time();
    assert!((new.span[1] - end).abs() < 1e-6 && new.span[1] - new.span[0] <= 4.0 + 0.1);
    type_into(&mut window, "Name of the test", " ");
    assert!(has(&window, "Type a name first"));
    type_into(&mut window, "Name of the test", "Last seconds");
    window
        .state_mut()
        .views
        .tests
        .new
        .as_mut()
        .unwrap()
        .offers
        .iter_mut()
        .for_each(|it| it.1 = true);
    settle(&mut window);
    click(&mut window, "Add test");
    let (id, before) = test(&window);
    keep(&mut window, "motion_test_open");
    let count = before.expect.len();
    window
        .query_all_by_label("Expect this no more")
        .next()
        .unwrap()
        .click();
    settle(&mut window);
    assert_eq!(test(&window).1.expect, before.expect[1..]);
    act(&mut window, crate::action::EditAction::Undo);
    assert_eq!(test(&window).1, before);
    // An edit of the clip moves the poses; their reference is taken anew.
    change(&mut window, |project| {
        let walk = project.clips.values_mut().find(|it| it.name == "Walk_Fwd");
        Arc::make_mut(walk.unwrap()).rate_scale = 1.3;
    });
    settle(&mut window);
    act(&mut window, SessionAction::RenewTest(id));
    wait_until(&mut window, "the poses", |app| {
        app.document.project().tests.values().next().unwrap().expect != before.expect
    });
    let after = test(&window).1;
    assert_eq!(after.expect.len(), count);
    let same = |word: &str| {
        let of = |test: &asset::Scenario| {
            let all = test.expect.iter().filter(|it| it.what.word() != word);
            all.cloned().collect::<Vec<_>>()
        };
        of(&before) == of(&after)
    };
    assert!(same("poses_as_before"), "nothing else is changed");
    let name = "Last seconds: ";
    let row = format!("{name}{} expectations", count);
    assert!(has(&window, &row), "{row}");
    window.state_mut().views.tests.filter = "no such".to_owned();
    settle(&mut window);
    assert!(!has(&window, &row));
}
