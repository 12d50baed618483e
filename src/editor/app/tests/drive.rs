//! Driving a pose graph from the keyboard: keys, parameters, where the character goes, and the
//! script of it.

use super::{
    files::answer,
    graph::{opened, parameter, state},
    *,
};
use crate::drive::Choices;
use egui::accesskit::Role;
use std::collections::BTreeMap;

fn is_driving(app: &App) -> bool {
    app.session.drive.on.is_some()
}

fn driven() -> Window {
    let mut window = opened();
    window.get_by_role_and_label(Role::Button, "Drive").click();
    wait_until(&mut window, "driving", |app| {
        is_driving(app) && app.session.transport.playing
    });
    window.run_steps(3);
    window
}

fn place(app: &App) -> glam::Vec3 {
    app.engine.frame.as_ref().unwrap().placement.translation
}

#[test]
fn driving_walks_the_character_away_from_the_camera_and_escape_leaves_it_standing() {
    let mut window = driven();
    assert!(has(&window, "W A S D, arrows move") && has(&window, "Direction 0°"));
    assert_eq!(state(window.state()), "Stand");
    window.key_down(Key::W);
    wait_until(&mut window, "the walk", |app| {
        state(app) == "Go" && parameter(app, "Speed") == 3.0
    });
    wait_until(&mut window, "the way", |app| place(app).z > 1.0);
    assert!(
        place(window.state()).x.abs() < 1e-3,
        "{}",
        place(window.state())
    );
    window.run_steps(2);
    assert_eq!(
        window.query_all_by_label("Speed 3.00 m/s").count(),
        2,
        "with the figures of the tick"
    );
    window.key_press(Key::Space);
    wait_until(&mut window, "the jump", |app| place(app).y > 0.2);
    wait_until(&mut window, "the ground", |app| place(app).y == 0.0);
    assert!(
        window.state().session.transport.playing,
        "Space does nothing else"
    );
    window.key_press(Key::Escape);
    wait_until(&mut window, "the end", |app| {
        !is_driving(app) && parameter(app, "Speed") == 0.0
    });
    wait_until(&mut window, "standing", |app| state(app) == "Stand");
    assert!(!has(&window, "W A S D, arrows move"));
    // The walk's own root motion moves it while that fades.
    play_on(&mut window, 0.5);
    let there = place(window.state());
    play_on(&mut window, 0.2);
    assert_eq!(
        (parameter(window.state(), "Speed"), place(window.state())),
        (0.0, there),
        "W is still held"
    );
}

#[test]
fn what_is_held_is_a_wish() {
    use studio::drive::Gait;
    let asked = |keys: &[Key], modifiers| {
        let wish = super::super::drive::wish(
            &keys.iter().copied().collect(),
            false,
            modifiers,
            (0.5, 0.25, true),
        );
        assert_eq!((wish.heading, wish.pitch, wish.aim), (0.5, 0.25, true));
        (wish.stick.to_array(), wish.gait, wish.crouch)
    };
    assert_eq!(
        asked(&[Key::W, Key::A], Modifiers::NONE),
        ([-1.0, 1.0], Gait::Jog, false)
    );
    assert_eq!(
        asked(&[Key::ArrowDown, Key::ArrowRight], Modifiers::SHIFT),
        ([1.0, -1.0], Gait::Sprint, false)
    );
    assert_eq!(
        asked(&[Key::W, Key::S, Key::C], Modifiers::ALT),
        ([0.0, 0.0], Gait::Walk, true)
    );
    assert_eq!(
        asked(&[Key::D], Modifiers::CTRL),
        ([1.0, 0.0], Gait::Jog, true)
    );
}

#[test]
fn a_drag_turns_the_camera_and_with_it_where_w_leads() {
    let mut window = driven();
    for panel in [
        Panel::Details,
        Panel::Problems,
        Panel::EventLog,
        Panel::Jobs,
        Panel::Parameters,
    ] {
        window.state_mut().dock.close(panel);
    }
    window.run_steps(3);
    // A quarter of a turn.
    let delta = vec2(std::f32::consts::FRAC_PI_2 / 0.007, 0.0);
    let at = rect(&window, "Viewport").center() - delta / 2.0;
    window.hover_at(at);
    window.step();
    window.event(button(at, PointerButton::Primary, true));
    window.step();
    move_to(&mut window, at, at + delta);
    window.event(button(at + delta, PointerButton::Primary, false));
    window.run_steps(2);
    window.key_down(Key::ArrowUp);
    wait_until(&mut window, "the way", |app| place(app).x.abs() > 1.0);
    let Some(on) = &window.state().session.drive.on else {
        panic!("it is driven")
    };
    assert!(
        (on.drive.mover.facing().abs() - std::f32::consts::FRAC_PI_2).abs() < 0.1,
        "{}",
        on.drive.mover.facing()
    );
}

#[test]
fn keys_that_drive_do_nothing_else() {
    let mut window = driven();
    let (tabs, saved) = (
        window.state().session.tabs.len(),
        window.state().dialogs.picker.is_open(),
    );
    for key in [Key::W, Key::S, Key::D, Key::A] {
        window.key_press_modifiers(Modifiers::COMMAND, key);
        window.run_steps(1);
    }
    for key in [Key::N, Key::Home, Key::Enter, Key::ArrowRight, Key::K] {
        window.key_press(key);
        window.run_steps(1);
    }
    let app = window.state();
    assert_eq!(
        (
            app.session.tabs.len(),
            app.dialogs.picker.is_open(),
            is_driving(app)
        ),
        (tabs, saved, true)
    );
    assert!(
        app.session.transport.rate == 1.0
            && app.session.transport.playing
            && !app.views.timeline.free
    );
    assert_eq!(steps(&window), 0);
    window.key_press_modifiers(Modifiers::COMMAND, Key::P);
    window.run_steps(2);
    assert!(
        window.state().dialogs.palette.is_some(),
        "a chord that drives nothing"
    );
}

#[test]
fn typing_in_a_field_does_not_drive() {
    let mut window = driven();
    window
        .get_by_role_and_label(Role::SpinButton, "Speed")
        .click();
    window.run_steps(2);
    assert!(window.ctx.text_edit_focused());
    window.key_down(Key::W);
    window.key_press(Key::Space);
    window.event(Event::Text("2".into()));
    window.run_steps(20);
    assert_eq!(
        (parameter(window.state(), "Speed"), place(window.state())),
        (0.0, glam::Vec3::ZERO)
    );
    window.key_up(Key::W);
    window.key_press(Key::Escape);
    window.run_steps(3);
    assert!(is_driving(window.state()), "Esc is the field's");
    window.key_down(Key::W);
    wait_until(&mut window, "the walk", |app| parameter(app, "Speed") > 1.0);
}

#[test]
fn opening_something_else_ends_it_and_moves_nobody() {
    let mut window = driven();
    window.state_mut().show_panel(Panel::Assets);
    window.key_down(Key::W);
    wait_until(&mut window, "the way", |app| place(app).z > 0.5);
    window.key_up(Key::W);
    let mut seen = 0;
    let mut look = |window: &Window| {
        let app = window.state();
        let Some(frame) = app
            .engine
            .frame
            .as_ref()
            .filter(|_| matches!(app.engine.shown(), studio::PreviewSubject::Montage(_)))
        else {
            return;
        };
        // One of the graph may still be on its way.
        if frame.graph.name() != anim::Name::new("PG_Test") {
            seen += 1;
            assert_eq!(frame.placement.translation, glam::Vec3::ZERO);
        }
    };
    for at in 0..80 {
        if at < 2 {
            window.get_by_label("Asset AM_ChargedAttack").click();
        }
        window.step();
        std::thread::sleep(Duration::from_millis(5));
        look(&window);
    }
    assert!(seen > 20 && !is_driving(window.state()), "{seen}");
    assert!(window.state().session.drive.has_script());
}

fn choose(window: &mut Window, figure: &str, choice: &str) {
    let combo = window.get_by_role_and_label(Role::ComboBox, figure);
    combo.scroll_to_me();
    window.run_steps(3);
    window.get_by_role_and_label(Role::ComboBox, figure).click();
    window.run_steps(3);
    window.get_by_role_and_label(Role::Button, choice).click();
    window.run_steps(3);
}

#[test]
fn what_takes_a_figure_is_chosen_in_the_window_and_kept() {
    let mut window = driven();
    wait_until(&mut window, "the parameters", |app| {
        parameter(app, "Armed") == 1.0
    });
    let header = window.get_by_role_and_label(Role::DisclosureTriangle, "Drive");
    header.scroll_to_me();
    window.run_steps(3);
    window
        .get_by_role_and_label(Role::DisclosureTriangle, "Drive")
        .click();
    window.run_steps(3);
    choose(&mut window, "Drive Moving", "Armed");
    wait_until(&mut window, "standing", |app| {
        parameter(app, "Armed") == 0.0
    });
    choose(&mut window, "Drive Speed", "nothing");
    window.key_down(Key::W);
    wait_until(&mut window, "going", |app| parameter(app, "Armed") == 1.0);
    assert_eq!(parameter(window.state(), "Speed"), 0.0);
    window.key_up(Key::W);
    choose(&mut window, "Drive Jump", "Wave");
    window.key_press(Key::Space);
    wait_until(&mut window, "the trigger", |app| {
        parameter(app, "Wave") == 1.0
    });
    let app = window.state();
    let id = app.session.active.unwrap();
    let kept: BTreeMap<Id, Choices> = app.store.get("drive").unwrap();
    assert_eq!(kept.get(&id), app.drive_choices.get(&id));
    assert_eq!(
        kept[&id].choice(studio::drive::MoverFigure::Moving),
        crate::drive::DriveParameterChoice::To("Armed".into())
    );
}

#[test]
fn what_was_driven_is_saved_as_a_script() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = driven();
    window.get_by_label("Armed").click();
    wait_until(&mut window, "the check box", |app| {
        parameter(app, "Armed") == 0.0
    });
    window.key_down(Key::W);
    wait_until(&mut window, "the walk", |app| {
        parameter(app, "Speed") == 3.0
    });
    window.key_up(Key::W);
    wait_until(&mut window, "the stop", |app| {
        parameter(app, "Speed") == 0.0
    });
    window.key_press(Key::Escape);
    wait_until(&mut window, "the end", |app| !is_driving(app));
    window.key_press(Key::Space);
    wait_until(&mut window, "the pause", |app| {
        !app.session.transport.playing
    });
    settle(&mut window);
    click_button(&mut window, "Graph");
    click_button(&mut window, "Save the drive as a script…");
    assert!(window.query_all_by_label("Name").count() > 0);
    answer(&mut window, folder.path(), "driven.json");
    assert!(has(&window, "Drive saved"));
    let script = std::fs::read_to_string(folder.path().join("driven.json")).unwrap();
    let script: serde_json::Value = serde_json::from_str(&script).unwrap();
    let requests = script["requests"].as_array().unwrap();
    assert_eq!(
        requests[0],
        serde_json::json!({"at": 0.0, "do": "play_graph", "graph": "PG_Test"})
    );
    let set = |name: &str| -> Vec<f64> {
        let of = requests.iter().filter(|it| it["parameter"] == name);
        of.map(|it| it["value"].as_f64().unwrap()).collect()
    };
    assert_eq!(set("Armed"), [0.0]);
    let speeds = set("Speed");
    assert!(
        speeds.contains(&3.0) && speeds.last() == Some(&0.0),
        "{speeds:?}"
    );
    assert!(speeds.windows(2).all(|pair| pair[0] != pair[1]));
    let times: Vec<f64> = requests
        .iter()
        .map(|it| it["at"].as_f64().unwrap())
        .collect();
    assert!(
        times.is_sorted() && *times.last().unwrap() > 0.5,
        "{times:?}"
    );
    let carried = requests.iter().filter(|it| it["do"] == "carry").count();
    assert!(
        carried > 20 && requests.last().unwrap().get("placement").is_none(),
        "let go at the end"
    );
}

#[test]
fn the_keys_fold_away_by_a_click_and_where_there_is_little_room_as_soon_as_it_goes() {
    let keys = "W A S D, arrows move";
    let mut window = driven();
    for is_there in [false, true] {
        assert!(has(&window, "Direction 0°"));
        window.get_by_label("Drive keys").click();
        window.run_steps(3);
        assert_eq!(has(&window, keys), is_there);
    }
    window.key_down(Key::W);
    wait_until(&mut window, "the way", |app| place(app).z > 0.2);
    assert!(has(&window, keys), "opened by hand they stay");
    let mut window = driven();
    assert!(has(&window, keys), "who begins is told");
    window.key_down(Key::W);
    wait_until(&mut window, "the way", |app| place(app).z > 0.2);
    window.run_steps(2);
    assert!(!has(&window, keys) && has(&window, "Direction 0°"));
}
