use super::*;
use crate::{Clip, Id, source::ClipSource};
use std::sync::Arc;

#[test]
fn a_clip_has_no_more_than_a_million_keys() {
    let count = |frame_rate, duration| {
        let source = Arc::new(ClipSource {
            duration,
            ..ClipSource::default()
        });
        key_count(&Clip::new("c", Id(1), source, frame_rate).poses())
    };
    assert_eq!(
        (count(10.0, 1.0), count(10.0, 0.0), count(10.0, 0.01)),
        (Ok(11), Ok(1), Ok(2))
    );
    assert_eq!(count(1_048_576.0, 1.0), Ok(1_048_577));
    assert_eq!(
        count(1_048_578.0, 1.0),
        Err(Kind::ClipTooLong { keys: 1_048_578 })
    );
    for rate in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert_eq!(
            count(rate, 1.0),
            Err(Kind::BadNumber {
                field: "frame rate"
            })
        );
    }
}

#[test]
fn keys_lie_evenly_from_the_start_to_the_end() {
    assert_eq!(key_times(2.0, 0), [0.0; 0]);
    assert_eq!(key_times(2.0, 1), [0.0]);
    assert_eq!(key_times(3.0, 2), [0.0, 3.0]);
    assert_eq!(key_times(3.0, 3), [0.0, 1.5, 3.0]);
    assert_eq!(key_times(2.0, 5), [0.0, 0.5, 1.0, 1.5, 2.0]);
}

#[test]
fn a_clip_has_the_nearest_number_of_frames_and_none_for_a_length_that_is_none() {
    let count = |frame_rate, duration| {
        let source = Arc::new(ClipSource {
            duration,
            ..ClipSource::default()
        });
        key_count(&Clip::new("c", Id(1), source, frame_rate).poses())
    };
    assert_eq!(
        [0.24, 0.26, 0.05].map(|duration| count(10.0, duration)),
        [Ok(3), Ok(4), Ok(2)]
    );
    assert_eq!((count(0.05, 100.0), count(0.05, 0.0)), (Ok(6), Ok(1)));
    for duration in [-1.0, f32::NAN] {
        assert_eq!(count(10.0, duration), Err(Kind::ClipTooLong { keys: 0 }));
    }
    assert_eq!(
        count(10.0, f32::INFINITY),
        Err(Kind::ClipTooLong { keys: u64::MAX })
    );
}
