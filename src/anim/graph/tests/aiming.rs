//! Aim offsets, and layers whose rotations meet in the mesh.

use super::{
    AimOffset, Alpha, BoneLayer, CurveRule, Graph, GraphParts, LayerRule, LookAt, LookSource,
    NO_NODE, Node, Play, SpacePlay, Value,
    adding::{still, with},
    mixing::{parts, standing},
    tests::Stage,
    yaw_and_pitch,
};
use crate::graph::nodes::{AimOffsetNode, LayeredNode, OutputNode};
use crate::{
    Pose,
    additive::AdditiveKind,
    blend_space::{BlendSpace, BlendSpaceAxis, Sample, Smoothing, SmoothingKind},
    mask::BoneMask,
    spaces::mesh_rotations,
};
use glam::{Quat, Vec3};
use std::sync::Arc;

const AXES: [Vec3; 3] = [Vec3::X, Vec3::Y, Vec3::Z];

/// Property 05.13.
#[test]
fn yaw_and_pitch_are_those_worked_out() {
    let [yaw, pitch] = yaw_and_pitch(Vec3::new(1.0, 1.0, 0.5), &AXES).map(f64::to_degrees);
    assert!(
        (yaw - 45.0).abs() < 1e-4 && (pitch - 19.471).abs() < 1e-3,
        "{yaw} {pitch}"
    );
    assert_eq!(yaw_and_pitch(Vec3::ZERO, &AXES), [0.0; 2]);
    let [yaw, pitch] = yaw_and_pitch(Vec3::new(-1.0, 0.0, -1.0), &[Vec3::Z, Vec3::NEG_X, Vec3::Y])
        .map(f64::to_degrees);
    assert!(
        (yaw - 135.0).abs() < 1e-4 && pitch.abs() < 1e-4,
        "{yaw} {pitch}"
    );
}

/// Bone 1 turned about z of the mesh by 90° either way, for yaws of 90° either way, on a bent
/// bone 0.
fn stage(aim: AimOffset, values: [Value; 2]) -> Stage {
    let axis = BlendSpaceAxis {
        min: -90.0,
        max: 90.0,
        wrap: false,
        smoothing: Default::default(),
    };
    let sample = |clip: u32, at| Sample {
        clip,
        at: [at, 0.0],
        rate: 1.0,
    };
    let samples = [sample(3, -90.0), sample(4, 0.0), sample(5, 90.0)];
    let play = SpacePlay {
        space: Arc::new(BlendSpace::new(&[axis], &samples, 0.0).unwrap()),
        input: [values[1], Value::Number(0.0)],
        looping: true,
        play: Play::default(),
    };
    let nodes = vec![
        standing(6),
        Node::AimOffset(AimOffsetNode { source: 0, aim: 0 }),
        Node::Output(OutputNode { source: 1 }),
    ];
    let turned = |degrees: f32| [Quat::IDENTITY, Quat::from_rotation_z(degrees.to_radians())];
    let mut clips: Vec<_> = [(100, -90.0), (101, 0.0), (102, 90.0)]
        .map(|(name, degrees)| still(name, Some(AdditiveKind::Mesh), 0.0, turned(degrees)))
        .to_vec();
    clips.push(still(
        103,
        None,
        5.0,
        [Quat::from_rotation_x(0.5), Quat::IDENTITY],
    ));
    with(
        GraphParts {
            spaces: vec![play],
            aims: vec![aim],
            ..parts(nodes)
        },
        clips,
    )
}

/// How far bone 1 is turned about z of the mesh, degrees.
fn turned(stage: &mut Stage) -> f32 {
    let (pose, mut found) = (stage.evaluate(), Vec::new());
    mesh_rotations(&stage.skeleton, &pose, &mut found);
    let turn = found[1] * Quat::from_rotation_x(0.5).conjugate();
    (2.0 * libm::atan2f(turn.z, turn.w)).to_degrees()
}

#[test]
fn a_pose_is_turned_in_the_mesh_by_the_alpha() {
    let mut aim = stage(
        AimOffset::default(),
        [Value::Parameter(0), Value::Parameter(1)],
    );
    for (alpha, yaw, degrees) in [
        (1.0, 90.0, 90.0),
        (1.0, -90.0, -90.0),
        (0.5, 90.0, 45.0),
        (9.0, 90.0, 90.0),
    ] {
        aim.set([alpha, yaw]);
        assert!((turned(&mut aim) - degrees).abs() < 1e-2, "{alpha} {yaw}");
    }
    let scaled = AimOffset {
        scale: 2.0,
        bias: -0.5,
        least: 0.25,
        most: 0.75,
        ..AimOffset::default()
    };
    let mut scaled = stage(scaled, [Value::Parameter(0), Value::Parameter(1)]);
    for (alpha, degrees) in [(0.5, 45.0), (0.0, 22.5), (1.0, 67.5)] {
        scaled.set([alpha, 90.0]);
        assert!((turned(&mut scaled) - degrees).abs() < 1e-2, "{alpha}");
    }
}

/// Properties 05.19 and 05.20.
#[test]
fn without_alpha_or_far_away_the_pose_stays_bit_for_bit_and_the_space_rests() {
    let mut aim = stage(
        AimOffset {
            lod: 1,
            ..AimOffset::default()
        },
        [Value::Parameter(0), Value::Parameter(1)],
    );
    let mut base = Pose::default();
    aim.library.clips[6].sample(&aim.skeleton, 0.0, &mut base);
    for (alpha, lod, is_aimed) in [
        (0.0, 0, false),
        (f64::NAN, 0, false),
        (1.0, 2, false),
        (1.0, 1, true),
    ] {
        aim.lod = lod;
        aim.set([alpha, 90.0]);
        assert_eq!(aim.evaluate() != base, is_aimed, "{alpha} {lod}");
    }
    let frames = aim.state.aims[0].clone();
    aim.set([0.0, -90.0]);
    assert_eq!(aim.state.aims[0].space, frames.space, "it rests");
    let mut always = stage(
        AimOffset::default(),
        [Value::Parameter(0), Value::Parameter(1)],
    );
    always.lod = u32::MAX;
    always.set([1.0, 90.0]);
    assert_ne!(always.evaluate(), base);
}

#[test]
fn a_target_turns_towards_itself_as_seen_from_the_bone() {
    let look = LookAt {
        target: [Value::Parameter(0), Value::Parameter(1), Value::Number(0.0)],
        source: LookSource::Bone(0),
        axes: AXES,
    };
    let aim = AimOffset {
        look: Some(look),
        alpha: 2,
        ..AimOffset::default()
    };
    let build = |aim: AimOffset| {
        let mut stage = stage(
            AimOffset::default(),
            [Value::Number(1.0), Value::Number(0.0)],
        );
        let mut parts = stage.graph.parts().clone();
        parts.alphas.push(super::Alpha::Value(Value::Number(1.0)));
        parts.aims = vec![aim];
        let clips = stage.library.clips.split_off(3);
        with(parts, clips)
    };
    let mut stage = build(aim.clone());
    // The bone stands at x = 5, turned about x by half a radian: a target in its plane of forward
    // and right.
    for (yaw, wanted) in [(0.0f32, 0.0), (30.0, 30.0), (-60.0, -60.0), (90.0, 90.0)] {
        let seen =
            Quat::from_rotation_x(0.5) * (Quat::from_rotation_z(yaw.to_radians()) * Vec3::X * 2.0);
        let mut parts = stage.graph.parts().clone();
        let target = (seen + Vec3::X * 5.0)
            .to_array()
            .map(|value| Value::Number(value.into()));
        parts.aims[0].look = Some(LookAt { target, ..look });
        let clips = stage.library.clips.split_off(3);
        stage = with(parts, clips);
        stage.update();
        let degrees = turned(&mut stage);
        // The pose between samples is mixed of them, and so lags a little.
        assert!((degrees - wanted).abs() < 5.0, "{yaw}: {degrees}");
    }
    let mut base = Pose::default();
    stage.library.clips[6].sample(&stage.skeleton, 0.0, &mut base);
    let mut nowhere = build(aim.clone());
    nowhere.set([f64::NAN, 1.0]);
    assert_eq!(
        nowhere.evaluate(),
        base,
        "what is not a number turns nothing"
    );
    for source in [LookSource::Bone(9), LookSource::Socket(0)] {
        let mut unknown = build(AimOffset {
            look: Some(LookAt { source, ..look }),
            ..aim.clone()
        });
        unknown.set([9.0, 9.0]);
        assert_eq!(unknown.evaluate(), base);
    }
}

#[test]
fn clips_of_an_aim_that_are_no_differences_of_the_mesh_are_told() {
    let mut aim = stage(
        AimOffset::default(),
        [Value::Number(1.0), Value::Number(0.0)],
    );
    assert_eq!(aim.graph.mismatched_clips(&aim.library), []);
    aim.library.clips[4] = still(101, Some(AdditiveKind::Local), 0.0, [Quat::IDENTITY; 2]);
    assert_eq!(aim.graph.mismatched_clips(&aim.library), [(1, 4)]);
}

#[test]
fn an_aim_without_a_source_turns_the_reference_pose() {
    let mut aim = stage(
        AimOffset::default(),
        [Value::Parameter(0), Value::Parameter(1)],
    );
    let mut parts = aim.graph.parts().clone();
    parts.nodes = vec![
        Node::AimOffset(AimOffsetNode {
            source: NO_NODE,
            aim: 0,
        }),
        Node::Output(OutputNode { source: 0 }),
    ];
    let clips = aim.library.clips.split_off(3);
    let mut alone = with(parts, clips);
    for _ in 0..3 {
        alone.set([1.0, 90.0]);
        let turn = alone.evaluate().rotation(1);
        assert!(
            turn.dot(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2))
                .abs()
                > 1.0 - 1e-6,
            "{turn}"
        );
    }
}

/// Spec 01 §6.5: on a bent spine the arm points where its own pose has it.
#[test]
fn rotations_of_layers_meet_in_the_mesh_where_that_is_asked() {
    let clips = || {
        let bent = still(100, None, 0.0, [Quat::from_rotation_x(0.8), Quat::IDENTITY]);
        vec![
            bent,
            still(101, None, 0.0, [Quat::IDENTITY, Quat::from_rotation_y(1.0)]),
        ]
    };
    let arm = |rule| {
        let nodes = vec![
            standing(3),
            standing(4),
            Node::Layered(LayeredNode {
                first: 0,
                layer: 0,
                count: 1,
                lod: -1,
                rule,
            }),
            Node::Output(OutputNode { source: 2 }),
        ];
        let layer = BoneLayer {
            weight: Value::Number(1.0),
            mask: BoneMask::new(&[0.0, 1.0]),
        };
        let mut stage = with(
            GraphParts {
                links: vec![0, 1],
                layers: vec![layer],
                ..parts(nodes)
            },
            clips(),
        );
        stage.update();
        let (pose, mut found) = (stage.evaluate(), Vec::new());
        mesh_rotations(&stage.skeleton, &pose, &mut found);
        found[1]
    };
    let in_mesh = LayerRule {
        mesh_rotation: true,
        mesh_scale: true,
        curves: CurveRule::Max,
    };
    assert!(arm(in_mesh).dot(Quat::from_rotation_y(1.0)).abs() > 1.0 - 1e-6);
    let local = Quat::from_rotation_x(0.8) * Quat::from_rotation_y(1.0);
    assert!(arm(LayerRule::default()).dot(local).abs() > 1.0 - 1e-6);
}

#[test]
fn an_aim_that_is_edited_goes_on_from_where_it_is() {
    let mut aim = stage(
        AimOffset::default(),
        [Value::Number(1.0), Value::Parameter(1)],
    );
    let slowed = |samples: usize, aim: &Stage| {
        let mut parts = aim.graph.parts().clone();
        let known = &parts.spaces[0].space;
        let smoothing = Smoothing {
            kind: SmoothingKind::Linear,
            time: 3.0,
        };
        let axis = BlendSpaceAxis {
            smoothing,
            ..known.axes()[0]
        };
        parts.spaces[0].space =
            Arc::new(BlendSpace::new(&[axis], &known.samples()[..samples], 0.0).unwrap());
        parts.alphas[0] = Alpha::Value(Value::Number(1.0));
        Graph::new(parts).unwrap()
    };
    // 180 degrees in three seconds: two a tick.
    for (tick, samples) in [3, 3, 2, 2].into_iter().enumerate() {
        let edited = slowed(samples, &aim);
        aim.state.fit(&aim.graph.clone(), &edited);
        aim.graph = edited;
        aim.set([0.0, if tick == 0 { 0.0 } else { -90.0 }]);
        let degrees = aim.state.aims[0].space.state.position()[0];
        assert!(
            (degrees + 2.0 * tick as f64).abs() < 1e-6,
            "tick {tick}: {degrees}"
        );
    }
}
