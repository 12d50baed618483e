//! What stands between what is shown and what is on disk.

use std::time::Duration;

/// How long the window waits for a save before it goes on beside it, and before the save is listed
/// as a job.
pub(crate) const PATIENCE: Duration = Duration::from_millis(200);

/// What stands between what is shown and what is on disk.
#[derive(Default)]
pub(crate) struct Unsaved {
    /// The look that is under way asks about what it finds.
    pub asks: bool,
    /// Why a save that was asked for wrote nothing, until the look at the disk after it shows it.
    pub refused: Option<String>,
    /// Files of the project that are gone from disk, by path. The next save writes them again.
    pub lost: Vec<String>,
    /// What is done once the project is saved.
    pub next: SaveNext,
}

/// What is saved later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SaveNext {
    #[default]
    Not,
    /// In the next pass, in which a field has taken what was typed.
    WhenTyped,
    /// When the save that is under way is done.
    WhenSaved,
}
