//! Characters that are worked out seldom, or in part.

use super::stage::{DT, ask, evaluator, play, pose, speed};
use crate::{CharacterId, EngineInput, EvaluationRate, Evaluator, Visibility, WorkerMode};
use anim::{Event, Pose, Request, graph::SmoothingMethod};

fn rate(
    character: CharacterId,
    every: u32,
    skips_updates: bool,
    interpolates: bool,
) -> EngineInput {
    EngineInput::SetRate {
        character,
        rate: EvaluationRate {
            every,
            skips_updates,
            interpolates,
        },
    }
}

fn visible(character: CharacterId, visibility: Visibility) -> EngineInput {
    EngineInput::SetVisibility {
        character,
        visibility,
    }
}

/// What two characters of one seed are asked to do alike.
fn script(tick: u32) -> Vec<Request> {
    match tick % 23 {
        0 => vec![play(0)],
        7 => vec![speed(f64::from(tick % 5) / 4.0)],
        _ => Vec::new(),
    }
}

/// Events are the same all the time, poses wherever it is evaluated; and what follows when it is
/// evaluated in every tick again, bit for bit.
///
/// Property 06.8.
#[test]
fn what_is_not_evaluated_goes_on_as_if_it_were() {
    for every in [2, 3, 5] {
        let run = |inputs: &[EngineInput], at_end: &[EngineInput]| {
            let mut evaluator = evaluator(WorkerMode::Inline, 1);
            evaluator.step(0.0, inputs);
            let mut log: Vec<(Vec<Event>, Pose)> = Vec::new();
            for tick in 0..120 {
                let asked: Vec<EngineInput> = script(tick)
                    .into_iter()
                    .map(|request| ask(0, request))
                    .collect();
                evaluator.step(DT, &asked);
                log.push((evaluator.events(0).to_vec(), pose(&evaluator, 0)));
            }
            evaluator.step(0.0, at_end);
            let after = (0..20).map(|_| {
                evaluator.step(DT, &[]);
                (evaluator.events(0).to_vec(), pose(&evaluator, 0))
            });
            let after: Vec<_> = after.collect();
            (log, after, evaluator.instance(0).unwrap().clone())
        };
        let whole = run(&[], &[]);
        let back = [
            rate(0, 1, false, false),
            visible(0, Visibility::TickAndEvaluate),
        ];
        let seldom = run(&[rate(0, every, false, false)], &back);
        let never = run(&[visible(0, Visibility::TickOnly)], &back);
        for other in [&seldom, &never] {
            assert!(
                other.0.iter().zip(&whole.0).all(|(a, b)| a.0 == b.0),
                "the same events"
            );
            assert!(other.1 == whole.1 && other.2 == whole.2);
        }
        let held = seldom
            .0
            .windows(2)
            .filter(|pair| pair[0].1 == pair[1].1)
            .count();
        let same = seldom
            .0
            .iter()
            .zip(&whole.0)
            .filter(|(a, b)| a.1 == b.1)
            .count();
        assert!(
            same >= 120 / every as usize && held >= 110 - 120 / every as usize,
            "{same} are the same, {held} held"
        );
    }
}

/// Poses, events and what the game thread has, of 120 ticks in which montages are inertialized in
/// and out, and of 40 after `at_end`.
struct Decaying {
    log: Vec<(Vec<Event>, Pose)>,
    after: Vec<(Vec<Event>, Pose)>,
    instance: anim::AnimInstance,
}

fn decaying(method: SmoothingMethod, inputs: &[EngineInput], at_end: &[EngineInput]) -> Decaying {
    let mut evaluator = Evaluator::new(WorkerMode::Inline, super::stage::library_with(method));
    let graph = Request::PlayGraph {
        graph: super::stage::GRAPH,
    };
    evaluator.step(0.0, &[super::stage::add(0), ask(0, graph)]);
    evaluator.step(0.0, inputs);
    let mut log = Vec::new();
    for tick in 0..120 {
        let asked = match tick % 29 {
            3 => vec![ask(0, play(1))],
            20 => vec![ask(
                0,
                Request::StopMontage {
                    montage: None,
                    blend_out: None,
                },
            )],
            _ => Vec::new(),
        };
        evaluator.step(DT, &asked);
        log.push((evaluator.events(0).to_vec(), pose(&evaluator, 0)));
    }
    evaluator.step(0.0, at_end);
    let after = (0..40).map(|_| {
        evaluator.step(DT, &[]);
        (evaluator.events(0).to_vec(), pose(&evaluator, 0))
    });
    let after = after.collect();
    Decaying {
        log,
        after,
        instance: evaluator.instance(0).unwrap().clone(),
    }
}

/// How far bone 2 turns from one to the other, radians.
fn apart(a: &Pose, b: &Pose) -> f32 {
    let turn = a.rotation(2) * b.rotation(2).conjugate();
    2.0 * turn.xyz().length().atan2(turn.w.abs())
}

/// Farthest that bone 2 swings in a tick, radians: 1.4 in 1.2 seconds.
const SWING: f32 = 1.4 / 1.2 / 60.0;

/// Jumps that decay begin with the poses that were evaluated, and age by the ticks between. So each
/// evaluated pose is that of the run which evaluates all: while a jump decays, within what bone 2
/// swings in the ticks that were left out before it, and bit for bit once its tenth of a second is
/// over. Events, and all that the game thread has, are the same all the time; by each method.
///
/// Property 06.8.
#[test]
fn what_decays_while_it_is_not_evaluated_goes_on_as_if_it_were() {
    for method in [
        SmoothingMethod::Offset,
        SmoothingMethod::DeadBlend { half_life: 0.05 },
    ] {
        let whole = decaying(method, &[], &[]);
        let back = [
            rate(0, 1, false, false),
            visible(0, Visibility::TickAndEvaluate),
        ];
        let seldom = [2, 3, 5].map(|every| {
            (
                every,
                decaying(method, &[rate(0, every, false, false)], &back),
            )
        });
        let never = decaying(method, &[visible(0, Visibility::TickOnly)], &back);
        for (every, other) in &seldom {
            let (mut evaluated, mut decaying) = (0, 0);
            for at in (1..120).filter(|at| other.log[*at].1 != other.log[at - 1].1) {
                let (found, wanted) = (&other.log[at].1, &whole.log[at].1);
                let is_over = matches!(at % 29, 0..3 | 10..20 | 27..);
                let bound = if is_over {
                    0.0
                } else {
                    SWING * (*every - 1) as f32
                };
                assert!(
                    apart(found, wanted) <= bound,
                    "{method:?}, every {every}, tick {at}: {}",
                    apart(found, wanted)
                );
                assert!(
                    !is_over || found == wanted,
                    "{method:?}, every {every}, tick {at}"
                );
                evaluated += 1;
                decaying += u32::from(!is_over);
            }
            assert!(
                evaluated >= 119 / every && decaying >= 10,
                "{evaluated} were evaluated, {decaying} while it decayed"
            );
        }
        for other in seldom.iter().map(|(_, run)| run).chain([&never]) {
            let of =
                |run: &[(Vec<Event>, Pose)]| run.iter().map(|it| it.0.clone()).collect::<Vec<_>>();
            assert!(
                of(&other.log) == of(&whole.log) && of(&other.after) == of(&whole.after),
                "the same events"
            );
            assert!(
                other.after[20..] == whole.after[20..] && other.instance == whole.instance,
                "{method:?}"
            );
        }
    }
}

/// Whole ticks are left out, and the next one takes their time: as if ticks were longer.
#[test]
fn left_out_updates_are_made_up_for() {
    let mut evaluator = evaluator(WorkerMode::Inline, 1);
    evaluator.step(0.0, &[rate(0, 4, true, false)]);
    let clock = |evaluator: &Evaluator| evaluator.instance(0).unwrap().clock();
    let start = clock(&evaluator);
    let mut moved = Vec::new();
    let mut started = 0;
    for tick in 0..40 {
        let before = clock(&evaluator);
        evaluator.step(
            DT,
            &if tick == 1 {
                vec![ask(0, play(0))]
            } else {
                vec![]
            },
        );
        started += evaluator
            .events(0)
            .iter()
            .filter(|event| event.phase == anim::event::Phase::Started)
            .count();
        let went = clock(&evaluator) - before;
        moved.push(went > 0.0);
        assert!(
            went == 0.0 || tick < 4 || (went - 4.0 * DT).abs() < 1e-9,
            "{went}"
        );
        if went == 0.0 {
            assert_eq!(
                (evaluator.events(0), evaluator.placement(0).unwrap().1),
                (&[][..], &anim::Transform::IDENTITY)
            );
        }
    }
    assert_eq!(moved.iter().filter(|moved| **moved).count(), 10);
    assert!(clock(&evaluator) - start > 37.0 * DT - 1e-9 && started == 1);
}

/// From one evaluated pose to the next in equal steps, the newer one at the end of them.
#[test]
fn a_pose_goes_between_evaluated_ones() {
    for skips_updates in [false, true] {
        let [mut holding, mut going] = [0, 1].map(|_| evaluator(WorkerMode::Inline, 1));
        holding.step(0.0, &[rate(0, 4, skips_updates, false)]);
        going.step(0.0, &[rate(0, 4, skips_updates, true)]);
        let swing = |evaluator: &Evaluator| pose(evaluator, 0).rotation(2).to_scaled_axis().x;
        let mut log = Vec::new();
        for _ in 0..40 {
            holding.step(DT, &[]);
            going.step(DT, &[]);
            log.push((swing(&holding), swing(&going)));
        }
        let first = (5..12).find(|at| log[*at].0 != log[at - 1].0).unwrap();
        for at in (first..32).step_by(4) {
            let (from, to) = (log[at - 1].0, log[at].0);
            for step in 0..4 {
                let expected = from + (to - from) * (step + 1) as f32 / 4.0;
                assert!(
                    (log[at + step].1 - expected).abs() < 2e-3,
                    "{at} {step}: {:?} {expected}",
                    log[at + step]
                );
            }
            assert_eq!(log[at + 3].1, to);
        }
        let evaluated = going.proxy(0).unwrap().between().is_some();
        going.step(DT, &[rate(0, 1, false, false)]);
        assert!(evaluated && going.proxy(0).unwrap().between().is_none());
    }
}

/// Neighbours are evaluated in different ticks.
#[test]
fn characters_take_turns() {
    let mut evaluator = evaluator(WorkerMode::Inline, 60);
    evaluator.step(
        0.0,
        &(0..60)
            .map(|id| rate(id, 3, false, false))
            .collect::<Vec<_>>(),
    );
    for _ in 0..6 {
        let before: Vec<Pose> = (0..60).map(|id| pose(&evaluator, id)).collect();
        evaluator.step(DT, &[]);
        let moved = (0..60)
            .filter(|id| pose(&evaluator, *id) != before[*id as usize])
            .count();
        assert!((10..=30).contains(&moved), "{moved}");
    }
}

#[test]
fn who_is_not_seen_does_only_what_its_setting_says() {
    let kinds = [
        Visibility::TickAndEvaluate,
        Visibility::TickOnly,
        Visibility::MontagesOnly,
        Visibility::Nothing,
    ];
    let mut evaluator = evaluator(WorkerMode::workers(2).unwrap(), 4);
    evaluator.step(
        0.0,
        &(0..4)
            .zip(kinds)
            .map(|(id, kind)| visible(id, kind))
            .collect::<Vec<_>>(),
    );
    let before: Vec<Pose> = (0..4).map(|id| pose(&evaluator, id)).collect();
    let state = |evaluator: &Evaluator, id| evaluator.proxy(id).unwrap().state().clone();
    let graphs = [0, 1, 2, 3].map(|id| state(&evaluator, id));
    evaluator.step(0.16, &(0..4).map(|id| ask(id, play(0))).collect::<Vec<_>>());
    let poses = [0, 1, 2, 3].map(|id| pose(&evaluator, id) != before[id as usize]);
    assert_eq!(poses, [true, false, false, false]);
    assert_eq!(
        [0, 1, 2, 3].map(|id| state(&evaluator, id) != graphs[id as usize]),
        [true, true, false, false]
    );
    let position = |id| {
        evaluator
            .instance(id)
            .unwrap()
            .montage_states()
            .next()
            .unwrap()
            .position
    };
    assert_eq!(
        [0, 1, 2, 3].map(|id| position(id) > 0.1),
        [true, true, true, false]
    );
    assert_eq!(
        [0, 1, 2, 3].map(|id| evaluator.events(id).is_empty()),
        [false, false, false, true]
    );
    let moved = [0, 1, 2, 3].map(|id| evaluator.placement(id).unwrap().1.translation.z > 0.0);
    assert_eq!(moved, [true, true, true, false]);
    // Its notifies are the same as those of one that is seen, but for what the graph plays.
    let montages = |id| {
        let own = |event: &&Event| matches!(event.source, anim::event::Source::Montage(_));
        evaluator
            .events(id)
            .iter()
            .filter(own)
            .map(|event| (event.name, event.phase))
            .collect::<Vec<_>>()
    };
    assert_eq!(montages(2).len(), montages(1).len());
}

/// A game that is paused takes nothing from the time that was left out.
#[test]
fn a_tick_of_no_time_leaves_what_waits() {
    let mut evaluator = evaluator(WorkerMode::Inline, 1);
    evaluator.step(0.0, &[rate(0, 4, true, false)]);
    let start = evaluator.instance(0).unwrap().clock();
    for _ in 0..40 {
        evaluator.step(DT, &[]);
        evaluator.step(0.0, &[]);
        evaluator.step(0.0, &[]);
    }
    let went = evaluator.instance(0).unwrap().clock() - start;
    assert!(went > 36.0 * DT, "{went}");
}
