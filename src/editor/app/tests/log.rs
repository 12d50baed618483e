//! The event log: its order, its filters, and the way from a row to the moment.

use super::*;
use crate::views::LogColumn;
use anim::event::{EventReason, Phase};
use egui::accesskit::Role;
use egui_kittest::kittest::NodeT;

/// Played for a while, and at rest.
fn played() -> Window {
    let mut window = sample();
    window.key_press(Key::Space);
    wait_until(&mut window, "two footsteps", |app| {
        app.session.log.rows.len() > 12
    });
    window.state_mut().pause();
    settle(&mut window);
    window
}

fn rows(window: &Window) -> Vec<String> {
    let rows = window.query_all_by_role(Role::Row);
    let has_reason = |label: &String| {
        EventReason::ALL
            .iter()
            .any(|reason| label.contains(reason.short()))
    };
    rows.filter_map(|row| row.accesskit_node().label())
        .filter(has_reason)
        .collect()
}

fn row_at(window: &Window, label: &str) -> Pos2 {
    let found = window.query_all_by_label_contains(label).next();
    found
        .unwrap_or_else(|| panic!("no {label} in {:?}", rows(window)))
        .rect()
        .center()
}

#[test]
fn rows_stand_by_their_time_the_newest_first() {
    let window = played();
    let rows = &window.state().session.log.rows;
    let times: Vec<(u64, f64)> = rows
        .iter()
        .map(|entry| (entry.tick, entry.event.time))
        .collect();
    assert!(times.windows(2).all(|pair| pair[0] >= pair[1]), "{times:?}");
}

#[test]
fn an_event_that_is_told_late_takes_its_place() {
    let mut log = crate::session::LogRows::default();
    let window = played();
    let entry = window.state().session.log.rows[0];
    for time in [1.0, 3.0, 2.0] {
        log.add(studio::LogEntry {
            event: anim::Event {
                time,
                ..entry.event
            },
            ..entry
        });
    }
    assert_eq!(
        log.rows
            .iter()
            .map(|entry| entry.event.time)
            .collect::<Vec<_>>(),
        [3.0, 2.0, 1.0]
    );
    log.add(studio::LogEntry {
        tick: entry.tick + 1,
        event: anim::Event {
            time: 0.5,
            ..entry.event
        },
    });
    assert_eq!(
        log.rows[0].event.time, 0.5,
        "a later step comes first whatever its clock says"
    );
}

#[test]
fn a_click_on_a_row_goes_to_the_moment_and_scrubbing_lights_the_row() {
    let mut window = played();
    let at = row_at(&window, "Foot_R notify");
    drag(&mut window, at, Vec2::ZERO);
    let foot = notify(&window, "Foot_R").clone();
    let position = window.state().session.transport.position;
    assert!(
        (position - f64::from(foot.time)).abs() < 1e-4,
        "{position} {}",
        foot.time
    );
    assert_eq!(selected(&window), [foot.id]);
    let is_lit = |window: &Window| {
        let mut found = window.query_all_by_label_contains("Foot_R notify");
        found.any(|row| row.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True))
    };
    assert!(is_lit(&window));
    keep(&mut window, "log_moment");
    let length = f64::from(foot.time) + 0.2;
    window.state_mut().seek(length, length);
    settle(&mut window);
    assert!(!is_lit(&window));
    assert_eq!(steps(&window), 0);
}

#[test]
fn the_filter_finds_by_phase_and_by_track() {
    let mut window = played();
    type_into(&mut window, "Filter events", "section");
    let shown = rows(&window);
    assert!(
        !shown.is_empty() && shown.iter().all(|row| row.contains("section")),
        "{shown:?}"
    );
    type_into(&mut window, "Filter events", "footsteps");
    let shown = rows(&window);
    assert!(
        !shown.is_empty() && shown.iter().all(|row| row.contains("Foot_")),
        "{shown:?}"
    );
}

#[test]
fn the_menu_leaves_out_and_brings_back_with_counts() {
    let mut window = played();
    assert!(!rows(&window).iter().any(|row| row.contains(" tick ")));
    click(&mut window, "Filter by phase, source and reason");
    keep(&mut window, "log_filter");
    let is_tick = |entry: &&studio::LogEntry| entry.event.phase == Phase::Tick;
    let ticks = window
        .state()
        .session
        .log
        .rows
        .iter()
        .filter(is_tick)
        .count();
    assert!(ticks > 0);
    click(&mut window, &format!("tick  ·  {ticks}"));
    assert!(window.state().views.log.hidden.is_empty());
    let notifies = window
        .state()
        .session
        .log
        .rows
        .iter()
        .filter(|it| is_notify(it))
        .count();
    click(&mut window, &format!("notify  ·  {notifies}"));
    assert!(
        window
            .state()
            .views
            .log
            .hidden
            .contains(&(LogColumn::Phase, "notify".to_owned()))
    );
    click(&mut window, "Reset filter");
    assert_eq!(window.state().views.log.hidden.len(), 1);
}

fn is_notify(entry: &studio::LogEntry) -> bool {
    entry.event.phase == Phase::Notify && !entry.event.branching
}

#[test]
fn what_did_not_fire_shows_when_it_is_asked_for() {
    let mut window = played();
    let entry = *window
        .state()
        .session
        .log
        .rows
        .iter()
        .find(|it| is_notify(it))
        .unwrap();
    let event = anim::Event {
        reason: EventReason::Weight,
        values: [0.0, 0.01],
        ..entry.event
    };
    window
        .state_mut()
        .session
        .log
        .add(studio::LogEntry { event, ..entry });
    settle(&mut window);
    assert!(!rows(&window).iter().any(|row| row.ends_with("weight")));
    click(&mut window, "Show unfired");
    assert!(
        rows(&window).iter().any(|row| row.contains(" weight")),
        "{:?}",
        rows(&window)
    );
    keep(&mut window, "log_unfired");
}

#[test]
fn rows_are_copied_as_a_table() {
    let mut window = played();
    let at = row_at(&window, "Foot_R notify");
    window.event(Event::PointerMoved(at));
    window.event(button(at, PointerButton::Secondary, true));
    window.event(button(at, PointerButton::Secondary, false));
    window.run_steps(3);
    window.get_by_label("Copy all as CSV").click();
    let mut text = String::new();
    for _ in 0..4 {
        window.step();
        for command in &window.output().platform_output.commands {
            if let egui::OutputCommand::CopyText(copied) = command {
                text = copied.clone();
            }
        }
    }
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with("time_s,asset,position_s,frame,event"),
        "{text}"
    );
    assert!(
        lines
            .iter()
            .any(|line| line.contains(",Foot_R,notify,Footsteps,")),
        "{text}"
    );
}
