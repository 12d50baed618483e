//! What was found of earlier work, while somebody decides.

use files::journal::{OrphanJournal, Unreadable};

/// Unsaved work that was found and waits for the user's decision.
pub(crate) struct Recovery {
    pub(super) found: Vec<OrphanJournal>,
    pub(super) unreadable: Vec<Unreadable>,
    /// The user asked for the list; it also includes work that the user has set aside.
    pub(super) is_asked: bool,
}
