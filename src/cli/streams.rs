//! A command writes to two streams, its result to one and its messages to the other.

use std::io;

/// Where a command writes.
pub struct Io<'a> {
    /// The result.
    pub out: &'a mut dyn io::Write,
    /// Everything that people should know beside it.
    pub err: &'a mut dyn io::Write,
}
