//! The project on disk: where it is, who else has it open, what has changed there, and what keeps
//! edits safe until they are saved.

pub(crate) mod journal;
pub(crate) mod unsaved;

use crate::{action::EditorAction, jobs::Outside, waker::Waker, watch::Watch};
use files::Presence;
use journal::JournalKeeper;
use std::{path::PathBuf, sync::Arc, time::Duration};
use unsaved::{PATIENCE, Unsaved};

/// Seconds after a project was opened until somebody looks: the first pictures come before.
const SETTLED: f64 = 1.5;
/// Seconds of quiet on disk before somebody looks.
const QUIET: f64 = 0.3;

/// Place of the open project on disk, and what happens to the project there.
pub(crate) struct ProjectDisk {
    /// The folder that the project is saved in; None while it never was.
    pub path: Option<PathBuf>,
    pub watch: Option<Watch>,
    presence: Option<Presence>,
    /// Changes that others have made to the project and that nobody has decided about; None if
    /// there are none.
    pub outside: Option<Arc<Outside>>,
    /// Time at which to check the disk, in egui's time, seconds; None if no check is planned.
    pub look_at: Option<f64>,
    /// A project was opened, or saved in another folder, since somebody looked.
    pub is_entered: bool,
    pub unsaved: Unsaved,
    /// Start of the wait for the next autosave, in egui's time, seconds; None while nothing is
    /// unsaved or autosave is off.
    pub unsaved_since: Option<f64>,
    /// Action to perform once a running save is done.
    pub after_save: Option<EditorAction>,
    /// Time for which the window waits for work that is usually done at once.
    pub patience: Duration,
    /// Files of the project that was saved or compared last, so that a save writes only what
    /// changed.
    pub remembered: Arc<files::Remembered>,
    pub journal: JournalKeeper,
}

impl Default for ProjectDisk {
    /// State for a project that was never saved.
    fn default() -> Self {
        Self {
            path: None,
            watch: None,
            presence: None,
            outside: None,
            look_at: None,
            is_entered: false,
            unsaved: Unsaved::default(),
            unsaved_since: None,
            after_save: None,
            patience: PATIENCE,
            remembered: Arc::default(),
            journal: JournalKeeper::default(),
        }
    }
}

impl ProjectDisk {
    /// Watches the project folder after the document, or the folder that it is saved in, has
    /// changed. Returns who else has the project open, if that is news.
    pub fn enter(&mut self, waker: &Waker) -> Option<String> {
        let Some(path) = &self.path else {
            (self.watch, self.presence, self.outside) = (None, None, None);
            return None;
        };
        let is_watched = |watch: &Watch| watch.folder() == path;
        if self.watch.as_ref().is_some_and(is_watched) {
            return None;
        }
        let presence = Presence::enter(path);
        let other = presence.other.as_ref().map(ToString::to_string);
        self.watch = Some(Watch::new(path, waker.as_wake()));
        self.presence = Some(presence);
        self.outside = None;
        // What changed before it was watched; and the first save knows the files then.
        self.is_entered = true;
        other
    }

    /// Time at which to check the disk, in egui's time, seconds: once after each change, when the
    /// disk is quiet again. None if no check is planned.
    pub fn due(&mut self, now: f64) -> Option<f64> {
        if self.watch.as_ref().is_some_and(Watch::take) {
            self.look_again(now);
        }
        if std::mem::take(&mut self.is_entered) {
            self.look_at = Some(now + SETTLED);
        }
        self.look_at
    }

    /// Something changes there just now.
    pub fn look_again(&mut self, now: f64) {
        self.look_at = Some(now + QUIET);
    }

    /// The document goes: what was not saved was given up.
    pub fn end(&mut self, is_saved: bool) {
        self.remembered = Arc::default();
        self.journal.end(is_saved, self.path.as_deref());
    }
}
