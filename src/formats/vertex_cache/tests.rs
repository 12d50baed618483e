use super::*;

const PLACES: [[f32; 3]; 6] = [
    [0.0, 1.0, 2.0],
    [3.0, 4.0, 5.0],
    [0.5, 1.0, 2.0],
    [3.0, 4.5, 5.0],
    [1.0, 1.0, 2.0],
    [3.0, 5.0, 5.0],
];

fn pc2_of(version: i32, points: i32, start: f32, step: f32, frames: i32) -> Vec<u8> {
    let mut bytes = SIGNATURE.to_vec();
    bytes.extend(version.to_le_bytes());
    bytes.extend(points.to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend(step.to_le_bytes());
    bytes.extend(frames.to_le_bytes());
    bytes.extend(
        PLACES
            .iter()
            .flatten()
            .flat_map(|along| along.to_le_bytes()),
    );
    bytes
}

fn mdd_of(frames: i32, points: i32, times: &[f32]) -> Vec<u8> {
    let mut bytes = [frames.to_be_bytes(), points.to_be_bytes()].concat();
    bytes.extend(
        times
            .iter()
            .chain(PLACES.iter().flatten())
            .flat_map(|number| number.to_be_bytes()),
    );
    bytes
}

#[test]
fn both_kinds_are_read() {
    let cache = read(&pc2_of(1, 2, 10.0, 0.5, 3), Some(25.0)).unwrap();
    assert_eq!(
        (cache.points, cache.positions.as_slice(), cache.guessed_rate),
        (2, &PLACES[..], None)
    );
    assert_eq!(cache.times, [0.4, 0.42, 0.44]);
    let cache = read(&mdd_of(2, 3, &[0.25, 0.5]), None).unwrap();
    assert_eq!(
        (cache.points, cache.times.as_slice(), cache.frame(1)),
        (3, &[0.25, 0.5][..], &PLACES[3..])
    );
    assert_eq!(cache.guessed_rate, None, "it tells its times");
    let cache = read(&pc2_of(1, 2, 0.0, 1.0, 3), None).unwrap();
    assert_eq!(
        (cache.times[1], cache.guessed_rate),
        (1.0 / 24.0, Some(24.0))
    );
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let told = |bytes: &[u8]| read(bytes, Some(24.0)).unwrap_err().to_string();
    for (bytes, wanted) in [
        (pc2_of(2, 2, 0.0, 1.0, 3), "version 2"),
        (pc2_of(1, 0, 0.0, 1.0, 3), "byte 16: the number of points"),
        (pc2_of(1, -2, 0.0, 1.0, 3), "byte 16: the number of points"),
        (
            pc2_of(1, 2, f32::NAN, 1.0, 3),
            "byte 20: the first frame is not a number",
        ),
        (
            pc2_of(1, 2, 0.0, 0.0, 3),
            "byte 24: the step between frames",
        ),
        (
            pc2_of(1, 2, 0.0, -1.0, 3),
            "byte 24: the step between frames",
        ),
        (
            pc2_of(1, 2, 0.0, 1.0, 4),
            "places of points needs 96 bytes, but 72 are left",
        ),
        (
            pc2_of(1, i32::MAX, 0.0, 1.0, i32::MAX),
            "2147483647 frames exceed the import limit of 4096",
        ),
        (
            pc2_of(1, i32::MAX, 0.0, 1.0, 4096),
            "places of points needs",
        ),
        (
            pc2_of(1, 2, 3e38, 1e-3, 3),
            "frame 1: its time is not after",
        ),
        (mdd_of(2, 3, &[0.5, 0.5]), "frame 1: its time is not after"),
        (
            mdd_of(2, 3, &[0.5, f32::INFINITY]),
            "byte 12: a time is not a number",
        ),
        (mdd_of(2, 2, &[0.5, 0.6]), "this is not a point cache"),
        (mdd_of(-1, 2, &[]), "byte 0: the number of frames"),
        (mdd_of(2, 3, &[0.5, 1e6]), "it lasts 999999.5 seconds"),
        (Vec::new(), "frames needs 4 bytes, but 0 are left"),
        (b"glTF\x02\0\0\0".to_vec(), "this is not a point cache"),
    ] {
        assert!(told(&bytes).contains(wanted), "{wanted}: {}", told(&bytes));
    }
}

#[test]
fn a_file_cut_short_anywhere_or_with_a_place_that_is_none_is_refused() {
    for whole in [pc2_of(1, 2, 10.0, 0.5, 3), mdd_of(2, 3, &[0.25, 0.5])] {
        assert!((0..whole.len()).all(|end| read(&whole[..end], None).is_err()));
        for bad in [f32::NAN, f32::INFINITY, 1e30] {
            let mut bytes = whole.clone();
            let end = bytes.len();
            let word = if is_pc2(&whole) {
                bad.to_le_bytes()
            } else {
                bad.to_be_bytes()
            };
            bytes[end - 4..].copy_from_slice(&word);
            assert!(read(&bytes, None).is_err(), "{bad}");
        }
    }
}

#[test]
fn a_point_may_be_as_far_as_a_bone_and_no_farther() {
    let most = anim::limits::FARTHEST_BONE;
    let with = |nth: usize, along: f32| {
        let mut bytes = pc2_of(1, 2, 10.0, 0.5, 3);
        let at = bytes.len() - 12 * (6 - nth);
        bytes[at..at + 4].copy_from_slice(&along.to_le_bytes());
        read(&bytes, None)
    };
    for nth in 0..6 {
        assert_eq!(with(nth, -most).unwrap().positions[nth][0], -most);
        let error = with(nth, most.next_up()).unwrap_err().to_string();
        let told = format!("frame {}, point {}: it is too far away.", nth / 2, nth % 2);
        assert!(error.starts_with(&told), "{error}");
    }
}

#[test]
fn a_cache_has_at_most_4096_frames_and_a_day() {
    let frames = |count: i32| {
        let mut bytes = pc2_of(1, 1, 0.0, 1.0, count);
        bytes.truncate(SIGNATURE.len() + 20);
        bytes.extend(vec![0; 12 * count as usize]);
        read(&bytes, None).map(|cache| cache.times.len())
    };
    assert_eq!(frames(4096).ok(), Some(4096));
    let error = frames(4097).unwrap_err().to_string();
    assert!(
        error.contains("4097 frames exceed the import limit of 4096"),
        "{error}"
    );
    let lasting = |end: f32| read(&mdd_of(2, 3, &[0.0, end]), None);
    assert!(lasting(86_400.0).is_ok());
    let error = lasting(86_400.01).unwrap_err().to_string();
    assert!(
        error.contains("it lasts 86400.01 seconds, more than a day"),
        "{error}"
    );
}
