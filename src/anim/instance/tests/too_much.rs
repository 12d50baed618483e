//! What is too much for one tick is left out and told; what is no pose is not shown.

use super::requests::{Character, library, montage, name, notify, walk};
use crate::{
    Clip, Event, Library, Notify,
    event::Phase,
    graph::control::Fault,
    instance::{Refusal, Request},
    limits::{MOST_HITS, MOST_RATE, MOST_TURNS},
    montage::{NO_SECTION, Section, Segment},
};
use std::sync::Arc;

fn left_out(events: &[Event]) -> Vec<Phase> {
    let is_told = |phase: &Phase| {
        matches!(
            phase,
            Phase::TurnsLeftOut { .. } | Phase::HitsLeftOut { .. }
        )
    };
    events
        .iter()
        .map(|event| event.phase)
        .filter(is_told)
        .collect()
}

fn fired(events: &[Event]) -> usize {
    events
        .iter()
        .filter(|event| event.phase == Phase::Notify)
        .count()
}

fn show(of: &str, rate: f32) -> Request {
    Request::PlayClip {
        clip: name(of),
        position: 0.0,
        rate,
    }
}

/// A clip of a hundredth of a second: at its rates it is over ten thousand times in a second.
fn short() -> Clip {
    Clip {
        length: 0.01,
        rate_scale: MOST_RATE,
        notifies: vec![notify("step", 0.005, 0.005, 0)].into(),
        ..walk("short")
    }
}

#[test]
fn turns_of_a_loop_that_are_too_many_are_told_and_fire_nothing() {
    let mut c = Character::with(library(vec![short()], vec![]));
    let events = c.tick(0.005, &[show("short", 1.0)]);
    assert_eq!(
        (left_out(&events), fired(&events)),
        (vec![], 50),
        "as many as a tick passes"
    );
    let events = c.tick(1.0, &[show("short", MOST_RATE)]);
    let [Phase::TurnsLeftOut { count }] = left_out(&events)[..] else {
        panic!("{:?}", left_out(&events))
    };
    let passed = fired(&events) as u32;
    assert!(
        (MOST_TURNS - 1..=MOST_TURNS + 2).contains(&passed) && count > MOST_TURNS,
        "{passed} {count}"
    );
    assert_eq!(events[0].asset, name("short"));
}

#[test]
fn loops_of_a_segment_that_are_too_many_are_told_and_it_arrives_all_the_same() {
    let segment = Segment {
        clip_end: 0.01,
        loops: 1000,
        rate: 20.0,
        id: 9,
        clip: 0,
        start: 0.0,
        clip_begin: 0.0,
    };
    let sections = vec![Section {
        next: NO_SECTION,
        ..montage("m").sections[0]
    }]
    .into();
    let long = crate::Montage {
        length: 0.5,
        sections,
        ..montage("m")
    };
    let m = crate::Montage {
        segments: vec![segment].into(),
        ..long
    };
    let clip = Clip {
        rate_scale: 1.0,
        ..short()
    };
    let mut c = Character::with(library(vec![clip], vec![m]));
    let play = Request::play(name("m"), 1.0);
    let events = c.tick(0.4, &[play]);
    let [Phase::TurnsLeftOut { count }] = left_out(&events)[..] else {
        panic!("{:?}", left_out(&events))
    };
    assert_eq!((count as usize + fired(&events), c.position()), (800, 0.4));
    assert!(
        (MOST_TURNS as usize..MOST_TURNS as usize + 3).contains(&fired(&events)),
        "{}",
        fired(&events)
    );
}

#[test]
fn notifies_that_are_too_many_are_told_and_their_states_still_come_in_pairs() {
    let state = |id: u64| Notify {
        id,
        ..notify("long", 0.001, 0.009, crate::notify::flag::STATE)
    };
    let clip = Clip {
        notifies: (1..=MOST_HITS as u64).map(state).collect(),
        ..short()
    };
    let mut c = Character::with(library(vec![clip], vec![]));
    let (mut begun, mut ended) = (0, 0);
    let mut count = |events: &[Event]| {
        begun += events
            .iter()
            .filter(|event| event.phase == Phase::Begin)
            .count();
        ended += events
            .iter()
            .filter(|event| event.phase == Phase::End)
            .count();
    };
    let events = c.tick(0.005, &[show("short", 1.0)]);
    assert!(
        matches!(left_out(&events)[..], [Phase::HitsLeftOut { count }] if count as usize > MOST_HITS),
        "{:?}",
        left_out(&events)
    );
    assert!(events.len() < 3 * MOST_HITS, "{}", events.len());
    count(&events);
    count(&c.tick(0.1, &[Request::StopClip]));
    c.instance.tear_down(&[]);
    count(c.instance.events());
    assert_eq!((begun, ended), (MOST_HITS, MOST_HITS));
}

#[test]
fn a_rate_that_is_too_high_is_brought_to_the_highest_and_told() {
    let mut c = Character::new(vec![montage("m")]);
    let play = |rate| Request::play(name("m"), rate);
    let rate = |c: &Character| c.instance.montage_states().last().unwrap().rate;
    assert_eq!(
        (c.refusal(&play(1e30)), rate(&c)),
        (Some(Refusal::RateClamped), MOST_RATE)
    );
    let set = |rate| Request::SetPlayRate {
        montage: name("m"),
        rate,
    };
    assert_eq!(
        (c.refusal(&set(-1e30)), rate(&c)),
        (Some(Refusal::RateClamped), -MOST_RATE)
    );
    assert_eq!((c.refusal(&set(-MOST_RATE)), rate(&c)), (None, -MOST_RATE));
    assert_eq!(c.refusal(&show("walk", 100.5)), Some(Refusal::RateClamped));
    let fade = |rate| Request::FadeToClip {
        clip: name("walk"),
        rate,
        duration: 0.5,
    };
    assert_eq!(
        [c.refusal(&fade(1e9)), c.refusal(&fade(1.0))],
        [Some(Refusal::RateClamped), None]
    );
    c.instance.begin_frame(0.0);
    c.instance.pre_update(&mut c.proxy);
    c.proxy.run_tick(&mut Default::default());
    assert_eq!(c.proxy.shown_clip().map(|shown| shown.2), Some(MOST_RATE));
}

#[test]
fn a_pose_that_is_no_pose_is_told_and_the_reference_pose_is_shown() {
    let sound = library(vec![walk("walk")], vec![]);
    let broken = Clip {
        keys: vec![f32::NAN; 6].into(),
        ..walk("walk")
    };
    let mut c = Character::with(Arc::new(Library {
        clips: vec![Arc::new(broken)],
        ..(*sound).clone()
    }));
    c.tick(0.1, &[show("walk", 1.0)]);
    assert!(c.proxy.pose().is_finite() && c.instance.placement().is_finite());
    assert!(
        c.proxy
            .state()
            .faults()
            .iter()
            .any(|(_, fault)| *fault == Fault::Pose)
    );
}
