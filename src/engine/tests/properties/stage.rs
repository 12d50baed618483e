//! A library made by hand: figures of four bones, three clips, two montages, a graph.

use crate::{CharacterId, EngineInput, Evaluator, WorkerMode};
use anim::graph::nodes::{
    CopyPoseNode, InertializationNode, OutputNode, SequencePlayerNode, SlotNode, TwoWayNode,
};
use anim::{
    Array, Clip, Graph, Library, Montage, Name, Notify, Request, Skeleton, Transform,
    clip::{Keys, RootMotion, Track},
    curve::{Curve, CurveKey},
    graph::{Alpha, GraphParts, Node, Parameter, SmoothingMethod, Value},
    montage::{Blend, Easing, NO_SECTION, Section, Segment, Slot},
    notify::{action, flag},
    skeleton::Bone,
};
use glam::{Quat, Vec3};
use std::sync::Arc;

pub(super) const DT: f64 = 1.0 / 60.0;
pub(super) const FIGURE: Name = Name::new("figure");
pub(super) const MONTAGES: [Name; 2] = [Name::new("attack"), Name::new("wave")];
pub(super) const SECTIONS: [Name; 3] = [Name::new("a"), Name::new("b"), Name::new("c")];
pub(super) const CLIPS: [Name; 3] = [Name::new("walk"), Name::new("run"), Name::new("turn")];
pub(super) const GRAPH: Name = Name::new("graph");
pub(super) const PARTNER: Name = Name::new("partner");
pub(super) const SPEED: Name = Name::new("speed");
const SLOT: Name = Name::new("slot");

fn chain(name: &str, bones: &[(&str, i32, f32)]) -> Arc<Skeleton> {
    let bone = |(name, parent, up): &(&str, i32, f32)| Bone {
        name: Name::new(name),
        parent: *parent,
        reference: Transform::from_translation(Vec3::new(0.0, *up, 0.0)).into(),
        reserved: 0,
    };
    Arc::new(
        Skeleton::new(
            Name::new(name),
            bones.iter().map(bone).collect(),
            Array::default(),
        )
        .unwrap(),
    )
}

/// Goes along z as root motion, swings bone 2, and moves a curve.
fn clip(at: usize) -> Arc<Clip> {
    let (pace, angle) = (1.0 + at as f32, 0.4 + 0.5 * at as f32);
    let turn = Quat::from_rotation_x(angle);
    let mut keys = vec![0.0, 0.0, 0.0, 0.0, 0.0, pace];
    keys.extend(Quat::IDENTITY.to_array().into_iter().chain(turn.to_array()));
    let none = Keys::default();
    let root = Track {
        bone: 0,
        translation: Keys { first: 0, count: 2 },
        rotation: none,
        scale: none,
    };
    let arm = Track {
        bone: 2,
        translation: none,
        rotation: Keys { first: 6, count: 2 },
        scale: none,
    };
    let key = |time: f32, value: f32| CurveKey {
        time,
        value,
        in_tangent: 0.0,
        out_tangent: 0.0,
        interpolation: 0,
    };
    let length = 0.8 + 0.2 * at as f32;
    let clip = Clip {
        name: CLIPS[at],
        skeleton: FIGURE,
        length,
        key_count: 2,
        rate_scale: 1.0,
        looping: true,
        root_motion: RootMotion {
            enabled: true,
            ..RootMotion::default()
        },
        tracks: vec![root, arm].into(),
        keys: keys.into(),
        curves: vec![Curve {
            name: Name::new("curve"),
            first_key: 0,
            key_count: 2,
            ..Curve::default()
        }]
        .into(),
        curve_keys: vec![key(0.0, 0.0), key(length, 1.0)].into(),
        notifies: vec![notify(&format!("step {at}"), 0.3, 0.3)].into(),
        ..Clip::default()
    };
    Arc::new(Clip::new(clip, 4).unwrap())
}

fn notify(name: &str, time: f32, end: f32) -> Notify {
    Notify {
        id: Name::new(name).0,
        name: Name::new(name),
        target: Name::NONE,
        socket: Name::NONE,
        time,
        end,
        track: 0,
        flags: if end > time { flag::STATE } else { 0 },
        weight_threshold: 1e-5,
        chance: 1.0,
        from_lod: -1,
        action: action::NONE,
        class: Name::NONE,
        value: 0.0,
        first_value: 0,
        value_count: 0,
        reserved: 0,
    }
}

/// Section `a` shows the clip at `swing`, `b` and `c` the one after it; at 0.2 s it jumps to `c`,
/// if it `jumps`.
fn montage(at: usize, clips: &[Arc<Clip>], jumps: bool) -> Arc<Montage> {
    let find = |name: Name| clips.iter().position(|clip| clip.name == name).unwrap() as u32;
    let segment = |id: u64, clip: u32, start: f32| Segment {
        id,
        clip,
        start,
        clip_begin: 0.0,
        clip_end: 0.3,
        rate: 1.0,
        loops: 1,
    };
    let mut jump = notify(&format!("jump {at}"), 0.2, 0.2);
    (jump.target, jump.action) = (SECTIONS[2], action::JUMP_TO_SECTION);
    jump.flags = flag::BRANCHING;
    let chancy = Notify {
        chance: 0.5,
        ..notify(&format!("chancy {at}"), 0.1, 0.1)
    };
    let state = notify(&format!("state {at}"), 0.15, 0.5);
    let notifies = if jumps {
        vec![chancy, state, jump]
    } else {
        vec![chancy, state]
    };
    let blend = Blend {
        time: 0.1,
        easing: Easing::Linear,
        inertialize: at == 1,
        ..Blend::default()
    };
    let section = |nth: usize| Section {
        name: SECTIONS[nth],
        start: 0.3 * nth as f32,
        next: [1, 2, NO_SECTION][nth],
    };
    let montage = Montage {
        name: MONTAGES[at],
        skeleton: FIGURE,
        group: Name::new(["one", "two"][at]),
        length: 0.9,
        rate_scale: 1.0,
        blend_in: blend,
        blend_out: blend,
        blend_out_trigger: -1.0,
        auto_blend_out: true,
        root_translation: at == 0,
        root_rotation: at == 0,
        sections: (0..3).map(section).collect(),
        slots: vec![Slot {
            name: SLOT,
            first_segment: 0,
            segment_count: 3,
        }]
        .into(),
        segments: vec![
            segment(1, find(CLIPS[at]), 0.0),
            segment(2, find(CLIPS[at + 1]), 0.3),
            segment(3, find(CLIPS[2]), 0.6),
        ]
        .into(),
        notifies: notifies.into(),
        ..Montage::default()
    };
    Arc::new(Montage::new(montage, clips.len()).unwrap())
}

/// Walk and run by `speed`, under the slot; over that whoever is its partner.
fn graph(clips: &[Arc<Clip>], method: SmoothingMethod) -> Arc<Graph> {
    let find = |name: Name| {
        clips
            .iter()
            .position(|clip| clip.name == name)
            .map(|at| at as u32)
    };
    let nodes = vec![
        Node::SequencePlayer(SequencePlayerNode {
            clip: find(CLIPS[0]),
            play: None,
        }),
        Node::SequencePlayer(SequencePlayerNode {
            clip: find(CLIPS[1]),
            play: None,
        }),
        Node::TwoWay(TwoWayNode {
            a: 0,
            b: 1,
            alpha: 0,
            always_update_children: true,
        }),
        Node::Slot(SlotNode {
            source: 2,
            slot: SLOT,
            always_update_source: true,
        }),
        Node::Inertialization(InertializationNode {
            source: 3,
            method,
            history: Default::default(),
            jumps: None,
        }),
        Node::CopyPose(CopyPoseNode {
            source: 4,
            partner: PARTNER,
            retargets: false,
        }),
        Node::Output(OutputNode { source: 5 }),
    ];
    let speed = Parameter {
        name: SPEED,
        default: 0.0,
        is_trigger: false,
        values: Vec::new(),
    };
    let alphas = vec![Alpha::Value(Value::Parameter(0))];
    let parts = GraphParts {
        name: GRAPH,
        skeleton: FIGURE,
        nodes,
        parameters: vec![speed],
        alphas,
        ..GraphParts::default()
    };
    Arc::new(Graph::new(parts).unwrap())
}

/// Its first montage jumps at 0.2 s.
pub(super) fn library() -> Arc<Library> {
    library_with(SmoothingMethod::Offset)
}

/// … whose jumps decay by this method.
pub(super) fn library_with(method: SmoothingMethod) -> Arc<Library> {
    let figure = chain(
        "figure",
        &[
            ("root", -1, 0.0),
            ("spine", 0, 1.0),
            ("arm", 1, 0.5),
            ("hand", 2, 0.4),
        ],
    );
    // Of another order, without the spine and with a finger.
    let glove = chain(
        "glove",
        &[
            ("root", -1, 0.0),
            ("arm", 0, 9.0),
            ("hand", 1, 9.0),
            ("finger", 2, 0.1),
        ],
    );
    let mut clips: Vec<_> = (0..3).map(clip).collect();
    clips.sort_by_key(|clip| clip.name);
    let mut montages = vec![montage(0, &clips, true), montage(1, &clips, false)];
    montages.sort_by_key(|montage| montage.name);
    let mut skeletons = vec![figure, glove];
    skeletons.sort_by_key(|skeleton| skeleton.name);
    let graphs = vec![graph(&clips, method)];
    Arc::new(Library {
        skeletons,
        clips,
        montages,
        graphs,
        ..Library::default()
    })
}

pub(super) fn add(character: CharacterId) -> EngineInput {
    EngineInput::AddCharacter {
        character,
        skeleton: FIGURE,
        seed: character.into(),
    }
}

pub(super) fn ask(character: CharacterId, request: Request) -> EngineInput {
    EngineInput::Request { character, request }
}

pub(super) fn play(montage: usize) -> Request {
    Request::play(MONTAGES[montage], 1.0)
}

pub(super) fn speed(value: f64) -> Request {
    Request::SetParameter {
        parameter: SPEED,
        value,
    }
}

/// With so many characters, each playing the graph.
pub(super) fn evaluator(mode: WorkerMode, count: CharacterId) -> Evaluator {
    let mut evaluator = Evaluator::new(mode, library());
    let inputs = (0..count).flat_map(|at| [add(at), ask(at, Request::PlayGraph { graph: GRAPH })]);
    assert_eq!(evaluator.step(0.0, &inputs.collect::<Vec<_>>()), []);
    evaluator
}

pub(super) fn pose(evaluator: &Evaluator, character: CharacterId) -> anim::Pose {
    evaluator.shown(character).unwrap().pose().clone()
}
