//! Strides, orientations and slopes in a graph: root motion that goes through nodes, and legs that
//! follow.

use super::*;
use crate::graph::nodes::{
    ControlNode, OutputNode, ReferencePoseNode, SavedPoseNode, SequencePlayerNode, TwoWayNode,
    UsedPoseNode,
};
use crate::{
    Clip, Library, Skeleton,
    clip::{Keys, Track},
    graph::{GraphParts, Node, NodeId, Parameter, tests::Stage as Playing},
    ground::{Hit, Hits, Swept},
    warp::{Orientation, Pelvis, Slope, Stride},
};
use glam::DVec3;
use std::sync::Arc;

/// Root, pelvis, two bones of a spine, two legs of three bones, and where the feet are to be below
/// their own root.
const RIG: [i32; 13] = [-1, 0, 1, 2, 1, 4, 5, 1, 7, 8, 0, 10, 10];
const LEFT: WarpedFoot = WarpedFoot {
    ik: 11,
    fk: 6,
    thigh: 4,
};
const RIGHT: WarpedFoot = WarpedFoot {
    ik: 12,
    fk: 9,
    thigh: 7,
};
const SPEED: f32 = 1.0;

/// Stands, knees a little bent, one foot ahead.
fn rig() -> Skeleton {
    let place = |bone: usize| match bone {
        1 => Vec3::new(0.0, 0.9, 0.0),
        2 | 3 => Vec3::new(0.0, 0.2, 0.0),
        4 => Vec3::new(0.1, 0.0, 0.0),
        7 => Vec3::new(-0.1, 0.0, 0.0),
        5 => Vec3::new(0.0, -0.42, 0.18),
        8 => Vec3::new(0.0, -0.42, 0.02),
        6 => Vec3::new(0.0, -0.44, 0.0),
        9 => Vec3::new(0.0, -0.44, -0.18),
        11 => Vec3::new(0.1, 0.04, 0.18),
        12 => Vec3::new(-0.1, 0.04, -0.16),
        _ => Vec3::ZERO,
    };
    crate::fixture::skeleton(&RIG, |bone| Transform::from_translation(place(bone)))
}

/// A second of a way along z, with root motion.
fn walk() -> Arc<Clip> {
    let translation = Keys { first: 0, count: 2 };
    let clip = Clip {
        name: Name(7),
        length: 1.0,
        key_count: 2,
        rate_scale: 1.0,
        looping: true,
        tracks: vec![Track {
            bone: 0,
            translation,
            rotation: Keys::default(),
            scale: Keys::default(),
        }]
        .into(),
        keys: vec![0.0, 0.0, 0.0, 0.0, 0.0, SPEED].into(),
        ..Clip::default()
    };
    let mut clip = Clip::new(clip, RIG.len()).unwrap();
    clip.root_motion.enabled = true;
    Arc::new(clip)
}

fn feet(solves_legs: bool) -> WarpedFeet {
    WarpedFeet {
        feet: vec![LEFT, RIGHT],
        solves_legs,
    }
}

/// Of a character that goes as fast as the first parameter says.
fn stride() -> StrideWarping {
    let pelvis = Pelvis {
        most: 0.3,
        ..Pelvis::default()
    };
    let settings = Stride {
        pelvis,
        clamp_fk: false,
        ..Stride::default()
    };
    let drive = StrideDrive::RootMotion {
        speed: Value::Parameter(0),
    };
    StrideWarping {
        pelvis: 1,
        feet: feet(true),
        drive,
        settings,
    }
}

/// As far round as the first parameter says.
fn orientation() -> OrientationWarping {
    let (heading, settings) = (
        WarpedHeading::Angle(Value::Parameter(0)),
        Orientation::default(),
    );
    OrientationWarping {
        spine: vec![2, 3],
        foot_root: Some(10),
        feet: feet(true),
        heading,
        settings,
    }
}

/// The walk, and controls over it one over the other.
fn walking(controls: Vec<Control>) -> Playing {
    let mut nodes = vec![Node::SequencePlayer(SequencePlayerNode {
        clip: Some(0),
        play: None,
    })];
    for control in 0..controls.len() {
        nodes.push(Node::Control(ControlNode {
            source: nodes.len() as NodeId - 1,
            control: control as u16,
        }));
    }
    nodes.push(Node::Output(OutputNode {
        source: nodes.len() as NodeId - 1,
    }));
    playing(nodes, controls)
}

fn playing(nodes: Vec<Node>, controls: Vec<Control>) -> Playing {
    let parameter = |name| Parameter {
        name: Name(name),
        default: 0.0,
        is_trigger: false,
        values: Vec::new(),
    };
    let parameters = (1..=2).map(parameter).collect();
    let mut stage = Playing::of(GraphParts {
        controls,
        parameters,
        ..GraphParts::from(&nodes)
    });
    stage.skeleton = rig();
    stage.library = Library {
        clips: vec![walk()],
        ..Library::default()
    };
    stage
}

fn asked(stage: &mut Playing, value: f64) {
    stage.state.parameters[0] = value;
    stage.update();
}

/// Of the only player, metres a second.
fn pace(stage: &Playing) -> Vec3 {
    let [(root, _)] = stage.outcome.roots[..] else {
        panic!("one root")
    };
    root.translation / stage.dt as f32
}

fn near(got: Vec3, wanted: [f32; 3]) {
    assert!(got.abs_diff_eq(wanted.into(), 1e-4), "{got} for {wanted:?}");
}

fn models(skeleton: &Skeleton, pose: &Pose) -> Vec<Transform> {
    let mut found: Vec<Transform> = Vec::new();
    for (bone, local) in pose.iter().enumerate() {
        found.push(
            skeleton
                .parent(bone)
                .map_or(local, |parent| found[parent].compose(&local)),
        );
    }
    found
}

/// What a stage shows, in model space.
fn shown(stage: &mut Playing) -> Vec<Transform> {
    let pose = stage.evaluate();
    models(&stage.skeleton, &pose)
}

#[test]
fn root_motion_goes_as_far_as_the_steps_do() {
    let mut stage = walking(vec![always(ControlKind::StrideWarping(stride()))]);
    asked(&mut stage, 1.25);
    near(pace(&stage), [0.0, 0.0, 1.25]);
    let (after, before) = (shown(&mut stage), models(&rig(), &Pose::reference(&rig())));
    for foot in [LEFT, RIGHT] {
        let [ik, fk] = [foot.ik, foot.fk].map(|bone| after[usize::from(bone)].translation);
        let old = before[usize::from(foot.ik)].translation;
        assert!(
            ik.abs_diff_eq(fk, 1e-4),
            "the leg brings its foot there: {ik} {fk}"
        );
        near(ik, [old.x, old.y, old.z * 1.25]);
        for bone in [foot.fk, foot.fk - 1].map(usize::from) {
            let length = |of: &[Transform]| of[bone].translation.distance(of[bone - 1].translation);
            assert!(
                (length(&after) - length(&before)).abs() < 1e-4,
                "bones keep their lengths"
            );
        }
    }
    assert!(
        after[1].translation.y < before[1].translation.y,
        "longer steps are lower"
    );
    asked(&mut stage, 1.0);
    near(pace(&stage), [0.0, 0.0, 1.0]);
    asked(&mut stage, 9.0);
    near(pace(&stage), [0.0, 0.0, 2.0]);
    asked(&mut stage, f64::NAN);
    near(pace(&stage), [0.0, 0.0, 1.0]);
}

#[test]
fn root_motion_is_led_by_alpha_and_level_of_detail() {
    let kind = || ControlKind::StrideWarping(stride());
    for (control, wanted) in [
        (
            Control {
                alpha: number(0.5),
                ..always(kind())
            },
            1.25,
        ),
        (
            Control {
                alpha: number(0.0),
                ..always(kind())
            },
            1.0,
        ),
        (
            Control {
                lod_threshold: 0,
                ..always(kind())
            },
            1.0,
        ),
    ] {
        let mut stage = walking(vec![control]);
        stage.lod = 1;
        asked(&mut stage, 1.5);
        near(pace(&stage), [0.0, 0.0, wanted]);
    }
    // A curve is known when the pose is: root motion goes by that of the tick before.
    let alpha = AlphaInput::Curve(Name(5)).into();
    let mut stage = walking(vec![Control {
        alpha,
        ..always(kind())
    }]);
    asked(&mut stage, 1.5);
    near(pace(&stage), [0.0, 0.0, 1.0]);
}

#[test]
fn nodes_in_a_row_see_what_those_below_them_made() {
    let given = |speed| StrideDrive::RootMotion {
        speed: Value::Number(speed),
    };
    let of = |speed| {
        always(ControlKind::StrideWarping(StrideWarping {
            drive: given(speed),
            ..stride()
        }))
    };
    let mut stage = walking(vec![of(1.5), of(1.2)]);
    stage.update();
    near(pace(&stage), [0.0, 0.0, 1.2]);
    let turned = always(ControlKind::OrientationWarping(orientation()));
    let mut stage = walking(vec![turned, of(2.0)]);
    asked(&mut stage, 90.0);
    near(pace(&stage), [2.0, 0.0, 0.0]);
}

/// The share of a player in what a node sees is that below the node.
#[test]
fn only_what_is_below_a_node_goes_through_it() {
    let mut nodes = vec![
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(0),
            play: None,
        }),
        Node::Control(ControlNode {
            source: 0,
            control: 0,
        }),
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(0),
            play: None,
        }),
        Node::TwoWay(TwoWayNode {
            a: 1,
            b: 2,
            alpha: 0,
            always_update_children: false,
        }),
        Node::Output(OutputNode { source: 3 }),
    ];
    let controls = vec![always(ControlKind::StrideWarping(stride()))];
    let parts = |nodes: &[Node]| {
        let alphas = vec![crate::graph::Alpha::Value(Value::Number(0.75))];
        let parameters = vec![Parameter {
            name: Name(1),
            default: 1.5,
            is_trigger: false,
            values: Vec::new(),
        }];
        GraphParts {
            controls: controls.clone(),
            alphas,
            parameters,
            ..GraphParts::from(nodes)
        }
    };
    let run = |nodes: &[Node]| {
        let mut stage = Playing::of(parts(nodes));
        (stage.skeleton, stage.library) = (
            rig(),
            Library {
                clips: vec![walk()],
                ..Library::default()
            },
        );
        asked(&mut stage, 1.5);
        let mut paces: Vec<f32> = stage
            .outcome
            .roots
            .iter()
            .map(|root| root.0.translation.z * 30.0)
            .collect();
        paces.sort_by(f32::total_cmp);
        paces
    };
    let close = |got: Vec<f32>, wanted: &[f32]| {
        assert!(
            got.len() == wanted.len() && got.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-3),
            "{got:?}"
        );
    };
    close(run(&nodes), &[1.0, 1.5]);
    // Through a saved pose, too.
    nodes = vec![
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(0),
            play: None,
        }),
        Node::SavedPose(SavedPoseNode { source: 0 }),
        Node::UsedPose(UsedPoseNode { saved: 1 }),
        Node::Control(ControlNode {
            source: 2,
            control: 0,
        }),
        Node::Output(OutputNode { source: 3 }),
    ];
    close(run(&nodes), &[1.5]);
}

#[test]
fn without_root_motion_a_stride_is_one_or_passes() {
    for (disable_without_root_motion, passes) in [(false, false), (true, true)] {
        let settings = Stride {
            disable_without_root_motion,
            clamp: [1.5, 2.0],
            ..stride().settings
        };
        let kind = ControlKind::StrideWarping(StrideWarping {
            settings,
            ..stride()
        });
        let nodes = vec![
            Node::ReferencePose(ReferencePoseNode),
            Node::Control(ControlNode {
                source: 0,
                control: 0,
            }),
            Node::Output(OutputNode { source: 1 }),
        ];
        let mut stage = playing(nodes, vec![always(kind)]);
        stage.skeleton = rig();
        asked(&mut stage, 3.0);
        let (after, before) = (shown(&mut stage), models(&rig(), &Pose::reference(&rig())));
        let moved =
            (1..13).any(|bone| after[bone].translation.distance(before[bone].translation) > 1e-5);
        assert_eq!(moved, !passes);
    }
}

/// A manual stride says its own scale, and leaves root motion alone.
#[test]
fn a_given_stride_bends_the_pose_alone() {
    let [x, z] = [0.0, 1.0].map(Value::Number);
    let drive = StrideDrive::Given {
        scale: Value::Parameter(0),
        direction: [x, x, z],
    };
    let mut stage = walking(vec![always(ControlKind::StrideWarping(StrideWarping {
        drive,
        ..stride()
    }))]);
    asked(&mut stage, 1.5);
    near(pace(&stage), [0.0, 0.0, 1.0]);
    assert!((shown(&mut stage)[11].translation.z - 0.27).abs() < 1e-4);
}

#[test]
fn legs_go_where_the_character_does_and_the_chest_looks_ahead() {
    let mut stage = walking(vec![always(ControlKind::OrientationWarping(orientation()))]);
    asked(&mut stage, 60.0);
    let ahead = Quat::from_rotation_y(60f32.to_radians()) * Vec3::Z;
    near(pace(&stage), ahead.to_array());
    let after = shown(&mut stage);
    let yaw = |bone: usize| (after[bone].rotation * Vec3::Z).x.asin().to_degrees();
    for (bone, wanted) in [
        (0, 30.0),
        (1, 30.0),
        (2, 15.0),
        (3, 0.0),
        (6, 60.0),
        (9, 60.0),
        (10, 60.0),
        (11, 60.0),
    ] {
        assert!((yaw(bone) - wanted).abs() < 0.01, "{bone}: {}", yaw(bone));
    }
    for foot in [LEFT, RIGHT] {
        let [ik, fk] = [foot.ik, foot.fk].map(|bone| after[usize::from(bone)].translation);
        assert!(ik.abs_diff_eq(fk, 2e-3), "{ik} {fk}");
    }
    asked(&mut stage, 0.0);
    asked(&mut stage, 0.0);
    assert_eq!(
        stage.evaluate().hash(),
        walking(Vec::new()).evaluate_after().hash(),
        "no turn keeps every bit"
    );
}

trait EvaluateAfter {
    fn evaluate_after(self) -> Pose;
}

impl EvaluateAfter for Playing {
    /// Three ticks of a plain graph.
    fn evaluate_after(mut self) -> Pose {
        (0..3).for_each(|_| self.update());
        self.evaluate()
    }
}

/// Without bones for it, the feet themselves say where they are to be.
#[test]
fn feet_without_goals_are_brought_where_they_would_be() {
    let own = WarpedFeet {
        feet: [LEFT, RIGHT]
            .map(|foot| WarpedFoot {
                ik: foot.fk,
                ..foot
            })
            .to_vec(),
        solves_legs: true,
    };
    let kind = ControlKind::OrientationWarping(OrientationWarping {
        foot_root: None,
        feet: own.clone(),
        ..orientation()
    });
    let mut stage = walking(vec![always(kind)]);
    asked(&mut stage, 60.0);
    let (after, before) = (shown(&mut stage), models(&rig(), &Pose::reference(&rig())));
    for foot in [6, 9] {
        let wanted = Quat::from_rotation_y(60f32.to_radians()) * before[foot].translation;
        assert!(
            after[foot].translation.abs_diff_eq(wanted, 2e-3),
            "{} {wanted}",
            after[foot].translation
        );
    }
    let mut stage = walking(vec![always(ControlKind::StrideWarping(StrideWarping {
        feet: own,
        ..stride()
    }))]);
    asked(&mut stage, 1.25);
    assert!((shown(&mut stage)[6].translation.z - 0.225).abs() < 1e-4);
}

/// The root of a character on a slope, and what lies under it.
fn sloped(
    settings: Slope,
    feet: WarpedFeet,
    normal: Option<Vec3>,
    height: f64,
) -> (Vec<Transform>, Vec<Transform>) {
    let kind = ControlKind::SlopeWarping(SlopeWarping {
        pelvis: 1,
        foot_root: Some(10),
        feet,
        settings,
    });
    let mut stage = Stage::new(rig(), vec![always(kind)]);
    stage.placement = Transform::new(
        Vec3::new(3.0, 2.0, 1.0),
        Quat::from_rotation_y(1.0),
        Vec3::ONE,
    );
    let (at, own) = (DVec3::new(3.0, 2.0, 1.0), |normal: Vec3| {
        (stage.placement.rotation * normal).as_dvec3()
    });
    let hit = normal.map(|normal| Hit {
        point: at.with_y(2.0 + height),
        normal: own(normal),
    });
    stage.ground = Hits(vec![Swept { bone: 0, at, hit }]);
    assert!(matches!(stage.graph.probes(), [probe] if probe.bone == 0));
    let before = models(&stage.skeleton, &stage.source());
    let pose = stage.tick();
    (before, models(&stage.skeleton, &pose))
}

#[test]
fn a_character_stands_on_the_slope_under_it() {
    let normal = Vec3::new(0.0, 1.0, -0.3).normalize();
    let settings = Slope {
        keep_in_capsule: false,
        ..Slope::default()
    };
    let (before, after) = sloped(settings, feet(true), Some(normal), 0.0);
    for foot in [LEFT, RIGHT] {
        let [old, ik, fk] = [
            &before[usize::from(foot.ik)],
            &after[usize::from(foot.ik)],
            &after[usize::from(foot.fk)],
        ];
        assert!(
            (ik.translation.dot(normal) - old.translation.y).abs() < 2e-3,
            "as far over it as over a level floor"
        );
        assert!(
            (fk.rotation * Vec3::Y).abs_diff_eq(normal, 1e-3),
            "the foot lies on it"
        );
        assert!(
            ik.translation.abs_diff_eq(fk.translation, 5e-3),
            "{ik:?} {fk:?}"
        );
    }
    let (before, after) = sloped(Slope::default(), feet(true), Some(Vec3::Y), 0.2);
    for bone in [0, 1, 3, 6, 11] {
        let lifted = before[bone].translation + Vec3::Y * 0.2;
        if bone != 6 {
            assert!(
                after[bone].translation.abs_diff_eq(lifted, 1e-4),
                "{bone}: {} {lifted}",
                after[bone].translation
            );
        }
    }
    let (_, after) = sloped(
        Slope {
            max_step: 0.1,
            ..Slope::default()
        },
        feet(true),
        Some(Vec3::Y),
        5.0,
    );
    assert!(
        (after[0].translation.y - 0.1).abs() < 1e-5,
        "no farther than a step"
    );
}

#[test]
fn in_the_air_a_slope_is_level() {
    let (before, after) = sloped(Slope::default(), feet(false), None, 0.0);
    for (bone, (before, after)) in before.iter().zip(&after).enumerate() {
        // Thighs follow feet that stand elsewhere than their goals.
        let is_leg = (4..10).contains(&bone);
        assert!(
            is_leg || before.translation.abs_diff_eq(after.translation, 1e-5),
            "{bone}"
        );
    }
}

#[test]
fn warping_says_which_bones_it_misses() {
    let of = |feet: WarpedFeet, pelvis| StrideWarping {
        pelvis,
        feet,
        ..stride()
    };
    let odd = |foot: WarpedFoot, solves_legs| WarpedFeet {
        feet: vec![foot],
        solves_legs,
    };
    let lone = WarpedFoot {
        ik: 11,
        fk: 6,
        thigh: 6,
    };
    for (kind, fault) in [
        (
            ControlKind::StrideWarping(of(feet(true), 40)),
            Some(Fault::Bone),
        ),
        (
            ControlKind::StrideWarping(of(feet(true), 3)),
            Some(Fault::Chain),
        ),
        (
            ControlKind::StrideWarping(of(odd(lone, false), 1)),
            Some(Fault::Chain),
        ),
        (
            ControlKind::StrideWarping(of(odd(WarpedFoot { thigh: 1, ..LEFT }, true), 0)),
            Some(Fault::Chain),
        ),
        (
            ControlKind::StrideWarping(of(odd(WarpedFoot { thigh: 1, ..LEFT }, false), 0)),
            None,
        ),
        (
            ControlKind::OrientationWarping(OrientationWarping {
                spine: vec![3, 2],
                ..orientation()
            }),
            Some(Fault::Chain),
        ),
    ] {
        let mut stage = walking(vec![always(kind)]);
        asked(&mut stage, 1.5);
        let told: Vec<Fault> = stage
            .state
            .faults()
            .iter()
            .map(|(_, fault)| *fault)
            .collect();
        assert_eq!(told, Vec::from_iter(fault));
        assert!(
            fault.is_none() || pace(&stage).abs_diff_eq(Vec3::Z, 1e-4),
            "root motion passes as the pose does"
        );
    }
}
