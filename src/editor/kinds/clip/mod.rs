//! Clips: their keys, curves, sync markers and compression.

use super::EditorKind;
use crate::{
    action::{Chord, Entry, Now, entry},
    app::App,
    reduction::{Comparison, ReductionGoal, ReductionPreview},
    session::LowerTab,
};
use anim::reduction::Reduction;
use asset::{AssetKind, Id};
use egui::Key;
use std::sync::Arc;

pub const ASSET: AssetKind = AssetKind::Clip;
pub const LOWER_PANELS: &[LowerTab] = &[LowerTab::Timeline, LowerTab::Compression];

/// How fewer keys are asked for and looked at.
#[derive(Default)]
pub struct View {
    pub reduction: Reduction,
    pub reduction_goal: ReductionGoal,
    pub reduction_preview: Option<Arc<ReductionPreview>>,
    /// A preview is being made.
    pub is_reducing: bool,
    /// While before and after are shown.
    pub comparison: Option<Comparison>,
}

#[derive(Clone, Debug)]
pub enum ClipAction {
    AddSyncMarker,
    AddCurve,
    /// On the selected curve, and without changing its line.
    AddCurveKey,
    /// What fewer keys would do to the open clip, with the thresholds of its details.
    PreviewReduction,
    ShowCompression,
    ShowTimeline,
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
    pub fn is_enabled(&self, now: &Now<'_>) -> bool {
        match self {
            Self::ShowCompression | Self::GoToWorstFrame => now.open == Some(EditorKind::Clip),
            Self::AddSyncMarker
            | Self::AddCurve
            | Self::AddCurveKey
            | Self::PreviewReduction
            | Self::ShowTimeline
            | Self::ShowBoneAt { .. }
            | Self::CompressNow(_) => true,
        }
    }
}

pub const MENU: &[Entry] = &[
    entry!("clip.marker", "Add sync marker at playhead", [], ClipAction::AddSyncMarker),
    entry!("clip.curve", "Add curve", [], ClipAction::AddCurve),
    entry!("clip.key", "Add curve key at playhead", [Chord::plain(Key::S)], ClipAction::AddCurveKey, on[Timeline]),
    entry!("clip.compression", "Compression report", [Chord::plain(Key::F9)], ClipAction::ShowCompression),
    entry!("clip.worst", "Go to the worst frame of the compression", [], ClipAction::GoToWorstFrame),
    entry!("clip.reduce", "Preview key reduction", [], ClipAction::PreviewReduction),
];

pub fn act(app: &mut App, ctx: &egui::Context, action: ClipAction) {
    match action {
        ClipAction::AddSyncMarker => app.add_sync_marker(),
        ClipAction::AddCurve => app.add_curve(),
        ClipAction::AddCurveKey => app.add_curve_key(),
        ClipAction::PreviewReduction => app.preview_reduction(ctx),
        ClipAction::ShowCompression => app.show_compression(),
        ClipAction::ShowTimeline => app.session.lower = LowerTab::Timeline,
        ClipAction::GoToWorstFrame => app.go_to_worst_frame(),
        ClipAction::ShowBoneAt { bone, time } => app.show_bone_at(bone, time),
        ClipAction::CompressNow(clip) => app.compress_now(ctx, clip),
    }
}
