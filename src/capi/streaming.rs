//! Bundles whose keys stay in their file.

use crate::{
    MutoscopeBundle, MutoscopeName, MutoscopeResult,
    bundle::{put_boxed, take_back},
    guard::{CallError, call},
    pointer::{Sized32, get, get_mut, put, sized, write_text},
};
use anim::Name;
use engine::streaming::{ChunkSource, Streaming, StreamingSettings, StreamingStatus};
use std::{
    ffi::{c_char, c_void},
    io,
};
use words::tr;

/// Reads `length` bytes from byte `at` of the bundle's file on. Answers 1 if it has read them all,
/// and 0 otherwise: they are ordered again later. Called on a thread of the library's own, one call
/// at a time; it may wait.
pub type MutoscopeReadFn =
    Option<unsafe extern "C" fn(user: *mut c_void, at: u64, into: *mut u8, length: usize) -> u32>;

/// How clips are cut, and how much of them is in memory.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeStreamingSettings {
    /// `sizeof(MutoscopeStreamingSettings)`.
    pub size: u32,
    /// Seconds of a chunk; 0 for 4.
    pub chunk: f32,
    /// Seconds: shorter clips are whole; 0 for 8.
    pub shortest: f32,
    /// 0.
    pub reserved: u32,
    /// Most bytes of keys in memory or ordered; 0 for 16 MiB.
    pub budget: u64,
}

// SAFETY: numbers.
unsafe impl Sized32 for MutoscopeStreamingSettings {
    const FIRST: usize = size_of::<Self>();
}

/// What is in memory and what is missing.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MutoscopeStreamingStatus {
    /// Bytes of the chunks in memory.
    pub here: u64,
    /// Bytes of the chunks that are ordered.
    pub ordered: u64,
    /// Number of chunks in memory.
    pub chunks_here: u64,
    /// Number of times that a frame was held because its own was missing.
    pub stalls: u64,
    /// 1: what ticks need now has no room.
    pub is_starved: u32,
    /// 1: a chunk could not be read; it is tried again.
    pub has_failed: u32,
}

impl From<&StreamingStatus> for MutoscopeStreamingStatus {
    fn from(it: &StreamingStatus) -> Self {
        Self {
            here: it.here as u64,
            ordered: it.ordered as u64,
            chunks_here: it.chunks_here as u64,
            stalls: it.stalls,
            is_starved: it.is_starved.into(),
            has_failed: it.failure.is_some().into(),
        }
    }
}

/// Loads chunks of keys while characters play.
pub struct MutoscopeStreaming {
    inner: Streaming,
    /// What worlds play: the bundle with its long clips in chunks.
    bundle: MutoscopeBundle,
}

struct GameSource {
    read: unsafe extern "C" fn(*mut c_void, u64, *mut u8, usize) -> u32,
    user: *mut c_void,
}

// SAFETY: the function may be called on the library's thread, by the contract of `mutoscope_streaming_create`.
unsafe impl Send for GameSource {}

impl ChunkSource for GameSource {
    fn read(&mut self, at: u64, into: &mut [u8]) -> io::Result<()> {
        // SAFETY: by the contract of `mutoscope_streaming_create`.
        let read = unsafe { (self.read)(self.user, at, into.as_mut_ptr(), into.len()) };
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }
}

fn settings(it: &MutoscopeStreamingSettings) -> StreamingSettings {
    let usual = StreamingSettings::default();
    let or = |value: f32, usual: f32| if value > 0.0 { value } else { usual };
    StreamingSettings {
        budget: match it.budget {
            0 => usual.budget,
            bytes => usize::try_from(bytes).unwrap_or(usize::MAX),
        },
        chunk: or(it.chunk, usual.chunk),
        shortest: or(it.shortest, usual.shortest),
    }
}

/// Plays a bundle with long clips in chunks from its file, which `read` reads. `settings` may be
/// null. The rest of the bundle is copied: it may be closed at once.
///
/// # Safety
/// `bundle` is a bundle, `settings` is null or begins with its size, `streaming` may be written;
/// `read` may be called with `user` on another thread until the stream is destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_streaming_create(
    bundle: *const MutoscopeBundle,
    stream: *const MutoscopeStreamingSettings,
    read: MutoscopeReadFn,
    user: *mut c_void,
    streaming: *mut *mut MutoscopeStreaming,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let whole = &get(bundle, "bundle")?.inner;
            let read = read.ok_or_else(|| crate::guard::null("read"))?;
            let chosen = if stream.is_null() {
                StreamingSettings::default()
            } else {
                settings(&sized(stream, "settings")?)
            };
            let inner = Streaming::begin_apart(whole, GameSource { read, user }, chosen).map_err(
                |why| {
                    let text = tr!("the chunks of the bundle cannot be streamed: {why}");
                    CallError::new(MutoscopeResult::System, text)
                },
            )?;
            let bundle = MutoscopeBundle {
                inner: bundle::Bundle {
                    library: inner.library().clone(),
                    golden: bundle::Golden::default(),
                },
            };
            put_boxed(streaming, MutoscopeStreaming { inner, bundle }, "streaming")
        }
    })
}

/// The bundle that worlds play. It belongs to the stream: it is not closed, and stays until the
/// stream is destroyed.
///
/// # Safety
/// `streaming` is a stream, `bundle` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_streaming_bundle(
    streaming: *const MutoscopeStreaming,
    bundle: *mut *const MutoscopeBundle,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            put(
                bundle,
                &raw const get(streaming, "streaming")?.bundle,
                "bundle",
            )
        }
    })
}

/// Between two steps: takes what came and orders what is needed. Never waits, but with `waits` 1,
/// behind a loading screen, for all that is ordered. `status` may be null. No world that plays the
/// stream may be in a call.
///
/// # Safety
/// `streaming` is a stream in no other call, `status` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_streaming_update(
    streaming: *mut MutoscopeStreaming,
    waits: u32,
    status: *mut MutoscopeStreamingStatus,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let inner = &mut get_mut(streaming, "streaming")?.inner;
            let now = if waits == 0 {
                inner.update()
            } else {
                inner.finish_loading()
            };
            if status.is_null() {
                return Ok(());
            }
            put(status, (&now).into(), "status")
        }
    })
}

/// Asks for the keys at a time of a clip, seconds, before it is played.
///
/// # Safety
/// `streaming` is a stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_streaming_prefetch(
    streaming: *const MutoscopeStreaming,
    clip: MutoscopeName,
    time: f64,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of this function.
        unsafe { get(streaming, "streaming")? }
            .inner
            .prefetch(Name(clip), time);
        Ok(())
    })
}

/// Copies why a chunk could not be read, as `mutoscope_last_error` copies texts, and returns the
/// length of the text; 0 without a failure.
///
/// # Safety
/// `streaming` is null or a stream, `text` points to `capacity` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_streaming_failure(
    streaming: *const MutoscopeStreaming,
    text: *mut c_char,
    capacity: usize,
) -> usize {
    let mut length = 0;
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let status = get(streaming, "streaming")?.inner.status();
            let why = status.failure.unwrap_or_default();
            length = why.len();
            write_text(&why, text, capacity);
        }
        Ok(())
    });
    length
}

/// Destroys a stream; null is nothing. Worlds that play it hold the frames that are there.
///
/// # Safety
/// `streaming` was made, is not destroyed yet and is not used any more, nor is its bundle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_streaming_destroy(streaming: *mut MutoscopeStreaming) {
    // SAFETY: the caller's contract is that of this function.
    unsafe { take_back(streaming) };
}
