//! “From clips to a moving character in ten minutes”: every step of docs/walkthrough.md, with the
//! mouse and the keys.

use super::{graphs::click_at, *};
use crate::{action::TransportAction, canvas::Page};
use asset::graph::nodes::BlendSpacePlayerNode;
use asset::{
    AssetKind, PoseGraph,
    graph::{Machine, NodeKind, StateKind},
};
use egui::accesskit::Role;

/// The picture of a step.
fn step(window: &mut Window, name: &str) {
    keep(window, &format!("walkthrough {name}"));
}

pub(super) fn menu(window: &mut Window, menu: &str, entry: &str) {
    window
        .query_all_by_role_and_label(Role::Button, menu)
        .next()
        .expect("the menu")
        .click();
    settle(window);
    window.get_by_role_and_label(Role::Button, entry).click();
    rest(window);
}

pub(super) fn only(window: &Window, kind: AssetKind, name: &str) -> Id {
    let found = project(window)
        .list(kind)
        .into_iter()
        .find(|(_, known)| *known == name);
    found.unwrap_or_else(|| panic!("no {name}")).0
}

fn middle(window: &Window, label: &str) -> Pos2 {
    rect(window, label).center()
}

/// From the list of assets to a place.
fn drop_asset(window: &mut Window, name: &str, to: Pos2) {
    scroll_to(window, &format!("Asset {name}"));
    let from = middle(window, &format!("Asset {name}"));
    drag(window, from, to - from);
}

fn rest(window: &mut Window) {
    window.run_steps(4);
    if window.state().session.transport.playing {
        let ctx = window.ctx.clone();
        window.state_mut().act(&ctx, TransportAction::Pause.into());
        wait_until(window, "the pause", |app| !app.session.transport.playing);
    }
    settle(window);
}

fn graph(window: &Window) -> &PoseGraph {
    let id = only(window, AssetKind::Graph, "PG_Graph");
    &project(window).graphs[&id]
}

fn machine(window: &Window) -> (Id, Machine) {
    let (id, machine) = graph(window)
        .wiring
        .machines()
        .next()
        .expect("a state machine");
    (id, machine.clone())
}

/// The list at the pointer, what is typed, and the first that fits.
fn add(window: &mut Window, at: Pos2, text: &str) {
    window.event(Event::PointerMoved(at));
    settle(window);
    press(window, Key::Tab);
    type_text(window, text);
    press(window, Key::Enter);
}

/// A blend space of three clips, placed where their roots go.
fn space(window: &mut Window) {
    menu(window, "Blend space", "New blend space");
    let picture = rect(window, "Blend space BS_Space");
    for (nth, clip) in ["Idle", "Walk_Fwd", "Run_Fwd"].into_iter().enumerate() {
        let at = picture.center() + vec2((nth as f32 - 1.0) * 120.0, 0.0);
        drop_asset(window, clip, at);
    }
    scroll_to(window, "Max X");
    type_into_number(window, "Max X", "5.5");
    scroll_to(window, "Unit X");
    type_into(window, "Unit X", "m/s");
    press(window, Key::Enter);
    click_button(window, "Place from motion");
    let id = only(window, AssetKind::BlendSpace, "BS_Space");
    let at: Vec<f32> = project(window).blend_spaces[&id]
        .samples
        .iter()
        .map(|sample| sample.at[0])
        .collect();
    assert!(
        at[0] < 0.1 && (at[1] - 1.4).abs() < 0.1 && (at[2] - 5.0).abs() < 0.2,
        "{at:?}"
    );
    drag(
        window,
        middle(window, "Sample point Walk_Fwd") + vec2(40.0, 30.0),
        vec2(30.0, 0.0),
    );
    step(window, "1 blend space");
}

pub(super) fn type_into_number(window: &mut Window, field: &str, text: &str) {
    window
        .get_by_role_and_label(Role::SpinButton, field)
        .click();
    settle(window);
    chord(window, Modifiers::COMMAND, Key::A);
    type_text(window, text);
    press(window, Key::Enter);
}

/// A graph with a parameter that a game sets.
fn parameter(window: &mut Window) {
    menu(window, "Graph", "New pose graph");
    scroll_to(window, "Add parameter");
    click(window, "Add parameter");
    scroll_to(window, "Delete parameter");
    type_into(window, "Name", "Speed");
    press(window, Key::Enter);
    scroll_to(window, "Max");
    type_into_number(window, "Max", "5.5");
    assert_eq!(graph(window).wiring.parameters[0].name, "Speed");
}

/// A new graph shows the reference pose through a slot: a machine takes the place of that pose.
fn nodes(window: &mut Window) {
    let at = rect(window, "Node Reference Pose").left_bottom() + vec2(-40.0, 60.0);
    add(window, at, "state machine");
    rest(window);
    let from = middle(window, "Pose of State Machine");
    drag(
        window,
        from,
        middle(window, "Pin Source of DefaultSlot") - from,
    );
    let at = rect(window, "Node Reference Pose").center_top() + vec2(0.0, 10.0);
    click_at(window, at);
    press(window, Key::Delete);
    let slot = graph(window)
        .wiring
        .nodes
        .iter()
        .find(|node| matches!(node.kind, NodeKind::Slot(_)))
        .unwrap();
    assert_eq!(graph(window).wiring.output, Some(slot.id));
    assert_eq!(slot.kind.pins()[0].source, Some(machine(window).0));
    step(window, "2 nodes");
}

fn states(window: &mut Window) {
    let title = rect(window, "Node State Machine").center_top() + vec2(0.0, 10.0);
    click_at(window, title);
    press(window, Key::Enter);
    let (id, _) = machine(window);
    let page = Page::Machine(id);
    let asset = only(window, AssetKind::Graph, "PG_Graph");
    assert_eq!(window.state().views.kinds.graph.page(asset), page);
    let canvas = window.state().views.kinds.graph.rect.unwrap();
    add(window, canvas.center() - vec2(200.0, 0.0), "idle");
    rest(window);
    // From its edge onto nothing: the next state, and the way there.
    let from = rect(window, "State box Idle").right_center() - vec2(1.0, 0.0);
    drag(window, from, vec2(260.0, 0.0));
    type_text(window, "bs_space");
    press(window, Key::Enter);
    rest(window);
    let back = rect(window, "State box BS_Space").left_center() + vec2(1.0, 12.0);
    drag(window, back, middle(window, "State box Idle") - back);
    type_into(window, "Rule", "Speed < 0.1");
    press(window, Key::Enter);
    let there = middle(window, "Transition Idle → BS_Space");
    click_at(window, there);
    // Names are completed.
    type_into(window, "Rule", "Sp");
    press(window, Key::Tab);
    type_text(window, " >= 0.1");
    press(window, Key::Enter);
    let (_, machine) = machine(window);
    let rules: Vec<_> = machine
        .transitions
        .iter()
        .map(|it| it.rule.clone())
        .collect();
    assert_eq!(rules, ["Speed >= 0.1".into(), "Speed < 0.1".into()]);
    step(window, "3 states");
}

/// The blend space takes its speed from the parameter.
fn wire_speed(window: &mut Window) {
    let at = middle(window, "State box BS_Space");
    click_at(window, at);
    press(window, Key::Enter);
    rest(window);
    let title = rect(window, "Node BS_Space").center_top() + vec2(0.0, 10.0);
    click_at(window, title);
    scroll_to(window, "Speed (X)");
    type_into(window, "Speed (X)", "Speed");
    press(window, Key::Enter);
    let (_, machine) = machine(window);
    let StateKind::Pose {
        source: Some(source),
        ..
    } = machine.states[1].kind
    else {
        panic!()
    };
    let node = graph(window).wiring.node(source).unwrap();
    assert!(
        matches!(&node.kind, NodeKind::BlendSpacePlayer(BlendSpacePlayerNode { x, .. }) if *x == "Speed".into()),
        "{node:?}"
    );
    press(window, Key::PageUp);
    press(window, Key::PageUp);
}

/// In the viewport, as a game would.
fn drive(window: &mut Window) {
    wait_until(window, "no problems", |app| {
        let id = app.session.active;
        app.compiled
            .diagnostics
            .iter()
            .all(|it| Some(it.subject.asset) != id)
    });
    window
        .query_all_by_role_and_label(Role::Button, "Graph")
        .next()
        .unwrap()
        .click();
    window.run_steps(3);
    window.get_by_role_and_label(Role::Button, "Drive").click();
    window.run_steps(3);
    window.key_down(Key::W);
    let name = anim::Name::new("Speed");
    let speed = |app: &App| {
        app.engine
            .frame
            .as_ref()
            .and_then(|frame| frame.graph_state.parameter(name))
            .unwrap_or(0.0)
    };
    wait_until(window, "the jog", |app| speed(app) > 2.5);
    let moved = |app: &App| {
        app.engine
            .frame
            .as_ref()
            .map_or(0.0, |frame| frame.placement.translation.z)
    };
    wait_until(window, "the way", |app| moved(app) > 2.0);
    let weight = |app: &App, index: usize| {
        let frame = app.engine.frame.as_ref().unwrap();
        let machine = frame.graph.machines().next().unwrap().0;
        let state = frame.graph_state.machine(&frame.graph, machine).unwrap();
        state.weight_of(index as u16)
    };
    wait_until(window, "moving", |app| weight(app, 1) > 0.99);
    step(window, "4 drive");
    window.key_up(Key::W);
    wait_until(window, "the stand", |app| {
        speed(app) < 0.05 && weight(app, 0) > 0.99
    });
    window.key_press(Key::Escape);
    window.run_steps(3);
}

#[test]
fn from_clips_to_a_moving_character() {
    let mut window = open_at(vec2(1920.0, 1080.0), 1.0, None);
    change(&mut window, |project| {
        *project = mannequin::sample();
        project.graphs.clear();
        project.blend_spaces.clear();
    });
    details_alone(&mut window);
    space(&mut window);
    parameter(&mut window);
    nodes(&mut window);
    states(&mut window);
    wire_speed(&mut window);
    drive(&mut window);
    // It goes into a bundle as it is.
    let found = asset::compile(
        project(&window),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    );
    let id = only(&window, AssetKind::Graph, "PG_Graph");
    assert!(
        found.diagnostics.iter().all(|it| it.subject.asset != id),
        "{:?}",
        found.diagnostics
    );
    assert!(
        found
            .library
            .graphs
            .iter()
            .any(|graph| graph.name() == anim::Name::new("PG_Graph"))
    );
}
