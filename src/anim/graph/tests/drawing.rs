//! Clips one after the other, by lot and in order.

use super::{
    Composite, Graph, GraphError, GraphParts, Node, Random, RandomEntry, Value,
    mixing::{near, parts},
    tests::Stage,
};
use crate::graph::nodes::{OutputNode, RandomPlayerNode, SequenceCompositeNode};
use crate::{
    Name, Notify,
    montage::{Easing, Segment},
};
use bytemuck::Zeroable;
use std::sync::Arc;

fn entry(clip: u32, chance: f64) -> RandomEntry {
    RandomEntry {
        clip,
        chance,
        loops: [1, 1],
        blend: 0.0,
        easing: Easing::Linear,
    }
}

fn random(entries: Vec<RandomEntry>, seed: f64) -> GraphParts {
    let (seed, rate) = (Value::Number(seed), Value::Parameter(0));
    let random = Random {
        entries,
        seed,
        rate,
        restarts: true,
        is_ignored_by_rules: false,
    };
    let nodes = vec![
        Node::RandomPlayer(RandomPlayerNode { random: 0 }),
        Node::Output(OutputNode { source: 0 }),
    ];
    let mut all = parts(nodes);
    all.parameters[0].default = 1.0;
    GraphParts {
        randoms: vec![random],
        ..all
    }
}

/// The clip that is seen, at 15 ticks into each second.
fn seen(stage: &mut Stage, seconds: usize) -> Vec<u8> {
    let mut found = Vec::new();
    for tick in 0..30 * seconds {
        stage.update();
        if tick % 30 == 15 {
            found.push((stage.x() / 10.0) as u8);
        }
    }
    found
}

#[test]
fn clips_come_by_their_chances_and_the_same_seed_gives_the_same() {
    let entries = || vec![entry(0, 1.0), entry(1, 3.0), entry(2, 0.0)];
    let mut stage = Stage::of(random(entries(), 7.0));
    let found = seen(&mut stage, 400);
    let count = |clip| found.iter().filter(|seen| **seen == clip).count();
    assert!(
        (80..120).contains(&count(0)) && count(2) == 0,
        "{} of 400",
        count(0)
    );
    assert_eq!(seen(&mut Stage::of(random(entries(), 7.0)), 400), found);
    assert_ne!(seen(&mut Stage::of(random(entries(), 8.0)), 400), found);
    let saved = stage.state.clone();
    let next = seen(&mut stage, 20);
    stage.state = saved;
    assert_eq!(
        seen(&mut stage, 20),
        next,
        "a state that is restored draws the same"
    );
}

/// Spec 06 §8. Seeds that are counted up, as crowds have them, are not the same lots a few draws
/// later.
#[test]
fn every_character_draws_its_own_lots() {
    let entries = || vec![entry(0, 1.0), entry(1, 1.0)];
    let of = |seed| {
        let mut stage = Stage::of(random(entries(), 7.0));
        stage.seed = seed;
        seen(&mut stage, 200)
    };
    let lots: Vec<Vec<u8>> = (0..6).map(of).collect();
    assert_eq!(of(3), lots[3]);
    assert_eq!(
        seen(&mut Stage::of(random(entries(), 7.0)), 200),
        lots[0],
        "a seed of 0 changes nothing"
    );
    for (at, one) in lots.iter().enumerate() {
        for other in &lots[at + 1..] {
            for shift in 0..8 {
                let alike = one
                    .iter()
                    .zip(&other[shift..])
                    .filter(|(a, b)| a == b)
                    .count();
                let back = other
                    .iter()
                    .zip(&one[shift..])
                    .filter(|(a, b)| a == b)
                    .count();
                assert!(
                    (60..140).contains(&alike) && (60..140).contains(&back),
                    "{at}, {shift}: {alike} {back}"
                );
            }
        }
    }
}

#[test]
fn a_clip_plays_as_often_as_it_may() {
    let entries = vec![
        RandomEntry {
            loops: [2, 4],
            ..entry(0, 1.0)
        },
        RandomEntry {
            loops: [3, 3],
            ..entry(1, 1.0)
        },
    ];
    let found = seen(&mut Stage::of(random(entries, 3.0)), 300);
    let mut runs: Vec<(u8, usize)> = Vec::new();
    for clip in found {
        match runs.last_mut().filter(|run| run.0 == clip) {
            Some(run) => run.1 += 1,
            None => runs.push((clip, 1)),
        }
    }
    runs.pop();
    assert!(runs.len() > 30);
    assert!(
        runs.iter()
            .all(|(clip, run)| if *clip == 1 { run % 3 == 0 } else { *run >= 2 }),
        "{runs:?}"
    );
    assert!(
        (2..=4).all(|length| runs.contains(&(0, length))),
        "{runs:?}"
    );
}

/// Irregular ticks, too: what is seen never goes faster than the blend takes it.
#[test]
fn a_blend_begins_before_the_end_and_nothing_jumps() {
    let entries = vec![
        RandomEntry {
            blend: 0.4,
            ..entry(0, 1.0)
        },
        RandomEntry {
            blend: 0.25,
            ..entry(2, 1.0)
        },
    ];
    let mut stage = Stage::of(random(entries, 11.0));
    // Clips that stand at x = 0 and 20.
    for at in [0, 2] {
        let clip = Arc::make_mut(&mut stage.library.clips[at]);
        clip.keys = vec![clip.keys[0], 0.0, 0.0, clip.keys[0], 0.0, 0.0].into();
    }
    stage.update();
    let (mut last, mut mixed) = (stage.x(), 0);
    for tick in 0..2000u32 {
        let rate = f64::from(tick * 7919 % 13) / 12.0;
        let x = stage.set([rate, 0.0]);
        let most = 20.0 * (rate as f32 / 30.0) / 0.25 + 1e-3;
        assert!((x - last).abs() <= most, "tick {tick}: {last} to {x}");
        mixed += u32::from(x > 0.5 && x < 19.5);
        last = x;
    }
    assert!(mixed > 100, "{mixed}");
    near(stage.set([f64::NAN, 0.0]), last);
    near(stage.set([-1.0, 0.0]), last);
}

#[test]
fn every_loop_of_every_clip_is_passed_once() {
    let entries = vec![
        RandomEntry {
            loops: [1, 3],
            ..entry(0, 1.0)
        },
        RandomEntry {
            loops: [2, 2],
            ..entry(1, 1.0)
        },
    ];
    let mut stage = Stage::of(random(entries, 5.0));
    for at in [0, 1] {
        let step = Notify {
            id: at as u64 + 1,
            time: 0.5,
            end: 0.5,
            chance: 1.0,
            ..Notify::zeroed()
        };
        Arc::make_mut(&mut stage.library.clips[at]).notifies = vec![step].into();
        Arc::make_mut(&mut stage.library.clips[at])
            .root_motion
            .enabled = true;
    }
    let (mut steps, mut way) = (0, 0.0);
    for tick in 0..3000u32 {
        stage.set([f64::from(tick % 11) / 5.0, 0.0]);
        steps += stage.outcome.queued.len();
        way += stage
            .outcome
            .roots
            .iter()
            .map(|(root, weight)| root.translation.x * weight)
            .sum::<f32>();
    }
    // A mean rate of 1 for 100 seconds.
    assert!((99..=101).contains(&steps), "{steps}");
    assert!((way - 100.0).abs() < 0.2, "{way}");
}

#[test]
fn lots_that_cannot_be_drawn_are_refused() {
    let refused = |entries: Vec<RandomEntry>| Graph::new(random(entries, 0.0)).unwrap_err();
    for entries in [
        vec![],
        vec![entry(0, 0.0)],
        vec![entry(0, f64::NAN), entry(1, 1.0)],
        vec![entry(0, -1.0), entry(1, 3.0)],
        vec![RandomEntry {
            loops: [0, 1],
            ..entry(0, 1.0)
        }],
        vec![RandomEntry {
            loops: [3, 2],
            ..entry(0, 1.0)
        }],
        vec![RandomEntry {
            loops: [1, 10_001],
            ..entry(0, 1.0)
        }],
        vec![RandomEntry {
            blend: f64::NAN,
            ..entry(0, 1.0)
        }],
        vec![RandomEntry {
            blend: 3601.0,
            ..entry(0, 1.0)
        }],
        vec![RandomEntry {
            blend: -1e300,
            ..entry(0, 1.0)
        }],
    ] {
        assert_eq!(
            refused(entries.clone()),
            GraphError::Settings(0),
            "{entries:?}"
        );
    }
    let mut endless = Stage::of(random(vec![entry(0, 1.0)], 0.0));
    Arc::make_mut(&mut endless.library.clips[0]).length = 0.0;
    (0..5).for_each(|_| {
        assert!(
            endless.set([1e9, 0.0]).is_finite(),
            "a clip without length ends no tick"
        );
    });
}

fn segment(clip: u32, start: f32, rate: f32, loops: u32) -> Segment {
    Segment {
        id: 1,
        clip,
        start,
        clip_begin: 0.0,
        clip_end: 1.0,
        rate,
        loops,
    }
}

/// Clip 1 once at double speed, a gap, clip 2 twice: 0 to 0.5, 1 to 3.
fn composite(looping: bool) -> GraphParts {
    let composite = Composite {
        segments: vec![segment(1, 0.0, 2.0, 1), segment(2, 1.0, 1.0, 2)],
        rate: Value::Parameter(0),
        looping,
        start: 0.0,
        restarts: true,
        is_ignored_by_rules: false,
    };
    let nodes = vec![
        Node::SequenceComposite(SequenceCompositeNode { composite: 0 }),
        Node::Output(OutputNode { source: 0 }),
    ];
    GraphParts {
        composites: vec![composite],
        ..parts(nodes)
    }
}

#[test]
fn segments_come_in_their_order_and_a_gap_is_the_reference_pose() {
    let mut stage = Stage::of(composite(false));
    // A rate of 30 takes a second a tick.
    for (seconds, x) in [
        (0.0, 10.0),
        (0.25, 10.5),
        (0.5, 0.0),
        (0.5, 20.25),
        (1.0, 20.25),
        (0.5, 20.75),
        (9.0, 21.0),
    ] {
        near(stage.set([seconds * 30.0, 0.0]), x);
    }
    for (seconds, x) in [
        (-0.5, 20.5),
        (-1.75, 0.0),
        (-0.5, 10.5),
        (-9.0, 10.0),
        (f64::NAN, 10.0),
    ] {
        near(stage.set([seconds * 30.0, 0.0]), x);
    }
    let mut round = Stage::of(composite(true));
    near(round.set([2.75 * 30.0, 0.0]), 20.75);
    near(round.set([0.5 * 30.0, 0.0]), 10.5);
}

#[test]
fn what_lies_on_segments_is_passed_in_travel_order() {
    let mut stage = Stage::of(composite(true));
    for at in [1usize, 2] {
        let step = Notify {
            id: at as u64,
            name: Name(at as u64),
            time: 0.5,
            end: 0.5,
            chance: 1.0,
            ..Notify::zeroed()
        };
        Arc::make_mut(&mut stage.library.clips[at]).notifies = vec![step].into();
    }
    let mut passed = |seconds: f64| -> Vec<u64> {
        stage.set([seconds * 30.0, 0.0]);
        stage
            .outcome
            .queued
            .iter()
            .map(|queued| queued.notify.name.0)
            .collect()
    };
    assert_eq!(passed(3.0), [1, 2, 2]);
    assert_eq!(passed(-2.0), [2, 2]);
    assert_eq!(passed(-0.9), [1]);
    assert_eq!(passed(6.0), [1, 2, 2, 1, 2, 2]);
    assert_eq!(passed(-3.0), [2, 2, 1]);
}

#[test]
fn segments_that_overlap_or_stand_still_are_refused() {
    let refused = |segments: Vec<Segment>| {
        let mut all = composite(false);
        all.composites[0].segments = segments;
        Graph::new(all).err()
    };
    assert_eq!(refused(vec![]), None);
    for segments in [
        vec![segment(1, 0.0, 1.0, 1), segment(2, 0.5, 1.0, 1)],
        vec![segment(1, 1.0, 1.0, 1), segment(2, 0.0, 1.0, 1)],
        vec![segment(1, 0.0, 1.01e4, 1)],
        vec![segment(1, 0.0, 1.0, 10_001)],
        vec![segment(1, 86_399.5, 1.0, 1)],
        vec![segment(1, 0.0, 0.0, 1)],
        vec![segment(1, f32::NAN, 1.0, 1)],
        vec![segment(1, 0.0, 1.0, 0)],
        vec![segment(1, -1.0, 1.0, 1)],
    ] {
        assert_eq!(
            refused(segments.clone()),
            Some(GraphError::Settings(0)),
            "{segments:?}"
        );
    }
    let mut empty = composite(true);
    empty.composites[0].segments.clear();
    near(Stage::of(empty).set([30.0, 0.0]), 0.0);
}
