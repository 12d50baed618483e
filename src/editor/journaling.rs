//! Keeps the history of the open document in a journal on disk, on a thread of its own.
//!
//! The window hands over the newest history and never waits; the thread writes what it finds, and
//! then rests for a moment, so that a drag costs few writes. What is lost when the program is
//! killed is younger than that moment.

use crate::faults::guarded;
use files::journal::{JournalSession, JournalState};
use std::{
    path::PathBuf,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::JoinHandle,
    time::Duration,
};

/// Between two writes.
const PAUSE: Duration = Duration::from_millis(250);
/// Time until a failed write is tried again.
const RETRY: Duration = Duration::from_secs(2);

/// Treatment of a journal whose document is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalEnd {
    /// All is saved, in this folder: undo goes on at the next start.
    Keep(PathBuf),
    /// Removes the journal because there is nothing to restore.
    Remove,
    /// The unsaved edits were given up; they can be restored for some days.
    PutAside,
    /// Keeps the journal, so that the next start offers it, as after a kill.
    Leave,
}

#[derive(Default)]
struct JournalSlot {
    state: Option<JournalState>,
    end: Option<JournalEnd>,
    /// Result of the last write if it succeeded or failed unlike the one before; None once it was
    /// read.
    change: Option<Result<(), String>>,
}

#[derive(Default)]
struct SharedJournal {
    slot: Mutex<JournalSlot>,
    filled: Condvar,
}

impl SharedJournal {
    fn slot(&self) -> MutexGuard<'_, JournalSlot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Journal of one open document, written by a thread of its own.
pub struct Journaling {
    shared: Arc<SharedJournal>,
    thread: Option<JoinHandle<()>>,
}

impl Journaling {
    /// Starts a journal in this folder, written from the first edit on. `wake` is called when
    /// writing begins to fail, and when writing succeeds again. The error is that the thread cannot
    /// start.
    pub fn start(folder: PathBuf, wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let shared = Arc::new(SharedJournal::default());
        let own = shared.clone();
        let thread = std::thread::Builder::new()
            .name("journal".into())
            .spawn(move || write(&own, JournalSession::new(&folder), &wake))?;
        Ok(Self {
            shared,
            thread: Some(thread),
        })
    }

    /// The newest history; what was not written yet is forgotten.
    pub fn tell(&self, state: JournalState) {
        self.shared.slot().state = Some(state);
        self.shared.filled.notify_one();
    }

    /// Change in the result of writing: the reason if writing has begun to fail, Ok if writing
    /// succeeds again. Each change is returned once.
    pub fn change(&self) -> Option<Result<(), String>> {
        self.shared.slot().change.take()
    }

    /// Waits for the last write.
    pub fn end(mut self, end: JournalEnd) {
        self.shared.slot().end = Some(end);
        self.shared.filled.notify_one();
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has nothing more to write.
            let _ = thread.join();
        }
    }
}

/// Leaves the journal as if the program had been stopped, after pending states are written.
impl Drop for Journaling {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.shared.slot().end.get_or_insert(JournalEnd::Leave);
            self.shared.filled.notify_one();
            // A thread that panicked has nothing more to write.
            let _ = thread.join();
        }
    }
}

fn write(shared: &SharedJournal, mut session: JournalSession, wake: &dyn Fn()) {
    // What could not be written, and is tried again.
    let mut failed: Option<JournalState> = None;
    loop {
        let (state, end) = wait(shared, &mut failed);
        if let Some(state) = state.filter(|_| end != Some(JournalEnd::Remove)) {
            let had_failed = failed.is_some();
            let error = written(&mut session, &state).err();
            if had_failed != error.is_some() {
                shared.slot().change = Some(error.clone().map_or(Ok(()), Err));
                wake();
            }
            failed = error.map(|_| state);
        }
        match end {
            Some(JournalEnd::Keep(project)) => return session.keep(&project),
            Some(JournalEnd::Remove) => return session.remove(),
            Some(JournalEnd::PutAside) => return session.put_aside(),
            Some(JournalEnd::Leave) => return,
            None => std::thread::sleep(PAUSE),
        }
    }
}

/// Waits until there is a state to write, or the end.
fn wait(
    shared: &SharedJournal,
    failed: &mut Option<JournalState>,
) -> (Option<JournalState>, Option<JournalEnd>) {
    let mut slot = shared.slot();
    while slot.state.is_none() && slot.end.is_none() {
        slot = match failed {
            None => shared
                .filled
                .wait(slot)
                .unwrap_or_else(PoisonError::into_inner),
            Some(again) => {
                let (mut slot, waited) = shared
                    .filled
                    .wait_timeout(slot, RETRY)
                    .unwrap_or_else(PoisonError::into_inner);
                if waited.timed_out() && slot.state.is_none() {
                    slot.state = Some(again.clone());
                }
                slot
            }
        };
    }
    let end = slot.end.clone();
    // The end is the last time to write what has failed so far.
    (
        slot.state
            .take()
            .or_else(|| failed.clone().filter(|_| end.is_some())),
        end,
    )
}

fn written(session: &mut JournalSession, state: &JournalState) -> Result<(), String> {
    match guarded(|| session.write(state)) {
        Ok(written) => written.map_err(|error| error.to_string()),
        Err(fault) => {
            session.begin_anew();
            Err(fault.message)
        }
    }
}
