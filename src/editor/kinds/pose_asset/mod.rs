//! Pose assets: named moments of clips, shown one at a time.

mod figure;
mod menu;

pub use figure::{Figure, figures};
pub use menu::MENU;

use crate::action::Now;
use asset::{AssetKind, Id, NamedPose, PoseAsset};
use std::collections::BTreeMap;

/// Of its menu.
pub const TITLE: &str = "Pose asset";
pub const ASSET: AssetKind = AssetKind::PoseAsset;
pub const HAS_TIMELINE: bool = false;

/// Which pose the viewport shows.
#[derive(Default)]
pub struct View {
    pub shown: Option<Id>,
    /// Of the poses of the open one that were compiled.
    pub figures: BTreeMap<Id, Figure>,
}

impl View {
    /// The first where none was chosen.
    pub fn pose<'a>(&self, asset: &'a PoseAsset) -> Option<&'a NamedPose> {
        self.shown.and_then(|id| asset.pose(id)).or(asset.poses.first())
    }
}

#[derive(Clone, Debug)]
pub enum PoseAssetAction {
    New,
    /// To the open one, from the first clip of its skeleton.
    AddPose,
    /// Of the open one.
    ShowPose(Id),
}

impl PoseAssetAction {
    /// Why it would do nothing now, in one line.
    pub fn refusal(&self, now: &Now<'_>) -> Option<&'static str> {
        match self {
            Self::New => now.needs_character(),
            Self::AddPose => now.unless(now.open == Some(ASSET), "Open a pose asset first"),
            Self::ShowPose(_) => None,
        }
    }
}
