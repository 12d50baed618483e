//! A small graph on its canvas, at rest.

use super::*;
use crate::action::TransportAction;
use asset::graph::nodes::{ReferencePoseNode, SequencePlayerNode, SlotNode, TwoWayNode};
use asset::{
    PoseGraph,
    graph::{
        Machine, Node, NodeKind, Parameter, ParameterKind, Play, State, StateKind, Transition,
        Wiring,
    },
};

pub const GRAPH: Id = Id(0xA_0000);

pub fn id(at: u64) -> Id {
    Id(GRAPH.0 + at)
}

pub fn two_way(at: u64, a: Option<Id>, b: Option<Id>) -> Node {
    let alpha = asset::graph::Alpha::Value("Speed".into());
    Node::new(
        id(at),
        NodeKind::TwoWay(TwoWayNode {
            a,
            b,
            alpha,
            always_update_children: false,
        }),
    )
}

/// A walk and a reference pose, blended, through a slot to the output; a machine with two states
/// beside them.
pub fn graph(project: &Project) -> PoseGraph {
    let (clip, found) = project
        .clips
        .iter()
        .find(|(_, clip)| clip.name == "Walk_Fwd")
        .unwrap();
    let state = |at, name: &str| State {
        id: id(at),
        name: name.into(),
        kind: StateKind::pose(None),
    };
    let machine = Machine {
        states: vec![state(10, "Stand"), state(11, "Go")],
        transitions: vec![Transition::new(id(12), id(10), id(11), "Speed > 1", 0.1)],
        entry: Some(id(10)),
        ..Machine::default()
    };
    let slot = NodeKind::Slot(SlotNode {
        source: Some(id(3)),
        slot: "Body".into(),
        always_update_source: false,
    });
    let nodes = vec![
        Node::new(
            id(1),
            NodeKind::SequencePlayer(SequencePlayerNode {
                clip: Some(*clip),
                play: Play::default(),
            }),
        ),
        Node::new(id(2), NodeKind::ReferencePose(ReferencePoseNode {})),
        two_way(3, Some(id(1)), Some(id(2))),
        Node::new(id(4), slot),
        Node {
            name: "Legs".into(),
            ..Node::new(id(5), NodeKind::StateMachine(machine))
        },
    ];
    let speed = ParameterKind::Float {
        default: 0.0,
        range: Some([0.0, 5.0]),
    };
    let parameters = vec![Parameter::new(id(6), "Speed", speed)];
    let wiring = Wiring {
        parameters,
        nodes,
        output: Some(id(4)),
        ..Wiring::default()
    };
    let mut graph = PoseGraph {
        wiring: wiring.into(),
        ..PoseGraph::new("PG_Test", found.skeleton)
    };
    let places = [
        (1, [0.0, 0.0]),
        (2, [0.0, 128.0]),
        (3, [240.0, 0.0]),
        (4, [480.0, 0.0]),
        (5, [240.0, 192.0]),
    ];
    let places = places
        .map(|(at, place)| (id(at), place))
        .into_iter()
        .chain([(id(10), [0.0; 2]), (id(11), [320.0, 0.0])]);
    Arc::make_mut(&mut graph.layout).places = places.collect();
    graph
}

pub fn act(window: &mut Window, action: impl Into<EditorAction>) {
    let ctx = window.ctx.clone();
    window.state_mut().act(&ctx, action.into());
    settle(window);
}

/// Open and at rest, so that every pass is alike.
pub fn opened() -> Window {
    opened_in(SettingsStore::default())
}

/// With what was kept there.
pub fn opened_in(store: SettingsStore) -> Window {
    opened_at(vec2(1920.0, 1080.0), store)
}

pub fn opened_at(size: Vec2, store: SettingsStore) -> Window {
    let mut window = open_with(size, 1.0, None, store);
    change(&mut window, |project| {
        let graph = graph(project);
        project.graphs.insert(GRAPH, graph.into());
    });
    let ctx = window.ctx.clone();
    window.state_mut().open_asset(GRAPH);
    wait_until(&mut window, "the graph", |app| {
        app.engine.frame.as_ref().is_some_and(|frame| {
            frame.graph.name() == anim::Name::new("PG_Test") && frame.time > 0.0
        })
    });
    window.state_mut().act(&ctx, TransportAction::Pause.into());
    wait_until(&mut window, "the pause", |app| {
        !app.session.transport.playing
    });
    settle(&mut window);
    window
}

pub fn shown(window: &Window) -> &PoseGraph {
    &project(window).graphs[&GRAPH]
}

pub fn node(window: &Window, at: u64) -> &NodeKind {
    &shown(window).wiring.node(id(at)).unwrap().kind
}

pub fn sources(window: &Window, at: u64) -> Vec<Option<Id>> {
    node(window, at)
        .pins()
        .into_iter()
        .map(|pin| pin.source)
        .collect()
}

pub fn at(window: &Window, label: &str) -> Pos2 {
    rect(window, label).center()
}

pub fn drag_to(window: &mut Window, from: &str, to: Pos2) {
    let from = at(window, from);
    drag(window, from, to - from);
}

pub fn empty(window: &Window) -> Pos2 {
    at(window, "Node Output") + vec2(0.0, 260.0)
}

pub fn click_at(window: &mut Window, at: Pos2) {
    hold(window, at);
    release(window, at);
    settle(window);
}
