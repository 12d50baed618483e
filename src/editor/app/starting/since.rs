//! Since when a start is measured, and how far it is.

use std::time::Instant;

pub(crate) struct Starting {
    pub(super) since: Instant,
    /// The character is in the picture that this pass ended with.
    pub(super) is_drawn: bool,
}

impl Starting {
    /// Begins to measure the start of the program.
    pub fn new(since: Instant) -> Self {
        Self {
            since,
            is_drawn: false,
        }
    }
}
