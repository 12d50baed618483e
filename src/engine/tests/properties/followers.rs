//! Followers show what their leaders show.

use super::stage::{DT, add, ask, evaluator, play, pose, speed};
use crate::{CharacterId, EngineInput, EvaluationRate, Evaluator, InputRefusal, WorkerMode};
use anim::{Name, Transform, instance::Refusal};

fn follow(character: CharacterId, leader: impl Into<Option<CharacterId>>) -> EngineInput {
    EngineInput::Follow {
        character,
        leader: leader.into(),
    }
}

fn glove(character: CharacterId) -> EngineInput {
    EngineInput::AddCharacter {
        character,
        skeleton: Name::new("glove"),
        seed: 0,
    }
}

/// 0 leads 5 and the glove 3, which leads 4: ids are no order.
fn led(mode: WorkerMode) -> Evaluator {
    let mut evaluator = evaluator(mode, 1);
    let edges = [follow(5, 0), follow(4, 3), follow(3, 5)];
    evaluator.step(
        DT,
        &[vec![glove(3), glove(4), add(5)], edges.to_vec()].concat(),
    );
    evaluator
}

/// Property 06.10.
#[test]
fn a_follower_has_its_leaders_transforms_of_the_same_frame() {
    for mode in [WorkerMode::Inline, WorkerMode::workers(4).unwrap()] {
        let mut evaluator = led(mode);
        for tick in 0..60 {
            evaluator.step(
                DT,
                &[
                    ask(0, speed(f64::from(tick) / 60.0)),
                    ask(0, play(tick as usize % 2)),
                ],
            );
            let [leader, same, first, second] = [0, 5, 3, 4].map(|id| evaluator.shown(id).unwrap());
            assert_eq!(
                (same.pose(), same.models()),
                (leader.pose(), leader.models())
            );
            // root, arm, hand in the glove; root, spine, arm, hand in the figure.
            for (own, theirs) in [(0, 0), (1, 2), (2, 3)] {
                assert_eq!(first.models()[own], leader.models()[theirs]);
            }
            assert_eq!(
                first.pose().get(2),
                leader.pose().get(3),
                "the parents are the same bones"
            );
            let finger = leader.models()[3]
                * evaluator
                    .instance(3)
                    .unwrap()
                    .skeleton()
                    .reference(3)
                    .to_affine();
            assert_eq!(first.models()[3], finger);
            assert_eq!(
                (first.pose(), first.models()),
                (second.pose(), second.models())
            );
            let [spine, arm] = [1, 2].map(|bone| leader.pose().get(bone));
            let through: Transform = spine.compose(&arm);
            assert!((first.pose().get(1).translation - through.translation).length() < 1e-5);
            assert_eq!(first.pose().curves, leader.pose().curves);
            assert!(!first.pose().curves.is_empty());
        }
    }
}

#[test]
fn a_followers_own_time_stands_still_and_goes_on_when_it_is_free() {
    let mut evaluator = led(WorkerMode::Inline);
    let clock = |evaluator: &Evaluator| evaluator.instance(5).unwrap().clock();
    assert_eq!(clock(&evaluator), 0.0);
    evaluator.step(DT, &[ask(5, play(0))]);
    assert_eq!((clock(&evaluator), evaluator.events(5)), (0.0, &[][..]));
    evaluator.step(DT, &[follow(5, None)]);
    assert!((clock(&evaluator) - DT).abs() < 1e-12);
    assert!(
        evaluator
            .events(5)
            .iter()
            .any(|event| event.phase == anim::event::Phase::Started),
        "it was asked before"
    );
    assert_ne!(pose(&evaluator, 5), pose(&evaluator, 0));
    assert_eq!(pose(&evaluator, 3).len(), 4);
    // Whom nobody leads any more goes on alone.
    evaluator.step(DT, &[EngineInput::RemoveCharacter { character: 3 }]);
    evaluator.step(DT, &[]);
    assert_eq!(
        pose(&evaluator, 4),
        anim::Pose::reference(evaluator.instance(4).unwrap().skeleton())
    );
}

#[test]
fn who_would_follow_itself_is_refused() {
    let mut evaluator = led(WorkerMode::Inline);
    let before = evaluator.save();
    let refused = |evaluator: &mut Evaluator, input: EngineInput| -> Vec<Refusal> {
        let refused: Vec<InputRefusal> = evaluator.step(0.0, &[input]);
        refused.into_iter().map(|refused| refused.why).collect()
    };
    assert_eq!(
        refused(&mut evaluator, follow(0, 0)),
        [Refusal::FollowsItself]
    );
    assert_eq!(
        refused(&mut evaluator, follow(0, 4)),
        [Refusal::FollowsItself]
    );
    assert_eq!(
        refused(&mut evaluator, follow(5, 4)),
        [Refusal::FollowsItself]
    );
    assert_eq!(
        refused(&mut evaluator, follow(5, 77)),
        [Refusal::CharacterUnknown]
    );
    assert_eq!(
        refused(&mut evaluator, follow(77, 5)),
        [Refusal::CharacterUnknown]
    );
    let mut other = Evaluator::new(WorkerMode::Inline, Default::default());
    other.restore(&before);
    (0..5).for_each(|_| drop(other.step(0.0, &[])));
    assert_eq!(
        other.save(),
        evaluator.save(),
        "what is refused changes nothing"
    );
    assert_eq!(refused(&mut evaluator, follow(4, 0)), []);
}

/// Waiting for a follower waits for whom it follows in the end.
#[test]
fn a_follower_in_flight_is_synced_with_its_leader() {
    for mode in [WorkerMode::Inline, WorkerMode::workers(4).unwrap()] {
        let mut evaluator = led(mode);
        evaluator.step(DT, &[]);
        let before = pose(&evaluator, 4);
        evaluator.kick_step(DT, &[]);
        assert_eq!(pose(&evaluator, 4), before);
        let synced = evaluator.sync(4).unwrap().pose().clone();
        assert_ne!(synced, before);
        evaluator.finish_step();
        assert_eq!(pose(&evaluator, 4), synced);
    }
}

/// Between landing and completing readers see the new pose of who is synced and of those whom it
/// waits for; who follows them still shows the last tick's, and to nobody anything has happened
/// before the barrier.
#[test]
fn who_has_landed_is_followed_where_that_is_asked_for_and_otherwise_at_the_barrier() {
    for mode in [WorkerMode::Inline, WorkerMode::workers(4).unwrap()] {
        let mut evaluator = led(mode);
        let copies = EngineInput::CopyPose {
            character: 2,
            partner: super::stage::PARTNER,
            from: Some(5),
        };
        let graph = anim::Request::PlayGraph {
            graph: super::stage::GRAPH,
        };
        assert_eq!(
            evaluator.step(DT, &[add(2), ask(2, graph), copies, ask(0, play(0))]),
            []
        );
        let all = [0, 2, 3, 4, 5];
        let look = |evaluator: &Evaluator, id| {
            let (placement, delta) = evaluator.placement(id).unwrap();
            (evaluator.events(id).to_vec(), *placement, *delta)
        };
        for (first, waited) in [
            (0, &[0][..]),
            (2, &[0, 2, 5]),
            (5, &[0, 5]),
            (4, &[0, 3, 4, 5]),
        ] {
            let before = all.map(|id| (pose(&evaluator, id), look(&evaluator, id)));
            evaluator.kick_step(DT, &[ask(0, play(first as usize % 2))]);
            let synced = evaluator.sync(first).unwrap().pose().clone();
            for (id, (known, happened)) in all.into_iter().zip(&before) {
                assert_eq!(&look(&evaluator, id), happened, "nothing is completed");
                assert_eq!(
                    pose(&evaluator, id) != *known,
                    waited.contains(&id),
                    "{id}, when {first} is synced"
                );
            }
            evaluator.finish_step();
            assert_eq!(pose(&evaluator, first), synced);
            assert_eq!(
                [0, 2, 5].map(|id| pose(&evaluator, id) == pose(&evaluator, 0)),
                [true; 3]
            );
            assert_eq!(pose(&evaluator, 3), pose(&evaluator, 4));
            assert!(
                all.into_iter()
                    .zip(&before)
                    .all(|(id, (known, _))| pose(&evaluator, id) != *known)
            );
            assert!(!evaluator.events(0).is_empty() && look(&evaluator, 0) != before[0].1);
            assert_eq!(
                [3, 4, 5].map(|id| evaluator.events(id).len()),
                [0; 3],
                "a follower's own time stands still"
            );
        }
    }
}

/// A leader that is seldom evaluated leads seldom.
#[test]
fn a_follower_holds_what_its_leader_holds() {
    let mut evaluator = led(WorkerMode::Inline);
    let rate = EvaluationRate {
        every: 3,
        ..EvaluationRate::EVERY_TICK
    };
    evaluator.step(DT, &[EngineInput::SetRate { character: 0, rate }]);
    for _ in 0..12 {
        evaluator.step(DT, &[]);
        assert_eq!(pose(&evaluator, 5), pose(&evaluator, 0));
    }
}
