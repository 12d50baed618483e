//! The canvas of a pose graph: built by hand, with the mouse and with keys.

use super::{graphs::*, *};
use crate::{
    action::{EditAction, GraphAction, TransportAction},
    canvas::Page,
};
use asset::graph::nodes::{InertializationNode, SavedPoseNode, TwoWayNode};
use asset::graph::{Input, Node, NodeKind, ParameterKind, StateKind};

#[test]
fn a_graph_opens_on_its_canvas_with_its_nodes_in_sight() {
    let mut window = opened();
    assert_eq!(window.state().session.panels.active, Panel::Canvas);
    for name in [
        "Node Walk_Fwd",
        "Node Reference Pose",
        "Node Two-Way Blend",
        "Node Body",
        "Node Legs",
        "Node Output",
    ] {
        let rect = rect(&window, name);
        assert!(
            rect.width() > 100.0 && rect.height() > 40.0,
            "{name}: {rect:?}"
        );
    }
    keep(&mut window, "canvas");
}

#[test]
fn a_node_is_found_by_letters_and_lands_at_the_pointer() {
    let mut window = opened();
    let (before, place) = (shown(&window).wiring.nodes.len(), empty(&window));
    window.event(Event::PointerMoved(place));
    settle(&mut window);
    press(&mut window, Key::Tab);
    type_text(&mut window, "lerp");
    press(&mut window, Key::Enter);
    assert_eq!(shown(&window).wiring.nodes.len(), before + 1);
    let added = shown(&window).wiring.nodes.last().unwrap().clone();
    assert!(matches!(added.kind, NodeKind::TwoWay(_)), "{added:?}");
    assert_eq!(selected(&window), [added.id]);
    let rects = window
        .query_all_by_label("Node Two-Way Blend")
        .map(|it| it.rect().min.distance(place));
    assert!(rects.fold(f32::INFINITY, f32::min) < 24.0, "it lands there");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(shown(&window).wiring.nodes.len(), before, "one step");
    press(&mut window, Key::Tab);
    assert!(has(&window, "Search nodes"));
    press(&mut window, Key::Escape);
    assert!(!has(&window, "Search nodes") && shown(&window).wiring.nodes.len() == before);
}

#[test]
fn wires_are_drawn_from_either_end_taken_off_and_never_lead_back() {
    let mut window = opened();
    let to = at(&window, "Pin Source of Body");
    drag_to(&mut window, "Pose of Reference Pose", to);
    assert_eq!(
        (sources(&window, 4), sources(&window, 3)),
        (vec![Some(id(2))], vec![Some(id(1)), None])
    );
    let from = at(&window, "Pose of Two-Way Blend");
    drag_to(&mut window, "Pin B of Two-Way Blend", from);
    assert_eq!(
        sources(&window, 3),
        [Some(id(1)), None],
        "no pose of itself"
    );
    // The wire of a pin is taken along.
    let to = at(&window, "Pin B of Two-Way Blend");
    drag_to(&mut window, "Pin Source of Body", to);
    assert_eq!(
        (sources(&window, 4), sources(&window, 3)),
        (vec![None], vec![Some(id(1)), Some(id(2))])
    );
    let to = at(&window, "Pin Source of Body");
    drag_to(&mut window, "Pose of Two-Way Blend", to);
    assert_eq!(sources(&window, 4), [Some(id(3))]);
    let to = at(&window, "Node Body");
    let before = steps(&window);
    drag_to(&mut window, "Pose of Body", to);
    assert_eq!(steps(&window), before, "nor onto itself");
    window.event(Event::Key {
        key: Key::A,
        physical_key: None,
        pressed: false,
        repeat: false,
        modifiers: Modifiers::NONE,
    });
    let pin = at(&window, "Pin A of Two-Way Blend");
    window.event_modifiers(Event::PointerMoved(pin), Modifiers::ALT);
    window.step();
    for pressed in [true, false] {
        let event = Event::PointerButton {
            pos: pin,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::ALT,
        };
        window.event_modifiers(event, Modifiers::ALT);
        window.step();
    }
    settle(&mut window);
    assert_eq!(sources(&window, 3), [None, Some(id(2))], "Alt cuts");
}

#[test]
fn a_wire_let_go_over_nothing_asks_what_takes_it() {
    let mut window = opened();
    let place = empty(&window);
    drag_to(&mut window, "Pose of Legs", place);
    assert!(has(&window, "Search nodes"));
    type_text(&mut window, "sequence player");
    assert!(!has(&window, "Add Sequence Player"), "it takes no pose");
    press(&mut window, Key::Escape);
    assert_eq!(
        shown(&window).wiring.nodes.len(),
        5,
        "nothing is left behind"
    );
    drag_to(&mut window, "Pose of Legs", place);
    type_text(&mut window, "inertial");
    press(&mut window, Key::Enter);
    let added = shown(&window).wiring.nodes.last().unwrap();
    assert_eq!(
        added.kind,
        NodeKind::Inertialization(InertializationNode {
            source: Some(id(5)),
            dead_blend: None,
            history: Default::default(),
            jumps: Default::default()
        })
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    // All is shown where that is wished; what takes no pose leaves the wire where it was.
    drag_to(&mut window, "Pose of Legs", place);
    type_text(&mut window, "sequence player");
    settle(&mut window);
    assert!(!has(&window, "Add Sequence Player"));
    click(&mut window, "Show all nodes");
    settle(&mut window);
    click(&mut window, "Add Sequence Player");
    settle(&mut window);
    assert!(matches!(
        shown(&window).wiring.nodes.last().unwrap().kind,
        NodeKind::SequencePlayer(_)
    ));
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    let place = at(&window, "Node Legs") + vec2(-260.0, 60.0);
    drag_to(&mut window, "Pin B of Two-Way Blend", place);
    assert!(
        has(&window, "Search nodes"),
        "a pin gives its wire, which hangs at the list"
    );
    press(&mut window, Key::Escape);
    assert_eq!(
        sources(&window, 3),
        [Some(id(1)), Some(id(2))],
        "and goes back"
    );
}

#[test]
fn nodes_are_dragged_in_one_step_and_escape_takes_it_back() {
    let mut window = opened();
    let place = |window: &Window| shown(window).layout.places[&id(2)];
    let before = steps(&window);
    let from = rect(&window, "Node Reference Pose").center_top() + vec2(0.0, 10.0);
    drag(&mut window, from, vec2(33.0, 49.0));
    assert_eq!(place(&window), [32.0, 176.0], "on the grid");
    assert_eq!(steps(&window), before + 1);
    assert_eq!(selected(&window), [id(2)]);
    let from = rect(&window, "Node Reference Pose").center_top() + vec2(0.0, 10.0);
    hold(&mut window, from);
    move_to(&mut window, from, from + vec2(120.0, 0.0));
    assert_eq!(place(&window), [160.0, 176.0]);
    press(&mut window, Key::Escape);
    release(&mut window, from + vec2(120.0, 0.0));
    settle(&mut window);
    assert_eq!(
        (place(&window), steps(&window)),
        ([32.0, 176.0], before + 1)
    );
}

#[test]
fn a_node_that_goes_is_bridged() {
    let mut window = opened();
    let title = rect(&window, "Node Two-Way Blend").center_top() + vec2(0.0, 10.0);
    click_at(&mut window, title);
    press(&mut window, Key::Delete);
    assert!(shown(&window).wiring.node(id(3)).is_none());
    assert_eq!(sources(&window, 4), [None], "Delete leaves a gap");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    click_at(&mut window, title);
    chord(&mut window, Modifiers::SHIFT, Key::Delete);
    assert_eq!(sources(&window, 4), [Some(id(1))], "its first pose goes on");
    let title = rect(&window, "Node Body").center_top() + vec2(0.0, 10.0);
    click_at(&mut window, title);
    chord(&mut window, Modifiers::SHIFT, Key::Delete);
    assert_eq!(shown(&window).wiring.output, Some(id(1)));
    let title = rect(&window, "Node Walk_Fwd").center_top() + vec2(0.0, 10.0);
    click_at(&mut window, title);
    chord(&mut window, Modifiers::SHIFT, Key::Delete);
    assert_eq!(
        shown(&window).wiring.output,
        None,
        "nothing is left to go on"
    );
    for _ in 0..3 {
        chord(&mut window, Modifiers::COMMAND, Key::Z);
    }
    let (clip, mut known) = (
        project(&window).clips.keys().next().is_some(),
        graph(project(&window)),
    );
    known.layout = shown(&window).layout.clone();
    assert!(clip && *shown(&window) == known);
}

#[test]
fn a_node_let_go_over_a_wire_is_taken_up() {
    let mut window = opened();
    act(
        &mut window,
        EditAction::Perform(
            document::Command::Graph(
                GRAPH,
                document::GraphCommand::AddNode(Box::new(Node {
                    name: "Smooth".into(),
                    ..Node::new(
                        id(20),
                        NodeKind::Inertialization(InertializationNode {
                            source: None,
                            dead_blend: None,
                            history: Default::default(),
                            jumps: Default::default(),
                        }),
                    )
                })),
            ),
            None,
        ),
    );
    let wire = at(&window, "Pose of Two-Way Blend").lerp(at(&window, "Pin Source of Body"), 0.5);
    let from = at(&window, "Node Smooth");
    drag(&mut window, from, wire - from);
    assert_eq!(
        (sources(&window, 20), sources(&window, 4)),
        (vec![Some(id(3))], vec![Some(id(20))])
    );
}

#[test]
fn a_box_selects_a_comment_wraps_and_takes_along() {
    let mut window = opened();
    let corner = rect(&window, "Node Walk_Fwd").min - vec2(30.0, 30.0);
    let end = rect(&window, "Node Reference Pose").max + vec2(4.0, 4.0);
    drag(&mut window, corner, end - corner);
    assert_eq!(selected(&window), [id(1), id(2)]);
    chord(&mut window, Modifiers::COMMAND, Key::D);
    assert_eq!(
        (shown(&window).wiring.nodes.len(), selected(&window).len()),
        (7, 2)
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    drag(&mut window, corner, end - corner);
    press(&mut window, Key::C);
    let comment = shown(&window).layout.comments[0].clone();
    assert_eq!(selected(&window), [comment.id]);
    type_text(&mut window, "Sources");
    press(&mut window, Key::Enter);
    assert_eq!(shown(&window).layout.comments[0].text, "Sources");
    let before = shown(&window).layout.places.clone();
    let title = rect(&window, "Node Walk_Fwd").center_top() - vec2(0.0, 24.0);
    drag(&mut window, title, vec2(0.0, -64.0));
    let after = &shown(&window).layout;
    assert_eq!(after.places[&id(1)][1], before[&id(1)][1] - 64.0);
    assert_eq!(
        (after.places[&id(3)], after.comments[0].at[1]),
        (before[&id(3)], comment.at[1] - 64.0)
    );
}

#[test]
fn states_are_drawn_to_each_other_and_rules_are_typed() {
    let mut window = opened();
    let title = rect(&window, "Node Legs").center_top() + vec2(0.0, 10.0);
    click_at(&mut window, title);
    press(&mut window, Key::Enter);
    assert_eq!(
        window.state().views.kinds.graph.page(GRAPH),
        Page::Machine(id(5))
    );
    let machine = |window: &Window| match node(window, 5) {
        NodeKind::StateMachine(machine) => machine.clone(),
        other => panic!("{other:?}"),
    };
    // From the ring around a box.
    let go = rect(&window, "State box Go");
    let stand = at(&window, "State box Stand");
    drag(
        &mut window,
        go.center_bottom() - vec2(0.0, 1.0),
        stand - go.center_bottom(),
    );
    let drawn = machine(&window).transitions[1].clone();
    assert_eq!(
        (drawn.from, drawn.to, selected(&window)),
        (id(11), id(10), vec![drawn.id])
    );
    type_into(&mut window, "Rule", "Speed <= 1");
    press(&mut window, Key::Enter);
    assert_eq!(machine(&window).transitions[1].rule, "Speed <= 1".into());
    // Onto nothing: a state is asked for, and the transition leads there.
    let below = go.center() + vec2(40.0, 220.0);
    drag(
        &mut window,
        go.center_bottom() - vec2(0.0, 1.0),
        below - go.center_bottom(),
    );
    type_text(&mut window, "walk_fwd");
    press(&mut window, Key::Enter);
    let now = machine(&window);
    let (new, leads) = (now.states[2].clone(), now.transitions[2].clone());
    assert_eq!(
        (new.name.as_str(), leads.from, leads.to),
        ("Walk_Fwd", id(11), new.id)
    );
    let StateKind::Pose {
        source: Some(player),
        ..
    } = new.kind
    else {
        panic!("{new:?}")
    };
    assert_eq!(
        shown(&window).layout.pages[&player],
        new.id,
        "what it shows lies on its page"
    );
    press(&mut window, Key::Enter);
    assert_eq!(
        window.state().views.kinds.graph.page(GRAPH),
        Page::Nodes(Some(new.id))
    );
    assert!(
        has(&window, "Node Walk_Fwd") && has(&window, "Node Output") && !has(&window, "Node Legs")
    );
    press(&mut window, Key::PageUp);
    assert_eq!(
        selected(&window),
        [new.id],
        "where one comes from is selected"
    );
    keep(&mut window, "canvas states");
    press(&mut window, Key::Delete);
    assert!(
        shown(&window).wiring.node(player).is_none(),
        "its page goes with it"
    );
    assert_eq!(
        (
            machine(&window).states.len(),
            machine(&window).transitions.len()
        ),
        (2, 2)
    );
    press(&mut window, Key::PageUp);
    assert!(has(&window, "Node Legs"));
}

#[test]
fn details_edit_numbers_as_expressions_and_all_of_a_node_as_text() {
    let mut window = opened();
    details_alone(&mut window);
    let title = rect(&window, "Node Two-Way Blend").center_top() + vec2(0.0, 10.0);
    click_at(&mut window, title);
    type_into(&mut window, "Alpha", "clamp(Speed / 2, 0, 1)");
    press(&mut window, Key::Enter);
    let alpha = |window: &Window| match node(window, 3) {
        NodeKind::TwoWay(TwoWayNode {
            alpha: asset::graph::Alpha::Value(input),
            ..
        }) => input.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(alpha(&window), Input::expression("clamp(Speed / 2, 0, 1)"));
    type_into(&mut window, "Alpha", "0.25");
    press(&mut window, Key::Enter);
    assert_eq!(alpha(&window), Input::Number(0.25));
    type_into(&mut window, "Alpha", "Sped");
    press(&mut window, Key::Enter);
    wait_until(&mut window, "the problem", |app| {
        !app.told_of_selected().is_empty()
    });
    scroll_to(&mut window, "Change to Speed");
    click(&mut window, "Change to Speed");
    assert_eq!(alpha(&window), Input::expression("Speed"));
    assert!(!has(&window, "Change to Speed"), "all is right now");
    // While it is still typed, too.
    type_into(&mut window, "Alpha", "Sped / 2");
    keep(&mut window, "mend_expression");
    scroll_to(&mut window, "Change to Speed / 2");
    let at = rect(&window, "Change to Speed / 2").center();
    hold(&mut window, at);
    release(&mut window, at);
    assert_eq!(alpha(&window), Input::expression("Speed / 2"));
    click(&mut window, "As text");
    let text = serde_json::to_string(&NodeKind::SavedPose(SavedPoseNode {
        source: Some(id(1)),
    }))
    .unwrap();
    let role = egui::accesskit::Role::MultilineTextInput;
    window.get_by_role_and_label(role, "Node as text").focus();
    settle(&mut window);
    chord(&mut window, Modifiers::COMMAND, Key::A);
    window.event(Event::Text("{ no".into()));
    settle(&mut window);
    assert!(window.query_by_label_contains("Cannot parse").is_some());
    click_at(&mut window, title);
    assert!(
        window.query_by_label_contains("Cannot parse").is_some(),
        "what was typed waits"
    );
    assert!(matches!(node(&window, 3), NodeKind::TwoWay(_)));
    window.get_by_role_and_label(role, "Node as text").focus();
    settle(&mut window);
    chord(&mut window, Modifiers::COMMAND, Key::A);
    window.event(Event::Text(text));
    settle(&mut window);
    click_at(&mut window, title);
    assert_eq!(
        *node(&window, 3),
        NodeKind::SavedPose(SavedPoseNode {
            source: Some(id(1))
        })
    );
}

#[test]
fn parameters_are_added_typed_and_renamed_everywhere() {
    let mut window = opened();
    details_alone(&mut window);
    scroll_to(&mut window, "Parameter Speed");
    click(&mut window, "Parameter Speed");
    scroll_to(&mut window, "Delete parameter");
    type_into(&mut window, "Name", "Pace");
    press(&mut window, Key::Enter);
    assert!(
        matches!(node(&window, 3), NodeKind::TwoWay(TwoWayNode { alpha: asset::graph::Alpha::Value(input), .. }) if *input == "Pace".into())
    );
    scroll_to(&mut window, "Add parameter");
    click(&mut window, "Add parameter");
    let added = shown(&window).wiring.parameters[1].clone();
    assert!(matches!(added.kind, ParameterKind::Float { .. }) && added.name == "Parameter1");
    scroll_to(&mut window, "Delete parameter");
    click(&mut window, "Delete parameter");
    assert_eq!(shown(&window).wiring.parameters.len(), 1);
}

#[test]
fn what_is_found_is_shown_and_everything_is_put_in_order() {
    let mut window = opened();
    act(&mut window, GraphAction::Find);
    assert!(has(&window, "Find on this page"));
    window.state_mut().views.kinds.graph.find = Some("walk".into());
    act(&mut window, GraphAction::FindNext);
    assert_eq!(selected(&window), [id(1)]);
    act(&mut window, crate::action::SelectAction::Nothing);
    act(&mut window, GraphAction::Tidy);
    let places = &shown(&window).layout.places;
    let x = |at: u64| places[&id(at)][0];
    assert!(
        x(1) < x(3) && x(2) < x(3) && x(3) < x(4),
        "sources stand left of what takes them: {places:?}"
    );
    assert_eq!(x(1).max(x(2)), x(1).min(x(2)).max(x(2)));
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(shown(&window).layout.places[&id(3)], [240.0, 0.0]);
}

#[test]
fn a_graph_of_nobodys_places_and_a_gone_page_are_shown() {
    let mut window = opened();
    window
        .state_mut()
        .views
        .kinds
        .graph
        .turn_to(GRAPH, Page::Machine(id(5)));
    settle(&mut window);
    change(&mut window, |project| {
        let graph = Arc::make_mut(project.graphs.get_mut(&GRAPH).unwrap());
        graph.layout = Arc::default();
        Arc::make_mut(&mut graph.wiring)
            .nodes
            .retain(|node| node.id != id(5));
    });
    press(&mut window, Key::Home);
    assert_eq!(
        window.state().views.kinds.graph.page(GRAPH),
        Page::default()
    );
    let rects: Vec<Rect> = [
        "Node Walk_Fwd",
        "Node Reference Pose",
        "Node Two-Way Blend",
        "Node Body",
    ]
    .map(|name| rect(&window, name))
    .to_vec();
    for (at, a) in rects.iter().enumerate() {
        assert!(
            rects[at + 1..].iter().all(|b| !a.intersects(*b)),
            "{rects:?}"
        );
    }
}

/// The pictures of the sample's own graph.
#[test]
fn the_samples_graph_is_shown_as_it_plays() {
    let mut window = open_at(vec2(1920.0, 1080.0), 1.0, None);
    change(&mut window, |project| *project = mannequin::sample());
    let hero = project(&window)
        .graphs
        .iter()
        .find(|(_, graph)| graph.name == "PG_Hero")
        .map(|(id, _)| *id)
        .unwrap();
    window.state_mut().open_asset(hero);
    wait_until(&mut window, "the graph", |app| {
        app.engine.frame.as_ref().is_some_and(|frame| {
            frame.graph.name() == anim::Name::new("PG_Hero") && frame.time > 0.2
        })
    });
    act(&mut window, TransportAction::Pause);
    assert!(has(&window, "Node Output"));
    keep(&mut window, "canvas hero");
    let machine = project(&window).graphs[&hero]
        .wiring
        .machines()
        .next()
        .unwrap()
        .0;
    window
        .state_mut()
        .views
        .kinds
        .graph
        .turn_to(hero, Page::Machine(machine));
    settle(&mut window);
    assert!(has(&window, "State box Idle"));
    keep(&mut window, "canvas hero states");
}
