//! Of the menu of meshes.

use crate::action::Entry;

/// All of it stands in the details of the level that it is about.
pub const MENU: &[Entry] = &[];
