use crate::{Command, Document, EditError, GraphCommand, ItemCommand, ProjectCommand, edits};
use asset::graph::nodes::{SavedPoseNode, SequencePlayerNode, TwoWayNode, UsedPoseNode};
use asset::{
    Id, PoseGraph,
    graph::{
        Alpha, Comment, Input, Machine, Node, NodeKind, Parameter, ParameterKind, Play, Preset,
        Setting, SharedRule, State, StateKind, Transition,
    },
};

const GRAPH: Id = Id(200);

fn document() -> Document {
    let mut document = edits::document();
    let add = ProjectCommand::Add(GRAPH, PoseGraph::new(" PG ", edits::RIG).into());
    assert_eq!(document.perform(&Command::Project(add), None), Ok(true));
    assert_eq!(document.project().graphs[&GRAPH].name, "PG");
    document
}

fn graph(document: &Document) -> &PoseGraph {
    &document.project().graphs[&GRAPH]
}

fn act(document: &mut Document, command: GraphCommand) -> Result<bool, EditError> {
    let (root, command) = (document.project().clone(), Command::Graph(GRAPH, command));
    let result = document.perform(&command, None);
    if result != Ok(true) {
        assert!(
            std::sync::Arc::ptr_eq(&root, document.project()),
            "a refused edit changes nothing"
        );
    }
    result
}

fn player(id: u64) -> Node {
    Node::new(
        Id(id),
        NodeKind::SequencePlayer(SequencePlayerNode {
            clip: Some(edits::CLIP),
            play: Play::default(),
        }),
    )
}

fn two_way(id: u64, alpha: Input) -> Node {
    let alpha = Alpha::Value(alpha);
    Node::new(
        Id(id),
        NodeKind::TwoWay(TwoWayNode {
            a: None,
            b: None,
            alpha,
            always_update_children: false,
        }),
    )
}

fn link(node: u64, pin: usize, source: u64) -> GraphCommand {
    GraphCommand::Link {
        node: Id(node),
        pin,
        source: Some(Id(source)),
    }
}

fn sources(document: &Document, node: u64) -> Vec<Option<u64>> {
    let pins = graph(document).wiring.node(Id(node)).unwrap().kind.pins();
    pins.iter().map(|pin| pin.source.map(|id| id.0)).collect()
}

/// Two players under a two-way blend, which is the output.
fn linked() -> Document {
    let mut document = document();
    for node in [player(1), player(2), two_way(3, "Speed".into())] {
        assert_eq!(
            act(&mut document, GraphCommand::AddNode(Box::new(node))),
            Ok(true)
        );
    }
    for command in [
        link(3, 0, 1),
        link(3, 1, 2),
        GraphCommand::SetOutput(Some(Id(3))),
    ] {
        assert_eq!(act(&mut document, command), Ok(true));
    }
    document
}

#[test]
fn a_pose_goes_to_one_place_and_never_back() {
    let mut it = linked();
    assert_eq!(sources(&it, 3), [Some(1), Some(2)]);
    assert_eq!(act(&mut it, link(3, 0, 1)), Ok(false));
    assert_eq!(act(&mut it, link(3, 1, 1)), Ok(true));
    assert_eq!(sources(&it, 3), [None, Some(1)], "the former link is gone");
    assert_eq!(act(&mut it, GraphCommand::SetOutput(Some(Id(1)))), Ok(true));
    for (node, pin, source, expected) in [
        (3, 0, 3, EditError::Cycle),
        (3, 0, 99, EditError::ItemMissing),
        (99, 0, 1, EditError::ItemMissing),
        (3, 2, 1, EditError::ItemMissing),
        (1, 0, 2, EditError::ItemMissing),
    ] {
        assert_eq!(
            act(&mut it, link(node, pin, source)),
            Err(expected),
            "{node} {pin} {source}"
        );
    }
    assert_eq!(
        act(&mut it, GraphCommand::SetOutput(Some(Id(99)))),
        Err(EditError::ItemMissing)
    );
    act(
        &mut it,
        GraphCommand::AddNode(Box::new(two_way(4, 0.5.into()))),
    )
    .unwrap();
    act(&mut it, link(4, 0, 3)).unwrap();
    assert_eq!(act(&mut it, link(3, 0, 4)), Err(EditError::Cycle));
    let saved = Node::new(
        Id(5),
        NodeKind::SavedPose(SavedPoseNode {
            source: Some(Id(4)),
        }),
    );
    let used = Node::new(
        Id(6),
        NodeKind::UsedPose(UsedPoseNode { saved: Some(Id(5)) }),
    );
    act(&mut it, GraphCommand::AddNode(Box::new(saved))).unwrap();
    act(&mut it, GraphCommand::AddNode(Box::new(used))).unwrap();
    assert_eq!(
        act(&mut it, link(3, 0, 6)),
        Err(EditError::Cycle),
        "by way of a saved pose"
    );
}

#[test]
fn nodes_that_go_take_their_links_and_places_along() {
    let mut it = linked();
    act(
        &mut it,
        GraphCommand::Place(vec![(Id(1), [1.0, 2.0]), (Id(2), [3.0, 4.0])]),
    )
    .unwrap();
    let wiring = graph(&it).wiring.clone();
    act(&mut it, GraphCommand::Place(vec![(Id(1), [5.0, 2.0])])).unwrap();
    assert!(
        std::sync::Arc::ptr_eq(&wiring, &graph(&it).wiring),
        "moving a node is nothing to compile"
    );
    assert_eq!(
        act(&mut it, GraphCommand::RemoveNodes(vec![Id(1), Id(99)])),
        Err(EditError::ItemMissing)
    );
    assert_eq!(
        act(&mut it, GraphCommand::RemoveNodes(vec![Id(1)])),
        Ok(true)
    );
    assert_eq!(
        (sources(&it, 3), graph(&it).layout.places.len()),
        (vec![None, Some(2)], 1)
    );
    act(&mut it, GraphCommand::RemoveNodes(vec![Id(3)])).unwrap();
    assert_eq!(graph(&it).wiring.output, None);
    while it.undo() {}
    assert!(it.project().graphs.is_empty());
}

#[test]
fn ids_and_names_are_each_ones_own() {
    let mut it = linked();
    let parameter =
        |id, name: &str| Parameter::new(Id(id), name, ParameterKind::Bool { default: false });
    assert_eq!(
        act(&mut it, GraphCommand::AddNode(Box::new(player(3)))),
        Err(EditError::IdTaken)
    );
    assert_eq!(
        act(
            &mut it,
            GraphCommand::Parameter(ItemCommand::Add(parameter(3, "A")))
        ),
        Err(EditError::IdTaken)
    );
    assert_eq!(
        act(
            &mut it,
            GraphCommand::Parameter(ItemCommand::Add(parameter(10, " A ")))
        ),
        Ok(true)
    );
    let taken = |name: &str| Err(EditError::NameTaken { name: name.into() });
    assert_eq!(
        act(
            &mut it,
            GraphCommand::Parameter(ItemCommand::Add(parameter(11, "A")))
        ),
        taken("A")
    );
    let name = "2A".to_owned();
    assert_eq!(
        act(
            &mut it,
            GraphCommand::Parameter(ItemCommand::Add(parameter(11, "2A")))
        ),
        Err(EditError::NotAName { name })
    );
    assert_eq!(
        act(&mut it, GraphCommand::SetNode(Box::new(player(99)))),
        Err(EditError::ItemMissing)
    );
    let state = |id, name: &str| State {
        id: Id(id),
        name: name.into(),
        kind: StateKind::pose(None),
    };
    let machine = |states: Vec<State>| {
        Node::new(
            Id(20),
            NodeKind::StateMachine(Machine {
                states,
                ..Machine::default()
            }),
        )
    };
    let add = |states| GraphCommand::AddNode(Box::new(machine(states)));
    assert_eq!(
        act(&mut it, add(vec![state(3, "A")])),
        Err(EditError::IdTaken)
    );
    assert_eq!(
        act(&mut it, add(vec![state(21, "A"), state(21, "B")])),
        Err(EditError::IdTaken)
    );
    assert_eq!(
        act(&mut it, add(vec![state(21, "A"), state(22, " A")])),
        taken("A")
    );
    assert_eq!(
        act(&mut it, add(vec![state(21, " ")])),
        Err(EditError::NameEmpty)
    );
    assert_eq!(
        act(&mut it, add(vec![state(21, "A"), state(22, "B")])),
        Ok(true)
    );
    assert_eq!(
        act(
            &mut it,
            GraphCommand::SetNode(Box::new(machine(vec![state(21, "A")])))
        ),
        Ok(true)
    );
    assert_eq!(
        act(&mut it, GraphCommand::AddNode(Box::new(player(22)))),
        Ok(true),
        "free again"
    );
}

#[test]
fn a_renamed_parameter_is_renamed_in_every_expression() {
    let mut it = linked();
    let speed = |name: &str| {
        Parameter::new(
            Id(10),
            name,
            ParameterKind::Float {
                default: 0.0,
                range: None,
            },
        )
    };
    let machine = Machine {
        states: vec![State {
            id: Id(21),
            name: "A".into(),
            kind: StateKind::Conduit {
                rule: "Speed > 0".into(),
            },
        }],
        transitions: vec![Transition::new(
            Id(22),
            Id(21),
            Id(21),
            "not (Speed < 1)",
            0.1,
        )],
        ..Machine::default()
    };
    let rule = SharedRule {
        id: Id(30),
        name: "fast".into(),
        text: "Speed > 5".into(),
    };
    for command in [
        GraphCommand::Parameter(ItemCommand::Add(speed("Speed"))),
        GraphCommand::AddNode(Box::new(Node::new(Id(20), NodeKind::StateMachine(machine)))),
        GraphCommand::Rule(ItemCommand::Put(rule)),
        GraphCommand::Preset(ItemCommand::Put(Preset {
            id: Id(31),
            name: "run".into(),
            values: [(Id(10), Setting::Number(5.0))].into(),
        })),
        GraphCommand::Parameter(ItemCommand::Set(speed("Pace"))),
    ] {
        assert_eq!(act(&mut it, command), Ok(true));
    }
    let mut wiring = (*graph(&it).wiring).clone();
    let mut texts = Vec::new();
    wiring.for_each_text(&mut |text| texts.push(text.clone()));
    texts.sort();
    assert_eq!(texts, ["Pace", "Pace > 0", "Pace > 5", "not (Pace < 1)"]);
    assert_eq!(
        act(
            &mut it,
            GraphCommand::Parameter(ItemCommand::Set(speed("Pace")))
        ),
        Ok(false)
    );
    assert_eq!(
        act(
            &mut it,
            GraphCommand::Parameter(ItemCommand::Remove(Id(10)))
        ),
        Ok(true)
    );
    assert!(graph(&it).wiring.presets[0].values.is_empty());
    assert_eq!(
        act(
            &mut it,
            GraphCommand::Parameter(ItemCommand::Remove(Id(10)))
        ),
        Err(EditError::ItemMissing)
    );
}

#[test]
fn what_no_file_could_hold_is_refused() {
    let mut it = linked();
    let bad = |bad: f64| {
        let kind = ParameterKind::Float {
            default: bad,
            range: None,
        };
        [
            GraphCommand::SetNode(Box::new(two_way(3, bad.into()))),
            GraphCommand::Parameter(ItemCommand::Add(Parameter::new(Id(10), "A", kind))),
            GraphCommand::Place(vec![(Id(1), [bad as f32, 0.0])]),
            GraphCommand::Comment(ItemCommand::Put(Comment {
                id: Id(40),
                text: String::new(),
                page: None,
                at: [0.0; 2],
                size: [bad as f32, 1.0],
                color: 0,
            })),
            GraphCommand::Preset(ItemCommand::Put(Preset {
                id: Id(31),
                name: String::new(),
                values: [(Id(10), Setting::Number(bad))].into(),
            })),
        ]
    };
    for value in [f64::NAN, f64::INFINITY] {
        for command in bad(value) {
            let result = act(&mut it, command.clone());
            assert!(
                matches!(result, Err(EditError::OutOfRange { .. })),
                "{command:?}: {result:?}"
            );
        }
    }
    for command in bad(1.0) {
        assert_eq!(act(&mut it, command), Ok(true));
    }
    assert_eq!(
        act(&mut it, GraphCommand::Comment(ItemCommand::Remove(Id(40)))),
        Ok(true)
    );
    assert_eq!(
        act(&mut it, GraphCommand::Comment(ItemCommand::Remove(Id(40)))),
        Err(EditError::ItemMissing)
    );
}

#[test]
fn a_clip_in_a_graph_stays_in_the_project_until_the_graph_lets_go() {
    let mut it = linked();
    let delete = Command::Project(ProjectCommand::DeleteAsset(edits::CLIP));
    assert_eq!(
        it.perform(&delete, None),
        Err(EditError::InUse {
            by: vec!["PG".into()]
        })
    );
}
