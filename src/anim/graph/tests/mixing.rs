//! Poses of nodes with several sources, against what their weights say.

use super::{
    Alpha, BoneLayer, Graph, GraphError, GraphParts, List, NO_NODE, Node, NodeId, Parameter, Play,
    SmoothingMethod, SpacePlay, Value, control::Fault, tests::Stage,
};
use crate::graph::nodes::{
    BlendSpaceNode, InertializationNode, LayeredNode, ListNode, MachineNode, OutputNode,
    SavedPoseNode, SequencePlayerNode, TwoWayNode, UsedPoseNode,
};
use crate::{
    Name,
    blend_space::{BlendSpace, BlendSpaceAxis, NotifyTrigger, Sample},
    machine::{Machine, MachineParts, Rule, Settings, State, Transition, TransitionSource},
    mask::BoneMask,
    montage::Easing,
    program::{Op, Program},
};
use std::sync::Arc;

const SECOND: usize = 30;

/// Stands still at x = 10 times its index.
pub(super) fn standing(clip: u32) -> Node {
    Node::SequencePlayer(SequencePlayerNode {
        clip: Some(clip),
        play: Some(0),
    })
}

pub(super) fn parts(nodes: Vec<Node>) -> GraphParts {
    let parameter = |name| Parameter {
        name: Name::new(name),
        default: 0.0,
        is_trigger: false,
        values: Vec::new(),
    };
    GraphParts {
        nodes,
        parameters: vec![parameter("a"), parameter("b")],
        plays: vec![Play {
            rate: Value::Number(0.0),
            ..Play::default()
        }],
        alphas: vec![
            Alpha::Value(Value::Parameter(0)),
            Alpha::Value(Value::Parameter(1)),
        ],
        ..GraphParts::default()
    }
}

pub(super) fn two(a: NodeId, b: NodeId, alpha: u16) -> Node {
    Node::TwoWay(TwoWayNode {
        a,
        b,
        alpha,
        always_update_children: false,
    })
}

impl Stage {
    pub(super) fn set(&mut self, values: [f64; 2]) -> f32 {
        self.state.parameters.copy_from_slice(&values);
        self.update();
        self.x()
    }
}

pub(super) fn near(found: f32, expected: f32) {
    assert!((found - expected).abs() < 1e-4, "{found}, not {expected}");
}

#[test]
fn two_poses_blend_by_the_part_of_the_second_and_one_without_weight_rests() {
    let mut stage = Stage::of(parts(vec![
        standing(1),
        standing(2),
        two(0, 1, 0),
        Node::Output(OutputNode { source: 2 }),
    ]));
    for (alpha, x) in [
        (0.25, 12.5),
        (0.0, 10.0),
        (1.0, 20.0),
        (7.0, 20.0),
        (-1.0, 10.0),
        (f64::NAN, 10.0),
    ] {
        near(stage.set([alpha, 0.0]), x);
        assert_eq!(
            [0, 1].map(|at| stage.state.is_reached(at)),
            [x < 20.0, x > 10.0],
            "{alpha}"
        );
    }
    let mut to_nowhere = Stage::of(parts(vec![
        standing(2),
        two(NO_NODE, 0, 0),
        Node::Output(OutputNode { source: 1 }),
    ]));
    for (alpha, x) in [(0.25, 5.0), (0.0, 0.0), (1.0, 20.0)] {
        near(to_nowhere.set([alpha, 0.0]), x);
    }
}

#[test]
fn a_list_that_inertializes_with_nothing_above_it_to_do_so_says_it_once() {
    let list = List {
        index: Value::Parameter(0),
        times: vec![0.5; 2],
        easing: Easing::Linear,
        profile: Name::NONE,
        inertializes: true,
        restarts: false,
    };
    let with = |above: bool, time: f64| {
        let mut nodes = vec![
            standing(0),
            standing(1),
            Node::List(ListNode { first: 0, list: 0 }),
        ];
        if above {
            let (method, history, jumps) = (SmoothingMethod::Offset, Default::default(), None);
            nodes.push(Node::Inertialization(InertializationNode {
                source: 2,
                method,
                history,
                jumps,
            }));
        }
        nodes.push(Node::Output(OutputNode {
            source: nodes.len() as u16 - 1,
        }));
        let list = List {
            times: vec![time; 2],
            ..list.clone()
        };
        let mut stage = Stage::of(GraphParts {
            links: vec![0, 1],
            lists: vec![list],
            ..parts(nodes)
        });
        for tick in 0..4u8 {
            stage.set([f64::from(tick % 2), 0.0]);
        }
        stage.state.faults().to_vec()
    };
    assert_eq!(with(false, 0.5), [(2, Fault::Unsmoothed)]);
    assert_eq!(with(true, 0.5), []);
    assert_eq!(with(false, 0.0), [], "no time is meant to be a jump");
}

/// Properties 05.7 and, for lists, 05.13.
#[test]
fn a_list_takes_the_longer_the_less_there_is_of_what_is_chosen() {
    let list = List {
        index: Value::Parameter(0),
        times: vec![0.5; 3],
        easing: Easing::Linear,
        profile: Name::NONE,
        inertializes: false,
        restarts: false,
    };
    let nodes = vec![
        standing(0),
        standing(1),
        standing(2),
        Node::List(ListNode { first: 0, list: 0 }),
        Node::Output(OutputNode { source: 3 }),
    ];
    let mut stage = Stage::of(GraphParts {
        links: vec![0, 1, 2],
        lists: vec![list],
        ..parts(nodes)
    });
    near(stage.set([0.0, 0.0]), 0.0);
    for step in 1..=12u8 {
        near(stage.set([1.0, 0.0]), 10.0 * f32::from(step) / 15.0);
    }
    // With 0.8 there, the rest of the half second is a fifth of it.
    for step in 1..=3u8 {
        let part = f32::from(step) / 3.0;
        let x = stage.set([0.0, 0.0]);
        let back = 1.0 - (0.2 + 0.8 * part.min(f32::from(step) / 12.0));
        near(x, 10.0 * back);
    }
    for wild in [f64::NAN, 3.0, -1.0, f64::INFINITY, 99.0] {
        (0..SECOND).for_each(|_| {
            stage.set([2.0, 0.0]);
        });
        (0..SECOND).for_each(|_| {
            stage.set([wild, 0.0]);
        });
        near(stage.x(), 0.0);
        assert!((stage.state.lists[0].weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}

#[test]
fn layers_cover_the_bones_of_their_masks_later_ones_those_before() {
    let layer = |parameter, mask: &[f32]| BoneLayer {
        weight: Value::Parameter(parameter),
        mask: BoneMask::new(mask),
    };
    let nodes = vec![
        standing(0),
        standing(1),
        standing(2),
        Node::Layered(LayeredNode {
            first: 0,
            layer: 0,
            count: 2,
            lod: -1,
            rule: Default::default(),
        }),
        Node::Output(OutputNode { source: 3 }),
    ];
    let layers = vec![layer(0, &[1.0, 0.0]), layer(1, &[0.5, 0.0])];
    let mut stage = Stage::of(GraphParts {
        links: vec![0, 1, 2],
        layers,
        ..parts(nodes)
    });
    for (weights, x) in [
        ([0.0, 0.0], 0.0),
        ([1.0, 0.0], 10.0),
        ([0.5, 0.0], 5.0),
        ([0.0, 1.0], 10.0),
        ([1.0, 1.0], 15.0),
    ] {
        near(stage.set(weights), x);
    }
    let masked = |mask: &[f32]| {
        let nodes = vec![
            standing(0),
            standing(2),
            Node::Layered(LayeredNode {
                first: 0,
                layer: 0,
                count: 1,
                lod: -1,
                rule: Default::default(),
            }),
            Node::Output(OutputNode { source: 2 }),
        ];
        let mut stage = Stage::of(GraphParts {
            links: vec![0, 1],
            layers: vec![layer(0, mask)],
            ..parts(nodes)
        });
        stage.set([1.0, 0.0])
    };
    near(masked(&[0.0, 1.0]), 0.0);
    near(masked(&[]), 0.0);
}

pub(super) fn machine(duration: f64) -> Arc<Machine> {
    let state = |at| State {
        name: Name(at),
        conduit: None,
        reset_on_entry: false,
        inertialize_reentry: false,
    };
    let link = |from: u16, to: u16, parameter| Transition {
        name: Name(1),
        from: TransitionSource::State(from),
        to,
        priority: 0,
        rule: Rule::Own(Program::new(vec![Op::Parameter(parameter)], 2).unwrap()),
        automatic: None,
        settings: Some(Settings {
            duration,
            ..Settings::default()
        }),
        least_time_away: 0.0,
        pose: None,
        mutes_source: false,
        required_group: Name::NONE,
    };
    let transitions = vec![link(0, 1, 0), link(1, 2, 1), link(1, 0, 1), link(2, 1, 0)];
    let states = (1..=3).map(state).collect();
    Arc::new(
        Machine::new(MachineParts {
            states,
            transitions,
            most_per_tick: 1,
            ..MachineParts::default()
        })
        .unwrap(),
    )
}

/// Property 05.6, as poses.
#[test]
fn the_pose_of_a_machine_is_that_of_its_transitions_one_over_the_other() {
    let nodes = vec![
        standing(0),
        standing(1),
        standing(2),
        Node::Machine(MachineNode {
            first: 0,
            machine: 0,
        }),
        Node::Output(OutputNode { source: 3 }),
    ];
    let mut stage = Stage::of(GraphParts {
        links: vec![0, 1, 2],
        machines: vec![machine(1.0)],
        ..parts(nodes)
    });
    near(stage.set([0.0, 0.0]), 0.0);
    for step in 1..=3u8 {
        near(stage.set([1.0, 0.0]), 10.0 * f32::from(step) / 30.0);
    }
    // 12 thirtieths of the first, 9 of the second: 0.42 of x = 0, 0.28 of 10, 0.30 of 20.
    (0..9).for_each(|_| {
        stage.set([0.0, 1.0]);
    });
    near(stage.x(), 2.8 + 6.0);
}

/// Properties 05.14 and 05.19.
#[test]
fn an_evaluation_changes_nothing_that_comes_later() {
    let moving = Node::SequencePlayer(SequencePlayerNode {
        clip: Some(1),
        play: Some(1),
    });
    let nodes = vec![
        standing(0),
        moving,
        standing(2),
        Node::Machine(MachineNode {
            first: 0,
            machine: 0,
        }),
        Node::Output(OutputNode { source: 3 }),
    ];
    let mut all = GraphParts {
        links: vec![0, 1, 2],
        machines: vec![machine(0.3)],
        ..parts(nodes)
    };
    all.plays.push(Play::default());
    let (mut often, mut seldom) = (Stage::of(all.clone()), Stage::of(all));
    for tick in 0..90u32 {
        let values = [f64::from(tick % 7 / 3), f64::from(tick % 11 / 6)];
        often.set(values);
        assert_eq!(often.evaluate(), often.evaluate());
        seldom.state.parameters.copy_from_slice(&values);
        seldom.update();
        if tick % 9 == 8 {
            assert_eq!(often.evaluate(), seldom.evaluate(), "tick {tick}");
        }
        assert_eq!(often.state, seldom.state);
    }
}

/// Property 05.15.
#[test]
fn a_saved_pose_is_updated_once_by_its_heaviest_use_and_read_by_all() {
    let nodes = vec![
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(2),
            play: Some(1),
        }),
        Node::SavedPose(SavedPoseNode { source: 0 }),
        Node::UsedPose(UsedPoseNode { saved: 1 }),
        Node::UsedPose(UsedPoseNode { saved: 1 }),
        standing(0),
        two(2, 4, 0),
        two(5, 3, 1),
        Node::Output(OutputNode { source: 6 }),
    ];
    let mut all = parts(nodes);
    all.plays.push(Play {
        rate: Value::Number(0.0),
        ..Play::default()
    });
    let mut stage = Stage::of(all);
    // 0.4 · (1 − 0.25) = 0.3 of the first use, 0.6 of the second.
    near(stage.set([0.25, 0.6]), 20.0 * (0.3 + 0.6));
    assert_eq!(
        (stage.state.saves[0].by, stage.state.nodes[1].weight),
        (3, 0.6)
    );
    stage.set([0.0, 0.0]);
    assert_eq!(stage.state.saves[0].by, 2);
    near(stage.set([1.0, 0.0]), 0.0);
    assert!(!stage.state.is_reached(1), "nobody uses it");
}

#[test]
fn few_poses_are_needed_however_many_nodes_there_are() {
    let mut nodes = vec![standing(0)];
    for _ in 0..50 {
        let below = nodes.len() as NodeId - 1;
        nodes.push(standing(1));
        nodes.push(two(below, below + 1, 0));
    }
    let last = nodes.len() as NodeId - 1;
    nodes.push(Node::Output(OutputNode { source: last }));
    let mut stage = Stage::of(parts(nodes));
    // Those that are laid in one pass, and what becomes of them.
    assert_eq!(stage.graph.buffer_count(), 9);
    // What is left of the deepest has no weight, and rests.
    assert!((stage.set([0.5, 0.0]) - 10.0).abs() < 1e-3);
}

#[test]
fn links_and_tables_that_are_not_there_are_refused() {
    let refused = |nodes: Vec<Node>, change: &dyn Fn(&mut GraphParts)| {
        let mut all = parts(nodes);
        change(&mut all);
        Graph::new(all).unwrap_err()
    };
    let whole = || {
        vec![
            standing(0),
            standing(1),
            two(0, 1, 0),
            Node::Output(OutputNode { source: 2 }),
        ]
    };
    assert_eq!(
        refused(whole(), &|parts| parts.plays.clear()),
        GraphError::Table(0)
    );
    assert_eq!(
        refused(whole(), &|parts| parts.alphas.clear()),
        GraphError::Table(2)
    );
    assert_eq!(
        refused(whole(), &|parts| parts.parameters.clear()),
        GraphError::Value
    );
    assert_eq!(
        refused(whole(), &|parts| parts.plays[0].rate = Value::Program(0)),
        GraphError::Value
    );
    let machine = vec![
        standing(0),
        Node::Machine(MachineNode {
            first: 0,
            machine: 0,
        }),
        Node::Output(OutputNode { source: 1 }),
    ];
    assert_eq!(
        refused(machine, &|parts| parts.links = vec![0]),
        GraphError::Loose(0)
    );
    let used = vec![
        standing(0),
        Node::UsedPose(UsedPoseNode { saved: 0 }),
        two(0, 1, 0),
        Node::Output(OutputNode { source: 2 }),
    ];
    assert_eq!(refused(used, &|_| {}), GraphError::Link(1));
    let linked = vec![
        standing(0),
        Node::SavedPose(SavedPoseNode { source: 0 }),
        Node::Output(OutputNode { source: 1 }),
    ];
    assert_eq!(refused(linked, &|_| {}), GraphError::Link(2));
}

#[test]
fn a_blend_space_fires_notifies_of_all_clips_of_the_heaviest_or_of_none() {
    let axis = BlendSpaceAxis {
        min: 0.0,
        max: 1.0,
        wrap: false,
        smoothing: Default::default(),
    };
    let samples = [0, 1, 2].map(|clip: u32| Sample {
        clip,
        at: [clip as f32 / 2.0, 0.0],
        rate: 1.0,
    });
    // The heaviest is not always the first, and the first of equals is.
    let places = [
        (0.1, &[0, 1][..], 0),
        (0.4, &[0, 1], 1),
        (0.25, &[0, 1], 0),
        (1.0, &[2], 2),
    ];
    for (at, reached, heaviest) in places {
        let fired = [
            NotifyTrigger::All,
            NotifyTrigger::HighestWeighted,
            NotifyTrigger::None,
        ]
        .map(|notifies| {
            let space = BlendSpace::new(&[axis], &samples, 0.0)
                .unwrap()
                .triggering(notifies);
            let mut stage = spaced(space);
            for clip in 0..3 {
                let step = crate::Notify {
                    id: clip,
                    time: 0.01,
                    end: 0.01,
                    ..bytemuck::Zeroable::zeroed()
                };
                Arc::make_mut(&mut stage.library.clips[clip as usize]).notifies = vec![step].into();
            }
            stage.set([at, 0.0]);
            stage
                .outcome
                .queued
                .iter()
                .map(|queued| queued.notify.id)
                .collect::<Vec<_>>()
        });
        assert_eq!(fired, [reached.to_vec(), vec![heaviest], vec![]], "{at}");
    }
}

/// A stage with a blend space alone, by its first parameter.
fn spaced(space: BlendSpace) -> Stage {
    let play = SpacePlay {
        space: Arc::new(space),
        input: [Value::Parameter(0), Value::Number(0.0)],
        looping: true,
        play: Play::default(),
    };
    let nodes = vec![
        Node::BlendSpace(BlendSpaceNode { space: 0 }),
        Node::Output(OutputNode { source: 0 }),
    ];
    Stage::of(GraphParts {
        spaces: vec![play],
        ..parts(nodes)
    })
}

/// Property 05.12, and the pose beside it.
#[test]
fn the_clips_of_a_blend_space_move_the_root_and_the_pose_by_their_weights() {
    let axis = BlendSpaceAxis {
        min: 0.0,
        max: 1.0,
        wrap: false,
        smoothing: Default::default(),
    };
    let sample = |clip: u32, at| Sample {
        clip,
        at: [at, 0.0],
        rate: 1.0,
    };
    let space = BlendSpace::new(&[axis], &[sample(0, 0.0), sample(2, 1.0)], 0.0).unwrap();
    let mut stage = spaced(space);
    near(stage.set([0.25, 0.0]), 5.0 + 1.0 / 30.0);
    assert!(stage.outcome.roots.is_empty());
    Arc::make_mut(&mut stage.library.clips[2])
        .root_motion
        .enabled = true;
    for _ in 0..2 * SECOND {
        stage.set([0.25, 0.0]);
        let [(root, weight)] = stage.outcome.roots[..] else {
            panic!("one clip moves the root")
        };
        near(root.translation.x, 1.0 / 30.0);
        near(weight, 0.25);
    }
}
