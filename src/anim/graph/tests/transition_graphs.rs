//! Transitions with a graph of their own, parameters that are driven, and graphs over the pose of
//! another one.

use super::{
    Graph, GraphError, GraphParts, Node, TransitionEnd, Value,
    mixing::{near, parts, standing, two},
    tests::Stage,
};
use crate::graph::nodes::{
    ApplyAdditiveNode, InputPoseNode, LayeredNode, MachineNode, OutputNode, SavedPoseNode,
    TransitionPoseNode, UsedPoseNode,
};
use crate::{
    Name,
    machine::{
        Logic, Machine, MachineError, MachineParts, Rule, Settings, State, Transition,
        TransitionSource,
    },
    program::{Op, Program, Query},
};
use proptest::prelude::*;
use std::sync::Arc;

const DURATION: f64 = 1.0;

fn state(name: u64) -> State {
    State {
        name: Name(name),
        conduit: None,
        reset_on_entry: false,
        inertialize_reentry: false,
    }
}

/// To a state while the first parameter is its index.
fn into_state(to: u16, pose: Option<u16>) -> Transition {
    let is_wanted = vec![Op::Equal, Op::Parameter(0), Op::Number(to.into())];
    Transition {
        name: Name(100 + u64::from(to)),
        from: TransitionSource::Alias(0),
        to,
        priority: 0,
        rule: Rule::Own(Program::new(is_wanted, 2).unwrap()),
        automatic: None,
        settings: Some(Settings {
            duration: DURATION,
            logic: Logic::Custom,
            ..Settings::default()
        }),
        least_time_away: 0.0,
        pose,
        mutes_source: false,
        required_group: Name::NONE,
    }
}

/// Three states, at x = 0, 10 and 20.
fn machine(transitions: Vec<Transition>, poses: u16) -> MachineParts {
    let (states, aliases) = ((1..=3).map(state).collect(), vec![None]);
    MachineParts {
        states,
        transitions,
        aliases,
        poses,
        most_per_tick: 3,
        ..MachineParts::default()
    }
}

fn end(end: TransitionEnd) -> Node {
    Node::TransitionPose(TransitionPoseNode { end })
}

/// A two-way blend of the ends by twice what the transition's alpha is, in front of the machine.
pub(super) fn doubled() -> GraphParts {
    let program = vec![
        Op::Min,
        Op::Number(1.0),
        Op::Multiply,
        Op::Number(2.0),
        Op::Query(Query::TransitionAlpha),
    ];
    let nodes = vec![
        standing(0),
        standing(1),
        standing(2),
        end(TransitionEnd::From),
        end(TransitionEnd::To),
        two(3, 4, 0),
        Node::Machine(MachineNode {
            first: 0,
            machine: 0,
        }),
        Node::Output(OutputNode { source: 6 }),
    ];
    let transitions = vec![
        into_state(1, Some(0)),
        into_state(2, None),
        into_state(0, None),
    ];
    GraphParts {
        links: vec![0, 1, 2, 5],
        machines: vec![Arc::new(Machine::new(machine(transitions, 1)).unwrap())],
        programs: vec![Program::new(program, 2).unwrap()],
        alphas: vec![super::Alpha::Value(Value::Program(0))],
        ..parts(nodes)
    }
}

#[test]
fn a_transition_shows_what_its_graph_makes_of_its_ends() {
    let mut stage = Stage::of(doubled());
    near(stage.set([0.0, 0.0]), 0.0);
    for tick in 1..=30u8 {
        near(
            stage.set([1.0, 0.0]),
            (f32::from(tick) / 15.0).min(1.0) * 10.0,
        );
    }
    near(stage.set([1.0, 0.0]), 10.0);
    // The ones without a graph blend as any other, also over the one that has one.
    for tick in 1..=15u8 {
        near(stage.set([2.0, 0.0]), 10.0 + 10.0 * f32::from(tick) / 30.0);
    }
}

#[test]
fn one_that_is_interrupted_is_what_the_next_one_leaves() {
    let mut stage = Stage::of(doubled());
    stage.set([0.0, 0.0]);
    let before = (0..6).map(|_| stage.set([1.0, 0.0])).last().unwrap();
    near(before, 4.0);
    // 7/30 of the first, doubled, under 1/30 of the second.
    let first = 10.0 * 14.0 / 30.0;
    near(stage.set([2.0, 0.0]), first + (20.0 - first) / 30.0);
    // Back into the first while it is under way: its graph shows the newer, the older one blends.
    let older = 10.0 * 8.0 / 30.0;
    let middle = older + (20.0 - older) * 2.0 / 30.0;
    near(stage.set([1.0, 0.0]), middle + (10.0 - middle) * 2.0 / 30.0);
}

#[test]
fn its_nodes_rest_while_it_does_and_both_ends_go_on_while_it_runs() {
    let mut stage = Stage::of(doubled());
    let reached = |stage: &Stage| [0, 1, 3, 5].map(|at| stage.state.is_reached(at));
    stage.set([0.0, 0.0]);
    assert_eq!(reached(&stage), [true, false, false, false]);
    stage.set([1.0, 0.0]);
    assert_eq!(reached(&stage), [true, true, true, true]);
    for _ in 0..28 {
        stage.set([1.0, 0.0]);
    }
    // The ends go on although the blend in the graph takes nothing of the first one by now.
    assert_eq!(reached(&stage), [true, true, false, true]);
    for _ in 0..2 {
        stage.set([1.0, 0.0]);
    }
    assert_eq!(reached(&stage), [false, true, false, false]);
}

#[test]
fn what_shows_an_end_of_a_transition_stands_in_the_graph_of_one() {
    let refused = |nodes: Vec<Node>| Graph::new(GraphParts { ..parts(nodes) }).unwrap_err();
    let loose = vec![
        end(TransitionEnd::From),
        Node::Output(OutputNode { source: 0 }),
    ];
    assert_eq!(refused(loose), GraphError::Crossing(0));
    let saved = vec![
        end(TransitionEnd::To),
        Node::SavedPose(SavedPoseNode { source: 0 }),
        Node::UsedPose(UsedPoseNode { saved: 1 }),
        Node::Output(OutputNode { source: 2 }),
    ];
    assert_eq!(refused(saved), GraphError::Crossing(0));
    let of_no_graph = Machine::new(machine(vec![into_state(1, Some(1))], 1)).unwrap_err();
    assert_eq!(of_no_graph, MachineError::Pose(0));
    let missing = GraphParts {
        links: vec![0, 1, 2],
        ..doubled()
    };
    assert_eq!(
        Graph::new(missing).unwrap_err(),
        GraphError::Loose(0),
        "a machine without all its links has none"
    );
}

#[test]
fn a_driven_parameter_is_worked_out_in_every_update_whatever_a_game_set() {
    let sum = Program::new(vec![Op::Add, Op::Parameter(0), Op::Number(1.0)], 2).unwrap();
    let nodes = vec![
        standing(0),
        standing(1),
        two(0, 1, 1),
        Node::Output(OutputNode { source: 2 }),
    ];
    let driven = vec![(1, Value::Program(0)), (0, Value::Number(0.25))];
    let mut stage = Stage::of(GraphParts {
        programs: vec![sum.clone()],
        driven,
        ..parts(nodes.clone())
    });
    near(stage.set([-0.5, 77.0]), 5.0);
    near(stage.set([f64::NAN, 77.0]), 0.0);
    assert_eq!(
        stage.state.parameter(Name::new("a")),
        Some(0.25),
        "in their order"
    );
    let unknown = GraphParts {
        driven: vec![(2, Value::Number(0.0))],
        ..parts(nodes.clone())
    };
    assert_eq!(Graph::new(unknown).unwrap_err(), GraphError::Value);
    let by_nothing = GraphParts {
        driven: vec![(1, Value::Program(3))],
        programs: vec![sum],
        ..parts(nodes)
    };
    assert_eq!(Graph::new(by_nothing).unwrap_err(), GraphError::Value);
}

#[test]
fn a_graph_works_over_the_pose_that_it_is_given() {
    let nodes = vec![
        Node::InputPose(InputPoseNode),
        standing(1),
        two(0, 1, 0),
        Node::Output(OutputNode { source: 2 }),
    ];
    let mut stage = Stage::of(parts(nodes));
    near(stage.set([0.5, 0.0]), 5.0);
    let mut given = stage.evaluate();
    given.set_translation(0, glam::Vec3::new(40.0, 0.0, 0.0));
    stage.input = Some(given);
    near(stage.set([0.0, 0.0]), 40.0);
    near(stage.set([0.25, 0.0]), 32.5);
}

proptest! {
    /// Whatever interrupts what: the pose lies among the states, a second evaluation gives the same
    /// bits, and one that was never evaluated before shows the same.
    #[test]
    fn any_sequence_of_transitions_shows_a_pose_among_its_states(
        wanted in prop::collection::vec((0u8..3, 0.0f64..0.4), 1..60),
    ) {
        let (mut stage, mut rare) = (Stage::of(doubled()), Stage::of(doubled()));
        for (wanted, dt) in wanted {
            (stage.dt, rare.dt) = (dt, dt);
            let x = stage.set([f64::from(wanted), 0.0]);
            prop_assert!((-1e-4..=20.0 + 1e-4).contains(&x), "{x}");
            prop_assert_eq!(stage.evaluate(), stage.evaluate());
            rare.state.parameters.copy_from_slice(&[f64::from(wanted), 0.0]);
            rare.update();
            prop_assert_eq!(stage.state.transition, None);
        }
        prop_assert_eq!(rare.evaluate(), stage.evaluate());
    }
}

#[test]
fn above_its_level_of_detail_nothing_is_added_and_nothing_covers() {
    let added = |lod| {
        Node::ApplyAdditive(ApplyAdditiveNode {
            base: 0,
            additive: 1,
            alpha: 0,
            lod,
            kind: Default::default(),
            mask: None,
        })
    };
    let covered = |lod| {
        Node::Layered(LayeredNode {
            first: 0,
            layer: 0,
            count: 1,
            lod,
            rule: Default::default(),
        })
    };
    let layer = super::BoneLayer {
        weight: Value::Number(1.0),
        mask: crate::mask::BoneMask::new(&[1.0, 1.0]),
    };
    for (node, there, gone) in [(added as fn(i8) -> Node, 10.0, 10.0), (covered, 20.0, 10.0)] {
        let parts = |lod| GraphParts {
            links: vec![0, 1],
            layers: vec![layer.clone()],
            ..parts(vec![
                standing(1),
                standing(2),
                node(lod),
                Node::Output(OutputNode { source: 2 }),
            ])
        };
        for threshold in [-1, 0, 1] {
            let mut stage = Stage::of(parts(threshold));
            for lod in 0..3u8 {
                stage.lod = lod.into();
                let runs = threshold < 0 || i8::try_from(lod).unwrap() <= threshold;
                let x = stage.set([1.0, 0.0]);
                assert_eq!(
                    stage.state.is_reached(1),
                    runs,
                    "threshold {threshold}, level {lod}"
                );
                if !runs {
                    near(x, gone);
                } else if there > gone {
                    near(x, there);
                } else {
                    assert!((x - gone).abs() > 1.0, "{x}");
                }
            }
        }
    }
}

#[test]
fn an_entry_that_leads_nowhere_is_told_once() {
    let mut parts = machine(vec![], 0);
    let never = Rule::Own(Program::new(vec![Op::Number(0.0)], 2).unwrap());
    parts.states[0].conduit = Some(never);
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
    let links = vec![0, 1, 2];
    let machines = vec![Arc::new(Machine::new(parts).unwrap())];
    let mut stage = Stage::of(GraphParts {
        links,
        machines,
        ..super::mixing::parts(nodes)
    });
    (0..5).for_each(|_| assert_eq!(stage.set([0.0, 0.0]), 10.0));
    assert_eq!(stage.state.faults(), [(3, super::control::Fault::Entry)]);
}
