//! A game's handlers among many characters, and montages that follow another character's.

use super::stage::{DT, MONTAGES, SECTIONS, ask, evaluator, play, pose, speed};
use crate::{CharacterId, EngineInput, Evaluator, WorkerMode};
use anim::{
    AnimInstance, Event, Request,
    event::{EventReason, Phase},
    instance::{Calls, Handler, Refusal},
};
use std::sync::{Arc, Mutex};

/// Sets a parameter in every tick, and starts a montage in one.
struct Logic {
    ticks: u32,
}

/// By the character's clock.
fn wanted(clock: f64) -> f64 {
    (7.0 * clock).sin().abs()
}

impl Handler for Logic {
    fn handle(&mut self, _: &AnimInstance, _: &Event, _: &mut Calls) {}

    fn update(&mut self, character: &AnimInstance, seconds: f64, calls: &mut Calls) {
        assert!((seconds - DT).abs() < 1e-12);
        calls.ask(speed(wanted(character.clock())));
        if self.ticks == 5 {
            calls.ask(play(0));
        }
        self.ticks += 1;
    }
}

#[test]
fn what_a_games_logic_sets_counts_in_the_same_tick_and_what_it_plays_in_the_next() {
    for (mode, is_pipelined) in [
        (WorkerMode::Inline, false),
        (WorkerMode::workers(2).unwrap(), false),
        (WorkerMode::Inline, true),
    ] {
        let [mut driven, mut told] = [0; 2].map(|_| evaluator(mode.clone(), 2));
        assert_eq!(
            driven.set_handler(0, Some(Box::new(Logic { ticks: 0 }))),
            Ok(())
        );
        for tick in 0..40 {
            if is_pipelined {
                driven.kick_step(DT, &[]);
                driven.finish_step();
            } else {
                driven.step(DT, &[]);
            }
            let mut inputs = vec![ask(0, speed(wanted(driven.instance(0).unwrap().clock())))];
            inputs.extend((tick == 6).then(|| ask(0, play(0))));
            told.step(DT, &inputs);
            for id in [0, 1] {
                assert_eq!(
                    pose(&driven, id),
                    pose(&told, id),
                    "tick {tick}, character {id}"
                );
                assert_eq!(
                    driven.events(id),
                    told.events(id),
                    "tick {tick}, character {id}"
                );
            }
        }
        assert!(pose(&driven, 0) != pose(&driven, 1));
    }
}

type Log = Arc<Mutex<Vec<(Phase, EventReason)>>>;

/// Destroys its character at the first event of a phase.
struct Destroyer {
    at: Phase,
    log: Log,
}

impl Handler for Destroyer {
    fn handle(&mut self, _: &AnimInstance, event: &Event, calls: &mut Calls) {
        self.log.lock().unwrap().push((event.phase, event.reason));
        if event.phase == self.at {
            calls.destroy();
        }
    }
}

/// 06.6: amid dispatch, and amid an advance, inline and on workers; the others go on as without it.
#[test]
fn whoever_destroys_its_character_hears_its_ends_alone_and_it_is_gone_in_the_next_step() {
    for (mode, at) in [
        (WorkerMode::Inline, Phase::Begin),
        (WorkerMode::workers(2).unwrap(), Phase::Begin),
        (WorkerMode::Inline, Phase::Jumped),
    ] {
        let run = |destroys: bool| {
            let mut evaluator = evaluator(mode.clone(), 3);
            let log = Log::default();
            if destroys {
                let handler = Destroyer {
                    at,
                    log: log.clone(),
                };
                assert_eq!(evaluator.set_handler(1, Some(Box::new(handler))), Ok(()));
                assert_eq!(
                    evaluator.set_handler(9, None),
                    Err(Refusal::CharacterUnknown)
                );
            }
            let start: Vec<EngineInput> = (0..3).map(|id| ask(id, play(0))).collect();
            evaluator.step(DT, &start);
            (0..40).for_each(|_| drop(evaluator.step(DT, &[])));
            let others = [0, 2].map(|id| {
                (
                    pose(&evaluator, id),
                    *evaluator.instance(id).unwrap().placement(),
                )
            });
            let heard = log.lock().unwrap().clone();
            (others, evaluator.instance(1).is_some(), heard)
        };
        let (with, is_there, heard) = run(true);
        assert_eq!(with, run(false).0);
        assert!(!is_there);
        let first = heard.iter().position(|(phase, _)| *phase == at).unwrap();
        let after = &heard[first + 1..];
        assert!(
            !after.is_empty()
                && after
                    .iter()
                    .all(|(phase, _)| matches!(phase, Phase::End | Phase::Ended { .. })),
            "{after:?}"
        );
    }
}

fn position(evaluator: &Evaluator, id: CharacterId) -> f64 {
    evaluator
        .instance(id)
        .unwrap()
        .montage_state(MONTAGES[1])
        .unwrap()
        .position
}

/// 03 §7, across characters: the follower goes first by its id, and all the same after its leader.
#[test]
fn a_montage_follows_another_character_s_in_the_same_frame() {
    let mut poses = Vec::new();
    for mode in [WorkerMode::Inline, WorkerMode::workers(2).unwrap()] {
        let mut evaluator = evaluator(mode, 3);
        let start: Vec<EngineInput> = (0..3).map(|id| ask(id, play(1))).collect();
        evaluator.step(DT, &start);
        let follow = |character, leader| EngineInput::FollowMontage {
            character,
            montage: MONTAGES[1],
            leader,
        };
        let jump = Request::JumpToSection {
            montage: MONTAGES[1],
            section: SECTIONS[2],
            at_end: false,
        };
        let refused = evaluator.step(DT, &[follow(0, Some((2, MONTAGES[1]))), ask(2, jump)]);
        assert_eq!(refused, []);
        assert!((position(&evaluator, 0) - position(&evaluator, 2)).abs() < 1e-9);
        assert!((position(&evaluator, 1) - position(&evaluator, 2)).abs() > 0.1);
        let round = evaluator.step(DT, &[follow(2, Some((0, MONTAGES[1])))]);
        assert_eq!(
            round.iter().map(|it| it.why).collect::<Vec<_>>(),
            [Refusal::FollowsItself]
        );
        let rate = Request::SetPlayRate {
            montage: MONTAGES[1],
            rate: 0.25,
        };
        evaluator.step(DT, &[ask(2, rate)]);
        let saved = evaluator.save();
        let go_on = |evaluator: &mut Evaluator| {
            (0..5)
                .map(|_| {
                    evaluator.step(DT, &[]);
                    assert!((position(evaluator, 0) - position(evaluator, 2)).abs() < 1e-9);
                    pose(evaluator, 0)
                })
                .collect::<Vec<_>>()
        };
        let first = go_on(&mut evaluator);
        evaluator.restore(&saved);
        assert_eq!(go_on(&mut evaluator), first, "what follows is kept");
        poses.push(first);
        evaluator.step(DT, &[EngineInput::RemoveCharacter { character: 2 }]);
        let before = position(&evaluator, 0);
        evaluator.step(DT, &[]);
        assert!(position(&evaluator, 0) > before, "it goes on by itself");
    }
    assert_eq!(poses[0], poses[1]);
}

/// What is asked for in one step is done in its order, whoever it is asked of.
#[test]
fn a_montage_follows_another_one_in_the_step_that_plays_both() {
    let mut evaluator = evaluator(WorkerMode::Inline, 3);
    let follow = |character, leader| EngineInput::FollowMontage {
        character,
        montage: MONTAGES[1],
        leader,
    };
    let rate = Request::SetPlayRate {
        montage: MONTAGES[1],
        rate: 0.25,
    };
    let leads = (2, MONTAGES[1]);
    let asked = [
        follow(1, Some(leads)),
        ask(0, play(1)),
        ask(2, play(1)),
        follow(0, Some(leads)),
        ask(2, rate),
    ];
    let refused = evaluator.step(DT, &asked);
    assert_eq!(
        refused
            .iter()
            .map(|it| (&it.input, it.why))
            .collect::<Vec<_>>(),
        [(&asked[0], Refusal::NotPlaying)]
    );
    for _ in 0..10 {
        assert!((position(&evaluator, 0) - position(&evaluator, 2)).abs() < 1e-9);
        evaluator.step(DT, &[]);
    }
    assert!(position(&evaluator, 0) < 0.3 * 11.0 * DT);
}

/// The character's own time is the sum of each tick's at the dilation that it had, also where ticks
/// are left out.
#[test]
fn dilation_counts_at_every_rate_of_evaluation() {
    for every in [1, 2, 3, 7] {
        for hz in [10.0, 30.0, 144.0] {
            let mut evaluator = evaluator(WorkerMode::Inline, 1);
            let rate = crate::EvaluationRate {
                every,
                skips_updates: true,
                interpolates: false,
            };
            let mut wanted = 0.0;
            for tick in 0..100 {
                let dilation = [1.0, 0.0, 0.5, 20.0][tick / 25];
                let mut inputs = vec![ask(0, Request::SetTimeDilation { dilation })];
                if tick == 0 {
                    inputs.insert(0, EngineInput::SetRate { character: 0, rate });
                }
                evaluator.step(1.0 / hz, &inputs);
                wanted += dilation / hz;
            }
            // What still waits comes with the next tick that does not rest.
            let settled = EngineInput::SetRate {
                character: 0,
                rate: crate::EvaluationRate::EVERY_TICK,
            };
            evaluator.step(1e-9, &[settled]);
            let found = evaluator.instance(0).unwrap().clock();
            assert!((found - wanted).abs() < 1e-5, "{every} {hz}: {found}");
        }
    }
}

/// Whom one montage follows says nothing of the character's other one.
#[test]
fn two_montages_of_a_character_follow_each_its_own() {
    let mut evaluator = evaluator(WorkerMode::Inline, 3);
    let both: Vec<EngineInput> = (0..3)
        .flat_map(|id| [ask(id, play(0)), ask(id, play(1))])
        .collect();
    assert_eq!(evaluator.step(DT, &both), []);
    let leaders: [CharacterId; 2] = [1, 2];
    let follow = [0, 1].map(|at| {
        let (montage, leader) = (MONTAGES[at], Some((leaders[at], MONTAGES[at])));
        EngineInput::FollowMontage {
            character: 0,
            montage,
            leader,
        }
    });
    let slow = [0, 1].map(|at| {
        ask(
            leaders[at],
            Request::SetPlayRate {
                montage: MONTAGES[at],
                rate: 0.25,
            },
        )
    });
    assert_eq!(evaluator.step(DT, &[follow, slow].concat()), []);
    let at = |evaluator: &Evaluator, id: CharacterId, montage: usize| {
        evaluator
            .instance(id)
            .unwrap()
            .montage_state(MONTAGES[montage])
            .unwrap()
            .position
    };
    for _ in 0..10 {
        evaluator.step(DT, &[]);
        for (montage, leader) in leaders.into_iter().enumerate() {
            assert!(
                (at(&evaluator, 0, montage) - at(&evaluator, leader, montage)).abs() < 1e-9,
                "{montage}"
            );
        }
    }
}
