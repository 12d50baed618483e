//! A journal holds the roots of a history, and which of them is shown.

use asset::Project;
use std::{path::PathBuf, sync::Arc};

/// One root of the history.
#[derive(Clone, Debug)]
pub struct Version {
    /// The whole project at that point.
    pub project: Arc<Project>,
    /// Label of the edit that made it; empty for the first.
    pub label: Arc<str>,
    /// The caller's own, given back as it was.
    pub note: Arc<str>,
}

/// All that a journal holds.
#[derive(Clone, Debug)]
pub struct JournalState {
    /// Folder of the project; None if the project was never saved.
    pub folder: Option<PathBuf>,
    /// The project that the folder holds: the version that was saved or opened last.
    pub saved: Arc<Project>,
    /// Number of versions before the first one that the history no longer has.
    pub forgotten: usize,
    /// The history, never empty.
    pub versions: Vec<Version>,
    /// Index of the version that is shown.
    pub at: usize,
}
