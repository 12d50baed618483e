//! Which time is in view, what repeats, where one goes, and what draws a drag.

use super::*;
use crate::{
    preferences::{Follow, SnapKind},
    timeline::TimelineRevealMode,
};
use egui::accesskit::Role;

fn position(window: &Window) -> f64 {
    window.state().session.transport.position
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

/// X of a time on the timeline.
fn x(window: &Window, time: f32) -> f32 {
    rect(window, "Section Windup").left() + time * scale(window)
}

/// Zooms in about a time, so that the start alone is in view.
fn zoom_in(window: &mut Window) {
    let lane = rect(window, "Section Windup");
    window.hover_at(Pos2::new(lane.left(), lane.bottom() + 20.0));
    for _ in 0..9 {
        window.event(Event::Zoom(1.2));
        window.step();
    }
    settle(window);
}

fn follow(window: &mut Window, follow: Follow) {
    window.state_mut().session.preferences.follow = follow;
}

fn go_to(window: &mut Window, time: f64) {
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .act(&ctx, crate::action::TransportAction::GoTo(time).into());
    settle(window);
}

/// Left edge of the first section: where the view is.
fn view(window: &Window) -> f32 {
    rect(window, "Section Windup").left()
}

#[test]
fn a_page_turns_while_it_plays_and_a_drag_suspends_that_until_it_plays_again() {
    let mut window = sample();
    zoom_in(&mut window);
    let before = view(&window);
    let rate = |window: &mut Window, rate| {
        let slower = crate::action::TransportAction::SetRate(rate);
        window.state_mut().act_on_transport(&slower);
    };
    // Slowly, so that not two pages turn in one pass, and none before the drag has begun, however
    // slow the passes are.
    rate(&mut window, 0.25);
    window.key_press(Key::Space);
    wait_until(&mut window, "the next page", |app| {
        app.session.transport.position > 0.9
    });
    assert!(view(&window) < before - 200.0, "the page has turned");
    rate(&mut window, 0.05);
    let at = rect(&window, "Notify HoldGlow").center();
    hold(&mut window, at);
    move_to(&mut window, at, at + vec2(20.0, 0.0));
    assert!(has(&window, "follow paused"));
    let was = view(&window);
    release_while_playing(&mut window, at + vec2(20.0, 0.0));
    assert!(has(&window, "follow paused"));
    keep(&mut window, "follow paused");
    play_on(&mut window, 0.8);
    assert!((view(&window) - was).abs() < 0.5, "the view stays");
    window.get_by_label("follow paused").click();
    window.run_steps(2);
    assert!(!window.state().views.timeline.is_follow_paused);
    window.state_mut().views.timeline.is_follow_paused = true;
    for _ in 0..2 {
        window.key_press(Key::Space);
        window.run_steps(4);
        std::thread::sleep(Duration::from_millis(40));
        window.run_steps(4);
    }
    assert!(
        !window.state().views.timeline.is_follow_paused,
        "it plays again"
    );
    window.key_press(Key::Space);
    settle(&mut window);
}

fn release_while_playing(window: &mut Window, at: Pos2) {
    window.event(button(at, PointerButton::Primary, false));
    window.run_steps(3);
}

#[test]
fn smoothly_the_playhead_stays_in_the_middle_and_off_the_view_stays() {
    for (mode, moves) in [(Follow::Smooth, true), (Follow::Off, false)] {
        let mut window = sample();
        zoom_in(&mut window);
        follow(&mut window, mode);
        let before = view(&window);
        window.key_press(Key::Space);
        wait_until(&mut window, "some time", |app| {
            app.session.transport.position > 0.3
        });
        let by = before - view(&window);
        assert_eq!(by.abs() > 1.0, moves, "{mode:?} {by}");
        window.key_press(Key::Space);
        settle(&mut window);
    }
}

#[test]
fn jumps_show_the_playhead_and_edits_leave_the_view() {
    let mut window = sample();
    zoom_in(&mut window);
    let before = view(&window);
    chord(&mut window, Modifiers::SHIFT, Key::End);
    let end = view(&window);
    assert!(
        end < before - 200.0 && !has(&window, "Show the playhead"),
        "the end is in view"
    );
    click(&mut window, "Undo (Ctrl+Z)");
    let at = Pos2::new(
        rect(&window, "Playhead").center().x,
        rect(&window, "Sections").center().y + 60.0,
    );
    window.hover_at(at);
    window.event(Event::Zoom(0.2));
    settle(&mut window);
    press(&mut window, Key::Home);
    zoom_in(&mut window);
    assert!(has(&window, "Show the playhead"), "an arrow points to it");
    keep(&mut window, "edge arrow");
    let still = view(&window);
    to_timeline(&mut window);
    chord(&mut window, Modifiers::COMMAND, Key::A);
    press(&mut window, Key::Enter);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(
        view(&window),
        still,
        "adding at the playhead, selecting and undoing scroll nothing"
    );
    click(&mut window, "Show the playhead");
    keep(&mut window, "edge arrow clicked");
    assert!(view(&window) < still, "{still} {}", view(&window));
    assert!(!has(&window, "Show the playhead"));
}

#[test]
fn an_arrow_leads_to_a_selection_that_is_out_of_view() {
    let mut window = sample();
    click(&mut window, "Notify Foot_L_back");
    zoom_in(&mut window);
    let before = view(&window);
    click(&mut window, "Show the selection");
    assert!(view(&window) < before && !has(&window, "Show the selection"));
    window.state_mut().views.timeline.reveal = Some(TimelineRevealMode::Playhead);
    settle(&mut window);
    assert!(!has(&window, "Show the playhead"));
}

fn region(window: &Window) -> Option<(f64, f64)> {
    let app = window.state();
    let open = app.session.active.unwrap();
    app.views.timeline.loops.get(&open).copied()
}

#[test]
fn a_loop_region_is_dragged_in_the_ruler_stretched_moved_and_taken_back() {
    let mut window = sample();
    let y = rect(&window, "Loop").center().y;
    let at = |window: &Window, time: f32| Pos2::new(x(window, time), y);
    let (from, by) = (at(&window, 0.5), seconds(&window, 0.6));
    drag(&mut window, from, by);
    let (start, end) = region(&window).unwrap();
    assert!(
        near(start, 0.5) && (end - 1.1).abs() < 1e-3,
        "{start} {end}"
    );
    keep(&mut window, "loop region");
    let grip = rect(&window, "Loop end").center();
    let by = seconds(&window, 0.3);
    drag(&mut window, grip, by);
    assert!((region(&window).unwrap().1 - 1.4).abs() < 1e-3);
    let body = rect(&window, "Loop region").center();
    let by = seconds(&window, -0.2);
    drag(&mut window, body, by);
    let (start, end) = region(&window).unwrap();
    assert!(
        (start - 0.3).abs() < 1e-3 && (end - 1.2).abs() < 1e-3,
        "{start} {end}"
    );
    let grip = rect(&window, "Loop start").center();
    hold(&mut window, grip);
    move_to(&mut window, grip, grip + vec2(60.0, 0.0));
    window.key_press(Key::Escape);
    window.run_steps(2);
    release(&mut window, grip + vec2(60.0, 0.0));
    assert_eq!(
        (region(&window), steps(&window)),
        (Some((start, end)), 0),
        "as it was, and never part of the project"
    );
}

#[test]
fn keys_make_and_clear_a_loop_region_and_playing_keeps_to_it() {
    let mut window = sample();
    to_timeline(&mut window);
    go_to(&mut window, 0.2);
    press(&mut window, Key::I);
    let length = 2.4;
    assert!(
        region(&window).is_some_and(|(from, to)| near(from, 0.2) && (to - length).abs() < 1e-3)
    );
    go_to(&mut window, 0.4);
    press(&mut window, Key::O);
    assert!(region(&window).is_some_and(|(from, to)| near(from, 0.2) && near(to, 0.4)));
    window.key_press(Key::Space);
    wait_until(&mut window, "two rounds", |app| {
        let rustles = app
            .session
            .log
            .rows
            .iter()
            .filter(|row| row.event.phase == anim::event::Phase::Notify);
        assert!(app.session.transport.position < 0.4 + 1e-3);
        rustles.count() >= 2
    });
    window.key_press(Key::Space);
    settle(&mut window);
    click(&mut window, "Section Strike");
    press(&mut window, Key::P);
    assert!(
        region(&window)
            .is_some_and(|(from, to)| (from - 1.1).abs() < 1e-3 && (to - 1.7).abs() < 1e-3)
    );
    chord(&mut window, Modifiers::ALT, Key::P);
    assert_eq!(region(&window), None);
    let at = Pos2::new(x(&window, 1.3), rect(&window, "Loop").center().y);
    press(&mut window, Key::Escape);
    for _ in 0..2 {
        window.hover_at(at);
        window.event(button(at, PointerButton::Primary, true));
        window.event(button(at, PointerButton::Primary, false));
        window.step();
    }
    settle(&mut window);
    assert!(
        region(&window).is_some_and(|(from, _)| (from - 1.1).abs() < 1e-3),
        "the section under it"
    );
}

#[test]
fn a_time_is_typed_to_go_to() {
    let mut window = sample();
    to_timeline(&mut window);
    zoom_in(&mut window);
    for (text, wanted) in [("90f", 1.5), ("25%", 0.6), ("2.1 s", 2.1)] {
        let lane = rect(&window, "Section Windup").top();
        press(&mut window, Key::G);
        assert_eq!(rect(&window, "Section Windup").top(), lane, "nothing moves");
        keep(&mut window, "go to time");
        type_text(&mut window, text);
        press(&mut window, Key::Enter);
        assert!(
            (position(&window) - wanted).abs() < 1e-4,
            "{text}: {}",
            position(&window)
        );
        assert!(!has(&window, "Go to time") && !has(&window, "Show the playhead"));
    }
    press(&mut window, Key::G);
    type_text(&mut window, "99");
    press(&mut window, Key::Enter);
    assert!(
        has(&window, "Go to time") && near(position(&window), 2.1),
        "it stays, and says why"
    );
    press(&mut window, Key::Escape);
    assert!(!has(&window, "Go to time") && near(position(&window), 2.1));
}

#[test]
fn the_head_of_the_playhead_opens_the_field_on_a_double_click_and_the_ruler_does_not() {
    let mut window = sample();
    let ruler = Pos2::new(x(&window, 1.0), rect(&window, "Playhead").center().y);
    let double = |window: &mut Window, at: Pos2| {
        window.hover_at(at);
        window.step();
        for _ in 0..2 {
            window.event(button(at, PointerButton::Primary, true));
            window.step();
            window.event(button(at, PointerButton::Primary, false));
            window.step();
        }
        settle(window);
    };
    double(&mut window, ruler);
    assert!((position(&window) - 1.0).abs() < 0.02 && !has(&window, "Go to time"));
    window.run_steps(60);
    let head = rect(&window, "Playhead head").center();
    double(&mut window, head);
    assert!(has(&window, "Go to time"));
}

#[test]
fn the_line_of_the_playhead_scrubs_in_a_lane() {
    let mut window = sample();
    let at = Pos2::new(x(&window, 0.0), rect(&window, "Notify Foot_R").center().y);
    let by = seconds(&window, 0.5);
    drag(&mut window, at, by);
    assert!(
        (position(&window) - 0.5).abs() < 0.02,
        "{}",
        position(&window)
    );
    assert_eq!((steps(&window), selected(&window).len()), (0, 0));
}

#[test]
fn the_ruler_has_a_menu_of_the_time_under_the_pointer() {
    let mut window = sample();
    let at = Pos2::new(x(&window, 1.5), rect(&window, "Playhead").center().y);
    let open = |window: &mut Window| {
        window.hover_at(at);
        window.step();
        window.event(button(at, PointerButton::Secondary, true));
        window.event(button(at, PointerButton::Secondary, false));
        settle(window);
    };
    open(&mut window);
    keep(&mut window, "ruler menu");
    let before = montage(&window).notifies.len();
    click_button(&mut window, "Add notify here");
    let added = montage(&window).notifies.last().unwrap().time;
    assert!(
        montage(&window).notifies.len() == before + 1 && (added - 1.5).abs() < 0.02,
        "{added}"
    );
    go_to(&mut window, 0.0);
    open(&mut window);
    click_button(&mut window, "Loop here");
    assert!(
        region(&window)
            .is_some_and(|(from, to)| (from - 1.1).abs() < 1e-3 && (to - 1.7).abs() < 1e-3)
    );
}

#[test]
fn kinds_of_snapping_are_switched_in_the_menu_and_kept() {
    let mut window = sample();
    click(&mut window, "Snap targets");
    keep(&mut window, "snap kinds");
    window
        .get_by_role_and_label(Role::CheckBox, "Frames")
        .click();
    settle(&mut window);
    window
        .get_by_role_and_label(Role::CheckBox, "Curve keys")
        .click();
    settle(&mut window);
    let known = window.state().session.preferences.snapping;
    assert!(
        !known.has(SnapKind::Frames)
            && !known.has(SnapKind::CurveKeys)
            && known.has(SnapKind::Sections)
    );
    let stored: crate::preferences::Preferences = window.state().store.get("preferences").unwrap();
    assert_eq!(stored.snapping, known);
    press(&mut window, Key::Escape);
    let (at, by) = (
        rect(&window, "Notify Foot_R").center(),
        frames(&window, 2.4),
    );
    let before = notify(&window, "Foot_R").time;
    drag(&mut window, at, by);
    let moved = (notify(&window, "Foot_R").time - before) / frame(&window);
    assert!((moved - 2.4).abs() < 0.1, "frames draw no more: {moved}");
}

#[test]
fn both_of_a_close_pair_are_met_by_a_dragged_segment_and_with_ctrl_neither() {
    let mut window = sample();
    to_timeline(&mut window);
    let apart = 3.0 / scale(&window);
    let (first, second) = (2.2, 2.2 + apart);
    let (id, template) = (
        window.state().session.active.unwrap(),
        notify(&window, "Foot_L_back").clone(),
    );
    change(&mut window, |project| {
        let montage = Arc::make_mut(project.montages.get_mut(&id).unwrap());
        let at = |id: u64, time: f32| Notify {
            id: Id(id),
            time,
            name: format!("At{id}"),
            ..template.clone()
        };
        montage.notifies.extend([at(9001, first), at(9002, second)]);
    });
    for (time, wanted) in [(first, "At9001"), (second, "At9002")] {
        let at = rect(&window, "Notify Foot_L").center();
        let by = seconds(&window, time - notify(&window, "Foot_L").time);
        hold(&mut window, at);
        move_to(&mut window, at, at + by);
        let met = window.state().views.timeline.snapped.clone();
        assert_eq!(met.map(|target| target.name).as_deref(), Some(wanted));
        release(&mut window, at + by);
        let now = notify(&window, "Foot_L").time;
        assert!((now - time).abs() < 1e-5, "{now} {time}");
        chord(&mut window, Modifiers::COMMAND, Key::Z);
    }
    let at = rect(&window, "Notify Foot_L").center();
    let between = seconds(
        &window,
        first + 0.5 * apart - notify(&window, "Foot_L").time,
    );
    hold(&mut window, at);
    window.event(Event::ModifiersChanged(Modifiers::COMMAND));
    move_to(&mut window, at, at + between);
    let rests = notify(&window, "Foot_L").time;
    window.event(Event::ModifiersChanged(Modifiers::NONE));
    release(&mut window, at + between);
    assert!(
        (rests - first - 0.5 * apart).abs() < 2e-3 && rests > first && rests < second,
        "{rests}"
    );
}

#[test]
fn nothing_in_the_transport_moves_when_its_figures_change() {
    for size in [vec2(1280.0, 720.0), SIZE, vec2(1920.0, 1080.0)] {
        let mut window = open_at(size, 1.0, None);
        let magnet = |window: &Window| rect(window, "Snapping (N)");
        let before = magnet(&window);
        chord(&mut window, Modifiers::SHIFT, Key::End);
        keep(&mut window, &format!("transport {}", size.x));
        assert_eq!(magnet(&window), before);
        go_to(&mut window, 1.2345);
        assert_eq!(magnet(&window), before, "between frames, at {size}");
    }
}

#[test]
fn a_note_is_made_renamed_dragged_met_and_deleted() {
    let mut window = sample();
    to_timeline(&mut window);
    go_to(&mut window, 0.9);
    press(&mut window, Key::M);
    let note = |window: &Window| montage(window).notes.first().cloned();
    assert!(note(&window).is_some_and(|note| (note.time - 0.9).abs() < 1e-4));
    assert_eq!(selected(&window), [note(&window).unwrap().id]);
    press(&mut window, Key::F2);
    type_text(&mut window, "Hip too low");
    press(&mut window, Key::Enter);
    assert_eq!(note(&window).unwrap().text, "Hip too low");
    go_to(&mut window, 0.0);
    let flag = rect(&window, "Note Hip too low");
    let by = seconds(&window, 0.5);
    drag(&mut window, flag.left_center() + vec2(3.0, 0.0), by);
    assert!(
        (note(&window).unwrap().time - 1.4).abs() < 0.02,
        "{:?}",
        note(&window)
    );
    keep(&mut window, "note");
    let foot = rect(&window, "Notify Foot_L").center();
    let by = seconds(
        &window,
        note(&window).unwrap().time - notify(&window, "Foot_L").time,
    ) + vec2(1.0, 0.0);
    hold(&mut window, foot);
    move_to(&mut window, foot, foot + by);
    let met = window.state().views.timeline.snapped.clone();
    assert_eq!(
        met.map(|target| target.name).as_deref(),
        Some("note Hip too low")
    );
    window.key_press(Key::Escape);
    window.run_steps(3);
    release(&mut window, foot + by);
    click(&mut window, "Note Hip too low");
    press(&mut window, Key::Delete);
    assert_eq!((note(&window), steps(&window)), (None, 4));
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(has(&window, "Note Hip too low"));
}

#[test]
fn the_viewport_shows_the_time_of_what_is_dragged_and_the_playhead_returns() {
    let mut window = sample();
    go_to(&mut window, 0.3);
    let shows = |app: &App, time: f64| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| (frame.position - time).abs() < 1e-4)
    };
    for label in ["Notify Foot_L", "SwordTrail end"] {
        let (at, by) = (rect(&window, label).center(), seconds(&window, 0.2));
        hold(&mut window, at);
        move_to(&mut window, at, at + by);
        let time = window.state().views.timeline.peek.unwrap();
        assert!(time > 1.1, "{label} {time}");
        wait_until(&mut window, "the time that is dragged", |app| {
            shows(app, time)
        });
        assert!(near(position(&window), 0.3), "the playhead stays");
        release(&mut window, at + by);
        wait_until(&mut window, "the playhead's time", |app| shows(app, 0.3));
    }
}
