//! Players whose time is told: where they go, by which way, and what they pass.

use super::{
    ExplicitTime, FirstTime, GraphParts, Node, Play, SpacePlay, Value,
    mixing::{near, parts},
    tests::Stage,
};
use crate::graph::nodes::{BlendSpaceEvaluatorNode, OutputNode, SequenceEvaluatorNode};
use crate::{
    Name, Notify,
    blend_space::{BlendSpace, BlendSpaceAxis, Sample},
};
use bytemuck::Zeroable;
use std::sync::Arc;

fn evaluator(teleports: bool, first: FirstTime) -> ExplicitTime {
    ExplicitTime {
        time: Value::Parameter(0),
        teleports,
        start: 0.25,
        first,
    }
}

/// Of the clip that goes from 10 to 11 in a second; notifies at every quarter, named by their
/// number.
fn stage(evaluator: ExplicitTime, looping: bool) -> Stage {
    let nodes = vec![
        Node::SequenceEvaluator(SequenceEvaluatorNode {
            clip: Some(1),
            evaluator: 0,
        }),
        Node::Output(OutputNode { source: 0 }),
    ];
    let mut stage = Stage::of(GraphParts {
        evaluators: vec![evaluator],
        ..parts(nodes)
    });
    let clip = Arc::make_mut(&mut stage.library.clips[1]);
    let notify = |quarter: u8| {
        let time = f32::from(quarter) / 4.0;
        Notify {
            id: quarter.into(),
            name: Name(quarter.into()),
            time,
            end: time,
            chance: 1.0,
            ..Notify::zeroed()
        }
    };
    clip.notifies = (0..=4).map(notify).collect();
    (clip.looping, clip.root_motion.enabled) = (looping, true);
    stage
}

/// Where it is, and what it passed.
fn to(stage: &mut Stage, time: f64) -> (f32, Vec<u64>) {
    let locked = stage.set([time, 0.0]);
    near(locked, 0.0);
    let passed = stage
        .outcome
        .queued
        .iter()
        .map(|queued| queued.notify.name.0)
        .collect();
    let time = stage.state.seeks[0].time() as f32;
    (time, passed)
}

fn way(stage: &Stage) -> f32 {
    stage
        .outcome
        .roots
        .iter()
        .map(|(root, _)| root.translation.x)
        .sum()
}

#[test]
fn a_jump_passes_nothing_and_moves_no_root() {
    let mut stage = stage(evaluator(true, FirstTime::NoReset), false);
    for time in [0.3, 0.9, 0.1, f64::NAN, 0.1] {
        let (at, passed) = to(&mut stage, time);
        near(at, if time.is_nan() { 0.1 } else { time as f32 });
        assert!(passed.is_empty() && way(&stage) == 0.0, "{time}");
    }
    near(to(&mut stage, f64::INFINITY).0, 1.0);
    near(to(&mut stage, -7.0).0, 0.0);
}

#[test]
fn what_goes_passes_what_lies_between_forwards_and_back() {
    let mut stage = stage(evaluator(false, FirstTime::ExplicitTime), false);
    assert_eq!(to(&mut stage, 0.3), (0.3, vec![]), "it begins there");
    assert_eq!(to(&mut stage, 0.8).1, [2, 3]);
    near(way(&stage), 0.5);
    assert_eq!(to(&mut stage, 0.4).1, [3, 2]);
    near(way(&stage), -0.4);
    assert_eq!(to(&mut stage, 0.4).1, [0; 0]);
    assert_eq!(to(&mut stage, 9.0), (1.0, vec![2, 3, 4]));
}

#[test]
fn a_loop_goes_the_shorter_way_round_and_half_of_it_forwards() {
    let mut stage = stage(evaluator(false, FirstTime::ExplicitTime), true);
    to(&mut stage, 0.9);
    assert_eq!(to(&mut stage, 1.1).1, [4, 0]);
    near(way(&stage), 0.2);
    assert_eq!(to(&mut stage, 0.9).1, [0, 4]);
    near(way(&stage), -0.2);
    to(&mut stage, 0.75);
    for (time, passed) in [(0.25, vec![4, 0, 1]), (0.75, vec![2, 3])] {
        assert_eq!(to(&mut stage, time).1, passed);
        near(way(&stage), 0.5);
    }
    let before = stage.state.seeks[0];
    to(&mut stage, f64::INFINITY);
    assert_eq!(
        stage.state.seeks[0].time(),
        before.time(),
        "an endless time is nowhere in a loop"
    );
}

#[test]
fn the_first_time_begins_where_it_is_told() {
    for (first, wanted) in [
        (FirstTime::NoReset, 0.2),
        (FirstTime::StartPos, 0.35),
        (FirstTime::ExplicitTime, 0.0),
    ] {
        let mut stage = stage(evaluator(false, first), false);
        to(&mut stage, 0.6);
        near(
            way(&stage),
            if first == FirstTime::ExplicitTime {
                0.0
            } else {
                0.35
            },
        );
        to(&mut stage, 0.4);
        near(way(&stage), -0.2);
        // A gap makes it relevant anew.
        stage.state.frame += 5;
        to(&mut stage, 0.6);
        near(
            way(&stage),
            if first == FirstTime::NoReset {
                0.2
            } else {
                wanted
            },
        );
    }
}

#[test]
fn a_blend_space_stands_at_the_part_it_is_told() {
    let axis = BlendSpaceAxis {
        min: 0.0,
        max: 1.0,
        wrap: false,
        smoothing: Default::default(),
    };
    let sample = |clip: u32, at| Sample {
        clip,
        at: [at, 0.0],
        rate: 1.0,
    };
    let play = SpacePlay {
        space: Arc::new(BlendSpace::new(&[axis], &[sample(0, 0.0), sample(2, 1.0)], 0.0).unwrap()),
        input: [Value::Parameter(1), Value::Number(0.0)],
        looping: true,
        play: Play {
            rate: Value::Number(9.0),
            start: 0.5,
            ..Play::default()
        },
    };
    let nodes = vec![
        Node::BlendSpaceEvaluator(BlendSpaceEvaluatorNode {
            space: 0,
            evaluator: 0,
        }),
        Node::Output(OutputNode { source: 0 }),
    ];
    let evaluators = vec![evaluator(false, FirstTime::ExplicitTime)];
    let mut stage = Stage::of(GraphParts {
        spaces: vec![play],
        evaluators,
        ..parts(nodes)
    });
    Arc::make_mut(&mut stage.library.clips[2]).length = 3.0;
    // Half of x = part, half of 20 + part.
    for part in [0.5, 0.9, 0.1, 1.0, 0.25] {
        near(stage.set([part, 0.5]), 10.0 + part as f32);
    }
    near(stage.set([f64::NAN, 0.0]), 0.25);
    Arc::make_mut(&mut stage.library.clips[2])
        .root_motion
        .enabled = true;
    stage.set([0.5, 1.0]);
    near(way(&stage), 0.25);
}
