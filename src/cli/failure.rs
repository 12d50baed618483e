//! A command that fails comes back with a failure, made of whatever went wrong below it.

use std::{fmt, io};

/// Why a command did not do what was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is bad, or a check failed.
    Input(String),
    /// A check failed, and the result says how.
    Checked,
    /// The result cannot be written, or nobody reads it any more.
    Output(io::Error),
    /// The same, after all that was asked for is done.
    Unwritten(io::Error),
}

impl Failure {
    pub(crate) fn input(text: impl fmt::Display) -> Self {
        Failure::Input(text.to_string())
    }
}

impl From<files::Error> for Failure {
    fn from(error: files::Error) -> Self {
        match error.reason {
            files::Reason::Memory => {
                Failure::Input(format!("{error} Here that is import --more-memory MIB."))
            }
            _ => Failure::input(error),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}
