//! Shows on a terminal how far something is that takes long.

use std::{
    cell::Cell,
    io::{IsTerminal, Write, stderr},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Longest time that work may take without showing progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// A terminal line that shows progress in place and is wiped on drop. The line shows nothing where
/// messages go to a file.
pub struct ProgressLine {
    what: &'static str,
    since: Instant,
    is_terminal: bool,
    /// The percentage that the line shows. None before the first one.
    shown: Cell<Option<u32>>,
}

impl ProgressLine {
    /// Time runs from here on. `what` stands before the percentage, such as `exporting`.
    pub fn new(what: &'static str) -> Self {
        Self {
            what,
            since: Instant::now(),
            is_terminal: stderr().is_terminal(),
            shown: Cell::new(None),
        }
    }

    /// Shows how much is done, 0 to 1. Always returns true, so that nothing is cancelled: people at
    /// a terminal cancel by ending the program.
    pub fn tell(&self, part: f32) -> bool {
        let percent = (part * 100.0) as u32;
        if self.is_terminal
            && self.since.elapsed() > PATIENCE
            && self.shown.replace(Some(percent)) != Some(percent)
        {
            // A terminal that has gone is no reason to stop.
            let _ = write!(stderr(), "\r{}: {} %", self.what, percent);
        }
        true
    }
}

/// A [`ProgressLine`] that several threads share.
pub struct SharedProgress(Mutex<ProgressLine>);

impl SharedProgress {
    /// Time runs from here on. `what` stands before the percentage, such as `reading`.
    pub fn new(what: &'static str) -> Self {
        Self(Mutex::new(ProgressLine::new(what)))
    }

    /// Shows how much is done, 0 to 1. Always returns true, so that nothing is cancelled.
    pub fn tell(&self, part: f32) -> bool {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .tell(part)
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.shown.get().is_some() && self.is_terminal {
            let _ = write!(stderr(), "\r{:1$}\r", "", self.what.len() + 8);
        }
    }
}
