//! Menus: ticks, reasons, and what Help opens.

use super::*;
use egui::accesskit::{Role, Toggled};
use egui_kittest::kittest::NodeT;

fn is_ticked(window: &Window, entry: &str) -> bool {
    window
        .get_by_role_and_label(Role::CheckBox, entry)
        .accesskit_node()
        .toggled()
        == Some(Toggled::True)
}

fn toggle(window: &mut Window, entry: &str) {
    window.get_by_role_and_label(Role::CheckBox, entry).click();
    settle(window);
}

#[test]
fn every_overlay_of_the_viewport_has_a_tick_that_says_what_is_on() {
    let mut window = sample();
    for overlay in crate::viewport::Overlay::ALL {
        let before = window.state().settings.is_on(overlay);
        click_button(&mut window, "View");
        assert_eq!(is_ticked(&window, overlay.title()), before, "{overlay:?}");
        keep(&mut window, "menu view");
        toggle(&mut window, overlay.title());
        press(&mut window, Key::Escape);
        assert_ne!(
            window.state().settings.is_on(overlay),
            before,
            "{overlay:?}"
        );
    }
}

#[test]
fn what_becomes_of_root_motion_is_chosen_in_the_playback_menu_and_stays_when_something_else_is_opened()
 {
    let mut window = sample();
    let modes = [
        "no extraction",
        "ignore",
        "from everything",
        "from montages only",
    ];
    let chosen = |window: &mut Window| {
        click_button(window, "Playback");
        let ticked = modes.map(|mode| is_ticked(window, &format!("Root motion: {mode}")));
        press(window, Key::Escape);
        ticked
    };
    assert_eq!(chosen(&mut window), [false, false, true, false]);
    let stands = |app: &App| {
        app.engine
            .frame
            .as_ref()
            .map(|frame| frame.placement.translation.length())
    };
    window.state_mut().seek(1.7, 5.0);
    wait_until(&mut window, "the figure to stand where it came", |app| {
        stands(app).is_some_and(|far| far > 0.5)
    });
    click_button(&mut window, "Playback");
    toggle(&mut window, "Root motion: ignore");
    assert_eq!(chosen(&mut window), [false, true, false, false]);
    wait_until(&mut window, "the figure to stand at the origin", |app| {
        stands(app) == Some(0.0)
    });
    double_click(&mut window, "Asset Walk_Fwd");
    window.state_mut().seek(0.8, 1.0);
    let walks = |app: &App| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| frame.position == 0.8)
    };
    wait_until(&mut window, "the walk to be shown", walks);
    assert_eq!(
        (chosen(&mut window), stands(window.state())),
        ([false, true, false, false], Some(0.0))
    );
}

#[test]
fn the_camera_follows_where_nothing_else_was_chosen_and_a_choice_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.json");
    let mut window = open_with(SIZE, 1.0, None, SettingsStore::of(file.clone()));
    assert!(window.state().settings.follow);
    click(&mut window, "Show in the viewport");
    click(&mut window, "Follow character");
    assert!(!window.state().settings.follow);
    assert!(
        !open_with(SIZE, 1.0, None, SettingsStore::of(file))
            .state()
            .settings
            .follow
    );
}

#[test]
fn an_entry_that_is_off_says_why() {
    let mut window = sample();
    click_button(&mut window, "Clip");
    let at = rect(&window, "Add sync marker at playhead").center();
    window.hover_at(at);
    window.run_steps(60);
    keep(&mut window, "menu reason");
    assert!(has(&window, "Open a clip first"));
}

#[test]
fn help_lists_the_keys_and_tells_what_draws() {
    let mut window = sample();
    click_button(&mut window, "Help");
    click(&mut window, "Keys…");
    assert!(has(&window, "Remove Ctrl+Z from Undo") && has(&window, "Add keys for Undo"));
    keep(&mut window, "help keys");
    press(&mut window, Key::Space);
    assert!(
        !window.state().session.transport.playing,
        "keys wait while it is open"
    );
    press(&mut window, Key::Escape);
    assert!(window.state().dialogs.keys_page.is_none());
    click_button(&mut window, "Help");
    click(&mut window, "About Mutoscope");
    keep(&mut window, "help about");
    assert!(has(&window, env!("CARGO_PKG_VERSION")) && has(&window, "MIT OR Apache-2.0"));
    let adapter = window.state().viewport.as_ref().unwrap().adapter();
    assert!(has(&window, &adapter), "{adapter}");
    click_button(&mut window, "Close");
    assert!(window.state().dialogs.sheet.is_none());
}
