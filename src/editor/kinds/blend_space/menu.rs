//! Of the menu of blend spaces.

use super::BlendSpaceAction;
use crate::action::{Entry, entry};
use words::word;

/// The Blend space menu, top to bottom.
pub const MENU: &[Entry] = &[
    entry!(
        "blend_space.new",
        word!("New blend space"),
        [],
        BlendSpaceAction::New
    ),
    entry!(
        "blend_space.new_aim",
        word!("New aim offset"),
        [],
        BlendSpaceAction::NewAimOffset
    ),
    entry!(
        "blend_space.add",
        word!("Add sample"),
        [],
        BlendSpaceAction::AddSample
    ),
    entry!(
        "blend_space.place",
        word!("Place samples by their root motion"),
        [],
        BlendSpaceAction::PlaceByMotion
    ),
];
