//! Nodes of pose warping: added on the bones of the skeleton, and set up in Details.

use super::{graphs::*, *};
use asset::graph::nodes::ControlNode;
use asset::graph::{ControlKind, Node, StrideDrive, WarpedHeading};
use egui::accesskit::Role;

/// All of Details is in sight.
fn tall() -> Window {
    let mut window = opened_at(vec2(1920.0, 2400.0), SettingsStore::default());
    details_alone(&mut window);
    window
}

/// Found by letters, at the pointer; it is selected.
fn add_found(window: &mut Window, letters: &str) -> Node {
    let place = empty(window);
    window.event(Event::PointerMoved(place));
    settle(window);
    press(window, Key::Tab);
    type_text(window, letters);
    press(window, Key::Enter);
    shown(window).wiring.nodes.last().unwrap().clone()
}

fn last(window: &Window) -> ControlKind {
    let node = shown(window).wiring.nodes.last().unwrap();
    let asset::graph::NodeKind::Control(ControlNode { kind, .. }) = &node.kind else {
        panic!("{node:?}")
    };
    kind.clone()
}

/// Wherever Details are scrolled to.
fn click_row(window: &mut Window, role: Role, label: &str) {
    window.get_by_role_and_label(role, label).scroll_to_me();
    settle(window);
    window.get_by_role_and_label(role, label).click();
    settle(window);
}

fn choose(window: &mut Window, field: &str, option: &str) {
    click_row(window, Role::ComboBox, field);
    window.get_by_role_and_label(Role::Button, option).click();
    settle(window);
}

#[test]
fn a_stride_is_added_on_the_legs_there_are_and_set_up() {
    let mut window = tall();
    let before = steps(&window);
    add_found(&mut window, "stride");
    let ControlKind::StrideWarping(stride) = last(&window) else {
        panic!("a stride")
    };
    let feet: Vec<[&str; 3]> = stride
        .feet
        .iter()
        .map(|foot| [foot.ik.as_str(), foot.fk.as_str(), foot.thigh.as_str()])
        .collect();
    assert_eq!(
        feet,
        [
            ["ik_foot_l", "foot_l", "thigh_l"],
            ["ik_foot_r", "foot_r", "thigh_r"]
        ]
    );
    assert_eq!(
        (stride.pelvis.as_str(), stride.solves_legs, steps(&window)),
        ("pelvis", true, before + 1)
    );
    keep(&mut window, "details_stride");
    click_row(&mut window, Role::CheckBox, "Along the floor");
    choose(&mut window, "Driven by", "A scale");
    let ControlKind::StrideWarping(stride) = last(&window) else {
        panic!("a stride")
    };
    assert!(!stride.settings.orient_to_floor && matches!(stride.drive, StrideDrive::Given { .. }));
    assert_eq!(steps(&window), before + 3, "one step each");
    click_row(&mut window, Role::Button, "Remove last foot");
    let ControlKind::StrideWarping(stride) = last(&window) else {
        panic!("a stride")
    };
    assert_eq!((stride.feet.len(), steps(&window)), (1, before + 4));
    click_row(&mut window, Role::Button, "Add foot");
    click_row(&mut window, Role::CheckBox, "Solve legs");
    let ControlKind::StrideWarping(stride) = last(&window) else {
        panic!("a stride")
    };
    assert_eq!((stride.feet.len(), stride.solves_legs), (2, false));
}

#[test]
fn an_orientation_turns_the_spine_there_is_by_an_angle_or_a_direction() {
    let mut window = tall();
    add_found(&mut window, "strafe");
    let ControlKind::OrientationWarping(orientation) = last(&window) else {
        panic!("an orientation")
    };
    assert!(
        orientation.spine.len() > 1
            && orientation
                .spine
                .iter()
                .all(|bone| bone.as_str().contains("spine"))
    );
    assert_eq!(
        orientation.foot_root.as_ref().map(|bone| bone.as_str()),
        Some("ik_foot_root")
    );
    keep(&mut window, "details_orientation");
    choose(&mut window, "Heading", "A direction");
    click_row(&mut window, Role::CheckBox, "Counter turns");
    choose(&mut window, "Root of goals", "None");
    click_row(&mut window, Role::Button, "Remove last spine bone");
    let spine = orientation.spine.len() - 1;
    let ControlKind::OrientationWarping(orientation) = last(&window) else {
        panic!("an orientation")
    };
    assert!(
        matches!(orientation.heading, WarpedHeading::Direction(_))
            && orientation.settings.counter_compensate
    );
    assert_eq!(
        (orientation.foot_root, orientation.spine.len()),
        (None, spine)
    );
}

#[test]
fn a_slope_says_what_it_keeps_and_what_swings() {
    let mut window = tall();
    add_found(&mut window, "slope");
    keep(&mut window, "details_slope");
    for label in [
        "Max step",
        "Floor stiffness",
        "Pelvis damping",
        "Up of goals y",
    ] {
        assert!(
            window
                .query_all_by_role_and_label(Role::SpinButton, label)
                .next()
                .is_some(),
            "{label}"
        );
    }
    click_row(&mut window, Role::CheckBox, "Keep in capsule");
    let ControlKind::SlopeWarping(slope) = last(&window) else {
        panic!("a slope")
    };
    assert!(!slope.settings.keep_in_capsule && slope.settings.max_step > 0.0);
}
