//! The journal of the open document, from its first edit on.

use crate::{
    app::recovery::kept,
    journaling::{JournalEnd, Journaling},
    waker::Waker,
};
use asset::Project;
use document::Document;
use files::journal::{self, JournalState};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// Addresses of the roots, and how many steps: what a state is known by.
type StateKey = (usize, usize, usize);

#[derive(Default)]
pub(crate) struct JournalKeeper {
    /// Folder of the journals; None if the platform has no place for them.
    pub folder: Option<PathBuf>,
    writer: Option<Journaling>,
    /// Last state that the journal was given; None if there is none.
    told: Option<(StateKey, JournalState)>,
    /// The last report said that the journal cannot be written.
    pub has_failed: bool,
}

impl JournalKeeper {
    /// Whether the open document's edits are written down.
    pub fn is_kept(&self) -> bool {
        self.writer.is_some()
    }

    /// The newest history goes to the journal, from the first edit on. Returns whether edits are
    /// kept safe, with the reason where they are not, when that changes.
    pub fn keep(
        &mut self,
        document: &Document,
        path: Option<&Path>,
        waker: &Waker,
    ) -> Option<Result<(), String>> {
        let change = self.change();
        let key = (
            Arc::as_ptr(document.project()) as usize,
            Arc::as_ptr(document.saved()) as usize,
            document.step_count(),
        );
        if self.told.as_ref().is_some_and(|(told, _)| *told == key) {
            return change;
        }
        let has_history = document.step_count() > 0 || document.redo_label().is_some();
        if let (None, true, Some(folder)) = (&self.writer, has_history, &self.folder) {
            let waker = waker.clone();
            self.writer = Journaling::start(folder.clone(), move || waker.wake()).ok();
        }
        if let Some(writer) = &self.writer {
            let before = self.told.as_ref().map(|(_, state)| state);
            let state = kept::state(document, path, before);
            writer.tell(state.clone());
            self.told = Some((key, state));
        }
        change
    }

    fn change(&mut self) -> Option<Result<(), String>> {
        let change = self.writer.as_ref().and_then(Journaling::change)?;
        let has_failed = std::mem::replace(&mut self.has_failed, change.is_err());
        (has_failed != change.is_err()).then_some(change)
    }

    /// The document goes, or the program ends. `folder` is where the project lies.
    pub fn end(&mut self, is_saved: bool, folder: Option<&Path>) {
        self.told = None;
        if let Some(writer) = self.writer.take() {
            writer.end(match (is_saved, folder) {
                (true, Some(folder)) => JournalEnd::Keep(folder.to_owned()),
                (true, None) => JournalEnd::Remove,
                (false, _) => JournalEnd::PutAside,
            });
        }
    }

    /// The document of a project as it was left, with its history. None where none was kept, or
    /// where the project is another one since.
    pub fn history_of(&self, folder: &Path, project: &Project) -> Option<Document> {
        let mut kept = journal::kept_history(self.folder.as_deref()?, folder)?;
        let shown = &kept.versions.get(kept.at)?.project;
        let is_it = kept.saved == *shown && **shown == *project;
        // What is alike is one: the shown version is the saved one.
        kept.saved = shown.clone();
        kept::document(kept).filter(|_| is_it)
    }
}
