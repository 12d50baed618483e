//! What a bone comes from, against graphs in which controls are turned off by their own weight.

use crate::{
    provenance,
    tests::{SAMPLE, TICK, ask},
};
use anim::{
    Graph, Library, Name, Request,
    graph::Node,
    ground::{Shape, Terrain},
};
use engine::{
    EngineInput, Evaluator, RecordedSession, Recording, RecordingLimits, SessionPlayer, WorkerMode,
};
use glam::Affine3A;
use std::sync::Arc;

const HERO: Name = Name::new("PG_Hero");

/// Walks up a slope, so that warping and feet on the ground have something to do.
fn uphill() -> RecordedSession {
    let graph = SAMPLE.graph(HERO).unwrap();
    let mut evaluator = Evaluator::new(WorkerMode::Inline, SAMPLE.clone());
    let mut recording = Recording::new(&evaluator, RecordingLimits::UNLIMITED);
    for tick in 0..180 {
        let mut inputs = Vec::new();
        if tick == 0 {
            inputs.push(EngineInput::AddCharacter {
                character: 0,
                skeleton: graph.skeleton(),
                seed: 3,
            });
            inputs.push(ask(0, Request::PlayGraph { graph: HERO }));
            inputs.push(EngineInput::SetGround {
                ground: Some(Arc::new(Terrain {
                    shape: Shape::Slope { angle: 15.0 },
                    ..Terrain::default()
                })),
            });
        }
        if tick == 20 {
            let parameter = Name::new("Speed");
            inputs.push(ask(
                0,
                Request::SetParameter {
                    parameter,
                    value: 1.4,
                },
            ));
        }
        evaluator.step(TICK, &inputs);
        recording.add(TICK, &inputs, &mut evaluator);
    }
    recording.session()
}

/// Where a bone is after a tick of the session with another hero.
fn model(session: &RecordedSession, tick: u64, bone: usize, graph: Graph) -> Affine3A {
    let mut player = SessionPlayer::new(session.clone(), WorkerMode::Inline).unwrap();
    player.seek(tick).unwrap();
    let inputs = player.upcoming().unwrap().inputs.clone();
    let mut library: Library = (**SAMPLE).clone();
    let own = library
        .graphs
        .iter_mut()
        .find(|it| it.name() == HERO)
        .unwrap();
    *own = Arc::new(graph);
    let mut evaluator = player.into_evaluator();
    evaluator.queue(EngineInput::SetLibrary {
        revision: 1,
        library: Arc::new(library),
    });
    evaluator.step(TICK, &inputs);
    evaluator.shown(0).unwrap().models()[bone]
}

#[test]
fn shares_sum_to_one_and_a_node_does_what_is_said() {
    let session = uphill();
    let graph = SAMPLE.graph(HERO).unwrap();
    let skeleton = SAMPLE.skeleton(graph.skeleton()).unwrap();
    let mut moved = 0;
    for (tick, bone) in [
        (60, "foot_l"),
        (120, "foot_r"),
        (150, "pelvis"),
        (170, "head"),
    ] {
        let name = Name::new(bone);
        let found = provenance(&session, tick, (0, name)).unwrap().unwrap();
        let whole = found.shares.iter().filter(|share| !share.is_additive);
        let sum: f32 = whole.map(|share| share.weight).sum();
        assert!((sum - 1.0).abs() < 1e-5, "{bone} at {tick}: {sum}");
        let at = skeleton.find(name).unwrap();
        let as_it_is = model(&session, tick, at, (**graph).clone());
        for (node, slot) in graph.nodes().enumerate() {
            let Node::Control(control) = slot else {
                continue;
            };
            let mut parts = graph.parts().clone();
            let alpha = &mut parts.controls[usize::from(control.control)].alpha;
            (alpha.least, alpha.most, alpha.interpolation) = (0.0, 0.0, None);
            let without = model(&session, tick, at, Graph::new(parts).unwrap());
            let distance = as_it_is
                .translation
                .as_dvec3()
                .distance(without.translation.as_dvec3());
            let id = graph.parts().ids[node];
            let said = found.nodes.iter().find(|it| it.node == id);
            let said = said.map_or(0.0, |it| it.distance);
            assert!(
                (said - distance).abs() < 1e-6,
                "{bone} at {tick}: {said}, {distance}"
            );
            moved += usize::from(distance > 1e-4);
        }
    }
    assert!(moved >= 4, "{moved} controls move something");
}

#[test]
fn nobody_s_bone_comes_from_nothing() {
    let session = uphill();
    for whose in [(0, Name::new("tail")), (9, Name::new("pelvis"))] {
        assert!(provenance(&session, 10, whose).unwrap().is_none());
    }
    assert!(provenance(&session, 999, (0, Name::new("pelvis"))).is_err());
}
