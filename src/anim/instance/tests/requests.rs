//! What each request does to a playing character, what it refuses, and what the character tells
//! about it.

use super::{AnimInstance, AnimInstanceProxy, Refusal, Request, Silent};
use crate::{
    Array, Clip, Event, Library, Montage, Name, Names, Notify, Skeleton, Transform,
    clip::{Keys, RootMotion, Track},
    event::{EventReason, Phase, Source},
    montage::{Blend, NO_SECTION, Section, Segment, Slot},
    notify::{action, flag},
    skeleton::Bone,
};
use bytemuck::Zeroable;
use glam::Vec3;
use std::sync::Arc;

pub(super) fn name(text: &str) -> Name {
    Name::new(text)
}

fn skeleton(of: &str) -> Arc<Skeleton> {
    let bone = Bone {
        name: name("root"),
        parent: -1,
        reference: Transform::IDENTITY.into(),
        reserved: 0,
    };
    Arc::new(Skeleton::new(name(of), vec![bone].into(), Array::default()).unwrap())
}

pub(super) fn notify(of: &str, time: f32, end: f32, flags: u32) -> Notify {
    Notify {
        id: name(of).0,
        name: name(of),
        time,
        end,
        flags,
        chance: 1.0,
        from_lod: -1,
        ..Notify::zeroed()
    }
}

/// The root goes ahead by one a second, for two seconds, again and again.
pub(super) fn walk(of: &str) -> Clip {
    let keys = Keys { first: 0, count: 2 };
    Clip {
        name: name(of),
        skeleton: name("figure"),
        length: 2.0,
        key_count: 2,
        rate_scale: 1.0,
        looping: true,
        tracks: vec![Track {
            bone: 0,
            translation: keys,
            rotation: Keys::default(),
            scale: Keys::default(),
        }]
        .into(),
        keys: vec![0.0, 0.0, 0.0, 2.0, 0.0, 0.0].into(),
        notifies: vec![notify("step", 1.0, 1.0, 0)].into(),
        ..Clip::default()
    }
}

/// Two sections of one second each that lead from one to the next and end, over the whole of clip
/// 0, in a slot and group of its own.
pub(super) fn montage(of: &str) -> Montage {
    let section = |of: &str, start, next| Section {
        name: name(of),
        start,
        next,
    };
    Montage {
        name: name(of),
        skeleton: name("figure"),
        group: name(of),
        length: 2.0,
        rate_scale: 1.0,
        blend_out: Blend {
            time: 0.5,
            ..Blend::default()
        },
        blend_out_trigger: 0.0,
        sections: vec![section("A", 0.0, 1), section("B", 1.0, NO_SECTION)].into(),
        slots: vec![Slot {
            name: name(of),
            first_segment: 0,
            segment_count: 1,
        }]
        .into(),
        segments: vec![Segment {
            id: 9,
            clip: 0,
            start: 0.0,
            clip_begin: 0.0,
            clip_end: 2.0,
            rate: 1.0,
            loops: 1,
        }]
        .into(),
        ..Montage::default()
    }
}

pub(super) fn library(clips: Vec<Clip>, mut montages: Vec<Montage>) -> Arc<Library> {
    montages.sort_by_key(|montage| montage.name);
    let mut clips: Vec<Arc<Clip>> = clips
        .into_iter()
        .map(|clip| Arc::new(Clip::new(clip, 1).unwrap()))
        .collect();
    clips.sort_by_key(|clip| clip.name);
    let count = clips.len();
    let montages = montages
        .into_iter()
        .map(|montage| Arc::new(Montage::new(montage, count).unwrap()))
        .collect();
    Arc::new(Library {
        names: Names::default(),
        skeletons: vec![skeleton("figure")],
        clips,
        montages,
        ..Library::default()
    })
}

pub(super) struct Character {
    pub(super) instance: AnimInstance,
    pub(super) proxy: AnimInstanceProxy,
}

impl Character {
    pub(super) fn with(library: Arc<Library>) -> Self {
        Self {
            instance: AnimInstance::new(library, skeleton("figure"), 1),
            proxy: AnimInstanceProxy::default(),
        }
    }

    pub(super) fn new(montages: Vec<Montage>) -> Self {
        Self::with(library(vec![walk("walk")], montages))
    }

    fn playing(montage: Montage) -> Self {
        let mut character = Self::new(vec![montage]);
        character.tick(0.0, &[play("m")]);
        character
    }

    pub(super) fn tick(&mut self, dt: f64, requests: &[Request]) -> Vec<Event> {
        self.instance.begin_frame(dt);
        requests
            .iter()
            .for_each(|request| self.instance.request(request).unwrap());
        self.instance.update_montages(&mut Silent);
        self.instance.pre_update(&mut self.proxy);
        self.proxy.run_tick(&mut Default::default());
        self.instance.complete(&mut self.proxy, &mut Silent);
        self.instance.events().to_vec()
    }

    pub(super) fn refusal(&mut self, request: &Request) -> Option<Refusal> {
        self.instance.request(request).err()
    }

    pub(super) fn position(&self) -> f64 {
        self.instance.montage_states().next().unwrap().position
    }

    fn x(&self) -> f32 {
        self.proxy.pose().translation(0).x
    }
}

fn play(montage: &str) -> Request {
    Request::play(name(montage), 1.0)
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let foreign = |m: Montage| Montage {
        skeleton: name("other"),
        ..m
    };
    let strange = Clip {
        skeleton: name("other"),
        ..walk("strange")
    };
    let mut c = Character::with(library(
        vec![walk("walk"), strange],
        vec![montage("m"), foreign(montage("foreign"))],
    ));
    let start = |montage: &str, rate, section: &str| {
        Request::play_section(
            name(montage),
            rate,
            if section.is_empty() {
                Name::NONE
            } else {
                name(section)
            },
        )
    };
    let m = name("m");
    for (request, refusal) in [
        (start("no", 1.0, ""), Refusal::MontageUnknown),
        (start("foreign", 1.0, ""), Refusal::SkeletonMismatch),
        (start("m", f32::NAN, ""), Refusal::BadNumber),
        (start("m", 1.0, "C"), Refusal::SectionUnknown),
        (
            Request::StopMontage {
                montage: Some(m),
                blend_out: None,
            },
            Refusal::NotPlaying,
        ),
        (
            Request::StopMontage {
                montage: None,
                blend_out: Some(f32::INFINITY),
            },
            Refusal::BadNumber,
        ),
        (
            Request::JumpToSection {
                montage: m,
                section: name("A"),
                at_end: false,
            },
            Refusal::NotPlaying,
        ),
        (Request::Pause { montage: m }, Refusal::NotPlaying),
        (
            Request::PlayClip {
                clip: name("no"),
                position: 0.0,
                rate: 1.0,
            },
            Refusal::ClipUnknown,
        ),
        (
            Request::PlayClip {
                clip: name("strange"),
                position: 0.0,
                rate: 1.0,
            },
            Refusal::SkeletonMismatch,
        ),
        (
            Request::PlayClip {
                clip: name("walk"),
                position: f64::NAN,
                rate: 1.0,
            },
            Refusal::BadNumber,
        ),
        (
            Request::PlayClip {
                clip: name("walk"),
                position: 0.0,
                rate: f32::INFINITY,
            },
            Refusal::BadNumber,
        ),
    ] {
        assert_eq!(c.refusal(&request), Some(refusal), "{request:?}");
    }
    assert!(
        c.instance.montages.is_empty()
            && c.tick(0.1, &[]).is_empty()
            && c.proxy.shown_clip().is_none()
    );
    c.tick(0.25, &[play("m")]);
    for (request, refusal) in [
        (
            Request::JumpToSection {
                montage: m,
                section: name("C"),
                at_end: false,
            },
            Refusal::SectionUnknown,
        ),
        (
            Request::SetNextSection {
                montage: m,
                from: name("C"),
                to: None,
            },
            Refusal::SectionUnknown,
        ),
        (
            Request::SetNextSection {
                montage: m,
                from: name("A"),
                to: Some(name("C")),
            },
            Refusal::SectionUnknown,
        ),
        (
            Request::SetPosition {
                montage: m,
                position: f64::NAN,
            },
            Refusal::BadNumber,
        ),
        (
            Request::SetPlayRate {
                montage: m,
                rate: f32::NAN,
            },
            Refusal::BadNumber,
        ),
    ] {
        assert_eq!(c.refusal(&request), Some(refusal), "{request:?}");
    }
    c.tick(1.0, &[]);
    let state = c.instance.montage_states().next().unwrap();
    assert!(near(state.position, 1.25) && state.rate == 1.0 && state.section == name("B"));
}

#[test]
fn time_never_goes_back() {
    let mut c = Character::playing(montage("m"));
    for (dt, clock) in [(0.5, 0.5), (1.0, 1.5), (-1.0, 1.5), (f64::NAN, 1.5)] {
        c.tick(dt, &[]);
        assert_eq!(
            (c.instance.clock(), near(c.position(), clock)),
            (clock, true),
            "{dt}"
        );
    }
}

#[test]
fn a_pause_holds_the_position_and_its_states_and_going_on_goes_on() {
    let mut m = montage("m");
    m.notifies = vec![
        notify("state", 0.25, 0.75, flag::STATE),
        notify("instant", 0.5, 0.5, 0),
    ]
    .into();
    let mut c = Character::playing(m);
    let of = |events: &[Event]| {
        events
            .iter()
            .map(|event| (event.name, event.phase))
            .collect::<Vec<_>>()
    };
    let ticked = [(name("state"), Phase::Tick)];
    c.tick(0.5, &[]);
    assert_eq!(
        of(&c.tick(0.25, &[Request::Pause { montage: name("m") }])),
        ticked
    );
    assert_eq!(of(&c.tick(0.25, &[])), ticked);
    assert!(near(c.position(), 0.5) && !c.instance.montage_states().next().unwrap().playing);
    let resume = Request::Resume { montage: name("m") };
    assert_eq!(of(&c.tick(0.25, &[resume])), ticked);
    assert_eq!(of(&c.tick(0.125, &[])), [(name("state"), Phase::End)]);
    assert!(near(c.position(), 0.875));
}

#[test]
fn a_state_does_not_begin_in_a_pause() {
    let mut m = montage("m");
    let instant = Notify {
        track: 1,
        ..notify("instant", 0.5, 0.5, 0)
    };
    m.notifies = vec![notify("state", 0.5, 1.0, flag::STATE), instant].into();
    let mut c = Character::playing(m);
    let pause = Request::Pause { montage: name("m") };
    let events = c.tick(
        0.1,
        &[
            pause,
            Request::SetPosition {
                montage: name("m"),
                position: 0.5,
            },
        ],
    );
    let told: Vec<_> = events
        .iter()
        .map(|event| (event.name, event.phase, event.reason))
        .collect();
    assert_eq!(
        told,
        [(name("state"), Phase::Begin, EventReason::Paused)],
        "why not, once"
    );
    assert!(c.tick(0.1, &[]).is_empty());
    let begun = c.tick(0.1, &[Request::Resume { montage: name("m") }]);
    assert!(
        begun
            .iter()
            .any(|event| event.phase == Phase::Begin && event.reason == EventReason::Fired)
    );
}

#[test]
fn a_jump_is_announced_where_it_goes_and_positions_stay_in_the_montage() {
    let mut c = Character::playing(montage("m"));
    let jump = Request::JumpToSection {
        montage: name("m"),
        section: name("B"),
        at_end: false,
    };
    let events = c.tick(0.25, &[jump]);
    let jumped = events
        .iter()
        .find(|event| event.phase == Phase::Jumped)
        .unwrap();
    assert_eq!(
        (jumped.name, jumped.position, jumped.asset),
        (name("B"), 1.0, name("m"))
    );
    assert!(near(c.position(), 1.25));
    assert!(
        !jumped.branching
            && jumped.source == Source::Montage(1)
            && jumped.reason == EventReason::Fired
    );
    for (position, found) in [(0.5, 0.5), (-3.0, 0.0), (9.0, 2.0)] {
        c.tick(
            0.0,
            &[Request::SetPosition {
                montage: name("m"),
                position,
            }],
        );
        assert_eq!(c.position(), found);
    }
    c.tick(
        0.0,
        &[Request::SetPosition {
            montage: name("m"),
            position: 1.5,
        }],
    );
    assert_eq!(
        c.instance.montage_states().next().unwrap().section,
        name("B")
    );
    c.tick(
        0.25,
        &[Request::SetPlayRate {
            montage: name("m"),
            rate: -2.0,
        }],
    );
    assert!(
        near(c.position(), 1.0 - 5e-5) || near(c.position(), 1.0),
        "{}",
        c.position()
    );
    let back = Request::JumpToSection {
        montage: name("m"),
        section: name("B"),
        at_end: false,
    };
    c.tick(0.0, &[back]);
    assert!(
        near(c.position(), 2.0 - 5e-5),
        "backwards a section begins at its end: {}",
        c.position()
    );
}

#[test]
fn a_link_can_be_made_and_cut() {
    let link = |to: Option<&str>| Request::SetNextSection {
        montage: name("m"),
        from: name("A"),
        to: to.map(name),
    };
    let mut c = Character::playing(montage("m"));
    c.tick(1.0, &[link(Some("A"))]);
    c.tick(0.5, &[]);
    assert!(near(c.position(), 0.5));
    assert_eq!(c.instance.montages[0].travel.next_section(0), Some(0));
    c.tick(1.0, &[link(None)]);
    assert!(near(c.position(), 1.0 - 5e-5) && !c.instance.montages[0].travel.plays());
    assert_eq!(c.instance.montages[0].travel.next_section(0), None);
}

#[test]
fn a_stop_takes_the_montage_s_own_time_or_the_one_that_is_asked_for() {
    for (blend_out, weight) in [(None, 0.75), (Some(0.25), 0.5), (Some(1.0), 0.875)] {
        let mut c = Character::new(vec![montage("m"), montage("n")]);
        c.tick(0.125, &[play("m"), play("n")]);
        c.tick(
            0.125,
            &[Request::StopMontage {
                montage: None,
                blend_out,
            }],
        );
        assert!(
            c.instance
                .montage_states()
                .all(|state| state.stopped && (state.weight - weight).abs() < 1e-6)
        );
    }
    let mut c = Character::new(vec![montage("m"), montage("n")]);
    c.tick(0.125, &[play("m"), play("n")]);
    c.tick(
        0.125,
        &[Request::StopMontage {
            montage: Some(name("m")),
            blend_out: None,
        }],
    );
    let stopped: Vec<_> = c
        .instance
        .montage_states()
        .map(|state| (state.montage, state.stopped))
        .collect();
    assert_eq!(stopped, [(name("m"), true), (name("n"), false)]);
}

#[test]
fn events_are_at_their_time_within_the_tick() {
    let mut m = montage("m");
    let jump = Notify {
        action: action::JUMP_TO_SECTION,
        target: name("B"),
        ..notify("jump", 0.25, 0.25, flag::BRANCHING)
    };
    m.notifies = vec![notify("early", 0.125, 0.125, 0), jump].into();
    let mut c = Character::new(vec![m]);
    let events = c.tick(0.5, &[play("m")]);
    let at = |of: &str, phase| {
        events
            .iter()
            .find(|event| event.name == name(of) && event.phase == phase)
            .map(|event| event.time)
            .unwrap()
    };
    assert!(near(at("jump", Phase::Notify), 0.25) && near(at("B", Phase::Jumped), 0.25));
    assert!(near(at("early", Phase::Notify), 0.125));
    assert!(
        events
            .iter()
            .all(|event| event.branching == (event.name == name("jump")))
    );
}

#[test]
fn montage_events_come_last_and_in_the_order_of_their_kinds() {
    let quick = Blend {
        time: 0.125,
        ..Blend::default()
    };
    let first = Montage {
        group: name("g"),
        ..montage("m")
    };
    let mut second = Montage {
        group: name("g"),
        blend_in: quick,
        ..montage("n")
    };
    second.notifies = vec![notify("step", 0.125, 0.125, 0)].into();
    let mut c = Character::new(vec![first, second]);
    c.tick(0.5, &[play("m")]);
    let events = c.tick(
        0.25,
        &[
            play("n"),
            Request::SetPosition {
                montage: name("n"),
                position: 0.875,
            },
        ],
    );
    let phases: Vec<Phase> = events
        .iter()
        .map(|event| event.phase)
        .filter(|phase| *phase != Phase::Notify)
        .collect();
    let interrupted = true;
    assert_eq!(
        phases,
        [
            Phase::Started,
            Phase::BlendingOut { interrupted },
            Phase::BlendedIn,
            Phase::Ended { interrupted },
            Phase::Section { looped: false }
        ]
    );
    assert!(
        events
            .iter()
            .all(|event| event.time <= 0.75 && event.id == 0 || event.phase == Phase::Notify)
    );
}

#[test]
fn another_library_goes_on_where_the_old_one_was_and_ends_what_is_gone() {
    let mut c = Character::new(vec![montage("m"), montage("n")]);
    c.tick(
        0.75,
        &[
            play("m"),
            play("n"),
            Request::PlayClip {
                clip: name("walk"),
                position: 0.0,
                rate: 1.0,
            },
        ],
    );
    let shorter = Montage {
        length: 1.5,
        ..montage("m")
    };
    c.instance.set_library(
        library(vec![walk("walk")], vec![shorter.clone()]),
        skeleton("figure"),
    );
    let left: Vec<_> = c
        .instance
        .montage_states()
        .map(|state| (state.montage, state.position))
        .collect();
    assert_eq!(left, [(name("m"), 0.75)]);
    c.tick(0.5, &[]);
    assert!(near(c.position(), 1.25));
    assert_eq!(
        c.proxy.shown_clip().map(|(clip, at, _)| (clip, at)),
        Some((name("walk"), 1.25))
    );
    let shortest = Montage {
        length: 1.125,
        ..shorter
    };
    c.instance.set_library(
        library(vec![walk("walk")], vec![shortest]),
        skeleton("figure"),
    );
    assert_eq!(
        (c.position(), c.instance.montages[0].travel.section),
        (1.125, 1)
    );
    let foreign = Montage {
        skeleton: name("other"),
        ..montage("m")
    };
    c.instance.set_library(
        library(vec![walk("run")], vec![foreign]),
        skeleton("figure"),
    );
    assert_eq!(
        c.instance.montage_states().count(),
        0,
        "that of another skeleton is gone too"
    );
    let events = c.tick(0.0, &[]);
    assert!(events.iter().all(|event| event.phase != Phase::Notify));
    assert_eq!(c.proxy.shown_clip(), None, "its clip is gone");
}

#[test]
fn a_clip_under_the_slots_plays_wraps_fires_and_stops() {
    let mut c = Character::new(vec![montage("m")]);
    let start = |position, rate| Request::PlayClip {
        clip: name("walk"),
        position,
        rate,
    };
    let steps = |events: &[Event]| {
        events
            .iter()
            .filter(|event| event.source == Source::Node(0))
            .count()
    };
    assert_eq!(steps(&c.tick(0.5, &[start(0.75, 1.0)])), 1);
    assert_eq!(
        (c.x(), c.proxy.shown_clip()),
        (1.25, Some((name("walk"), 1.25, 1.0)))
    );
    assert_eq!(steps(&c.tick(1.0, &[])), 0);
    assert_eq!(c.x(), 0.25, "over its end");
    assert_eq!(
        steps(&c.tick(0.0, &[start(1.0, 1.0)])),
        0,
        "nothing was travelled yet"
    );
    assert_eq!(
        steps(&c.tick(0.25, &[])),
        1,
        "the first range owns its start"
    );
    c.tick(0.25, &[start(5.0, -1.0)]);
    assert_eq!(c.x(), 0.75, "a start beyond the end wraps");
    c.tick(0.25, &[Request::StopClip]);
    assert_eq!((c.x(), c.proxy.shown_clip()), (0.0, None));
}

#[test]
fn what_slots_leave_of_a_clip_moves_the_character_and_weighs_its_notifies() {
    let moving = Clip {
        root_motion: RootMotion {
            enabled: true,
            ..RootMotion::default()
        },
        ..walk("walk")
    };
    let half = Blend {
        time: 1.0,
        ..Blend::default()
    };
    let mut c = Character::with(library(
        vec![moving],
        vec![Montage {
            blend_in: half,
            ..montage("m")
        }],
    ));
    c.tick(
        0.5,
        &[Request::PlayClip {
            clip: name("walk"),
            position: 0.0,
            rate: 1.0,
        }],
    );
    assert!(
        c.instance
            .placement()
            .translation
            .abs_diff_eq(Vec3::X * 0.5, 1e-6)
    );
    assert_eq!(c.x(), 0.0, "what moves the character is not in the pose");
    let events = c.tick(0.5, &[play("m")]);
    // The montage covers none of it at first and half of it at last.
    assert!(
        c.instance
            .root_delta()
            .translation
            .abs_diff_eq(Vec3::X * 0.375, 1e-6)
    );
    assert!(
        c.instance
            .placement()
            .translation
            .abs_diff_eq(Vec3::X * 0.875, 1e-6)
    );
    let step = events
        .iter()
        .find(|event| event.source == Source::Node(0))
        .unwrap();
    assert_eq!(step.weight, 0.5);
}

#[test]
fn a_gap_of_a_slot_is_the_reference_pose_and_a_rounding_is_no_gap() {
    let mut m = montage("m");
    let segment = m.segments[0];
    let piece = |start, clip_begin| Segment {
        start,
        clip_begin,
        clip_end: clip_begin + 0.5,
        ..segment
    };
    m.segments = vec![piece(0.0, 1.0), piece(0.50005, 1.5), piece(1.5, 0.5)].into();
    m.slots = vec![Slot {
        segment_count: 3,
        ..m.slots[0]
    }]
    .into();
    let mut c = Character::playing(m);
    for (position, x) in [
        (0.25, 1.25),
        (0.50002, 1.5),
        (0.75, 1.75),
        (1.25, 0.0),
        (1.75, 0.75),
    ]
    .into_iter()
    .chain([(1.000_145, 2.0), (1.000_155, 0.0)])
    {
        c.tick(
            0.0,
            &[Request::SetPosition {
                montage: name("m"),
                position,
            }],
        );
        assert!((c.x() - x).abs() < 1e-4, "{position}: {}", c.x());
    }
}

#[test]
fn slots_further_down_the_chain_leave_the_rest_to_those_before() {
    let [first, second] = {
        let mut names = [name("m"), name("n")];
        names.sort();
        names
    };
    let blend = |time| Blend {
        time,
        ..Blend::default()
    };
    let of = |text: &str| {
        let time = if name(text) == first { 1.0 } else { 2.0 };
        Montage {
            blend_in: blend(time),
            ..montage(text)
        }
    };
    let mut c = Character::new(vec![of("m"), of("n")]);
    c.tick(0.5, &[play("m"), play("n")]);
    let shown = [first, second].map(|slot| c.proxy.slot_weight(slot).unwrap());
    assert!(
        (shown[1] - 0.25).abs() < 1e-6 && (shown[0] - 0.5 * 0.75).abs() < 1e-6,
        "{shown:?}"
    );
    assert_eq!(c.proxy.slot_weight(name("no")), None);
    // Both show the same clip at the same time, over a reference pose at 0.
    assert!((c.x() - 0.5 * (0.25 + 0.375)).abs() < 1e-6, "{}", c.x());
}

#[test]
fn a_level_of_detail_is_remembered_and_silences_what_it_should() {
    let mut m = montage("m");
    m.notifies = vec![Notify {
        from_lod: 1,
        ..notify("fine", 0.25, 0.25, 0)
    }]
    .into();
    let mut c = Character::playing(m);
    let events = c.tick(0.5, &[Request::SetLod { lod: 1 }]);
    assert_eq!(c.instance.lod(), 1);
    assert!(
        events
            .iter()
            .any(|event| event.name == name("fine") && event.reason == EventReason::Lod)
    );
}

#[test]
fn a_segment_s_notify_on_the_border_of_two_sections_fires_once_and_belongs_to_the_second() {
    let fired = |links: [i32; 2], start: &str| {
        let mut m = montage("m");
        m.sections = m
            .sections
            .iter()
            .zip(links)
            .map(|(section, next)| Section { next, ..*section })
            .collect();
        let mut c = Character::new(vec![m]);
        let start = Request::play_section(name("m"), 1.0, name(start));
        let mut count = 0;
        for tick in 0..8 {
            let requests = std::slice::from_ref(&start);
            let events = c.tick(0.25, if tick == 0 { requests } else { &[] });
            count += events
                .iter()
                .filter(|event| event.source == Source::Segment(1, 9))
                .count();
        }
        count
    };
    assert_eq!(fired([1, NO_SECTION], "A"), 1);
    assert_eq!(fired([0, NO_SECTION], "A"), 0);
    assert_eq!(fired([1, 1], "B"), 2);
}

#[test]
fn a_forced_position_is_reached_in_its_tick_and_fires_what_lies_between() {
    let m = name("m");
    let force = |from, to| Request::ForcePosition {
        montage: m,
        from,
        to,
    };
    let steps = |events: &[Event]| {
        events
            .iter()
            .filter(|event| event.name == name("step"))
            .count()
    };
    for rate in [1.0, 0.0, -1.0] {
        let mut c = Character::playing(montage("m"));
        c.tick(0.0, &[Request::SetPlayRate { montage: m, rate }]);
        assert_eq!(steps(&c.tick(0.1, &[force(None, 1.5)])), 1, "rate {rate}");
        assert!(near(c.position(), 1.5) && (c.x() - 1.5).abs() < 1e-5);
        assert_eq!(steps(&c.tick(0.1, &[force(Some(0.2), 0.4)])), 0);
        assert!(near(c.position(), 0.4));
        c.tick(0.0, &[force(None, 99.0)]);
        assert!(c.position() <= 2.0);
    }
    let mut c = Character::playing(montage("m"));
    c.tick(0.1, &[Request::Pause { montage: m }, force(None, 1.5)]);
    assert!(near(c.position(), 0.0), "a paused montage stays");
    c.tick(0.1, &[Request::Resume { montage: m }]);
    assert!(near(c.position(), 0.1), "and goes on from there");
    for bad in [force(None, f64::NAN), force(Some(f64::INFINITY), 1.0)] {
        assert_eq!(c.refusal(&bad), Some(Refusal::BadNumber));
    }
}
