//! What is asked before work would be lost.

use crate::action::EditorAction;

pub enum Confirm {
    /// The action would drop unsaved changes.
    Unsaved(EditorAction),
}
