//! What is asked before work would be lost.

use crate::action::Action;

pub enum Confirm {
    /// The action would drop unsaved changes.
    Unsaved(Action),
}
