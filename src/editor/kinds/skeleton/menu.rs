//! Of the menu of skeletons.

use crate::action::Entry;

/// What can be done to any skeleton that is shown stands in the Edit menu.
pub const MENU: &[Entry] = &[];
