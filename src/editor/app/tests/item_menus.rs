//! Menus of the second button over what lies on a canvas.

use super::{graphs::*, *};
use crate::{action::SelectAction, canvas::Page};
use asset::graph::NodeKind;
use document::Selection;

fn second_click(window: &mut Window, at: Pos2) {
    window.hover_at(at);
    window.step();
    for pressed in [true, false] {
        window.event(button(at, PointerButton::Secondary, pressed));
        window.step();
    }
    settle(window);
}

fn title(window: &Window, name: &str) -> Pos2 {
    rect(window, name).center_top() + vec2(0.0, 10.0)
}

#[test]
fn a_node_is_selected_and_its_menu_does_what_it_says() {
    let mut window = opened();
    let at = title(&window, "Node Two-Way Blend");
    second_click(&mut window, at);
    assert_eq!(selected(&window), [id(3)]);
    assert!(!has(&window, "Search nodes"));
    keep(&mut window, "menu of a node");
    assert!(
        !has(&window, "Open selected node"),
        "there is nothing in it"
    );
    assert!(!has(&window, "Expand sub-graph"));
    click(&mut window, "Delete and reconnect");
    assert!(shown(&window).wiring.node(id(3)).is_none());
    assert_eq!(sources(&window, 4), [Some(id(1))]);
    assert!(!has(&window, "Delete and reconnect"), "it is closed");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    // Of several that are selected it is for all of them.
    act(
        &mut window,
        SelectAction::These(Selection {
            asset: Some(GRAPH),
            items: [id(1), id(2)].into(),
        }),
    );
    let at = title(&window, "Node Walk_Fwd");
    second_click(&mut window, at);
    assert_eq!(selected(&window).len(), 2);
    click(&mut window, "Duplicate");
    assert_eq!(shown(&window).wiring.nodes.len(), 7);
    let at = title(&window, "Node Legs");
    second_click(&mut window, at);
    click(&mut window, "Open selected node");
    let view = &mut window.state_mut().views.kinds.graph;
    assert_eq!(view.page(GRAPH), Page::Machine(id(5)));
    view.turn_to(GRAPH, Page::default());
    settle(&mut window);
    // Esc closes it and does nothing.
    let at = title(&window, "Node Body");
    second_click(&mut window, at);
    press(&mut window, Key::Escape);
    assert!(!has(&window, "Delete and reconnect"));
    assert_eq!(selected(&window), [id(4)]);
}

#[test]
fn a_wire_is_cut_watched_and_led_by_a_point() {
    let mut window = opened();
    let middle = |window: &Window| {
        at(window, "Pose of Two-Way Blend").lerp(at(window, "Pin Source of Body"), 0.5)
    };
    let place = middle(&window);
    second_click(&mut window, place);
    keep(&mut window, "menu of a wire");
    click(&mut window, "Add reroute");
    assert_eq!(shown(&window).layout.reroutes.len(), 1);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    second_click(&mut window, place);
    click(&mut window, "Delete wire");
    assert_eq!(sources(&window, 4), [None]);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    second_click(&mut window, place);
    click(&mut window, "Watch pose");
    assert_eq!(window.state().views.looking.watched, Some(id(3)));
}

#[test]
fn a_state_is_made_the_first_and_an_arrow_goes() {
    let mut window = opened();
    window
        .state_mut()
        .views
        .kinds
        .graph
        .turn_to(GRAPH, Page::Machine(id(5)));
    settle(&mut window);
    let machine = |window: &Window| match node(window, 5) {
        NodeKind::StateMachine(machine) => machine.clone(),
        other => panic!("{other:?}"),
    };
    let place = at(&window, "State box Go");
    second_click(&mut window, place);
    keep(&mut window, "menu of a state");
    click(&mut window, "Set as entry");
    assert_eq!(machine(&window).entry, Some(id(11)));
    second_click(&mut window, place);
    assert!(!has(&window, "Set as entry"), "it does");
    press(&mut window, Key::Escape);
    let ends = [at(&window, "State box Stand"), place];
    let mut found = false;
    for down in [-12.0f32, -9.0, -6.0, 0.0, 6.0, 9.0, 12.0] {
        let place = ends[0].lerp(ends[1], 0.5) + vec2(0.0, down);
        second_click(&mut window, place);
        found = selected(&window) == [id(12)];
        if found {
            break;
        }
        press(&mut window, Key::Escape);
    }
    assert!(found, "the arrow is somewhere between");
    click(&mut window, "Delete");
    assert!(machine(&window).transitions.is_empty());
}

/// A free pin and a pose have nothing to cut: what is added there is linked with it.
#[test]
fn what_is_added_at_a_free_pin_or_a_pose_is_linked_with_it() {
    let mut window = opened();
    let command = document::Command::Graph(
        GRAPH,
        document::GraphCommand::Link {
            node: id(3),
            pin: 1,
            source: None,
        },
    );
    act(
        &mut window,
        crate::action::EditAction::Perform(command, None),
    );
    let pin = at(&window, "Pin B of Two-Way Blend");
    second_click(&mut window, pin);
    type_text(&mut window, "reference");
    press(&mut window, Key::Enter);
    let added = selected(&window)[0];
    assert_eq!(sources(&window, 3), [Some(id(1)), Some(added)]);
    let places = &shown(&window).layout.places;
    assert!(places[&added][0] < places[&id(3)][0], "left of its pin");
    // A node that is added at a pose takes it.
    let pose = at(&window, "Pose of Legs");
    second_click(&mut window, pose);
    type_text(&mut window, "mirror");
    press(&mut window, Key::Enter);
    let mirror = selected(&window)[0];
    let node = shown(&window).wiring.node(mirror).unwrap();
    assert_eq!(node.kind.pins()[0].source, Some(id(5)));
}
