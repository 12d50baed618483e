//! What rules ask of the pose and of the player that matters, and poses that are told by a stream.

use super::{
    Alpha, Graph, GraphParts, GraphState, LiveFrame, NO_NODE, Node, NodeId, Play, SpacePlay, Value,
    tests::Stage,
};
use crate::graph::nodes::{
    BlendSpaceNode, CurveSourceNode, LivePoseNode, MachineNode, OutputNode, ReferencePoseNode,
    SequencePlayerNode, TwoWayNode,
};
use crate::{
    Clip, Name, Pose, Skeleton, Transform,
    blend_space::{BlendSpace, BlendSpaceAxis, Sample},
    machine::{Machine, MachineParts, Rule, Settings, State, Transition, TransitionSource},
    notify::flag,
    program::{Op, Program, Query},
    sync::SyncMarker,
};
use glam::Vec3;
use std::sync::Arc;

const FOOT: Name = Name(41);
const STEP: Name = Name(42);
const DT: f64 = 1.0 / 30.0;

/// Of two states over nodes 0 and 1, with a way from the first to the second.
fn machine(rule: Vec<Op>) -> Arc<Machine> {
    let state = |at| State {
        name: Name(at),
        conduit: None,
        reset_on_entry: false,
        inertialize_reentry: false,
    };
    let way = Transition {
        name: Name(1),
        from: TransitionSource::State(0),
        to: 1,
        priority: 0,
        rule: Rule::Own(Program::new(rule, 0).unwrap()),
        automatic: None,
        settings: Some(Settings {
            duration: 0.0,
            ..Settings::default()
        }),
        least_time_away: 0.0,
        pose: None,
        mutes_source: false,
        required_group: Name::NONE,
    };
    let (states, transitions) = ((1..=2).map(state).collect(), vec![way]);
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

fn space(restarts: bool) -> SpacePlay {
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
    SpacePlay {
        space: Arc::new(BlendSpace::new(&[axis], &[sample(2, 0.0), sample(0, 1.0)], 0.0).unwrap()),
        input: [Value::Number(0.75), Value::Number(0.0)],
        looping: true,
        play: Play {
            restarts,
            ..Play::default()
        },
    }
}

/// A second of clip 0, with a foot at these times and a step between two more, in the first state.
fn stage(first: Node, query: Query, feet: &[f32], span: [f32; 2]) -> Stage {
    stage_of(first, vec![Op::Query(query)], feet, span)
}

fn stage_of(first: Node, rule: Vec<Op>, feet: &[f32], [begin, end]: [f32; 2]) -> Stage {
    let nodes = vec![
        first,
        Node::ReferencePose(ReferencePoseNode),
        Node::Machine(MachineNode {
            first: 0,
            machine: 0,
        }),
        Node::Output(OutputNode { source: 2 }),
    ];
    let machines = vec![machine(rule)];
    let parts = GraphParts {
        nodes,
        links: vec![0, 1],
        machines,
        spaces: vec![space(true)],
        ..GraphParts::default()
    };
    let mut stage = Stage::of(parts);
    let notify = |name| crate::Notify {
        id: 1,
        name,
        time: begin,
        end,
        ..bytemuck::Zeroable::zeroed()
    };
    let covers = crate::Notify {
        flags: flag::STATE,
        ..notify(STEP)
    };
    let clip = Clip {
        markers: feet.iter().map(|at| SyncMarker::new(FOOT, *at)).collect(),
        notifies: vec![
            covers,
            crate::Notify {
                id: 2,
                ..notify(FOOT)
            },
        ]
        .into(),
        ..(*stage.library.clips[0]).clone()
    };
    stage.library.clips[0] = Arc::new(clip);
    stage
}

/// In how many ticks the first state is left; None where it is not within two seconds.
fn left_after(mut stage: Stage) -> Option<usize> {
    (0..60).find(|_| {
        stage.update();
        stage.state.machines[0].current() == Some(1)
    })
}

fn player() -> Node {
    Node::SequencePlayer(SequencePlayerNode {
        clip: Some(0),
        play: None,
    })
}

#[test]
fn a_marker_counts_in_the_tick_after_it_was_passed() {
    for first in [player(), Node::BlendSpace(BlendSpaceNode { space: 0 })] {
        let passed =
            |feet: &[f32]| left_after(stage(first, Query::MarkerPassed(FOOT), feet, [0.0, 0.0]));
        // The first tick travels from 0 to 1/30, and the second asks.
        assert_eq!(passed(&[0.01]), Some(1), "{first:?}");
        assert_eq!(passed(&[0.48]), Some(15), "{first:?}");
        assert_eq!(passed(&[0.99]), Some(30), "{first:?}");
        assert_eq!(
            passed(&[0.0]),
            Some(1),
            "the first instant belongs to the first travel"
        );
        assert_eq!(passed(&[]), None, "{first:?}");
        let other = stage(first, Query::MarkerPassed(STEP), &[0.5], [0.2, 0.4]);
        assert_eq!(left_after(other), None, "another name");
    }
    let later = [
        Op::And(2),
        Op::Query(Query::MarkerPassed(FOOT)),
        Op::Greater,
        Op::Query(Query::TimeInState),
    ];
    let rule = [&later[..], &[Op::Number(0.3)]].concat();
    for first in [player(), Node::BlendSpace(BlendSpaceNode { space: 0 })] {
        let found = left_after(stage_of(first, rule.clone(), &[0.02], [0.0, 0.0]));
        assert_eq!(
            found,
            Some(31),
            "it is passed again after a turn: {first:?}"
        );
    }
    let nobody = stage(
        Node::ReferencePose(ReferencePoseNode),
        Query::MarkerPassed(FOOT),
        &[0.01],
        [0.0, 0.0],
    );
    assert_eq!(left_after(nobody), None);
}

#[test]
fn a_notify_state_is_active_from_its_begin_until_before_its_end() {
    for first in [player(), Node::BlendSpace(BlendSpaceNode { space: 0 })] {
        let active = |query, span| left_after(stage(first, query, &[], span));
        assert_eq!(
            active(Query::NotifyActive(STEP), [0.0, 0.2]),
            Some(1),
            "{first:?}"
        );
        assert_eq!(
            active(Query::NotifyActive(STEP), [0.49, 0.52]),
            Some(15),
            "{first:?}"
        );
        assert_eq!(
            active(Query::NotifyActive(STEP), [0.505, 0.525]),
            None,
            "between two ticks: {first:?}"
        );
        assert_eq!(
            active(Query::NotifyActive(FOOT), [0.0, 0.9]),
            None,
            "an instant is not active"
        );
    }
    assert_eq!(
        left_after(stage(
            Node::ReferencePose(ReferencePoseNode),
            Query::NotifyActive(STEP),
            &[],
            [0.0, 1.0]
        )),
        None
    );
}

/// What a player passed before it rested is not passed again when it goes on.
#[test]
fn what_was_passed_long_ago_is_not_asked_about() {
    let mut stage = stage(player(), Query::MarkerPassed(FOOT), &[0.01], [0.0, 0.0]);
    let passed = |stage: &mut Stage| {
        stage.update();
        stage.state.machines[0].current() == Some(1)
    };
    assert!(!passed(&mut stage));
    stage.state.frame += 5;
    stage.state.nodes[2].frame = stage.state.frame;
    assert!(!passed(&mut stage));
}

#[test]
fn rules_and_inputs_read_curves_of_the_last_pose() {
    let alpha = |query| {
        let nodes = vec![
            Node::ReferencePose(ReferencePoseNode),
            Node::LivePose(LivePoseNode {
                source: 0,
                subject: Name(1),
                patience: 1.0,
            }),
            Node::SequencePlayer(SequencePlayerNode {
                clip: Some(2),
                play: Some(0),
            }),
            Node::TwoWay(TwoWayNode {
                a: 1,
                b: 2,
                alpha: 0,
                always_update_children: false,
            }),
            Node::Output(OutputNode { source: 3 }),
        ];
        Stage::of(GraphParts {
            nodes,
            plays: vec![Play {
                rate: Value::Number(0.0),
                ..Play::default()
            }],
            alphas: vec![Alpha::Value(Value::Program(0))],
            programs: vec![Program::new(vec![Op::Query(query)], 0).unwrap()],
            ..GraphParts::default()
        })
    };
    let told = |stage: &mut Stage, value: f32| {
        let frame = LiveFrame {
            subject: Name(1),
            bones: vec![],
            curves: vec![(Name(5), value), (Name(9), 1.0)],
        };
        stage.state.tell_live(&frame, &Skeleton::default());
        stage.update();
        stage.x()
    };
    let mut stage = alpha(Query::Curve(Name(5)));
    assert_eq!(
        [0.5, 0.25, 0.25].map(|value| told(&mut stage, value))[..2],
        [0.0, 10.0],
        "a tick later"
    );
    let (state, before) = (stage.state.clone(), stage.evaluate());
    assert_eq!((stage.evaluate(), &stage.state), (before, &state));
    let mut unknown = alpha(Query::Curve(Name(6)));
    assert_eq!(
        [1.0, 1.0].map(|value| told(&mut unknown, value)),
        [0.0, 0.0]
    );
    let mut outside = alpha(Query::MarkerPassed(Name(9)));
    assert_eq!(
        [1.0, 1.0].map(|value| told(&mut outside, value)),
        [0.0, 0.0]
    );
    assert_eq!(left_after(stage_of_curve(0.7)), Some(0));
    assert_eq!(left_after(stage_of_curve(0.0)), None);
}

/// A machine whose first state shows a stream with a curve.
fn stage_of_curve(value: f32) -> Stage {
    let live = Node::LivePose(LivePoseNode {
        source: NO_NODE,
        subject: Name(1),
        patience: 1e6,
    });
    let mut stage = stage(live, Query::Curve(STEP), &[], [0.0, 0.0]);
    let frame = LiveFrame {
        subject: Name(1),
        bones: vec![],
        curves: vec![(STEP, value)],
    };
    stage.state.tell_live(&frame, &Skeleton::default());
    stage.update();
    stage.evaluate();
    stage
}

fn live(source: NodeId, patience: f32) -> (Graph, GraphState) {
    let nodes = [
        player(),
        Node::LivePose(LivePoseNode {
            source,
            subject: Name(1),
            patience,
        }),
        Node::TwoWay(TwoWayNode {
            a: 0,
            b: 1,
            alpha: 0,
            always_update_children: false,
        }),
        Node::Output(OutputNode { source: 2 }),
    ];
    let over = [
        player(),
        Node::LivePose(LivePoseNode {
            source: 0,
            subject: Name(1),
            patience,
        }),
        Node::Output(OutputNode { source: 1 }),
    ];
    let nodes = if source == NO_NODE {
        &nodes[..]
    } else {
        &over[..]
    };
    let alphas = vec![Alpha::Value(Value::Number(1.0))];
    let graph = Graph::new(GraphParts {
        alphas,
        ..GraphParts::from(nodes)
    })
    .unwrap();
    let mut state = GraphState::default();
    state.fit(&Graph::default(), &graph);
    (graph, state)
}

#[test]
fn a_stream_is_shown_by_the_names_of_its_bones_as_long_as_it_is_fresh() {
    let local = |x: f32| Transform::from_translation(Vec3::X * x);
    let frame = |subject: u64, bones: &[(u64, f32)]| LiveFrame {
        subject: Name(subject),
        bones: bones
            .iter()
            .map(|(name, x)| (Name(*name), local(*x)))
            .collect(),
        curves: vec![(Name(5), 0.5), (Name(6), f32::NAN)],
    };
    let xs = |pose: &Pose| [0, 1].map(|bone| pose.translation(bone).x);
    for source in [0, NO_NODE] {
        let mut stage = Stage::new(&[
            Node::ReferencePose(ReferencePoseNode),
            Node::Output(OutputNode { source: 0 }),
        ]);
        (stage.graph, stage.state) = live(source, 0.09);
        let skeleton = stage.skeleton.clone();
        let shown = |stage: &mut Stage| {
            stage.update();
            xs(&stage.evaluate())
        };
        let moves = if source == 0 { 1.0 } else { 0.0 };
        let played = |tick: f32| moves * tick * DT as f32;
        let near = |found: [f32; 2], wanted: [f32; 2]| {
            assert!(
                found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-5),
                "{found:?}, not {wanted:?}"
            );
        };
        near(shown(&mut stage), [played(1.0), 0.0]);
        stage.state.tell_live(&frame(2, &[(1, 7.0)]), &skeleton);
        near(shown(&mut stage), [played(2.0), 0.0]);
        stage
            .state
            .tell_live(&frame(1, &[(2, 3.0), (99, 5.0), (1, f32::NAN)]), &skeleton);
        near(shown(&mut stage), [played(3.0), 3.0]);
        assert_eq!(stage.evaluate().curves, [(Name(5), 0.5)]);
        near(shown(&mut stage), [played(4.0), 3.0]);
        near(shown(&mut stage), [played(5.0), 0.0]);
        assert!(stage.evaluate().curves.is_empty(), "it is stale");
        stage.state.tell_live(&frame(1, &[(1, 4.0)]), &skeleton);
        near(shown(&mut stage), [4.0, 0.0]);
        let library = stage.library.clone();
        stage.state.rebind(&library, &library, skeleton.name);
        assert_ne!(shown(&mut stage)[0], 4.0, "another skeleton, maybe");
    }
}

#[test]
fn a_curve_source_sets_what_a_stream_told_last_over_its_source_by_its_alpha() {
    let nodes = vec![
        Node::LivePose(LivePoseNode {
            source: NO_NODE,
            subject: Name(2),
            patience: 1e6,
        }),
        Node::CurveSource(CurveSourceNode {
            source: 0,
            subject: Name(1),
            alpha: Value::Parameter(0),
        }),
        Node::Output(OutputNode { source: 1 }),
    ];
    let mut stage = Stage::of(super::mixing::parts(nodes));
    let told = |stage: &mut Stage, subject, curves: &[(u64, f32)]| {
        let curves = curves
            .iter()
            .map(|(name, value)| (Name(*name), *value))
            .collect();
        stage.state.tell_live(
            &LiveFrame {
                subject: Name(subject),
                bones: vec![],
                curves,
            },
            &Skeleton::default(),
        );
    };
    let shown = |stage: &mut Stage, alpha: f64| {
        stage.set([alpha, 0.0]);
        stage.evaluate().curves
    };
    assert_eq!(shown(&mut stage, 1.0), [], "before anything was told");
    told(&mut stage, 2, &[(5, 1.0), (6, 0.25)]);
    told(&mut stage, 1, &[(5, 0.5), (7, 1.0), (8, f32::NAN)]);
    told(&mut stage, 3, &[(9, 1.0)]);
    assert_eq!(shown(&mut stage, 0.0), [(Name(5), 1.0), (Name(6), 0.25)]);
    assert_eq!(
        shown(&mut stage, 0.5),
        [(Name(5), 0.75), (Name(6), 0.25), (Name(7), 0.5)]
    );
    for wild in [1.0, 7.0, f64::INFINITY] {
        assert_eq!(
            shown(&mut stage, wild),
            [(Name(5), 0.5), (Name(6), 0.25), (Name(7), 1.0)]
        );
    }
    assert_eq!(
        shown(&mut stage, f64::NAN),
        [(Name(5), 1.0), (Name(6), 0.25)]
    );
    // However old.
    stage.dt = 1e5;
    assert_eq!(shown(&mut stage, 1.0)[0], (Name(5), 0.5));
}
