//! What stands between what is shown and what is on disk.

use std::time::Duration;

/// Time that the window waits for a save before it continues without it. After that time the save
/// is also listed as a job.
pub(crate) const PATIENCE: Duration = Duration::from_millis(200);

/// Differences between the shown project and the project on disk.
#[derive(Default)]
pub(crate) struct Unsaved {
    /// The check of the disk that is under way asks the user about what it finds.
    pub asks: bool,
    /// Why a requested save wrote nothing; shown by the next check of the disk.
    pub refused: Option<String>,
    /// Files of the project that are gone from disk, by path. The next save writes them again.
    pub lost: Vec<String>,
    /// Whether and when the project is saved next.
    pub next: SaveNext,
}

/// When the project is saved next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SaveNext {
    #[default]
    Not,
    /// Save in the next pass, once a field has taken the typed text.
    WhenTyped,
    /// Save when the save that is under way is done.
    WhenSaved,
}
