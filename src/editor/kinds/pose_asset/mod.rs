//! Pose assets: named moments of clips, shown one at a time.

mod figure;
mod menu;

pub use figure::{Figure, figures};
pub use menu::MENU;

use crate::action::ActionContext;
use asset::{AssetKind, Id, NamedPose, PoseAsset};
use std::collections::BTreeMap;
use words::{Word, tr, word};

/// The title of its menu.
pub const TITLE: Word = word!("Pose asset");
/// The type of asset that this page edits.
pub const ASSET: AssetKind = AssetKind::PoseAsset;
/// Poses are shown one at a time or mixed, not along a time axis.
pub const HAS_TIMELINE: bool = false;

/// Pose that the viewport shows, or the weights of several poses.
#[derive(Default)]
pub struct PoseAssetView {
    /// The chosen pose; None is the first.
    pub shown: Option<Id>,
    /// Pictures of the poses of the open pose asset that were compiled.
    pub figures: BTreeMap<Id, Figure>,
    /// Requested weight of each pose, within [`asset::trial::pose_weights`]; without any weight the
    /// shown pose appears alone.
    pub weights: BTreeMap<Id, f64>,
    /// Weight of each pose in the playing result.
    pub live: BTreeMap<Id, f64>,
}

impl PoseAssetView {
    /// Whether a pose of this asset was given a weight other than 0.
    pub fn is_mixing(&self, asset: &PoseAsset) -> bool {
        asset.poses.iter().any(|pose| {
            self.weights
                .get(&pose.id)
                .is_some_and(|weight| *weight != 0.0)
        })
    }

    /// The first where none was chosen.
    pub fn pose<'a>(&self, asset: &'a PoseAsset) -> Option<&'a NamedPose> {
        self.shown
            .and_then(|id| asset.pose(id))
            .or(asset.poses.first())
    }
}

/// Actions on pose assets.
#[derive(Clone, Debug)]
pub enum PoseAssetAction {
    New,
    /// Adds a pose to the open pose asset, from the first clip of its skeleton.
    AddPose,
    /// Shows one pose of the open pose asset alone.
    ShowPose(Id),
    /// Sets the weight of a pose, 0 to 1, beside the other poses of the open pose asset.
    Weigh(Id, f64),
}

impl PoseAssetAction {
    /// Reason in one line why the action would do nothing now; None if it would do something.
    pub fn refusal(&self, now: &ActionContext<'_>) -> Option<&'static str> {
        match self {
            Self::New => now.needs_character(),
            Self::AddPose => now.unless(now.open == Some(ASSET), tr!("Open a pose asset first")),
            Self::ShowPose(_) | Self::Weigh(..) => None,
        }
    }
}
