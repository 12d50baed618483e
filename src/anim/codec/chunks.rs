//! A compressed clip whose codes come in chunks of time: each plays alone, for it has the first frame of the next one too.
//! Which are here changes between two ticks; a tick asks, and shows the nearest frame that is here instead of waiting.
//! Invariant: what a chunk that is here shows are the bits of the whole clip.

use super::{
    Compressed, Span,
    decode::Cached,
    layout::{CodecHeader, WINDOW},
};
use crate::{Array, Pose, Transform, float::Extreme};
use std::{
    ops::Range,
    sync::{
        Arc, RwLock,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
};

#[derive(Debug, Default)]
struct Chunk {
    /// Bytes of the clip from its start.
    bytes: Range<usize>,
    held: RwLock<Option<Arc<Compressed>>>,
    asked: AtomicBool,
}

#[derive(Debug)]
pub struct Chunked {
    /// Everything but the codes, and the root's own track: where a character goes never waits.
    whole: Compressed,
    /// Of all segments.
    records: Array<u8>,
    /// Segments of a chunk; the last may have fewer.
    segments: usize,
    chunks: Vec<Chunk>,
    stalls: AtomicU32,
}

impl PartialEq for Chunked {
    fn eq(&self, other: &Self) -> bool {
        (self.whole.identity(), self.segments) == (other.whole.identity(), other.segments)
    }
}

impl Chunked {
    /// In chunks of so many frames, rounded to whole segments; none is here yet. None for a clip of a single chunk. Reads
    /// all bytes once and keeps none of the codes.
    pub fn new(clip: &Compressed, frames: u32) -> Option<Self> {
        let segments = (f64::from(frames) / f64::from(clip.segment_frames)).round().higher(1.0) as usize;
        if clip.groups.is_empty() || clip.segment_count() <= segments {
            return None;
        }
        let mut whole = clip.clone();
        whole.sample_root(Span { frame: 0, fraction: 0.0 }, &Transform::IDENTITY);
        let records = Array::from(&clip.bytes().as_slice()[clip.records_range()]);
        let firsts = (0..clip.segment_count()).step_by(segments);
        let chunk = |first: usize| Chunk { bytes: bytes_of(clip, first, first + segments), ..Chunk::default() };
        let chunks = firsts.map(chunk).collect();
        whole.forget_bytes();
        Some(Self { whole, records, segments, chunks, stalls: AtomicU32::new(0) })
    }

    pub fn count(&self) -> usize {
        self.chunks.len()
    }

    /// Frames of a chunk; the last may have fewer.
    pub fn chunk_frames(&self) -> u32 {
        self.segments as u32 * self.whole.segment_frames
    }

    /// Which bytes of [`Compressed::bytes`] a chunk is made of.
    pub fn bytes(&self, chunk: usize) -> Range<usize> {
        self.chunks[chunk].bytes.clone()
    }

    /// Whether a tick needed it since this was called last.
    pub fn take_asked(&self, chunk: usize) -> bool {
        let asked = &self.chunks[chunk].asked;
        asked.load(Ordering::Relaxed) && asked.swap(false, Ordering::Relaxed)
    }

    /// Asks for what holds a frame, before a tick does.
    pub fn ask(&self, frame: u32) {
        let chunk = frame.min(self.whole.frames - 1) / self.chunk_frames();
        self.chunks[chunk as usize].asked.store(true, Ordering::Relaxed);
    }

    /// How often a frame was held because its own was not here.
    pub fn stalls(&self) -> u32 {
        self.stalls.load(Ordering::Relaxed)
    }

    /// Takes the bytes of a chunk. Contract: between two ticks, or a tick may have it that began without. False where they
    /// are not as many as [`Chunked::bytes`] says.
    pub fn supply(&self, chunk: usize, codes: &[u8]) -> bool {
        let is_sound = codes.len() == self.chunks[chunk].bytes.len();
        if is_sound {
            self.set(chunk, Some(Arc::new(self.part(chunk, codes))));
        }
        is_sound
    }

    /// Contract: between two ticks.
    pub fn drop_chunk(&self, chunk: usize) {
        self.set(chunk, None);
    }

    /// See [`Compressed::bones`].
    pub fn bones(&self) -> Vec<usize> {
        self.whole.bones()
    }

    /// What the codes of all chunks take together, in bytes.
    pub fn all_bytes(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.bytes.len()).sum()
    }

    /// As [`Compressed::sample`] or with a cache [`Compressed::sample_cached`], where the frame is here. Otherwise the
    /// nearest frame that is, the earlier one first; nothing is written where none is.
    pub(crate) fn sample(&self, span: Span, cache: Option<Cached<'_>>, out: &mut Pose) {
        let Found { clip, span, is_held } = self.find(span);
        match (cache, clip) {
            (None, None) => {}
            (None, Some(clip)) => clip.sample(span, out),
            (Some(Cached { player, segments }), clip) => {
                if let Some(clip) = clip {
                    clip.sample_with(span, Cached { player, segments }, out);
                }
                player.is_stalled = is_held;
            }
        }
    }

    /// Bone 0, which is always here.
    pub fn sample_root(&self, span: Span, held: &Transform) -> Transform {
        self.whole.sample_root(span, held)
    }

    fn find(&self, span: Span) -> Found {
        let frame = span.frame.min(self.whole.frames - 1);
        let wanted = (frame / self.chunk_frames()) as usize;
        let asked = |at: usize| self.chunks[at].asked.store(true, Ordering::Relaxed);
        asked(wanted);
        if let Some(clip) = self.held(wanted) {
            let frame = frame - wanted as u32 * self.chunk_frames();
            return Found { clip: Some(clip), span: Span { frame, ..span }, is_held: false };
        }
        self.stalls.fetch_add(1, Ordering::Relaxed);
        // What is shown instead is needed too, or it would go while it is.
        let mut nearest = (0..wanted).rev().chain(wanted + 1..self.count());
        let found = nearest.find_map(|at| Some((at, self.held(at)?)));
        let Some((at, clip)) = found else { return Found { clip: None, span, is_held: true } };
        asked(at);
        let frame = if at < wanted { clip.frames - 1 } else { 0 };
        Found { clip: Some(clip), span: Span { frame, fraction: 0.0 }, is_held: true }
    }

    fn held(&self, chunk: usize) -> Option<Arc<Compressed>> {
        self.chunks[chunk].held.read().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }

    fn set(&self, chunk: usize, held: Option<Arc<Compressed>>) {
        *self.chunks[chunk].held.write().unwrap_or_else(|poisoned| poisoned.into_inner()) = held;
    }

    /// The clip of the chunk's frames alone.
    fn part(&self, chunk: usize, codes: &[u8]) -> Compressed {
        let first = chunk * self.segments;
        self.whole.part(first, first + self.segments, (self.chunks[chunk].bytes.start, codes), &self.records)
    }
}

/// What shows a frame, and where in it.
struct Found {
    clip: Option<Arc<Compressed>>,
    span: Span,
    /// It is another frame than the one that was asked for, or none.
    is_held: bool,
}

/// Of the codes of these segments and one frame more, as far as a decoder may read.
fn bytes_of(clip: &Compressed, first: usize, end: usize) -> Range<usize> {
    let bits = clip.bits_of(first, end);
    let start = clip.stream_start() + (bits.start >> 3) as usize;
    let end = clip.stream_start() + bits.end.div_ceil(8) as usize + WINDOW;
    debug_assert!(start >= size_of::<CodecHeader>());
    start..end.min(clip.bytes().len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{
        SampleCache, Settings, Source, encode,
        tests::{motion, skeleton},
    };
    use proptest::prelude::*;

    fn clip(frames: usize) -> Compressed {
        let (skeleton, frames) = (skeleton(), motion(frames));
        let shells = vec![Settings::DEFAULT_SHELL; skeleton.len()];
        let source = Source { skeleton: &skeleton, additive: None, bases: &[], frames: &frames, shells: &shells };
        encode(&source, &Settings::default()).unwrap().0
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
        chunked.sample(Span { frame, fraction }, cache.map(SampleCache::parts), &mut pose);
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
        let asked = || (0..count).filter(|at| chunked.take_asked(*at)).collect::<Vec<_>>();
        let mut cache = SampleCache::default();
        assert_eq!(
            shown(&chunked, 2 * frames + 5, 0.3, Some(&mut cache)),
            Pose::reference(&skeleton()),
            "none is here"
        );
        assert!(cache.is_stalled());
        assert_eq!((chunked.stalls(), asked()), (1, vec![2]));
        supply(&chunked, &clip, 3);
        assert_eq!(shown(&chunked, 2 * frames + 5, 0.3, Some(&mut cache)), whole(&clip, 3 * frames, 0.0));
        assert_eq!(asked(), [2, 3], "what is held is needed as well");
        supply(&chunked, &clip, 0);
        assert_eq!(shown(&chunked, 2 * frames + 5, 0.3, Some(&mut cache)), whole(&clip, frames, 0.0));
        assert!(cache.is_stalled());
        supply(&chunked, &clip, 2);
        assert_eq!(shown(&chunked, 2 * frames + 5, 0.3, Some(&mut cache)), whole(&clip, 2 * frames + 5, 0.3));
        assert_eq!((cache.is_stalled(), chunked.stalls()), (false, 3));
        chunked.drop_chunk(2);
        assert!(chunked.held(2).is_none());
        assert_eq!(shown(&chunked, 2 * frames + 5, 0.3, None), whole(&clip, frames, 0.0));
        let short = &clip.bytes()[chunked.bytes(1)][1..];
        assert!(!chunked.supply(1, short) && chunked.held(1).is_none());
    }

    /// Codes of another file, or of a broken disk: whatever they say, nothing is read beyond them and nothing panics.
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
        assert!(parts < clip.bytes().len() + more, "{parts} of {} in {}", clip.bytes().len(), chunked.count());
        assert!(Chunked::new(&clip, 600).is_none(), "a single chunk is the clip itself");
    }
}
