//! Rows of the details: fields, their defaults, and pictures of blends.

use super::*;

#[test]
fn a_reset_arrow_stands_only_where_something_is_changed_and_takes_it_back() {
    let mut window = sample();
    details_alone(&mut window);
    click(&mut window, "Notify Foot_R");
    assert!(!has(&window, "Reset Chance"));
    click(&mut window, "Chance");
    chord(&mut window, Modifiers::COMMAND, Key::A);
    type_text(&mut window, "50");
    press(&mut window, Key::Enter);
    assert_eq!(notify(&window, "Foot_R").chance, 0.5);
    keep(&mut window, "details_reset");
    click(&mut window, "Reset Chance");
    assert_eq!((notify(&window, "Foot_R").chance, steps(&window)), (1.0, 2));
    assert!(!has(&window, "Reset Chance"));
}

#[test]
fn backspace_over_a_row_resets_it_and_deletes_nothing() {
    let mut window = sample();
    details_alone(&mut window);
    let id = notify(&window, "Foot_R").id;
    click(&mut window, "Notify Foot_R");
    click(&mut window, "Can be filtered");
    assert!(notify(&window, "Foot_R").filterable);
    to_timeline(&mut window);
    let at = rect(&window, "Can be filtered").center();
    window.hover_at(at);
    settle(&mut window);
    press(&mut window, Key::Backspace);
    assert!(
        !montage(&window)
            .notify(id)
            .expect("it is still there")
            .filterable
    );
    assert_eq!(steps(&window), 2);
}

#[test]
fn the_menu_of_a_group_takes_all_of_it_back_in_one_step() {
    let mut window = sample();
    details_alone(&mut window);
    let usual = Montage::new("", Id(0), &mut 0).blend_in;
    assert_ne!(montage(&window).blend_in, usual);
    window
        .get_by_role_and_label(egui::accesskit::Role::DisclosureTriangle, "Blend in")
        .click_secondary();
    settle(&mut window);
    click(&mut window, "Reset group");
    assert_eq!((&montage(&window).blend_in, steps(&window)), (&usual, 1));
}

#[test]
fn the_square_of_a_blend_is_its_time_and_its_middle_the_easing() {
    let mut window = sample();
    details_alone(&mut window);
    let before = montage(&window).blend_in.clone();
    let end = rect(&window, "Blend in end").center();
    drag(&mut window, end, vec2(20.0, 0.0));
    assert!(
        (montage(&window).blend_in.time - before.time - 0.1).abs() < 1e-4,
        "{:?}",
        montage(&window).blend_in
    );
    assert_eq!(
        (montage(&window).blend_in.easing, steps(&window)),
        (before.easing, 1)
    );
    let middle = rect(&window, "Blend in easing picture").center();
    drag(&mut window, middle, vec2(0.0, -30.0));
    assert_ne!(montage(&window).blend_in.easing, before.easing);
    assert_eq!(steps(&window), 2);
    keep(&mut window, "details_easing");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(montage(&window).blend_in.easing, before.easing);
}

#[test]
fn a_value_goes_on_past_the_edge_of_the_screen() {
    let mut window = sample();
    details_alone(&mut window);
    let from = rect(&window, "Rate scale").center();
    hold(&mut window, from);
    move_to(&mut window, from, from + vec2(10.0, 0.0));
    // The pointer stands at the edge; the mouse moves on.
    for _ in 0..20 {
        window.event(Event::MouseMoved(vec2(10.0, 0.0)));
        window.step();
    }
    release(&mut window, from + vec2(10.0, 0.0));
    let rate = montage(&window).rate_scale;
    assert!((rate - 3.1).abs() < 1e-4, "{rate}");
    assert_eq!(steps(&window), 1);
}

#[test]
fn the_wheel_over_fields_and_choices_changes_nothing() {
    let mut window = sample();
    let root = project(&window).clone();
    for label in ["Rate scale", "Frame rate", "Root motion", "Blend in time"] {
        let at = rect(&window, label).center();
        window.hover_at(at);
        for way in [-40.0, 40.0] {
            window.event(Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: vec2(0.0, way),
                phase: egui::TouchPhase::Move,
                modifiers: Modifiers::NONE,
                source: egui::MouseWheelSource::Unknown,
            });
            window.run_steps(3);
        }
        settle(&mut window);
    }
    assert!(Arc::ptr_eq(project(&window), &root) && steps(&window) == 0);
}

#[test]
fn locked_details_keep_what_they_show_until_they_are_unlocked() {
    let mut window = sample();
    click(&mut window, "Notify Foot_R");
    click(&mut window, "Lock details on this");
    click(&mut window, "Notify Foot_L");
    assert!(has(&window, "Locked on Foot_R"));
    keep(&mut window, "details_locked");
    click(&mut window, "Can be filtered");
    assert!(notify(&window, "Foot_R").filterable && !notify(&window, "Foot_L").filterable);
    let walk = *project(&window)
        .clips
        .iter()
        .find(|(_, clip)| clip.name == "Walk_Fwd")
        .unwrap()
        .0;
    window.state_mut().open_asset(walk);
    settle(&mut window);
    assert!(has(&window, "Locked on Foot_R"), "in another document too");
    click(&mut window, "Unlock details");
    assert!(!has(&window, "Locked on Foot_R") && !has(&window, "Can be filtered"));
}

#[test]
fn a_narrow_column_shows_rows_pictures_and_the_log_uncut() {
    let mut window = open_at(vec2(1280.0, 720.0), 1.0, None);
    click_tab(&mut window, "Details");
    scroll_to(&mut window, "Blend in easing picture");
    keep(&mut window, "details_narrow");
    let (picture, field) = (
        rect(&window, "Blend in easing picture"),
        rect(&window, "Blend in time"),
    );
    assert!(
        picture.width() >= 80.0 && picture.right() <= 1280.0 && picture.top() > field.bottom(),
        "{picture:?}"
    );
    let end = rect(&window, "Blend in end").center();
    drag(&mut window, end, vec2(20.0, 0.0));
    assert_eq!(steps(&window), 1);
    window
        .state_mut()
        .document
        .select(document::Selection::default());
    click(&mut window, "Notify HoldGlow");
    keep(&mut window, "details_narrow_notify");
    let (seconds, frames) = (rect(&window, "Time"), rect(&window, "Time in frames"));
    assert!(
        seconds.right() < frames.left() && frames.right() < 1280.0,
        "{seconds:?} {frames:?}"
    );
    to_timeline(&mut window);
    window.key_press(Key::Space);
    wait_until(&mut window, "some rows", |app| {
        app.session.log.rows.len() > 12
    });
    window.state_mut().pause();
    settle(&mut window);
    click_tab(&mut window, "Event log");
    keep(&mut window, "log_narrow");
}
