//! Many characters under made-up calls: what a run gives, as one number a tick.

use super::stage::{
    CLIPS, DT, FIGURE, GRAPH, MONTAGES, SECTIONS, add, ask, evaluator, play, speed,
};
use crate::{
    CharacterId, EngineInput, EvaluationRate, Evaluator, Visibility, WorkerMode,
    character::WorkerFn, dice::Dice, hash::world_hash,
};
use anim::{AnimInstanceProxy, Name, Request, Transform};
use glam::Vec3;
use std::{cell::Cell, time::Duration};

const COUNT: CharacterId = 200;
const TICKS: usize = 600;

fn request(dice: &mut Dice) -> Request {
    let (montage, section) = (dice.of(&MONTAGES), dice.of(&SECTIONS));
    let clip = dice.of(&CLIPS);
    match dice.below(14) {
        0 | 1 => Request::play_section(montage, dice.of(&[1.0, 0.5, -1.0, 2.0]), section),
        2 => Request::StopMontage {
            montage: dice.of(&[None, Some(montage)]),
            blend_out: dice.of(&[None, Some(0.2)]),
        },
        3 => Request::JumpToSection {
            montage,
            section,
            at_end: false,
        },
        4 => Request::SetNextSection {
            montage,
            from: section,
            to: dice.of(&[None, Some(SECTIONS[0])]),
        },
        5 => dice.of(&[Request::Pause { montage }, Request::Resume { montage }]),
        6 => Request::SetPosition {
            montage,
            position: 0.1 * dice.below(9) as f64,
        },
        7 => Request::ForcePosition {
            montage,
            from: None,
            to: 0.1 * dice.below(9) as f64,
        },
        8 => Request::SetPlayRate {
            montage,
            rate: dice.of(&[1.0, -0.5, 3.0]),
        },
        9 => Request::PlayClip {
            clip,
            position: 0.2,
            rate: dice.of(&[1.0, -1.0, 0.0]),
        },
        10 => Request::FadeToClip {
            clip,
            rate: 1.0,
            duration: 0.3,
        },
        11 => Request::PlayGraph {
            graph: dice.of(&[GRAPH, Name::NONE]),
        },
        12 => Request::SetLod {
            lod: dice.below(3) as u32,
        },
        _ => speed(dice.below(5) as f64 / 4.0),
    }
}

fn input(dice: &mut Dice) -> EngineInput {
    let character = dice.below(COUNT as usize) as CharacterId;
    let leader = Some(dice.below(COUNT as usize) as CharacterId).filter(|_| dice.below(2) == 0);
    let rate = EvaluationRate {
        every: dice.below(4) as u32,
        skips_updates: dice.below(2) == 0,
        interpolates: dice.below(2) == 0,
    };
    let seen = [
        Visibility::TickAndEvaluate,
        Visibility::TickOnly,
        Visibility::MontagesOnly,
        Visibility::Nothing,
    ];
    let placement = Transform::from_translation(Vec3::splat(dice.below(9) as f32));
    match dice.below(40) {
        0 => EngineInput::RemoveCharacter { character },
        1 => EngineInput::AddCharacter {
            character,
            skeleton: dice.of(&[FIGURE, Name::new("glove")]),
            seed: 3,
        },
        2 => EngineInput::Place {
            character,
            placement,
        },
        3 => EngineInput::Follow { character, leader },
        4 => EngineInput::SetRate { character, rate },
        5 => EngineInput::SetVisibility {
            character,
            visibility: dice.of(&seen),
        },
        7 | 8 => EngineInput::CopyPose {
            character,
            partner: super::stage::PARTNER,
            from: leader,
        },
        6 => EngineInput::SetImmediate {
            character,
            is_immediate: dice.below(2) == 0,
        },
        _ => ask(character, request(dice)),
    }
}

/// Where a character is and what it did beside its pose and events, which are in [`world_hash`].
fn whole_hash(evaluator: &Evaluator) -> u64 {
    let mut hash = world_hash(evaluator);
    for id in evaluator.characters() {
        let (_, delta) = evaluator.placement(id).unwrap();
        let numbers = delta
            .translation
            .to_array()
            .into_iter()
            .chain(delta.rotation.to_array());
        for number in numbers {
            hash = (hash ^ u64::from(number.to_bits()))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(23);
        }
    }
    hash
}

/// … and who was told what, in its order.
fn dispatched(evaluator: &mut Evaluator) -> u64 {
    let mut hash = whole_hash(evaluator);
    evaluator.dispatch(|id, event, _| {
        let fields = [
            u64::from(id),
            event.time.to_bits(),
            event.name.0,
            event.id,
            event.position.to_bits(),
        ];
        hash = fields.iter().fold(hash, |hash, field| {
            (hash ^ field)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(23)
        });
    });
    hash
}

/// What each tick gave, as a hash; pipelined with what the last one gave in the end. There nobody
/// comes and goes, which is seen at once.
fn run(
    mode: WorkerMode,
    ticks: usize,
    work: Option<WorkerFn>,
    is_pipelined: Option<bool>,
) -> Vec<u64> {
    let (mut evaluator, mut dice) = (evaluator(mode, COUNT), Dice(5));
    work.into_iter().for_each(|work| evaluator.set_work(work));
    evaluator.set_pipelined(is_pipelined == Some(true));
    let is_for_all = |input: &EngineInput| {
        is_pipelined.is_none()
            || !matches!(
                input,
                EngineInput::AddCharacter { .. } | EngineInput::RemoveCharacter { .. }
            )
    };
    let mut log = Vec::new();
    for tick in 0..ticks {
        let inputs: Vec<EngineInput> = (0..4).map(|_| input(&mut dice)).collect();
        let back = (tick % 50 == 49)
            .then(|| (0..COUNT).step_by(3).map(add))
            .into_iter()
            .flatten();
        evaluator.step(
            DT,
            &inputs
                .into_iter()
                .chain(back)
                .filter(is_for_all)
                .collect::<Vec<_>>(),
        );
        log.push(dispatched(&mut evaluator));
    }
    evaluator.finish_step();
    log.push(dispatched(&mut evaluator));
    log
}

/// Property 06.1.
#[test]
fn two_hundred_characters_are_the_same_on_any_number_of_threads() {
    let inline = run(WorkerMode::Inline, TICKS, None, None);
    let mut different = inline.clone();
    different.dedup();
    assert!(
        different.len() > TICKS * 9 / 10,
        "much happens: {}",
        different.len()
    );
    for workers in [1, 2, 8] {
        assert!(
            inline == run(WorkerMode::workers(workers).unwrap(), TICKS, None, None),
            "{workers} workers"
        );
    }
}

thread_local! {
    static NAPS: Cell<u64> = const { Cell::new(0) };
}

/// Property 06.2.
#[test]
fn what_comes_in_which_order_does_not_depend_on_who_is_done_first() {
    let sleepy: WorkerFn = |proxy, room| {
        let naps = NAPS.get();
        NAPS.set(
            naps.wrapping_mul(6364136223846793005)
                .wrapping_add(1 + proxy.pose().hash()),
        );
        if naps >> 60 == 0 {
            std::thread::sleep(Duration::from_micros(naps >> 32 & 0x1ff));
        }
        proxy.run_tick(room);
    };
    let inline = run(WorkerMode::Inline, 60, None, None);
    for workers in [2, 8] {
        assert!(
            inline
                == run(
                    WorkerMode::workers(workers).unwrap(),
                    60,
                    Some(sleepy),
                    None
                ),
            "{workers} workers"
        );
    }
}

/// Completions have an order of their own, whoever is done first: that of the characters. Here the
/// first are done last, and those who copy another one long after all others.
///
/// Property 06.2.
#[test]
fn events_come_in_the_order_of_the_characters() {
    let slow_first: WorkerFn = |proxy, room| {
        let value = proxy
            .state()
            .parameter(super::stage::SPEED)
            .unwrap_or_default();
        std::thread::sleep(Duration::from_millis((20.0 * value) as u64));
        proxy.run_tick(room);
    };
    for mode in [WorkerMode::Inline, WorkerMode::workers(4).unwrap()] {
        let mut evaluator = evaluator(mode, 8);
        evaluator.set_work(slow_first);
        let edges = [(1, 7), (4, 1)].map(|(character, from)| EngineInput::CopyPose {
            character,
            partner: super::stage::PARTNER,
            from: Some(from),
        });
        let inputs =
            (0..8).flat_map(|id| [ask(id, play(0)), ask(id, speed(1.0 - f64::from(id) / 8.0))]);
        evaluator.step(0.19, &edges.into_iter().chain(inputs).collect::<Vec<_>>());
        let mut told = Vec::new();
        evaluator.dispatch(|id, _, _| told.push(id));
        assert!(told.is_sorted(), "{told:?}");
        told.dedup();
        assert_eq!(told, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}

/// Property 06.7.
#[test]
fn a_pipelined_tick_is_seen_one_step_later_and_is_the_same() {
    let plain = run(WorkerMode::Inline, 200, None, Some(false));
    for mode in [WorkerMode::Inline, WorkerMode::workers(4).unwrap()] {
        let pipelined = run(mode, 200, None, Some(true));
        let differs = plain[..200]
            .iter()
            .zip(&pipelined[1..])
            .position(|(a, b)| a != b);
        assert_eq!(differs, None);
    }
}

/// … also where characters come, go and take each other's places: who is removed is seen until the
/// step is done that the others are seen in, and its ends a step later.
///
/// Property 06.7.
#[test]
fn whoever_comes_and_goes_a_pipelined_tick_is_seen_one_step_later() {
    let look = |evaluator: &Evaluator, id| {
        let placement = evaluator.placement(id).map(|(at, delta)| (*at, *delta));
        (
            evaluator.shown(id).map(|posed| posed.pose().clone()),
            placement,
            evaluator.events(id).to_vec(),
        )
    };
    let [mut plain, mut pipelined] =
        [WorkerMode::Inline, WorkerMode::workers(4).unwrap()].map(|mode| evaluator(mode, 12));
    pipelined.set_pipelined(true);
    pipelined.step(DT, &[]);
    plain.step(DT, &[]);
    let mut dice = Dice(3);
    let (mut seen, mut told) = (Vec::new(), Vec::new());
    for tick in 0..300 {
        let id = dice.below(12) as CharacterId;
        let input = match dice.below(3) {
            0 => EngineInput::RemoveCharacter { character: id },
            1 => add(id),
            _ => ask(id, request(&mut dice)),
        };
        let start = ask(id, Request::play(dice.of(&MONTAGES), 1.0));
        let before: Vec<_> = plain
            .characters()
            .map(|id| (id, look(&plain, id)))
            .collect();
        let last = std::mem::take(&mut told);
        plain.step(DT, &[input.clone(), start.clone()]);
        plain.dispatch(|id, event, _| told.push((id, *event)));
        pipelined.step(DT, &[input, start]);
        for (id, expected) in before {
            assert!(
                look(&pipelined, id) == expected,
                "tick {tick}, character {id}"
            );
        }
        let mut later = Vec::new();
        pipelined.dispatch(|id, event, _| later.push((id, *event)));
        if tick > 0 {
            later.sort_by_key(|it| it.0);
            seen.push(later.len());
            let mut last = last;
            last.sort_by_key(|it| it.0);
            assert!(later == last, "tick {tick}");
        }
    }
    assert!(seen.iter().sum::<usize>() > 600, "much happens");
}

/// Property 06.9.
#[test]
fn a_panic_in_one_character_leaves_all_others_as_they_are() {
    let faulty: WorkerFn = |proxy, room| {
        assert!(
            proxy.state().parameters().all(|(_, value)| value != 77.0),
            "made-up fault"
        );
        proxy.run_tick(room);
    };
    let run = |mode: WorkerMode, work: WorkerFn, broken: f64| {
        let mut evaluator = evaluator(mode, 20);
        evaluator.set_work(work);
        let mut log = Vec::new();
        for tick in 0..40 {
            let broken = ask(7, speed(if tick < 5 { 0.2 } else { broken }));
            evaluator.step(DT, &[ask(tick % 7, speed(f64::from(tick) / 40.0)), broken]);
            let others = evaluator.characters().filter(|id| *id != 7);
            log.extend(others.map(|id| {
                (
                    evaluator.shown(id).unwrap().pose().hash(),
                    evaluator.events(id).to_vec(),
                )
            }));
        }
        (log, evaluator)
    };
    let (expected, healthy) = run(WorkerMode::Inline, AnimInstanceProxy::run_tick, 0.2);
    assert_eq!((healthy.faults(7), healthy.fault(7)), (0, None));
    for mode in [WorkerMode::Inline, WorkerMode::workers(4).unwrap()] {
        let (log, evaluator) = run(mode, faulty, 77.0);
        assert!(log == expected);
        assert_eq!(
            (evaluator.faults(7), evaluator.fault(7)),
            (3, Some("made-up fault"))
        );
        let reference = anim::Pose::reference(evaluator.instance(7).unwrap().skeleton());
        assert_eq!(*evaluator.shown(7).unwrap().pose(), reference);
    }
}

/// A session under all kinds of calls goes on alike from any tick at which it was saved.
#[test]
fn a_crowd_that_is_left_and_restored_goes_on_alike() {
    let (mut whole, mut dice) = (evaluator(WorkerMode::Inline, COUNT), Dice(9));
    let mut left = Evaluator::new(WorkerMode::Inline, Default::default());
    for tick in 0..120 {
        let inputs: Vec<EngineInput> = (0..20).map(|_| input(&mut dice)).collect();
        whole.queue(input(&mut dice));
        if tick % 7 == 0 {
            left = Evaluator::new(WorkerMode::Inline, Default::default());
        }
        left.restore(&whole.save());
        assert_eq!(left.step(DT, &inputs), whole.step(DT, &inputs));
        assert_eq!(whole_hash(&left), whole_hash(&whole), "tick {tick}");
        assert_eq!(left.save(), whole.save(), "tick {tick}");
    }
}
