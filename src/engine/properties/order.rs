//! The order inside one frame.

use super::stage::{DT, GRAPH, SECTIONS, add, ask, evaluator, library, play, pose};
use crate::{CharacterId, Evaluator, Input, Mode};
use anim::{
    Event, Pose, Request,
    event::{Phase, Reason},
};

/// Property 06.5.
#[test]
fn a_branching_point_that_jumps_shows_the_new_section_in_the_same_frame() {
    let mut evaluator = evaluator(Mode::workers(2).unwrap(), 2);
    // To just before the jump at 0.2 s; the other one plays from where the jump leads.
    let to = Request::SetPosition { montage: super::stage::MONTAGES[0], position: 0.195 };
    assert_eq!(evaluator.step(0.15, &[ask(0, play(0)), ask(1, play(0))]), []);
    assert_eq!(evaluator.step(0.0, &[ask(0, to.clone()), ask(1, to)]), []);
    let jump = Request::JumpToSection { montage: super::stage::MONTAGES[0], section: SECTIONS[2] };
    let state = |evaluator: &Evaluator, id| evaluator.instance(id).unwrap().montage_states().next().unwrap();
    evaluator.step(0.01, &[ask(1, jump)]);
    let jumped = evaluator.events(0).iter().find(|event| event.phase == Phase::Jumped).unwrap();
    assert_eq!((jumped.name, state(&evaluator, 0).section), (SECTIONS[2], SECTIONS[2]));
    // 0.005 s to the branching point, the rest in the new section; the other had all of the tick there.
    let positions = [0, 1].map(|id| state(&evaluator, id).position);
    assert!((positions[0] - 0.605).abs() < 1e-6 && (positions[1] - 0.61).abs() < 1e-6, "{positions:?}");
    let swing = |id: CharacterId| pose(&evaluator, id).rotation(2).to_scaled_axis().x;
    // Section `c` begins where the arm hangs; the old one had swung it by a tenth of a turn.
    assert!(swing(0) > 0.0 && swing(0) < swing(1) && swing(1) < 0.02, "{} {}", swing(0), swing(1));
}

/// Property 06.6.
#[test]
fn to_a_character_that_is_removed_in_an_event_nothing_more_happens() {
    let all = |evaluator: &mut Evaluator| {
        let mut log: Vec<(CharacterId, Event)> = Vec::new();
        evaluator.dispatch(|id, event, _| log.push((id, *event)));
        log
    };
    for mode in [Mode::Inline, Mode::workers(4).unwrap()] {
        let mut evaluator = evaluator(mode, 4);
        let saved = evaluator.save();
        let inputs: Vec<Input> = (0..4).flat_map(|id| [ask(id, play(0)), ask(id, play(1))]).collect();
        evaluator.step(0.19, &inputs);
        let log = all(&mut evaluator);
        assert!(log.iter().filter(|(id, _)| *id == 1).count() > 2, "much happens");
        assert!(log.is_sorted_by_key(|(id, _)| *id), "characters in their order");
        evaluator.restore(&saved);
        evaluator.step(0.19, &inputs);
        let mut seen = Vec::new();
        evaluator.dispatch(|id, _, asked| {
            seen.push(id);
            // The second one ends itself and the last one.
            if id == 1 {
                asked.extend([1, 3].map(|character| Input::RemoveCharacter { character }));
            }
        });
        let of = |id: CharacterId| log.iter().filter(|(of, _)| *of == id).count();
        let counts = [0, 1, 2, 3].map(|id| seen.iter().filter(|of| **of == id).count());
        assert_eq!(counts, [of(0), 1, of(2), 0]);
        assert!(evaluator.events(1).is_empty() && evaluator.events(3).is_empty());
        assert_eq!(evaluator.step(DT, &[]), []);
        assert_eq!(evaluator.characters().collect::<Vec<_>>(), [0, 2]);
        assert_eq!(all(&mut evaluator).iter().filter(|(id, _)| id % 2 == 1).count(), 0);
    }
}

/// What is in flight of a character that is removed is joined and dropped: no events, no root motion.
#[test]
fn a_character_that_is_removed_in_flight_has_no_further_events() {
    for mode in [Mode::Inline, Mode::workers(4).unwrap()] {
        let mut evaluator = evaluator(mode, 2);
        evaluator.kick(0.19, &[ask(0, play(0)), ask(1, play(0))]);
        evaluator.queue(Input::RemoveCharacter { character: 0 });
        let placement = *evaluator.placement(0).unwrap().0;
        evaluator.finish();
        assert_eq!((evaluator.events(0), *evaluator.placement(0).unwrap().0), (&[][..], placement));
        assert!(!evaluator.events(1).is_empty());
        let saved = evaluator.save();
        let mut other = Evaluator::new(Mode::Inline, library());
        other.restore(&saved);
        assert_eq!(other.events(0), []);
        evaluator.kick(DT, &[]);
        assert_eq!(evaluator.characters().collect::<Vec<_>>(), [1]);
    }
}

/// The pose of a frame shows the montage at the place and the weight that the frame brought it to.
///
/// Property 06.11.
#[test]
fn a_montage_that_goes_on_is_seen_by_its_slot_in_the_same_frame() {
    let mut evaluator = Evaluator::new(Mode::workers(2).unwrap(), library());
    evaluator.step(0.0, &[add(0), ask(0, Request::PlayGraph { graph: GRAPH })]);
    evaluator.step(0.0, &[ask(0, play(0))]);
    let library = library();
    let [walk, skeleton] = [super::stage::CLIPS[0], super::stage::FIGURE];
    let (walk, skeleton) = (library.clip(walk).unwrap(), library.skeleton(skeleton).unwrap());
    let mut below = 0.0;
    for tick in 1..=11 {
        let dt = if tick == 11 { 0.08 } else { 0.01 };
        evaluator.step(dt, &[]);
        below += dt;
        let state = evaluator.instance(0).unwrap().montage_states().next().unwrap();
        // Blends in over 0.1 s.
        assert!((f64::from(state.weight) - (below * 10.0).min(1.0)).abs() < 1e-5);
        let sampled = |time: f64| {
            let mut pose = Pose::default();
            walk.sample(skeleton, time, &mut pose);
            pose
        };
        // Both play the walk; the graph began with it, too.
        let expected = sampled(below).rotation(2).slerp(sampled(state.position).rotation(2), state.weight);
        let found = pose(&evaluator, 0).rotation(2);
        assert!(found.angle_between(expected) < 1e-3, "tick {tick}: {found} {expected}");
        assert!(evaluator.events(0).iter().all(|event| event.reason != Reason::Weight));
    }
}
