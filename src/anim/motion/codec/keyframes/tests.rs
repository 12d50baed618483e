use super::*;
use crate::{
    Pose, Skeleton,
    additive::{AdditiveKind, AdditivePose, NO_DELTA},
    codec::{
        EncoderSettings, EncoderSource,
        tests::{motion, skeleton},
    },
};
use proptest::prelude::*;

const FRAMES: usize = 121;
const LENGTH: f32 = 4.0;

fn stream(
    frames: &[Pose],
    additive: Option<AdditiveKind>,
    reduction: &Reduction,
) -> (Vec<u8>, KeyframeReport) {
    let skeleton = skeleton();
    let shells = vec![EncoderSettings::DEFAULT_SHELL; skeleton.len()];
    let source = EncoderSource {
        skeleton: &skeleton,
        additive,
        bases: &[],
        frames,
        shells: &shells,
    };
    encode(
        &source,
        LENGTH * (frames.len() - 1) as f32 / (FRAMES - 1) as f32,
        reduction,
    )
    .unwrap()
}

fn receiver(bytes: &[u8], skeleton: &Skeleton) -> Receiver {
    let mut receiver = Receiver::new(&bytes[..HEADER_BYTES], skeleton).unwrap();
    receiver.push(&bytes[HEADER_BYTES..]).unwrap();
    receiver
}

fn played(receiver: &Receiver, skeleton: &Skeleton, time: f64) -> (Pose, bool) {
    let mut pose = Pose::reference(skeleton);
    let held = receiver.sample(time, &mut pose);
    (pose, held)
}

#[test]
fn a_larger_threshold_keeps_fewer_keys_and_is_further_off() {
    let frames = motion(FRAMES);
    let (mut keys, mut error) = (u32::MAX, 0.0);
    for factor in [0.01, 0.1, 1.0, 10.0] {
        let reduction = Reduction {
            rotation: factor,
            translation: 0.005 * factor,
            scale: 0.01 * factor,
            ..Reduction::default()
        };
        let (bytes, report) = stream(&frames, None, &reduction);
        assert_eq!(
            bytes.len(),
            HEADER_BYTES + KEY_BYTES * report.keys() as usize
        );
        assert!(
            report.keys() < keys && report.errors.max > error,
            "{factor}: {} {}",
            report.keys(),
            report.errors.max
        );
        (keys, error) = (report.keys(), report.errors.max);
    }
}

#[test]
fn without_a_threshold_only_the_quantisation_is_lost() {
    let reduction = Reduction {
        rotation: 0.0,
        translation: 0.0,
        scale: 0.0,
        delay: 0.0,
    };
    let report = stream(&motion(FRAMES), None, &reduction).1;
    // Ten bones above each other, each up to 1.5e-4 rad off and 0.2 m long.
    assert!(report.errors.max < 1e-3, "{}", report.errors.max);
}

#[test]
fn no_two_keys_are_further_apart_than_the_delay() {
    for (delay, gap) in [(0.1, 3), (0.2, 6), (2.0, 60), (0.01, 1)] {
        let report = stream(
            &motion(FRAMES),
            None,
            &Reduction {
                delay,
                rotation: 1e3,
                ..Reduction::default()
            },
        )
        .1;
        assert_eq!(report.longest_gap, gap, "{delay}");
    }
}

#[test]
fn what_does_not_move_is_sent_once_or_not_at_all() {
    let skeleton = skeleton();
    let reference = vec![Pose::reference(&skeleton); 40];
    assert_eq!(
        stream(&reference, None, &Reduction::default()).0.len(),
        HEADER_BYTES
    );
    let (bytes, report) = stream(&vec![motion(4)[3].clone(); 40], None, &Reduction::default());
    assert!(report.kept.iter().flatten().all(|keys| *keys <= 1) && report.longest_gap == 0);
    assert_eq!(report.kept[10], [1, 0, 0], "the bone that stands turned");
    assert!(receiver(&bytes, &skeleton).is_complete() && report.errors.max < 1e-3);
}

#[test]
fn every_part_of_a_stream_plays_as_far_as_it_reaches_and_then_holds() {
    let skeleton = skeleton();
    let (bytes, _) = stream(
        &motion(FRAMES),
        None,
        &Reduction {
            delay: 0.5,
            ..Reduction::default()
        },
    );
    let whole = receiver(&bytes, &skeleton);
    let mut part = Receiver::new(&bytes[..HEADER_BYTES], &skeleton).unwrap();
    for time in [1e-3, 1.0] {
        assert_eq!(
            (part.ready(), played(&part, &skeleton, time)),
            (None, (Pose::reference(&skeleton), true))
        );
    }
    let mut last = None;
    // Pieces that cut keys in two.
    for piece in bytes[HEADER_BYTES..].chunks(7) {
        part.push(piece).unwrap();
        let ready = part.ready();
        assert!(ready >= last, "it never goes back");
        last = ready;
        let Some(ready) = ready else { continue };
        for time in (0..40).map(|i| f64::from(i) * 0.1037) {
            let (pose, held) = played(&part, &skeleton, time);
            let expected = played(&whole, &skeleton, time.min(ready)).0;
            assert_eq!(held, time > ready && !part.is_complete());
            // The key that it holds at may be a rounding away from the time of it.
            let is_near = |(a, b): (crate::Transform, crate::Transform)| {
                a.translation.abs_diff_eq(b.translation, 1e-6)
                    && a.rotation.dot(b.rotation).abs() > 1.0 - 1e-6
            };
            let fits = if held {
                pose.iter().zip(expected.iter()).all(is_near)
            } else {
                pose == expected
            };
            assert!(fits, "{time} of {ready}");
        }
    }
    assert!(part.is_complete() && last == Some(LENGTH.into()));
    assert_eq!(
        played(&part, &skeleton, 99.0),
        (played(&whole, &skeleton, LENGTH.into()).0, false)
    );
}

#[test]
fn half_of_the_bytes_play_about_half_of_the_time() {
    let skeleton = skeleton();
    let (bytes, _) = stream(
        &motion(FRAMES),
        None,
        &Reduction {
            delay: 0.5,
            ..Reduction::default()
        },
    );
    let mut part = Receiver::new(&bytes[..HEADER_BYTES], &skeleton).unwrap();
    part.push(&bytes[HEADER_BYTES..bytes.len() / 2]).unwrap();
    let ready = part.ready().unwrap();
    assert!((1.5..2.5).contains(&ready), "{ready}");
}

#[test]
fn differences_come_back_as_differences() {
    let (skeleton, frames) = (skeleton(), motion(FRAMES));
    for kind in [AdditiveKind::Mesh, AdditiveKind::LocalBoneFrame] {
        let bytes = stream(&frames[..1], Some(kind), &Reduction::default()).0;
        assert_eq!(receiver(&bytes, &skeleton).additive(), Some(kind));
    }
    let kind = AdditiveKind::Local;
    let deltas: Vec<Pose> = frames
        .iter()
        .map(|frame| AdditivePose::between(kind, &skeleton, &frames[0], frame).deltas)
        .collect();
    let (bytes, report) = stream(&deltas, Some(kind), &Reduction::default());
    let receiver = receiver(&bytes, &skeleton);
    assert_eq!((receiver.additive(), report.kept[10]), (Some(kind), [0; 3]));
    let mut delta = Pose::default();
    delta.fill(skeleton.len(), &NO_DELTA);
    receiver.sample(0.0, &mut delta);
    assert!(delta.rotation(3).dot(deltas[0].rotation(3)).abs() > 1.0 - 1e-6);
    assert!(delta.get(11).scale.length() < 1e-4);
}

#[test]
fn what_is_not_a_stream_is_refused() {
    let skeleton = skeleton();
    let (bytes, _) = stream(&motion(20), None, &Reduction::default());
    let header = |edit: fn(&mut [u8])| {
        let mut bytes = bytes[..HEADER_BYTES].to_vec();
        edit(&mut bytes);
        Receiver::new(&bytes, &skeleton).map(|_| ())
    };
    assert_eq!(header(|_| {}), Ok(()));
    assert_eq!(header(|b| b[0] = 0), Err(KeyframeError::NotKeys));
    assert_eq!(
        header(|b| b[4] = 9),
        Err(KeyframeError::Version { found: 9 })
    );
    assert_eq!(header(|b| b[6] += 1), Err(KeyframeError::Skeleton));
    assert_eq!(header(|b| b[8] += 1), Err(KeyframeError::Skeleton));
    assert_eq!(
        header(|b| b[16..20].fill(0)),
        Err(KeyframeError::Header),
        "no frames"
    );
    assert_eq!(
        header(|b| b[24..28].fill(0xff)),
        Err(KeyframeError::Header),
        "a length that is no number"
    );
    assert_eq!(
        header(|b| b[24..28].copy_from_slice(&(-1f32).to_le_bytes())),
        Err(KeyframeError::Header)
    );
    assert_eq!(
        header(|b| b[28] = 4),
        Err(KeyframeError::Header),
        "an unknown kind"
    );
    assert_eq!(
        header(|b| b[32..36].fill(0x7f)),
        Err(KeyframeError::Header),
        "a range too large"
    );
    assert_eq!(
        Receiver::new(&bytes[..HEADER_BYTES - 1], &skeleton).map(|_| ()),
        Err(KeyframeError::NotKeys)
    );
    let keys = |edit: fn(&mut Vec<u8>)| {
        let mut keys = bytes[HEADER_BYTES..].to_vec();
        edit(&mut keys);
        Receiver::new(&bytes[..HEADER_BYTES], &skeleton)
            .unwrap()
            .push(&keys)
    };
    assert_eq!(keys(|_| {}), Ok(()));
    assert_eq!(keys(|k| k.push(0)), Err(KeyframeError::TooMany));
    assert_eq!(
        keys(|k| k[0] = 1),
        Err(KeyframeError::Key { key: 0 }),
        "a first key that is not at the start"
    );
    assert_eq!(
        keys(|k| k[2] |= 3),
        Err(KeyframeError::Key { key: 0 }),
        "no such property"
    );
    assert_eq!(
        keys(|k| k[3] = 0xff),
        Err(KeyframeError::Key { key: 0 }),
        "no such bone"
    );
    assert_eq!(
        keys(|k| k.copy_within(0..10, 10)),
        Err(KeyframeError::Key { key: 1 }),
        "the same key again"
    );
    assert_eq!(
        keys(|k| k.rotate_right(10)),
        Err(KeyframeError::Key { key: 0 }),
        "the last key first"
    );
}

#[test]
fn bad_settings_and_clips_that_are_too_long_are_refused() {
    use crate::codec::EncodeError;
    let skeleton = skeleton();
    let shells = vec![EncoderSettings::DEFAULT_SHELL; skeleton.len()];
    let frames = motion(3);
    let source = EncoderSource {
        skeleton: &skeleton,
        additive: None,
        bases: &[],
        frames: &frames,
        shells: &shells,
    };
    let refused = |length, reduction: Reduction| encode(&source, length, &reduction).unwrap_err();
    assert_eq!(
        refused(f32::NAN, Reduction::default()),
        EncodeError::BadSettings
    );
    assert_eq!(
        refused(
            1.0,
            Reduction {
                delay: -1.0,
                ..Reduction::default()
            }
        ),
        EncodeError::BadSettings
    );
    assert_eq!(
        refused(
            1.0,
            Reduction {
                rotation: f32::NAN,
                ..Reduction::default()
            }
        ),
        EncodeError::BadSettings
    );
    assert_eq!(
        refused(-1.0, Reduction::default()),
        EncodeError::BadSettings
    );
}

proptest! {
    /// A changed stream is refused or plays something that can be shown.
    #[test]
    fn hostile_streams_do_no_harm(changes in proptest::collection::vec((0usize..4000, 0u8..), 1..40), cut in 0usize..4000) {
        let skeleton = skeleton();
        let (mut bytes, _) = stream(&motion(20), None, &Reduction::default());
        for (place, byte) in changes {
            let place = place % bytes.len();
            bytes[place] = byte;
        }
        bytes.truncate(cut.max(HEADER_BYTES));
        harmless(&bytes, &skeleton);
    }

    /// Keys of any bits behind a good header.
    #[test]
    fn keys_of_any_bits_do_no_harm(keys in proptest::collection::vec((0u16..24, 0u16..48, 0u16.., 0u16.., 0u16..), 0..60)) {
        let skeleton = skeleton();
        let (mut bytes, _) = stream(&motion(20), None, &Reduction::default());
        bytes.truncate(HEADER_BYTES);
        for (frame, track, a, b, c) in keys {
            bytes.extend([frame, track, a, b, c].iter().flat_map(|v| v.to_le_bytes()));
        }
        harmless(&bytes, &skeleton);
    }
}

fn harmless(bytes: &[u8], skeleton: &Skeleton) {
    let Ok(mut receiver) = Receiver::new(&bytes[..HEADER_BYTES], skeleton) else {
        return;
    };
    let _ = receiver.push(&bytes[HEADER_BYTES..]);
    for time in [-1.0, 0.0, 0.31, 7.0, f64::NAN, f64::INFINITY] {
        assert!(
            played(&receiver, skeleton, time)
                .0
                .iter()
                .all(|local| local.is_finite())
        );
    }
}

/// Some bones that stand still for some frames.
fn still(
    bones: usize,
    frames: usize,
) -> Result<(Vec<u8>, KeyframeReport), crate::codec::EncodeError> {
    let skeleton = crate::fixture::chain(bones);
    let (frames, shells) = (vec![Pose::reference(&skeleton); frames], vec![0.03; bones]);
    let source = EncoderSource {
        skeleton: &skeleton,
        additive: None,
        bases: &[],
        frames: &frames,
        shells: &shells,
    };
    encode(&source, 1.0, &Reduction::default())
}

#[test]
fn a_stream_holds_as_many_frames_and_bones_as_a_key_can_count() {
    use crate::codec::EncodeError::TooLarge;
    assert_eq!((MOST_FRAMES, MOST_BONES), (65536, 16384));
    assert_eq!(
        (MAGIC, VERSION, HEADER_BYTES, KEY_BYTES),
        (*b"MKEY", 1, 88, 10)
    );
    assert!(still(1, MOST_FRAMES).is_ok() && still(MOST_BONES, 1).is_ok());
    assert_eq!(
        [
            still(1, MOST_FRAMES + 1).err(),
            still(MOST_BONES + 1, 1).err()
        ],
        [Some(TooLarge); 2]
    );
}

#[test]
fn a_report_counts_ten_floats_a_bone_and_frame() {
    assert_eq!(still(3, 7).unwrap().1.raw_bytes, 3 * 7 * 10 * 4);
}

#[test]
fn streams_of_one_and_two_frames_play() {
    let (skeleton, frames) = (skeleton(), motion(40));
    let exact = Reduction {
        rotation: 0.0,
        translation: 0.0,
        scale: 0.0,
        delay: 0.0,
    };
    for frames in [&frames[39..], &frames[38..]] {
        let (bytes, report) = stream(frames, None, &exact);
        assert!(report.errors.max < 1e-3, "{}", report.errors.max);
        let whole = receiver(&bytes, &skeleton);
        assert_eq!(whole.ready(), Some(whole.length().into()));
        let (last, shown) = (&frames[frames.len() - 1], played(&whole, &skeleton, 9.0).0);
        assert!(shown.translation(0).abs_diff_eq(last.translation(0), 1e-4));
        let mut part = Receiver::new(&bytes[..HEADER_BYTES], &skeleton).unwrap();
        part.push(&bytes[HEADER_BYTES..bytes.len() - KEY_BYTES])
            .unwrap();
        assert!(!part.is_complete() && part.ready().is_none_or(|ready| ready == 0.0));
    }
}

#[test]
fn a_key_is_of_a_frame_that_the_header_counts() {
    let skeleton = skeleton();
    let (bytes, _) = stream(&motion(20), None, &Reduction::default());
    let of = |frame: u16| {
        let mut receiver = Receiver::new(&bytes[..HEADER_BYTES], &skeleton).unwrap();
        receiver.push(&bytes[HEADER_BYTES..][..KEY_BYTES]).unwrap();
        let mut next = bytes[HEADER_BYTES..][..KEY_BYTES].to_vec();
        next[..2].copy_from_slice(&frame.to_le_bytes());
        receiver.push(&next)
    };
    assert_eq!(
        [of(19), of(20), of(0)],
        [
            Ok(()),
            Err(KeyframeError::Key { key: 1 }),
            Err(KeyframeError::Key { key: 1 })
        ]
    );
}

#[test]
fn vectors_come_back_within_half_a_step_of_the_range_and_a_range_has_a_size() {
    use super::stream::{LARGEST, VectorRange};
    use glam::Vec3;
    let values = [
        Vec3::new(-2.0, 5.0, 0.0),
        Vec3::new(6.0, 5.0, 1.0),
        Vec3::new(1.0, 5.0, 0.37),
    ];
    let range = VectorRange::of(values.into_iter()).unwrap();
    assert_eq!(
        (range.least, range.extent),
        ([-2.0, 5.0, 0.0], [8.0, 0.0, 1.0])
    );
    assert_eq!(
        (range.encode(values[0]), range.encode(values[1])),
        ([0; 3], [65535, 0, 65535])
    );
    for value in values {
        let off = (range.decode(range.encode(value)) - value).abs();
        assert!(
            off.cmple(Vec3::new(8.0, 1e-6, 1.0) * 0.51 / 65535.0 + 1e-6)
                .all(),
            "{off}"
        );
    }
    let sound = |least, extent| {
        VectorRange {
            least: [0.0, least, 0.0],
            extent: [0.0, 0.0, extent],
        }
        .is_sound()
    };
    assert!(sound(LARGEST, LARGEST) && sound(-1e30, 0.0));
    for (least, extent) in [
        (1.01e30, 0.0),
        (-1.01e30, 0.0),
        (0.0, 1.01e30),
        (0.0, -1e-9),
        (f32::NAN, 0.0),
        (0.0, f32::NAN),
    ] {
        assert!(!sound(least, extent), "{least} {extent}");
    }
    assert_eq!(VectorRange::of([Vec3::MAX, Vec3::MIN].into_iter()), None);
    assert_eq!(
        VectorRange::of(std::iter::empty()),
        Some(VectorRange::default())
    );
}
