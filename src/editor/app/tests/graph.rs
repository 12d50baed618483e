//! A pose graph in the window: it plays as it opens, its parameters are set by hand and by presets,
//! its states shown.

use super::*;
use anim::Name;
use asset::graph::nodes::{LinkedGraphNode, ReferencePoseNode, SequencePlayerNode};
use asset::{
    PoseGraph,
    graph::{
        Machine, Node, NodeKind, Parameter, ParameterKind, Play, Preset, Setting, State, StateKind,
        Transition, Wiring,
    },
};

const GRAPH: Id = Id(0x9_0000);
const SPEED: Id = Id(0x9_0001);

/// Stands, and walks above 1 m/s; a wave is asked for by a trigger that nothing takes up.
fn graph(skeleton: Id, clip: Id) -> PoseGraph {
    let id = |at: u64| Id(GRAPH.0 + at);
    let state = |at, name: &str, source| State {
        id: id(at),
        name: name.into(),
        kind: StateKind::pose(source),
    };
    let machine = Machine {
        states: vec![
            state(10, "Stand", Some(id(20))),
            state(11, "Go", Some(id(21))),
        ],
        transitions: vec![
            Transition::new(id(12), id(10), id(11), "Speed > 1", 0.1),
            Transition::new(id(13), id(11), id(10), "Speed <= 1", 0.1),
        ],
        entry: Some(id(10)),
        ..Machine::default()
    };
    let nodes = vec![
        Node::new(id(20), NodeKind::ReferencePose(ReferencePoseNode {})),
        Node::new(
            id(21),
            NodeKind::SequencePlayer(SequencePlayerNode {
                clip: Some(clip),
                play: Play::default(),
            }),
        ),
        Node::new(id(22), NodeKind::StateMachine(machine)),
    ];
    let speed = ParameterKind::Float {
        default: 0.0,
        range: Some([0.0, 5.0]),
    };
    let parameters = vec![
        Parameter {
            unit: "m/s".into(),
            ..Parameter::new(SPEED, "Speed", speed)
        },
        Parameter::new(id(2), "Wave", ParameterKind::Trigger),
        Parameter::new(id(3), "Armed", ParameterKind::Bool { default: true }),
    ];
    let presets = vec![Preset {
        id: id(30),
        name: "Run".into(),
        values: [(SPEED, Setting::Number(4.0))].into(),
    }];
    let wiring = Wiring {
        parameters,
        presets,
        nodes,
        output: Some(id(22)),
        ..Wiring::default()
    };
    PoseGraph {
        wiring: wiring.into(),
        ..PoseGraph::new("PG_Test", skeleton)
    }
}

pub(super) fn opened() -> Window {
    let mut window = sample();
    change(&mut window, |project| {
        let (clip, found) = project
            .clips
            .iter()
            .find(|(_, clip)| clip.name == "Walk_Fwd")
            .unwrap();
        let graph = graph(found.skeleton, *clip);
        project.graphs.insert(GRAPH, graph.into());
    });
    // It plays on: the window never comes to rest.
    for _ in 0..2 {
        window.get_by_label("Asset PG_Test").click();
        window.run_steps(1);
    }
    wait_until(&mut window, "the graph", |app| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| frame.graph.name() == Name::new("PG_Test"))
    });
    window
}

pub(super) fn parameter(app: &App, name: &str) -> f64 {
    app.engine
        .frame
        .as_ref()
        .and_then(|frame| frame.graph_state.parameter(Name::new(name)))
        .unwrap()
}

pub(super) fn state(app: &App) -> String {
    let frame = app.engine.frame.as_ref().unwrap();
    let (node, machine) = frame.graph.machines().next().unwrap();
    let at = frame
        .graph_state
        .machine(&frame.graph, node)
        .and_then(|it| it.current())
        .unwrap();
    app.compiled
        .library
        .names
        .text(machine.parts().states[usize::from(at)].name)
        .to_owned()
}

#[test]
fn a_graph_plays_as_it_opens_and_its_parameters_are_heard() {
    let mut window = opened();
    assert_eq!(state(window.state()), "Stand");
    let field = window.get_by_role_and_label(egui::accesskit::Role::SpinButton, "Speed");
    field.click();
    window.run_steps(2);
    window.event(Event::Text("3".into()));
    window.run_steps(2);
    window.key_press(Key::Enter);
    wait_until(&mut window, "the state to change", |app| state(app) == "Go");
    assert_eq!(parameter(window.state(), "Speed"), 3.0);
    window.get_by_label("Armed").click();
    wait_until(&mut window, "the check box", |app| {
        parameter(app, "Armed") == 0.0
    });
    window.get_by_label("Trigger Wave").click();
    wait_until(&mut window, "the trigger", |app| {
        parameter(app, "Wave") == 1.0
    });
}

#[test]
fn presets_are_set_kept_and_undone() {
    let mut window = opened();
    let presets = |window: &mut Window, choice: &str| {
        window.get_by_label_contains("Presets  ").click();
        window.run_steps(2);
        window
            .get_by_role_and_label(egui::accesskit::Role::Button, choice)
            .click();
        window.run_steps(2);
    };
    presets(&mut window, "Run");
    wait_until(&mut window, "the preset", |app| {
        parameter(app, "Speed") == 4.0 && state(app) == "Go"
    });
    presets(&mut window, "Save as preset");
    let kept = |window: &Window| project(window).graphs[&GRAPH].wiring.presets.clone();
    let [_, preset] = &kept(&window)[..] else {
        panic!("{:?}", kept(&window))
    };
    assert_eq!(preset.values.get(&SPEED), Some(&Setting::Number(4.0)));
    presets(&mut window, "Defaults");
    wait_until(&mut window, "the defaults", |app| {
        parameter(app, "Speed") == 0.0 && state(app) == "Stand"
    });
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    wait_until(&mut window, "undo", |app| {
        app.document.project().graphs[&GRAPH].wiring.presets.len() == 1
    });
}

/// An inner parameter has an id in the compiled graph alone.
#[test]
fn presets_hold_what_linked_graphs_ask_for() {
    let mut window = sample();
    change(&mut window, |project| {
        let (clip, found) = project
            .clips
            .iter()
            .find(|(_, clip)| clip.name == "Walk_Fwd")
            .unwrap();
        let mut inner = graph(found.skeleton, *clip);
        inner.name = "PG_Inner".into();
        let link = NodeKind::LinkedGraph(LinkedGraphNode {
            graph: Some(Id(90)),
            inputs: vec![],
            values: Default::default(),
            swap: None,
        });
        let nodes = vec![Node {
            name: "Legs".into(),
            ..Node::new(Id(91), link)
        }];
        let wiring = Wiring {
            nodes,
            output: Some(Id(91)),
            ..Wiring::default()
        };
        let outer = PoseGraph {
            wiring: wiring.into(),
            ..PoseGraph::new("PG_Test", found.skeleton)
        };
        project
            .graphs
            .extend([(Id(90), inner.into()), (GRAPH, outer.into())]);
    });
    for _ in 0..2 {
        window.get_by_label("Asset PG_Test").click();
        window.run_steps(1);
    }
    let asked = |app: &App| {
        app.engine
            .frame
            .as_ref()
            .and_then(|it| it.graph_state.parameter(Name::new("Legs.Speed")))
    };
    wait_until(&mut window, "the graph", |app| asked(app) == Some(0.0));
    let choose = |window: &mut Window, choice: &str| {
        window.get_by_label_contains("Presets  ").click();
        window.run_steps(2);
        window
            .get_by_role_and_label(egui::accesskit::Role::Button, choice)
            .click();
        window.run_steps(2);
    };
    let field = window.get_by_role_and_label(egui::accesskit::Role::SpinButton, "Legs.Speed");
    field.click();
    window.run_steps(2);
    window.event(Event::Text("3".into()));
    window.run_steps(2);
    window.key_press(Key::Enter);
    wait_until(&mut window, "the parameter", |app| asked(app) == Some(3.0));
    choose(&mut window, "Save as preset");
    let presets = &project(&window).graphs[&GRAPH].wiring.presets;
    assert!(
        presets[0]
            .values
            .values()
            .any(|value| *value == Setting::Number(3.0)),
        "{presets:?}"
    );
    choose(&mut window, "Defaults");
    wait_until(&mut window, "the defaults", |app| asked(app) == Some(0.0));
    choose(&mut window, "Preset 1");
    wait_until(&mut window, "the preset", |app| asked(app) == Some(3.0));
}

#[test]
fn what_linked_graphs_ask_for_and_what_is_driven_stand_among_the_parameters() {
    let mut window = sample();
    change(&mut window, |project| {
        let (clip, found) = project
            .clips
            .iter()
            .find(|(_, clip)| clip.name == "Walk_Fwd")
            .unwrap();
        let layer = Id(GRAPH.0 + 0x100);
        let mut inner = graph(found.skeleton, *clip);
        inner.name = "Legs".into();
        let link = NodeKind::LinkedGraph(LinkedGraphNode {
            graph: Some(layer),
            inputs: Vec::new(),
            values: [("Speed".to_owned(), "Pace * 2".into())].into(),
            swap: Some(asset::graph::Swap {
                time: 0.2,
                inertialize: false,
            }),
        });
        let float = ParameterKind::Float {
            default: 1.0,
            range: Some([0.0, 3.0]),
        };
        let doubled = Parameter {
            driven: "Pace * 2".into(),
            ..Parameter::new(Id(GRAPH.0 + 2), "Doubled", float.clone())
        };
        let wiring = Wiring {
            parameters: vec![Parameter::new(Id(GRAPH.0 + 1), "Pace", float), doubled],
            nodes: vec![Node::new(Id(GRAPH.0 + 3), link)],
            output: Some(Id(GRAPH.0 + 3)),
            ..Wiring::default()
        };
        let outer = PoseGraph {
            wiring: wiring.into(),
            ..PoseGraph::new("PG_Test", found.skeleton)
        };
        let mut other = PoseGraph::new("Other legs", found.skeleton);
        std::sync::Arc::make_mut(&mut other.wiring).implements = Some(layer);
        project.graphs.insert(layer, inner.into());
        project.graphs.insert(Id(GRAPH.0 + 0x200), other.into());
        project.graphs.insert(GRAPH, outer.into());
    });
    for _ in 0..2 {
        window.get_by_label("Asset PG_Test").click();
        window.run_steps(1);
    }
    wait_until(&mut window, "the graph", |app| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| frame.graph.name() == Name::new("PG_Test"))
    });
    wait_until(&mut window, "the state to change", |app| state(app) == "Go");
    assert_eq!(parameter(window.state(), "Doubled"), 2.0);
    assert!(window.query_by_label_contains("= Pace * 2").is_some());
    window.get_by_label("Linked Layer.Armed").click();
    wait_until(&mut window, "the parameter of the link", |app| {
        parameter(app, "Linked Layer.Armed") == 0.0
    });
    window
        .get_by_role_and_label(egui::accesskit::Role::ComboBox, "Legs")
        .click();
    window.run_steps(2);
    window
        .get_by_role_and_label(egui::accesskit::Role::Button, "Other legs")
        .click();
    wait_until(&mut window, "the other layer", |app| {
        parameter(app, "Legs") == 1.0
    });
}

/// A graph in front, a montage with a panel of its own: each panel shows its own document,
/// whichever is edited.
#[test]
fn a_graph_stays_on_its_canvas_while_the_montage_beside_it_is_edited() {
    use super::graphs::{GRAPH, opened};
    let mut window = opened();
    let montage = *project(&window).montages.keys().next().unwrap();
    window.state_mut().open_asset(montage);
    window.state_mut().session.put_beside(montage);
    window.state_mut().session.open(GRAPH);
    window.run_steps(2);
    super::graphs::act(&mut window, crate::action::TransportAction::Pause);
    let both = |window: &Window| {
        assert!(has(window, "Node Body") && has(window, "Node Output"));
        assert!(!has(window, "Nothing to draw") && !has(window, "No timeline"));
        assert!(!has(window, "No pose graph open"));
        assert!(
            window
                .query_all_by_label_contains("Section ")
                .next()
                .is_some()
        );
    };
    both(&window);
    let section = window
        .query_all_by_label_contains("Section ")
        .next()
        .unwrap();
    let at = section.rect().center();
    super::graphs::click_at(&mut window, at);
    assert_eq!(window.state().session.active, Some(montage));
    for _ in 0..10 {
        window.step();
        both(&window);
    }
    assert_eq!(
        window.state().session.active,
        Some(montage),
        "nothing takes it back"
    );
    // A click on a node, and one in the tree, go to the graph and take the node.
    for name in ["Node Body", "Graph node Body"] {
        let at = rect(&window, name).center_top() + vec2(0.0, 8.0);
        for pressed in [true, false] {
            window.event(button(at, PointerButton::Primary, pressed));
            window.step();
        }
        window.run_steps(2);
        super::graphs::act(&mut window, crate::action::TransportAction::Pause);
        assert_eq!(window.state().session.active, Some(GRAPH), "{name}");
        let selection = window.state().document.selection();
        assert_eq!(
            (selection.asset, selection.items.len()),
            (Some(GRAPH), 1),
            "{name}"
        );
        both(&window);
        window.state_mut().open_asset(montage);
        settle(&mut window);
    }
}

/// Where parameters are played with they are also made, found and deleted.
#[test]
fn parameters_are_made_in_their_panel_edited_from_there_and_deleted() {
    use super::graphs::{GRAPH, opened};
    let mut window = opened();
    let names = |window: &Window| -> Vec<String> {
        let wiring = &project(window).graphs[&GRAPH].wiring;
        wiring.parameters.iter().map(|it| it.name.clone()).collect()
    };
    assert_eq!(names(&window), ["Speed"]);
    click_button(&mut window, "New parameter");
    keep(&mut window, "new parameter");
    click_button(&mut window, ParameterKind::Bool { default: false }.word());
    assert_eq!(names(&window), ["Speed", "Parameter1"]);
    let wiring = &project(&window).graphs[&GRAPH].wiring;
    assert!(matches!(
        wiring.parameters[1].kind,
        ParameterKind::Bool { .. }
    ));
    let made = wiring.parameters[1].id;
    let label = rect(&window, "Name of Parameter1").center();
    window.state_mut().views.kinds.graph.parameter = None;
    // So long after the click before that the three are no triple one.
    window.run_steps(40);
    double_click(&mut window, "Name of Parameter1");
    assert_eq!(window.state().views.kinds.graph.parameter, Some(made));
    assert!(
        has(&window, "Delete parameter"),
        "it is open in the details"
    );
    window.hover_at(label);
    window.step();
    for pressed in [true, false] {
        window.event(button(label, PointerButton::Secondary, pressed));
        window.step();
    }
    settle(&mut window);
    click_button(&mut window, "Delete");
    assert_eq!(names(&window), ["Speed"]);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(names(&window), ["Speed", "Parameter1"], "one step");
}
