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

/// How fewer keys are asked for and looked at.
#[derive(Default)]
pub struct ClipView {
    /// The thresholds as the details show them.
    pub reduction: Reduction,
    /// What the reduction may cost.
    pub reduction_goal: ReductionGoal,
    /// The last preview, perhaps of another clip or of older settings.
    pub reduction_preview: Option<Arc<ReductionPreview>>,
    /// A preview is being made.
    pub is_reducing: bool,
    /// While before and after are shown.
    pub comparison: Option<Comparison>,
}

/// Actions on clips; curves also on montages.
#[derive(Clone, Debug)]
pub enum ClipAction {
    AddSyncMarker,
    AddCurve,
    /// On the selected curve, and without changing its line.
    AddCurveKey,
    /// Where its feet stand, as found by their way, into curves.
    WriteContacts,
    /// What fewer keys would do to the open clip, with the thresholds of its details.
    PreviewReduction,
    /// What is before or after the playhead goes.
    TrimToPlayhead(TrimEdge),
    /// What is outside the loop range goes.
    TrimToLoop,
    /// What is after the playhead becomes another clip.
    SplitAtPlayhead,
    /// From the last frame to the first.
    Reverse,
    ShowCompression,
    GoToWorstFrame,
    /// Selects a bone by its index and seeks to seconds.
    ShowBoneAt {
        bone: usize,
        time: f64,
    },
    /// What was cancelled.
    CompressNow(Id),
}

impl ClipAction {
    /// Why it would do nothing now, in one line.
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
