//! The two streams of a command, apart so that results can be piped on without messages in them.

use std::io;

/// The two streams of a command.
pub struct Io<'a> {
    /// The result, which other programs may read.
    pub out: &'a mut dyn io::Write,
    /// Messages for people: warnings, notes and errors.
    pub err: &'a mut dyn io::Write,
}
