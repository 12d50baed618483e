//! Between a kick and its finish: what is read, asked and waited for.

use super::stage::{DT, add, ask, evaluator, play, pose, speed};
use crate::{EngineInput, Evaluator, Visibility, WorkerMode, character::WorkerFn};
use anim::{Pose, Transform};
use glam::Vec3;
use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::Duration,
};

fn modes() -> [WorkerMode; 3] {
    [
        WorkerMode::Inline,
        WorkerMode::workers(1).unwrap(),
        WorkerMode::workers(4).unwrap(),
    ]
}

/// A parameter that is set while a tick is open counts from the next one on.
///
/// Property 06.3.
#[test]
fn what_is_asked_in_flight_counts_from_the_next_step_on() {
    for mode in modes() {
        let [mut asked, mut silent] = [0, 1].map(|_| evaluator(mode.clone(), 2));
        for evaluator in [&mut asked, &mut silent] {
            evaluator.step(DT, &[]);
            assert_eq!(evaluator.kick_step(DT, &[]), []);
        }
        asked.queue(ask(0, speed(1.0)));
        asked.queue(ask(0, play(0)));
        asked.queue(ask(9, speed(1.0)));
        asked.finish_step();
        silent.finish_step();
        assert_eq!(pose(&asked, 0), pose(&silent, 0));
        assert_eq!(asked.instance(0).unwrap().montage_states().count(), 0);
        let refused = asked.step(DT, &[]);
        assert_eq!(refused.len(), 1, "nobody is 9");
        silent.step(DT, &[ask(0, speed(1.0)), ask(0, play(0))]);
        assert_eq!(
            (pose(&asked, 0), asked.events(0)),
            (pose(&silent, 0), silent.events(0))
        );
        assert_ne!(pose(&asked, 0), pose(&asked, 1));
    }
}

/// Readers see the last tick, whoever is done; who is synced shows this one, and the same as after
/// the barrier.
///
/// Property 06.4.
#[test]
fn a_synced_pose_is_that_after_the_barrier() {
    for mode in modes() {
        let mut evaluator = evaluator(mode, 3);
        for tick in 0..40 {
            let before: Vec<Pose> = (0..3).map(|id| pose(&evaluator, id)).collect();
            let events = evaluator.events(0).to_vec();
            let placement = evaluator.placement(0).map(|(at, _)| *at);
            let start = if tick == 20 {
                vec![ask(1, play(0))]
            } else {
                Vec::new()
            };
            evaluator.kick_step(DT, &start);
            assert!(evaluator.is_open() && evaluator.shown_tick() == tick + 1);
            assert!(
                (0..3).all(|id| pose(&evaluator, id) == before[id as usize]
                    && evaluator.proxy(id).is_none())
            );
            assert_eq!(
                (
                    evaluator.events(0),
                    evaluator.placement(0).map(|(at, _)| *at)
                ),
                (&events[..], placement)
            );
            let synced = evaluator.sync(1).unwrap().pose().clone();
            assert_eq!(
                (pose(&evaluator, 0), pose(&evaluator, 1)),
                (before[0].clone(), synced.clone())
            );
            assert_eq!(evaluator.sync(1).unwrap().pose(), &synced);
            evaluator.finish_step();
            evaluator.finish_step();
            assert_eq!(
                (evaluator.shown_tick(), pose(&evaluator, 1)),
                (tick + 2, synced.clone())
            );
            assert_ne!(synced, before[1], "it moves");
        }
        assert_eq!(evaluator.stalls(), 40);
        let shown = pose(&evaluator, 0);
        assert!(
            evaluator.sync(9).is_none() && *evaluator.sync(0).unwrap().pose() == shown,
            "nothing is open"
        );
        evaluator.kick_step(DT, &[]);
        assert_eq!(pose(&evaluator, 0), shown);
    }
}

/// Kicking, waiting for some and finishing is the same as stepping.
#[test]
fn who_waits_for_whom_changes_nothing() {
    let log = |mode: WorkerMode, syncs: &[u32], is_immediate: bool| {
        let mut evaluator = evaluator(mode, 6);
        evaluator.step(
            DT,
            &[EngineInput::SetImmediate {
                character: 2,
                is_immediate,
            }],
        );
        let mut log = Vec::new();
        for tick in 0..80 {
            evaluator.kick_step(
                DT,
                &[
                    ask(tick % 6, play(tick as usize % 2)),
                    ask(tick % 5, speed(f64::from(tick) / 80.0)),
                ],
            );
            assert!(syncs.iter().all(|id| evaluator.sync(*id).is_some()));
            evaluator.finish_step();
            log.push(crate::hash::world_hash(&evaluator));
        }
        log
    };
    let plain = log(WorkerMode::Inline, &[], false);
    for mode in modes() {
        assert_eq!(log(mode.clone(), &[5, 0, 0, 3], false), plain);
        assert_eq!(log(mode, &[2], true), plain);
    }
}

/// What is in flight when an evaluator goes or is restored harms nobody.
#[test]
fn what_is_open_is_dropped_or_left() {
    for mode in modes() {
        let mut evaluator = evaluator(mode, 8);
        let saved = evaluator.save();
        evaluator.step(DT, &[]);
        let once = pose(&evaluator, 3);
        evaluator.kick_step(DT, &[]);
        evaluator.restore(&saved);
        assert!(!evaluator.is_open());
        evaluator.kick_step(DT, &[]);
        evaluator.finish_step();
        assert_eq!(pose(&evaluator, 3), once);
        evaluator.kick_step(DT, &[]);
    }
}

/// The first frame of a character, and one whose place jumps, need no waiting; nobody ever shows
/// nothing.
#[test]
fn a_new_character_shows_how_it_stands_before_its_first_tick_is_done() {
    for mode in modes() {
        let mut evaluator = evaluator(mode, 1);
        let placement = Transform::from_translation(Vec3::X);
        evaluator.kick_step(
            DT,
            &[
                add(1),
                EngineInput::Place {
                    character: 0,
                    placement,
                },
            ],
        );
        let reference = Pose::reference(evaluator.instance(1).unwrap().skeleton());
        assert_eq!(pose(&evaluator, 1), reference);
        assert_eq!(evaluator.shown(1).unwrap().models().len(), 4);
        evaluator.finish_step();
        let shown = evaluator.instance(1).unwrap().clock();
        assert_eq!(shown, DT, "the first look took no time");
    }
}

/// … and it is the pose of what it was asked to play.
#[test]
fn the_first_look_is_a_tick_of_no_time_and_changes_nothing() {
    use super::stage::GRAPH;
    use anim::Request;
    let graph = |id| {
        [
            add(id),
            ask(id, Request::PlayGraph { graph: GRAPH }),
            ask(id, play(0)),
        ]
    };
    let mut watched = Evaluator::new(WorkerMode::Inline, super::stage::library());
    watched.kick_step(0.0, &graph(0));
    let first = pose(&watched, 0);
    watched.finish_step();
    assert_eq!(pose(&watched, 0), first);
    let mut plain = Evaluator::new(WorkerMode::Inline, super::stage::library());
    plain.step(0.0, &graph(0));
    assert_eq!(plain.save(), watched.save());
}

fn is_worker() -> bool {
    std::thread::current()
        .name()
        .is_some_and(|name| name.starts_with("anim worker"))
}

/// A character that must be, and one whose last tick failed, run on the game thread.
#[test]
fn what_is_immediate_runs_on_the_game_thread() {
    static FAILED: AtomicBool = AtomicBool::new(false);
    let work: WorkerFn = |proxy, room| {
        let value = proxy
            .state()
            .parameters()
            .next()
            .map_or(0.0, |(_, value)| value);
        assert!(value != 5.0 || !is_worker(), "it must be immediate");
        if value == 6.0 {
            let is_first = !FAILED.swap(true, Ordering::Relaxed);
            assert!(
                !is_first && !is_worker(),
                "the first fails, the second must not be on a worker"
            );
        }
        std::thread::sleep(Duration::from_micros(50));
        proxy.run_tick(room);
    };
    let mut evaluator = evaluator(WorkerMode::workers(3).unwrap(), 12);
    evaluator.set_work(work);
    let immediate = [4, 11].map(|character| EngineInput::SetImmediate {
        character,
        is_immediate: true,
    });
    evaluator.step(DT, &immediate);
    evaluator.step(DT, &[ask(4, speed(5.0)), ask(11, speed(5.0))]);
    (0..40).for_each(|_| drop(evaluator.step(DT, &[])));
    evaluator.step(DT, &[ask(7, speed(6.0))]);
    assert_eq!(evaluator.faults(7), 1);
    evaluator.step(DT, &[]);
    assert_eq!([4, 11, 7].map(|id| evaluator.faults(id)), [0, 0, 1]);
    // A place that jumps is one, too.
    let placement = Transform::from_translation(Vec3::X);
    for _ in 0..20 {
        evaluator.step(
            DT,
            &[
                ask(7, speed(0.0)),
                ask(2, speed(5.0)),
                EngineInput::Place {
                    character: 2,
                    placement,
                },
            ],
        );
    }
    assert_eq!(evaluator.faults(2), 0);
}

/// A character that was put somewhere runs on workers again from the tick after that on.
#[test]
fn what_was_immediate_once_goes_back_to_the_workers() {
    static ON_WORKERS: AtomicUsize = AtomicUsize::new(0);
    let work: WorkerFn = |proxy, room| {
        ON_WORKERS.fetch_add(usize::from(is_worker()), Ordering::Relaxed);
        proxy.run_tick(room);
    };
    let mut evaluator = evaluator(WorkerMode::workers(1).unwrap(), 2);
    let put = EngineInput::Place {
        character: 0,
        placement: Transform::from_translation(Vec3::X),
    };
    evaluator.step(DT, std::slice::from_ref(&put));
    evaluator.set_work(work);
    // Two characters who have to do with nobody are given to the pool whole, so that nothing is
    // left for who waits for it.
    (0..20).for_each(|_| drop(evaluator.step(DT, &[])));
    assert_eq!(ON_WORKERS.load(Ordering::Relaxed), 40);
    // One that was put somewhere while nobody saw it needs the game thread no more when it is seen.
    let see = |visibility| EngineInput::SetVisibility {
        character: 0,
        visibility,
    };
    evaluator.step(DT, &[put, see(Visibility::MontagesOnly)]);
    evaluator.step(DT, &[see(Visibility::TickAndEvaluate)]);
    assert_eq!(ON_WORKERS.load(Ordering::Relaxed), 43);
}
