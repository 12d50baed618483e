//! A row of a notify that waits for a click in the viewport.

use asset::Id;

/// Notify whose socket or field the next click on a bone or socket sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Picking {
    /// The montage or clip, and the notify on it.
    pub host: Id,
    /// The notify whose socket or field the click sets.
    pub notify: Id,
    /// A field of its class; None for the socket that the notify itself belongs to.
    pub field: Option<Id>,
    /// Whether only a click on a socket counts; otherwise a click on a bone counts, too.
    pub wants_socket: bool,
    /// The label of the row that asked for it.
    pub label: String,
}
