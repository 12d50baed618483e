//! From the bytes of a file to a session: what is whole of it.

use crate::{
    SessionFileError, VERSION,
    chunk::{END, HEADER, LIBRARY, MAGIC, MARK, NOTE, SEGMENT, START, SessionChunks},
    record::{HeaderRecord, LibraryRecord, MarkRecord, SegmentRecord},
};
use anim::{Library, Store, float};
use engine::{EvaluatorState, RecordedSession, SessionMark, SessionSegment, SessionTick};
use serde::de::DeserializeOwned;
use std::sync::Arc;
use words::tr;

/// A session's file that was read. What is missing of it is told, and the rest is there.
#[derive(Debug)]
pub struct SessionFile {
    /// Version of the program that wrote the file.
    pub program: String,
    /// How the session began, such as `script`, `game` or `preview`.
    pub origin: String,
    /// What the session played.
    pub title: String,
    /// Ticks before the first that was recorded, and before the end of the recording, as the header
    /// says.
    pub stated: [u64; 2],
    /// Notes of the game.
    pub notes: Vec<(String, String)>,
    /// Marks of the segments that are there.
    pub marks: Vec<SessionMark>,
    /// Libraries by their places.
    pub libraries: Vec<SessionLibrary>,
    /// Why not everything that was written is there; None if it is.
    pub fault: Option<SessionFileError>,
    segments: Vec<(usize, SegmentRecord)>,
}

/// A library that a session plays.
#[derive(Clone, Debug)]
pub struct SessionLibrary {
    /// Hash of everything that it holds.
    pub hash: u128,
    /// Name of the project or bundle that it is of.
    pub name: String,
    /// The library; None if it is not in the file.
    pub library: Option<Arc<Library>>,
}

/// Reads a session's file. A file that was cut off, or is damaged behind its header, gives the
/// whole segments before that place; [`SessionFile::fault`] then says so. Bytes that were never a
/// session are an error. No more memory is taken than a few times the length of the bytes.
pub fn read(bytes: &[u8]) -> Result<SessionFile, SessionFileError> {
    let start = bytes.first_chunk::<START>();
    let start = start.ok_or(SessionFileError::NotASession)?;
    let word = |at: usize| {
        let bytes: [u8; 4] = start[at..at + 4].try_into().unwrap_or_default();
        u32::from_le_bytes(bytes)
    };
    if start[..8] != MAGIC {
        return Err(SessionFileError::NotASession);
    }
    if word(8) != VERSION {
        return Err(SessionFileError::Version { found: word(8) });
    }
    if word(12) != float::RULE {
        return Err(SessionFileError::FloatRule { found: word(12) });
    }
    let mut chunks = SessionChunks::new(bytes);
    let header: HeaderRecord = match chunks.next()? {
        Some(chunk) if chunk.tag == HEADER.tag => decoded(chunk.payload, START)?,
        _ => return Err(malformed(START, tr!("the header is missing"))),
    };
    if header.state_version != EvaluatorState::VERSION {
        return Err(SessionFileError::States {
            found: header.state_version,
        });
    }
    let mut file = SessionFile {
        stated: [header.first, header.end],
        program: header.program,
        origin: header.origin,
        title: header.title,
        notes: Vec::new(),
        marks: Vec::new(),
        libraries: Vec::new(),
        fault: None,
        segments: Vec::new(),
    };
    file.fault = file.take_chunks(&mut chunks).err();
    let end = file.end();
    file.marks.retain(|mark| mark.tick <= end);
    Ok(file)
}

impl SessionFile {
    fn take_chunks(&mut self, chunks: &mut SessionChunks<'_>) -> Result<(), SessionFileError> {
        loop {
            let at = chunks.at();
            let Some(chunk) = chunks.next()? else {
                return Err(SessionFileError::Cut { at: at as u64 });
            };
            if chunk.tag == END.tag {
                return Ok(());
            } else if chunk.tag == NOTE.tag {
                self.notes.push(decoded(chunk.payload, at)?);
            } else if chunk.tag == LIBRARY.tag {
                self.libraries.push(library(decoded(chunk.payload, at)?)?);
            } else if chunk.tag == SEGMENT.tag {
                self.take_segment(decoded(chunk.payload, at)?, at)?;
            } else if chunk.tag == MARK.tag {
                let MarkRecord { tick, text } = decoded(chunk.payload, at)?;
                self.marks.push(SessionMark { tick, text });
            }
        }
    }

    fn take_segment(&mut self, segment: SegmentRecord, at: usize) -> Result<(), SessionFileError> {
        let is_next = match self.segments.last() {
            Some((_, last)) => last.first.checked_add(last.count.into()) == Some(segment.first),
            None => segment.first <= u64::MAX / 2,
        };
        // A tick takes nine bytes at least.
        let is_counted = segment.ticks.len() / 9 >= segment.count as usize;
        let times = [segment.start, segment.seconds];
        let is_timed = times.iter().all(|time| time.is_finite() && *time >= 0.0);
        if is_next && is_counted && is_timed {
            self.segments.push((at, segment));
            Ok(())
        } else {
            Err(malformed(
                at,
                tr!("the segment does not follow the one before"),
            ))
        }
    }

    /// Ticks before the first that is there.
    pub fn first(&self) -> u64 {
        self.segments
            .first()
            .map_or(self.stated[0], |it| it.1.first)
    }

    /// Ticks before the end of what is there.
    pub fn end(&self) -> u64 {
        let end = |(_, segment): &(usize, SegmentRecord)| segment.first + u64::from(segment.count);
        self.segments.last().map_or(self.stated[0], end)
    }

    /// Seconds that are there.
    pub fn seconds(&self) -> f64 {
        self.segments.iter().map(|it| it.1.seconds).sum()
    }

    /// Number of segments that are there.
    pub fn segments(&self) -> usize {
        self.segments.len()
    }

    /// Bytes of the states and of the ticks.
    pub fn sizes(&self) -> [usize; 2] {
        let sum = |of: fn(&SegmentRecord) -> usize| self.segments.iter().map(|it| of(&it.1)).sum();
        [sum(|it| it.state.len()), sum(|it| it.ticks.len())]
    }

    /// Gives the session a library that is not in its file, if it is one of those that it plays.
    /// Returns whether it is.
    pub fn give(&mut self, library: &Arc<Library>) -> Result<bool, SessionFileError> {
        let hash = crate::library_hash(library)?;
        let mut is_wanted = false;
        for known in self.libraries.iter_mut().filter(|it| it.hash == hash) {
            known.library.get_or_insert_with(|| library.clone());
            is_wanted = true;
        }
        Ok(is_wanted)
    }

    /// The inputs of every tick, in order, which need no library: those that set one have an empty
    /// one. It ends at the first tick that cannot be read.
    pub fn inputs(&self) -> impl Iterator<Item = SessionTick> {
        let ticks = |(_, record): &(usize, SegmentRecord)| {
            let segment = SessionSegment {
                first: record.first,
                start: record.start,
                state: EvaluatorState::default(),
                count: record.count,
                seconds: record.seconds,
                bytes: record.ticks.clone(),
                libraries: vec![Arc::default(); record.libraries.len()],
            };
            segment.ticks().unwrap_or_default()
        };
        self.segments.iter().flat_map(ticks)
    }

    /// The session, to be played. An error if a library is missing, and if a state is damaged.
    pub fn session(&self) -> Result<RecordedSession, SessionFileError> {
        let libraries = self.libraries.iter().map(|known| {
            let missing = || SessionFileError::LibraryMissing {
                name: known.name.clone(),
                hash: known.hash,
            };
            known.library.clone().ok_or_else(missing)
        });
        let libraries = libraries.collect::<Result<Vec<_>, _>>()?;
        let segments = self.segments.iter();
        let segments = segments.map(|(at, record)| played(record, *at, &libraries));
        Ok(RecordedSession {
            segments: segments.collect::<Result<_, _>>()?,
            marks: self.marks.clone(),
            notes: self.notes.clone(),
        })
    }
}

fn played(
    record: &SegmentRecord,
    at: usize,
    libraries: &[Arc<Library>],
) -> Result<Arc<SessionSegment>, SessionFileError> {
    let state = EvaluatorState::decode(&record.state, libraries)
        .map_err(|why| malformed(at, &why.to_string()))?;
    let set = record.libraries.iter().map(|place| {
        let known = libraries.get(*place as usize).cloned();
        known.ok_or_else(|| malformed(at, tr!("it names a library that there is not")))
    });
    Ok(Arc::new(SessionSegment {
        first: record.first,
        start: record.start,
        state,
        count: record.count,
        seconds: record.seconds,
        bytes: record.ticks.clone(),
        libraries: set.collect::<Result<_, _>>()?,
    }))
}

fn library(record: LibraryRecord) -> Result<SessionLibrary, SessionFileError> {
    let LibraryRecord { hash, name, bytes } = record;
    if bytes.is_empty() {
        let library = None;
        return Ok(SessionLibrary {
            hash,
            name,
            library,
        });
    }
    let read = bundle::read(Store::of(&bytes), bytes.len());
    match read {
        Ok(bundle) => Ok(SessionLibrary {
            hash,
            name,
            library: Some(bundle.library),
        }),
        Err(why) => Err(SessionFileError::Library {
            name,
            why: why.to_string(),
        }),
    }
}

fn decoded<T: DeserializeOwned>(payload: &[u8], at: usize) -> Result<T, SessionFileError> {
    match postcard::take_from_bytes(payload) {
        Ok((record, [])) => Ok(record),
        _ => Err(malformed(at, tr!("its content cannot be read"))),
    }
}

fn malformed(at: usize, what: &str) -> SessionFileError {
    SessionFileError::Content {
        at: at as u64,
        what: what.to_owned(),
    }
}
