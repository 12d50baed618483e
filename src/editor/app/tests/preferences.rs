//! Preferences: each does what it says, at once and at the next start.

use super::{graphs::act, *};
use crate::{
    action::{EditAction, ViewAction},
    preferences::Preferences,
};
use document::{Command, ProjectCommand};
use egui_kittest::kittest::NodeT as _;

fn open_preferences(window: &mut Window) {
    chord(window, Modifiers::COMMAND, Key::Comma);
    assert!(has(window, "Worker threads"));
}

#[test]
fn the_scale_makes_everything_larger_and_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.json");
    let mut window = open_with(SIZE, 1.0, None, SettingsStore::of(file.clone()));
    open_preferences(&mut window);
    keep(&mut window, "preferences");
    click_button(&mut window, "150 %");
    assert_eq!(window.ctx.zoom_factor(), 1.5);
    keep(&mut window, "preferences 150");
    let again = open_with(SIZE, 1.0, None, SettingsStore::of(file));
    assert_eq!(again.ctx.zoom_factor(), 1.5);
}

#[test]
fn lengths_are_shown_and_typed_in_the_chosen_unit() {
    let mut window = sample();
    assert!(window.query_by_label("Root Δ 0.00 m").is_some());
    open_preferences(&mut window);
    click_button(&mut window, "Centimetres");
    click_button(&mut window, "Close");
    assert!(has(&window, "Root Δ 0 cm") && has(&window, "Speed 0 cm/s"));
    click(&mut window, "Skeleton");
    window.state_mut().views.kinds.skeleton.selected_bone = Some(0);
    settle(&mut window);
    click_button(&mut window, "Edit");
    click(&mut window, "Add socket to the selected bone");
    details_alone(&mut window);
    let field = |window: &Window| window.get_by_label("Position X").rect();
    let from = field(&window).center();
    drag(&mut window, from, vec2(20.0, 0.0));
    let moved = project(&window)
        .skeletons
        .values()
        .next()
        .unwrap()
        .sockets
        .last()
        .unwrap()
        .local
        .translation
        .x;
    assert!(
        (0.02..0.3).contains(&moved),
        "20 points are some centimetres, not metres: {moved}"
    );
    keep(&mut window, "preferences unit");
}

#[test]
fn another_number_of_workers_plays_on_where_it_was() {
    let mut window = sample();
    window.key_press(Key::Space);
    wait_until(&mut window, "playing", |app| {
        app.session.transport.position > 0.1
    });
    let before = window.state().session.transport.position;
    let action = EditorAction::from(ViewAction::SetPreferences(Preferences {
        workers: 1,
        ..Preferences::default()
    }));
    let ctx = window.ctx.clone();
    window.state_mut().route(&ctx, action);
    wait_until(&mut window, "frames of the new engine", |app| {
        app.engine.frame.as_ref().is_some_and(|frame| frame.playing)
    });
    wait_until(&mut window, "going on", |app| {
        app.session.transport.position > before + 0.1
    });
    assert_eq!(window.state().session.preferences.workers, 1);
    window.key_press(Key::Space);
    settle(&mut window);
}

#[test]
fn the_project_saves_itself_some_time_after_an_edit_but_not_during_a_drag() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("P");
    ::files::save_project(&path, &mannequin::excerpt(), &::files::Saving::since(None)).unwrap();
    let mut window = open_at(SIZE, 1.0, Some(path.clone()));
    wait_until(&mut window, "opening", |app| {
        app.disk.path.is_some() && app.session.active.is_some()
    });
    open_preferences(&mut window);
    click_button(&mut window, "1 min");
    click_button(&mut window, "Close");
    let edit = |window: &mut Window| {
        let at = rect(window, "Notify Foot_R").center();
        hold(window, at);
        move_to(window, at, at + vec2(30.0, 0.0));
        at + vec2(30.0, 0.0)
    };
    let at = edit(&mut window);
    assert!(!window.state().document.is_saved() && window.state().disk.unsaved_since.is_some());
    window.state_mut().disk.unsaved_since = Some(-60.0);
    window.step();
    assert!(
        !window.state().document.is_saved(),
        "not while something is dragged"
    );
    release(&mut window, at);
    assert!(window.state().document.is_saved() && window.state().disk.unsaved_since.is_none());
    let ::files::Opened::Project { project: read, .. } = ::files::open(&path).unwrap() else {
        panic!("a project")
    };
    assert_eq!(&read, project(&window).as_ref());
    // Where it can't be saved it says so once, and waits for the next time.
    std::fs::remove_dir_all(&path).unwrap();
    std::fs::write(&path, "in the way").unwrap();
    let at = edit(&mut window);
    release(&mut window, at);
    window.state_mut().disk.unsaved_since = Some(-60.0);
    settle(&mut window);
    assert!(has(&window, "Could not save Sample") && !window.state().document.is_saved());
    assert_eq!(window.state().session.toasts.len(), 1);
}

#[test]
fn the_preset_of_keys_is_chosen_here_too_and_leads_to_the_list() {
    let mut window = sample();
    open_preferences(&mut window);
    click_button(&mut window, "Blender");
    assert_eq!(
        window.state().session.keymap.preset,
        crate::preferences::InputPreset::Blender
    );
    click_button(&mut window, "Change keys…");
    assert!(has(&window, "Filter keys") && window.state().dialogs.sheet.is_none());
}

#[test]
fn with_reduced_motion_what_fires_is_marked_and_then_is_not() {
    let mut window = sample();
    open_preferences(&mut window);
    click(&mut window, "Reduced motion");
    click_button(&mut window, "Close");
    let session = &mut window.state_mut().session;
    assert!(session.preferences.reduced_motion);
    let flash = crate::session::Flash {
        item: Id(7),
        name: String::new(),
        color: crate::theme::OK,
        socket: anim::Name::NONE,
        at: 10.0,
    };
    session.fired.flashes.push(flash);
    let mut opacity = |now| {
        session.now = now;
        session.flash(Id(7))
    };
    assert_eq!(
        [10.0, 10.3, 10.5, 10.7].map(&mut opacity),
        [1.0, 1.0, 1.0, 0.0]
    );
    session.preferences.reduced_motion = false;
    session.now = 10.3;
    assert!(session.flash(Id(7)) < 0.9);
}

#[test]
fn the_undo_history_is_bounded_and_says_how_much_of_it_is_used() {
    let mut window = sample();
    open_preferences(&mut window);
    click_button(&mut window, "64 MB");
    assert_eq!(window.state().session.preferences.history, 64);
    assert!(
        window
            .query_by_label_contains("Now 0.0 MB for 0 steps.")
            .is_some()
    );
    for name in ["a", "b", "c"] {
        act(
            &mut window,
            EditAction::Perform(Command::Project(ProjectCommand::Rename(name.into())), None),
        );
    }
    assert!(window.query_by_label_contains("for 3 steps.").is_some());
    window.state_mut().document.set_most_bytes(0);
    settle(&mut window);
    assert!(
        window
            .query_by_label_contains("for 1 step. 2 older steps discarded.")
            .is_some()
    );
    keep(&mut window, "preferences history");
    click_button(&mut window, "Close");
    act(&mut window, EditAction::Undo);
    assert_eq!(window.state().document.undo_label(), None);
    let app = window.state();
    let refused = app.session.situation(&app.views, &app.document);
    assert!(
        EditAction::Undo
            .refusal(&refused)
            .is_some_and(|why| why.contains("were discarded"))
    );
}

#[test]
fn a_language_of_the_command_line_counts_until_one_is_chosen_and_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.json");
    let mut window = open_with(SIZE, 1.0, None, SettingsStore::of(file.clone()));
    let preferences = &mut window.state_mut().session.preferences;
    preferences.asked_language = Some(languages::Language::English);
    open_preferences(&mut window);
    let is_lit = |window: &Window, label: &str| {
        let mut all = window.query_all_by_label(label);
        let found = all.find_map(|it| it.accesskit_node().toggled());
        found.expect("the choice") == egui::accesskit::Toggled::True
    };
    assert!(is_lit(&window, "English") && !is_lit(&window, "System"));
    click_button(&mut window, "90 %");
    let again = SettingsStore::of(file.clone());
    let kept: Preferences = again.get(super::super::stored::PREFERENCES).expect("kept");
    assert_eq!((kept.scale, kept.shown_language()), (90, None));
    click_button(&mut window, "System");
    assert!(is_lit(&window, "System") && !is_lit(&window, "English"));
    assert_eq!(window.state().session.preferences.shown_language(), None);
}
