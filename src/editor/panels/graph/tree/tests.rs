use super::*;
use asset::graph::nodes::{SavedPoseNode, SequencePlayerNode, SlotNode, TwoWayNode, UsedPoseNode};
use asset::graph::{Alpha, Machine, Play, State, Transition, Wiring};

fn titles(nodes: Vec<Node>, output: u64) -> Vec<(usize, String)> {
    let wiring = Wiring {
        nodes,
        output: Some(Id(output)),
        ..Wiring::default()
    };
    let graph = PoseGraph {
        wiring: wiring.into(),
        ..PoseGraph::new("PG", Id(1))
    };
    rows(&Project::default(), &graph)
        .into_iter()
        .map(|row| (row.depth, row.title))
        .collect()
}

fn named(id: u64, name: &str, kind: NodeKind) -> Node {
    Node {
        name: name.into(),
        ..Node::new(Id(id), kind)
    }
}

#[test]
fn nodes_stand_below_what_takes_them_and_a_row_of_single_links_is_not_indented() {
    let player = || {
        NodeKind::SequencePlayer(SequencePlayerNode {
            clip: None,
            play: Play::default(),
        })
    };
    let slot = |source| {
        NodeKind::Slot(SlotNode {
            source: Some(Id(source)),
            slot: "S".into(),
            always_update_source: false,
        })
    };
    let state = |id, name: &str, source| State {
        id: Id(id),
        name: name.into(),
        kind: StateKind::pose(source),
    };
    let machine = Machine {
        states: vec![state(20, "Stand", None), state(21, "Go", Some(Id(4)))],
        transitions: vec![Transition::new(Id(22), Id(20), Id(21), "true", 0.1)],
        entry: Some(Id(20)),
        ..Machine::default()
    };
    let two = |a, b| {
        NodeKind::TwoWay(TwoWayNode {
            a: Some(Id(a)),
            b: Some(Id(b)),
            alpha: Alpha::Value(0.5.into()),
            always_update_children: false,
        })
    };
    let nodes = vec![
        named(1, "slot", slot(2)),
        named(2, "two", two(3, 5)),
        named(3, "machine", NodeKind::StateMachine(machine)),
        named(4, "walk", player()),
        named(
            5,
            "use",
            NodeKind::UsedPose(UsedPoseNode { saved: Some(Id(6)) }),
        ),
        named(
            6,
            "saved",
            NodeKind::SavedPose(SavedPoseNode {
                source: Some(Id(7)),
            }),
        ),
        named(7, "run", player()),
        named(8, "loose", player()),
    ];
    let wanted = [
        (0, "Pose graph"),
        (1, "slot"),
        (1, "two"),
        (2, "machine"),
        (3, "Stand"),
        (3, "Go"),
        (4, "walk"),
        (2, "use"),
        (0, "Saved poses"),
        (1, "saved"),
        (1, "run"),
        (0, "Not connected"),
        (1, "loose"),
    ];
    assert_eq!(
        titles(nodes, 1),
        wanted.map(|(depth, title)| (depth, title.to_owned()))
    );
}

#[test]
fn a_ring_of_links_ends() {
    let nodes = vec![
        named(
            1,
            "a",
            NodeKind::SavedPose(SavedPoseNode {
                source: Some(Id(2)),
            }),
        ),
        named(
            2,
            "b",
            NodeKind::SavedPose(SavedPoseNode {
                source: Some(Id(1)),
            }),
        ),
    ];
    assert_eq!(
        titles(nodes, 1).len(),
        4,
        "the graph, both, and the saved ones once more as a heading"
    );
}
