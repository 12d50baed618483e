//! Motion warping of montages and of clips in a graph, as a character plays them.

use super::stage::{Character, montage, play};
use crate::{
    Clip, Event, Library, Montage, Name, Request, Transform,
    event::{EventReason, Phase, Source, Warped},
    montage::{Blend, NO_SECTION, StretchCurve},
    warp::{
        WindowOf, Windows,
        motion::{RotationMethod, Window},
    },
};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use std::sync::Arc;

const TARGET: Name = Name::new("ledge");
const ID: u64 = 77;

fn windows(all: &[Window]) -> Windows {
    let mut windows = Windows::default();
    all.iter().for_each(|window| {
        windows.push(
            *window,
            WindowOf {
                notify: ID,
                target: TARGET,
            },
        )
    });
    windows
}

fn window(start: f64, end: f64) -> Window {
    Window {
        start,
        end,
        ..Window::default()
    }
}

/// Two seconds, one metre ahead, and nothing blends.
fn leap(all: &[Window]) -> Montage {
    Montage {
        warps: windows(all),
        auto_blend_out: false,
        ..montage(&[0.0, 1.0], 2.0, &[1, NO_SECTION])
    }
}

fn set(place: Transform) -> Request {
    Request::SetWarpTarget {
        target: TARGET,
        place,
    }
}

fn ledge() -> Transform {
    Transform::new(
        Vec3::new(2.0, 0.6, -1.0),
        Quat::from_rotation_y(1.2),
        Vec3::ONE,
    )
}

fn told(c: &Character) -> Vec<(Warped, EventReason)> {
    let warps = c
        .instance
        .events()
        .iter()
        .filter_map(|event| match event.phase {
            Phase::Warp(warped) => Some((warped, event.reason)),
            _ => None,
        });
    warps.collect()
}

fn arrived(c: &Character) -> Option<Event> {
    c.instance
        .events()
        .iter()
        .find(|event| event.phase == Phase::Warp(Warped::Arrived))
        .copied()
}

/// Ticks until the window is over; what was told of it, and how the arrival was told.
fn until_over(
    c: &mut Character,
    dts: impl IntoIterator<Item = f64>,
) -> (Vec<(Warped, EventReason)>, Option<Event>) {
    let mut all = Vec::new();
    for dt in dts {
        c.tick(dt, &[]);
        all.extend(told(c));
        if let Some(event) = arrived(c) {
            return (all, Some(event));
        }
    }
    (all, None)
}

/// While it blends nothing arrives; how far off it is told as what is measured from the placement.
#[test]
fn a_window_that_ends_while_its_montage_blends_tells_how_far_off_the_character_is() {
    for (dt, blend_in) in [
        (1.0 / 60.0, 1.5),
        (0.05, 1.5),
        (0.25, 1.5),
        (0.25, 4.0),
        (0.5, 2.0),
    ] {
        let whole = leap(&[window(0.25, 1.0)]);
        let mut c = Character::new(vec![Montage {
            blend_in: Blend {
                time: blend_in,
                ..Blend::default()
            },
            ..whole
        }]);
        c.tick(0.0, &[set(ledge()), play("montage")]);
        let (_, event) = until_over(&mut c, vec![dt; 200]);
        let event = event.unwrap();
        assert!(
            (event.time - 1.0).abs() < 1e-6,
            "the window ends with a tick: {}",
            event.time
        );
        let off = (c.instance.placement().translation - ledge().translation).length();
        assert!(
            (event.values[0] - off).abs() < 2e-3 * off.max(0.1),
            "{dt} {blend_in}: told {} of {off}",
            event.values[0]
        );
        assert!(off > 1e-3, "{dt} {blend_in}: it blends: {off}");
    }
}

#[test]
fn windows_open_and_close_by_the_stretched_clock_at_every_tick_length() {
    for dt in [1.0 / 144.0, 1.0 / 15.0, 0.3, 2.0] {
        let m = Montage {
            stretch: Some(StretchCurve {
                samples: [0.0, 1.0, 1.0, 0.0].as_slice().into(),
            }),
            ..leap(&[window(0.25, 0.9)])
        };
        let mut c = Character::new(vec![m]);
        c.tick(
            0.0,
            &[set(ledge()), Request::play(Name::new("montage"), 0.5)],
        );
        let mut log = Vec::new();
        (0..(3.0 / dt) as usize + 1).for_each(|_| log.extend(c.tick(dt, &[])));
        let at = |warped| {
            log.iter()
                .find(|event| event.phase == Phase::Warp(warped))
                .unwrap()
                .time
        };
        // Of four seconds two quarters keep their half second, the others take a second and a half
        // each.
        let stretched = |time: f64| {
            if time < 0.5 {
                time
            } else {
                0.5 + (time - 0.5) * 3.0
            }
        };
        for (warped, time) in [(Warped::Active, 0.25), (Warped::Arrived, 0.9)] {
            assert!(
                (at(warped) - stretched(time)).abs() < 1e-5,
                "{dt}: {warped:?} at {} for {}",
                at(warped),
                stretched(time)
            );
        }
    }
}

#[test]
fn a_montage_arrives_at_the_end_of_its_window_however_long_ticks_are() {
    for dt in [1.0 / 240.0, 1.0 / 60.0, 1.0 / 24.0, 0.3, 1.0] {
        let mut c = Character::new(vec![leap(&[window(0.25, 1.5)])]);
        c.tick(0.0, &[play("montage"), set(ledge())]);
        let (words, event) = until_over(&mut c, std::iter::repeat_n(dt, 600));
        let fired = |warped| (warped, EventReason::Fired);
        let wanted = [
            Warped::Waiting,
            Warped::Active,
            Warped::Ended,
            Warped::Arrived,
        ]
        .map(fired);
        assert_eq!(words, wanted, "{dt}");
        let event = event.unwrap();
        assert!(
            event.values[0] < 1e-4 && event.values[1] < 1e-3,
            "{dt}: {:?}",
            event.values
        );
        assert_eq!((event.id, event.name, event.position), (ID, TARGET, 1.5));
        // The rest of the tick, and of the montage, is as authored: from the ledge on, along its
        // own way.
        let past = c
            .instance
            .montage_states()
            .next()
            .map_or(2.0, |state| state.position)
            - 1.5;
        let rest = Transform::from_translation(Vec3::X * (past / 2.0) as f32);
        let wanted = ledge().compose(&rest);
        let found = c.instance.placement();
        assert!(
            found.translation.abs_diff_eq(wanted.translation, 2e-4),
            "{dt}: {found:?} {wanted:?}"
        );
        let off = (found.rotation.conjugate() * wanted.rotation)
            .xyz()
            .length();
        assert!(off < 1e-6, "{dt}: {found:?} {wanted:?}");
    }
}

#[test]
fn without_its_target_a_window_lets_the_authored_motion_pass_and_says_why() {
    let mut c = Character::new(vec![leap(&[window(0.25, 1.5)])]);
    c.tick(0.5, &[play("montage")]);
    assert_eq!(
        told(&c),
        [
            (Warped::Waiting, EventReason::Fired),
            (Warped::Disabled, EventReason::TargetMissing)
        ]
    );
    assert!((c.instance.placement().translation - Vec3::X * 0.25).length() < 1e-5);
    // It comes in flight, goes, and comes back.
    c.tick(0.25, &[set(ledge())]);
    assert_eq!(told(&c), [(Warped::Active, EventReason::Fired)]);
    c.tick(0.25, &[Request::RemoveWarpTarget { target: TARGET }]);
    assert_eq!(told(&c), [(Warped::Disabled, EventReason::TargetMissing)]);
    let before = *c.instance.placement();
    c.tick(0.125, &[]);
    let moved = before.relative_to(c.instance.placement());
    assert!(
        moved.translation.abs_diff_eq(Vec3::X * 0.0625, 1e-5),
        "authored motion, no jump: {moved:?}"
    );
    let elsewhere = Transform::from_translation(Vec3::new(-1.0, 0.0, 3.0));
    c.tick(0.125, &[set(elsewhere)]);
    let (_, event) = until_over(&mut c, [0.1; 9]);
    assert!(event.unwrap().values[0] < 1e-4);
    let gone = c.instance.request(&Request::RemoveWarpTarget {
        target: Name::new("nobody"),
    });
    assert_eq!(gone, Err(crate::instance::Refusal::TargetUnknown));
    let bad = set(Transform::from_translation(Vec3::NAN));
    assert_eq!(
        c.instance.request(&bad),
        Err(crate::instance::Refusal::BadNumber)
    );
}

#[test]
fn a_target_that_moves_every_tick_is_met_where_it_is_at_the_end() {
    let mut c = Character::new(vec![leap(&[window(0.25, 1.5)])]);
    c.tick(0.0, &[play("montage")]);
    let mut place = ledge();
    for tick in 0..600 {
        place.translation = Vec3::new(2.0, 0.5, (tick as f32 * 0.05).sin());
        c.tick(1.0 / 60.0, &[set(place)]);
        if let Some(event) = arrived(&c) {
            assert!(event.values[0] < 1e-4, "{:?}", event.values);
            return;
        }
    }
    panic!("it never arrived");
}

#[test]
fn a_jump_out_of_a_window_leaves_it_and_one_inside_begins_it_anew() {
    let section = |section: &str| Request::JumpToSection {
        montage: Name::new("montage"),
        section: Name::new(section),
        at_end: false,
    };
    let mut c = Character::new(vec![leap(&[window(0.1, 0.9)])]);
    c.tick(0.5, &[play("montage"), set(ledge())]);
    c.tick(0.1, &[section("B")]);
    assert_eq!(told(&c), [(Warped::Left, EventReason::Fired)]);
    let mut c = Character::new(vec![leap(&[window(0.1, 1.9)])]);
    c.tick(0.5, &[play("montage"), set(ledge())]);
    c.tick(0.1, &[section("B")]);
    assert_eq!(told(&c), [(Warped::Reactivated, EventReason::Fired)]);
    assert!(until_over(&mut c, [0.1; 12]).1.unwrap().values[0] < 1e-4);
    // A montage that is cut off leaves what is open, too.
    let mut c = Character::new(vec![leap(&[window(0.1, 1.9)])]);
    c.tick(0.5, &[play("montage"), set(ledge())]);
    c.tick(
        0.1,
        &[Request::StopMontage {
            montage: None,
            blend_out: Some(0.0),
        }],
    );
    assert_eq!(told(&c), [(Warped::Left, EventReason::Fired)]);
}

#[test]
fn what_breaks_the_promise_is_told_beside_the_arrival() {
    let slow = Window {
        speed_clamp: 1.0,
        ..window(0.25, 1.5)
    };
    let stiff = Window {
        rotation_method: RotationMethod::ConstantRate,
        rate: 1.0,
        ..window(0.25, 1.5)
    };
    for (own, reason) in [
        (slow, EventReason::SpeedClamp),
        (stiff, EventReason::RotationRate),
    ] {
        let mut c = Character::new(vec![leap(&[own])]);
        c.tick(0.0, &[play("montage"), set(ledge())]);
        let (words, _) = until_over(&mut c, [0.1; 18]);
        assert_eq!(words.last(), Some(&(Warped::Missed, reason)), "{words:?}");
    }
    // A montage that blends out while its window ends.
    let mut c = Character::new(vec![leap(&[window(0.25, 1.5)])]);
    c.tick(1.3, &[play("montage"), set(ledge())]);
    c.tick(
        0.1,
        &[Request::StopMontage {
            montage: None,
            blend_out: Some(0.5),
        }],
    );
    let (words, _) = until_over(&mut c, [0.05; 18]);
    assert_eq!(
        words.last(),
        Some(&(Warped::Missed, EventReason::Blended)),
        "{words:?}"
    );
}

#[test]
fn a_clip_that_plays_by_itself_arrives_too() {
    let mut c = Character::new(vec![leap(&[])]);
    let mut library = (**c.instance.library()).clone();
    let clip = Arc::make_mut(&mut library.clips[0]);
    *clip = Clip {
        warps: windows(&[window(0.25, 1.5)]),
        ..clip.clone()
    };
    let skeleton = c.instance.skeleton().clone();
    c.instance.set_library(library.into(), skeleton);
    let clip = Request::PlayClip {
        clip: Name::new("clip"),
        position: 0.0,
        rate: 1.0,
    };
    c.tick(0.0, &[clip, set(ledge())]);
    let (words, event) = until_over(&mut c, [1.0 / 24.0; 60]);
    assert_eq!(words.first(), Some(&(Warped::Waiting, EventReason::Fired)));
    let event = event.unwrap();
    assert!(
        event.values[0] < 1e-4 && matches!(event.source, Source::Node(_)),
        "{event:?}"
    );
    assert_eq!(
        (event.name, event.id, event.asset),
        (TARGET, ID, Name::new("clip"))
    );
    // Nothing that is not played any more stays open.
    let mut c2 = Character::new(vec![leap(&[])]);
    c2.instance
        .set_library(c.instance.library().clone(), c.instance.skeleton().clone());
    let clip = Request::PlayClip {
        clip: Name::new("clip"),
        position: 0.0,
        rate: 1.0,
    };
    c2.tick(0.5, &[clip, set(ledge())]);
    c2.tick(0.1, &[Request::StopClip]);
    c2.tick(0.1, &[]);
    assert!(told(&c2).is_empty(), "it was told in the tick before");
}

#[test]
fn motion_backwards_and_motion_that_moves_nobody_is_as_authored() {
    let mut c = Character::new(vec![leap(&[window(0.25, 1.5)])]);
    c.tick(
        0.0,
        &[Request::play(Name::new("montage"), -1.0), set(ledge())],
    );
    for _ in 0..18 {
        c.tick(0.1, &[]);
        assert_eq!(told(&c), []);
    }
    let still = Montage {
        root_translation: false,
        root_rotation: false,
        ..leap(&[window(0.25, 1.5)])
    };
    let mut c = Character::new(vec![still]);
    c.tick(1.0, &[play("montage"), set(ledge())]);
    assert_eq!(c.instance.placement().translation, Vec3::ZERO);
}

#[test]
fn who_is_saved_amid_a_window_goes_on_alike() {
    let mut c = Character::new(vec![leap(&[window(0.25, 1.5)])]);
    c.tick(0.6, &[play("montage"), set(ledge())]);
    let mut other = Character::new(vec![leap(&[window(0.25, 1.5)])]);
    other.instance = c.instance.clone();
    other.proxy = crate::AnimInstanceProxy::restored(&c.proxy.save());
    for _ in 0..12 {
        c.tick(0.1, &[]);
        other.tick(0.1, &[]);
        assert_eq!(c.instance, other.instance);
    }
}

/// What is remembered of a root is forgotten when it moves otherwise, under a montage and of a clip
/// by itself, whose windows stay or are others: it arrives where it would have from there.
#[test]
fn a_clip_that_is_edited_under_its_window_is_asked_anew() {
    for (by_itself, edited) in [(false, 1.5), (true, 1.5), (true, 1.25)] {
        let all = [window(0.25, 1.5)];
        let mut c = Character::new(vec![leap(if by_itself { &[] } else { &all })]);
        let skeleton = c.instance.skeleton().clone();
        let with = |library: &Library, keys: [f32; 6], end: f64| {
            let warps = if by_itself {
                windows(&[window(0.25, end)])
            } else {
                Windows::default()
            };
            let clip = Clip {
                keys: keys.to_vec().into(),
                warps,
                ..Clip::clone(&library.clips[0])
            };
            Arc::new(Library {
                clips: vec![Arc::new(clip)],
                ..library.clone()
            })
        };
        let library = with(c.instance.library(), [0.0, 0.0, 0.0, 1.0, 0.0, 0.0], 1.5);
        c.instance.set_library(library, skeleton.clone());
        let clip = Request::PlayClip {
            clip: Name::new("clip"),
            position: 0.0,
            rate: 1.0,
        };
        c.tick(
            0.0,
            &[if by_itself { clip } else { play("montage") }, set(ledge())],
        );
        (0..6).for_each(|_| drop(c.tick(0.1, &[])));
        let elsewhere = with(c.instance.library(), [5.0, 0.0, 0.0, 5.0, 0.0, 3.0], edited);
        c.instance.set_library(elsewhere, skeleton);
        let (words, event) = until_over(&mut c, [1.0 / 24.0; 60]);
        let event = event.unwrap();
        assert!(
            event.values[0] < 1e-4,
            "{by_itself} {edited}: {event:?} {words:?}"
        );
    }
}

proptest! {
    /// Random windows, places, ticks and rates: where nothing breaks the promise it is kept, and
    /// nobody is ever nowhere.
    #[test]
    fn whoever_may_arrive_arrives(
        start in 0.0f64..1.5, length in 0.01f64..0.5, at in prop::array::uniform3(-4.0f32..4.0), yaw in -3.0f32..3.0,
        dts in prop::collection::vec(prop_oneof![Just(0.0), Just(1.0 / 24.0), Just(1.0f64 / 60.0), 0.0..0.5f64], 1..60),
        rate in prop_oneof![Just(1.0f32), 0.1f32..8.0], size in prop_oneof![Just(1.0f32), Just(1e6f32)],
    ) {
        let mut c = Character::new(vec![leap(&[window(start, start + length)])]);
        let place = Transform::new(Vec3::from(at) * size, Quat::from_rotation_y(yaw), Vec3::ONE);
        c.tick(0.0, &[Request::play(Name::new("montage"), rate), set(place)]);
        for dt in dts {
            c.tick(dt, &[]);
            prop_assert!(c.instance.placement().is_finite());
            if let Some(event) = arrived(&c) {
                prop_assert!(event.values[0] < 1e-4 * size && event.values[1] < 1e-3, "{:?}", event.values);
            }
        }
    }
}
