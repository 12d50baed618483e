//! What is told from outside the graph: frames of a stream, and bones that a game's simulation
//! moves.

use super::stage::{CLIPS, DT, FIGURE, add, ask};
use crate::{
    CharacterId, EngineInput, EvaluationRate, Evaluator, InputRefusal, Recording, RecordingLimits,
    WorkerMode, hash::world_hash,
};
use anim::graph::nodes::{
    ControlNode, LivePoseNode, OutputNode, PoseSnapshotNode, RandomPlayerNode, SequencePlayerNode,
    TwoWayNode,
};
use anim::{
    Graph, Library, Name, Pose, Request, Transform,
    graph::{
        Alpha, GraphParts, LiveFrame, Node, Parameter, Random, RandomEntry, Value,
        control::{Control, ControlAlpha, ControlKind, ExternalBone},
    },
    instance::Refusal,
    montage::Easing,
};
use glam::{Quat, Vec3};
use std::sync::Arc;

const TOLD: Name = Name::new("told");
const ACTOR: Name = Name::new("actor");
const CLOTH: Name = Name::new("cloth");
const KEPT: Name = Name::new("kept");
const FALLEN: Name = Name::new("fallen");
/// Between what plays and what was kept.
const BACK: Name = Name::new("back");
/// Seconds: five ticks and a bit.
const PATIENCE: f32 = 0.09;
const SPINE: Name = Name::new("spine");
const ARM: Name = Name::new("arm");
const HAND: Name = Name::new("hand");

/// A walk, over it a stream, over that bones from outside.
fn library() -> Arc<Library> {
    let mut library = (*super::stage::library()).clone();
    let walk = library
        .clips
        .iter()
        .position(|clip| clip.name == CLIPS[0])
        .map(|at| at as u32);
    let nodes = vec![
        Node::SequencePlayer(SequencePlayerNode {
            clip: walk,
            play: None,
        }),
        Node::LivePose(LivePoseNode {
            source: 0,
            subject: ACTOR,
            patience: PATIENCE,
        }),
        Node::Control(ControlNode {
            source: 1,
            control: 0,
        }),
        Node::Output(OutputNode { source: 2 }),
    ];
    let kind = ControlKind::ExternalPose(CLOTH);
    let controls = vec![Control {
        alpha: ControlAlpha::default(),
        lod_threshold: -1,
        kind,
    }];
    let parts = GraphParts {
        name: TOLD,
        skeleton: FIGURE,
        nodes,
        controls,
        ..GraphParts::default()
    };
    library.graphs.push(Graph::new(parts).unwrap().into());
    let nodes = vec![
        Node::SequencePlayer(SequencePlayerNode {
            clip: walk,
            play: None,
        }),
        Node::PoseSnapshot(PoseSnapshotNode { name: FALLEN }),
        Node::TwoWay(TwoWayNode {
            a: 0,
            b: 1,
            alpha: 0,
            always_update_children: true,
        }),
        Node::Output(OutputNode { source: 2 }),
    ];
    let back = Parameter {
        name: BACK,
        default: 0.0,
        is_trigger: false,
        values: Vec::new(),
    };
    let alphas = vec![Alpha::Value(Value::Parameter(0))];
    let parameters = vec![back];
    let parts = GraphParts {
        name: KEPT,
        skeleton: FIGURE,
        nodes,
        parameters,
        alphas,
        ..GraphParts::default()
    };
    library.graphs.push(Graph::new(parts).unwrap().into());
    library.graphs.sort_by_key(|graph| graph.name());
    library.into()
}

/// Character 0 plays it.
fn evaluator(mode: WorkerMode) -> Evaluator {
    let mut evaluator = Evaluator::new(mode, library());
    assert_eq!(
        evaluator.step(0.0, &[add(0), ask(0, Request::PlayGraph { graph: TOLD })]),
        []
    );
    evaluator
}

fn local(x: f32) -> Transform {
    Transform::new(Vec3::X * x, Quat::from_rotation_z(x), Vec3::ONE)
}

fn live(subject: Name, bones: &[(Name, f32)]) -> EngineInput {
    let bones = bones.iter().map(|(name, x)| (*name, local(*x))).collect();
    ask(
        0,
        Request::TellLive(
            LiveFrame {
                subject,
                bones,
                curves: vec![(Name::new("smile"), 0.5)],
            }
            .into(),
        ),
    )
}

fn external(stream: Name, bones: &[(Name, f32, f32)]) -> EngineInput {
    let bone = |(bone, x, weight): &(Name, f32, f32)| ExternalBone {
        bone: *bone,
        local: local(*x),
        weight: *weight,
    };
    ask(
        0,
        Request::SetExternal {
            stream,
            bones: bones.iter().map(bone).collect(),
        },
    )
}

fn pose(evaluator: &Evaluator) -> Pose {
    super::stage::pose(evaluator, 0)
}

#[test]
fn a_stream_is_shown_until_it_is_stale_and_then_the_source_passes_bit_for_bit() {
    let (mut told, mut alone) = (evaluator(WorkerMode::Inline), evaluator(WorkerMode::Inline));
    // A bone that the skeleton lacks, and a number that is none, are left out.
    let bones = [(HAND, 3.0), (Name::new("tail"), 5.0), (ARM, f32::NAN)];
    for tick in 0..14 {
        let inputs = if tick == 2 {
            vec![live(ACTOR, &bones)]
        } else {
            Vec::new()
        };
        assert_eq!(told.step(DT, &inputs), []);
        alone.step(DT, &[]);
        let (shown, source) = (pose(&told), pose(&alone));
        let is_fresh = (2..7).contains(&tick);
        assert_eq!(shown.hash() == source.hash(), !is_fresh, "tick {tick}");
        for bone in 0..3 {
            assert_eq!(
                shown.get(bone),
                source.get(bone),
                "tick {tick}, bone {bone}"
            );
        }
        if is_fresh {
            assert_eq!(
                (shown.get(3), shown.curves.len()),
                (local(3.0), source.curves.len() + 1)
            );
        }
    }
}

#[test]
fn a_subject_that_no_node_names_is_nobody_s() {
    let (mut told, mut alone) = (evaluator(WorkerMode::Inline), evaluator(WorkerMode::Inline));
    for _ in 0..5 {
        assert_eq!(
            told.step(DT, &[live(Name::new("somebody"), &[(HAND, 3.0)])]),
            []
        );
        alone.step(DT, &[]);
        assert_eq!(world_hash(&told), world_hash(&alone));
    }
}

#[test]
fn of_two_frames_of_a_subject_the_second_counts_and_one_that_rests_hears_the_newest() {
    let mut told = evaluator(WorkerMode::Inline);
    told.step(
        DT,
        &[
            live(ACTOR, &[(SPINE, 1.0), (HAND, 1.0)]),
            live(ACTOR, &[(HAND, 2.0)]),
        ],
    );
    assert_eq!(pose(&told).get(3), local(2.0));
    assert_ne!(
        pose(&told).get(1),
        local(1.0),
        "a frame is whole: what it lacks is the source's"
    );
    let rate = EvaluationRate {
        every: 3,
        skips_updates: true,
        interpolates: false,
    };
    told.step(DT, &[EngineInput::SetRate { character: 0, rate }]);
    for tick in 0..9 {
        told.step(DT, &[live(ACTOR, &[(HAND, tick as f32)])]);
        assert!(
            pose(&told).get(3).translation.x >= tick as f32 - 2.0,
            "tick {tick}"
        );
    }
}

#[test]
fn bones_from_outside_stay_until_they_are_told_again() {
    let (mut told, mut alone) = (evaluator(WorkerMode::Inline), evaluator(WorkerMode::Inline));
    let bones = [
        (HAND, 3.0, 1.0),
        (Name::new("tail"), 5.0, 1.0),
        (SPINE, 1.0, 0.0),
    ];
    for tick in 0..30 {
        let inputs = match tick {
            2 => vec![external(CLOTH, &bones)],
            20 => vec![external(CLOTH, &[])],
            _ => Vec::new(),
        };
        assert_eq!(told.step(DT, &inputs), []);
        alone.step(DT, &[]);
        let (shown, source) = (pose(&told), pose(&alone));
        let is_moved = (2..20).contains(&tick);
        assert_eq!(shown.hash() == source.hash(), !is_moved, "tick {tick}");
        assert_eq!(shown.get(1), source.get(1));
        assert!(!is_moved || shown.translation(3).abs_diff_eq(Vec3::X * 3.0, 1e-5));
    }
}

#[test]
fn what_is_shown_is_kept_on_request_and_shown_again_by_its_name() {
    for mode in [WorkerMode::Inline, WorkerMode::workers(2).unwrap()] {
        let mut evaluator = evaluator(mode.clone());
        evaluator.step(0.0, &[ask(0, Request::PlayGraph { graph: KEPT })]);
        let mut recording = Recording::new(&evaluator, RecordingLimits::UNLIMITED);
        let keep = ask(0, Request::SnapshotPose { snapshot: FALLEN });
        let back = |value| {
            ask(
                0,
                Request::SetParameter {
                    parameter: BACK,
                    value,
                },
            )
        };
        let reference = Pose::reference(evaluator.instance(0).unwrap().skeleton());
        let mut kept = reference.clone();
        for tick in 0..90 {
            let mut inputs = vec![back(f64::from(u8::from(tick % 10 > 6)))];
            // What is shown before the tick is kept, and not what the tick gives.
            if tick % 30 == 12 {
                kept = pose(&evaluator);
                inputs.push(keep.clone());
            }
            assert_eq!(evaluator.step(DT, &inputs), []);
            recording.add(DT, &inputs, &mut evaluator);
            let shows_kept = pose(&evaluator).iter().eq(kept.iter());
            assert_eq!(shows_kept, tick % 10 > 6, "tick {tick}");
        }
        assert_eq!(recording.session().replay(mode, 0), Ok(()));
        // Nobody was shown yet: what would be is.
        let [mut whole, mut kicked] = [0; 2].map(|_| Evaluator::new(WorkerMode::Inline, library()));
        let first = [
            add(0),
            ask(0, Request::PlayGraph { graph: KEPT }),
            keep.clone(),
            back(1.0),
        ];
        whole.step(DT, &first);
        kicked.kick_step(DT, &first);
        kicked.finish_step();
        assert_eq!(whole.save(), kicked.save());
    }
    let (mut evaluator, unknown) = (
        evaluator(WorkerMode::Inline),
        Request::SnapshotPose { snapshot: FALLEN },
    );
    let refused = evaluator.step(DT, &[ask(0, unknown.clone())]);
    assert_eq!(
        refused,
        [InputRefusal {
            input: ask(0, unknown),
            why: Refusal::SnapshotUnknown
        }],
        "no node shows it"
    );
}

/// Spec 06 §8.
#[test]
fn two_characters_of_one_graph_draw_by_their_own_seeds() {
    let mut library = (*library()).clone();
    let entry = |clip| RandomEntry {
        clip,
        chance: 1.0,
        loops: [1, 1],
        blend: 0.0,
        easing: Easing::Linear,
    };
    let (seed, rate) = (Value::Number(3.0), Value::Number(1.0));
    let random = Random {
        entries: vec![entry(0), entry(1)],
        seed,
        rate,
        restarts: true,
        is_ignored_by_rules: false,
    };
    let nodes = vec![
        Node::RandomPlayer(RandomPlayerNode { random: 0 }),
        Node::Output(OutputNode { source: 0 }),
    ];
    let drawn = Name::new("drawn");
    let parts = GraphParts {
        name: drawn,
        skeleton: FIGURE,
        nodes,
        randoms: vec![random],
        ..GraphParts::default()
    };
    library.graphs.push(Graph::new(parts).unwrap().into());
    library.graphs.sort_by_key(|graph| graph.name());
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.into());
    for (character, seed) in [(0, 8), (1, 8), (2, 9), (3, 10)] {
        let add = EngineInput::AddCharacter {
            character,
            skeleton: FIGURE,
            seed,
        };
        assert_eq!(
            evaluator.step(
                0.0,
                &[add, ask(character, Request::PlayGraph { graph: drawn })]
            ),
            []
        );
    }
    let mut alike = [0; 4];
    for _ in 0..600 {
        evaluator.step(DT, &[]);
        let shown = [0, 1, 2, 3].map(|id| super::stage::pose(&evaluator, id).hash());
        (0..4).for_each(|at| alike[at] += usize::from(shown[at] == shown[0]));
    }
    assert_eq!(alike[..2], [600; 2], "one seed, one lot");
    assert!(alike[2] < 400 && alike[3] < 400, "{alike:?}");
}

#[test]
fn who_is_not_there_is_told_nothing() {
    let mut evaluator = evaluator(WorkerMode::Inline);
    let to = |character: CharacterId, input: EngineInput| match input {
        EngineInput::Request { request, .. } => ask(character, request),
        other => other,
    };
    let check = |evaluator: &mut Evaluator, input: EngineInput, why: Refusal| {
        assert_eq!(
            evaluator.step(DT, std::slice::from_ref(&input)),
            [InputRefusal { input, why }]
        );
    };
    check(
        &mut evaluator,
        to(7, live(ACTOR, &[])),
        Refusal::CharacterUnknown,
    );
    check(
        &mut evaluator,
        to(7, external(CLOTH, &[])),
        Refusal::CharacterUnknown,
    );
    check(&mut evaluator, external(ACTOR, &[]), Refusal::StreamUnknown);
    evaluator.step(DT, &[ask(0, Request::PlayGraph { graph: Name::NONE })]);
    check(&mut evaluator, external(CLOTH, &[]), Refusal::StreamUnknown);
    assert_eq!(
        evaluator.step(DT, &[live(ACTOR, &[(HAND, 1.0)])]),
        [],
        "its graph listens to nobody"
    );
}

#[test]
fn what_was_told_is_recorded_and_replays_bit_for_bit() {
    let mut evaluator = evaluator(WorkerMode::Inline);
    let mut recording = Recording::new(&evaluator, RecordingLimits::UNLIMITED);
    for tick in 0..700 {
        let x = (tick as f32 * 0.37).sin();
        let mut inputs = Vec::new();
        // It is silent for a while, again and again, so that it turns stale.
        if tick % 40 < 25 {
            inputs.push(live(ACTOR, &[(HAND, x), (SPINE, 0.5 * x)]));
        }
        if tick % 7 == 0 {
            inputs.push(external(CLOTH, &[(ARM, -x, 0.5 + 0.5 * x)]));
        }
        assert_eq!(evaluator.step(DT, &inputs), []);
        recording.add(DT, &inputs, &mut evaluator);
    }
    let recording = recording.session();
    for from in recording.kept() {
        assert_eq!(
            recording.replay(WorkerMode::Inline, from),
            Ok(()),
            "from {from}"
        );
        assert_eq!(
            recording.replay(WorkerMode::workers(2).unwrap(), from),
            Ok(()),
            "from {from}"
        );
    }
}
