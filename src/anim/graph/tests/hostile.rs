//! Every kind of node in one graph, under inputs and times that are made to hurt.

use super::{
    AimOffset, Alpha, BoneLayer, Composite, CurveChange, CurveEdit, CurveRule, ExplicitTime,
    FirstTime, Graph, GraphParts, GraphState, LayerRule, LookAt, LookSource, Node, Play, Random,
    RandomEntry, SmoothingMethod, SpacePlay, Value,
    adding::{still, with},
    mixing::{parts, standing, two},
    tests::Stage,
};
use crate::graph::nodes::{
    AimOffsetNode, ApplyAdditiveNode, BlendSpaceEvaluatorNode, InertializationNode, LayeredNode,
    MakeDynamicAdditiveNode, MirrorNode, ModifyCurveNode, OutputNode, PoseBlendNode,
    PoseByNameNode, RandomPlayerNode, SavedPoseNode, SequenceCompositeNode, SequenceEvaluatorNode,
    SequencePlayerNode, UsedPoseNode,
};
use crate::{
    Name, Pose,
    additive::AdditiveKind,
    blend_space::{BlendSpace, BlendSpaceAxis, Sample},
    dice::Dice,
    inertialization::JumpRules,
    mask::BoneMask,
    mirror::{self, MirrorTable, NameSwap},
    montage::{Easing, Segment},
    pose_asset::{PoseAsset, WEIGHTS},
};
use glam::{Quat, Vec3};
use std::sync::Arc;

const A: Value = Value::Parameter(0);
const B: Value = Value::Parameter(1);
const CURVE: Name = Name::new("smile");

fn space(clips: [u32; 2]) -> SpacePlay {
    let axis = BlendSpaceAxis {
        min: -1.0,
        max: 2.0,
        wrap: true,
        smoothing: Default::default(),
    };
    let sample = |clip: u32, at| Sample {
        clip,
        at: [at, 0.0],
        rate: 1.0,
    };
    SpacePlay {
        space: Arc::new(
            BlendSpace::new(
                &[axis],
                &[sample(clips[0], 0.0), sample(clips[1], 1.0)],
                3.0,
            )
            .unwrap(),
        ),
        input: [B, Value::Number(0.0)],
        looping: true,
        play: Play {
            rate: A,
            start: f64::NAN,
            ..Play::default()
        },
    }
}

fn nodes(with_past: bool) -> Vec<Node> {
    let evaluator = |evaluator| {
        Node::SequenceEvaluator(SequenceEvaluatorNode {
            clip: Some(1),
            evaluator,
        })
    };
    let mesh = AdditiveKind::Mesh;
    let mut nodes = vec![
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(0),
            play: Some(1),
        }),
        evaluator(0),
        Node::RandomPlayer(RandomPlayerNode { random: 0 }),
        two(1, 2, 0),
        Node::SequenceComposite(SequenceCompositeNode { composite: 0 }),
        Node::Layered(LayeredNode {
            first: 0,
            layer: 0,
            count: 1,
            lod: -1,
            rule: layer_rule(),
        }),
        Node::Mirror(MirrorNode {
            source: 5,
            mirror: 0,
            on: B,
        }),
        Node::AimOffset(AimOffsetNode { source: 6, aim: 0 }),
        Node::BlendSpaceEvaluator(BlendSpaceEvaluatorNode {
            space: 1,
            evaluator: 1,
        }),
        Node::PoseByName(PoseByNameNode {
            asset: 0,
            pose: 1,
            weight: B,
        }),
        Node::SavedPose(SavedPoseNode { source: 9 }),
        Node::UsedPose(UsedPoseNode { saved: 10 }),
        Node::UsedPose(UsedPoseNode { saved: 10 }),
        two(8, 11, 1),
        two(13, 12, 0),
        Node::ApplyAdditive(ApplyAdditiveNode {
            base: 7,
            additive: 14,
            alpha: 1,
            lod: -1,
            kind: mesh,
            mask: None,
        }),
        standing(2),
        standing(1),
        Node::MakeDynamicAdditive(MakeDynamicAdditiveNode {
            pose: 16,
            base: 17,
            kind: mesh,
        }),
        Node::ApplyAdditive(ApplyAdditiveNode {
            base: 15,
            additive: 18,
            alpha: 2,
            lod: -1,
            kind: mesh,
            mask: None,
        }),
        Node::ModifyCurve(ModifyCurveNode {
            source: 19,
            first: 0,
            count: if with_past { 4 } else { 3 },
        }),
        Node::PoseBlend(PoseBlendNode {
            source: 20,
            asset: 0,
            easing: Easing::Sine,
        }),
        Node::AimOffset(AimOffsetNode { source: 21, aim: 1 }),
        two(0, 22, 3),
    ];
    if with_past {
        nodes.push(Node::Inertialization(InertializationNode {
            source: 23,
            method: SmoothingMethod::DeadBlend { half_life: 0.1 },
            history: Default::default(),
            jumps: Some(0),
        }));
    }
    let source = nodes.len() as u16 - 1;
    nodes.push(Node::Output(OutputNode { source }));
    nodes
}

fn layer_rule() -> LayerRule {
    LayerRule {
        mesh_rotation: true,
        mesh_scale: true,
        curves: CurveRule::Normalise,
    }
}

fn look() -> LookAt {
    LookAt {
        target: [A, B, Value::Number(1.0)],
        source: LookSource::Bone(1),
        axes: [Vec3::X, Vec3::Y, Vec3::Z],
    }
}

fn tables(nodes: Vec<Node>) -> GraphParts {
    let skeleton = crate::fixture::chain(2);
    let edit = |change| CurveEdit {
        curve: CURVE,
        value: A,
        change,
    };
    let evaluator = |first| ExplicitTime {
        time: A,
        teleports: false,
        start: 0.5,
        first,
    };
    let entry = |clip| RandomEntry {
        clip,
        chance: 1.0,
        loops: [1, 2],
        blend: 0.3,
        easing: Easing::Sine,
    };
    let segment = Segment {
        id: 1,
        clip: 2,
        start: 0.25,
        clip_begin: 0.0,
        clip_end: 1.0,
        rate: -1.5,
        loops: 2,
    };
    let named = vec![
        (Name(1), Pose::reference(&skeleton)),
        (CURVE, Pose::reference(&skeleton)),
    ];
    let (rate, seed) = (A, B);
    let mut all = parts(nodes);
    all.plays.push(Play {
        rate: B,
        ..Play::default()
    });
    all.alphas.push(Alpha::Switch {
        on: A,
        time_in: 0.2,
        time_out: 0.1,
        easing: Easing::CircularIn,
    });
    all.alphas.push(Alpha::Value(Value::Number(0.75)));
    GraphParts {
        links: vec![3, 4],
        layers: vec![BoneLayer {
            weight: A,
            mask: BoneMask::new(&[0.5, 1.0]),
        }],
        evaluators: vec![
            evaluator(FirstTime::NoReset),
            evaluator(FirstTime::StartPos),
        ],
        randoms: vec![Random {
            entries: vec![entry(0), entry(2)],
            seed,
            rate,
            restarts: true,
            is_ignored_by_rules: false,
        }],
        composites: vec![Composite {
            segments: vec![segment],
            rate,
            looping: true,
            start: 9.0,
            restarts: false,
            is_ignored_by_rules: false,
        }],
        spaces: vec![space([3, 4]), space([4, 3])],
        aims: vec![
            AimOffset::default(),
            AimOffset {
                look: Some(look()),
                alpha: 2,
                ..AimOffset::default()
            },
        ],
        mirrors: vec![Arc::new(
            MirrorTable::new(
                &skeleton,
                mirror::Axis::X,
                &[0, 1],
                NameSwap::new(&[(CURVE, Name(1))]),
            )
            .unwrap(),
        )],
        curve_edits: vec![
            edit(CurveChange::Add),
            edit(CurveChange::Remap),
            edit(CurveChange::Blend(B)),
            edit(CurveChange::Average),
        ],
        jump_rules: vec![JumpRules {
            filtered_curves: [CURVE].into(),
            keep_outward_velocity: Some(0.2),
        }],
        pose_assets: vec![Arc::new(
            PoseAsset::additive(&skeleton, named, 0, WEIGHTS).unwrap(),
        )],
        ..all
    }
}

fn stage(with_past: bool) -> Stage {
    let turned = |name, turn| still(name, Some(AdditiveKind::Mesh), 1.0, [turn, turn]);
    let clips = vec![
        turned(100, Quat::from_rotation_x(0.7)),
        turned(101, Quat::from_rotation_z(-2.0)),
    ];
    with(tables(nodes(with_past)), clips)
}

fn number(dice: &mut Dice) -> f64 {
    dice.of(&[
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        -1.0,
        0.0,
        0.3,
        0.5,
        1.0,
        1.7,
        1e30,
        -0.2,
        0.9,
    ])
}

/// Values, and seconds.
fn inputs(dice: &mut Dice) -> ([f64; 2], f64) {
    let values = [number(dice), number(dice)];
    (
        values,
        dice.of(&[0.0, 1e-6, 1.0 / 60.0, 1.0 / 30.0, 0.4, 5.0]),
    )
}

fn played(stage: &mut Stage, values: [f64; 2], dt: f64) -> Pose {
    stage.dt = dt;
    stage.state.parameters.copy_from_slice(&values);
    stage.update();
    stage.evaluate()
}

/// Parameters may be no numbers, which are not equal to themselves.
fn is_same(a: &GraphState, b: &GraphState) -> bool {
    format!("{a:?}") == format!("{b:?}")
}

fn is_sound(pose: &Pose) -> bool {
    pose.len() == 2
        && pose
            .iter()
            .all(|local| local.is_finite() && (local.rotation.length() - 1.0).abs() < 1e-3)
}

/// Property 05.14, for what evaluates twice; nothing that goes in makes numbers that are none.
#[test]
fn whatever_goes_in_poses_are_poses_and_evaluating_again_gives_the_same() {
    for seed in 0..40 {
        let (mut dice, mut stage) = (Dice(seed), stage(true));
        for tick in 0..120 {
            let (values, dt) = inputs(&mut dice);
            stage.dt = dt;
            stage.lod = dice.below(3) as u32;
            stage.state.parameters.copy_from_slice(&values);
            stage.update();
            let once = stage.evaluate();
            let state = stage.state.clone();
            assert!(
                is_sound(&once),
                "seed {seed}, tick {tick}, {values:?}: {once:?}"
            );
            assert!(
                stage.evaluate() == once && is_same(&stage.state, &state),
                "seed {seed}, tick {tick}"
            );
        }
    }
}

/// Property 05.14, for what is left out.
#[test]
fn ticks_that_are_not_evaluated_change_nothing_that_comes_later() {
    for seed in 0..20 {
        let mut dice = Dice(seed);
        let (mut every, mut seldom) = (stage(false), stage(false));
        for tick in 0..90 {
            let (values, dt) = inputs(&mut dice);
            for stage in [&mut every, &mut seldom] {
                stage.dt = dt;
                stage.state.parameters.copy_from_slice(&values);
                stage.update();
            }
            let once = every.evaluate();
            if tick % 7 == 6 {
                assert!(once == seldom.evaluate(), "seed {seed}, tick {tick}");
            }
            let without_curves = |state: &GraphState| {
                let mut state = state.clone();
                state.curves.clear();
                state
            };
            // Rules that ask for a curve ask for that of the last evaluation.
            let same = is_same(
                &without_curves(&every.state),
                &without_curves(&seldom.state),
            );
            assert!(same, "seed {seed}, tick {tick}");
        }
    }
}

/// Whatever it was in the middle of, it is then as one that never ran, but for its parameters.
#[test]
fn a_graph_that_has_rested_begins_anew() {
    for seed in 0..20 {
        let (mut dice, mut rested) = (Dice(seed), stage(true));
        for tick in 0..60 {
            let (values, dt) = inputs(&mut dice);
            if tick % 23 < 20 {
                played(&mut rested, values, dt);
            } else {
                rested.with(|state, tick, _, _| state.rest(tick));
                assert!(
                    (0..rested.graph.nodes.len())
                        .all(|node| rested.state.weight(node as u16) == 0.0)
                );
            }
        }
        rested.with(|state, tick, _, _| state.rest(tick));
        let mut new = stage(true);
        new.state
            .parameters
            .copy_from_slice(&rested.state.parameters.clone());
        for tick in 0..30 {
            assert!(
                is_same(&rested.state, &new.state),
                "seed {seed}, tick {tick}"
            );
            let (values, dt) = inputs(&mut dice);
            let [once, anew] = [&mut rested, &mut new].map(|stage| played(stage, values, dt));
            assert!(once == anew, "seed {seed}, tick {tick}");
        }
    }
}

/// A state is copied whole: what is restored goes on as it would have.
#[test]
fn a_state_that_is_restored_goes_on_the_same() {
    let (mut dice, mut stage) = (Dice(99), stage(true));
    let run = |stage: &mut Stage, dice: &mut Dice, ticks| -> Vec<Pose> {
        (0..ticks)
            .map(|_| {
                let (values, dt) = inputs(dice);
                played(stage, values, dt)
            })
            .collect()
    };
    run(&mut stage, &mut dice, 50);
    let saved: GraphState = stage.state.clone();
    let mut again = Dice(dice.0);
    let once = run(&mut stage, &mut dice, 50);
    stage.state = saved;
    assert_eq!(run(&mut stage, &mut again, 50), once);
}

#[test]
fn a_graph_of_many_nodes_needs_few_poses() {
    let graph = Graph::new(tables(nodes(true))).unwrap();
    assert!(graph.buffer_count() <= 7, "{}", graph.buffer_count());
}
