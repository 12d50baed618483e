//! What adds up over hours: where a character stands, and how far its clips are. Measured by a
//! plain sum in f64.

use super::stage::{Character, clip, library, montage};
use crate::{
    Clip, Library, Name, Placement, Skeleton, Transform,
    clip::{Keys, RootMotion, Track},
    curve::{Curve, CurveKey, interpolation},
    dice::Dice,
    instance::{AnimInstance, Request},
    notify::clip_ranges,
    skeleton::Bone,
};
use glam::{DQuat, DVec3, Quat, Vec3};
use std::sync::Arc;

const HOUR: f64 = 3600.0;

/// Ticks of about so many seconds, no two alike, until all of them take `whole` seconds.
fn uneven(about: f64, whole: f64) -> impl Iterator<Item = f64> {
    let (mut dice, mut left) = (Dice(7), whole);
    std::iter::from_fn(move || {
        let dt = (about * (0.5 + dice.unit())).min(left);
        left -= dt;
        (dt > 0.0).then_some(dt)
    })
}

fn character(skeleton: Skeleton, clip: Clip) -> Character {
    let skeleton = Arc::new(skeleton);
    let library = Library {
        clips: vec![Arc::new(Clip::new(clip, skeleton.len()).unwrap())],
        skeletons: vec![skeleton.clone()],
        ..Library::default()
    };
    let instance = AnimInstance::new(Arc::new(library), skeleton, 1);
    Character {
        instance,
        proxy: Default::default(),
    }
}

/// Of somebody who works with Z up: the root is turned, and stands a little aside.
fn tilted() -> (Skeleton, Quat) {
    let tilt = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2) * Quat::from_rotation_z(0.3);
    let place = Transform::new(Vec3::new(0.31, 0.97, -0.2), tilt, Vec3::ONE);
    let bone = Bone {
        name: Name::new("root"),
        parent: -1,
        reference: place.into(),
        reserved: 0,
    };
    (
        Skeleton::new(Name::new("skeleton"), vec![bone].into(), Default::default()).unwrap(),
        tilt,
    )
}

/// Keys of the root, a translation and a rotation each.
fn walk(length: f32, keys: &[(Vec3, Quat)]) -> Clip {
    let mut floats: Vec<f32> = keys.iter().flat_map(|(at, _)| at.to_array()).collect();
    let rotations = floats.len() as u32;
    floats.extend(keys.iter().flat_map(|(_, turn)| turn.to_array()));
    let count = keys.len() as u32;
    let (translation, rotation) = (
        Keys { first: 0, count },
        Keys {
            first: rotations,
            count,
        },
    );
    Clip {
        name: Name::new("walk"),
        skeleton: Name::new("skeleton"),
        length,
        key_count: count,
        rate_scale: 1.0,
        looping: true,
        root_motion: RootMotion {
            enabled: true,
            ..RootMotion::default()
        },
        tracks: vec![Track {
            bone: 0,
            translation,
            rotation,
            scale: Keys::default(),
        }]
        .into(),
        keys: floats.into(),
        ..Clip::default()
    }
}

fn walks(rate: f32) -> Request {
    Request::PlayClip {
        clip: Name::new("walk"),
        position: 0.0,
        rate,
    }
}

#[test]
fn an_hour_of_walking_leads_as_far_as_the_clip_says() {
    let (skeleton, tilt) = tilted();
    let (from, to) = (Vec3::new(0.31, 0.97, -0.2), Vec3::new(0.31, 0.97, 1.337));
    let mut c = character(skeleton, walk(1.1, &[(from, tilt), (to, tilt)]));
    let start = Transform::new(
        Vec3::new(50_000.0, 0.0, -20_000.0),
        Quat::from_rotation_y(0.7),
        Vec3::ONE,
    );
    c.instance.place(start);
    c.tick(0.0, &[walks(1.0)]);
    let mut time = 0.0;
    for dt in uneven(1.0 / 144.0, HOUR) {
        c.tick(dt, &[]);
        time += dt;
    }
    let way = (to.as_dvec3() - from.as_dvec3()) * (time / f64::from(1.1f32));
    let stands = start.translation.as_dvec3() + start.rotation.as_dquat().normalize() * way;
    let off = c
        .instance
        .precise_placement()
        .translation()
        .distance(stands);
    assert!(
        off < 1e-3 + 1e-6 * way.length(),
        "{off} m off after {} m",
        way.length()
    );
    let turned = (start.rotation.as_dquat().conjugate()
        * c.instance.precise_placement().rotation())
    .xyz()
    .length();
    assert!(turned < 1e-6, "{turned}");
    let shown = c.instance.placement().translation;
    assert_eq!(
        shown,
        c.instance.precise_placement().translation().as_vec3()
    );
}

/// As the clip and the sum alone make it, which is what a character does in each tick beside its
/// pose.
#[test]
fn the_steps_of_an_hour_add_up_to_the_way() {
    let (skeleton, tilt) = tilted();
    let (from, to, length) = (
        Vec3::new(0.31, 0.97, -0.2),
        Vec3::new(0.31, 0.97, 1.337),
        f64::from(1.1f32),
    );
    let clip = Clip::new(walk(1.1, &[(from, tilt), (to, tilt)]), 1).unwrap();
    let start = Transform::new(
        Vec3::new(50_000.0, 0.0, -20_000.0),
        Quat::from_rotation_y(0.7),
        Vec3::ONE,
    );
    let (mut placement, mut at, mut time) = (Placement::from(start), 0.0, 0.0);
    for dt in uneven(1.0 / 144.0, HOUR) {
        at = clip_ranges(at, dt, length, true, false, |range| {
            placement = placement.moved(&clip.root_delta(&skeleton, range.from, range.to));
        });
        time += dt;
    }
    let way = (to.as_dvec3() - from.as_dvec3()) * (time / length);
    let stands = start.translation.as_dvec3() + start.rotation.as_dquat().normalize() * way;
    let off = placement.translation().distance(stands);
    assert!(
        off < 1e-3 + 1e-6 * way.length(),
        "{off} m off after {} m",
        way.length()
    );
    let turned = (start.rotation.as_dquat().conjugate() * placement.rotation())
        .xyz()
        .length();
    assert!(turned < 1e-6, "{turned}");
}

/// A character, for as long as a test may take.
#[test]
fn far_from_the_origin_a_minute_of_walking_is_as_long_as_at_it() {
    let (skeleton, still) = (super::stage::skeleton(), Quat::IDENTITY);
    let mut c = character(
        (*skeleton).clone(),
        walk(1.1, &[(Vec3::ZERO, still), (Vec3::X, still)]),
    );
    c.instance
        .place(Transform::from_translation(Vec3::new(50_000.0, 0.0, 0.0)));
    c.tick(0.0, &[walks(1.0)]);
    let mut time = 0.0;
    for dt in uneven(1.0 / 144.0, 60.0) {
        c.tick(dt, &[]);
        let shown = *c.instance.placement();
        c.instance.place(shown);
        time += dt;
    }
    let gone = c.instance.precise_placement().translation().x - 50_000.0;
    assert!((gone - time / f64::from(1.1f32)).abs() < 1e-4, "{gone}");
}

/// A quarter of a circle in each turn of the clip: so many whole turns of it lead to the twin's
/// place and way.
#[test]
fn an_hour_in_circles_leads_back() {
    let (skeleton, tilt) = tilted();
    let turn = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
    let keys = [
        (Vec3::ZERO, tilt),
        (Vec3::new(0.4, 0.0, 0.9), Quat::from_rotation_y(0.8) * tilt),
        (Vec3::ONE, turn * tilt),
    ];
    let length = 1.3f32;
    let mut c = character(skeleton, walk(length, &keys));
    c.tick(0.0, &[walks(1.0)]);
    let turns = (HOUR / f64::from(length)) as usize;
    for dt in uneven(1.0 / 144.0, turns as f64 * f64::from(length)) {
        c.tick(dt, &[]);
    }
    let locked = (
        DVec3::new(f64::from(0.31f32), f64::from(0.97f32), f64::from(-0.2f32)),
        tilt.as_dquat().normalize(),
    );
    let keyed = |(at, turn): (Vec3, Quat)| (at.as_dvec3(), turn.as_dquat().normalize());
    let (first, last) = (keyed(keys[0]), keyed(keys[2]));
    let (mut place, mut faces) = (DVec3::ZERO, DQuat::IDENTITY);
    let into = locked.1 * first.1.conjugate();
    let by = (into * last.1 * locked.1.conjugate()).normalize();
    let step = into * (last.0 - first.0) + locked.0 - by * locked.0;
    for _ in 0..turns {
        place += faces * step;
        faces = (faces * by).normalize();
    }
    let (stands, way) = (c.instance.precise_placement(), 1.7 * turns as f64);
    let off = stands.translation().distance(place);
    assert!(off < 1e-3 + 1e-6 * way, "{off} m off after {way} m");
    let turned = (faces.conjugate() * stands.rotation()).xyz().length();
    // The turn of a tick comes in f32: half a million of them are off by more than one.
    assert!(turned < 2e-4, "{turned}");
}

/// The phase is read off the way: a clip goes a metre a turn.
#[test]
fn clips_and_montages_are_in_phase_after_67_hours() {
    let length = 1.1f32;
    let check = |mut c: Character, first: Request, rate: f32, what: &str| {
        c.tick(0.0, &[first]);
        let mut time = 0.0;
        // A montage passes so many seams in a tick and no more: a longer one would leave time
        // behind.
        for dt in uneven(1.0, 67.0 * HOUR) {
            c.tick(dt, &[]);
            time += dt;
        }
        let gone = c.instance.precise_placement().translation().x * f64::from(length);
        let off = gone - time * f64::from(rate);
        assert!(off.abs() < 1e-4, "{what}: {off} s off");
    };
    for (rate, scale) in [(1.0, 1.0), (0.7, 1.0), (1.3, 0.9)] {
        let (skeleton, still) = (super::stage::skeleton(), Quat::IDENTITY);
        let walk = walk(length, &[(Vec3::ZERO, still), (Vec3::X, still)]);
        let walk = Clip {
            rate_scale: scale,
            ..walk
        };
        let both = (f64::from(rate) * f64::from(scale)) as f32;
        if scale == 1.0 {
            check(
                character((*skeleton).clone(), walk),
                walks(rate),
                both,
                "a clip",
            );
        }
        let looping = montage(&[0.0], length, &[0]);
        let c = Character::new(vec![crate::Montage {
            rate_scale: 1.0,
            ..looping
        }]);
        check(
            c,
            Request::play(Name::new("montage"), rate),
            rate,
            "a montage",
        );
    }
}

/// Segments of a montage turn a clip as often as they say, without a slip each time.
#[test]
fn a_segment_of_many_turns_is_as_long_as_all_of_them() {
    let turns = crate::montage::Segment {
        id: 1,
        clip: 0,
        start: 0.0,
        clip_begin: 0.1,
        clip_end: 1.3,
        rate: 1.0,
        loops: 10_000,
    };
    let one = f64::from(1.3f32) - f64::from(0.1f32);
    assert!((turns.duration() - 10_000.0 * one).abs() < 1e-9);
    for turn in [1u32, 777, 9_999] {
        let at = turns.clip_time(f64::from(turn) * one + 0.5);
        assert!((at - 0.6).abs() < 1e-6, "{turn}: {at}");
    }
}

#[test]
fn late_in_a_long_clip_a_curve_is_where_its_keys_are() {
    let key = |time, value| CurveKey {
        time,
        value,
        in_tangent: 0.0,
        out_tangent: 0.0,
        interpolation: interpolation::LINEAR,
    };
    let keys = vec![
        key(0.0, 0.0),
        key(80_000.0, 0.0),
        key(80_001.0, 1.0),
        key(86_400.0, 1.0),
    ];
    let curve = Curve {
        name: Name::new("smile"),
        key_count: 4,
        ..Curve::default()
    };
    let long = Clip {
        length: 86_400.0,
        curves: vec![curve].into(),
        curve_keys: keys.into(),
        ..(*clip("walk", 1.0)).clone()
    };
    let library = library(vec![montage(&[0.0], 1.0, &[-1])]);
    let skeleton = &library.skeletons[0];
    for at in [80_000.25, 80_000.333, 80_000.701] {
        let mut pose = crate::Pose::default();
        long.sample(skeleton, at, &mut pose);
        let off = f64::from(pose.curve(Name::new("smile")).unwrap()) - (at - 80_000.0);
        assert!(off.abs() < 1e-4, "{at}: {off} s off");
    }
}
