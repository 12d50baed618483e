//! How far something is that takes long, for whoever looks at a terminal.

use std::{
    cell::Cell,
    io::{IsTerminal, Write, stderr},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// What is done sooner says nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// One line that is written over and gone in the end; nothing where messages go to a file.
pub struct Progress {
    what: &'static str,
    since: Instant,
    is_terminal: bool,
    /// In percent.
    shown: Cell<Option<u32>>,
}

impl Progress {
    pub fn new(what: &'static str) -> Self {
        Self {
            what,
            since: Instant::now(),
            is_terminal: stderr().is_terminal(),
            shown: Cell::new(None),
        }
    }

    /// 0 to 1. Always true: a terminal cancels by ending the program.
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

/// As [`Progress`], for work on several threads.
pub struct SharedProgress(Mutex<Progress>);

impl SharedProgress {
    pub fn new(what: &'static str) -> Self {
        Self(Mutex::new(Progress::new(what)))
    }

    /// As [`Progress::tell`].
    pub fn tell(&self, part: f32) -> bool {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .tell(part)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown.get().is_some() && self.is_terminal {
            let _ = write!(stderr(), "\r{:1$}\r", "", self.what.len() + 8);
        }
    }
}
