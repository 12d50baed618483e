//! What is told from outside the graph: frames of a stream, and bones that a game's simulation moves.

use super::stage::{CLIPS, DT, FIGURE, add, ask};
use crate::{CharacterId, EvaluationRate, Evaluator, Input, Mode, Recording, Refused, golden};
use anim::{
    Graph, Library, Name, Pose, Request, Transform,
    graph::{
        GraphParts, LiveFrame, Node,
        control::{Control, ControlAlpha, ControlKind, ExternalBone},
    },
    instance::Refusal,
};
use glam::{Quat, Vec3};
use std::sync::Arc;

const TOLD: Name = Name::new("told");
const ACTOR: Name = Name::new("actor");
const CLOTH: Name = Name::new("cloth");
/// Seconds: five ticks and a bit.
const PATIENCE: f32 = 0.09;
const SPINE: Name = Name::new("spine");
const ARM: Name = Name::new("arm");
const HAND: Name = Name::new("hand");

/// A walk, over it a stream, over that bones from outside.
fn library() -> Arc<Library> {
    let mut library = (*super::stage::library()).clone();
    let walk = library.clips.iter().position(|clip| clip.name == CLIPS[0]).map(|at| at as u32);
    let nodes = vec![
        Node::SequencePlayer { clip: walk, play: None },
        Node::LivePose { source: 0, subject: ACTOR, patience: PATIENCE },
        Node::Control { source: 1, control: 0 },
        Node::Output { source: 2 },
    ];
    let kind = ControlKind::ExternalPose(CLOTH);
    let controls = vec![Control { alpha: ControlAlpha::default(), lod_threshold: -1, kind }];
    let parts = GraphParts { name: TOLD, skeleton: FIGURE, nodes, controls, ..GraphParts::default() };
    library.graphs.push(Graph::new(parts).unwrap().into());
    library.graphs.sort_by_key(|graph| graph.name());
    library.into()
}

/// Character 0 plays it.
fn evaluator(mode: Mode) -> Evaluator {
    let mut evaluator = Evaluator::new(mode, library());
    assert_eq!(evaluator.step(0.0, &[add(0), ask(0, Request::PlayGraph { graph: TOLD })]), []);
    evaluator
}

fn local(x: f32) -> Transform {
    Transform::new(Vec3::X * x, Quat::from_rotation_z(x), Vec3::ONE)
}

fn live(subject: Name, bones: &[(Name, f32)]) -> Input {
    let bones = bones.iter().map(|(name, x)| (*name, local(*x))).collect();
    ask(0, Request::TellLive(LiveFrame { subject, bones, curves: vec![(Name::new("smile"), 0.5)] }.into()))
}

fn external(stream: Name, bones: &[(Name, f32, f32)]) -> Input {
    let bone = |(bone, x, weight): &(Name, f32, f32)| ExternalBone { bone: *bone, local: local(*x), weight: *weight };
    ask(0, Request::SetExternal { stream, bones: bones.iter().map(bone).collect() })
}

fn pose(evaluator: &Evaluator) -> Pose {
    super::stage::pose(evaluator, 0)
}

#[test]
fn a_stream_is_shown_until_it_is_stale_and_then_the_source_passes_bit_for_bit() {
    let (mut told, mut alone) = (evaluator(Mode::Inline), evaluator(Mode::Inline));
    // A bone that the skeleton lacks, and a number that is none, are left out.
    let bones = [(HAND, 3.0), (Name::new("tail"), 5.0), (ARM, f32::NAN)];
    for tick in 0..14 {
        let inputs = if tick == 2 { vec![live(ACTOR, &bones)] } else { Vec::new() };
        assert_eq!(told.step(DT, &inputs), []);
        alone.step(DT, &[]);
        let (shown, source) = (pose(&told), pose(&alone));
        let is_fresh = (2..7).contains(&tick);
        assert_eq!(shown.hash() == source.hash(), !is_fresh, "tick {tick}");
        for bone in 0..3 {
            assert_eq!(shown.get(bone), source.get(bone), "tick {tick}, bone {bone}");
        }
        if is_fresh {
            assert_eq!((shown.get(3), shown.curves.len()), (local(3.0), source.curves.len() + 1));
        }
    }
}

#[test]
fn a_subject_that_no_node_names_is_nobody_s() {
    let (mut told, mut alone) = (evaluator(Mode::Inline), evaluator(Mode::Inline));
    for _ in 0..5 {
        assert_eq!(told.step(DT, &[live(Name::new("somebody"), &[(HAND, 3.0)])]), []);
        alone.step(DT, &[]);
        assert_eq!(golden::world_hash(&told), golden::world_hash(&alone));
    }
}

#[test]
fn of_two_frames_of_a_subject_the_second_counts_and_one_that_rests_hears_the_newest() {
    let mut told = evaluator(Mode::Inline);
    told.step(DT, &[live(ACTOR, &[(SPINE, 1.0), (HAND, 1.0)]), live(ACTOR, &[(HAND, 2.0)])]);
    assert_eq!(pose(&told).get(3), local(2.0));
    assert_ne!(pose(&told).get(1), local(1.0), "a frame is whole: what it lacks is the source's");
    let rate = EvaluationRate { every: 3, skips_updates: true, interpolates: false };
    told.step(DT, &[Input::SetRate { character: 0, rate }]);
    for tick in 0..9 {
        told.step(DT, &[live(ACTOR, &[(HAND, tick as f32)])]);
        assert!(pose(&told).get(3).translation.x >= tick as f32 - 2.0, "tick {tick}");
    }
}

#[test]
fn bones_from_outside_stay_until_they_are_told_again() {
    let (mut told, mut alone) = (evaluator(Mode::Inline), evaluator(Mode::Inline));
    let bones = [(HAND, 3.0, 1.0), (Name::new("tail"), 5.0, 1.0), (SPINE, 1.0, 0.0)];
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
fn who_is_not_there_is_told_nothing() {
    let mut evaluator = evaluator(Mode::Inline);
    let to = |character: CharacterId, input: Input| match input {
        Input::Request { request, .. } => ask(character, request),
        other => other,
    };
    let check = |evaluator: &mut Evaluator, input: Input, why: Refusal| {
        assert_eq!(evaluator.step(DT, std::slice::from_ref(&input)), [Refused { input, why }]);
    };
    check(&mut evaluator, to(7, live(ACTOR, &[])), Refusal::CharacterUnknown);
    check(&mut evaluator, to(7, external(CLOTH, &[])), Refusal::CharacterUnknown);
    check(&mut evaluator, external(ACTOR, &[]), Refusal::StreamUnknown);
    evaluator.step(DT, &[ask(0, Request::PlayGraph { graph: Name::NONE })]);
    check(&mut evaluator, external(CLOTH, &[]), Refusal::StreamUnknown);
    assert_eq!(evaluator.step(DT, &[live(ACTOR, &[(HAND, 1.0)])]), [], "its graph listens to nobody");
}

#[test]
fn what_was_told_is_recorded_and_replays_bit_for_bit() {
    let mut evaluator = evaluator(Mode::Inline);
    let mut recording = Recording::new(&evaluator);
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
        recording.add(DT, &inputs, &evaluator);
    }
    for from in recording.kept() {
        assert_eq!(recording.replay(Mode::Inline, from), Ok(()), "from {from}");
        assert_eq!(recording.replay(Mode::workers(2).unwrap(), from), Ok(()), "from {from}");
    }
}
