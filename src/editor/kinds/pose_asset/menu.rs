//! Of the menu of pose assets.

use super::PoseAssetAction;
use crate::action::{Entry, entry};
use words::word;

/// The Pose asset menu, top to bottom.
pub const MENU: &[Entry] = &[
    entry!(
        "pose_asset.new",
        word!("New pose asset"),
        [],
        PoseAssetAction::New
    ),
    entry!(
        "pose_asset.add",
        word!("Add pose"),
        [],
        PoseAssetAction::AddPose
    ),
];
