//! Clips: their keys, curves, sync markers and compression.

mod menu;

pub use menu::MENU;

use crate::{
    action::{ActionContext, TrimEdge},
    reduction::{Comparison, ReductionGoal, ReductionPreview},
};
use anim::reduction::Reduction;
use asset::{AssetKind, Id};
use std::sync::Arc;
use words::{Word, tr, word};

/// The title of its menu.
pub const TITLE: Word = word!("Clip");
/// The type of asset that this page edits.
pub const ASSET: AssetKind = AssetKind::Clip;
/// Clips are edited on the timeline.
pub const HAS_TIMELINE: bool = true;

/// Settings, preview and comparison of the key reduction of a clip.
#[derive(Default)]
pub struct ClipView {
    /// The thresholds as the details show them.
    pub reduction: Reduction,
    /// Goal of the reduction: the error that it may cause.
    pub reduction_goal: ReductionGoal,
    /// The last preview, perhaps of another clip or of older settings.
    pub reduction_preview: Option<Arc<ReductionPreview>>,
    /// A preview is being made.
    pub is_reducing: bool,
    /// Comparison of before and after; None while it is not shown.
    pub comparison: Option<Comparison>,
}

/// Actions on clips; curves also on montages.
#[derive(Clone, Debug)]
pub enum ClipAction {
    AddSyncMarker,
    AddCurve,
    /// Adds a key on the selected curve without changing the shape of the curve.
    AddCurveKey,
    /// Writes the foot contacts of the clip, as found from foot motion, into curves.
    WriteContacts,
    /// Previews the key reduction of the open clip with the thresholds of its details.
    PreviewReduction,
    /// Removes the part of the clip before or after the playhead.
    TrimToPlayhead(TrimEdge),
    /// Removes the part of the clip outside the loop range.
    TrimToLoop,
    /// Splits the clip at the playhead; the part after it becomes another clip.
    SplitAtPlayhead,
    /// Reverses the clip, from the last frame to the first.
    Reverse,
    ShowCompression,
    GoToWorstFrame,
    /// Selects a bone by its index and seeks to seconds.
    ShowBoneAt {
        bone: usize,
        time: f64,
    },
    /// Compresses a clip whose compression was cancelled.
    CompressNow(Id),
}

impl ClipAction {
    /// Reason in one line why the action would do nothing now; None if it would do something.
    pub fn refusal(&self, now: &ActionContext<'_>) -> Option<&'static str> {
        match self {
            Self::ShowCompression
            | Self::GoToWorstFrame
            | Self::PreviewReduction
            | Self::AddSyncMarker
            | Self::TrimToPlayhead(_)
            | Self::SplitAtPlayhead
            | Self::Reverse
            | Self::WriteContacts => {
                now.unless(now.open == Some(AssetKind::Clip), tr!("Open a clip first"))
            }
            Self::TrimToLoop => now
                .unless(now.open == Some(AssetKind::Clip), tr!("Open a clip first"))
                .or(now.unless(now.has_loop, tr!("Set a loop range first"))),
            Self::AddCurve | Self::AddCurveKey => {
                let has_timeline = matches!(now.open, Some(AssetKind::Clip | AssetKind::Montage));
                now.unless(has_timeline, tr!("Open a clip or a montage first"))
            }
            Self::ShowBoneAt { .. } | Self::CompressNow(_) => None,
        }
    }
}
