use super::*;
use crate::{curve::extrapolation, fixture::chain, limits::MOST_MARKERS};
use proptest::prelude::*;

fn translation_clip(values: &[f32], length: f32) -> Clip {
    let keys: Array<f32> = values.iter().flat_map(|x| [*x, 0.0, 0.0]).collect();
    let track = Track {
        bone: 0,
        translation: Keys {
            first: 0,
            count: values.len() as u32,
        },
        rotation: Keys::default(),
        scale: Keys::default(),
    };
    let clip = Clip {
        length,
        key_count: values.len() as u32,
        rate_scale: 1.0,
        tracks: vec![track].into(),
        keys,
        ..Clip::default()
    };
    Clip::new(clip, 1).unwrap()
}

#[test]
fn sampling_matches_the_worked_examples() {
    let clip = translation_clip(&[0.0, 1.0, 4.0, 9.0, 16.0], 1.0);
    let skeleton = chain(1);
    let at = |time: f64, looping| {
        let mut pose = Pose::default();
        clip.sample(&skeleton, wrap(time, 1.0, looping), &mut pose);
        pose.translation(0).x
    };
    for (time, looping, value) in [
        (0.125, false, 0.5),
        (0.9, false, 13.2),
        (-1.0, false, 0.0),
        (2.0, false, 16.0),
        (1.0, true, 16.0),
        (1.125, true, 0.5),
        (-0.25, true, 9.0),
    ] {
        assert!((at(time, looping) - value).abs() < 1e-4, "{time}");
    }
}

/// Moves 100 along x while turning from 0 to 90 degrees about z in one second.
fn turning_clip() -> Clip {
    let mut keys = Vec::new();
    let times = 0..=512u32;
    times
        .clone()
        .for_each(|i| keys.extend([i as f32 / 512.0 * 100.0, 0.0, 0.0]));
    let first_rotation = keys.len() as u32;
    let quarter = std::f32::consts::FRAC_PI_2;
    times.for_each(|i| keys.extend(Quat::from_rotation_z(quarter * i as f32 / 512.0).to_array()));
    let all = |first: u32| Keys { first, count: 513 };
    let track = Track {
        bone: 0,
        translation: all(0),
        rotation: all(first_rotation),
        scale: Keys::default(),
    };
    let clip = Clip {
        length: 1.0,
        key_count: 513,
        tracks: vec![track].into(),
        keys: keys.into(),
        ..Clip::default()
    };
    Clip::new(clip, 1).unwrap()
}

fn root_motion(from: f64, delta: f64) -> Transform {
    let (clip, skeleton) = (turning_clip(), chain(1));
    let mut total = Transform::IDENTITY;
    crate::notify::clip_ranges(from, delta, 1.0, true, false, |range| {
        total = total.compose(&clip.root_delta(&skeleton, range.from, range.to));
    });
    total
}

#[test]
fn root_motion_composes_over_loops_as_worked_out() {
    let seam = root_motion(0.75, 0.5);
    assert!(
        seam.translation
            .abs_diff_eq(Vec3::new(32.664, -13.530, 0.0), 2e-3),
        "{}",
        seam.translation
    );
    assert!((seam.rotation.to_axis_angle().1.to_degrees() - 45.0).abs() < 1e-2);
    let long = root_motion(0.5, 3.0);
    assert!(
        long.translation
            .abs_diff_eq(Vec3::new(0.0, 70.711, 0.0), 5e-3),
        "{}",
        long.translation
    );
    let turned = |degrees: f32| Quat::from_rotation_z(degrees.to_radians());
    assert!(
        long.rotation.dot(turned(270.0)).abs() > 1.0 - 1e-6,
        "{}",
        long.rotation
    );
    assert!(
        seam.rotation.dot(turned(45.0)).abs() > 1.0 - 1e-6,
        "{}",
        seam.rotation
    );
    let back = root_motion(0.25, -0.5);
    let nothing = seam.compose(&back);
    assert!(
        nothing.translation.length() < 2e-3 && nothing.rotation.xyz().length() < 1e-5,
        "{nothing:?}"
    );
}

proptest! {
    #[test]
    fn property_4_root_motion_is_the_same_however_it_is_split(
        from in 0.0f64..1.0,
        delta in -4.0f64..4.0,
        part in 0.0f64..1.0,
        on_seam in any::<bool>(),
    ) {
        let seam = if delta > 0.0 { from.floor() + 1.0 - from } else { -from };
        let first = if on_seam && seam.abs() < delta.abs() { seam } else { part * delta };
        let (whole, parts) = (root_motion(from, delta), {
            let middle = from + first;
            // On the seam a forward way stands at the end, and a backward one at the start.
            let middle = if middle == middle.floor() && delta > 0.0 { 1.0 } else { middle.rem_euclid(1.0) };
            root_motion(from, first).compose(&root_motion(middle, delta - first))
        });
        prop_assert!(parts.translation.abs_diff_eq(whole.translation, 2e-2), "{:?} {:?}", whole, parts);
        prop_assert!((whole.rotation.conjugate() * parts.rotation).xyz().length() < 1e-4);
        let back = whole.compose(&root_motion((from + delta).rem_euclid(1.0), -delta));
        prop_assert!(back.translation.length() < 2e-2 && back.rotation.xyz().length() < 1e-4, "{:?}", back);
    }
}

#[test]
fn keys_that_are_not_numbers_are_refused() {
    for bad in [f32::NAN, f32::INFINITY] {
        let clip = translation_clip(&[0.0, 1.0], 1.0);
        let keys = [0.0, 0.0, 0.0, bad, 0.0, 0.0].as_slice().into();
        assert_eq!(Clip::new(Clip { keys, ..clip }, 1), Err(ClipError::Keys));
    }
}

#[test]
fn root_motion_there_and_back_is_nothing() {
    let (clip, skeleton) = (turning_clip(), chain(1));
    let there = clip.root_delta(&skeleton, 0.2, 0.9);
    let back = there.compose(&clip.root_delta(&skeleton, 0.9, 0.2));
    assert!(back.translation.length() < 1e-3 && back.rotation.to_axis_angle().1.abs() < 1e-3);
    let parts = clip
        .root_delta(&skeleton, 0.2, 0.5)
        .compose(&clip.root_delta(&skeleton, 0.5, 0.9));
    assert!(parts.translation.abs_diff_eq(there.translation, 1e-3));
}

#[test]
fn steps_hold_until_the_next_key() {
    let clip = Clip {
        stepped: true,
        ..translation_clip(&[0.0, 1.0, 4.0], 2.0)
    };
    assert_eq!(clip.root(&chain(1), 0.99).translation.x, 0.0);
    assert_eq!(clip.root(&chain(1), 1.0).translation.x, 1.0);
    assert_eq!(clip.root(&chain(1), 2.0).translation.x, 4.0);
}

#[test]
fn keys_without_length_show_the_first() {
    assert_eq!(
        translation_clip(&[3.0, 5.0], 0.0)
            .root(&chain(1), 0.0)
            .translation
            .x,
        3.0
    );
}

#[test]
fn a_locked_root_stands_at_its_reference_its_first_frame_or_nowhere() {
    let skeleton = crate::fixture::skeleton(&[-1], |_| Transform::from_translation(Vec3::Y));
    let locked = |lock| {
        let clip = translation_clip(&[5.0, 6.0, 7.0], 1.0);
        Clip {
            root_motion: RootMotion {
                enabled: true,
                lock,
            },
            ..clip
        }
        .locked_root(&skeleton)
        .translation
    };
    assert_eq!(locked(RootLock::Reference), Vec3::Y);
    assert_eq!(locked(RootLock::FirstFrame), Vec3::X * 5.0);
    assert_eq!(locked(RootLock::Zero), Vec3::ZERO);
}

#[test]
fn bad_clips_are_refused() {
    let good = translation_clip(&[0.0, 1.0], 1.0);
    assert_eq!(
        Clip::new(
            Clip {
                key_count: 0,
                ..good.clone()
            },
            1
        ),
        Err(ClipError::NoKeys)
    );
    assert_eq!(
        Clip::new(
            Clip {
                length: f32::NAN,
                ..good.clone()
            },
            1
        ),
        Err(ClipError::Length)
    );
    assert_eq!(
        Clip::new(good.clone(), 0),
        Err(ClipError::Track { track: 0 })
    );
    assert_eq!(
        Clip::new(
            Clip {
                key_count: 3,
                ..good.clone()
            },
            1
        ),
        Err(ClipError::Track { track: 0 })
    );
    assert_eq!(
        Clip::new(
            Clip {
                keys: Array::default(),
                ..good.clone()
            },
            1
        ),
        Err(ClipError::Track { track: 0 })
    );
    let curve = |extrapolation, value| Clip {
        curves: vec![Curve {
            name: Name(1),
            key_count: 1,
            extrapolation,
            ..Curve::default()
        }]
        .into(),
        curve_keys: vec![CurveKey {
            value,
            ..CurveKey::zeroed()
        }]
        .into(),
        ..good.clone()
    };
    assert!(Clip::new(curve(extrapolation::NONE, 1.0), 1).is_ok());
    assert_eq!(
        Clip::new(curve(extrapolation::NONE + 1, 1.0), 1),
        Err(ClipError::Curve { curve: 0 })
    );
    assert_eq!(
        Clip::new(curve(0, f32::NAN), 1),
        Err(ClipError::Curve { curve: 0 })
    );
    let markers = |times: &[f32]| Clip {
        markers: times
            .iter()
            .map(|time| SyncMarker::new(Name(1), *time))
            .collect(),
        ..good.clone()
    };
    assert!(Clip::new(markers(&[0.0, 0.5, 1.0]), 1).is_ok());
    for bad in [&[0.5, 0.5][..], &[0.5, 0.25], &[1.5], &[-0.1], &[f32::NAN]] {
        assert_eq!(
            Clip::new(markers(bad), 1),
            Err(ClipError::Markers),
            "{bad:?}"
        );
    }
    let many: Vec<f32> = (0..=MOST_MARKERS).map(|at| at as f32 * 1e-4).collect();
    assert!(Clip::new(markers(&many[1..]), 1).is_ok());
    assert_eq!(Clip::new(markers(&many), 1), Err(ClipError::Markers));
}
