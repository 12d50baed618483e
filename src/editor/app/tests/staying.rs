//! What lies on the canvas stays where it is seen, and what is made has a place at once.

use super::{graphs::*, *};
use crate::action::{EditAction, GraphAction};
use asset::graph::{
    Node, NodeKind,
    nodes::{InertializationNode, ReferencePoseNode},
};
use document::{Command, GraphCommand};

const ALL: [&str; 6] = [
    "Node Walk_Fwd",
    "Node Reference Pose",
    "Node Two-Way Blend",
    "Node Body",
    "Node Legs",
    "Node Output",
];

fn smooth(name: &str, at: u64, source: Option<Id>) -> GraphCommand {
    let kind = NodeKind::Inertialization(InertializationNode {
        source,
        dead_blend: None,
        history: Default::default(),
        jumps: Default::default(),
    });
    GraphCommand::AddNode(Box::new(Node {
        name: name.into(),
        ..Node::new(id(at), kind)
    }))
}

fn edit<const N: usize>(window: &mut Window, edits: [GraphCommand; N]) {
    let batch = edits.map(|edit| Command::Graph(GRAPH, edit));
    act(
        window,
        EditAction::Perform(Command::Batch(batch.to_vec()), None),
    );
}

fn link(node: u64, pin: usize, source: Option<u64>) -> GraphCommand {
    GraphCommand::Link {
        node: id(node),
        pin,
        source: source.map(id),
    }
}

/// With no place of anything.
fn nowhere() -> Window {
    let mut window = opened();
    change(&mut window, |project| {
        let graph = Arc::make_mut(project.graphs.get_mut(&GRAPH).unwrap());
        graph.layout = Arc::default();
    });
    press(&mut window, Key::Home);
    settle(&mut window);
    window
}

fn places(window: &Window) -> Vec<Option<Rect>> {
    let place = |name| window.query_by_label(name).map(|it| it.rect());
    ALL.into_iter().map(place).collect()
}

#[track_caller]
fn stays(window: &Window, before: &[Option<Rect>]) {
    for ((name, was), is) in ALL.iter().zip(before).zip(places(window)) {
        let (Some(was), Some(is)) = (was, is) else {
            continue;
        };
        assert!(
            was.min.distance(is.min) < 0.5,
            "{name} was at {was} and is at {is}"
        );
    }
}

#[test]
fn what_nobody_placed_stays_where_it_was_at_every_edit() {
    let mut window = nowhere();
    let before = places(&window);
    assert!(before.iter().all(Option::is_some));
    let edits: [(&str, GraphCommand); 6] = [
        ("a cut wire", link(3, 1, None)),
        ("another pose to show", GraphCommand::SetOutput(Some(id(3)))),
        ("none to show", GraphCommand::SetOutput(None)),
        ("a new node", smooth("Smooth", 20, Some(id(3)))),
        ("a wire across", link(4, 0, Some(20))),
        ("a node that goes", GraphCommand::RemoveNodes(vec![id(2)])),
    ];
    for (what, command) in edits {
        let count = steps(&window);
        edit(&mut window, [command]);
        assert_eq!(steps(&window), count + 1, "{what} is one step");
        stays(&window, &before);
    }
    for _ in 0..6 {
        chord(&mut window, Modifiers::COMMAND, Key::Z);
        stays(&window, &before);
    }
    assert!(shown(&window).layout.places.is_empty(), "all is undone");
}

/// Names are longer and shorter, pages are opened: nothing that has a place depends on them.
#[test]
fn states_stay_where_they_were() {
    let mut window = nowhere();
    window
        .state_mut()
        .views
        .kinds
        .graph
        .turn_to(GRAPH, crate::canvas::Page::Machine(id(5)));
    settle(&mut window);
    let states = ["State box Stand", "State box Go"];
    let before = states.map(|name| rect(&window, name).min);
    let NodeKind::StateMachine(mut machine) = node(&window, 5).clone() else {
        panic!("a machine")
    };
    machine.states.insert(
        0,
        asset::graph::State {
            id: id(13),
            name: "First".into(),
            kind: asset::graph::StateKind::pose(None),
        },
    );
    let renewed = Node {
        kind: NodeKind::StateMachine(machine),
        ..shown(&window).wiring.node(id(5)).unwrap().clone()
    };
    edit(&mut window, [GraphCommand::SetNode(Box::new(renewed))]);
    assert_eq!(states.map(|name| rect(&window, name).min), before);
    let first = rect(&window, "State box First");
    assert!(
        states
            .iter()
            .all(|name| !rect(&window, name).intersects(first))
    );
}

#[test]
fn what_is_added_from_an_input_stands_left_of_it_and_from_a_pose_right_of_it() {
    let mut window = opened();
    edit(&mut window, [link(4, 0, None)]);
    let before = places(&window);
    let place = at(&window, "Pin Source of Body") + vec2(-40.0, 240.0);
    drag_to(&mut window, "Pin Source of Body", place);
    type_text(&mut window, "mirror");
    press(&mut window, Key::Enter);
    let added = shown(&window).wiring.nodes.last().unwrap().clone();
    assert_eq!(sources(&window, 4), [Some(added.id)]);
    let near = |window: &Window, names: &str, place: Pos2| {
        let ends = window.query_all_by_label_contains(names);
        let distance = ends.map(|it| it.rect().center().distance(place));
        distance.fold(f32::INFINITY, f32::min)
    };
    assert!(near(&window, "Pose of Mirror", place) < 24.0);
    stays(&window, &before);
    let place = at(&window, "Pose of Body") + vec2(60.0, 300.0);
    drag_to(&mut window, "Pose of Body", place);
    type_text(&mut window, "dead");
    press(&mut window, Key::Enter);
    let added = shown(&window).wiring.nodes.last().unwrap().clone();
    assert_eq!(added.kind.pins()[0].source, Some(id(4)));
    assert!(near(&window, "Pin Source of ", place) < 24.0);
    stays(&window, &before);
}

/// As another program or a set-up makes it: no place is said.
#[test]
fn what_is_made_without_a_place_stands_beside_what_it_is_linked_with_and_on_nothing() {
    let mut window = opened();
    let before = places(&window);
    let reference = Node {
        name: "Still".into(),
        ..Node::new(id(21), NodeKind::ReferencePose(ReferencePoseNode {}))
    };
    edit(
        &mut window,
        [
            smooth("Smooth", 20, Some(id(21))),
            GraphCommand::AddNode(Box::new(reference)),
            link(3, 1, Some(20)),
            smooth("After", 22, Some(id(4))),
            smooth("Alone", 23, None),
        ],
    );
    stays(&window, &before);
    let new =
        ["Smooth", "Still", "After", "Alone"].map(|name| rect(&window, &format!("Node {name}")));
    let blend = rect(&window, "Node Two-Way Blend");
    assert!(new[0].right() < blend.left() && new[1].right() < new[0].left());
    assert!(new[2].left() > rect(&window, "Node Body").right());
    let all: Vec<Rect> = before.into_iter().flatten().chain(new).collect();
    for (at, a) in all.iter().enumerate() {
        assert!(all[at + 1..].iter().all(|b| !a.intersects(*b)), "{all:?}");
    }
}

#[test]
fn what_a_wire_takes_up_gets_room_between_its_ends() {
    let mut window = opened();
    edit(&mut window, [smooth("Smooth", 20, None)]);
    let before = places(&window);
    let wire = at(&window, "Pose of Two-Way Blend").lerp(at(&window, "Pin Source of Body"), 0.5);
    let from = at(&window, "Node Smooth");
    let count = steps(&window);
    drag(&mut window, from, wire - from);
    assert_eq!(sources(&window, 4), [Some(id(20))]);
    assert_eq!(
        steps(&window),
        count + 2,
        "the move, and the wire with its room"
    );
    let rects = ["Walk_Fwd", "Two-Way Blend", "Smooth", "Body"]
        .map(|name| rect(&window, &format!("Node {name}")));
    assert!(
        rects
            .windows(2)
            .all(|pair| pair[0].right() < pair[1].left()),
        "{rects:?}"
    );
    let kept = [3, 4, 5].map(|at| (places(&window)[at], before[at]));
    assert!(kept.iter().all(|(is, was)| is == was), "{kept:?}");
}

#[test]
fn the_output_is_dragged_and_stays_there() {
    let mut window = opened();
    let before = rect(&window, "Node Output");
    let count = steps(&window);
    let from = before.center_top() + vec2(0.0, 8.0);
    drag(&mut window, from, vec2(64.0, 128.0));
    assert_eq!(steps(&window), count + 1);
    let moved = rect(&window, "Node Output");
    assert!(
        (moved.min - before.min - vec2(64.0, 128.0)).length() < 12.0,
        "{moved}"
    );
    edit(&mut window, [GraphCommand::SetOutput(Some(id(3)))]);
    assert_eq!(rect(&window, "Node Output"), moved);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(rect(&window, "Node Output"), before);
    // Put in order, it stands right of what it shows.
    drag(&mut window, from, vec2(-300.0, 200.0));
    act(&mut window, crate::action::SelectAction::Nothing);
    act(&mut window, GraphAction::Tidy);
    let (output, body) = (rect(&window, "Node Output"), rect(&window, "Node Body"));
    assert!(output.left() > body.right() && (output.top() - body.top()).abs() < 1.0);
}

/// As a damaged file has them: every edit is still done, and ends.
#[test]
fn places_beyond_all_numbers_stop_no_edit() {
    for far in [1e9, 1e30, f32::MAX] {
        let mut window = opened();
        change(&mut window, |project| {
            let graph = Arc::make_mut(project.graphs.get_mut(&GRAPH).unwrap());
            let places = &mut Arc::make_mut(&mut graph.layout).places;
            places.remove(&id(2));
            for at in [1, 3, 4, 5] {
                places.insert(id(at), [far, far]);
            }
        });
        let count = steps(&window);
        edit(&mut window, [smooth("Smooth", 20, Some(id(3)))]);
        edit(&mut window, [link(4, 0, Some(20))]);
        assert_eq!(steps(&window), count + 2, "{far}");
        let places = &shown(&window).layout.places;
        assert!(places.values().flatten().all(|at| at.is_finite()), "{far}");
    }
}
