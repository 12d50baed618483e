//! The keyboard: playing, adding while playing, typing, and what a focused control may not swallow.

use super::*;
use crate::views::Renaming;

fn is_playing(window: &Window) -> bool {
    window.state().session.transport.playing
}

fn start_playing(window: &mut Window) {
    window.key_press(Key::Space);
    wait_until(window, "playing", |app| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| frame.playing && frame.position > 0.02)
    });
}

#[test]
fn enter_adds_a_notify_on_every_press_while_playing() {
    let mut window = sample();
    let before = montage(&window).notifies.len();
    start_playing(&mut window);
    for added in 1..=5 {
        play_on(&mut window, 0.06);
        let position = window.state().session.transport.position;
        window.key_press(Key::Enter);
        window.run_steps(2);
        assert_eq!(
            (montage(&window).notifies.len(), steps(&window)),
            (before + added, added)
        );
        let time = montage(&window).notifies.last().unwrap().time;
        // However slow the machine is: not before the playhead of the press, not after that of now,
        // but for snapping.
        let (time, now) = (f64::from(time), window.state().session.transport.position);
        let (after_press, before_now) = (time > position - 0.06, time < now + 0.06);
        let is_between = if now >= position {
            after_press && before_now
        } else {
            after_press || before_now
        };
        assert!(is_between, "{time} at {position}, now {now}");
        assert!(is_playing(&window) && !window.ctx.text_edit_focused());
    }
    let position = window.state().session.transport.position;
    play_on(&mut window, 0.1);
    assert_ne!(
        window.state().session.transport.position,
        position,
        "playing goes on"
    );
}

#[test]
fn a_held_key_adds_one_and_toggles_once() {
    let mut window = sample();
    let repeat = |key| Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: true,
        modifiers: Modifiers::NONE,
    };
    window.key_down(Key::Enter);
    for _ in 0..5 {
        window.event(repeat(Key::Enter));
    }
    window.key_up(Key::Enter);
    settle(&mut window);
    assert_eq!(steps(&window), 1);
    window.key_down(Key::Space);
    for _ in 0..3 {
        window.event(repeat(Key::Space));
    }
    window.key_up(Key::Space);
    window.run_steps(8);
    assert!(is_playing(&window));
    window.key_press(Key::Space);
    settle(&mut window);
    let before = window.state().session.transport.position;
    window.key_down(Key::ArrowRight);
    for _ in 0..3 {
        window.event(repeat(Key::ArrowRight));
    }
    window.key_up(Key::ArrowRight);
    settle(&mut window);
    let after = window.state().session.transport.position;
    assert!(
        (after - before) / f64::from(frame(&window)) > 3.0,
        "arrows do repeat: {before} {after}"
    );
}

#[test]
fn typing_a_name_is_text_and_nothing_else() {
    let mut window = sample();
    let root = project(&window).clone();
    click(&mut window, "Section Hold");
    press(&mut window, Key::F2);
    assert!(window.ctx.text_edit_focused());
    for c in "jKl QW 12 ".chars() {
        let key = if c == ' ' {
            Key::Space
        } else {
            Key::from_name(&c.to_uppercase().to_string()).unwrap()
        };
        window.key_down(key);
        window.event(Event::Text(c.to_string()));
        window.key_up(key);
        window.run_steps(3);
        assert!(!is_playing(&window), "{c:?}");
    }
    window.key_press_modifiers(Modifiers::SHIFT, Key::Delete);
    settle(&mut window);
    assert!(Arc::ptr_eq(project(&window), &root));
    press(&mut window, Key::Enter);
    assert_eq!(
        section(&window, "jKl QW 12").color,
        6,
        "trimmed at the ends"
    );
    assert_eq!(
        (steps(&window), window.state().session.transport.rate),
        (1, 1.0)
    );
    assert_eq!(
        montage(&window).notifies.len(),
        root.montages.values().next().unwrap().notifies.len()
    );
}

#[test]
fn what_is_typed_right_after_f2_is_not_lost() {
    let mut window = sample();
    click(&mut window, "Section Hold");
    window.key_press(Key::F2);
    window.step();
    window.event(Event::Text("W".into()));
    window.step();
    window.key_press(Key::Enter);
    settle(&mut window);
    assert_eq!(section(&window, "W").color, 6);
}

#[test]
fn escape_leaves_the_old_name() {
    let mut window = sample();
    double_click(&mut window, "Notify Foot_R");
    assert!(window.ctx.text_edit_focused());
    type_text(&mut window, "Other");
    press(&mut window, Key::Escape);
    assert_eq!(
        (notify(&window, "Foot_R").name.as_str(), steps(&window)),
        ("Foot_R", 0)
    );
}

#[test]
fn space_plays_even_after_a_button_was_clicked_or_has_the_focus() {
    let mut window = sample();
    let looping = window.state().session.transport.looping;
    click(&mut window, "Loop (Ctrl+L)");
    assert_ne!(window.state().session.transport.looping, looping);
    start_playing(&mut window);
    assert_ne!(window.state().session.transport.looping, looping);
    window.key_press(Key::Space);
    settle(&mut window);
    assert!(!is_playing(&window));
    window.get_by_label("Loop (Ctrl+L)").focus();
    settle(&mut window);
    start_playing(&mut window);
    assert_ne!(
        window.state().session.transport.looping,
        looping,
        "Space is for playing"
    );
    window.key_press(Key::Space);
    settle(&mut window);
    assert!(window.get_by_label("Loop (Ctrl+L)").is_focused());
    press(&mut window, Key::Enter);
    assert_eq!(
        window.state().session.transport.looping,
        looping,
        "Enter clicks what has the focus"
    );
    assert_eq!(steps(&window), 0, "and adds nothing");
}

#[test]
fn arrows_step_frames_and_edges() {
    let mut window = sample();
    press(&mut window, Key::ArrowRight);
    for _ in 0..2 {
        chord(&mut window, Modifiers::SHIFT, Key::ArrowRight);
    }
    let at = |window: &Window| {
        (window.state().session.transport.position / f64::from(frame(window))).round() as i32
    };
    assert_eq!(at(&window), 21);
    press(&mut window, Key::ArrowLeft);
    assert_eq!(at(&window), 20);
    press(&mut window, Key::ArrowDown);
    let hold = (section(&window, "Hold").start / frame(&window)).round() as i32;
    assert_eq!(at(&window), hold, "to the next edge: Hold");
    chord(&mut window, Modifiers::SHIFT, Key::Home);
    assert_eq!((at(&window), steps(&window)), (0, 0));
}

#[test]
fn escape_clears_the_selection() {
    let mut window = sample();
    chord(&mut window, Modifiers::COMMAND, Key::A);
    assert!(selected(&window).len() > 12);
    press(&mut window, Key::Escape);
    assert!(selected(&window).is_empty());
}

#[test]
fn quitting_with_a_change_asks_and_each_answer_does_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = sample();
    window.state_mut().disk.path = Some(folder.path().join("Combo"));
    press(&mut window, Key::Enter);
    let changed = project(&window).clone();
    for answer in [None, Some("Cancel")] {
        chord(&mut window, Modifiers::COMMAND, Key::Q);
        assert!(has(&window, "Quit without saving"));
        chord(&mut window, Modifiers::COMMAND, Key::Q);
        press(&mut window, Key::Q);
        assert!(
            has(&window, "•  AM_ChargedAttack"),
            "what was changed is named"
        );
        assert!(window.get_by_label("Cancel").is_focused());
        assert!(has(&window, "Quit without saving") && !window.state().quitting);
        match answer {
            Some(label) => click(&mut window, label),
            None => press(&mut window, Key::Escape),
        }
        assert!(
            !has(&window, "Quit without saving")
                && Arc::ptr_eq(project(&window), &changed)
                && !window.state().quitting
        );
    }
    chord(&mut window, Modifiers::COMMAND, Key::Q);
    keep(&mut window, "quit");
    click(&mut window, "Save and quit");
    assert!(window.state().quitting && folder.path().join("Combo/project.json").is_file());

    let mut window = sample();
    press(&mut window, Key::Enter);
    let viewport = window
        .input_mut()
        .viewports
        .entry(egui::ViewportId::ROOT)
        .or_default();
    viewport.events.push(egui::ViewportEvent::Close);
    settle(&mut window);
    assert!(
        has(&window, "Quit without saving"),
        "the window's own button asks too"
    );
    click(&mut window, "Quit without saving");
    assert!(window.state().quitting);

    let mut window = sample();
    chord(&mut window, Modifiers::COMMAND, Key::Q);
    assert!(window.state().quitting, "nothing to lose, nothing asked");
}

/// The list of assets lies behind another tab, and nothing of the montage is selected.
#[test]
fn a_name_is_typed_where_it_is_seen() {
    let mut window = sample();
    click(&mut window, "Skeleton");
    let montage_id = window.state().session.active.unwrap();
    let montage = project(&window).asset_name(montage_id).unwrap().to_owned();
    window
        .state_mut()
        .document
        .select(document::Selection::asset(montage_id));
    press(&mut window, Key::F2);
    assert!(window.ctx.text_edit_focused() && has(&window, "New name"));
    press(&mut window, Key::Escape);
    assert_eq!(project(&window).asset_name(montage_id), Some(&*montage));
    chord(&mut window, Modifiers::COMMAND, Key::P);
    assert!(window.state().dialogs.palette.is_some(), "keys are heard");
}

/// Whatever was to be named, a field that is not on the screen takes no keys.
#[test]
fn a_name_that_nobody_sees_takes_no_keys() {
    let mut window = sample();
    let nothing = document::Selection::item(Id(1), Id(2));
    window.state_mut().views.renaming = Some(Renaming::new(nothing, "Nothing"));
    window.run_steps(6);
    assert!(window.state().views.renaming.is_none());
    start_playing(&mut window);
}

/// A drag is no click, and ends typing all the same.
#[test]
fn a_press_into_a_panel_ends_typing_elsewhere() {
    let mut window = sample();
    type_into(&mut window, "Filter assets", "Walk");
    assert!(window.ctx.text_edit_focused());
    let at = rect(&window, "Notify Foot_R").center();
    drag(&mut window, at, vec2(30.0, 0.0));
    assert!(!window.ctx.text_edit_focused());
    assert_eq!(window.state().views.asset_filter, "Walk");
    start_playing(&mut window);
    assert_eq!(window.state().views.asset_filter, "Walk");
}
