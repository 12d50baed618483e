//! Why a file was refused. Each error says where, what is wrong, and what to do about it.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use std::fmt;
use words::tr;

/// Place in a source file where something was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImportErrorPlace {
    /// The file as a whole; shown as "the file".
    File,
    /// Offset from the start of the file.
    Byte(u64),
    /// JSON pointer, such as `/meshes/0/primitives/1`, or what a format without JSON counts, such
    /// as `line 12` or `frame 3`.
    Path(String),
}

/// Error that stopped an import, so that nothing of the file becomes an asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError {
    /// Place of the problem in the file.
    pub place: ImportErrorPlace,
    /// Problem in the file; its text also gives advice.
    pub problem: ImportProblem,
}

/// Problems in a source file. The [`Display`](std::fmt::Display) text is a clause that follows the
/// place, with advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportProblem {
    /// The bytes are something else than the name says.
    OtherFormat {
        /// Format with its article, such as "an FBX file".
        expected: &'static str,
        /// What the file seems to be instead.
        found: String,
    },
    /// The file has a version of its format that no reader here knows.
    Version {
        /// Version as the file writes it.
        found: String,
        /// All versions that are read, in words.
        supported: &'static str,
    },
    /// The file ends too early.
    Truncated {
        /// What could not be read in full.
        what: &'static str,
        /// Bytes that it takes.
        needed: u64,
        /// Bytes that are left.
        left: u64,
    },
    /// The bytes do not follow the grammar of the format.
    Syntax {
        /// Message of the parser, without a full stop.
        message: String,
    },
    /// The file asks for something that it may ask for, but that is not supported here.
    Unsupported {
        /// Subject of the sentence, without a full stop.
        what: String,
        /// A whole sentence that says what to do.
        advice: String,
    },
    /// A reference to something that the file does not have.
    NoSuch {
        /// Type of thing, such as "frame".
        what: &'static str,
        /// Index, from 0, as the file gives it.
        index: u64,
        /// Number of such things in the file.
        count: u64,
    },
    /// Breaks a rule of the format; `what` is a full clause.
    Invalid {
        /// The clause, without a full stop.
        what: String,
    },
    /// The file has more items of one type than any file may have.
    TooLarge {
        /// Name of the counted items, in the plural.
        what: &'static str,
        /// Number of items in the file; a lower bound where counting stopped early.
        count: u64,
        /// Number of items that are allowed.
        limit: u64,
    },
    /// Reading this part would take more memory than the budget of the file still has.
    Memory {
        /// Bytes that were asked for.
        asked: u64,
        /// Bytes that the budget still had.
        left: u64,
    },
    /// A file that this one refers to cannot be read.
    Missing {
        /// Reference as the file writes it.
        uri: String,
        /// Reason why the file cannot be read, without a full stop.
        message: String,
    },
    /// A reference that leads out of the file's own folder.
    Forbidden {
        /// Reference as the file writes it.
        uri: String,
    },
    /// The caller cancelled the import through its progress callback.
    Cancelled,
    /// Answer of another process that reads files, in whole sentences.
    Said {
        /// The sentences, shown without any addition.
        text: String,
    },
}

impl ImportError {
    /// An error from its parts, for problems without a shorthand.
    pub fn new(place: ImportErrorPlace, problem: ImportProblem) -> Self {
        Self { place, problem }
    }

    /// A [`ImportProblem::Invalid`] error. `what` is a full clause without a full stop.
    pub fn invalid(place: impl Into<ImportErrorPlace>, what: impl Into<String>) -> Self {
        Self::new(place.into(), ImportProblem::Invalid { what: what.into() })
    }

    pub(crate) fn no_such(what: &'static str, index: usize, count: usize, place: &str) -> Self {
        Self::new(
            place.into(),
            ImportProblem::NoSuch {
                what,
                index: index as u64,
                count: count as u64,
            },
        )
    }

    pub(crate) fn invalid_at(byte: u64, what: String) -> Self {
        Self::new(
            ImportErrorPlace::Byte(byte),
            ImportProblem::Invalid { what },
        )
    }
}

impl From<&str> for ImportErrorPlace {
    fn from(path: &str) -> Self {
        ImportErrorPlace::Path(path.to_owned())
    }
}

impl From<String> for ImportErrorPlace {
    fn from(path: String) -> Self {
        ImportErrorPlace::Path(path)
    }
}

impl fmt::Display for ImportErrorPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImportErrorPlace::File => f.write_str(tr!("the file")),
            ImportErrorPlace::Byte(at) => f.write_str(&tr!("byte {at}")),
            ImportErrorPlace::Path(path) => f.write_str(path),
        }
    }
}

impl fmt::Display for ImportProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImportProblem::OtherFormat { expected, found } => {
                f.write_str(&tr!(
                        "this is not {expected} but {found}. Choose another file, or export it again."
                    ))
            }
            ImportProblem::Version { found, supported } => {
                f.write_str(&tr!("version {found} is not supported. Export it as {supported}."))
            }
            ImportProblem::Truncated { what, needed, left } => f.write_str(&tr!(
                    "{what} needs {needed} bytes, but {left} are left: the file is truncated. Copy or export it again."
                )),
            ImportProblem::Syntax { message } => {
                f.write_str(&tr!("cannot be read: {message}. Export the file again."))
            }
            ImportProblem::Unsupported { what, advice } => {
                f.write_str(&tr!("{what} is not supported. {advice}"))
            }
            ImportProblem::NoSuch { what, index, count } => {
                f.write_str(&tr!(
                        "refers to {what} {index}, but the file has only {count}. Export the file again."
                    ))
            }
            ImportProblem::Invalid { what } => f.write_str(&tr!("{what}. Correct it where the file was made, and export it again.")),
            ImportProblem::TooLarge { what, count, limit } => {
                f.write_str(&tr!("{count} {what} exceed the import limit of {limit}. Split the file."))
            }
            ImportProblem::Memory { asked, left } => {
                const MIB: u64 = 1 << 20;
                f.write_str(&tr!(
                        "reading it needs {} MiB more, but only {} MiB are left for a file of this size. Export the file with less data, or allow more memory.",
                        asked.div_ceil(MIB),
                        left / MIB
                    ))
            }
            ImportProblem::Missing { uri, message } => {
                f.write_str(&tr!("“{uri}” cannot be read ({message}). Put it beside the file."))
            }
            ImportProblem::Said { text } => f.write_str(text),
            ImportProblem::Cancelled => f.write_str(tr!("it was cancelled; nothing has changed.")),
            ImportProblem::Forbidden { uri } => f.write_str(&tr!(
                    "“{uri}” is outside the file's folder, which is not allowed. Put it beside the file and refer to it by name."
                )),
        }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}

impl std::error::Error for ImportError {}
