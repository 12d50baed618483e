//! Why a file could not be read or written, for a person, and sorted for a caller.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};
use words::tr;

/// A file or folder that could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The file or folder that the text is about.
    pub path: PathBuf,
    /// What happened and what to do about it; several lines if several things are wrong.
    pub text: String,
    /// Sorts the error for a caller that has an answer to it.
    pub reason: FileErrorReason,
}

/// Reasons for an error that a caller can act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileErrorReason {
    /// Somebody else has changed the project on disk.
    Changed,
    /// A file lies there that must not be replaced unasked.
    Exists,
    /// The caller's progress said to stop.
    Cancelled,
    /// A source file asks for more memory than its size lets one think; what may be allowed is in
    /// [`Options::more_memory`](formats::Options).
    Memory,
    /// Any other reason; the caller can only show the error to a person.
    Other,
}

impl Error {
    pub(crate) fn new(path: &Path, text: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            text: text.into(),
            reason: FileErrorReason::Other,
        }
    }

    pub(crate) fn changed(path: &Path, text: impl Into<String>) -> Self {
        Self {
            reason: FileErrorReason::Changed,
            ..Self::new(path, text)
        }
    }

    pub(crate) fn exists(path: &Path, text: String) -> Self {
        Self {
            reason: FileErrorReason::Exists,
            ..Self::new(path, text)
        }
    }

    pub(crate) fn cancelled(path: &Path) -> Self {
        Self {
            reason: FileErrorReason::Cancelled,
            ..Self::new(path, tr!("it was cancelled; nothing has changed."))
        }
    }

    pub(crate) fn memory(path: &Path, text: String) -> Self {
        Self {
            reason: FileErrorReason::Memory,
            ..Self::new(path, text)
        }
    }

    /// An error after a save was committed.
    pub(crate) fn unfinished(path: &Path, error: &io::Error) -> Self {
        let text = tr!(
            "the project is saved, but some files are not in place yet ({error}). The next open or save finishes this."
        );
        Self::new(path, text)
    }

    pub(crate) fn reading(path: &Path, error: &io::Error) -> Self {
        let advice = match error.kind() {
            io::ErrorKind::NotFound => tr!("no such file or folder. Check the path.").to_owned(),
            io::ErrorKind::PermissionDenied => {
                tr!("no permission to read it. Change its permissions.").to_owned()
            }
            _ => tr!("it cannot be read ({error})."),
        };
        Self::new(path, advice)
    }

    pub(crate) fn writing(path: &Path, error: &io::Error) -> Self {
        let advice = match error.kind() {
            io::ErrorKind::NotFound => {
                tr!("the folder does not exist. Create it first.").to_owned()
            }
            io::ErrorKind::PermissionDenied => {
                tr!("no permission to write it. Choose another place.").to_owned()
            }
            io::ErrorKind::StorageFull => {
                tr!("the disk is full. Free some space and try again.").to_owned()
            }
            _ => tr!("it cannot be written ({error}). The old file is unchanged."),
        };
        Self::new(path, advice)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.text)
    }
}

impl std::error::Error for Error {}
