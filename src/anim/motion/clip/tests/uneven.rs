//! Keys that are not evenly spaced, and jumps: raw, compressed and in chunks.

use super::*;
use crate::{
    codec::{EncoderSettings, EncoderSource, encode},
    fixture::chain,
};
use proptest::prelude::*;

fn moved(times: &[f32], places: &[f32], stepped: bool) -> Clip {
    let translation = Keys {
        first: 0,
        count: places.len() as u32,
    };
    let track = Track {
        bone: 0,
        translation,
        rotation: Keys::default(),
        scale: Keys::default(),
    };
    let clip = Clip {
        length: times.last().copied().unwrap_or(2.0),
        key_count: places.len() as u32,
        times: times.to_vec().into(),
        rate_scale: 1.0,
        stepped,
        tracks: vec![track].into(),
        keys: places.iter().flat_map(|x| [*x, 0.0, 0.0]).collect(),
        ..Clip::default()
    };
    Clip::new(clip, 1).unwrap()
}

/// Two bones that move every frame.
fn motion(frames: usize) -> Vec<Pose> {
    let local = |frame: usize, bone: usize| {
        let angle = (frame * (bone + 2)) as f32 * 0.37;
        Transform {
            rotation: Quat::from_rotation_x(angle.sin()),
            ..Transform::from_translation(Vec3::splat(angle.cos()))
        }
    };
    (0..frames)
        .map(|frame| Pose::new((0..2).map(|bone| local(frame, bone))))
        .collect()
}

#[test]
fn a_key_is_at_its_time_and_of_two_at_one_time_the_second_counts_from_there_on() {
    let skeleton = chain(1);
    let at = |clip: &Clip, time: f64| {
        let mut pose = Pose::default();
        clip.sample(&skeleton, time, &mut pose);
        assert_eq!(clip.root(&skeleton, time).translation, pose.translation(0));
        pose.translation(0).x
    };
    let clip = moved(
        &[0.0, 0.25, 0.25, 1.0, 1.0],
        &[0.0, 1.0, 5.0, 8.0, 20.0],
        false,
    );
    let expected = [
        (-1.0, 0.0),
        (0.0, 0.0),
        (0.125, 0.5),
        (0.25, 5.0),
        (0.5, 6.0),
        (1.0, 20.0),
        (9.0, 20.0),
    ];
    for (time, place) in expected {
        assert_eq!(at(&clip, time), place, "{time}");
    }
    assert!(
        (at(&clip, 0.25 - 1e-12) - 1.0).abs() < 1e-6 && (at(&clip, 1.0 - 1e-12) - 8.0).abs() < 1e-6
    );
    let stepped = moved(&[0.0, 0.25, 1.0], &[1.0, 2.0, 3.0], true);
    assert_eq!(
        [0.0, 0.2, 0.25, 0.9, 1.0].map(|time| at(&stepped, time)),
        [1.0, 1.0, 2.0, 2.0, 3.0]
    );
    assert_eq!([0, 1, 4].map(|key| clip.key_time(key)), [0.0, 0.25, 1.0]);
    assert_eq!(
        [0, 1, 2].map(|key| moved(&[], &[1.0; 3], false).key_time(key)),
        [0.0, 1.0, 2.0],
        "even"
    );
    for (key, place) in [(0, 0.0), (1, 1.0), (2, 5.0), (3, 8.0), (4, 20.0)] {
        let mut pose = Pose::reference(&skeleton);
        clip.write_key(key, &mut pose);
        assert_eq!(pose.translation(0).x, place, "{key}");
    }
}

#[test]
fn times_that_are_none_are_refused() {
    let sound = moved(&[0.0, 0.25, 0.25, 1.0], &[0.0; 4], false);
    for times in [
        &[0.0, 0.5, 1.0][..],
        &[0.0, 0.5, 0.25, 1.0],
        &[0.1, 0.25, 0.5, 1.0],
        &[0.0, 0.25, 0.5, 0.9],
        &[0.0, 0.25, f32::NAN, 1.0],
        &[0.0, 0.0, 0.0, 1.0],
        &[0.0, 1.0, 1.0, 1.0],
    ] {
        let refused = Clip::new(
            Clip {
                times: times.to_vec().into(),
                ..sound.clone()
            },
            1,
        )
        .err();
        assert_eq!(refused, Some(ClipError::Times), "{times:?}");
    }
    let alone = Clip {
        key_count: 1,
        length: 0.0,
        times: vec![0.0].into(),
        tracks: Array::default(),
        ..sound
    };
    assert_eq!(Clip::new(alone, 1).err(), Some(ClipError::Times));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Whatever the gaps, forwards and backwards, with a cache and without.
    #[test]
    fn compressed_and_in_chunks_it_shows_the_same(
        gaps in prop::collection::vec(0usize..5, 129..400),
        places in prop::collection::vec(0.0f64..1.05, 1..40),
    ) {
        let (skeleton, frames) = (chain(2), motion(gaps.len() + 1));
        let (mut times, mut is_jump) = (vec![0.0f32], false);
        for gap in gaps {
            let wide = [0.0, 1e-7, 1e-3, 0.033, 0.7][gap];
            let next = times[times.len() - 1] + if is_jump { f32::max(wide, 1e-3) } else { wide };
            is_jump = next == times[times.len() - 1];
            times.push(next);
        }
        let shells = vec![EncoderSettings::DEFAULT_SHELL; skeleton.len()];
        let source = EncoderSource { skeleton: &skeleton, additive: None, bases: &[], frames: &frames, shells: &shells };
        let compressed = encode(&source, &EncoderSettings::default()).unwrap().0;
        let clip = Clip {
            length: times[times.len() - 1],
            key_count: times.len() as u32,
            times: times.clone().into(),
            rate_scale: 1.0,
            compressed: Some(compressed),
            ..Clip::default()
        };
        let whole = Clip::new(clip, skeleton.len()).unwrap();
        let chunked = whole.in_chunks(1.0);
        if let Some(chunks) = chunked.as_ref().and_then(|clip| clip.chunked.as_ref()) {
            let bytes = whole.compressed.as_ref().unwrap().bytes();
            (0..chunks.count()).for_each(|at| assert!(chunks.supply(at, &bytes[chunks.bytes(at)])));
        }
        let mut cache = SampleCache::default();
        let keys = times.iter().map(|time| f64::from(*time) / f64::from(whole.length));
        for part in places.into_iter().chain(keys) {
            let time = part * f64::from(whole.length);
            let key = times.partition_point(|key| f64::from(*key) <= time).max(1) - 1;
            let from = &frames[key.min(frames.len() - 2)];
            let to = &frames[(key + 1).min(frames.len() - 1)];
            let (mut alone, mut cached) = (Pose::default(), Pose::default());
            whole.sample(&skeleton, time, &mut alone);
            whole.sample_cached(&skeleton, time, &mut cache, &mut cached);
            prop_assert_eq!(&alone, &cached);
            let place = alone.translation(0);
            let between = from.translation(0).min(to.translation(0)) - 1e-3..=from.translation(0).max(to.translation(0)) + 1e-3;
            prop_assert!(place.cmpge(*between.start()).all() && place.cmple(*between.end()).all(), "{} {:?}", time, place);
            if let Some(chunked) = &chunked {
                chunked.sample(&skeleton, time, &mut cached);
                prop_assert_eq!(&alone, &cached);
            }
        }
    }
}
