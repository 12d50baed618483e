//! Of the menu of skeletons.

use crate::action::Entry;

/// Entries of the skeleton menu: none, because the Edit menu has the actions for any shown
/// skeleton.
pub const MENU: &[Entry] = &[];
