//! What each rule of a clip lets through and what it does not.

use super::*;
use bytemuck::Zeroable;

/// Two bones of three, bone 1 with three keys of each property, bone 2 with one of each.
fn good() -> Clip {
    let keys = |first, count| Keys { first, count };
    let tracks = [
        Track {
            bone: 1,
            translation: keys(0, 3),
            rotation: keys(9, 3),
            scale: keys(21, 3),
        },
        Track {
            bone: 2,
            translation: keys(30, 1),
            rotation: keys(33, 1),
            scale: keys(37, 1),
        },
    ];
    Clip {
        length: 2.0,
        key_count: 3,
        rate_scale: 1.0,
        tracks: tracks.as_slice().into(),
        keys: vec![0.5; 40].into(),
        ..Clip::default()
    }
}

fn refusal(change: impl FnOnce(&mut Clip)) -> Option<ClipError> {
    let mut clip = good();
    change(&mut clip);
    Clip::new(clip, 3).err()
}

fn track_refusal(at: usize, change: impl FnOnce(&mut Track)) -> Option<ClipError> {
    refusal(|clip| {
        let mut tracks = clip.tracks.to_vec();
        change(&mut tracks[at]);
        clip.tracks = tracks.into();
    })
}

#[test]
fn lengths_and_rates_are_numbers() {
    assert_eq!(refusal(|_| ()), None);
    assert_eq!(refusal(|clip| clip.length = 0.0), None);
    assert_eq!(refusal(|clip| clip.rate_scale = -1.0), None);
    for bad in [f32::NAN, f32::INFINITY, -0.5] {
        assert_eq!(refusal(|clip| clip.length = bad), Some(ClipError::Length));
    }
    for bad in [f32::NAN, f32::NEG_INFINITY] {
        assert_eq!(
            refusal(|clip| clip.rate_scale = bad),
            Some(ClipError::Length)
        );
    }
}

#[test]
fn tracks_ascend_by_bones_that_are_there() {
    let bad = |track| Some(ClipError::Track { track });
    assert_eq!(track_refusal(0, |track| track.bone = 0), None);
    assert_eq!(track_refusal(1, |track| track.bone = 3), bad(1));
    assert_eq!(
        track_refusal(1, |track| track.bone = 1),
        bad(1),
        "twice the same"
    );
    assert_eq!(track_refusal(0, |track| track.bone = 2), bad(1), "in order");
}

#[test]
fn a_compressed_clip_has_neither_tracks_nor_keys_of_its_own() {
    use crate::{Pose, Transform, codec, fixture};
    let skeleton = fixture::skeleton(&[-1, 0, 1], |_| Transform::IDENTITY);
    let frames = vec![Pose::reference(&skeleton); 3];
    let source = codec::EncoderSource {
        skeleton: &skeleton,
        additive: None,
        bases: &[],
        frames: &frames,
        shells: &[0.1; 3],
    };
    let bytes = codec::encode(&source, &codec::EncoderSettings::default())
        .unwrap()
        .0;
    let with = |change: &dyn Fn(&mut Clip)| {
        refusal(|clip| {
            (clip.tracks, clip.keys, clip.compressed) =
                (Array::default(), Array::default(), Some(bytes.clone()));
            change(clip);
        })
    };
    assert_eq!(with(&|_| ()), None);
    assert_eq!(
        with(&|clip| clip.keys = vec![0.5; 3].into()),
        Some(ClipError::Keys)
    );
    assert_eq!(
        with(&|clip| clip.tracks = vec![Track {
            bone: 1,
            ..Track::zeroed()
        }]
        .into()),
        Some(ClipError::Keys)
    );
}

#[test]
fn tracks_have_no_key_or_one_or_all_and_each_is_stored() {
    let bad = |track| Some(ClipError::Track { track });
    for count in [0, 1, 3] {
        assert_eq!(
            track_refusal(0, |track| track.translation.count = count),
            None,
            "{count}"
        );
    }
    for count in [2, 4] {
        assert_eq!(
            track_refusal(0, |track| track.translation.count = count),
            bad(0),
            "{count}"
        );
        assert_eq!(
            track_refusal(0, |track| track.rotation.count = count),
            bad(0),
            "{count}"
        );
        assert_eq!(
            track_refusal(0, |track| track.scale.count = count),
            bad(0),
            "{count}"
        );
    }
    // The last that still fits, and one further.
    for (first, refused) in [(31, None), (32, bad(0))] {
        assert_eq!(
            track_refusal(0, |track| track.translation.first = first),
            refused,
            "{first}"
        );
        assert_eq!(
            track_refusal(0, |track| track.scale.first = first),
            refused,
            "{first}"
        );
    }
    for (first, refused) in [(28, None), (29, bad(0)), (u32::MAX, bad(0))] {
        assert_eq!(
            track_refusal(0, |track| track.rotation.first = first),
            refused,
            "{first}"
        );
    }
}

fn curve(name: u64, first_key: u32, key_count: u32) -> Curve {
    Curve {
        name: Name(name),
        first_key,
        key_count,
        ..Curve::default()
    }
}

fn curves_refusal(curves: &[Curve], times: &[f32]) -> Option<ClipError> {
    refusal(|clip| {
        clip.curves = curves.into();
        clip.curve_keys = times
            .iter()
            .map(|time| CurveKey {
                time: *time,
                ..CurveKey::zeroed()
            })
            .collect();
    })
}

#[test]
fn curves_ascend_by_name_and_their_keys_by_time() {
    let (a, b) = (curve(1, 0, 2), curve(2, 2, 2));
    let bad = |curve| Some(ClipError::Curve { curve });
    assert_eq!(
        curves_refusal(&[a, b], &[0.0, 1.0, -1.0, 1.0]),
        None,
        "each has times of its own"
    );
    assert_eq!(curves_refusal(&[a, b], &[0.0, 1.0, 1.0, 1.0]), bad(1));
    assert_eq!(curves_refusal(&[a, b], &[1.0, 0.0, 0.0, 1.0]), bad(0));
    assert_eq!(curves_refusal(&[b, a], &[0.0, 1.0, 0.0, 1.0]), bad(1));
    assert_eq!(curves_refusal(&[a, a], &[0.0, 1.0, 0.0, 1.0]), bad(1));
    assert_eq!(
        curves_refusal(&[a, b], &[0.0, 1.0, 0.0]),
        bad(1),
        "a key that is not there"
    );
    assert_eq!(curves_refusal(&[curve(1, u32::MAX, u32::MAX)], &[]), bad(0));
}

#[test]
fn every_number_of_a_curve_s_key_is_finite() {
    let of = |change: fn(&mut CurveKey)| {
        refusal(|clip| {
            let mut key = CurveKey::zeroed();
            change(&mut key);
            (clip.curves, clip.curve_keys) = (vec![curve(1, 0, 1)].into(), vec![key].into());
        })
    };
    assert_eq!(of(|_| ()), None);
    for bad in [
        (|key| key.time = f32::NAN) as fn(&mut CurveKey),
        |key| key.value = f32::INFINITY,
        |key| key.in_tangent = f32::NAN,
        |key| key.out_tangent = f32::NEG_INFINITY,
    ] {
        assert_eq!(of(bad), Some(ClipError::Curve { curve: 0 }));
    }
}

#[test]
fn notifies_ascend_by_time_then_track_then_id() {
    let notify = |time, track, id| Notify {
        id,
        track,
        time,
        end: time,
        ..Notify::zeroed()
    };
    let refused = |notifies: &[Notify]| refusal(|clip| clip.notifies = notifies.into());
    let ascending = [
        notify(0.1, 1, 1),
        notify(0.1, 1, 2),
        notify(0.1, 2, 0),
        notify(0.2, 0, 0),
    ];
    assert_eq!(refused(&ascending), None);
    assert_eq!(refused(&[ascending[0]; 2]), None);
    for at in 0..3 {
        let mut bad = ascending;
        bad.swap(at, at + 1);
        assert_eq!(refused(&bad), Some(ClipError::Notifies), "{at}");
    }
    for bad in [
        notify(f32::INFINITY, 0, 0),
        Notify {
            end: f32::NAN,
            ..notify(0.0, 0, 0)
        },
        Notify {
            value: f32::INFINITY,
            ..notify(0.0, 0, 0)
        },
    ] {
        assert_eq!(refused(&[bad]), Some(ClipError::Notifies));
    }
}

#[test]
fn notifies_have_values_that_are_there() {
    let refused = |first_value, value_count| {
        refusal(|clip| {
            clip.values = vec![1, 2, 3].into();
            clip.notifies = vec![Notify {
                first_value,
                value_count,
                ..Notify::zeroed()
            }]
            .into();
        })
    };
    assert_eq!([refused(0, 3), refused(3, 0), refused(1, 2)], [None; 3]);
    for (first, count) in [(0, 4), (3, 1), (4, 0), (u32::MAX, u32::MAX)] {
        assert_eq!(
            refused(first, count),
            Some(ClipError::Notifies),
            "{first} {count}"
        );
    }
}

#[test]
fn a_marker_has_a_name() {
    let refused = |name| refusal(|clip| clip.markers = vec![SyncMarker::new(name, 0.5)].into());
    assert_eq!(
        (refused(Name(1)), refused(Name::NONE)),
        (None, Some(ClipError::Markers))
    );
}

#[test]
fn a_clip_counts_its_bones_its_bytes_and_its_keys_a_second() {
    let clip = good();
    assert_eq!(
        (clip.bone_count(), clip.key_bytes(), clip.rate()),
        (2, 2 * 28 + 40 * 4, 1.0)
    );
    assert_eq!(
        Clip {
            length: 0.0,
            key_count: 1,
            ..clip
        }
        .rate(),
        0.0
    );
}

#[test]
fn times_outside_wrap_in_a_loop_and_clamp_elsewhere() {
    for (time, looped, clamped) in [
        (-0.5, 1.5, 0.0),
        (0.0, 0.0, 0.0),
        (2.0, 2.0, 2.0),
        (2.5, 0.5, 2.0),
        (4.0, 0.0, 2.0),
        (-4.0, 0.0, 0.0),
    ] {
        assert_eq!(
            (wrap(time, 2.0, true), wrap(time, 2.0, false)),
            (looped, clamped),
            "{time}"
        );
        assert_eq!(
            (wrap(time, 0.0, true), wrap(time, 0.0, false)),
            (0.0, 0.0),
            "{time}"
        );
    }
}
