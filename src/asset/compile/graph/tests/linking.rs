//! Linked graphs and layers, transitions with graphs, driven parameters and pose assets, as they
//! compile.

use super::tests::{CLIP, FOREIGN, GRAPH, RIG, node, player, project, told_of, two_way, wiring};
use crate::graph::nodes::{
    InputPoseNode, LinkedGraphNode, PoseBlendNode, PoseByNameNode, PoseDriverNode,
    TransitionPoseNode,
};
use crate::{
    Cache, Id, NamedPose, PoseAsset, PoseGraph, Project, compile,
    diagnostic::Kind,
    graph::{
        DriverTarget, Input, LinkedPose, Logic, Machine, Node, NodeKind, Parameter, ParameterKind,
        Settings, State, StateKind, Swap, Transition, Wiring,
    },
};
use anim::graph::nodes;
use anim::{
    Graph, Name,
    graph::{Node as Compiled, TransitionEnd, Value},
};
use std::sync::Arc;

const INNER: Id = Id(100);
const OTHER_INNER: Id = Id(101);
const POSES: Id = Id(102);

fn input(id: u64, pose: &str) -> Node {
    node(id, NodeKind::InputPose(InputPoseNode { pose: pose.into() }))
}

fn link(id: u64, graph: Id, inputs: &[(&str, u64)]) -> Node {
    let pose = |(pose, source): &(&str, u64)| LinkedPose {
        pose: (*pose).into(),
        source: Some(Id(*source)),
    };
    let inputs = inputs.iter().map(pose).collect();
    node(
        id,
        NodeKind::LinkedGraph(LinkedGraphNode {
            graph: Some(graph),
            inputs,
            values: Default::default(),
            swap: None,
        }),
    )
}

fn with_value(mut node: Node, name: &str, value: Input) -> Node {
    if let NodeKind::LinkedGraph(LinkedGraphNode { values, .. }) = &mut node.kind {
        values.insert(name.into(), value);
    }
    node
}

fn as_layer(mut node: Node) -> Node {
    if let NodeKind::LinkedGraph(LinkedGraphNode { swap, .. }) = &mut node.kind {
        *swap = Some(Swap {
            time: 0.25,
            inertialize: true,
        });
    }
    node
}

fn add(project: &mut Project, id: Id, name: &str, wiring: Wiring) {
    project.graphs.insert(
        id,
        Arc::new(PoseGraph {
            wiring: Arc::new(wiring),
            ..PoseGraph::new(name, RIG)
        }),
    );
}

/// What was told of the graph, and the graph.
fn compiled(project: &Project) -> (Vec<(Option<u64>, Kind)>, Arc<Graph>) {
    let compiled = compile(
        project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    (
        told_of(&compiled, GRAPH),
        compiled.library.graph(Name::new("PG")).unwrap().clone(),
    )
}

/// Of its nodes, shortly.
fn shape(graph: &Graph) -> Vec<&'static str> {
    let word = |node: &Compiled| match node {
        Compiled::SequencePlayer(_) => "player",
        Compiled::TwoWay(_) => "blend",
        Compiled::ModifyCurve(nodes::ModifyCurveNode { count: 0, .. }) => "link",
        Compiled::SavedPose(_) => "saved",
        Compiled::UsedPose(_) => "used",
        Compiled::List(_) => "list",
        Compiled::InputPose(nodes::InputPoseNode) => "input",
        Compiled::TransitionPose(_) => "end",
        Compiled::Machine(_) => "machine",
        Compiled::Output(_) => "out",
        _ => "other",
    };
    graph.nodes().map(word).collect()
}

/// A blend of its input and a clip, by a parameter of its own.
fn inner(name: &str) -> Wiring {
    let mut wiring = wiring(
        vec![
            two_way(70, 71, 72, name.into()),
            input(71, "Base"),
            player(72, Some(CLIP)),
        ],
        70,
    );
    wiring.parameters[0].name = name.into();
    wiring
}

#[test]
fn the_nodes_of_a_linked_graph_are_nodes_of_the_one_that_links_it() {
    let mut project = project(wiring(
        vec![link(10, INNER, &[("Base", 11)]), player(11, Some(CLIP))],
        10,
    ));
    add(&mut project, INNER, "Inner", inner("Speed"));
    let (told, graph) = compiled(&project);
    assert_eq!(
        (told, shape(&graph)),
        (vec![], vec!["player", "player", "blend", "link", "out"])
    );
    assert_eq!(
        graph.parts().parameters.len(),
        1,
        "Speed is the one that is here, too"
    );
    let ids = &graph.parts().ids;
    assert_eq!((ids[0], ids[3]), (11, 10), "own nodes keep their ids");
    assert_eq!(
        compiled(&project).1.parts().ids,
        *ids,
        "those of others are stable"
    );
    let alone = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let alone = alone.library.graph(Name::new("Inner")).unwrap();
    assert_eq!(
        shape(alone),
        ["input", "player", "blend", "out"],
        "it also plays alone"
    );
}

#[test]
fn two_links_of_one_graph_are_two_of_it_and_a_link_inside_a_link_too() {
    let nodes = vec![
        two_way(9, 10, 12, 0.5.into()),
        link(10, OTHER_INNER, &[]),
        link(12, OTHER_INNER, &[]),
    ];
    let mut project = project(wiring(nodes, 9));
    add(&mut project, INNER, "Inner", inner("Speed"));
    let outer = wiring(
        vec![link(80, INNER, &[("Base", 81)]), player(81, Some(CLIP))],
        80,
    );
    add(&mut project, OTHER_INNER, "Outer", outer);
    let (told, graph) = compiled(&project);
    assert_eq!(told, []);
    let one = ["player", "player", "blend", "link", "link"];
    assert_eq!(shape(&graph), [&one[..], &one, &["blend", "out"]].concat());
    let mut ids = graph.parts().ids.clone();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), graph.nodes().len());
}

#[test]
fn values_drive_parameters_of_a_linked_graph_and_the_others_are_its_own() {
    let linked = with_value(link(10, INNER, &[("Base", 11)]), "Rate", "Speed * 2".into());
    let mut project = project(wiring(vec![linked, player(11, Some(CLIP))], 10));
    let mut wiring = inner("Rate");
    let own = Parameter::new(Id(61), "Own", ParameterKind::Bool { default: true });
    let derived = Parameter {
        driven: "Rate + 1".into(),
        ..Parameter::new(
            Id(62),
            "Derived",
            ParameterKind::Float {
                default: 0.0,
                range: None,
            },
        )
    };
    wiring.parameters = vec![derived, wiring.parameters[0].clone(), own];
    add(&mut project, INNER, "Inner", wiring);
    let all = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    assert_eq!(told_of(&all, GRAPH), []);
    let graph = all.library.graph(Name::new("PG")).unwrap();
    let parts = graph.parts();
    let names: Vec<&str> = parts
        .parameters
        .iter()
        .map(|it| all.library.names.text(it.name))
        .collect();
    let link = "Linked Graph";
    assert_eq!(
        names,
        [
            "Speed",
            &format!("{link}.Derived"),
            &format!("{link}.Rate"),
            &format!("{link}.Own")
        ]
    );
    let driven: Vec<u16> = parts.driven.iter().map(|it| it.0).collect();
    assert_eq!(driven, [2, 1], "what it reads comes first");
    let read = |value: Value| match value {
        Value::Program(at) => parts.programs[usize::from(at)]
            .parameters()
            .collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        parts.driven.iter().map(|it| read(it.1)).collect::<Vec<_>>(),
        [vec![0], vec![2]]
    );
    let settable: Vec<&str> = all.sources.graphs[&GRAPH]
        .parameters
        .iter()
        .map(|it| it.name.as_str())
        .collect();
    assert_eq!(settable, ["Speed", "Linked Graph.Own"]);
}

#[test]
fn a_layer_is_a_list_of_all_that_implement_it_and_a_parameter_of_its_name() {
    let mut project = project(wiring(
        vec![
            as_layer(link(10, INNER, &[("Base", 11)])),
            player(11, Some(CLIP)),
        ],
        10,
    ));
    add(&mut project, INNER, "Weapon", inner("Speed"));
    let passes = Wiring {
        implements: Some(INNER),
        ..wiring(vec![input(90, "Base")], 90)
    };
    add(&mut project, OTHER_INNER, "Unarmed", passes);
    let (told, graph) = compiled(&project);
    assert_eq!(told, []);
    // What both take is saved.
    assert_eq!(
        shape(&graph),
        [
            "player", "saved", "used", "player", "blend", "used", "list", "out"
        ]
    );
    let parameter = &graph.parts().parameters[1];
    assert_eq!(parameter.name, Name::new("Weapon"));
    assert_eq!(parameter.values, ["Weapon", "Unarmed"].map(Name::new));
    let list = &graph.parts().lists[0];
    assert_eq!(
        (list.index, list.times.len(), list.inertializes),
        (Value::Parameter(1), 2, true)
    );
    let alone = Wiring {
        implements: None,
        ..(*project.graphs[&OTHER_INNER].wiring).clone()
    };
    add(&mut project, OTHER_INNER, "Unarmed", alone);
    assert_eq!(
        shape(&compiled(&project).1),
        ["player", "player", "blend", "list", "out"],
        "on its own"
    );
}

#[test]
fn a_linked_graph_is_compiled_anew_when_it_or_what_implements_it_changes() {
    let mut project = project(wiring(vec![as_layer(link(10, INNER, &[]))], 10));
    add(
        &mut project,
        INNER,
        "Inner",
        wiring(vec![player(72, Some(CLIP))], 72),
    );
    let mut cache = Cache::default();
    let graph = |project: &Project, cache: &mut Cache| {
        compile(project, cache, crate::CompileOptions::default())
            .library
            .graph(Name::new("PG"))
            .unwrap()
            .clone()
    };
    let first = graph(&project, &mut cache);
    assert!(Arc::ptr_eq(&first, &graph(&project, &mut cache)));
    let moved = Arc::make_mut(project.graphs.get_mut(&INNER).unwrap());
    Arc::make_mut(&mut moved.layout)
        .places
        .insert(Id(72), [1.0, 2.0]);
    assert!(
        Arc::ptr_eq(&first, &graph(&project, &mut cache)),
        "where its nodes lie is no matter"
    );
    add(&mut project, INNER, "Inner", inner("Speed"));
    let second = graph(&project, &mut cache);
    assert_eq!(shape(&second), ["player", "blend", "list", "out"]);
    add(
        &mut project,
        OTHER_INNER,
        "More",
        Wiring {
            implements: Some(INNER),
            ..wiring(vec![], 1)
        },
    );
    assert_eq!(graph(&project, &mut cache).parts().lists[0].times.len(), 2);
}

/// Spec 05 §13.
#[test]
fn what_cannot_be_linked_is_told_at_the_node_that_links_it() {
    let linked = |inputs: &[(&str, u64)]| vec![link(10, INNER, inputs), player(11, Some(CLIP))];
    let cases = [
        (
            vec![link(10, Id(99), &[])],
            vec![(Some(10), Kind::LinkedGraphMissing)],
        ),
        (
            vec![link(10, GRAPH, &[])],
            vec![(Some(10), Kind::LinkedGraphCycle)],
        ),
        (linked(&[("Base", 11)]), vec![]),
        (
            linked(&[]),
            vec![(Some(10), Kind::PinUnlinked { pin: "Base".into() })],
        ),
        (
            linked(&[("Base", 11), ("Arm", 11)]),
            vec![(Some(10), Kind::LinkedInputMissing { name: "Arm".into() })],
        ),
        (linked(&[("Base", 99)]), vec![(Some(10), Kind::NodeMissing)]),
        (
            vec![link(10, INNER, &[("Base", 11)]), player(11, Some(FOREIGN))],
            vec![(
                Some(11),
                Kind::SkeletonMismatch {
                    clip: "swim".into(),
                },
            )],
        ),
        (
            vec![
                with_value(link(10, INNER, &[("Base", 11)]), "Nothing", 1.0.into()),
                player(11, Some(CLIP)),
            ],
            vec![(
                Some(10),
                Kind::LinkedParameterMissing {
                    name: "Nothing".into(),
                },
            )],
        ),
    ];
    for (nodes, told) in cases {
        let mut project = project(wiring(nodes.clone(), 10));
        add(&mut project, INNER, "Inner", inner("Speed"));
        assert_eq!(compiled(&project).0, told, "{nodes:?}");
    }
    let bad = with_value(
        link(10, INNER, &[("Base", 11)]),
        "Speed",
        "Nobody + 1".into(),
    );
    let mut project = project(wiring(vec![bad, player(11, Some(CLIP))], 10));
    add(&mut project, INNER, "Inner", inner("Speed"));
    assert!(matches!(
        compiled(&project).0[..],
        [(Some(10), Kind::BadExpression { field: "value", .. })]
    ));
}

#[test]
fn graphs_that_link_each_other_are_told_in_both_and_the_rest_plays() {
    let nodes = vec![
        two_way(9, 10, 11, 0.5.into()),
        link(10, INNER, &[]),
        player(11, Some(CLIP)),
    ];
    let mut project = project(wiring(nodes, 9));
    add(
        &mut project,
        INNER,
        "Inner",
        wiring(vec![link(70, GRAPH, &[])], 70),
    );
    let all = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    assert_eq!(told_of(&all, GRAPH), [(Some(10), Kind::LinkedGraphCycle)]);
    assert_eq!(told_of(&all, INNER), [(Some(70), Kind::LinkedGraphCycle)]);
    assert_eq!(
        shape(all.library.graph(Name::new("PG")).unwrap()),
        ["link", "link", "player", "blend", "out"]
    );
    // One that only leads to a circle is told nothing of it.
    add(
        &mut project,
        OTHER_INNER,
        "Third",
        wiring(vec![link(90, GRAPH, &[])], 90),
    );
    assert_eq!(
        told_of(
            &compile(
                &project,
                &mut Cache::default(),
                crate::CompileOptions::default()
            ),
            OTHER_INNER
        ),
        []
    );
}

#[test]
fn driven_parameters_follow_what_they_read_and_circles_are_told() {
    let driven = |id, name: &str, text: &str| Parameter {
        driven: text.into(),
        ..Parameter::new(
            Id(id),
            name,
            ParameterKind::Float {
                default: 0.0,
                range: None,
            },
        )
    };
    let mut own = wiring(vec![player(10, Some(CLIP))], 10);
    own.parameters
        .extend([driven(61, "A", "B + Speed"), driven(62, "B", "Speed")]);
    let (told, graph) = compiled(&project(own.clone()));
    assert_eq!(
        (
            told,
            graph
                .parts()
                .driven
                .iter()
                .map(|it| it.0)
                .collect::<Vec<_>>()
        ),
        (vec![], vec![2, 1])
    );
    own.parameters[2] = driven(62, "B", "A");
    let vector = Parameter::new(
        Id(63),
        "V",
        ParameterKind::Vector {
            default: [0.0; 3],
            range: None,
        },
    );
    own.parameters.push(Parameter {
        driven: "1".into(),
        ..vector
    });
    let (told, graph) = compiled(&project(own));
    let expected = [
        (Some(63), Kind::NotDriven),
        (Some(61), Kind::DrivenCycle),
        (Some(62), Kind::DrivenCycle),
    ];
    assert_eq!((told, graph.parts().driven.len()), (expected.to_vec(), 0));
}

fn machine(pose: Option<u64>) -> Node {
    let state = |id, source| State {
        id: Id(id),
        name: format!("{id}"),
        kind: StateKind::pose(Some(Id(source))),
    };
    let settings = Settings {
        logic: Logic::Custom,
        ..Settings::new(0.5)
    };
    let there = Transition {
        settings: Some(settings),
        pose: pose.map(Id),
        ..Transition::new(Id(30), Id(20), Id(21), "Speed > 1", 0.5)
    };
    let machine = Machine {
        states: vec![state(20, 11), state(21, 12)],
        transitions: vec![there],
        entry: Some(Id(20)),
        ..Machine::default()
    };
    node(10, NodeKind::StateMachine(machine))
}

#[test]
fn the_graph_of_a_transition_is_a_link_of_its_machine_and_may_ask_how_far_it_is() {
    let end = |id, end| node(id, NodeKind::TransitionPose(TransitionPoseNode { end }));
    let ends = || [end(41, TransitionEnd::From), end(42, TransitionEnd::To)];
    let states = [player(11, Some(CLIP)), player(12, Some(CLIP))];
    let mut nodes = vec![
        machine(Some(40)),
        two_way(40, 41, 42, "transition_alpha()".into()),
    ];
    nodes.extend(states.clone());
    nodes.extend(ends());
    let (told, graph) = compiled(&project(wiring(nodes.clone(), 10)));
    assert_eq!(
        (told, shape(&graph)),
        (
            vec![],
            vec!["player", "player", "end", "end", "blend", "machine", "out"]
        )
    );
    nodes[0] = machine(None);
    let (told, graph) = compiled(&project(wiring(nodes, 10)));
    assert_eq!(
        (told, graph.nodes().len()),
        (vec![(Some(30), Kind::TransitionUnlinked)], 4)
    );
    let loose = vec![
        two_way(10, 41, 11, "transition_alpha()".into()),
        ends()[0].clone(),
        states[0].clone(),
    ];
    let (told, _) = compiled(&project(wiring(loose, 10)));
    assert_eq!(told[0], (Some(41), Kind::TransitionPoseOutside));
    assert!(matches!(
        told[1],
        (Some(10), Kind::BadExpression { field: "alpha", .. })
    ));
}

#[test]
fn poses_of_an_asset_are_moments_of_clips() {
    let pose = |id, name: &str, clip, time| NamedPose {
        id: Id(id),
        name: name.into(),
        clip,
        time,
    };
    let by_name = |id, pose: &str| {
        node(
            id,
            NodeKind::PoseByName(PoseByNameNode {
                asset: Some(POSES),
                pose: pose.into(),
                weight: "Speed".into(),
            }),
        )
    };
    let mut project = project(wiring(vec![by_name(10, "Fist")], 10));
    let all = vec![pose(1, "Open", CLIP, 0.0), pose(2, "Fist", CLIP, 0.5)];
    let asset = PoseAsset {
        poses: all.clone(),
        base: Some(Id(1)),
        ..PoseAsset::new("Hands", RIG)
    };
    project.pose_assets.insert(POSES, Arc::new(asset.clone()));
    let (told, graph) = compiled(&project);
    assert_eq!(told, []);
    assert_eq!(
        graph.parts().pose_assets[0].names(),
        ["Open", "Fist"].map(Name::new)
    );
    assert!(matches!(
        graph.nodes().next(),
        Some(Compiled::PoseByName(nodes::PoseByNameNode { pose: 1, .. }))
    ));

    let target = |curve: &str| DriverTarget {
        curve: curve.into(),
        turns: vec![[0.0; 3]],
        scale: 1.0,
    };
    let driver = |targets| {
        NodeKind::PoseDriver(PoseDriverNode {
            source: None,
            bones: vec!["root".into()],
            targets,
            asset: Some(POSES),
            lod_threshold: -1,
            settings: Default::default(),
            alpha: 1.0.into(),
        })
    };
    let unlinked = (
        Some(10),
        Kind::PinUnlinked {
            pin: "Source".into(),
        },
    );
    let missing = |name: &str| (Some(10), Kind::PoseMissing { name: name.into() });
    let blend = NodeKind::PoseBlend(PoseBlendNode {
        source: None,
        asset: Some(Id(99)),
        easing: Default::default(),
    });
    let cases = [
        (by_name(10, "Grip").kind, vec![missing("Grip")]),
        (driver(vec![target("Fist")]), vec![unlinked.clone()]),
        (
            driver(vec![target("Grip")]),
            vec![unlinked.clone(), missing("Grip")],
        ),
        (blend, vec![unlinked, (Some(10), Kind::PoseAssetMissing)]),
    ];
    for (kind, expected) in cases {
        let own = PoseGraph {
            wiring: Arc::new(wiring(vec![node(10, kind)], 10)),
            ..PoseGraph::new("PG", RIG)
        };
        project.graphs.insert(GRAPH, Arc::new(own));
        assert_eq!(compiled(&project).0, expected);
    }

    let told = |poses| {
        let mut project = project.clone();
        project.pose_assets.insert(
            POSES,
            Arc::new(PoseAsset {
                poses,
                ..asset.clone()
            }),
        );
        told_of(
            &compile(
                &project,
                &mut Cache::default(),
                crate::CompileOptions::default(),
            ),
            POSES,
        )
    };
    assert_eq!(told(all.clone()), []);
    let twice = told([all.clone(), vec![pose(3, "Fist", CLIP, 0.0)]].concat());
    assert_eq!(
        twice[0],
        (
            Some(3),
            Kind::DuplicatePoseName {
                name: "Fist".into()
            }
        )
    );
    assert!(matches!(twice[1], (None, Kind::BadPoseAsset { .. })));
    let gone = [
        all.clone(),
        vec![pose(3, "Grip", Id(99), 0.0), pose(4, "Late", CLIP, 9.0)],
    ]
    .concat();
    assert_eq!(
        told(gone),
        [
            (Some(3), Kind::ClipMissing),
            (Some(4), Kind::PoseOutside { time: 9.0 })
        ]
    );
    assert!(
        matches!(
            told(vec![all[1].clone()])[..],
            [(None, Kind::BadPoseAsset { .. })]
        ),
        "without its base"
    );
}
