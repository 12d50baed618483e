//! What was found of earlier work, while somebody decides.

use files::journal::{OrphanJournal, Unreadable};

/// What was found, while somebody decides.
pub(crate) struct Recovery {
    pub(super) found: Vec<OrphanJournal>,
    pub(super) unreadable: Vec<Unreadable>,
    /// It lists also what somebody has decided against.
    pub(super) is_asked: bool,
}
