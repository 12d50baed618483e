//! Why a file was refused. Each error says where, what is wrong, and what to do about it.

use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    File,
    /// Offset from the start of the file.
    Byte(u64),
    /// JSON pointer, such as `/meshes/0/primitives/1`.
    Path(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError {
    pub place: Place,
    pub problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The bytes are something else than the name says.
    OtherFormat {
        expected: &'static str,
        found: String,
    },
    Version {
        found: String,
        supported: &'static str,
    },
    Truncated {
        what: &'static str,
        needed: u64,
        left: u64,
    },
    Syntax {
        message: String,
    },
    /// The file asks for something that it may ask for, but that is not supported here.
    Unsupported {
        what: String,
        advice: String,
    },
    /// A reference to something that the file does not have.
    NoSuch {
        what: &'static str,
        index: u64,
        count: u64,
    },
    /// Breaks a rule of the format; `what` is a full clause.
    Invalid {
        what: String,
    },
    TooLarge {
        what: &'static str,
        count: u64,
        limit: u64,
    },
    /// Reading what stands there would take more memory than a file of this size may ask for; both
    /// in bytes.
    Memory {
        asked: u64,
        left: u64,
    },
    /// A file beside this one could not be had.
    Missing {
        uri: String,
        message: String,
    },
    /// A reference that leads out of the file's own folder.
    Forbidden {
        uri: String,
    },
    /// Whoever asked for it wants it no longer.
    Cancelled,
    /// What another process that reads files said, in whole sentences.
    Said {
        text: String,
    },
}

impl ImportError {
    pub fn new(place: Place, problem: Problem) -> Self {
        Self { place, problem }
    }

    pub fn invalid(place: impl Into<Place>, what: impl Into<String>) -> Self {
        Self::new(place.into(), Problem::Invalid { what: what.into() })
    }

    pub(crate) fn no_such(what: &'static str, index: usize, count: usize, place: &str) -> Self {
        Self::new(
            place.into(),
            Problem::NoSuch {
                what,
                index: index as u64,
                count: count as u64,
            },
        )
    }

    pub(crate) fn invalid_at(byte: u64, what: String) -> Self {
        Self::new(Place::Byte(byte), Problem::Invalid { what })
    }
}

impl From<&str> for Place {
    fn from(path: &str) -> Self {
        Place::Path(path.to_owned())
    }
}

impl From<String> for Place {
    fn from(path: String) -> Self {
        Place::Path(path)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File => f.write_str("the file"),
            Place::Byte(at) => write!(f, "byte {at}"),
            Place::Path(path) => f.write_str(path),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::OtherFormat { expected, found } => {
                write!(
                    f,
                    "this is not {expected} but {found}. Choose another file, or export it again."
                )
            }
            Problem::Version { found, supported } => {
                write!(
                    f,
                    "version {found} is not supported, only {supported} is. Export it as {supported}."
                )
            }
            Problem::Truncated { what, needed, left } => write!(
                f,
                "{what} needs {needed} bytes and {left} are left: the file is cut short. Copy or export it again."
            ),
            Problem::Syntax { message } => {
                write!(f, "cannot be read: {message}. Export the file again.")
            }
            Problem::Unsupported { what, advice } => write!(f, "{what} is not supported. {advice}"),
            Problem::NoSuch { what, index, count } => {
                write!(
                    f,
                    "refers to {what} {index}, but the file has {count}. Export the file again."
                )
            }
            Problem::Invalid { what } => write!(
                f,
                "{what}. Correct it where the file was made, and export it again."
            ),
            Problem::TooLarge { what, count, limit } => {
                write!(
                    f,
                    "{count} {what} are more than the {limit} that can be imported. Split the file."
                )
            }
            Problem::Memory { asked, left } => {
                const MIB: u64 = 1 << 20;
                write!(
                    f,
                    "reading it takes {} MiB, and of what a file of this size may take {} MiB are left. Export the file again \
                     with less in it, or allow it more memory.",
                    asked.div_ceil(MIB),
                    left / MIB
                )
            }
            Problem::Missing { uri, message } => {
                write!(
                    f,
                    "“{uri}” cannot be read ({message}). Put it beside the file."
                )
            }
            Problem::Said { text } => f.write_str(text),
            Problem::Cancelled => f.write_str("it was cancelled; nothing has changed."),
            Problem::Forbidden { uri } => write!(
                f,
                "“{uri}” lies outside the file's own folder, which is not allowed. Put it beside the file and refer to it by name."
            ),
        }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}

impl std::error::Error for ImportError {}
