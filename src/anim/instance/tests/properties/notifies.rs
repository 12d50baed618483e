//! Which notifies fire, when and how often.

use super::stage::{Character, Stage, montage, notify, play, turning_library};
use crate::{
    Clip, Event, Montage, Name, Notify,
    event::{Cause, EventReason, Phase, Source},
    instance::{MontageInstance, Request, dispatch::Outbox},
    montage::{Blend, NO_SECTION},
    notify::flag,
};
use std::sync::Arc;

#[test]
fn backwards_notifies_of_segments_are_met_from_the_last() {
    let library = {
        let mut library = turning_library();
        let clip = (*library.clips[0]).clone();
        let notifies = vec![
            notify("early", 0.25, false, ""),
            notify("late", 0.75, false, ""),
        ]
        .into();
        library.clips = vec![Arc::new(Clip { notifies, ..clip })];
        Arc::new(library)
    };
    let mut s = Stage {
        instance: MontageInstance::new(1, library.montages[0].clone(), -1.0, (0, 2.0)),
        library,
        out: Outbox::default(),
        time: 0.0,
    };
    s.advance(1.9);
    let out = s.out;
    let met: Vec<(Name, Source)> = out
        .queued
        .iter()
        .map(|queued| (queued.notify.name, queued.source))
        .collect();
    let [early, late] = ["early", "late"].map(Name::new);
    let [first, second] = [1, 2].map(|id| Source::Segment(1, id));
    assert_eq!(
        met,
        [
            (late, second),
            (early, second),
            (late, first),
            (early, first)
        ]
    );
}

#[test]
fn a_notify_on_a_section_boundary_belongs_to_the_section_that_starts_there() {
    let fired = |links: &[i32], section: &str, ticks: usize| {
        let mut m = montage(&[0.0, 1.0], 2.0, links);
        m.notifies = vec![notify("boundary", 1.0, false, "")].into();
        let mut c = Character::new(vec![m]);
        let start = Request::play_section(Name::new("montage"), 1.0, Name::new(section));
        let mut count = 0;
        for i in 0..ticks {
            let requests: &[Request] = if i == 0 {
                std::slice::from_ref(&start)
            } else {
                &[]
            };
            count += c
                .tick(0.25, requests)
                .iter()
                .filter(|e| e.phase == Phase::Notify && e.reason == EventReason::Fired)
                .count();
        }
        count
    };
    assert_eq!(fired(&[1, NO_SECTION], "A", 8), 1);
    assert_eq!(fired(&[0, NO_SECTION], "A", 16), 0);
    assert_eq!(fired(&[1, 1], "B", 12), 3);
}

/// 04.10: a natural blend-out from weight .1 to 0 in one tick.
#[test]
fn p10_a_notify_still_fires_in_the_frame_its_montage_fades_to_nothing() {
    let blend_out = Blend {
        time: 1.0,
        ..Blend::default()
    };
    let mut m = Montage {
        blend_out,
        ..montage(&[0.0], 1.0, &[NO_SECTION])
    };
    m.notifies = vec![
        notify("late", 0.95, false, ""),
        notify("end", 1.0, false, ""),
    ]
    .into();
    let mut c = Character::new(vec![m]);
    [0.0, 0.5, 0.4]
        .iter()
        .zip([Some(play("montage")), None, None])
        .for_each(|(dt, request)| {
            c.tick(*dt, request.as_slice());
        });
    let weight = c.instance.montage_states().next().unwrap().weight;
    let events = c.tick(0.1, &[]);
    let fired: Vec<_> = events
        .iter()
        .filter(|e| e.phase == Phase::Notify)
        .map(|e| (e.name, e.reason, e.weight))
        .collect();
    assert!(weight > 0.0 && weight < 1.0, "{weight}");
    let as_before = |name: &str| (Name::new(name), EventReason::Fired, weight);
    assert_eq!(fired, [as_before("late"), as_before("end")]);
    assert!(
        events
            .iter()
            .any(|e| e.phase == Phase::Ended { interrupted: false })
    );
}

#[test]
fn an_interrupted_montage_says_so_of_everything_that_it_passes() {
    let mut m = Montage {
        auto_blend_out: false,
        ..montage(&[0.0], 1.0, &[0])
    };
    m.notifies = vec![
        notify("mark", 0.45, true, ""),
        notify("late", 0.5, false, ""),
    ]
    .into();
    let mut c = Character::new(vec![m]);
    c.tick(0.4, &[play("montage")]);
    let stop = Request::StopMontage {
        montage: None,
        blend_out: Some(0.3),
    };
    let events = c.tick(0.1, &[stop]);
    let told = |e: &Event| (e.name, e.reason);
    let notifies: Vec<_> = events
        .iter()
        .filter(|e| e.phase == Phase::Notify)
        .map(told)
        .collect();
    assert_eq!(
        notifies,
        [
            (Name::new("mark"), EventReason::Interrupted),
            (Name::new("late"), EventReason::Interrupted)
        ]
    );
    let ended = c.tick(0.3, &[]);
    let end = ended
        .iter()
        .find(|e| e.phase == Phase::Ended { interrupted: true })
        .unwrap();
    assert_eq!(end.cause, Cause::Request);
}

#[test]
fn states_begin_and_end_in_pairs_through_tear_down() {
    let mut m = montage(&[0.0], 1.0, &[0]);
    let state = |name: &str, branching| Notify {
        end: 0.8,
        flags: flag::STATE | if branching { flag::BRANCHING } else { 0 },
        ..notify(name, 0.2, branching, "")
    };
    let mut notifies = vec![state("queued", false), state("branching", true)];
    notifies.sort_by_key(|n| n.id);
    m.notifies = notifies.into();
    let mut c = Character::new(vec![m]);
    let mut log = c.tick(0.5, &[play("montage")]);
    c.instance.tear_down(&[]);
    log.extend(c.instance.events());
    for name in ["queued", "branching"] {
        let count = |phase| {
            log.iter()
                .filter(|e| e.name == Name::new(name) && e.phase == phase)
                .count()
        };
        assert_eq!((count(Phase::Begin), count(Phase::End)), (1, 1), "{name}");
    }
}

#[test]
fn every_event_of_a_notify_names_its_socket_and_no_other_event_does() {
    let mut m = montage(&[0.0], 1.0, &[0]);
    let at = |name: &str, time, branching| Notify {
        socket: Name::new("ground"),
        ..notify(name, time, branching, "")
    };
    let state = |name: &str, time, branching| {
        let instant = at(name, time, branching);
        Notify {
            end: 0.8,
            flags: instant.flags | flag::STATE,
            ..instant
        }
    };
    m.notifies = vec![
        at("a", 0.1, false),
        at("b", 0.2, true),
        state("c", 0.3, false),
        state("d", 0.4, true),
    ]
    .into();
    let mut c = Character::new(vec![m]);
    let mut log = c.tick(0.5, &[play("montage")]);
    [0.4, 0.05]
        .into_iter()
        .for_each(|dt| log.extend(c.tick(dt, &[])));
    let (of_notifies, others): (Vec<Event>, Vec<Event>) =
        log.iter().partition(|event| event.id != 0);
    for phase in [Phase::Notify, Phase::Begin, Phase::Tick, Phase::End] {
        assert!(
            of_notifies
                .iter()
                .filter(|event| event.phase == phase)
                .count()
                >= 2,
            "{phase:?}"
        );
    }
    assert!(
        of_notifies
            .iter()
            .all(|event| event.socket == Name::new("ground"))
    );
    assert!(!others.is_empty() && others.iter().all(|event| event.socket == Name::NONE));
}

proptest::proptest! {
    /// The same notifies in the same order, however the time is cut, as long as no tick overflows.
    #[test]
    fn cutting_time_differently_fires_the_same(cuts in proptest::collection::vec(1u32..12, 1..40)) {
        let run = |steps: &[u32]| {
            let mut m = Montage { auto_blend_out: false, ..montage(&[0.0, 1.0, 2.0], 3.0, &[1, 2, 2]) };
            m.notifies = vec![
                notify("start", 0.0, false, ""), notify("a", 0.25, false, ""), notify("seam", 1.0, false, ""),
                notify("b", 1.5, false, ""), notify("loop", 2.0, false, ""), notify("back", 2.75, true, "B"),
            ].into();
            let mut c = Character::new(vec![m]);
            let (mut queued, mut branching) = (Vec::new(), Vec::new());
            for (i, step) in steps.iter().enumerate() {
                let requests = if i == 0 { vec![play("montage")] } else { vec![] };
                for e in c.tick(f64::from(*step) / 16.0, &requests).iter().filter(|e| e.phase == Phase::Notify) {
                    if e.branching { branching.push(e.name) } else { queued.push(e.name) }
                }
            }
            (queued, branching)
        };
        let total: u32 = cuts.iter().sum();
        proptest::prop_assert_eq!(run(&cuts), run(&vec![1; total as usize]));
    }
}
