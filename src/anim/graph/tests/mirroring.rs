//! Mirrors in graphs: what is seen, and the names of what plays below.

use super::{
    Graph, GraphError, GraphParts, NO_NODE, Node, Play, Value,
    mixing::{near, parts, standing},
    tests::Stage,
};
use crate::graph::nodes::{
    ApplyAdditiveNode, MirrorNode, OutputNode, SequencePlayerNode, TwoWayNode,
};
use crate::{
    Name, Notify, Pose,
    mirror::{Axis, MirrorTable, NameSwap},
    sync::SyncMarker,
};
use bytemuck::Zeroable;
use std::sync::Arc;

const LEFT: Name = Name::new("foot_l");
const RIGHT: Name = Name::new("foot_r");

fn mirrored(nodes: Vec<Node>) -> GraphParts {
    let skeleton = crate::fixture::chain(2);
    let table =
        |axis| MirrorTable::new(&skeleton, axis, &[0, 1], NameSwap::new(&[(LEFT, RIGHT)])).unwrap();
    let mut all = parts(nodes);
    all.plays.push(Play {
        group: Name(9),
        ..Play::default()
    });
    GraphParts {
        mirrors: vec![Arc::new(table(Axis::X)), Arc::new(table(Axis::Z))],
        ..all
    }
}

fn mirror(source: u16, on: Value) -> Node {
    Node::Mirror(MirrorNode {
        source,
        mirror: 0,
        on,
    })
}

fn moving(clip: u32) -> Node {
    Node::SequencePlayer(SequencePlayerNode {
        clip: Some(clip),
        play: Some(1),
    })
}

#[test]
fn a_pose_is_reflected_while_the_mirror_is_on() {
    let nodes = vec![
        standing(1),
        mirror(0, Value::Parameter(0)),
        Node::Output(OutputNode { source: 1 }),
    ];
    let mut stage = Stage::of(mirrored(nodes));
    for (on, x) in [(1.0, -10.0), (0.0, 10.0), (7.0, -10.0), (f64::NAN, 10.0)] {
        near(stage.set([on, 0.0]), x);
    }
    let mut plain = Pose::default();
    stage.library.clips[1].sample(&stage.skeleton, 0.0, &mut plain);
    assert_eq!(stage.evaluate(), plain, "bit for bit");
    let mut nothing = Stage::of(mirrored(vec![
        mirror(NO_NODE, Value::Number(1.0)),
        Node::Output(OutputNode { source: 0 }),
    ]));
    nothing.update();
    assert_eq!(nothing.evaluate(), Pose::reference(&nothing.skeleton));
}

#[test]
fn what_passes_below_a_mirror_has_the_names_of_the_other_side() {
    for (mirrors, name, way) in [
        (0, LEFT, 1.0),
        (1, RIGHT, -1.0),
        (2, LEFT, 1.0),
        (3, RIGHT, -1.0),
    ] {
        let mut nodes = vec![moving(1)];
        (0..mirrors).for_each(|at| nodes.push(mirror(at, Value::Number(1.0))));
        nodes.push(Node::Output(OutputNode { source: mirrors }));
        let mut stage = Stage::of(mirrored(nodes));
        let clip = Arc::make_mut(&mut stage.library.clips[1]);
        let step = Notify {
            id: 1,
            name: LEFT,
            chance: 1.0,
            ..Notify::zeroed()
        };
        (clip.notifies, clip.root_motion.enabled) = (vec![step].into(), true);
        stage.update();
        let [queued] = &stage.outcome.queued[..] else {
            panic!("one step")
        };
        assert_eq!(queued.notify.name, name, "{mirrors} mirrors");
        let [(root, _)] = stage.outcome.roots[..] else {
            panic!("one root")
        };
        near(root.translation.x, way / 30.0);
    }
}

/// The left foot of one is the right foot of the other: they walk in step.
#[test]
fn players_of_a_group_are_in_step_by_the_names_that_are_seen() {
    let placed = |is_mirrored: f64| {
        let nodes = vec![
            moving(1),
            moving(2),
            mirror(1, Value::Number(is_mirrored)),
            Node::TwoWay(TwoWayNode {
                a: 0,
                b: 2,
                alpha: 0,
                always_update_children: true,
            }),
            Node::Output(OutputNode { source: 3 }),
        ];
        let mut stage = Stage::of(mirrored(nodes));
        for (clip, first) in [(1, LEFT), (2, RIGHT)] {
            let second = if first == LEFT { RIGHT } else { LEFT };
            let markers = [SyncMarker::new(first, 0.25), SyncMarker::new(second, 0.75)];
            Arc::make_mut(&mut stage.library.clips[clip]).markers = markers.as_slice().into();
        }
        (0..12).for_each(|_| {
            stage.set([0.25, 0.0]);
        });
        [0, 1].map(|at| stage.state.players[at].newest().unwrap().at.time as f32)
    };
    let [leader, follower] = placed(1.0);
    near(leader, follower);
    let [leader, follower] = placed(0.0);
    near((leader + 0.5) % 1.0, follower);
}

#[test]
fn a_mirror_that_is_not_there_and_a_difference_in_one_are_refused() {
    let nodes = vec![
        standing(1),
        mirror(0, Value::Number(1.0)),
        Node::Output(OutputNode { source: 1 }),
    ];
    let none = GraphParts {
        mirrors: Vec::new(),
        ..mirrored(nodes)
    };
    assert_eq!(Graph::new(none), Err(GraphError::Table(1)));
    let nodes = vec![
        standing(1),
        mirror(0, Value::Parameter(7)),
        Node::Output(OutputNode { source: 1 }),
    ];
    assert_eq!(Graph::new(mirrored(nodes)), Err(GraphError::Value));
    let nodes = vec![
        standing(1),
        mirror(0, Value::Number(1.0)),
        Node::ApplyAdditive(ApplyAdditiveNode {
            base: NO_NODE,
            additive: 1,
            alpha: 0,
            lod: -1,
            kind: Default::default(),
            mask: None,
        }),
        Node::Output(OutputNode { source: 2 }),
    ];
    assert_eq!(Graph::new(mirrored(nodes)), Err(GraphError::Kind(1)));
}
