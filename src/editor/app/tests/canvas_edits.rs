//! Wires, copies, sub-graphs and order on the canvas.

use super::{graphs::*, *};
use crate::{
    action::{EditAction, GraphAction},
    canvas::Page,
};
use asset::graph::controls::ModifyBoneControl;
use asset::graph::nodes::{
    ControlNode, InertializationNode, MirrorNode, ReferencePoseNode, SequencePlayerNode, SlotNode,
    TwoWayNode,
};
use asset::graph::{Node, NodeKind, StateKind};
use egui::accesskit::Role;

/// In the middle of its title.
fn title(window: &Window, node: &str) -> Pos2 {
    rect(window, node).center_top() + vec2(0.0, 10.0)
}

fn copied(window: &mut Window) -> String {
    window.event(Event::Copy);
    window.step();
    let commands = window.output().platform_output.commands.clone();
    let [egui::OutputCommand::CopyText(text)] = commands.as_slice() else {
        panic!("{commands:?}")
    };
    text.clone()
}

fn paste(window: &mut Window, text: &str) {
    window.event(Event::Paste(text.into()));
    settle(window);
}

fn select(window: &mut Window, items: &[u64]) {
    let items = items.iter().map(|at| id(*at)).collect();
    act(
        window,
        crate::action::SelectAction::These(document::Selection {
            asset: Some(GRAPH),
            items,
        }),
    );
    window.state_mut().session.panels.active = Panel::Canvas;
    settle(window);
}

fn add(window: &mut Window, name: &str, at: u64, kind: NodeKind, place: [f32; 2]) {
    let node = Node {
        name: name.into(),
        ..Node::new(id(at), kind)
    };
    let edits = [
        document::GraphCommand::AddNode(Box::new(node)),
        document::GraphCommand::Place(vec![(id(at), place)]),
    ];
    let batch = document::Command::Batch(
        edits
            .map(|edit| document::Command::Graph(GRAPH, edit))
            .to_vec(),
    );
    act(window, EditAction::Perform(batch, None));
}

fn smooth() -> NodeKind {
    NodeKind::Inertialization(InertializationNode {
        source: None,
        dead_blend: None,
        history: Default::default(),
        jumps: Default::default(),
    })
}

fn place(window: &Window, at: u64) -> [f32; 2] {
    shown(window).layout.places[&id(at)]
}

/// Interaction test 22.
#[test]
fn a_wire_dragged_off_an_input_onto_nothing_goes_back_on_escape() {
    let mut window = opened();
    let (before, root, place) = (steps(&window), project(&window).clone(), empty(&window));
    drag_to(&mut window, "Pin Source of Body", place);
    assert!(has(&window, "Search nodes"));
    press(&mut window, Key::Escape);
    assert!(!has(&window, "Search nodes"));
    assert_eq!(
        (sources(&window, 4), steps(&window)),
        (vec![Some(id(3))], before)
    );
    assert!(Arc::ptr_eq(&root, project(&window)));
    // Held and deleted it is gone, in one step.
    let from = at(&window, "Pin Source of Body");
    hold(&mut window, from);
    move_to(&mut window, from, place);
    press(&mut window, Key::Delete);
    release(&mut window, place);
    assert_eq!(
        (sources(&window, 4), steps(&window)),
        (vec![None], before + 1)
    );
    assert!(!has(&window, "Search nodes"));
}

/// Interaction test 23.
#[test]
fn a_node_over_a_wire_takes_it_up_but_not_with_ctrl_and_leaves_it_whole_with_shift_delete() {
    let mut window = opened();
    add(&mut window, "Smooth", 20, smooth(), [240.0, 320.0]);
    let wire = at(&window, "Pose of Two-Way Blend").lerp(at(&window, "Pin Source of Body"), 0.5);
    let from = at(&window, "Node Smooth");
    let to = |window: &mut Window, ctrl: bool| {
        let modifiers = if ctrl {
            Modifiers::COMMAND
        } else {
            Modifiers::NONE
        };
        hold(window, from);
        for part in 1..=6 {
            window.event_modifiers(
                Event::PointerMoved(from.lerp(wire, part as f32 / 6.0)),
                modifiers,
            );
            window.step();
        }
        let event = Event::PointerButton {
            pos: wire,
            button: PointerButton::Primary,
            pressed: false,
            modifiers,
        };
        window.event_modifiers(event, modifiers);
        settle(window);
    };
    to(&mut window, true);
    assert_eq!(
        (sources(&window, 20), sources(&window, 4)),
        (vec![None], vec![Some(id(3))]),
        "Ctrl: beside"
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    to(&mut window, false);
    assert_eq!(
        (sources(&window, 20), sources(&window, 4)),
        (vec![Some(id(3))], vec![Some(id(20))])
    );
    chord(&mut window, Modifiers::SHIFT, Key::Delete);
    assert_eq!(sources(&window, 4), [Some(id(3))], "the first wire is back");
}

/// Interaction test 24.
#[test]
fn three_wired_nodes_are_pasted_at_the_pointer_or_in_the_middle() {
    let mut window = opened();
    select(&mut window, &[1, 2, 3]);
    let text = copied(&mut window);
    assert!(
        serde_json::from_str::<serde_json::Value>(&text).is_ok(),
        "JSON"
    );
    let pointer = empty(&window) + vec2(-300.0, 40.0);
    let corner = |window: &Window| {
        let pasted = selected(window);
        let places = pasted
            .iter()
            .map(|it| Pos2::from(shown(window).layout.places[it]));
        let all: Vec<Pos2> = places.collect();
        (pasted, Rect::from_points(&all))
    };
    let check = |window: &Window| {
        let (pasted, _) = corner(window);
        assert_eq!(pasted.len(), 3);
        assert!(
            pasted.iter().all(|it| it.0 > id(40).0 || it.0 < GRAPH.0),
            "fresh ids: {pasted:?}"
        );
        let blend =
            pasted
                .iter()
                .find_map(|it| match &shown(window).wiring.node(*it).unwrap().kind {
                    NodeKind::TwoWay(TwoWayNode { a, b, .. }) => Some([*a, *b]),
                    _ => None,
                });
        let inner = blend
            .expect("the blend")
            .map(|source| source.expect("its wires"));
        assert!(
            inner.iter().all(|source| pasted.contains(source)),
            "wires among them lead to the copies"
        );
    };
    window.event(Event::PointerMoved(pointer));
    settle(&mut window);
    paste(&mut window, &text);
    check(&window);
    let lens = window
        .state()
        .views
        .kinds
        .graph
        .camera(GRAPH, Page::default())
        .unwrap();
    let canvas = window.state().views.kinds.graph.rect.unwrap();
    let page = lens.center + (pointer - canvas.center()) / lens.zoom;
    let (first, around) = (selected(&window), corner(&window).1);
    assert!(
        around.center().distance(page) < 24.0,
        "{around:?} around {page:?}"
    );
    paste(&mut window, &text);
    check(&window);
    assert_eq!(
        corner(&window).1.min - around.min,
        vec2(16.0, 16.0),
        "a repeat lies a step beside"
    );
    assert_ne!(selected(&window), first);
    window.event(Event::PointerMoved(
        rect(&window, "Details").center() + vec2(0.0, 200.0),
    ));
    settle(&mut window);
    paste(&mut window, &text);
    check(&window);
    let middle = corner(&window).1.center();
    assert!(
        middle.distance(lens.center) < 24.0,
        "{middle:?}, the view's middle is {:?}",
        lens.center
    );
    let nodes = shown(&window).wiring.nodes.len();
    for refused in [
        "hello",
        "{\"mutoscope_nodes\": 99, \"fragment\": {}}",
        "{\"mutoscope_items\": 1, \"items\": []}",
    ] {
        paste(&mut window, refused);
        assert_eq!(shown(&window).wiring.nodes.len(), nodes);
        assert!(window.query_all_by_label("Nothing pasted").next().is_some());
    }
}

#[test]
fn what_is_pasted_with_links_takes_poses_that_are_free_and_saved_ones_always() {
    let mut window = opened();
    select(&mut window, &[4]);
    let text = copied(&mut window);
    window.state_mut().views.kinds.graph.relinks = Some(Instant::now());
    paste(&mut window, &text);
    let source = |window: &Window| {
        shown(window)
            .wiring
            .node(selected(window)[0])
            .unwrap()
            .kind
            .pins()[0]
            .source
    };
    assert_eq!(
        source(&window),
        None,
        "the pose of the blend goes to the original"
    );
    select(&mut window, &[4]);
    press(&mut window, Key::Delete);
    window.state_mut().views.kinds.graph.relinks = Some(Instant::now());
    paste(&mut window, &text);
    assert_eq!(source(&window), Some(id(3)));
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    paste(&mut window, &text);
    assert_eq!(source(&window), None, "without links");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    // What an empty clipboard did not answer is not meant for what comes later.
    window.state_mut().views.kinds.graph.relinks =
        Instant::now().checked_sub(Duration::from_secs(5));
    paste(&mut window, &text);
    assert_eq!(source(&window), None, "asked for long ago");
}

/// A graph that is open takes nothing away from what is copied on a skeleton.
#[test]
fn a_socket_is_pasted_on_the_skeleton_also_while_a_graph_is_open() {
    let mut window = opened();
    let sockets = |window: &Window| {
        let skeleton = shown(window).skeleton;
        project(window).skeletons[&skeleton].sockets.len()
    };
    let (skeleton, before) = (shown(&window).skeleton, sockets(&window));
    let socket = project(&window).skeletons[&skeleton].sockets[0].id;
    act(
        &mut window,
        crate::action::SelectAction::These(document::Selection::item(skeleton, socket)),
    );
    window.state_mut().session.panels.active = Panel::Skeleton;
    settle(&mut window);
    let text = copied(&mut window);
    paste(&mut window, &text);
    assert_eq!(sockets(&window), before + 1);
    let nodes = shown(&window).wiring.nodes.len();
    select(&mut window, &[1]);
    let text = copied(&mut window);
    let montage = *project(&window).montages.keys().next().unwrap();
    window.state_mut().open_asset(montage);
    settle(&mut window);
    paste(&mut window, &text);
    assert!(has(
        &window,
        "The clipboard has nodes. Open a pose graph first."
    ));
    assert_eq!(shown(&window).wiring.nodes.len(), nodes);
}

/// Interaction test 25.
#[test]
fn a_state_is_drawn_onto_nothing_and_arrows_are_led_elsewhere() {
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
    let before = steps(&window);
    let go = rect(&window, "State box Go");
    let below = go.center() + vec2(40.0, 220.0);
    drag(
        &mut window,
        go.center_bottom() - vec2(0.0, 1.0),
        below - go.center_bottom(),
    );
    type_text(&mut window, "state");
    press(&mut window, Key::Enter);
    let now = machine(&window);
    let (new, drawn) = (now.states[2].clone(), now.transitions[1].clone());
    assert_eq!(
        (drawn.from, drawn.to, steps(&window)),
        (id(11), new.id, before + 1),
        "both in one step"
    );
    // The head of the first arrow to the new state: its rule is kept.
    let rule = now.transitions[0].rule.clone();
    let stand = rect(&window, "State box Stand");
    let go = rect(&window, "State box Go");
    let badge = at(&window, "Transition Stand → Go");
    let head = egui::pos2(go.left() - 4.0, badge.y);
    let onto = rect(&window, &format!("State box {}", new.name)).center();
    drag(&mut window, head, onto - head);
    let now = machine(&window);
    assert_eq!(
        (now.transitions[0].from, now.transitions[0].to),
        (id(10), new.id)
    );
    assert_eq!(
        (&now.transitions[0].rule, steps(&window)),
        (&rule, before + 2)
    );
    // Its tail to Go.
    let middle = at(&window, &format!("Transition Stand → {}", new.name));
    keep(&mut window, "canvas rebound");
    let along = (onto - stand.center()).normalized();
    let tail = (1..400)
        .map(|step| middle - along * step as f32)
        .find(|at| stand.expand(5.0).contains(*at))
        .unwrap();
    drag(&mut window, tail, go.center() - tail);
    assert_eq!(machine(&window).transitions[0].from, id(11));
    let (rules, at_place) = (machine(&window), shown(&window).layout.places[&id(10)]);
    drag(&mut window, stand.center(), vec2(0.0, 48.0));
    assert_eq!(machine(&window), rules, "its body only moves");
    assert_ne!(shown(&window).layout.places[&id(10)], at_place);
    // The mark of the entry.
    let stand = rect(&window, "State box Stand");
    let entry = stand.left_center()
        - vec2(64.0, 0.0)
            * window
                .state()
                .views
                .kinds
                .graph
                .camera(GRAPH, Page::Machine(id(5)))
                .unwrap()
                .zoom;
    drag(&mut window, entry, go.center() - entry);
    assert_eq!(machine(&window).entry, Some(id(11)));
    keep(&mut window, "canvas rebound");
}

/// Interaction test 26.
#[test]
fn a_sub_graph_changes_no_pose_and_gives_back_what_it_took() {
    let mut window = opened();
    let (wiring, pose) = (
        shown(&window).wiring.clone(),
        window.state().engine.frame.clone().unwrap().pose.clone(),
    );
    let same = |window: &Window| {
        assert!(
            Arc::ptr_eq(&wiring, &shown(window).wiring),
            "nothing that plays has changed"
        );
        assert!(window.state().engine.frame.as_ref().unwrap().pose == pose);
    };
    select(&mut window, &[1, 3]);
    chord(&mut window, Modifiers::COMMAND, Key::G);
    same(&window);
    let sub_graph = shown(&window).layout.sub_graphs[0].clone();
    assert_eq!(selected(&window), [sub_graph.id]);
    assert!(
        has(&window, "Node Sub-graph")
            && !has(&window, "Node Two-Way Blend")
            && !has(&window, "Node Walk_Fwd")
    );
    assert!(has(&window, "Pin B of Two-Way Blend of Sub-graph") && has(&window, "Pose of Pose"));
    keep(&mut window, "canvas sub-graph");
    // A wire to it and from it is a wire to what is in it.
    let pin = at(&window, "Pin B of Two-Way Blend of Sub-graph");
    drag_to(&mut window, "Pose of Legs", pin);
    assert_eq!(sources(&window, 3), [Some(id(1)), Some(id(5))]);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    same(&window);
    select(&mut window, &[]);
    act(
        &mut window,
        crate::action::SelectAction::These(document::Selection::item(GRAPH, sub_graph.id)),
    );
    window.state_mut().session.panels.active = Panel::Canvas;
    settle(&mut window);
    let camera = |window: &Window| {
        window
            .state()
            .views
            .kinds
            .graph
            .camera(GRAPH, Page::default())
    };
    let before = camera(&window);
    press(&mut window, Key::PageDown);
    keep(&mut window, "canvas inside a sub-graph");
    assert!(
        has(&window, "Node Two-Way Blend")
            && has(&window, "Node Input")
            && has(&window, "Node Output")
    );
    assert!(has(&window, "Pin Body of Output"), "what its pose goes to");
    keep(&mut window, "canvas inside a sub-graph");
    // In one of its own, and out again.
    select(&mut window, &[1]);
    chord(&mut window, Modifiers::COMMAND, Key::G);
    same(&window);
    assert_eq!(shown(&window).layout.sub_graphs.len(), 2);
    chord(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::G);
    same(&window);
    assert_eq!(
        (shown(&window).layout.sub_graphs.len(), selected(&window)),
        (1, vec![id(1)])
    );
    press(&mut window, Key::PageUp);
    assert_eq!(camera(&window), before, "pan and zoom are as they were");
    assert_eq!(selected(&window), [sub_graph.id]);
    chord(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::G);
    same(&window);
    assert!(shown(&window).layout.sub_graphs.is_empty() && shown(&window).layout.pages.is_empty());
    assert_eq!(selected(&window), [id(1), id(3)]);
    let apart = |window: &Window| {
        [
            place(window, 3)[0] - place(window, 1)[0],
            place(window, 3)[1] - place(window, 1)[1],
        ]
    };
    assert_eq!(apart(&window), [240.0, 0.0], "as they lay to each other");
    assert_eq!(place(&window, 1), [0.0, 0.0], "and where they lay");
}

#[test]
fn a_sub_graph_is_renamed_copied_and_deleted_with_what_is_in_it() {
    let mut window = opened();
    select(&mut window, &[1, 3]);
    chord(&mut window, Modifiers::COMMAND, Key::G);
    press(&mut window, Key::F2);
    chord(&mut window, Modifiers::COMMAND, Key::A);
    type_text(&mut window, "Legs below");
    press(&mut window, Key::Enter);
    assert_eq!(shown(&window).layout.sub_graphs[0].name, "Legs below");
    window.state_mut().session.panels.active = Panel::Canvas;
    settle(&mut window);
    chord(&mut window, Modifiers::COMMAND, Key::D);
    let layout = &shown(&window).layout;
    assert_eq!(
        (layout.sub_graphs.len(), shown(&window).wiring.nodes.len()),
        (2, 7)
    );
    let copy = layout.sub_graphs[1].id;
    assert_eq!(
        layout.pages.values().filter(|page| **page == copy).count(),
        2,
        "its nodes lie on its own page"
    );
    press(&mut window, Key::Delete);
    assert_eq!(
        (
            shown(&window).layout.sub_graphs.len(),
            shown(&window).wiring.nodes.len()
        ),
        (1, 5)
    );
    assert_eq!(sources(&window, 4), [Some(id(3))]);
    let first = shown(&window).layout.sub_graphs[0].id;
    act(
        &mut window,
        crate::action::SelectAction::These(document::Selection::item(GRAPH, first)),
    );
    window.state_mut().session.panels.active = Panel::Canvas;
    settle(&mut window);
    chord(&mut window, Modifiers::SHIFT, Key::Delete);
    assert_eq!(
        (
            shown(&window).layout.sub_graphs.len(),
            shown(&window).wiring.nodes.len()
        ),
        (0, 3)
    );
    assert!(shown(&window).layout.pages.is_empty());
}

#[test]
fn states_are_copied_with_what_they_show_and_the_rules_among_them() {
    let mut window = opened();
    add(
        &mut window,
        "",
        21,
        NodeKind::ReferencePose(ReferencePoseNode {}),
        [0.0, 0.0],
    );
    act(
        &mut window,
        EditAction::Perform(
            document::Command::Batch(
                [
                    document::GraphCommand::SetPage {
                        node: id(21),
                        page: Some(id(11)),
                    },
                    document::GraphCommand::Link {
                        node: id(5),
                        pin: 1,
                        source: Some(id(21)),
                    },
                ]
                .map(|edit| document::Command::Graph(GRAPH, edit))
                .to_vec(),
            ),
            None,
        ),
    );
    window
        .state_mut()
        .views
        .kinds
        .graph
        .turn_to(GRAPH, Page::Machine(id(5)));
    settle(&mut window);
    select(&mut window, &[10, 11]);
    let text = copied(&mut window);
    paste(&mut window, &text);
    let NodeKind::StateMachine(machine) = node(&window, 5) else {
        panic!()
    };
    let names: Vec<&str> = machine
        .states
        .iter()
        .map(|state| state.name.as_str())
        .collect();
    assert_eq!(names, ["Stand", "Go", "Stand 2", "Go 2"]);
    let [_, _, stand, go] = &machine.states[..] else {
        panic!()
    };
    let leads = &machine.transitions[1];
    assert_eq!(
        (leads.from, leads.to, &leads.rule),
        (stand.id, go.id, &"Speed > 1".into())
    );
    let StateKind::Pose {
        source: Some(source),
        ..
    } = &go.kind
    else {
        panic!("{go:?}")
    };
    assert_ne!(*source, id(21));
    assert_eq!(shown(&window).layout.pages[source], go.id);
    window
        .state_mut()
        .views
        .kinds
        .graph
        .turn_to(GRAPH, Page::default());
    settle(&mut window);
    let before = steps(&window);
    paste(&mut window, &text);
    assert!(
        window
            .query_all_by_label("States belong in a state machine. Open one first.")
            .next()
            .is_some()
    );
    assert_eq!(steps(&window), before);
}

#[test]
fn a_wire_is_led_by_points_that_move_and_go_with_it() {
    let mut window = opened();
    let wire = at(&window, "Pose of Two-Way Blend").lerp(at(&window, "Pin Source of Body"), 0.5);
    window.event(Event::PointerMoved(wire));
    settle(&mut window);
    let wiring = shown(&window).wiring.clone();
    press(&mut window, Key::R);
    let reroute = shown(&window).layout.reroutes[0].clone();
    assert_eq!((reroute.wire, selected(&window)), (id(3), vec![reroute.id]));
    let before = shown(&window).layout.places[&reroute.id];
    drag(&mut window, wire, vec2(0.0, 64.0));
    let after = shown(&window).layout.places[&reroute.id];
    assert!(after[1] > before[1] + 40.0, "{before:?} {after:?}");
    assert!(Arc::ptr_eq(&wiring, &shown(&window).wiring));
    keep(&mut window, "canvas reroute");
    press(&mut window, Key::Delete);
    assert!(shown(&window).layout.reroutes.is_empty() && shown(&window).wiring.nodes.len() == 5);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    let nothing = empty(&window);
    click_at(&mut window, nothing);
    let blend = title(&window, "Node Two-Way Blend");
    click_at(&mut window, blend);
    press(&mut window, Key::Delete);
    assert!(
        shown(&window).layout.reroutes.is_empty(),
        "it goes with its wire"
    );
    window.event(Event::PointerMoved(empty(&window)));
    settle(&mut window);
    press(&mut window, Key::R);
    assert!(has(&window, "Point at a wire first."));
}

#[test]
fn nodes_are_aligned_to_the_first_spread_and_made_level() {
    let mut window = opened();
    let click_title = |window: &mut Window, node: &str, shift: bool| {
        let modifiers = if shift {
            Modifiers::SHIFT
        } else {
            Modifiers::NONE
        };
        let pos = title(window, node);
        window.event_modifiers(Event::PointerMoved(pos), modifiers);
        window.step();
        for pressed in [true, false] {
            let event = Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                modifiers,
            };
            window.event_modifiers(event, modifiers);
            window.step();
        }
        settle(window);
    };
    // The one that was selected first stays, whatever its id.
    click_title(&mut window, "Node Reference Pose", false);
    click_title(&mut window, "Node Walk_Fwd", true);
    click_title(&mut window, "Node Two-Way Blend", true);
    chord(&mut window, Modifiers::SHIFT, Key::W);
    assert_eq!([1, 2, 3].map(|at| place(&window, at)[1]), [128.0; 3]);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    chord(&mut window, Modifiers::SHIFT, Key::A);
    assert_eq!([1, 2, 3].map(|at| place(&window, at)[0]), [0.0; 3]);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    act(
        &mut window,
        GraphAction::Distribute(crate::kinds::NodeDistributeAxis::Down),
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    click_title(&mut window, "Node Two-Way Blend", false);
    chord(&mut window, Modifiers::COMMAND, Key::ArrowDown);
    assert_eq!(place(&window, 3), [240.0, 16.0], "a step of the grid");
    press(&mut window, Key::Q);
    let level = |window: &Window| {
        let (from, to) = (
            at(window, "Pose of Two-Way Blend"),
            at(window, "Pin Source of Body"),
        );
        (from.y - to.y).abs()
    };
    assert!(level(&window) < 0.01, "{}", level(&window));
}

#[test]
fn wires_are_cut_by_a_line_and_a_pose_is_moved_with_its_wire() {
    let mut window = opened();
    let (a, b) = (
        at(&window, "Pose of Walk_Fwd"),
        at(&window, "Pin A of Two-Way Blend"),
    );
    let key = |pressed| Event::Key {
        key: Key::X,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    window.event(key(true));
    window.step();
    let middle = a.lerp(b, 0.5);
    drag(&mut window, middle - vec2(0.0, 30.0), vec2(0.0, 60.0));
    window.event(key(false));
    settle(&mut window);
    assert_eq!(sources(&window, 3)[0], None, "what it crosses is cut");
    assert_eq!(sources(&window, 4), [Some(id(3))], "the rest is whole");
}

/// Interaction test 19, as far as the canvas goes.
#[test]
fn delete_goes_to_what_glows() {
    let mut window = opened();
    let node = title(&window, "Node Body");
    click_at(&mut window, node);
    assert_eq!(selected(&window), [id(4)]);
    window.state_mut().session.panels.active = Panel::Viewport;
    settle(&mut window);
    let before = steps(&window);
    press(&mut window, Key::Delete);
    assert_eq!(
        (steps(&window), selected(&window)),
        (before, vec![id(4)]),
        "another panel is active"
    );
    assert!(has(
        &window,
        "The selection is in the panel Canvas. Click that panel first."
    ));
    window.state_mut().session.panels.active = Panel::Canvas;
    settle(&mut window);
    press(&mut window, Key::Delete);
    assert!(shown(&window).wiring.node(id(4)).is_none());
}

/// Interaction test 21.
#[test]
fn the_second_button_opens_the_list_and_pans_by_a_drag() {
    let mut window = opened();
    let at = empty(&window);
    let camera = |window: &Window| {
        window
            .state()
            .views
            .kinds
            .graph
            .camera(GRAPH, Page::default())
            .unwrap()
    };
    window.hover_at(at);
    window.step();
    for pressed in [true, false] {
        window.event(button(at, PointerButton::Secondary, pressed));
        window.step();
    }
    settle(&mut window);
    assert!(has(&window, "Search nodes"));
    press(&mut window, Key::Escape);
    let before = camera(&window);
    window.hover_at(at);
    window.step();
    window.event(button(at, PointerButton::Secondary, true));
    window.step();
    move_to(&mut window, at, at + vec2(40.0, 0.0));
    window.event(button(
        at + vec2(40.0, 0.0),
        PointerButton::Secondary,
        false,
    ));
    settle(&mut window);
    let moved = (before.center - camera(&window).center) * before.zoom;
    assert!((moved - vec2(40.0, 0.0)).length() < 0.5, "{moved:?}");
    assert!(!has(&window, "Search nodes"), "no menu");
}

#[test]
fn rules_are_completed_while_typed_and_what_is_wrong_is_told() {
    let mut window = opened();
    details_alone(&mut window);
    window
        .state_mut()
        .views
        .kinds
        .graph
        .turn_to(GRAPH, Page::Machine(id(5)));
    settle(&mut window);
    select(&mut window, &[12]);
    let rule = |window: &Window| match node(window, 5) {
        NodeKind::StateMachine(machine) => machine.transitions[0].rule.clone(),
        other => panic!("{other:?}"),
    };
    type_into(&mut window, "Rule", "sp");
    assert!(has(&window, "Complete Speed"));
    press(&mut window, Key::Tab);
    assert!(!has(&window, "Complete Speed"), "it is all there");
    type_text(&mut window, " > 2 and time");
    assert!(has(&window, "Complete time_in_state()") && has(&window, "Complete time_remaining()"));
    keep(&mut window, "canvas completion");
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowUp);
    press(&mut window, Key::Escape);
    assert!(
        !has(&window, "Complete time_in_state()"),
        "Esc closes the list alone"
    );
    type_text(&mut window, "_i");
    press(&mut window, Key::Enter);
    type_text(&mut window, " > ");
    assert!(
        window.query_by_label_contains("is missing here").is_some(),
        "while it is typed"
    );
    assert_eq!(rule(&window), "Speed > 1".into(), "nothing counts yet");
    type_text(&mut window, "0.5");
    press(&mut window, Key::Enter);
    assert_eq!(rule(&window), "Speed > 2 and time_in_state() > 0.5".into());
    type_into(&mut window, "Rule", "Sped");
    assert!(
        window
            .query_by_label_contains("Did you mean “Speed”?")
            .is_some()
    );
    press(&mut window, Key::Escape);
    assert_eq!(
        rule(&window),
        "Speed > 2 and time_in_state() > 0.5".into(),
        "Esc takes it back"
    );
    // A rule that transitions share.
    select(&mut window, &[]);
    scroll_to(&mut window, "Add shared rule");
    click(&mut window, "Add shared rule");
    scroll_to(&mut window, "Delete rule Rule1");
    type_into(&mut window, "Condition", "Speed > 3");
    press(&mut window, Key::Enter);
    assert_eq!(shown(&window).wiring.rules[0].text, "Speed > 3");
    select(&mut window, &[12]);
    assert!(has(&window, "Rule of"));
    select(&mut window, &[]);
    scroll_to(&mut window, "Delete rule Rule1");
    click(&mut window, "Delete rule Rule1");
    assert!(shown(&window).wiring.rules.is_empty());
}

#[test]
fn an_asset_that_is_dropped_plays_there_as_a_node_in_a_player_or_as_a_state() {
    let mut window = opened();
    let clip = |window: &Window, name: &str| {
        project(window)
            .clips
            .iter()
            .find(|(_, clip)| clip.name == name)
            .map(|(id, _)| *id)
            .unwrap()
    };
    let drop = |window: &mut Window, asset: &str, to: Pos2| {
        click_tab(window, "Assets");
        let from = at(window, asset);
        drag(window, from, to - from);
    };
    let (before, place) = (steps(&window), empty(&window));
    drop(&mut window, "Asset Idle", place);
    let added = shown(&window).wiring.nodes.last().unwrap().clone();
    assert!(
        matches!(added.kind, NodeKind::SequencePlayer(SequencePlayerNode { clip: Some(of), .. }) if of == clip(&window, "Idle"))
    );
    assert_eq!(
        (steps(&window), selected(&window)),
        (before + 1, vec![added.id])
    );
    let onto = title(&window, "Node Walk_Fwd");
    drop(&mut window, "Asset Charge_Loop", onto);
    assert_eq!(shown(&window).wiring.nodes.len(), 6, "none is added");
    let wanted = clip(&window, "Charge_Loop");
    assert!(
        matches!(node(&window, 1), NodeKind::SequencePlayer(SequencePlayerNode { clip: Some(of), .. }) if *of == wanted)
    );
    drop(&mut window, "Asset PG_Test", place);
    assert!(has(&window, "Nothing added") && shown(&window).wiring.nodes.len() == 6);
    window
        .state_mut()
        .views
        .kinds
        .graph
        .turn_to(GRAPH, Page::Machine(id(5)));
    settle(&mut window);
    let below = at(&window, "State box Go") + vec2(0.0, 200.0);
    drop(&mut window, "Asset Idle", below);
    let NodeKind::StateMachine(machine) = node(&window, 5) else {
        panic!()
    };
    assert_eq!(machine.states[2].name, "Idle");
}

/// What is only told is no use of the canvas: the document with a panel of its own stays the one
/// that is edited.
#[test]
fn a_drop_that_adds_nothing_turns_to_no_other_document() {
    let mut window = opened();
    let graph = window.state().session.active.unwrap();
    let montage = *project(&window).montages.keys().next().unwrap();
    let app = window.state_mut();
    app.session.put_beside(montage);
    app.session.panels.active = Panel::Document(montage);
    window.run_steps(4);
    let session = &window.state().session;
    assert_eq!(
        (session.active, session.front),
        (Some(montage), Some(graph))
    );
    click_tab(&mut window, "Assets");
    let (from, to) = (at(&window, "Asset PG_Test"), empty(&window));
    drag(&mut window, from, to - from);
    assert!(has(&window, "Nothing added"));
    assert_eq!(window.state().session.active, Some(montage));
}

/// While nothing is typed.
fn order(window: &Window, titles: [&str; 3]) -> bool {
    let tops = titles.map(|title| rect(window, &format!("Add {title}")).top());
    tops[0] < tops[1] && tops[1] < tops[2]
}

#[test]
fn what_was_added_last_and_what_is_starred_stand_first_and_digits_place_stars() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.json");
    let mut window = opened_in(SettingsStore::of(file.clone()));
    let ask = |window: &mut Window| act(window, GraphAction::Add);
    let count = |window: &Window| shown(window).wiring.nodes.len();
    let last = |window: &Window| shown(window).wiring.nodes.last().unwrap().kind.word();
    ask(&mut window);
    type_text(&mut window, "mirror");
    press(&mut window, Key::Enter);
    assert_eq!(last(&window), "Mirror");
    ask(&mut window);
    type_text(&mut window, "slot");
    click(&mut window, "Star Slot");
    assert!(has(&window, "Search nodes"), "a star adds nothing");
    press(&mut window, Key::Escape);
    ask(&mut window);
    assert!(order(&window, ["Mirror", "Slot", "Sequence Player"]));
    keep(&mut window, "canvas shelf");
    type_text(&mut window, "1");
    assert_eq!((last(&window), count(&window)), ("Slot", 7));
    ask(&mut window);
    assert!(
        order(&window, ["Slot", "Mirror", "Sequence Player"]),
        "it is the last one now"
    );
    type_text(&mut window, "2d");
    assert!(
        has(&window, "Add Blend Space Player"),
        "a digit without a star is text"
    );
    press(&mut window, Key::Escape);
    let place = empty(&window);
    window.key_down(Key::Num1);
    click_at(&mut window, place);
    window.key_up(Key::Num1);
    settle(&mut window);
    assert_eq!((last(&window), count(&window)), ("Slot", 8));
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(count(&window), 7, "one step");
    let kept = window.state().views.shelf.clone();
    assert_ne!(kept, Default::default());
    drop(window);
    let mut again = opened_in(SettingsStore::of(file));
    assert_eq!(again.state().views.shelf, kept);
    ask(&mut again);
    chord(&mut again, Modifiers::SHIFT, Key::Enter);
    assert_eq!(
        again
            .state()
            .views
            .shelf
            .digit("State machines and slots/Slot"),
        None,
        "by the keyboard too"
    );
}

#[test]
fn poses_cross_to_component_space_before_controls_and_back_after_them_and_values_say_what_they_are()
{
    let mut window = opened();
    change(&mut window, |project| {
        let bone = project.skeletons.values().next().unwrap().bones[0]
            .key
            .clone();
        let graph = Arc::make_mut(project.graphs.get_mut(&GRAPH).unwrap());
        let wiring = Arc::make_mut(&mut graph.wiring);
        let control = |source| {
            NodeKind::Control(ControlNode {
                source: Some(source),
                alpha: Default::default(),
                lod_threshold: -1,
                kind: asset::graph::ControlKind::ModifyBone(ModifyBoneControl {
                    bone: bone.clone(),
                    translation: asset::graph::Modify {
                        by: ["Speed".into(), 0.0.into(), 0.0.into()],
                        ..Default::default()
                    },
                    rotation: Default::default(),
                    scale: Default::default(),
                }),
            })
        };
        let mirror = NodeKind::Mirror(MirrorNode {
            source: None,
            on: "Speed > 1".into(),
        });
        wiring.nodes.extend([
            Node::new(id(20), control(id(3))),
            Node::new(id(21), control(id(20))),
            Node::new(id(22), mirror),
        ]);
        let slot = wiring
            .nodes
            .iter_mut()
            .find(|node| node.id == id(4))
            .unwrap();
        slot.kind = NodeKind::Slot(SlotNode {
            source: Some(id(21)),
            slot: "Body".into(),
            always_update_source: false,
        });
        let places = &mut Arc::make_mut(&mut graph.layout).places;
        places.extend([
            (id(20), [480.0, 192.0]),
            (id(21), [760.0, 192.0]),
            (id(22), [480.0, 340.0]),
        ]);
        places.insert(id(4), [1040.0, 0.0]);
    });
    act(&mut window, crate::action::ViewAction::FrameAll);
    let count = |text: &str| window.query_all_by_label(text).count();
    assert_eq!(
        (count("local → comp"), count("comp → local")),
        (1, 1),
        "none between controls in a row"
    );
    assert!(rect(&window, "comp → local").left() > rect(&window, "local → comp").right());
    for pin in ["Number pin Alpha of Two-Way Blend", "Bool pin On of Mirror"] {
        assert!(has(&window, pin), "{pin}");
    }
    assert_eq!(
        count("Vector pin Move x of Control") + count("Vector pin Move x of Modify Bone"),
        2
    );
    keep(&mut window, "canvas spaces");
}

#[test]
fn a_transition_at_the_end_of_a_clip_begins_as_long_before_as_it_blends_or_at_a_time_of_its_own() {
    let mut window = opened();
    details_alone(&mut window);
    act(
        &mut window,
        crate::action::SelectAction::These(document::Selection::item(GRAPH, id(12))),
    );
    let left = |window: &Window| match node(window, 5) {
        NodeKind::StateMachine(machine) => machine.transitions[0].automatic,
        _ => None,
    };
    let fields = |window: &Window| {
        window
            .query_all_by_role_and_label(Role::SpinButton, "Seconds left")
            .count()
    };
    click(&mut window, "When the clip ends");
    assert_eq!(
        (left(&window), fields(&window)),
        (Some(-1.0), 0),
        "no number that means something else"
    );
    click(&mut window, "Match blend time");
    assert_eq!((left(&window), fields(&window)), (Some(0.0), 1));
    click(&mut window, "Match blend time");
    assert_eq!(
        (left(&window), fields(&window), steps(&window)),
        (Some(-1.0), 0, 3)
    );
}
