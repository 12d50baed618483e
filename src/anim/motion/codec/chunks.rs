//! A compressed clip whose codes come in chunks of time: each plays alone, for it has the first
//! frame of the next one too. Which are here changes between two ticks; a tick asks, and shows the
//! nearest frame that is here instead of waiting. Invariant: what a chunk that is here shows are
//! the bits of the whole clip.

#[cfg(test)]
mod tests;

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

/// A clip whose codes come and go chunk by chunk, see [`Clip::in_chunks`](crate::Clip::in_chunks).
#[derive(Debug)]
pub struct Chunked {
    /// Everything but the codes, and the root's own track: where a character goes never waits.
    whole: Compressed,
    /// Records of all segments.
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
    /// Splits a clip into chunks of `frames` frames, rounded to whole segments, none of them loaded
    /// yet. None for a clip of a single chunk. Reads all bytes once and keeps none of the codes.
    pub fn new(clip: &Compressed, frames: u32) -> Option<Self> {
        let segments = (f64::from(frames) / f64::from(clip.segment_frames))
            .round()
            .higher(1.0) as usize;
        if clip.groups.is_empty() || clip.segment_count() <= segments {
            return None;
        }
        let mut whole = clip.clone();
        whole.sample_root(
            Span {
                frame: 0,
                fraction: 0.0,
            },
            &Transform::IDENTITY,
        );
        let records = Array::from(&clip.bytes().as_slice()[clip.records_range()]);
        let firsts = (0..clip.segment_count()).step_by(segments);
        let chunk = |first: usize| Chunk {
            bytes: bytes_of(clip, first, first + segments),
            ..Chunk::default()
        };
        let chunks = firsts.map(chunk).collect();
        whole.forget_bytes();
        Some(Self {
            whole,
            records,
            segments,
            chunks,
            stalls: AtomicU32::new(0),
        })
    }

    /// Number of chunks, here or not.
    pub fn count(&self) -> usize {
        self.chunks.len()
    }

    /// Frames of a chunk; the last may have fewer.
    pub fn chunk_frames(&self) -> u32 {
        self.segments as u32 * self.whole.segment_frames
    }

    /// Range of the bytes in [`Compressed::bytes`] that make up a chunk.
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
        self.chunks[chunk as usize]
            .asked
            .store(true, Ordering::Relaxed);
    }

    /// Number of times that a frame was held because the required frame was not loaded.
    pub fn stalls(&self) -> u32 {
        self.stalls.load(Ordering::Relaxed)
    }

    /// Takes the bytes of a chunk. Contract: between two ticks, or a tick may have it that began
    /// without. False where they are not as many as [`Chunked::bytes`] says.
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

    /// Total size of the codes of all chunks, bytes.
    pub fn all_bytes(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.bytes.len()).sum()
    }

    /// Samples as [`Compressed::sample`], or with a cache as [`Compressed::sample_cached`], if the
    /// frame is loaded. Otherwise samples the nearest loaded frame, the earlier one first; writes
    /// nothing if no frame is loaded.
    pub(crate) fn sample(&self, span: Span, cache: Option<Cached<'_>>, out: &mut Pose) {
        let FrameLookup {
            clip,
            span,
            is_held,
        } = self.find(span);
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

    fn find(&self, span: Span) -> FrameLookup {
        let frame = span.frame.min(self.whole.frames - 1);
        let wanted = (frame / self.chunk_frames()) as usize;
        let asked = |at: usize| self.chunks[at].asked.store(true, Ordering::Relaxed);
        asked(wanted);
        if let Some(clip) = self.held(wanted) {
            let frame = frame - wanted as u32 * self.chunk_frames();
            return FrameLookup {
                clip: Some(clip),
                span: Span { frame, ..span },
                is_held: false,
            };
        }
        self.stalls.fetch_add(1, Ordering::Relaxed);
        // What is shown instead is needed too, or it would go while it is.
        let mut nearest = (0..wanted).rev().chain(wanted + 1..self.count());
        let found = nearest.find_map(|at| Some((at, self.held(at)?)));
        let Some((at, clip)) = found else {
            return FrameLookup {
                clip: None,
                span,
                is_held: true,
            };
        };
        asked(at);
        let frame = if at < wanted { clip.frames - 1 } else { 0 };
        FrameLookup {
            clip: Some(clip),
            span: Span {
                frame,
                fraction: 0.0,
            },
            is_held: true,
        }
    }

    fn held(&self, chunk: usize) -> Option<Arc<Compressed>> {
        self.chunks[chunk]
            .held
            .read()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
            .clone()
    }

    fn set(&self, chunk: usize, held: Option<Arc<Compressed>>) {
        *self.chunks[chunk]
            .held
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner()) = held;
    }

    /// The clip of the chunk's frames alone.
    fn part(&self, chunk: usize, codes: &[u8]) -> Compressed {
        let first = chunk * self.segments;
        self.whole.part(
            first,
            first + self.segments,
            (self.chunks[chunk].bytes.start, codes),
            &self.records,
        )
    }
}

/// Clip that shows a frame, and the frame's span in that clip.
struct FrameLookup {
    clip: Option<Arc<Compressed>>,
    span: Span,
    /// Whether another frame than the requested one is shown, or none.
    is_held: bool,
}

/// Byte range of the codes of segments `first..end` and of one frame more, as far as a decoder may
/// read.
fn bytes_of(clip: &Compressed, first: usize, end: usize) -> Range<usize> {
    let bits = clip.bits_of(first, end);
    let start = clip.stream_start() + (bits.start >> 3) as usize;
    let end = clip.stream_start() + bits.end.div_ceil(8) as usize + WINDOW;
    debug_assert!(start >= size_of::<CodecHeader>());
    start..end.min(clip.bytes().len())
}
