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

/// Where the open project is, and what happens to it there.
pub(crate) struct ProjectDisk {
    /// The folder that the project is saved in; None while it never was.
    pub path: Option<PathBuf>,
    pub watch: Option<Watch>,
    presence: Option<Presence>,
    /// What others have made of the project, and nobody has decided about.
    pub outside: Option<Arc<Outside>>,
    /// In egui's time: when to look at the disk.
    pub look_at: Option<f64>,
    /// A project was opened, or saved in another folder, since somebody looked.
    pub is_entered: bool,
    pub unsaved: Unsaved,
    /// In egui's time, for saving by itself.
    pub unsaved_since: Option<f64>,
    /// What to do once a running save is done.
    pub after_save: Option<EditorAction>,
    /// How long the window waits for what is most often done at once.
    pub patience: Duration,
    /// So that a save makes what changed alone.
    pub remembered: Arc<files::Remembered>,
    pub journal: JournalKeeper,
}

impl Default for ProjectDisk {
    /// Of a project that was never saved.
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
    /// After the document, or the folder that it is saved in, has become another. Returns who else
    /// has the project open, if that is news.
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

    /// When somebody is to look, in egui's time: once after each time that something has changed,
    /// when it is quiet again.
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
