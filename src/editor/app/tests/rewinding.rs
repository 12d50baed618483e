//! Whatever plays is recorded; the window goes back in it, asks why, and tries edits on it. What is
//! shown is compared with a player of the recording that the window does not know.

use super::{
    graph::{opened, parameter, state},
    graphs::act,
    *,
};
use crate::{
    action::{EditAction, GraphAction, SessionAction},
    rewound::SessionSource,
};
use anim::Name;
use document::{Command, GraphCommand};
use engine::{RecordedSession, SessionPlayer, WorkerMode};

const GRAPH: Id = Id(0x9_0000);

/// A graph that stood, went, and stands again, rewound to its end.
pub(super) fn rewound() -> Window {
    let mut window = opened();
    let speed = |window: &mut Window, value: f64, wanted: &str| {
        let ctx = window.ctx.clone();
        let set = GraphAction::SetParameters(vec![(Name::new("Speed"), value)]);
        window.state_mut().act(&ctx, set.into());
        wait_until(window, wanted, |app| {
            app.engine.frame.is_some() && state(app) == wanted && parameter(app, "Speed") == value
        });
        play_on(window, 0.4);
    };
    play_on(&mut window, 0.3);
    speed(&mut window, 3.0, "Go");
    speed(&mut window, 0.0, "Stand");
    press_rewind(&mut window);
    window
}

fn press_rewind(window: &mut Window) {
    window.key_press(Key::F8);
    wait_until(window, "the recording", |app| {
        let rewound = &app.session.rewound;
        rewound.is_on() && rewound.is_whole && rewound.frame.is_some()
    });
    settle(window);
}

/// The pose that the recording has after so many ticks, by another player.
pub(super) fn pose_at(app: &App, tick: u64) -> (u64, f64) {
    let session = app.session.rewound.session.clone();
    let mut player = SessionPlayer::new(session, WorkerMode::Inline).unwrap();
    player.seek(tick).unwrap();
    let proxy = player.evaluator().proxy(studio::PREVIEWED).unwrap();
    let clock = player
        .evaluator()
        .instance(studio::PREVIEWED)
        .unwrap()
        .clock();
    (proxy.pose().hash(), clock)
}

fn shown(app: &App) -> (u64, f64) {
    let frame = app.engine.frame.as_ref().unwrap();
    (frame.pose.hash(), frame.time)
}

/// Waits until the frame of the playhead is there, and compares it.
fn assert_shown(window: &mut Window) {
    wait_until(window, "the frame", |app| {
        let rewound = &app.session.rewound;
        rewound.frame.as_ref().map(|it| it.tick) == rewound.at
    });
    let app = window.state();
    assert_eq!(shown(app), pose_at(app, app.session.rewound.tick()));
}

fn tick(window: &Window) -> u64 {
    window.state().session.rewound.tick()
}

#[test]
fn what_plays_is_recorded_and_any_moment_of_it_is_shown_again() {
    let mut window = rewound();
    keep(&mut window, "session_rewound");
    assert!(!window.state().session.transport.playing);
    assert_shown(&mut window);
    let end = tick(&window);
    assert_eq!(end, window.state().session.rewound.session.end());
    let time = window.state().session.rewound.time();
    press(&mut window, Key::ArrowLeft);
    assert!(tick(&window) < end);
    assert_shown(&mut window);
    assert!(window.state().session.rewound.time() < time);
    for there in [end / 2, end / 3, end / 5] {
        act(&mut window, SessionAction::Seek(there));
        assert_eq!(tick(&window), there);
        assert_shown(&mut window);
    }
    chord(&mut window, Modifiers::SHIFT, Key::End);
    assert_eq!(tick(&window), end);
    // The state machine at an earlier moment is shown where it always is.
    let series = window.state().session.rewound.series.clone().unwrap();
    let names = &window.state().compiled.library.names;
    let go = series.machines[0]
        .states
        .iter()
        .find(|it| names.text(it.name) == "Go");
    let middle = go.map(|it| (it.ticks.start + it.ticks.end) / 2).unwrap();
    act(&mut window, SessionAction::Seek(middle));
    assert_shown(&mut window);
    assert_eq!(state(window.state()), "Go");
    assert_eq!(parameter(window.state(), "Speed"), 3.0);
}

#[test]
fn the_session_plays_and_goes_on_from_an_earlier_moment() {
    let mut window = rewound();
    let end = tick(&window);
    act(&mut window, crate::action::TransportAction::GoToStart);
    let first = window.state().session.rewound.session.first();
    assert_eq!(tick(&window), first);
    window.key_press(Key::Space);
    wait_until(&mut window, "the session to play", |app| {
        app.session.rewound.playing && app.session.rewound.tick() > 5
    });
    window.key_press(Key::Space);
    window.run_steps(2);
    assert!(!window.state().session.rewound.playing);
    act(&mut window, SessionAction::Seek(end / 2));
    assert_shown(&mut window);
    let (pose, clock) = shown(window.state());
    let known = window.state().session.rewound.session.clone();
    window.get_by_label("Continue").click();
    wait_until(&mut window, "the preview", |app| {
        !app.session.rewound.is_on()
            && app
                .engine
                .frame
                .as_ref()
                .is_some_and(|it| it.playing && it.time > clock)
    });
    let branches = &window.state().session.rewound.branches;
    assert_eq!(branches.len(), 1);
    assert_eq!(branches[0].1.end(), known.end(), "what came after is kept");
    press_rewind(&mut window);
    let session = window.state().session.rewound.session.clone();
    let mut player = SessionPlayer::new(session.clone(), WorkerMode::Inline).unwrap();
    player.seek(end / 2).unwrap();
    let proxy = player.evaluator().proxy(studio::PREVIEWED).unwrap();
    assert_eq!(proxy.pose().hash(), pose, "the past before it is the same");
    assert_eq!(session.replay(WorkerMode::Inline, 0), Ok(()));
    // The branch beside what is played on from the middle: alike up to there.
    act(&mut window, SessionAction::BranchBeside(0));
    wait_until(&mut window, "both sessions", |app| {
        let edited = app.session.rewound.edited.as_ref();
        edited.is_some_and(|it| it.is_whole)
    });
    keep(&mut window, "sessions_beside");
    let edited = window.state().session.rewound.edited.clone().unwrap();
    let found = edited.found.unwrap();
    assert!(
        found.first.is_none_or(|first| first >= end / 2),
        "{:?}",
        found.first
    );
    let shared = session.end().min(known.end()) - session.first();
    assert_eq!(edited.distances.len() as u64, shared);
    let hash = |of: &RecordedSession, tick: u64| {
        let mut player = SessionPlayer::new(of.clone(), WorkerMode::Inline).unwrap();
        player.seek(tick).unwrap();
        player
            .evaluator()
            .proxy(studio::PREVIEWED)
            .unwrap()
            .pose()
            .hash()
    };
    act(&mut window, SessionAction::Seek(end / 2 + 2));
    wait_until(&mut window, "the frame of both", |app| {
        let frame = app.session.rewound.frame.as_ref();
        frame.is_some_and(|it| it.tick == end / 2 + 2 && it.edited.is_some())
    });
    let frame = window.state().session.rewound.frame.clone().unwrap();
    let sides = [frame.recorded, frame.edited].map(|it| it.unwrap().pose.hash());
    assert_eq!(
        sides,
        [hash(&session, end / 2 + 2), hash(&known, end / 2 + 2)]
    );
    act(&mut window, SessionAction::CloseBeside);
    assert!(window.state().session.rewound.edited.is_none());
    act(&mut window, SessionAction::OpenBranch(0));
    wait_until(&mut window, "the branch", |app| {
        app.session.rewound.is_whole
    });
    let rewound = &window.state().session.rewound;
    assert!(matches!(rewound.source, SessionSource::Branch(_)));
    assert_eq!(rewound.session.end(), known.end());
}

/// “What would my edit have done to what I saw?”
#[test]
fn an_edit_while_rewound_is_tried_on_the_session_kept_or_taken_back() {
    let mut window = rewound();
    window.state_mut().show_panel(Panel::Why);
    let end = tick(&window);
    act(&mut window, SessionAction::Seek(end * 2 / 3));
    assert_shown(&mut window);
    let before = project(&window).clone();
    let node = Id(GRAPH.0 + 22);
    let transition = Id(GRAPH.0 + 12);
    let mut wiring = asset::graph::Wiring::clone(&before.graphs[&GRAPH].wiring);
    for it in &mut wiring.nodes {
        if let asset::graph::NodeKind::StateMachine(machine) = &mut it.kind
            && it.id == node
        {
            let own = machine
                .transitions
                .iter_mut()
                .find(|it| it.id == transition);
            own.unwrap().rule = asset::graph::Rule::Text("Speed > 5".into());
        }
    }
    let changed = wiring
        .nodes
        .iter()
        .find(|it| it.id == node)
        .unwrap()
        .clone();
    let edit = GraphCommand::SetNode(Box::new(changed));
    act(
        &mut window,
        EditAction::Perform(Command::Graph(GRAPH, edit), None),
    );
    wait_until(&mut window, "the comparison", |app| {
        app.session
            .rewound
            .edited
            .as_ref()
            .is_some_and(|it| it.found.is_some() && it.series.is_some() && it.is_whole)
    });
    settle(&mut window);
    keep(&mut window, "session_edited");
    let app = window.state();
    let edited = app.session.rewound.edited.as_ref().unwrap();
    let names = &app.compiled.library.names;
    let found = edited.found.as_ref().unwrap();
    assert!(
        found
            .machines
            .iter()
            .any(|it| { (names.text(it.recorded), names.text(it.edited)) == ("Go", "Stand") })
    );
    let states = &edited.series.as_ref().unwrap().machines[0].states;
    assert!(states.iter().all(|it| names.text(it.name) == "Stand"));
    assert!(has(&window, "Revert the edit"));
    act(&mut window, SessionAction::RevertEdit);
    wait_until(&mut window, "the edit to be gone", |app| {
        app.session.rewound.edited.is_none()
    });
    assert!(Arc::ptr_eq(project(&window), &before) || **project(&window) == *before);
    // Once more, and kept.
    act(&mut window, EditAction::Redo);
    wait_until(&mut window, "the edited session", |app| {
        app.session
            .rewound
            .edited
            .as_ref()
            .is_some_and(|it| it.session.is_some())
    });
    act(&mut window, SessionAction::KeepEdit);
    wait_until(&mut window, "its series", |app| {
        app.session.rewound.is_whole
    });
    let app = window.state();
    let states = &app.session.rewound.series.as_ref().unwrap().machines[0].states;
    let names = &app.compiled.library.names;
    assert!(states.iter().all(|it| names.text(it.name) == "Stand"));
    assert!(app.session.rewound.edited.is_none());
}

/// “Why did it not happen?”
#[test]
fn why_a_transition_was_not_taken_is_told_with_both_numbers_and_leads_there() {
    let mut window = rewound();
    window.state_mut().show_panel(Panel::Why);
    let early = window.state().session.rewound.session.end() / 6;
    act(&mut window, SessionAction::Seek(early));
    wait_until(&mut window, "the reasons", |app| {
        app.session.rewound.rows.is_some()
    });
    settle(&mut window);
    keep(&mut window, "session_why");
    let rows = window.state().session.rewound.rows.clone().unwrap().1;
    let not = rows
        .iter()
        .find(|row| row.what == "transition" && row.reason.contains("Speed"));
    let not = not.expect("the transition to Go is told before it is taken");
    assert!(not.reason.contains("Speed"), "{}", not.reason);
    let series = window.state().session.rewound.series.clone().unwrap();
    let taken = rows
        .iter()
        .filter(|row| row.what == "state entered" && row.subject == "Go");
    for row in taken {
        let start = series.machines[0]
            .states
            .iter()
            .find(|it| it.name == row.name)
            .unwrap();
        assert_eq!(start.ticks.start, row.tick);
    }
    act(
        &mut window,
        SessionAction::Find(
            ::session::Predicate::Entered {
                state: Name::new("Go"),
            },
            ::session::SearchDirection::Next,
        ),
    );
    wait_until(&mut window, "the moment", |app| {
        app.session.rewound.tick() != early
    });
    let go = Name::new("Go");
    let start = series.machines[0]
        .states
        .iter()
        .find(|it| it.name == go)
        .unwrap();
    assert_eq!(tick(&window), start.ticks.start + 1);
}

#[test]
fn a_session_is_saved_opened_and_exported_as_a_table() {
    let mut window = rewound();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("walk.msession");
    let known = window.state().session.rewound.session.clone();
    window.state_mut().save_session(&path);
    window.state_mut().save_csv(&folder.path().join("walk.csv"));
    let table = std::fs::read_to_string(folder.path().join("walk.csv")).unwrap();
    assert_eq!(table.lines().count() as u64, known.len() + 1);
    let columns = table.lines().next().unwrap().split(',').count();
    assert!(table.lines().all(|line| line.split(',').count() == columns));
    // Of a marked span the table has the ticks alone that lie in it.
    let series = window.state().session.rewound.series.clone().unwrap();
    let whole = series.times.last().unwrap();
    let (from, to) = (whole * 0.3, whole * 0.6);
    window.state_mut().views.lanes.span = Some((from, to));
    let part = folder.path().join("part.csv");
    window.state_mut().save_csv(&part);
    let part = std::fs::read_to_string(part).unwrap();
    for line in part.lines().skip(1) {
        let time: f64 = line.split(',').nth(1).unwrap().parse().unwrap();
        // The last tick ends no more than its own length after the span.
        assert!((from - 1e-6..=to + 0.11).contains(&time), "{line}");
    }
    assert!(part.lines().count() > 2 && part.lines().count() < table.lines().count());
    act(&mut window, SessionAction::GoLive);
    assert!(!window.state().session.rewound.is_on());
    window.state_mut().open_session(&path);
    wait_until(&mut window, "the file's session", |app| {
        app.session.rewound.is_apart() && app.session.rewound.is_whole
    });
    let rewound = &window.state().session.rewound;
    assert_eq!(
        (rewound.tick(), rewound.session.end()),
        (known.first(), known.end())
    );
    assert!(
        rewound.edited.is_none(),
        "the project is as it was recorded"
    );
    act(&mut window, SessionAction::Seek(known.end() / 2));
    assert_shown(&mut window);
    for (name, bytes) in [
        ("none.msession", None),
        ("text.msession", Some(&b"hello"[..])),
        ("empty.msession", Some(&b""[..])),
    ] {
        let path = folder.path().join(name);
        if let Some(bytes) = bytes {
            std::fs::write(&path, bytes).unwrap();
        }
        window.state_mut().session.toasts.clear();
        window.state_mut().open_session(&path);
        let toasts = &window.state().session.toasts;
        assert_eq!(toasts.len(), 1, "{name}");
        assert!(toasts[0].line.contains(name), "{}", toasts[0].line);
        assert!(
            window.state().session.rewound.is_apart(),
            "what was open stays"
        );
    }
    let cut = std::fs::read(&path).unwrap();
    let half = folder.path().join("half.msession");
    std::fs::write(&half, &cut[..cut.len() - 40]).unwrap();
    window.state_mut().session.toasts.clear();
    window.state_mut().open_session(&half);
    let told = &window.state().session.toasts[0];
    assert!(told.title.contains("not whole") || told.title.contains("Could not"));
    act(&mut window, SessionAction::GoLive);
    settle(&mut window);
    assert!(!window.state().session.rewound.is_apart());
}
