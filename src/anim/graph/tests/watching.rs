//! Looking into an evaluation: the pose at each node, and nothing else changes.

use super::{
    GraphWatch, Node, NodeId, WatchRequest,
    adding::{still, with},
    mixing::{near, parts, standing, two},
    tests::Stage,
    transition_graphs::doubled,
};
use crate::additive::AdditiveKind;
use crate::graph::nodes::{ApplyAdditiveNode, OutputNode, SlotNode};
use glam::Quat;

impl Stage {
    /// Of bone 0, where the node has a pose.
    fn seen(&mut self, watch: &mut GraphWatch, node: NodeId) -> Option<f32> {
        let look = WatchRequest {
            node: Some(node),
            done: None,
        };
        self.with(|state, tick, _, _| {
            watch
                .look(state, tick, look)
                .map(|pose| pose.translation(0).x)
        })
    }
}

#[test]
fn each_node_shows_its_own_pose_although_another_writes_over_it() {
    let nodes = vec![
        standing(1),
        standing(2),
        two(0, 1, 0),
        Node::Slot(SlotNode {
            source: 2,
            slot: crate::Name::new("A"),
            always_update_source: false,
        }),
        Node::Output(OutputNode { source: 3 }),
    ];
    let mut stage = Stage::of(parts(nodes));
    let mut watch = GraphWatch::default();
    assert_eq!(stage.seen(&mut watch, 0), None, "before the first update");
    let last = stage.set([0.25, 0.0]);
    for (node, x) in [(0, 10.0), (1, 20.0), (2, 12.5), (3, 12.5), (4, last)] {
        near(stage.seen(&mut watch, node).unwrap(), x);
    }
    stage.set([0.0, 0.0]);
    assert_eq!(
        (stage.seen(&mut watch, 1), stage.seen(&mut watch, 99)),
        (None, None),
        "what rests, and what is not"
    );
}

#[test]
fn a_difference_shows_what_it_makes_of_the_reference_pose() {
    let nodes = vec![
        standing(1),
        standing(3),
        Node::ApplyAdditive(ApplyAdditiveNode {
            base: 0,
            additive: 1,
            alpha: 0,
            lod: -1,
            kind: AdditiveKind::Local,
            mask: None,
        }),
        Node::Output(OutputNode { source: 2 }),
    ];
    let mut stage = with(
        parts(nodes),
        vec![still(
            100,
            Some(AdditiveKind::Local),
            4.0,
            [Quat::IDENTITY; 2],
        )],
    );
    near(stage.set([0.5, 0.0]), 12.0);
    near(stage.seen(&mut GraphWatch::default(), 1).unwrap(), 4.0);
}

#[test]
fn a_node_in_the_graph_of_a_transition_is_seen_while_that_runs() {
    let mut stage = Stage::of(doubled());
    let mut watch = GraphWatch::default();
    stage.set([0.0, 0.0]);
    let is_inside = |at: &NodeId| stage.graph.nodes[usize::from(*at)].crossing.is_some();
    let last = (0..stage.graph.nodes().len() as NodeId)
        .rev()
        .find(is_inside)
        .unwrap();
    assert_eq!(stage.seen(&mut watch, last), None);
    let pose = stage.set([1.0, 0.0]);
    near(stage.seen(&mut watch, last).unwrap(), pose);
}

/// Looking is no part of the tick: state and poses are the same bits with it and without.
#[test]
fn looking_changes_nothing_and_tells_each_node_once() {
    let (mut watched, mut alone) = (Stage::of(doubled()), Stage::of(doubled()));
    let mut watch = GraphWatch::default();
    for tick in 0..60u32 {
        let values = [f64::from(tick % 21 / 7), 0.0];
        assert_eq!(watched.set(values), alone.set(values));
        let mut told = Vec::new();
        let mut done = |node: NodeId| told.push(node);
        let look = WatchRequest {
            node: Some(0),
            done: Some(&mut done),
        };
        watched.with(|state, tick, _, _| watch.look(state, tick, look).map(|pose| pose.hash()));
        let reached = |stage: &Stage, at: usize| {
            stage.graph.nodes[at].crossing.is_none() && stage.state.is_reached(at)
        };
        let wanted = (0..watched.graph.nodes().len())
            .filter(|at| reached(&watched, *at))
            .map(|at| at as NodeId);
        assert_eq!(told, wanted.collect::<Vec<_>>(), "tick {tick}");
        assert_eq!(watched.state, alone.state);
        assert_eq!(watched.evaluate(), alone.evaluate());
    }
}
