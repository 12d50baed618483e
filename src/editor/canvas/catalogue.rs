//! Every kind of node as it is when it is added, with other words that it is found by.

use super::{limbs::limbs, warps::warps};
use anim::graph::control::Channel;
use asset::{
    BoneKey, Skeleton,
    graph::{
        Alpha, ControlKind, Cover, Driven, DriverSettings, Input, Layer, ListPose, LookBone, Machine, NodeKind, Play,
    },
};

type Entry = (NodeKind, &'static str);

/// `bone` of the skeleton is what skeletal controls begin with.
pub fn catalogue(rig: Option<&Skeleton>, bone: &BoneKey) -> Vec<Entry> {
    let control =
        |kind: ControlKind| NodeKind::Control { source: None, alpha: Default::default(), lod_threshold: -1, kind };
    let controls = [reaching(bone), turning(bone), limbs(rig, bone), warps(rig, bone)].into_iter().flatten();
    let controls = controls.map(|(kind, words)| (control(kind), words));
    let nodes = [players(), blends(), additives(), curves(bone), poses()].into_iter().flatten();
    nodes.chain(controls).collect()
}

fn one() -> Input {
    Input::Number(1.0)
}

fn players() -> Vec<Entry> {
    vec![
        (NodeKind::SequencePlayer { clip: None, play: Play::default() }, "clip animation play"),
        (
            NodeKind::SequenceEvaluator { clip: None, time: 0.0.into(), teleports: false, first: Default::default() },
            "clip explicit time scrub",
        ),
        (
            NodeKind::BlendSpacePlayer {
                space: None,
                x: 0.0.into(),
                y: 0.0.into(),
                play: Play::default(),
                looping: true,
            },
            "1d 2d locomotion",
        ),
        (
            NodeKind::BlendSpaceEvaluator {
                space: None,
                x: 0.0.into(),
                y: 0.0.into(),
                time: 0.0.into(),
                teleports: false,
                looping: true,
                first: Default::default(),
            },
            "explicit time",
        ),
        (
            NodeKind::RandomPlayer {
                entries: Vec::new(),
                rate: one(),
                seed: 0.0.into(),
                restarts: true,
                is_ignored_by_rules: false,
            },
            "random sequence player breaks",
        ),
        (
            NodeKind::SequenceComposite {
                parts: Vec::new(),
                rate: one(),
                looping: true,
                restarts: true,
                is_ignored_by_rules: false,
            },
            "anim composite",
        ),
    ]
}

fn blends() -> Vec<Entry> {
    let half = || Alpha::Value(Input::Number(0.5));
    let list = |count: usize| vec![ListPose { source: None, time: 0.2 }; count];
    let layer = Layer { source: None, weight: one(), mask: None, branches: Vec::new() };
    vec![
        (NodeKind::TwoWay { a: None, b: None, alpha: half(), always_update_children: false }, "blend alpha lerp"),
        (
            NodeKind::BlendList {
                index: 0.0.into(),
                poses: list(2),
                easing: Default::default(),
                inertialize: false,
                restarts: false,
                profile: None,
            },
            "blend poses by bool int enum switch select",
        ),
        (
            NodeKind::LayeredPerBone { base: None, layers: vec![layer], cover: Cover::default(), lod_threshold: -1 },
            "upper body mask branch filter",
        ),
        (NodeKind::StateMachine(Machine::default()), "states transitions"),
        (
            NodeKind::Slot { source: None, slot: "DefaultSlot".into(), always_update_source: false },
            "montage upper body full body",
        ),
        (
            NodeKind::Inertialization {
                source: None,
                dead_blend: None,
                history: Default::default(),
                jumps: Default::default(),
            },
            "smooth transition",
        ),
        (
            NodeKind::Inertialization {
                source: None,
                dead_blend: Some(0.2),
                history: Default::default(),
                jumps: Default::default(),
            },
            "dead blending smooth transition",
        ),
    ]
}

fn additives() -> Vec<Entry> {
    vec![
        (additive(false), "add local"),
        (additive(true), "add mesh space rotation"),
        (NodeKind::MakeDynamicAdditive { pose: None, base: None, mesh_space: false }, "difference subtract"),
        (
            NodeKind::AimOffset {
                source: None,
                space: None,
                x: 0.0.into(),
                y: 0.0.into(),
                alpha: Alpha::Value(one()),
                lod: -1,
                look: None,
            },
            "aim look rotation offset blend space",
        ),
        (NodeKind::Mirror { source: None, on: one() }, "flip left right"),
    ]
}

fn curves(bone: &BoneKey) -> Vec<Entry> {
    vec![
        (NodeKind::ModifyCurve { source: None, edits: Vec::new() }, "curve set"),
        (NodeKind::CurveSource { source: None, subject: "Face".into(), alpha: one() }, "live curves face capture"),
        (
            NodeKind::PoseDriver {
                source: None,
                bones: vec![bone.clone()],
                targets: Vec::new(),
                asset: None,
                settings: DriverSettings::default(),
                lod_threshold: -1,
                alpha: one(),
            },
            "rbf corrective",
        ),
        (NodeKind::PoseBlend { source: None, asset: None, easing: Default::default() }, "pose asset face curves"),
    ]
}

fn poses() -> Vec<Entry> {
    vec![
        (NodeKind::PoseByName { asset: None, pose: String::new(), weight: one() }, "pose asset"),
        (NodeKind::PoseSnapshot { snapshot: "Snapshot".into() }, "ragdoll get up"),
        (NodeKind::ReferencePose, "bind t pose rest"),
        (NodeKind::SavedPose { source: None }, "new save cached pose"),
        (NodeKind::UsedPose { saved: None }, "use cached pose"),
        (NodeKind::InputPose { pose: "In".into() }, "linked input post process"),
        (
            NodeKind::LinkedGraph { graph: None, inputs: Vec::new(), values: Default::default(), swap: None },
            "linked anim graph sub instance",
        ),
        (
            NodeKind::CopyPose { source: None, partner: "Partner".into(), retargets: false },
            "copy pose from mesh other character",
        ),
        (NodeKind::LivePose { source: None, subject: "Performer".into(), patience: 0.5 }, "live link vmc stream"),
    ]
}

fn additive(mesh_space: bool) -> NodeKind {
    let alpha = Alpha::Value(Input::Number(1.0));
    NodeKind::ApplyAdditive {
        base: None,
        additive: None,
        alpha,
        mesh_space,
        lod_threshold: -1,
        mask: None,
        branches: Vec::new(),
    }
}

fn reaching(bone: &BoneKey) -> Vec<(ControlKind, &'static str)> {
    let bone = || bone.clone();
    vec![
        (
            ControlKind::TwoBoneIk {
                end: bone(),
                effector: Default::default(),
                pole: Default::default(),
                end_rotation: Default::default(),
                stretch: None,
                twist_axis: None,
                too_close: Default::default(),
            },
            "ik arm leg reach",
        ),
        (
            ControlKind::LookAt {
                chain: vec![LookBone { bone: bone(), weight: 1.0 }],
                axis: [0.0, 0.0, 1.0],
                up_axis: None,
                up: [0.0, 1.0, 0.0],
                target: Default::default(),
                clamp: 70.0,
                time: 0.3,
                trigger: 20.0,
                easing: Default::default(),
            },
            "head eyes aim",
        ),
        (ControlKind::ApplyLimits { limits: Vec::new() }, "angle clamp"),
        (
            ControlKind::Spring {
                bone: bone(),
                stiffness: 200.0,
                damping: 12.0,
                most: None,
                translates: [true; 3],
                rotates: [true; 3],
            },
            "spring controller jiggle dynamics",
        ),
        (ControlKind::ScaleLength { root: bone(), end: bone(), target: Default::default() }, "chain stretch"),
        (ControlKind::ExternalPose { stream: "Physics".into() }, "ragdoll simulation"),
    ]
}

fn turning(bone: &BoneKey) -> Vec<(ControlKind, &'static str)> {
    let bone = || bone.clone();
    vec![
        (
            ControlKind::ModifyBone {
                bone: bone(),
                translation: Default::default(),
                rotation: Default::default(),
                scale: Default::default(),
            },
            "transform modify bone",
        ),
        (
            ControlKind::CopyBone {
                from: bone(),
                to: bone(),
                translation: true,
                rotation: true,
                scale: false,
                space: Default::default(),
            },
            "constraint",
        ),
        (
            ControlKind::RotationMultiplier {
                driver: bone(),
                target: bone(),
                axis: [1.0, 0.0, 0.0],
                multiplier: Input::Number(0.5),
                additive: false,
            },
            "twist",
        ),
        (ControlKind::RotateRootBone { yaw: 0.0.into(), pitch: 0.0.into() }, "turn in place"),
        (
            ControlKind::BoneDriven {
                driver: bone(),
                channel: Channel::Rotation(0),
                from: [0.0, 90.0],
                to: [0.0, 1.0],
                driven: Driven::Curve("Driven".into()),
            },
            "bone driven controller curve",
        ),
    ]
}
