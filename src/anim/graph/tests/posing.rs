//! Pose assets, kept poses and curves in graphs, and jumps that are blended over.

use super::{
    BoneLayer, CurveChange, CurveEdit, CurveRule, Driver, DriverFrame, DriverOutput, Graph,
    GraphError, GraphParts, LayerRule, NO_NODE, Node, SmoothingMethod, Value,
    adding::{still, with},
    mixing::{near, parts, standing},
    tests::Stage,
};
use crate::graph::nodes::{
    ApplyAdditiveNode, InertializationNode, LayeredNode, ModifyCurveNode, OutputNode,
    PoseBlendNode, PoseByNameNode, PoseDriverNode, PoseSnapshotNode, SlotNode, TwoWayNode,
};
use crate::{
    Name, Pose, Transform,
    inertialization::{InertializationRequest, JumpRules},
    mask::BoneMask,
    montage::Easing,
    pose_asset::{PoseAsset, WEIGHTS},
    rbf::{Kernel, Metric, Normalise, Radius, Rbf, RbfSettings, Solver, Target, Turn},
};
use glam::{Quat, Vec3};
use std::sync::Arc;

const FIST: Name = Name::new("fist");
const POINT: Name = Name::new("point");

fn at(x: f32) -> Pose {
    Pose::new([
        Transform::from_translation(Vec3::X * x),
        Transform::IDENTITY,
    ])
}

/// At x = 2 and 6; of differences against 0.
fn asset(is_additive: bool) -> Arc<PoseAsset> {
    let skeleton = crate::fixture::chain(2);
    let poses = vec![(Name(1), at(0.0)), (FIST, at(2.0)), (POINT, at(6.0))];
    Arc::new(if is_additive {
        PoseAsset::additive(&skeleton, poses, 0, WEIGHTS).unwrap()
    } else {
        PoseAsset::full(&skeleton, poses).unwrap()
    })
}

fn assets(nodes: Vec<Node>) -> GraphParts {
    GraphParts {
        pose_assets: vec![asset(false), asset(true)],
        ..parts(nodes)
    }
}

#[test]
fn a_pose_by_its_name_stands_over_the_reference_pose_by_its_weight() {
    for (asset, pose) in [(0, 1), (1, 1), (0, 2), (1, 2)] {
        let whole = [0.0, 2.0, 6.0][usize::from(pose)];
        let node = Node::PoseByName(PoseByNameNode {
            asset,
            pose,
            weight: Value::Parameter(0),
        });
        let mut shown = Stage::of(assets(vec![node, Node::Output(OutputNode { source: 0 })]));
        let added = Node::ApplyAdditive(ApplyAdditiveNode {
            base: 0,
            additive: 1,
            alpha: 1,
            lod: -1,
            kind: Default::default(),
            mask: None,
        });
        let mut put = Stage::of(assets(vec![
            standing(1),
            node,
            added,
            Node::Output(OutputNode { source: 2 }),
        ]));
        for weight in [0.0, 0.25, 1.0] {
            near(shown.set([weight, 0.0]), whole * weight as f32);
            near(put.set([weight, 0.5]), 10.0 + 0.5 * whole * weight as f32);
        }
        near(shown.set([f64::NAN, 0.0]), 0.0);
    }
}

fn edit(curve: Name, value: Value, change: CurveChange) -> CurveEdit {
    CurveEdit {
        curve,
        value,
        change,
    }
}

/// A game feeds two curves, poses follow them.
#[test]
fn poses_follow_the_curves_of_their_names() {
    let fed = |name, parameter| {
        edit(
            name,
            Value::Parameter(parameter),
            CurveChange::Blend(Value::Number(1.0)),
        )
    };
    let with_easing = |asset, easing| {
        let nodes = vec![
            standing(1),
            Node::ModifyCurve(ModifyCurveNode {
                source: 0,
                first: 0,
                count: 2,
            }),
            Node::PoseBlend(PoseBlendNode {
                source: 1,
                asset,
                easing,
            }),
            Node::Output(OutputNode { source: 2 }),
        ];
        Stage::of(GraphParts {
            curve_edits: vec![fed(FIST, 0), fed(POINT, 1)],
            ..assets(nodes)
        })
    };
    let mut full = with_easing(0, Easing::Linear);
    for (curves, x) in [
        ([0.0, 0.0], 10.0),
        ([0.5, 0.25], 2.5 + 1.0 + 1.5),
        ([1.0, 1.0], 4.0),
        ([9.0, 0.0], 2.0),
    ] {
        near(full.set(curves), x);
    }
    let mut added = with_easing(1, Easing::Linear);
    for (curves, x) in [
        ([0.5, 0.25], 12.5),
        ([1.5, 0.0], 13.0),
        ([9.0, 0.0], 14.0),
        ([0.0, -1.0], 4.0),
    ] {
        near(added.set(curves), x);
    }
    let mut eased = with_easing(0, Easing::QuadraticInOut);
    near(eased.set([0.25, 0.0]), 10.0 * 0.875 + 2.0 * 0.125);
    assert_eq!(full.graph.buffer_count(), 1);
}

#[test]
fn edits_of_curves_come_one_after_the_other() {
    let curve = Name::new("smile");
    let edits = vec![
        edit(curve, Value::Number(2.0), CurveChange::Add),
        edit(curve, Value::Parameter(0), CurveChange::Scale),
        edit(
            curve,
            Value::Number(10.0),
            CurveChange::Blend(Value::Parameter(1)),
        ),
    ];
    let nodes = vec![
        standing(1),
        Node::ModifyCurve(ModifyCurveNode {
            source: 0,
            first: 0,
            count: 3,
        }),
        Node::Output(OutputNode { source: 1 }),
    ];
    let mut stage = Stage::of(GraphParts {
        curve_edits: edits,
        ..parts(nodes)
    });
    for (values, wanted) in [
        ([1.0, 0.0], 2.0),
        ([3.0, 0.0], 6.0),
        ([3.0, 0.5], 8.0),
        ([f64::NAN, 0.5], 6.0),
        ([1.0, f64::NAN], 2.0),
    ] {
        stage.set(values);
        assert_eq!(stage.evaluate().curve(curve), Some(wanted), "{values:?}");
    }
    let nodes = vec![
        standing(1),
        Node::ModifyCurve(ModifyCurveNode {
            source: 0,
            first: 0,
            count: 1,
        }),
        Node::Output(OutputNode { source: 1 }),
    ];
    assert_eq!(Graph::new(parts(nodes)), Err(GraphError::Table(1)));
}

#[test]
fn curves_of_layers_meet_by_the_rule_of_the_node() {
    let curve = Name::new("smile");
    let met = |curves| {
        let fed = |value| edit(curve, Value::Number(value), CurveChange::Add);
        let layer = |weight| BoneLayer {
            weight: Value::Number(weight),
            mask: BoneMask::default(),
        };
        let rule = LayerRule {
            curves,
            ..LayerRule::default()
        };
        let nodes = vec![
            standing(0),
            Node::ModifyCurve(ModifyCurveNode {
                source: 0,
                first: 0,
                count: 1,
            }),
            standing(1),
            Node::ModifyCurve(ModifyCurveNode {
                source: 2,
                first: 1,
                count: 1,
            }),
            standing(2),
            Node::ModifyCurve(ModifyCurveNode {
                source: 4,
                first: 2,
                count: 1,
            }),
            Node::Layered(LayeredNode {
                first: 0,
                layer: 0,
                count: 2,
                lod: -1,
                rule,
            }),
            Node::Output(OutputNode { source: 6 }),
        ];
        let mut stage = Stage::of(GraphParts {
            links: vec![1, 3, 5],
            layers: vec![layer(0.5), layer(0.25)],
            curve_edits: [1.0, 3.0, 8.0].map(fed).to_vec(),
            ..parts(nodes)
        });
        stage.update();
        stage.evaluate().curve(curve).unwrap()
    };
    for (rule, wanted) in CurveRule::ALL
        .into_iter()
        .zip([3.5, 2.0, 4.5 / 1.75, 4.5, 1.0])
    {
        near(met(rule), wanted);
    }
}

/// Targets of bone 1 at 0, 45 and 90 degrees about z.
fn driver(output: DriverOutput, lod: i32, frame: DriverFrame) -> Driver {
    let settings = RbfSettings {
        metric: Metric {
            turn: Turn::Angle,
            place: 0.0,
        },
        kernel: Kernel::Gaussian,
        radius: Radius::Fixed(45f64.to_radians()),
        solver: Solver::Additive,
        normalise: Normalise::Always,
    };
    let target = |degrees: f32| Target {
        places: vec![(Vec3::ZERO, Quat::from_rotation_z(degrees.to_radians()))],
        scale: 1.0,
    };
    let rbf = Arc::new(Rbf::new(settings, [0.0, 45.0, 90.0].map(target).to_vec()).unwrap());
    Driver {
        rbf,
        bones: vec![1],
        frame,
        output,
        alpha: Value::Parameter(0),
        lod,
    }
}

fn driven(driver: Driver) -> Stage {
    let nodes = vec![
        standing(3),
        Node::PoseDriver(PoseDriverNode {
            source: 0,
            driver: 0,
        }),
        Node::Output(OutputNode { source: 1 }),
    ];
    let turned = still(
        100,
        None,
        10.0,
        [Quat::IDENTITY, Quat::from_rotation_z(22.5f32.to_radians())],
    );
    with(
        GraphParts {
            drivers: vec![driver],
            ..assets(nodes)
        },
        vec![turned],
    )
}

/// Property 05.10, through a graph.
#[test]
fn curves_and_poses_are_driven_by_how_near_a_bone_is_to_its_targets() {
    let names = vec![Name(1), FIST, POINT];
    for frame in [
        DriverFrame::Parent,
        DriverFrame::Bone(0),
        DriverFrame::Bone(99),
    ] {
        let mut curves = driven(driver(DriverOutput::Curves(names.clone()), -1, frame));
        curves.set([1.0, 0.0]);
        let pose = curves.evaluate();
        for (name, wanted) in names.iter().zip([0.4683, 0.4683, 0.0634]) {
            near(pose.curve(*name).unwrap(), wanted);
        }
        curves.set([0.0, 0.0]);
        assert!(curves.evaluate().curves.is_empty());
    }
    let mut poses = driven(driver(DriverOutput::Poses(1), 0, DriverFrame::Parent));
    near(
        poses.set([1.0, 0.0]),
        10.0 + 2.0 * 0.468_31 + 6.0 * 0.063_38,
    );
    near(
        poses.set([0.5, 0.0]),
        10.0 + 1.0 * 0.468_31 + 3.0 * 0.063_38,
    );
    poses.lod = 1;
    near(poses.set([1.0, 0.0]), 10.0);
    let mut unknown = driven(Driver {
        bones: vec![9],
        ..driver(DriverOutput::Poses(1), -1, DriverFrame::Parent)
    });
    near(unknown.set([1.0, 0.0]), 10.0);
    let sound = driver(DriverOutput::Poses(1), -1, DriverFrame::Parent);
    for wrong in [
        Driver {
            bones: vec![0, 1],
            ..sound.clone()
        },
        Driver {
            output: DriverOutput::Poses(2),
            ..sound.clone()
        },
    ] {
        let nodes = vec![
            standing(1),
            Node::PoseDriver(PoseDriverNode {
                source: 0,
                driver: 0,
            }),
            Node::Output(OutputNode { source: 1 }),
        ];
        let all = GraphParts {
            drivers: vec![wrong],
            ..assets(nodes)
        };
        assert_eq!(Graph::new(all), Err(GraphError::Settings(1)));
    }
}

#[test]
fn nodes_without_a_source_work_on_the_reference_pose() {
    for node in [
        Node::Inertialization(InertializationNode {
            source: NO_NODE,
            method: SmoothingMethod::Offset,
            history: Default::default(),
            jumps: None,
        }),
        Node::Slot(SlotNode {
            source: NO_NODE,
            slot: FIST,
            always_update_source: false,
        }),
        Node::PoseBlend(PoseBlendNode {
            source: NO_NODE,
            asset: 0,
            easing: Easing::Linear,
        }),
        Node::ModifyCurve(ModifyCurveNode {
            source: NO_NODE,
            first: 0,
            count: 0,
        }),
    ] {
        let mut stage = Stage::of(assets(vec![node, Node::Output(OutputNode { source: 0 })]));
        (0..2).for_each(|_| near(stage.set([1.0, 1.0]), 0.0));
    }
    let mut stage = Stage::of(assets(vec![Node::Output(OutputNode { source: NO_NODE })]));
    stage.update();
    assert_eq!(stage.evaluate(), Pose::reference(&stage.skeleton));
}

#[test]
fn a_kept_pose_is_shown_until_another_is_kept() {
    let mut stage = Stage::of(parts(vec![
        Node::PoseSnapshot(PoseSnapshotNode { name: FIST }),
        Node::Output(OutputNode { source: 0 }),
    ]));
    near(stage.set([0.0; 2]), 0.0);
    for x in [3.0, 4.0] {
        stage.state.snapshot(POINT, &at(9.0));
        stage.state.snapshot(FIST, &at(x));
        near(stage.set([0.0; 2]), x);
    }
    stage
        .state
        .snapshot(FIST, &Pose::reference(&crate::fixture::chain(7)));
    near(stage.set([0.0; 2]), 0.0);
}

#[test]
fn a_jump_is_blended_over_where_a_node_says_so() {
    let jumped = |method| {
        let nodes = vec![
            standing(1),
            standing(2),
            Node::TwoWay(TwoWayNode {
                a: 0,
                b: 1,
                alpha: 0,
                always_update_children: true,
            }),
            Node::Inertialization(InertializationNode {
                source: 2,
                method,
                history: Default::default(),
                jumps: None,
            }),
            Node::Output(OutputNode { source: 3 }),
        ];
        let mut stage = Stage::of(parts(nodes));
        (0..5).for_each(|_| {
            stage.set([0.0; 2]);
        });
        let request = InertializationRequest {
            duration: 0.5,
            ..InertializationRequest::default()
        };
        stage.state.inertialize(request);
        let all: Vec<f32> = (0..16).map(|_| stage.set([1.0, 0.0])).collect();
        all
    };
    let blended = jumped(SmoothingMethod::DeadBlend { half_life: 0.1 });
    for (step, x) in (1..=14u8).zip(&blended) {
        let part = Easing::Smoothstep.apply(f32::from(step) / 15.0);
        near(*x, 10.0 + 10.0 * part);
    }
    assert_eq!(blended[15], 20.0);
    assert_ne!(blended, jumped(SmoothingMethod::Offset));
    let method = SmoothingMethod::DeadBlend {
        half_life: f32::NAN,
    };
    let nodes = vec![
        standing(1),
        Node::Inertialization(InertializationNode {
            source: 0,
            method,
            history: Default::default(),
            jumps: None,
        }),
        Node::Output(OutputNode { source: 1 }),
    ];
    assert_eq!(Graph::new(parts(nodes)), Err(GraphError::Settings(1)));
}

/// Two curves that rise until both fall at once, each as it is shown then, and from what the jump
/// began.
fn fallen(rules: Option<JumpRules>, half_life: Option<f32>) -> Vec<[f32; 2]> {
    let fed = |name| edit(name, Value::Parameter(0), CurveChange::Add);
    let method = half_life.map_or(SmoothingMethod::Offset, |half_life| {
        SmoothingMethod::DeadBlend { half_life }
    });
    let jumps = rules.as_ref().map(|_| 0);
    let nodes = vec![
        standing(1),
        Node::ModifyCurve(ModifyCurveNode {
            source: 0,
            first: 0,
            count: 2,
        }),
        Node::Inertialization(InertializationNode {
            source: 1,
            method,
            history: Default::default(),
            jumps,
        }),
        Node::Output(OutputNode { source: 2 }),
    ];
    let jump_rules = rules.into_iter().collect();
    let mut stage = Stage::of(GraphParts {
        curve_edits: vec![fed(FIST), fed(POINT)],
        jump_rules,
        ..parts(nodes)
    });
    let mut show = |value: f64, begins: bool| {
        if begins {
            stage.state.inertialize(InertializationRequest {
                duration: 1.0,
                ..InertializationRequest::default()
            });
        }
        stage.set([value, 0.0]);
        let pose = stage.evaluate();
        [FIST, POINT].map(|name| pose.curve(name).unwrap())
    };
    for tick in 1..=10 {
        show(f64::from(tick) * 0.1, false);
    }
    (0..20).map(|tick| show(0.0, tick == 0)).collect()
}

#[test]
fn rules_of_a_node_are_for_every_jump_that_it_is_asked_for() {
    let filters = || JumpRules {
        filtered_curves: [FIST].into(),
        keep_outward_velocity: None,
    };
    for half_life in [None, Some(0.1)] {
        let (plain, ruled) = (fallen(None, half_life), fallen(Some(filters()), half_life));
        assert!(
            plain[0].iter().all(|value| *value > 0.8),
            "both decay: {plain:?}"
        );
        assert!(
            ruled.iter().all(|[fist, _]| *fist == 0.0),
            "one snaps: {ruled:?}"
        );
        assert!(
            ruled.iter().zip(&plain).all(|(a, b)| a[1] == b[1]),
            "and the other does not care"
        );
    }
    let most = |shown: Vec<[f32; 2]>| shown.iter().map(|values| values[1]).fold(0.0, f32::max);
    let keeps = |most| JumpRules {
        filtered_curves: [].into(),
        keep_outward_velocity: Some(most),
    };
    assert!(
        most(fallen(None, None)) <= 1.0,
        "it never goes beyond where it was"
    );
    let far = most(fallen(Some(keeps(9.0)), None));
    assert!(far > 1.1 && far <= 2.0, "on as fast as it came, {far}");
    let near = most(fallen(Some(keeps(1.05)), None));
    assert!(near > 1.01 && near <= 1.05 + 1e-3, "{near}");
    let node = Node::Inertialization(InertializationNode {
        source: NO_NODE,
        method: SmoothingMethod::Offset,
        history: Default::default(),
        jumps: Some(0),
    });
    let nodes = vec![node, Node::Output(OutputNode { source: 0 })];
    assert_eq!(Graph::new(parts(nodes.clone())), Err(GraphError::Table(0)));
    for wrong in [f32::NAN, -1.0, f32::INFINITY] {
        let all = GraphParts {
            jump_rules: vec![keeps(wrong)],
            ..parts(nodes.clone())
        };
        assert_eq!(Graph::new(all), Err(GraphError::Settings(0)));
    }
}
