//! What is shown between two evaluated poses of the sample, in local space as it is done and in
//! model space.

use crate::{
    EngineInput, EvaluationRate, Evaluator, WorkerMode,
    edits::{CHARACTER, DRIVE, HERO, TICK},
};
use anim::{Name, Pose, Request, Skeleton, Transform};
use asset::graph::nodes::ControlNode;
use asset::{
    Project,
    graph::{ControlAlpha, ControlKind, NodeKind},
};
use std::sync::Arc;

const EVERY: usize = 3;

/// The sample, with feet that are where its clips have them: where they are put on the ground
/// depends on the ticks before.
fn unplaced() -> Project {
    let mut project = mannequin::sample();
    for graph in project.graphs.values_mut() {
        for node in &mut Arc::make_mut(&mut Arc::make_mut(graph).wiring).nodes {
            if let NodeKind::Control(ControlNode {
                kind: ControlKind::FootPlacement(_),
                alpha,
                ..
            }) = &mut node.kind
            {
                *alpha = ControlAlpha {
                    scale: 0.0,
                    ..ControlAlpha::default()
                };
            }
        }
    }
    project
}

/// The shown poses of the sample's drive.
fn driven(rate: EvaluationRate) -> (Arc<Skeleton>, Vec<Pose>) {
    let library = asset::compile(
        &unplaced(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let (graph, skeleton) = (
        Name::new(HERO),
        library.graph(Name::new(HERO)).unwrap().skeleton(),
    );
    let skeletons = library.skeleton(skeleton).unwrap().clone();
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library);
    let ask = |request| EngineInput::Request {
        character: CHARACTER,
        request,
    };
    let add = EngineInput::AddCharacter {
        character: CHARACTER,
        skeleton,
        seed: 3,
    };
    let set_rate = EngineInput::SetRate {
        character: CHARACTER,
        rate,
    };
    assert_eq!(
        evaluator.step(0.0, &[add, set_rate, ask(Request::PlayGraph { graph })]),
        []
    );
    let tick = |tick: u64| {
        let due = DRIVE.iter().filter(|row| row.0 == tick);
        let set = |row: &(u64, &str, f64)| {
            ask(Request::SetParameter {
                parameter: Name::new(row.1),
                value: row.2,
            })
        };
        evaluator.step(TICK, &due.map(set).collect::<Vec<_>>());
        evaluator.shown(CHARACTER).unwrap().pose().clone()
    };
    (skeletons, (1..=240).map(tick).collect())
}

fn models(skeleton: &Skeleton, pose: &Pose) -> Vec<Transform> {
    let mut models: Vec<Transform> = Vec::new();
    for bone in 0..skeleton.len() {
        let local = pose.get(bone);
        models.push(
            skeleton
                .parent(bone)
                .map_or(local, |parent| models[parent].compose(&local)),
        );
    }
    models
}

/// Metres, over bones and ticks.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    /// From where the bone is when every tick is evaluated.
    farthest: f32,
    mean: f64,
    /// The largest change of a bone's length.
    change: f32,
}

/// The way through model space is no better, and shortens bones: so poses are interpolated in local
/// space. Of the bones that keep their lengths wherever every tick is evaluated: the rest moves
/// along its parent by itself.
#[test]
fn bones_keep_their_lengths_between_evaluated_poses_and_are_no_farther_from_where_they_are() {
    let (skeleton, poses) = driven(EvaluationRate::EVERY_TICK);
    let rate = EvaluationRate {
        every: EVERY as u32,
        skips_updates: false,
        interpolates: true,
    };
    let seldom: Vec<Vec<Transform>> = driven(rate)
        .1
        .iter()
        .map(|pose| models(&skeleton, pose))
        .collect();
    let all: Vec<Vec<Transform>> = poses.iter().map(|pose| models(&skeleton, pose)).collect();
    let length = |models: &[Transform], bone: usize| {
        skeleton.parent(bone).map_or(0.0, |parent| {
            models[parent]
                .translation
                .distance(models[bone].translation)
        })
    };
    let is_rigid = |bone: &usize| {
        all.iter()
            .all(|at| (length(at, *bone) - length(&all[0], *bone)).abs() < 1e-4)
    };
    let has_length = |bone: &usize| length(&all[0], *bone) > 1e-3;
    let rigid: Vec<usize> = (1..skeleton.len())
        .filter(has_length)
        .filter(is_rigid)
        .collect();
    assert!(rigid.len() > 50, "{}", rigid.len());
    let mut found = [Found::default(); 2];
    let mut count = 0;
    // The first evaluated one is the second, and what is shown lags one of them behind.
    for from in (1..poses.len() - 2 * EVERY).step_by(EVERY) {
        // A jump that was asked for between two evaluations decays from an older pose.
        let is_same = |at: usize| {
            let mut pairs = rigid
                .iter()
                .map(|bone| (&seldom[at + EVERY - 1][*bone], &all[at][*bone]));
            pairs.all(|(a, b)| a.translation.distance(b.translation) < 1e-3)
        };
        if !(is_same(from) && is_same(from + EVERY)) {
            continue;
        }
        for step in 1..EVERY {
            let alpha = step as f32 / EVERY as f32;
            let [start, shown, end] =
                [EVERY - 1, EVERY - 1 + step, 2 * EVERY - 1].map(|later| &seldom[from + later]);
            let both = [
                shown.clone(),
                start
                    .iter()
                    .zip(end)
                    .map(|(a, b)| a.blend(b, alpha))
                    .collect(),
            ];
            count += rigid.len();
            for (shown, found) in both.iter().zip(&mut found) {
                for bone in &rigid {
                    let far = shown[*bone]
                        .translation
                        .distance(all[from + step][*bone].translation);
                    found.farthest = found.farthest.max(far);
                    found.mean += f64::from(far);
                    found.change = found
                        .change
                        .max((length(shown, *bone) - length(&all[0], *bone)).abs());
                }
            }
        }
    }
    found
        .iter_mut()
        .for_each(|found| found.mean /= count as f64);
    let [local, model] = found;
    assert!(
        count > 100 * rigid.len()
            && local.farthest < 0.04
            && local.mean < 0.005
            && local.change < 1e-5,
        "{local:?}"
    );
    assert!(
        model.farthest > local.farthest && model.mean > local.mean && model.change > 0.02,
        "{model:?}"
    );
}
