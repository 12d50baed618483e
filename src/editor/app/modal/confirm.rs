//! What is asked before work would be lost.

use crate::action::EditorAction;

/// A question before an action that cannot be undone.
pub enum Confirm {
    /// The action would drop unsaved changes.
    Unsaved(EditorAction),
}
