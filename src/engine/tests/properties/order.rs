//! The order inside one frame.

use super::stage::{DT, GRAPH, SECTIONS, add, ask, evaluator, library, play, pose};
use crate::{CharacterId, EngineInput, Evaluator, WorkerMode};
use anim::{
    Event, Pose, Request,
    event::{EventReason, Phase},
};

/// Whoever was added, synced or worked at first, and whoever waits for whom: first those that the
/// step removed, in the order in which it did, then all others by their ids. What is asked on being
/// told counts in that order.
///
/// Property 06.2.
#[test]
fn what_is_completed_is_told_by_ids() {
    for mode in [WorkerMode::Inline, WorkerMode::workers(2).unwrap()] {
        for synced in [vec![], vec![9, 2], vec![4, 1, 9]] {
            let mut evaluator = Evaluator::new(mode.clone(), library());
            let graph = Request::PlayGraph { graph: GRAPH };
            let made =
                [9, 2, 7, 1, 8, 4].map(|id| [add(id), ask(id, graph.clone()), ask(id, play(0))]);
            let waits = |character, from| EngineInput::CopyPose {
                character,
                partner: super::stage::PARTNER,
                from,
            };
            let edges = [waits(1, Some(9)), waits(2, Some(1)), waits(4, Some(2))];
            assert_eq!(
                evaluator.step(0.06, &[made.concat(), edges.to_vec()].concat()),
                []
            );
            let gone = [8, 7].map(|character| EngineInput::RemoveCharacter { character });
            evaluator.kick_step(0.06, &gone);
            for id in &synced {
                assert!(evaluator.sync(*id).is_some());
            }
            evaluator.finish_step();
            let (mut told, mut nth) = (Vec::new(), 0);
            evaluator.dispatch(|id, _, asked| {
                told.push(id);
                nth += 1;
                asked.push(ask(
                    1,
                    Request::SetPlayRate {
                        montage: super::stage::MONTAGES[0],
                        rate: nth as f32,
                    },
                ));
            });
            assert!(nth > 5, "{told:?}");
            told.dedup();
            assert_eq!(told, [8, 7, 1, 2, 4, 9], "{synced:?}");
            let position = |evaluator: &Evaluator| {
                evaluator
                    .instance(1)
                    .unwrap()
                    .montage_states()
                    .next()
                    .unwrap()
                    .position
            };
            let before = position(&evaluator);
            evaluator.step(0.001, &[]);
            assert!(
                (position(&evaluator) - before - 0.001 * f64::from(nth)).abs() < 1e-6,
                "the last one counts"
            );
        }
    }
}

/// Property 06.5.
#[test]
fn a_branching_point_that_jumps_shows_the_new_section_in_the_same_frame() {
    let mut evaluator = evaluator(WorkerMode::workers(2).unwrap(), 2);
    // To just before the jump at 0.2 s; the other one plays from where the jump leads.
    let to = Request::SetPosition {
        montage: super::stage::MONTAGES[0],
        position: 0.195,
    };
    assert_eq!(
        evaluator.step(0.15, &[ask(0, play(0)), ask(1, play(0))]),
        []
    );
    assert_eq!(evaluator.step(0.0, &[ask(0, to.clone()), ask(1, to)]), []);
    let jump = Request::JumpToSection {
        montage: super::stage::MONTAGES[0],
        section: SECTIONS[2],
        at_end: false,
    };
    let state = |evaluator: &Evaluator, id| {
        evaluator
            .instance(id)
            .unwrap()
            .montage_states()
            .next()
            .unwrap()
    };
    evaluator.step(0.01, &[ask(1, jump)]);
    let jumped = evaluator
        .events(0)
        .iter()
        .find(|event| event.phase == Phase::Jumped)
        .unwrap();
    assert_eq!(
        (jumped.name, state(&evaluator, 0).section),
        (SECTIONS[2], SECTIONS[2])
    );
    // 0.005 s to the branching point, the rest in the new section; the other had all of the tick
    // there.
    let positions = [0, 1].map(|id| state(&evaluator, id).position);
    assert!(
        (positions[0] - 0.605).abs() < 1e-6 && (positions[1] - 0.61).abs() < 1e-6,
        "{positions:?}"
    );
    let swing = |id: CharacterId| pose(&evaluator, id).rotation(2).to_scaled_axis().x;
    // Section `c` begins where the arm hangs; the old one had swung it by a tenth of a turn.
    assert!(
        swing(0) > 0.0 && swing(0) < swing(1) && swing(1) < 0.02,
        "{} {}",
        swing(0),
        swing(1)
    );
}

/// Events that were told of one character: everything that began has ended, once, and nothing else
/// has.
fn check_ends(told: &[Event], case: &str) {
    for (nth, event) in told
        .iter()
        .enumerate()
        .filter(|(_, event)| event.reason == EventReason::Fired)
    {
        let is_end = |later: &&Event| match event.phase {
            Phase::Begin => later.phase == Phase::End,
            Phase::Started => matches!(later.phase, Phase::Ended { .. }),
            _ => false,
        };
        let is_same = |later: &&Event| (later.id, later.source) == (event.id, event.source);
        let ends = told[nth..].iter().filter(is_end).filter(is_same).count();
        assert_eq!(
            ends,
            usize::from(matches!(event.phase, Phase::Begin | Phase::Started)),
            "{case}: {event:?}"
        );
    }
    let count = |is: fn(Phase) -> bool| {
        told.iter()
            .filter(|it| {
                is(it.phase) && matches!(it.reason, EventReason::Fired | EventReason::TornDown)
            })
            .count()
    };
    assert_eq!(
        count(|it| it == Phase::Begin),
        count(|it| it == Phase::End),
        "{case}"
    );
    assert_eq!(
        count(|it| it == Phase::Started),
        count(|it| matches!(it, Phase::Ended { .. })),
        "{case}"
    );
}

fn told(evaluator: &mut Evaluator) -> Vec<(CharacterId, Event)> {
    let mut log = Vec::new();
    evaluator.dispatch(|id, event, _| log.push((id, *event)));
    log
}

/// What runs here is what is told: at each of its events in turn a character is removed, with one
/// that was not reached yet, while nothing is in flight and while the next tick is. There is no
/// memory to be freed too early: the workspace refuses unsafe code.
///
/// Property 06.6.
#[test]
fn to_a_character_that_is_removed_in_an_event_nothing_more_happens_but_ends() {
    let inputs: Vec<EngineInput> = (0..4)
        .flat_map(|id| [ask(id, play(0)), ask(id, play(1))])
        .collect();
    for (mode, is_pipelined) in [
        (WorkerMode::Inline, false),
        (WorkerMode::workers(4).unwrap(), false),
        (WorkerMode::Inline, true),
    ] {
        let run = |stop: Option<usize>| {
            let mut evaluator = evaluator(mode.clone(), 4);
            evaluator.set_pipelined(is_pipelined);
            let mut log: Vec<Vec<Event>> = vec![Vec::new(); 4];
            let mut heard = 0;
            for tick in 0..34 {
                evaluator.step(0.02, if tick == 0 { &inputs } else { &[] });
                evaluator.dispatch(|id, event, asked| {
                    log[id as usize].push(*event);
                    if id == 1 && tick < 30 {
                        heard += 1;
                        if Some(heard) == stop {
                            asked.extend(
                                [1, 3].map(|character| EngineInput::RemoveCharacter { character }),
                            );
                        }
                    }
                });
            }
            (log, heard, evaluator.characters().count())
        };
        let (whole, count, _) = run(None);
        assert!(count > 30, "much happens: {count}");
        for stop in 1..=count {
            let (log, _, left) = run(Some(stop));
            let case = format!("{is_pipelined}, after {stop}");
            assert!(log[0] == whole[0] && log[2] == whole[2], "{case}");
            assert!(log[1][..stop] == whole[1][..stop], "{case}");
            let ends = |event: &Event| matches!(event.phase, Phase::End | Phase::Ended { .. });
            assert!(
                log[1][stop..].iter().all(ends),
                "{case}: {:?}",
                &log[1][stop..]
            );
            assert_eq!(left, 2);
            check_ends(&log[1], &case);
            check_ends(&log[3], &case);
        }
    }
}

/// All of it in the step that removes them, as if it had happened before everything else.
#[test]
fn a_character_that_is_removed_ends_what_it_began_in_that_steps_events() {
    for mode in [WorkerMode::Inline, WorkerMode::workers(4).unwrap()] {
        let mut evaluator = evaluator(mode, 3);
        evaluator.step(0.19, &(0..3).map(|id| ask(id, play(1))).collect::<Vec<_>>());
        let mut log = told(&mut evaluator);
        let begun = |log: &[(CharacterId, Event)]| {
            log.iter().filter(|it| it.1.phase == Phase::Begin).count()
        };
        assert_eq!(begun(&log), 3);
        evaluator.step(DT, &[EngineInput::RemoveCharacter { character: 2 }, add(1)]);
        let ended = told(&mut evaluator);
        assert_eq!(
            ended.iter().map(|it| it.0).collect::<Vec<_>>()[..4],
            [2, 2, 1, 1],
            "before the others"
        );
        let what: Vec<_> = ended[..4]
            .iter()
            .map(|it| (it.1.phase, it.1.reason))
            .collect();
        let one = [
            (Phase::End, EventReason::TornDown),
            (Phase::Ended { interrupted: true }, EventReason::Fired),
        ];
        assert_eq!(what, [one, one].concat());
        assert_eq!(evaluator.events(2).len(), 2);
        log.extend(ended);
        for id in [1, 2] {
            let of: Vec<Event> = log.iter().filter(|it| it.0 == id).map(|it| it.1).collect();
            check_ends(&of, "removed");
        }
        evaluator.step(DT, &[]);
        assert!(
            evaluator.events(2).is_empty() && told(&mut evaluator).iter().all(|it| it.0 == 0),
            "once"
        );
    }
}

/// A montage that an edit takes away ends, and so do branching states that it takes away or that
/// were in it.
#[test]
fn what_a_library_has_no_more_ends_in_the_next_events() {
    use anim::notify::flag;
    use std::sync::Arc;
    let edited = |edit: &dyn Fn(&mut anim::Montage)| {
        let mut library = (*library()).clone();
        for montage in &mut library.montages {
            edit(Arc::make_mut(montage));
        }
        Arc::new(library)
    };
    let branching = |montage: &mut anim::Montage| {
        let mut notifies = montage.notifies.to_vec();
        notifies
            .iter_mut()
            .filter(|it| it.is_state())
            .for_each(|it| it.flags |= flag::BRANCHING);
        montage.notifies = notifies.into();
    };
    let swap = |library: &Arc<anim::Library>| EngineInput::SetLibrary {
        revision: 2,
        library: library.clone(),
    };
    let mut gone = (*edited(&branching)).clone();
    gone.montages
        .retain(|montage| montage.name != super::stage::MONTAGES[1]);
    let without_states = edited(&|montage| montage.notifies = Default::default());
    for (next, is_montage_gone) in [(Arc::new(gone), true), (without_states, false)] {
        let mut evaluator = Evaluator::new(WorkerMode::Inline, edited(&branching));
        evaluator.step(
            0.0,
            &[
                add(0),
                ask(0, Request::PlayGraph { graph: GRAPH }),
                ask(0, play(1)),
            ],
        );
        let mut log = told(&mut evaluator);
        evaluator.step(0.19, &[]);
        log.extend(told(&mut evaluator));
        assert!(
            log.iter()
                .any(|(_, it)| it.phase == Phase::Begin && it.branching)
        );
        evaluator.step(DT, &[swap(&next)]);
        let ends: Vec<_> = evaluator
            .events(0)
            .iter()
            .filter(|it| it.phase == Phase::End)
            .collect();
        assert!(
            ends.len() == 1 && ends[0].branching && ends[0].reason == EventReason::Fired,
            "{ends:?}"
        );
        let ended = evaluator
            .events(0)
            .iter()
            .filter(|it| it.phase == Phase::Ended { interrupted: true })
            .count();
        assert_eq!(ended, usize::from(is_montage_gone));
        log.extend(told(&mut evaluator));
        evaluator.step(DT, &[EngineInput::RemoveCharacter { character: 0 }]);
        log.extend(told(&mut evaluator));
        check_ends(&log.iter().map(|it| it.1).collect::<Vec<_>>(), "edited");
    }
}

/// Its start and its end waited for the character to go on, which it never did.
#[test]
fn a_montage_that_began_and_ended_while_its_character_rested_is_told_of_by_neither() {
    let mut evaluator = evaluator(WorkerMode::Inline, 1);
    let rests = EngineInput::SetVisibility {
        character: 0,
        visibility: crate::Visibility::Nothing,
    };
    evaluator.step(DT, &[rests, ask(0, play(1))]);
    let empty = anim::Library {
        montages: Vec::new(),
        ..anim::Library::clone(&library())
    };
    evaluator.step(
        DT,
        &[EngineInput::SetLibrary {
            revision: 2,
            library: empty.into(),
        }],
    );
    assert_eq!(told(&mut evaluator), []);
    evaluator.step(DT, &[EngineInput::RemoveCharacter { character: 0 }]);
    assert_eq!(told(&mut evaluator), []);
}

/// What is in flight of a character that is removed is joined and dropped: no events, no root
/// motion.
#[test]
fn a_character_that_is_removed_in_flight_has_no_further_events() {
    for mode in [WorkerMode::Inline, WorkerMode::workers(4).unwrap()] {
        let mut evaluator = evaluator(mode, 2);
        evaluator.kick_step(0.19, &[ask(0, play(0)), ask(1, play(0))]);
        evaluator.queue(EngineInput::RemoveCharacter { character: 0 });
        let placement = *evaluator.placement(0).unwrap().0;
        evaluator.finish_step();
        assert_eq!(
            (evaluator.events(0), *evaluator.placement(0).unwrap().0),
            (&[][..], placement)
        );
        assert!(!evaluator.events(1).is_empty());
        let saved = evaluator.save();
        let mut other = Evaluator::new(WorkerMode::Inline, library());
        other.restore(&saved);
        assert_eq!(other.events(0), []);
        evaluator.kick_step(DT, &[]);
        assert_eq!(evaluator.characters().collect::<Vec<_>>(), [1]);
    }
}

/// The pose of a frame shows the montage at the place and the weight that the frame brought it to.
///
/// Property 06.11.
#[test]
fn a_montage_that_goes_on_is_seen_by_its_slot_in_the_same_frame() {
    let mut evaluator = Evaluator::new(WorkerMode::workers(2).unwrap(), library());
    evaluator.step(0.0, &[add(0), ask(0, Request::PlayGraph { graph: GRAPH })]);
    evaluator.step(0.0, &[ask(0, play(0))]);
    let library = library();
    let [walk, skeleton] = [super::stage::CLIPS[0], super::stage::FIGURE];
    let (walk, skeleton) = (
        library.clip(walk).unwrap(),
        library.skeleton(skeleton).unwrap(),
    );
    let mut below = 0.0;
    for tick in 1..=11 {
        let dt = if tick == 11 { 0.08 } else { 0.01 };
        evaluator.step(dt, &[]);
        below += dt;
        let state = evaluator
            .instance(0)
            .unwrap()
            .montage_states()
            .next()
            .unwrap();
        // Blends in over 0.1 s.
        assert!((f64::from(state.weight) - (below * 10.0).min(1.0)).abs() < 1e-5);
        let sampled = |time: f64| {
            let mut pose = Pose::default();
            walk.sample(skeleton, time, &mut pose);
            pose
        };
        // Both play the walk; the graph began with it, too.
        let expected = sampled(below)
            .rotation(2)
            .slerp(sampled(state.position).rotation(2), state.weight);
        let found = pose(&evaluator, 0).rotation(2);
        assert!(
            found.angle_between(expected) < 1e-3,
            "tick {tick}: {found} {expected}"
        );
        assert!(
            evaluator
                .events(0)
                .iter()
                .all(|event| event.reason != EventReason::Weight)
        );
    }
}
