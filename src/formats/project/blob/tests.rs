//! The bytes of blobs: how many they take, and what is refused at which of them.

use super::*;

fn channel(width: usize, interpolation: Interpolation) -> Option<Channel> {
    let parts = if interpolation == Interpolation::Cubic {
        3
    } else {
        1
    };
    Some(Channel {
        interpolation,
        times: vec![0.0, 1.0],
        values: vec![0.5; 2 * parts * width],
    })
}

fn source() -> ClipSource {
    let track = |bone: &str| Track {
        bone: bone.into(),
        ..Track::default()
    };
    ClipSource {
        duration: 1.0,
        tracks: vec![
            Track {
                translation: channel(3, Interpolation::Linear),
                reference: Some([1.0, 2.0, 3.0]),
                ..track("a")
            },
            Track {
                rotation: channel(4, Interpolation::Cubic),
                scale: channel(3, Interpolation::Step),
                ..track("b")
            },
            track("c"),
        ],
        curves: vec![SourceCurve {
            name: "smile".into(),
            channel: channel(1, Interpolation::Linear).unwrap(),
        }],
    }
}

#[test]
fn keys_take_no_more_room_than_their_bytes() {
    let bytes = from_keys(&source());
    assert_eq!(room_of(&source()), bytes.len());
    assert_eq!(bytes.capacity(), bytes.len());
}

/// The bytes of keys with a word of four bytes changed.
fn changed(at: usize, word: u32) -> Result<BlobClipKeys, BlobError> {
    let mut bytes = from_keys(&source());
    bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
    to_keys(&bytes)
}

#[test]
fn tracks_ascend_by_bone() {
    // After the magic, the duration and the number of tracks: bone, bits, a channel of two times
    // and six values, and three numbers of the reference.
    let first = 8 + 4 + 4;
    let second = first + 8 + 12 + 4 * 8 + 12;
    for (bones, is_sound) in [
        ([0, 1], true),
        ([0, 7], false),
        ([1, 1], false),
        ([1, 0], false),
    ] {
        let mut bytes = from_keys(&source());
        bytes[first..first + 4].copy_from_slice(&u32::to_le_bytes(bones[0]));
        bytes[second..second + 4].copy_from_slice(&u32::to_le_bytes(bones[1]));
        match to_keys(&bytes) {
            Ok(_) => assert!(is_sound, "{bones:?}"),
            Err(error) => {
                assert!(!is_sound, "{bones:?}");
                assert_eq!(error.what, "the tracks do not ascend by bone");
            }
        }
    }
    assert!(changed(first + 4, 1 | 8).is_ok());
    let unknown = changed(first + 4, 1 | 8 | 16).err().unwrap();
    let told = "a track has an unknown property";
    assert_eq!((unknown.what.as_str(), unknown.byte), (told, second));
    let bent = changed(first + 8, 3).err().unwrap();
    let told = "it has an unknown interpolation";
    assert_eq!((bent.what.as_str(), bent.byte), (told, first + 12));
}

#[test]
fn bones_beyond_the_list_are_called_by_their_number() {
    let keys = to_keys(&from_keys(&source())).unwrap();
    let found = keys.of(&["root".into()]);
    let names: Vec<&str> = found
        .tracks
        .iter()
        .map(|track| track.bone.as_str())
        .collect();
    assert_eq!(names, ["root", "bone 1", "bone 2"]);
}

#[test]
fn what_follows_the_end_and_names_that_are_no_text_are_refused() {
    let sound = from_keys(&source());
    let longer = [&sound[..], &[0]].concat();
    let error = to_keys(&longer).err().unwrap();
    let told = "it has extra bytes at the end";
    assert_eq!((error.what.as_str(), error.byte), (told, sound.len()));
    let name = sound.len() - (12 + 4 * 4) - "smile".len();
    let mut bytes = sound.clone();
    bytes[name] = 0xff;
    let error = to_keys(&bytes).err().unwrap();
    assert_eq!(
        (error.what.as_str(), error.byte),
        ("a name is not UTF-8", name + 5)
    );
    let error = to_keys(b"mtkeys\0\x02").err().unwrap();
    assert_eq!(
        (error.what.as_str(), error.byte),
        ("it has another type", 0)
    );
}

#[test]
fn times_of_keys_are_numbers_that_ascend_and_have_their_values() {
    let read = |times: &[f32], values: usize, width: usize| {
        let mut source = source();
        let channel = Some(Channel {
            interpolation: Interpolation::Linear,
            times: times.to_vec(),
            values: vec![0.5; values],
        });
        let (scale, translation) = match width {
            3 => (channel, None),
            _ => (None, channel),
        };
        (source.tracks[1].scale, source.tracks[1].translation) = (scale, translation);
        to_keys(&from_keys(&source)).err().map(|error| error.what)
    };
    let broken = Some("the keys of a channel are not valid".to_owned());
    for width in [3, 1] {
        assert_eq!(read(&[0.0, 1.0], 6, width), None);
        for (times, values) in [
            (&[0.0, 0.0][..], 6),
            (&[1.0, 0.0], 6),
            (&[0.0, f32::INFINITY], 6),
            (&[f32::NEG_INFINITY, 0.0], 6),
            (&[f32::NAN], 3),
            (&[], 0),
            (&[0.0, 1.0], 5),
            (&[0.0, 1.0], 8),
        ] {
            assert_eq!(read(times, values, width), broken, "{times:?} {values}");
        }
    }
}

#[test]
fn a_track_may_have_all_that_is_known_and_nothing_else() {
    let track = Track {
        translation: channel(3, Interpolation::Linear),
        rotation: channel(4, Interpolation::Linear),
        scale: channel(3, Interpolation::Linear),
        reference: Some([1.0; 3]),
        ..Track::default()
    };
    let with = |track: Track, bits: u32| {
        let source = ClipSource {
            tracks: vec![track],
            ..ClipSource::default()
        };
        let mut bytes = from_keys(&source);
        let at = 8 + 4 + 4 + 4;
        bytes[at..at + 4].copy_from_slice(&bits.to_le_bytes());
        to_keys(&bytes).err().map(|error| error.what)
    };
    assert_eq!(with(track, 15), None);
    assert_eq!(with(Track::default(), 0), None);
    let unknown = Some("a track has an unknown property".to_owned());
    assert_eq!(with(Track::default(), 16), unknown);
}
