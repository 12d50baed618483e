use super::*;
use crate::codec::{
    EncoderSettings, EncoderSource, SampleCache, encode,
    tests::{motion, skeleton},
};
use proptest::prelude::*;

fn clip(frames: usize) -> Compressed {
    let (skeleton, frames) = (skeleton(), motion(frames));
    let shells = vec![EncoderSettings::DEFAULT_SHELL; skeleton.len()];
    let source = EncoderSource {
        skeleton: &skeleton,
        additive: None,
        bases: &[],
        frames: &frames,
        shells: &shells,
    };
    encode(&source, &EncoderSettings::default()).unwrap().0
}

fn supply(chunked: &Chunked, clip: &Compressed, chunk: usize) {
    assert!(chunked.supply(chunk, &clip.bytes()[chunked.bytes(chunk)]));
}

fn whole(clip: &Compressed, frame: u32, fraction: f32) -> Pose {
    let mut pose = Pose::reference(&skeleton());
    clip.sample(Span { frame, fraction }, &mut pose);
    pose
}

fn shown(chunked: &Chunked, frame: u32, fraction: f32, cache: Option<&mut SampleCache>) -> Pose {
    let mut pose = Pose::reference(&skeleton());
    chunked.sample(
        Span { frame, fraction },
        cache.map(SampleCache::parts),
        &mut pose,
    );
    pose
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Any length, any chunk, any order of places, with and without a cache, the root too.
    #[test]
    fn what_is_here_has_the_bits_of_the_whole_clip(
        frames in 130usize..600,
        chunk in 1u32..400,
        places in prop::collection::vec((0u32..640, 0.0f32..1.0), 1..60),
    ) {
        let clip = clip(frames);
        let Some(chunked) = Chunked::new(&clip, chunk) else {
            prop_assert!(clip.segment_count() as u32 * clip.segment_frames <= chunk.max(clip.segment_frames) * 2);
            return Ok(());
        };
        (0..chunked.count()).for_each(|at| supply(&chunked, &clip, at));
        let mut cache = SampleCache::default();
        let seams = (0..chunked.count() as u32).map(|at| (at * chunked.chunk_frames(), 0.5));
        let before = (1..chunked.count() as u32).map(|at| (at * chunked.chunk_frames() - 1, 0.75));
        for (frame, fraction) in places.into_iter().chain(seams).chain(before) {
            let wanted = whole(&clip, frame, fraction);
            prop_assert_eq!(&shown(&chunked, frame, fraction, Some(&mut cache)), &wanted);
            prop_assert!(!cache.is_stalled());
            prop_assert_eq!(&shown(&chunked, frame, fraction, None), &wanted);
            let span = Span { frame, fraction };
            let root = clip.sample_root(span, &Transform::IDENTITY);
            prop_assert_eq!(chunked.sample_root(span, &Transform::IDENTITY), root);
        }
        prop_assert_eq!(chunked.stalls(), 0);
    }
}

#[test]
fn what_is_not_here_holds_the_nearest_frame_says_so_and_is_asked_for() {
    let clip = clip(600);
    let chunked = Chunked::new(&clip, 1).unwrap();
    let (frames, count) = (chunked.chunk_frames(), chunked.count());
    assert!(count >= 5);
    let asked = || {
        (0..count)
            .filter(|at| chunked.take_asked(*at))
            .collect::<Vec<_>>()
    };
    let mut cache = SampleCache::default();
    assert_eq!(
        shown(&chunked, 2 * frames + 5, 0.3, Some(&mut cache)),
        Pose::reference(&skeleton()),
        "none is here"
    );
    assert!(cache.is_stalled());
    assert_eq!((chunked.stalls(), asked()), (1, vec![2]));
    supply(&chunked, &clip, 3);
    assert_eq!(
        shown(&chunked, 2 * frames + 5, 0.3, Some(&mut cache)),
        whole(&clip, 3 * frames, 0.0)
    );
    assert_eq!(asked(), [2, 3], "what is held is needed as well");
    supply(&chunked, &clip, 0);
    assert_eq!(
        shown(&chunked, 2 * frames + 5, 0.3, Some(&mut cache)),
        whole(&clip, frames, 0.0)
    );
    assert!(cache.is_stalled());
    supply(&chunked, &clip, 2);
    assert_eq!(
        shown(&chunked, 2 * frames + 5, 0.3, Some(&mut cache)),
        whole(&clip, 2 * frames + 5, 0.3)
    );
    assert_eq!((cache.is_stalled(), chunked.stalls()), (false, 3));
    chunked.drop_chunk(2);
    assert!(chunked.held(2).is_none());
    assert_eq!(
        shown(&chunked, 2 * frames + 5, 0.3, None),
        whole(&clip, frames, 0.0)
    );
    let short = &clip.bytes()[chunked.bytes(1)][1..];
    assert!(!chunked.supply(1, short) && chunked.held(1).is_none());
}

/// Codes of another file, or of a broken disk: whatever they say, nothing is read beyond them and
/// nothing panics.
#[test]
fn codes_that_say_anything_are_played() {
    let clip = clip(300);
    let chunked = Chunked::new(&clip, 64).unwrap();
    for byte in [0x00, 0x5a, 0xff] {
        for chunk in 0..chunked.count() {
            assert!(chunked.supply(chunk, &vec![byte; chunked.bytes(chunk).len()]));
        }
        for frame in 0..300 {
            shown(&chunked, frame, 0.5, Some(&mut SampleCache::default()));
        }
    }
}

#[test]
fn chunks_take_what_the_clip_takes_and_one_frame_more_each() {
    let clip = clip(600);
    let chunked = Chunked::new(&clip, 128).unwrap();
    let parts: usize = (0..chunked.count()).map(|at| chunked.bytes(at).len()).sum();
    let frame = clip.bytes().len() / 600;
    let more = chunked.count() * (frame + WINDOW + 8);
    assert_eq!(parts, chunked.all_bytes());
    assert!(
        parts < clip.bytes().len() + more,
        "{parts} of {} in {}",
        clip.bytes().len(),
        chunked.count()
    );
    assert!(
        Chunked::new(&clip, 600).is_none(),
        "a single chunk is the clip itself"
    );
}
