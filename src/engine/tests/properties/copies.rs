//! Characters whose graphs copy what others show in the same tick.

use super::stage::{DT, GRAPH, PARTNER, add, ask, evaluator, play, pose, speed};
use crate::{
    CharacterId, EngineInput, EvaluationRate, Evaluator, Recording, RecordingLimits, Visibility,
    WorkerMode, dice::Dice,
};
use anim::{AnimInstanceProxy, Name, Request, graph::control::Fault, instance::Refusal};
use std::{collections::BTreeMap, time::Duration};

const PLAY: Request = Request::PlayGraph { graph: GRAPH };

fn copy(character: CharacterId, from: impl Into<Option<CharacterId>>) -> EngineInput {
    EngineInput::CopyPose {
        character,
        partner: PARTNER,
        from: from.into(),
    }
}

fn follow(character: CharacterId, leader: impl Into<Option<CharacterId>>) -> EngineInput {
    EngineInput::Follow {
        character,
        leader: leader.into(),
    }
}

fn modes() -> [WorkerMode; 3] {
    [
        WorkerMode::Inline,
        WorkerMode::workers(1).unwrap(),
        WorkerMode::workers(4).unwrap(),
    ]
}

/// 2 copies 5, which copies 0; 1 copies 4, which follows 2: ids are no order. 3 is alone.
fn bound(mode: WorkerMode) -> Evaluator {
    let mut evaluator = evaluator(mode, 6);
    evaluator.set_work(|proxy, room| {
        // Whom others wait for is done last.
        std::thread::sleep(Duration::from_micros(
            if proxy.state().parameter(super::stage::SPEED) == Some(0.0) {
                0
            } else {
                800
            },
        ));
        AnimInstanceProxy::run_tick(proxy, room);
    });
    assert_eq!(
        evaluator.step(DT, &[copy(2, 5), copy(5, 0), follow(4, 2), copy(1, 4)]),
        []
    );
    evaluator
}

#[test]
fn who_copies_shows_its_partners_pose_of_the_same_frame() {
    for mode in modes() {
        let mut evaluator = bound(mode);
        let mut last = pose(&evaluator, 0);
        for tick in 0..40 {
            evaluator.step(
                DT,
                &[
                    ask(0, speed(0.2 + f64::from(tick) / 60.0)),
                    ask(0, play(tick as usize % 2)),
                ],
            );
            let shown = pose(&evaluator, 0);
            assert_ne!(shown, last, "it moves");
            for other in [5, 2, 4, 1] {
                assert_eq!(
                    pose(&evaluator, other),
                    shown,
                    "tick {tick}, character {other}"
                );
            }
            assert_ne!(pose(&evaluator, 3), shown);
            last = shown;
        }
        assert!((0..6).all(|id| evaluator.faults(id) == 0));
        // Who is bound from the start misses nobody.
        assert_eq!(evaluator.step(DT, &[add(8), ask(8, PLAY), copy(8, 1)]), []);
        assert_eq!(evaluator.proxy(8).unwrap().state().faults(), []);
        assert_eq!(pose(&evaluator, 8), pose(&evaluator, 0));
    }
}

/// One of them is done long before the other, whose pose is shown.
#[test]
fn who_copies_two_waits_for_both() {
    for mode in modes() {
        let mut evaluator = bound(mode);
        let second = EngineInput::CopyPose {
            character: 2,
            partner: Name::new("Second"),
            from: Some(3),
        };
        evaluator.step(DT, &[second]);
        for tick in 0..12 {
            evaluator.step(DT, &[ask(0, speed(0.2 + f64::from(tick) / 60.0))]);
            assert_eq!(pose(&evaluator, 2), pose(&evaluator, 0));
            assert_ne!(pose(&evaluator, 3), pose(&evaluator, 0));
        }
    }
}

#[test]
fn whom_one_waits_for_is_waited_for_first() {
    for mode in modes() {
        let mut evaluator = bound(mode);
        for tick in 0..12 {
            let before = pose(&evaluator, 1);
            evaluator.kick_step(DT, &[ask(0, speed(f64::from(tick) / 12.0))]);
            assert!(
                evaluator.proxy(2).is_none() && pose(&evaluator, 1) == before,
                "in flight"
            );
            let synced = evaluator.sync(1).unwrap().pose().clone();
            assert_ne!(synced, before);
            assert_eq!(evaluator.sync(2).unwrap().pose(), &synced);
            evaluator.finish_step();
            assert_eq!(
                [0, 1, 2, 4, 5].map(|id| pose(&evaluator, id) == synced),
                [true; 5]
            );
        }
        assert_eq!(
            evaluator.stalls(),
            12 * 4,
            "0, 5, 2 and 1; a follower is not waited for"
        );
    }
}

#[test]
fn who_would_wait_for_itself_is_refused() {
    let mut evaluator = bound(WorkerMode::Inline);
    let before = evaluator.save();
    let refused = |evaluator: &mut Evaluator, input: EngineInput| -> Vec<Refusal> {
        evaluator
            .step(0.0, &[input])
            .into_iter()
            .map(|refused| refused.why)
            .collect()
    };
    for input in [
        copy(3, 3),
        copy(0, 2),
        copy(0, 4),
        copy(0, 1),
        copy(2, 1),
        copy(5, 4),
        follow(0, 1),
        follow(2, 1),
    ] {
        assert_eq!(refused(&mut evaluator, input), [Refusal::WaitsForItself]);
    }
    assert_eq!(
        refused(&mut evaluator, follow(2, 4)),
        [Refusal::FollowsItself]
    );
    for input in [copy(3, 77), copy(77, 3), copy(77, None)] {
        assert_eq!(refused(&mut evaluator, input), [Refusal::CharacterUnknown]);
    }
    let mut other = Evaluator::new(WorkerMode::Inline, Default::default());
    other.restore(&before);
    (0..12).for_each(|_| drop(other.step(0.0, &[])));
    assert_eq!(
        other.save(),
        evaluator.save(),
        "what is refused changes nothing"
    );
    // The other way round nothing waits for itself any more.
    assert_eq!(evaluator.step(DT, &[copy(5, None), copy(0, 5)]), []);
    assert_eq!(pose(&evaluator, 0), pose(&evaluator, 5));
}

/// Whoever made them, edges lead round nowhere, and every step comes to its end.
#[test]
fn whatever_is_bound_every_step_ends_and_who_copies_shows_its_partner() {
    for mode in [WorkerMode::Inline, WorkerMode::workers(2).unwrap()] {
        let (mut evaluator, mut dice) = (evaluator(mode, 12), Dice(4));
        let mut copied = 0;
        let [mut leaders, mut partners] = [(); 2].map(|()| BTreeMap::new());
        for _ in 0..300 {
            let [one, two] = [0; 2].map(|_| dice.below(12) as CharacterId);
            let other = Some(two).filter(|_| dice.below(4) > 0);
            let input = match dice.below(10) {
                0 => follow(one, other),
                1 => EngineInput::RemoveCharacter { character: one },
                _ => copy(one, other),
            };
            // Whoever was removed is there again.
            let back = (0..12).flat_map(|id| [add(id), ask(id, PLAY)].map(|input| (id, input)));
            let back: Vec<EngineInput> = back
                .filter(|(id, _)| !evaluator.characters().any(|known| known == *id))
                .map(|(_, input)| input)
                .collect();
            assert_eq!(evaluator.step(DT, &back), []);
            let is_done = evaluator.step(DT, std::slice::from_ref(&input)).is_empty();
            match input {
                EngineInput::Follow { character, leader } if is_done => {
                    leaders.insert(character, leader);
                }
                EngineInput::CopyPose {
                    character, from, ..
                } if is_done => drop(partners.insert(character, from)),
                EngineInput::RemoveCharacter { character } => {
                    [&mut leaders, &mut partners].into_iter().for_each(|edges| {
                        edges.retain(|from, to| *from != character && *to != Some(character));
                    })
                }
                _ => {}
            }
            for (at, partner) in &partners {
                let Some(partner) =
                    partner.filter(|_| leaders.get(at).copied().flatten().is_none())
                else {
                    continue;
                };
                copied += 1;
                assert_eq!(pose(&evaluator, *at), pose(&evaluator, partner));
            }
        }
        assert!(copied > 300, "{copied}");
    }
}

#[test]
fn without_a_partner_the_source_passes_and_that_is_told_once() {
    let (mut bound, mut alone) = (
        evaluator(WorkerMode::Inline, 2),
        evaluator(WorkerMode::Inline, 2),
    );
    let faults = |evaluator: &Evaluator| evaluator.proxy(1).unwrap().state().faults().to_vec();
    assert_eq!(faults(&bound), [(5, Fault::Partner)]);
    for (tick, inputs) in [
        vec![copy(1, 0), ask(0, speed(1.0))],
        vec![],
        vec![copy(1, None)],
        vec![copy(1, 0)],
        vec![EngineInput::CopyPose {
            character: 1,
            partner: Name::new("nobody"),
            from: Some(0),
        }],
        vec![EngineInput::RemoveCharacter { character: 0 }],
        vec![],
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(bound.step(DT, &inputs), []);
        alone.step(DT, &[]);
        let is_bound = [0, 1, 3, 4].contains(&tick);
        assert_eq!(pose(&bound, 1) == pose(&alone, 1), !is_bound, "tick {tick}");
        assert_eq!(
            is_bound,
            bound.characters().len() == 2 && pose(&bound, 1) == pose(&bound, 0)
        );
        assert_eq!(faults(&bound), [(5, Fault::Partner)], "once");
    }
}

/// Who is evaluated seldom copies seldom, and whoever copies one that is held copies what it holds.
#[test]
fn what_is_copied_is_what_is_shown() {
    let mut evaluator = evaluator(WorkerMode::Inline, 2);
    let rate = EvaluationRate {
        every: 3,
        ..EvaluationRate::EVERY_TICK
    };
    evaluator.step(
        DT,
        &[copy(1, 0), EngineInput::SetRate { character: 0, rate }],
    );
    for _ in 0..9 {
        evaluator.step(DT, &[]);
        assert_eq!(pose(&evaluator, 1), pose(&evaluator, 0));
    }
    let every = EngineInput::SetRate {
        character: 0,
        rate: EvaluationRate::EVERY_TICK,
    };
    evaluator.step(DT, &[every, EngineInput::SetRate { character: 1, rate }]);
    let same = (0..9).filter(|_| {
        evaluator.step(DT, &[]);
        pose(&evaluator, 1) == pose(&evaluator, 0)
    });
    assert_eq!(same.count(), 3);
    let unseen = EngineInput::SetVisibility {
        character: 1,
        visibility: Visibility::TickOnly,
    };
    let held = pose(&evaluator, 1);
    evaluator.step(DT, &[unseen]);
    assert_eq!(pose(&evaluator, 1), held);
}

#[test]
fn what_is_bound_is_recorded_and_replays_bit_for_bit() {
    let mut evaluator = evaluator(WorkerMode::Inline, 4);
    let mut recording = Recording::new(&evaluator, RecordingLimits::UNLIMITED);
    let mut dice = Dice(2);
    for tick in 0..650 {
        let mut inputs = vec![ask(tick % 4, speed(f64::from(tick % 50) / 50.0))];
        if tick % 9 == 0 {
            inputs.push(copy(
                dice.below(4) as CharacterId,
                dice.below(4) as CharacterId,
            ));
        }
        if tick % 60 == 0 {
            inputs.extend((0..4).map(|id| copy(id, None)));
        }
        evaluator.step(DT, &inputs);
        recording.add(DT, &inputs, &mut evaluator);
    }
    let recording = recording.session();
    for from in recording.kept() {
        for mode in modes() {
            assert_eq!(recording.replay(mode, from), Ok(()), "from {from}");
        }
    }
}
