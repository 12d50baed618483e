//! From a session to the bytes of its file.

use crate::{
    SessionFileError,
    chunk::{END, HEADER, LIBRARY, MAGIC, MARK, NOTE, SEGMENT, VERSION, write_chunk},
    record::{HeaderRecord, LibraryRecord, MarkRecord, SegmentRecord},
};
use anim::{Library, float};
use bundle::Golden;
use engine::{EvaluatorState, RecordedSession, SessionSegment, library_place};
use std::sync::Arc;

/// What is written beside the session.
#[derive(Clone, Debug, Default)]
pub struct SessionWriting {
    /// How the session began, such as `script`, `game` or `preview`.
    pub origin: String,
    /// What the session played, such as the name of its project or bundle.
    pub title: String,
    /// Whether libraries are left out: the file is small, and whoever plays it needs the bundles.
    pub is_light: bool,
}

/// The bytes of a session's file. The same session gives the same bytes. An error if the libraries
/// are to be in it and one of them is streamed.
pub fn write(
    session: &RecordedSession,
    writing: &SessionWriting,
) -> Result<Vec<u8>, SessionFileError> {
    let mut libraries = Vec::new();
    let segments: Vec<SegmentRecord> = session
        .segments
        .iter()
        .map(|segment| segment_record(segment, &mut libraries))
        .collect();
    let mut out = MAGIC.to_vec();
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.extend_from_slice(&float::RULE.to_le_bytes());
    let header = HeaderRecord {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        origin: writing.origin.clone(),
        title: writing.title.clone(),
        state_version: EvaluatorState::VERSION,
        first: session.first(),
        end: session.end(),
        seconds: session.seconds(),
        segments: segments.len() as u32,
        libraries: libraries.len() as u32,
    };
    write_chunk(HEADER, &encoded(&header), &mut out);
    for note in &session.notes {
        write_chunk(NOTE, &encoded(note), &mut out);
    }
    for library in &libraries {
        let record = library_record(library, writing)?;
        write_chunk(LIBRARY, &encoded(&record), &mut out);
    }
    let mut marks = session.marks.iter().peekable();
    for (at, segment) in segments.iter().enumerate() {
        write_chunk(SEGMENT, &encoded(segment), &mut out);
        let end = segment.first + u64::from(segment.count);
        let is_last = at + 1 == segments.len();
        while let Some(mark) = marks.next_if(|mark| is_last || mark.tick < end) {
            let mark = MarkRecord {
                tick: mark.tick,
                text: mark.text.clone(),
            };
            write_chunk(MARK, &encoded(&mark), &mut out);
        }
    }
    write_chunk(END, &[], &mut out);
    Ok(out)
}

/// Hash of everything that a library holds, by which a light session names it. An error for a
/// streamed library.
pub fn library_hash(library: &Library) -> Result<u128, SessionFileError> {
    library_bytes(library).map(|bytes| xxhash_rust::xxh3::xxh3_128(&bytes))
}

fn library_bytes(library: &Library) -> Result<Vec<u8>, SessionFileError> {
    if library.clips.iter().any(|clip| clip.chunked.is_some()) {
        return Err(SessionFileError::Streamed);
    }
    Ok(bundle::write(library, &Golden::default()))
}

fn library_record(
    library: &Library,
    writing: &SessionWriting,
) -> Result<LibraryRecord, SessionFileError> {
    let bytes = library_bytes(library)?;
    Ok(LibraryRecord {
        hash: xxhash_rust::xxh3::xxh3_128(&bytes),
        name: writing.title.clone(),
        bytes: if writing.is_light { Vec::new() } else { bytes },
    })
}

fn segment_record(segment: &SessionSegment, libraries: &mut Vec<Arc<Library>>) -> SegmentRecord {
    let state = segment.state.encode(libraries);
    let set = segment.libraries.iter();
    SegmentRecord {
        first: segment.first,
        start: segment.start,
        count: segment.count,
        seconds: segment.seconds,
        libraries: set
            .map(|library| library_place(libraries, library))
            .collect(),
        state,
        ticks: segment.bytes.clone(),
    }
}

/// Writing to memory does not fail, and records refuse nothing.
fn encoded<T: serde::Serialize>(record: &T) -> Vec<u8> {
    postcard::to_allocvec(record).unwrap_or_default()
}
