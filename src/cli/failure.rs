//! Why a command fails, in one type, so that every command ends with `?` whatever went wrong below
//! it.

use std::{fmt, io};
use words::tr;

/// Reason why a command did not do what was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is bad, or a check failed.
    Input(String),
    /// A check failed, and the result already says how, so that no message follows.
    Checked,
    /// The result cannot be written, or nobody reads it any more.
    Output(io::Error),
    /// The result cannot be written, although everything else that was asked for is done.
    Unwritten(io::Error),
}

impl Failure {
    /// A failure that says this text, for errors of the layers below.
    pub(crate) fn input(text: impl fmt::Display) -> Self {
        Failure::Input(text.to_string())
    }
}

impl From<files::Error> for Failure {
    fn from(error: files::Error) -> Self {
        match error.reason {
            files::FileErrorReason::Memory => {
                Failure::Input(tr!("{error} To allow more, use import --more-memory MIB."))
            }
            files::FileErrorReason::Exists => {
                Failure::Input(tr!("{error} Use --force to replace the file."))
            }
            _ => Failure::input(error),
        }
    }
}

impl From<footage::FootageError> for Failure {
    fn from(error: footage::FootageError) -> Self {
        match error {
            footage::FootageError::File(error) => error.into(),
            error => Failure::input(error),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}
