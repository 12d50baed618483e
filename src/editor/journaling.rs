//! Keeps the history of the open document in a journal on disk, on a thread of its own.
//!
//! The window hands over the newest history and never waits; the thread writes what it finds, and then rests for a
//! moment, so that a drag costs few writes. What is lost when the program is killed is younger than that moment.

use crate::faults::guarded;
use files::journal::{Session, State};
use std::{
    path::PathBuf,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::JoinHandle,
    time::Duration,
};

/// Between two writes.
const PAUSE: Duration = Duration::from_millis(250);

/// What becomes of a journal whose document is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All is saved.
    Remove,
    /// What was not saved was given up; it can be brought back for some days.
    PutAside,
    /// It is offered at the next start, as after a kill.
    Leave,
}

#[derive(Default)]
struct Slot {
    state: Option<State>,
    end: Option<End>,
    /// Why the last write failed.
    error: Option<String>,
}

#[derive(Default)]
struct Shared {
    slot: Mutex<Slot>,
    filled: Condvar,
}

impl Shared {
    fn slot(&self) -> MutexGuard<'_, Slot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Of one open document.
pub struct Journaling {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Journaling {
    /// In this folder, from the first edit on. The error is that the thread cannot start.
    pub fn start(folder: PathBuf) -> std::io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let own = shared.clone();
        let thread =
            std::thread::Builder::new().name("journal".into()).spawn(move || write(&own, Session::new(&folder)))?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// The newest history; what was not written yet is forgotten.
    pub fn tell(&self, state: State) {
        self.shared.slot().state = Some(state);
        self.shared.filled.notify_one();
    }

    /// Why the last write failed, once.
    pub fn error(&self) -> Option<String> {
        self.shared.slot().error.take()
    }

    /// Waits for the last write.
    pub fn end(mut self, end: End) {
        self.shared.slot().end = Some(end);
        self.shared.filled.notify_one();
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has nothing more to write.
            let _ = thread.join();
        }
    }
}

/// As if the program had been stopped, but for what is still to be written.
impl Drop for Journaling {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.shared.slot().end.get_or_insert(End::Leave);
            self.shared.filled.notify_one();
            // A thread that panicked has nothing more to write.
            let _ = thread.join();
        }
    }
}

fn write(shared: &Shared, mut session: Session) {
    loop {
        let mut slot = shared.slot();
        while slot.state.is_none() && slot.end.is_none() {
            slot = shared.filled.wait(slot).unwrap_or_else(PoisonError::into_inner);
        }
        let (state, end) = (slot.state.take(), slot.end);
        drop(slot);
        let is_wanted = end != Some(End::Remove);
        if let Some(state) = state.filter(|_| is_wanted) {
            let written = guarded(|| session.write(&state));
            let error = match written {
                Ok(written) => written.err().map(|error| error.to_string()),
                Err(fault) => {
                    session.begin_anew();
                    Some(fault.message)
                }
            };
            shared.slot().error = error;
        }
        match end {
            Some(End::Remove) => return session.remove(),
            Some(End::PutAside) => return session.put_aside(),
            Some(End::Leave) => return,
            None => std::thread::sleep(PAUSE),
        }
    }
}
