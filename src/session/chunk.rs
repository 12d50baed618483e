//! The chunks of a session's file: each with a tag, a version, its size and a checksum, so that a
//! reader skips what it does not know, and a file that was cut off gives what is whole.

use crate::SessionFileError;

/// The first eight bytes of the file.
pub const MAGIC: [u8; 8] = *b"MUTOSESS";
/// Version of the layout of the file. SessionChunks have versions of their own.
pub const VERSION: u32 = 1;
/// Bytes before the first chunk: [`MAGIC`], [`VERSION`], and the rule of floating-point numbers.
pub(crate) const START: usize = 16;
/// Bytes of a chunk before what it holds.
const HEAD: usize = 32;
/// Bit of a chunk's flags: a reader that does not know the tag or version refuses the file.
const REQUIRED: u32 = 1;

/// A kind of chunk: its tag, its version, and whether a reader must know it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChunkKind {
    pub(crate) tag: [u8; 8],
    pub(crate) version: u32,
    pub(crate) is_required: bool,
}

const fn kind(tag: &[u8; 8], is_required: bool) -> ChunkKind {
    ChunkKind {
        tag: *tag,
        version: 1,
        is_required,
    }
}

pub(crate) const HEADER: ChunkKind = kind(b"header  ", true);
pub(crate) const NOTE: ChunkKind = kind(b"note    ", false);
pub(crate) const LIBRARY: ChunkKind = kind(b"library ", true);
pub(crate) const SEGMENT: ChunkKind = kind(b"segment ", true);
pub(crate) const MARK: ChunkKind = kind(b"mark    ", false);
pub(crate) const END: ChunkKind = kind(b"end     ", true);

const ALL: [ChunkKind; 6] = [HEADER, NOTE, LIBRARY, SEGMENT, MARK, END];

/// Appends a chunk.
pub(crate) fn write_chunk(kind: ChunkKind, payload: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&kind.tag);
    out.extend_from_slice(&kind.version.to_le_bytes());
    let flags = if kind.is_required { REQUIRED } else { 0 };
    out.extend_from_slice(&flags.to_le_bytes());
    out.extend_from_slice(&(payload.len() as u64).to_le_bytes());
    out.extend_from_slice(&xxhash_rust::xxh3::xxh3_64(payload).to_le_bytes());
    out.extend_from_slice(payload);
}

/// A chunk that is whole and known.
pub(crate) struct SessionChunk<'a> {
    pub(crate) tag: [u8; 8],
    pub(crate) payload: &'a [u8],
}

/// Reads the chunks one after the other.
pub(crate) struct SessionChunks<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> SessionChunks<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: START }
    }

    /// Bytes from the start of the file to the chunk that comes next.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// The next chunk that this program knows. None at the end of the bytes; an error where the
    /// bytes end inside a chunk, where its checksum does not match, and where it needs a newer
    /// program.
    pub(crate) fn next(&mut self) -> Result<Option<SessionChunk<'a>>, SessionFileError> {
        loop {
            let rest = &self.bytes[self.at..];
            if rest.is_empty() {
                return Ok(None);
            }
            let cut = SessionFileError::Cut { at: self.at as u64 };
            let head = rest.first_chunk::<HEAD>().ok_or(cut.clone())?;
            let (tag, numbers) = head.split_at(8);
            let word = |at: usize| {
                let bytes: [u8; 4] = numbers[at..at + 4].try_into().unwrap_or_default();
                u32::from_le_bytes(bytes)
            };
            let wide = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
            let (version, flags, length, checksum) = (word(0), word(4), wide(8), wide(16));
            let length = usize::try_from(length).map_err(|_| cut.clone())?;
            let payload = rest[HEAD..].get(..length).ok_or(cut)?;
            let start = self.at;
            self.at += HEAD + length;
            let known = ALL
                .iter()
                .find(|kind| kind.tag == tag && version <= kind.version);
            if xxhash_rust::xxh3::xxh3_64(payload) != checksum {
                return Err(SessionFileError::Checksum { at: start as u64 });
            }
            match known {
                Some(kind) => {
                    return Ok(Some(SessionChunk {
                        tag: kind.tag,
                        payload,
                    }));
                }
                None if flags & REQUIRED != 0 => {
                    return Err(SessionFileError::Chunk {
                        tag: tag.trim_ascii_end().escape_ascii().to_string(),
                        version,
                    });
                }
                None => {}
            }
        }
    }
}
