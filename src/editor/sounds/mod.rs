//! Sounds of the project as they are heard and seen: decoded once, in the background.

mod paint;

pub(crate) use paint::waveform;

use asset::{Id, SoundFile};
use sound::{Pcm, SoundError, Waveform, decode};
use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, OnceLock},
};

/// Where sound files go when they are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SoundPlace {
    /// Assets of the project.
    Project,
    /// Assets of the project, and sounds on the open timeline if the pointer is over it when the
    /// files are read; the drop position of files from other programs is unknown.
    Pointer,
    /// Assets, and on this timeline from this time on, in seconds.
    Timeline(Id, f32),
    /// Replacement for the file of this sound.
    InPlaceOf(Id),
}

/// A sound file that was read and decoded once, or why not.
pub(crate) struct ReadSound {
    /// Path of the sound file.
    pub path: PathBuf,
    /// The sound under the name of its file.
    pub result: Result<SoundFile, String>,
}

/// A decoded sound.
pub(crate) struct DecodedSound {
    /// Samples of the sound.
    pub pcm: Arc<Pcm>,
    /// Waveform that the timeline and panels draw.
    pub wave: Waveform,
}

type Decoding = Arc<OnceLock<Result<DecodedSound, SoundError>>>;

/// Decoded sounds by the bytes of their files. The bytes are held, so that an address stays theirs.
#[derive(Default)]
pub(crate) struct SoundShelf {
    known: HashMap<*const u8, (Arc<[u8]>, Decoding)>,
}

impl SoundShelf {
    /// Kept beside those of the project: what undo brings back need not be decoded again.
    const MOST: usize = 256;

    /// Decoded sound of a file; None until decoding, which begins with the first call, has
    /// finished.
    pub fn get(&mut self, file: &SoundFile) -> Option<&Result<DecodedSound, SoundError>> {
        if self.known.len() >= Self::MOST && !self.known.contains_key(&file.bytes.as_ptr()) {
            self.known.clear();
        }
        let entry = self.known.entry(file.bytes.as_ptr());
        let (_, decoding) = entry.or_insert_with(|| (file.bytes.clone(), begun(&file.bytes)));
        decoding.get()
    }

    /// Whether one is being decoded.
    pub fn is_loading(&self) -> bool {
        self.known.values().any(|(_, it)| it.get().is_none())
    }
}

fn decoded(bytes: &[u8]) -> Result<DecodedSound, SoundError> {
    let pcm = Arc::new(decode(bytes)?);
    let wave = Waveform::of(&pcm);
    Ok(DecodedSound { pcm, wave })
}

fn begun(bytes: &Arc<[u8]>) -> Decoding {
    let decoding = Decoding::default();
    let (bytes, into) = (bytes.clone(), decoding.clone());
    let work = move || drop(into.set(decoded(&bytes)));
    let thread = std::thread::Builder::new().name("decode sound".into());
    if thread.spawn(work.clone()).is_err() {
        work();
    }
    decoding
}
