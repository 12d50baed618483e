//! Controls set up for the other side: under a mirror they do what the first do above it, whatever
//! the axes of the bones.

use crate::{EngineInput, Evaluator, WorkerMode, edits::CHARACTER};
use anim::{
    Name, Request, Transform,
    graph::control::{DrivenChannel, Mode as Part},
};
use asset::graph::controls::{
    ApplyLimitsControl, BoneDrivenControl, CopyBoneControl, LookAtControl, ModifyBoneControl,
    RotationMultiplierControl, ScaleLengthControl, SpringControl, TwoBoneIkControl,
};
use asset::graph::nodes::{ControlNode, MirrorNode, ReferencePoseNode, SequencePlayerNode};
use asset::{
    BoneKey, Id, PoseGraph, Project, Skeleton,
    graph::{
        AngleLimit, ControlAlpha, ControlKind, Driven, EndRotation, Fabrik, Input as Number,
        LookBone, MirrorRefusal, Modify, Node, NodeKind, Parameter, Play, ReachingChain, Space,
        Target, TargetSpace, Wiring, mirrored,
    },
};
use glam::{Affine3A, Quat};
use std::sync::Arc;

const GRAPH: &str = "PG_Both";

fn bone(name: &str) -> BoneKey {
    BoneKey::from(name)
}

fn numbers(at: [f64; 3]) -> [Number; 3] {
    at.map(Number::Number)
}

fn part(mode: Part, by: [f64; 3], space: Space) -> Modify {
    Modify {
        mode,
        by: numbers(by),
        space,
    }
}

fn reach(effector: Target, end_rotation: EndRotation) -> ControlKind {
    ControlKind::TwoBoneIk(TwoBoneIkControl {
        end: bone("hand_l"),
        effector,
        pole: Target::new(numbers([0.3, 1.0, -1.0]), Space::Model),
        end_rotation,
        stretch: None,
        twist_axis: None,
        too_close: Default::default(),
    })
}

/// One of each kind, in every space, with every way to turn.
fn controls(rig: &Skeleton) -> Vec<ControlKind> {
    let socket = rig
        .sockets
        .iter()
        .find(|socket| socket.name == "foot_l_ground")
        .unwrap()
        .id;
    let at = |at, space| Target {
        at: numbers(at),
        space,
    };
    let modify = |translation, rotation, scale| {
        ControlKind::ModifyBone(ModifyBoneControl {
            bone: bone("lowerarm_l"),
            translation,
            rotation,
            scale,
        })
    };
    let none = Modify::default;
    vec![
        reach(at([0.3, 1.2, 0.4], TargetSpace::Model), EndRotation::Keep),
        reach(
            at([0.1, 0.2, 0.1], TargetSpace::Bone(bone("thigh_l"))),
            EndRotation::Maintain,
        ),
        reach(
            at([0.2, 0.05, 0.1], TargetSpace::Bone(bone("upperarm_l"))),
            EndRotation::Take(numbers([30.0, 10.0, -50.0])),
        ),
        reach(
            at([0.05, 0.7, 0.1], TargetSpace::Socket(socket)),
            EndRotation::Keep,
        ),
        reach(
            at([0.1, -0.2, 0.1], TargetSpace::ParentBone),
            EndRotation::Keep,
        ),
        ControlKind::LookAt(LookAtControl {
            chain: vec![
                LookBone {
                    bone: bone("upperarm_l"),
                    weight: 0.4,
                },
                LookBone {
                    bone: bone("hand_l"),
                    weight: 1.0,
                },
            ],
            axis: [0.8, -0.5, 0.1],
            up_axis: Some([0.1, 1.0, 0.2]),
            up: [0.3, 1.0, 0.0],
            target: at([1.0, 1.5, 2.0], TargetSpace::World),
            clamp: 0.0,
            time: 0.0,
            trigger: 0.0,
            easing: Default::default(),
        }),
        modify(
            part(Part::Add, [0.1, 0.05, -0.02], Space::ParentBone),
            none(),
            none(),
        ),
        modify(
            none(),
            part(
                Part::Add,
                [20.0, -35.0, 50.0],
                Space::Bone(bone("upperarm_l")),
            ),
            none(),
        ),
        modify(
            none(),
            part(Part::Replace, [20.0, -35.0, 50.0], Space::Model),
            none(),
        ),
        modify(
            none(),
            part(Part::Replace, [20.0, -35.0, 50.0], Space::ParentBone),
            none(),
        ),
        modify(
            part(Part::Replace, [0.4, 1.1, 0.3], Space::Model),
            none(),
            none(),
        ),
        modify(
            part(
                Part::Replace,
                [0.2, -0.1, 0.0],
                Space::Bone(bone("clavicle_l")),
            ),
            none(),
            none(),
        ),
        ControlKind::CopyBone(CopyBoneControl {
            from: bone("upperarm_l"),
            to: bone("lowerarm_l"),
            translation: false,
            rotation: true,
            scale: false,
            space: Space::Model,
        }),
        ControlKind::ScaleLength(ScaleLengthControl {
            root: bone("upperarm_l"),
            end: bone("hand_l"),
            target: at([0.5, 1.2, 0.5], TargetSpace::Model),
        }),
        ControlKind::Fabrik(Fabrik {
            chain: ReachingChain {
                root: bone("clavicle_l"),
                tip: bone("hand_l"),
                target: at([0.3, 1.3, 0.3], TargetSpace::Model),
                tip_rotation: EndRotation::Take(numbers([0.0, 40.0, 10.0])),
            },
            pole: Some(at([0.5, 0.5, -1.0], TargetSpace::Model)),
            iterations: 60,
            ..Fabrik::default()
        }),
    ]
}

/// Those that have to do with single axes of bones.
fn by_axes() -> Vec<ControlKind> {
    let driven = |read, written| {
        ControlKind::BoneDriven(BoneDrivenControl {
            driver: bone("calf_l"),
            channel: read,
            from: [-60.0, 60.0],
            to: [-40.0, 20.0],
            driven: Driven::Bone {
                bone: bone("lowerarm_l"),
                channel: written,
            },
        })
    };
    let limit = |name: &str| AngleLimit {
        bone: bone(name),
        least: [-5.0, -1.0, 2.0],
        most: [10.0, 3.0, 20.0],
    };
    vec![
        driven(DrivenChannel::Rotation(0), DrivenChannel::Rotation(2)),
        driven(DrivenChannel::Rotation(2), DrivenChannel::Rotation(1)),
        driven(DrivenChannel::Rotation(1), DrivenChannel::Translation(0)),
        ControlKind::ApplyLimits(ApplyLimitsControl {
            limits: vec![limit("lowerarm_l"), limit("upperarm_l")],
        }),
        ControlKind::RotationMultiplier(RotationMultiplierControl {
            driver: bone("thigh_l"),
            target: bone("calf_l"),
            axis: [1.0, 0.0, 0.0],
            multiplier: Number::Number(0.7),
            additive: true,
        }),
        ControlKind::ModifyBone(ModifyBoneControl {
            bone: bone("lowerarm_l"),
            translation: Modify::default(),
            rotation: Modify {
                mode: Part::Add,
                by: [(), (), ()].map(|()| "Bend_L * 30".into()),
                space: Space::Model,
            },
            scale: Modify::default(),
        }),
        // Of a bone without others below: what is sheared is no transform.
        ControlKind::ModifyBone(ModifyBoneControl {
            bone: bone("ball_l"),
            translation: Modify::default(),
            rotation: Modify::default(),
            scale: part(Part::Add, [1.5, 1.0, 0.5], Space::ParentBone),
        }),
    ]
}

fn control(source: Id, kind: ControlKind) -> NodeKind {
    NodeKind::Control(ControlNode {
        source: Some(source),
        alpha: ControlAlpha::default(),
        lod_threshold: -1,
        kind,
    })
}

/// Model transforms after some ticks of nodes in a row, each of which takes the pose of the one
/// before it.
fn play(project: &Project, skeleton: Id, wiring: &Wiring, nodes: Vec<NodeKind>) -> Vec<Affine3A> {
    let mut project = project.clone();
    let ids = |at: usize| Id(at as u64 + 1);
    let output = Some(ids(nodes.len() - 1));
    let node = |(at, kind): (usize, NodeKind)| Node::new(ids(at), kind);
    let nodes = nodes.into_iter().enumerate().map(node).collect();
    let wiring = Wiring {
        output,
        nodes,
        ..wiring.clone()
    };
    let graph = PoseGraph {
        wiring: wiring.into(),
        ..PoseGraph::new(GRAPH, skeleton)
    };
    project.graphs.insert(Id(7), graph.into());
    let made = asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    );
    let library = Arc::clone(&made.library);
    let graph = library
        .graph(Name::new(GRAPH))
        .unwrap_or_else(|| panic!("{:?}", made.diagnostics))
        .clone();
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let ask = |request| EngineInput::Request {
        character: CHARACTER,
        request,
    };
    let begin = [
        EngineInput::AddCharacter {
            character: CHARACTER,
            skeleton: graph.skeleton(),
            seed: 0,
        },
        ask(Request::PlayGraph {
            graph: graph.name(),
        }),
    ];
    assert_eq!(evaluator.step(0.3, &begin), []);
    for _ in 0..20 {
        evaluator.step(0.02, &[]);
    }
    let bones = project.skeletons[&skeleton].bones.len();
    evaluator.proxy(CHARACTER).unwrap().models()[..bones].to_vec()
}

fn parameters() -> Wiring {
    let number = |at: u64, name: &str, value: f64| {
        Parameter::new(
            Id(100 + at),
            name,
            asset::graph::ParameterKind::Float {
                default: value,
                range: None,
            },
        )
    };
    Wiring {
        parameters: vec![number(0, "Bend_L", 1.0), number(1, "Bend_R", 1.0)],
        ..Wiring::default()
    }
}

fn check(project: &Project, skeleton: Id, source: &NodeKind, kind: &ControlKind) {
    let rig = &project.skeletons[&skeleton];
    let wiring = parameters();
    let (first, second) = (Id(1), Id(2));
    let own = control(first, kind.clone());
    let NodeKind::Control(ControlNode { kind: there, .. }) = mirrored(&own, rig, &wiring).unwrap()
    else {
        panic!("a control")
    };
    let mirror = |source| {
        NodeKind::Mirror(MirrorNode {
            source: Some(source),
            on: Number::Number(1.0),
        })
    };
    let above = play(
        project,
        skeleton,
        &wiring,
        vec![source.clone(), own.clone(), mirror(second)],
    );
    let below = play(
        project,
        skeleton,
        &wiring,
        vec![
            source.clone(),
            mirror(first),
            control(second, there.clone()),
        ],
    );
    let plain = play(
        project,
        skeleton,
        &wiring,
        vec![source.clone(), mirror(first)],
    );
    let mut most = 0.0f32;
    for (at, (a, b)) in above.iter().zip(&below).enumerate() {
        let (name, [a, b]) = (&rig.bones[at].name, [a, b].map(Transform::from_affine));
        assert!(
            a.translation.distance(b.translation) < 2e-4,
            "{name}: {a:?} {b:?}\n{kind:?}\n{there:?}"
        );
        assert!(
            a.rotation.angle_between(b.rotation) < 5e-3,
            "{name}: {a:?} {b:?}\n{kind:?}\n{there:?}"
        );
        assert!(
            a.scale.abs_diff_eq(b.scale, 1e-3),
            "{name}: {a:?} {b:?}\n{kind:?}\n{there:?}"
        );
        let plain = Transform::from_affine(&plain[at]);
        let sized = a.scale.distance(plain.scale);
        most = most
            .max(a.translation.distance(plain.translation))
            .max(a.rotation.angle_between(plain.rotation))
            .max(sized);
    }
    assert!(
        most > 0.01 || *source == NodeKind::ReferencePose(ReferencePoseNode {}),
        "it does nothing: {kind:?}"
    );
    // And back again.
    let back = mirrored(&control(first, there), rig, &wiring).unwrap();
    let again = play(project, skeleton, &wiring, vec![source.clone(), back]);
    let once = play(project, skeleton, &wiring, vec![source.clone(), own]);
    for (a, b) in again.iter().zip(&once) {
        assert!(a.abs_diff_eq(*b, 2e-3), "{kind:?}");
    }
}

/// The hero alone, and one clip.
fn hero() -> (Project, Id, Id) {
    let whole = mannequin::sample();
    let skeleton = whole
        .graphs
        .values()
        .find(|graph| graph.name == "PG_Hero")
        .unwrap()
        .skeleton;
    let (id, clip) = whole
        .clips
        .iter()
        .find(|(_, clip)| clip.name == "Walk_Fwd")
        .unwrap();
    let mut project = Project::default();
    project
        .skeletons
        .insert(skeleton, whole.skeletons[&skeleton].clone());
    project.clips.insert(*id, clip.clone());
    (project, skeleton, *id)
}

/// Bones of the right side with other axes; nothing else of them changes.
fn with_axes(project: &mut Project, skeleton: Id, turn: Quat) {
    let rig = Arc::make_mut(project.skeletons.get_mut(&skeleton).unwrap());
    let names: Vec<String> = rig.bones.iter().map(|bone| bone.name.clone()).collect();
    let is_turned = |at: usize| names[at].ends_with("_r") && !names[at].starts_with("ik_");
    for at in 0..rig.bones.len() {
        let parent = rig.bones[at].parent.map(|parent| parent as usize);
        let of = &mut rig.bones[at].reference;
        if parent.is_some_and(is_turned) {
            of.translation = turn.inverse() * of.translation;
            of.rotation = turn.inverse() * of.rotation;
        }
        if is_turned(at) {
            of.rotation *= turn;
        }
    }
    for socket in rig
        .sockets
        .iter_mut()
        .filter(|socket| socket.bone.as_str().ends_with("_r"))
    {
        socket.local.translation = turn.inverse() * socket.local.translation;
        socket.local.rotation = turn.inverse() * socket.local.rotation;
    }
}

#[test]
fn what_is_mirrored_does_on_one_side_what_the_first_does_on_the_other() {
    let (project, skeleton, clip) = hero();
    let walk = NodeKind::SequencePlayer(SequencePlayerNode {
        clip: Some(clip),
        play: Play::default(),
    });
    for kind in controls(&project.skeletons[&skeleton])
        .iter()
        .chain(&by_axes())
    {
        check(&project, skeleton, &walk, kind);
    }
    let quarter = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2)
        * Quat::from_rotation_z(std::f32::consts::PI);
    for turn in [
        quarter,
        Quat::from_rotation_y(0.7) * Quat::from_rotation_x(-1.1),
    ] {
        let mut project = project.clone();
        with_axes(&mut project, skeleton, turn);
        for kind in controls(&project.skeletons[&skeleton]) {
            check(
                &project,
                skeleton,
                &NodeKind::ReferencePose(ReferencePoseNode {}),
                &kind,
            );
        }
    }
}

#[test]
fn what_has_no_other_side_is_refused_with_its_reason() {
    let (mut project, skeleton, _) = hero();
    let refused = |project: &Project, kind: ControlKind| {
        mirrored(
            &control(Id(1), kind),
            &project.skeletons[&skeleton],
            &parameters(),
        )
        .unwrap_err()
    };
    let spring = |name: &str| {
        ControlKind::Spring(SpringControl {
            bone: bone(name),
            stiffness: 100.0,
            damping: 20.0,
            most: None,
            translates: [true; 3],
            rotates: [false; 3],
        })
    };
    assert_eq!(refused(&project, spring("head")), MirrorRefusal::OneSided);
    assert_eq!(refused(&project, spring("tail")), MirrorRefusal::OneSided);
    let hand = project.skeletons[&skeleton]
        .sockets
        .iter()
        .find(|it| it.name == "head_top")
        .unwrap()
        .id;
    let target = Target {
        at: numbers([0.0; 3]),
        space: TargetSpace::Socket(hand),
    };
    assert!(
        mirrored(
            &control(Id(1), reach(target, EndRotation::Keep)),
            &project.skeletons[&skeleton],
            &parameters()
        )
        .is_ok()
    );
    with_axes(&mut project, skeleton, Quat::from_rotation_y(0.7));
    let at = ["Bend_L".into(), Number::Number(0.0), Number::Number(0.0)];
    let mixed = Target {
        at,
        space: TargetSpace::Bone(bone("upperarm_l")),
    };
    assert_eq!(
        refused(&project, reach(mixed, EndRotation::Keep)),
        MirrorRefusal::Expression
    );
    let limits = vec![AngleLimit {
        bone: bone("hand_l"),
        least: [0.0; 3],
        most: [1.0; 3],
    }];
    assert_eq!(
        refused(
            &project,
            ControlKind::ApplyLimits(ApplyLimitsControl { limits })
        ),
        MirrorRefusal::Axes("hand_l".into())
    );
}
