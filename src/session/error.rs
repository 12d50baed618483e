//! Why bytes are refused as a session, in words that say what to do.

use std::fmt;
use words::tr;

/// Reason why a session's file is refused, or why not all of it can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionFileError {
    /// The file does not start with the magic bytes.
    NotASession,
    /// Written in another layout.
    Version { found: u32 },
    /// Recorded under another rule of floating-point numbers: it would not play alike.
    FloatRule { found: u32 },
    /// The states in it are those of another version of the program.
    States { found: u32 },
    /// It needs a chunk whose tag or version this program does not know.
    Chunk { tag: String, version: u32 },
    /// The file ends inside of a chunk that begins at this byte.
    Cut { at: u64 },
    /// A byte of the chunk that begins there is not what was written.
    Checksum { at: u64 },
    /// The chunk that begins at this byte is not what it should be.
    Content { at: u64, what: String },
    /// A library is not in the file, and was not given.
    LibraryMissing { name: String, hash: u128 },
    /// A library in the file is no bundle.
    Library { name: String, why: String },
    /// The clips of a library stay in their bundle, so that it cannot be written into the file.
    Streamed,
}

impl fmt::Display for SessionFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            SessionFileError::NotASession => {
                tr!("This is not a Mutoscope session. Choose an .msession file.").to_owned()
            }
            SessionFileError::Version { found } => tr!(
                "This session has format version {found}; this program reads version {}. Update this program.",
                crate::VERSION
            ),
            SessionFileError::FloatRule { found } => tr!(
                "This session was recorded under rule {found} of floating-point numbers; this program has rule {}. Play it in the version that recorded it.",
                anim::float::RULE
            ),
            SessionFileError::States { found } => tr!(
                "The states of this session are of version {found}; this program reads version {}. Play it in the version that recorded it.",
                engine::EvaluatorState::VERSION
            ),
            SessionFileError::Chunk { tag, version } => tr!(
                "This session was made by a newer program: it needs “{tag}” of version {version}. Update this program."
            ),
            SessionFileError::Cut { at } => tr!(
                "The session is cut off in the part that begins at byte {at}. Copy the file again."
            ),
            SessionFileError::Checksum { at } => tr!(
                "The session is damaged in the part that begins at byte {at}. Copy the file again."
            ),
            SessionFileError::Content { at, what } => tr!(
                "The session is malformed in the part that begins at byte {at}: {what}. Record it again."
            ),
            SessionFileError::LibraryMissing { name, hash } => tr!(
                "The session plays “{name}” (content {hash:032x}), which is not in the file. Give the bundle that it was recorded with."
            ),
            SessionFileError::Library { name, why } => {
                tr!("“{name}” in the session cannot be read: {why}")
            }
            SessionFileError::Streamed => tr!(
                "The clips of this library are streamed from its bundle. Record without streaming, or save the session without its libraries."
            )
            .to_owned(),
        })
    }
}

impl std::error::Error for SessionFileError {}
