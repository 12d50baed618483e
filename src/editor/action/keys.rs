//! Which keys do what.

use super::ActionContext;
use crate::preferences::InputPreset;
use egui::KeyboardShortcut;

/// Entries by their id.
#[derive(Clone, Debug)]
pub enum KeysAction {
    Choose(InputPreset),
    Bind(&'static str, KeyboardShortcut),
    Unbind(&'static str, KeyboardShortcut),
    Reset(&'static str),
}

impl KeysAction {
    /// One line that says why the action would do nothing now; None if it would do something.
    pub fn refusal(&self, _: &ActionContext<'_>) -> Option<&'static str> {
        match self {
            Self::Choose(_) | Self::Bind(..) | Self::Unbind(..) | Self::Reset(_) => None,
        }
    }
}
