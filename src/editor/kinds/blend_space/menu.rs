//! Of the menu of blend spaces.

use super::BlendSpaceAction;
use crate::action::{Entry, entry};

/// The Blend space menu, top to bottom.
pub const MENU: &[Entry] = &[
    entry!(
        "blend_space.new",
        "New blend space",
        [],
        BlendSpaceAction::New
    ),
    entry!(
        "blend_space.new_aim",
        "New aim offset",
        [],
        BlendSpaceAction::NewAimOffset
    ),
    entry!(
        "blend_space.add",
        "Add sample",
        [],
        BlendSpaceAction::AddSample
    ),
    entry!(
        "blend_space.place",
        "Place samples by their root motion",
        [],
        BlendSpaceAction::PlaceByMotion
    ),
];
