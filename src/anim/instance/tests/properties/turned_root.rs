//! Whatever way bone 0 lies at rest, what is shown goes where the file takes it. By a plain twin in
//! f64.

use super::stage::{Character, library, montage, play};
use crate::{
    Clip, Name, Skeleton, Transform,
    clip::{Keys, RootLock, RootMotion, Track},
    instance::{Request, RootMotionMode},
};
use glam::{DQuat, DVec3, Quat, Vec3};
use proptest::prelude::*;
use std::sync::Arc;

type Place = (DVec3, DQuat);

const LENGTH: f32 = 1.0;

/// Where bone 0 is at rest, and its keys, evenly over a second.
#[derive(Clone, Debug)]
struct File {
    rest: Transform,
    keys: Vec<Transform>,
    lock: RootLock,
}

impl File {
    fn clip(&self) -> Arc<Clip> {
        let keys = |first: usize| Keys {
            first: first as u32,
            count: self.keys.len() as u32,
        };
        let mut floats: Vec<f32> = self
            .keys
            .iter()
            .flat_map(|key| key.translation.to_array())
            .collect();
        let rotation = floats.len();
        let mut last = Quat::IDENTITY;
        for key in &self.keys {
            last = if last.dot(key.rotation) < 0.0 {
                -key.rotation
            } else {
                key.rotation
            };
            floats.extend(last.to_array());
        }
        let scale = floats.len();
        floats.extend(self.keys.iter().flat_map(|key| key.scale.to_array()));
        let track = Track {
            bone: 0,
            translation: keys(0),
            rotation: keys(rotation),
            scale: keys(scale),
        };
        let clip = Clip {
            name: Name::new("clip"),
            skeleton: Name::new("skeleton"),
            length: LENGTH,
            key_count: self.keys.len() as u32,
            rate_scale: 1.0,
            looping: true,
            root_motion: RootMotion {
                enabled: true,
                lock: self.lock,
            },
            tracks: vec![track].into(),
            keys: floats.into(),
            ..Clip::default()
        };
        Arc::new(Clip::new(clip, 1).unwrap())
    }

    fn at(&self, time: f64) -> Place {
        let x = time.clamp(0.0, 1.0) * (self.keys.len() - 1) as f64;
        let key = (x as usize).min(self.keys.len() - 2);
        let part = x - key as f64;
        let (a, b) = (&self.keys[key], &self.keys[key + 1]);
        let (p, q) = (a.rotation.as_dquat(), b.rotation.as_dquat());
        let q = if p.dot(q) < 0.0 { -q } else { q };
        (
            a.translation
                .as_dvec3()
                .lerp(b.translation.as_dvec3(), part),
            (p * (1.0 - part) + q * part).normalize(),
        )
    }

    /// Over so many turns, each from where the one before ended.
    fn path(&self, time: f64) -> Place {
        let turns = (time.floor() as usize).min(1_000);
        let turn = compose(self.at(1.0), inverse(self.at(0.0)));
        (0..turns).fold(self.at(time - turns as f64), |place, _| {
            compose(turn, place)
        })
    }
}

fn compose(a: Place, b: Place) -> Place {
    (a.0 + a.1 * b.0, (a.1 * b.1).normalize())
}

fn inverse(a: Place) -> Place {
    (-(a.1.conjugate() * a.0), a.1.conjugate())
}

fn rigid(place: &Transform) -> Place {
    (
        place.translation.as_dvec3(),
        place.rotation.as_dquat().normalize(),
    )
}

fn turns() -> impl Strategy<Value = Quat> {
    prop_oneof![
        Just(Quat::IDENTITY),
        Just(Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2)),
        (-1.0f32..1.0, -1.0f32..1.0, -1.0f32..1.0, -3.0f32..3.0).prop_map(|(x, y, z, angle)| {
            Quat::from_axis_angle(Vec3::new(x, y, z).normalize_or(Vec3::X), angle)
        }),
    ]
}

fn places() -> impl Strategy<Value = Transform> {
    let place = (-2.0f32..2.0, -2.0f32..2.0, -2.0f32..2.0).prop_map(Vec3::from);
    let scale = prop_oneof![Just(1.0f32), Just(0.01), Just(100.0), 0.1f32..3.0];
    (place, turns(), scale)
        .prop_map(|(place, turn, scale)| Transform::new(place, turn, Vec3::splat(scale)))
}

/// Neighbouring keys are less than a right angle apart.
fn files() -> impl Strategy<Value = File> {
    let step = (-0.5f32..0.5, -0.5f32..0.5, -0.5f32..0.5, -1.0f32..1.0);
    let lock = prop::sample::select(vec![
        RootLock::Reference,
        RootLock::FirstFrame,
        RootLock::Zero,
    ]);
    (
        places(),
        places(),
        turns(),
        prop::collection::vec((step, turns()), 2..9),
        lock,
    )
        .prop_map(|(rest, first, axis, steps, lock)| {
            let mut keys = vec![first];
            for ((x, y, z, angle), turn) in steps {
                let last = keys[keys.len() - 1];
                let about = (turn * axis * Vec3::Y).normalize();
                let rotation = (Quat::from_axis_angle(about, angle) * last.rotation).normalize();
                keys.push(Transform {
                    translation: last.translation + Vec3::new(x, y, z),
                    rotation,
                    ..last
                });
            }
            File { rest, keys, lock }
        })
}

fn character(file: &File, (translation, rotation): (bool, bool), repeats: bool) -> Character {
    let mut whole = montage(&[0.0], LENGTH, &[if repeats { 0 } else { -1 }]);
    (whole.root_translation, whole.root_rotation) = (translation, rotation);
    (whole.blend_in.time, whole.blend_out.time) = (0.0, 0.0);
    let made = library(vec![whole]);
    let bone = crate::skeleton::Bone {
        reference: file.rest.into(),
        ..made.skeletons[0].bones[0]
    };
    let skeleton = Arc::new(
        Skeleton::new(Name::new("skeleton"), vec![bone].into(), Default::default()).unwrap(),
    );
    let library = crate::Library {
        clips: vec![file.clip()],
        skeletons: vec![skeleton.clone()],
        ..(*made).clone()
    };
    let proxy = Default::default();
    Character {
        instance: crate::AnimInstance::new(Arc::new(library), skeleton, 1),
        proxy,
    }
}

/// Where bone 0 is seen.
fn shown(character: &Character) -> Place {
    let root = character.proxy.pose().iter().next().unwrap();
    compose(rigid(character.instance.placement()), rigid(&root))
}

/// How far what is shown is from the path of the file, metres and radians, at the worst of the
/// ticks.
fn astray(file: &File, first: &Request, parts: (bool, bool), ticks: &[f64]) -> (f64, f64) {
    let mut c = character(file, parts, true);
    c.tick(0.0, std::slice::from_ref(first));
    let begin = compose(shown(&c), inverse(file.at(0.0)));
    let (mut time, mut worst) = (0.0, (0.0f64, 0.0f64));
    for dt in ticks {
        time += dt;
        c.tick(*dt, &[]);
        let (is, should) = (shown(&c), compose(begin, file.path(time)));
        let scale = 1.0 + should.0.length();
        worst.0 = worst.0.max((is.0 - should.0).length() / scale);
        worst.1 = worst
            .1
            .max(2.0 * (is.1.conjugate() * should.1).xyz().length().min(1.0).asin());
    }
    worst
}

fn ticks() -> impl Strategy<Value = Vec<f64>> {
    let tick = prop_oneof![Just(1.0 / 60.0), Just(0.25), Just(1.0), 0.0f64..0.5];
    prop::collection::vec(tick, 1..24)
}

proptest! {
    #[test]
    fn what_is_shown_goes_where_the_file_takes_it(file in files(), ticks in ticks(), as_clip in any::<bool>()) {
        let request = if as_clip { Request::PlayClip { clip: Name::new("clip"), position: 0.0, rate: 1.0 } } else { play("montage") };
        let (far, turned) = astray(&file, &request, (true, true), &ticks);
        prop_assert!(far < 2e-3 && turned < 2e-3, "{} m, {} rad", far, turned);
    }

    #[test]
    fn a_montage_that_moves_by_translation_alone_keeps_turns_in_the_pose(file in files(), ticks in ticks()) {
        // Over a seam a turn in the pose starts anew, so one pass.
        let mut left = 1.0;
        let once: Vec<f64> = ticks.into_iter().take_while(|dt| { left -= dt; left > 0.0 }).collect();
        let (far, turned) = astray(&file, &play("montage"), (true, false), &once);
        prop_assert!(far < 1e-3 && turned < 1e-3, "{} m, {} rad", far, turned);
    }
}

/// An ordinary export whose up is Z: the root lies on its back, and the walk goes along the ground
/// all the same.
#[test]
fn a_root_at_rest_turned_a_quarter_walks_over_the_ground() {
    let rest = Transform::from_rotation(Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2));
    let keys = (0..3)
        .map(|key| Transform {
            translation: Vec3::Z * 0.6 * key as f32,
            ..rest
        })
        .collect();
    let mut c = character(
        &File {
            rest,
            keys,
            lock: RootLock::Reference,
        },
        (true, true),
        true,
    );
    let walk = Request::PlayClip {
        clip: Name::new("clip"),
        position: 0.0,
        rate: 1.0,
    };
    c.tick(
        0.0,
        &[
            Request::SetRootMotionMode {
                mode: RootMotionMode::FromEverything,
            },
            walk,
        ],
    );
    (0..25).for_each(|_| drop(c.tick(0.1, &[])));
    let placement = c.instance.placement();
    assert!(
        placement.translation.abs_diff_eq(Vec3::Z * 3.0, 1e-5),
        "{placement:?}"
    );
    assert!(placement.rotation.xyz().length() < 1e-6, "{placement:?}");
}

/// Two clips that go the same way over the ground, with roots that lie otherwise in each: whatever
/// is blended of them goes that way, at that speed.
#[test]
fn a_blend_of_clips_whose_roots_lie_otherwise_goes_the_way_of_both() {
    let lying = [
        Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2),
        Quat::from_euler(glam::EulerRot::XYZ, 0.7, -1.2, 0.4),
    ];
    for (rest, lock) in [
        (lying[0], RootLock::FirstFrame),
        (Quat::IDENTITY, RootLock::FirstFrame),
        (lying[1], RootLock::Zero),
    ] {
        let file = |lies: Quat, first: Vec3| File {
            rest: Transform::from_rotation(rest),
            keys: (0..4)
                .map(|key| Transform::new(first + Vec3::Z * 0.4 * key as f32, lies, Vec3::ONE))
                .collect(),
            lock,
        };
        // Locked at nothing both would have to lie alike.
        let second = if lock == RootLock::Zero {
            lying[0]
        } else {
            lying[1]
        };
        let (a, b) = (
            file(lying[0], Vec3::ZERO),
            file(second, Vec3::new(3.0, -1.0, 2.0)),
        );
        let mut c = character(&a, (true, true), true);
        let clips = [("a", &a), ("b", &b)].map(|(name, file)| {
            Arc::new(Clip {
                name: Name::new(name),
                ..(*file.clip()).clone()
            })
        });
        let library = crate::Library {
            clips: clips.into(),
            ..(**c.instance.library()).clone()
        };
        let skeleton = library.skeletons[0].clone();
        c.instance.set_library(Arc::new(library), skeleton);
        let play = Request::PlayClip {
            clip: Name::new("a"),
            position: 0.0,
            rate: 1.0,
        };
        c.tick(
            0.0,
            &[
                Request::SetRootMotionMode {
                    mode: RootMotionMode::FromEverything,
                },
                play,
            ],
        );
        let begin = rigid(c.instance.placement());
        let fade = Request::FadeToClip {
            clip: Name::new("b"),
            rate: 1.0,
            duration: 0.6,
        };
        let mut time = 0.0;
        for (at, dt) in [0.1, 0.013, 0.25, 0.0, 0.17, 0.4, 1.0 / 60.0, 0.9]
            .into_iter()
            .enumerate()
        {
            time += dt;
            c.tick(
                dt,
                if at == 1 {
                    std::slice::from_ref(&fade)
                } else {
                    &[]
                },
            );
            let (place, way) = (
                rigid(c.instance.placement()),
                if lock == RootLock::Zero {
                    lying[0].as_dquat().inverse()
                } else {
                    DQuat::IDENTITY
                },
            );
            let should = begin.0 + way * (DVec3::Z * 1.2 * time);
            assert!(
                (place.0 - should).length() < 1e-4,
                "{lock:?} after {time} s: {} for {should}",
                place.0
            );
            assert!(place.1.xyz().length() < 1e-5, "{lock:?}: {}", place.1);
        }
    }
}
