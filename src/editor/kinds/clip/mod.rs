//! Clips: their keys, curves, sync markers and compression.

use super::EditorKind;
use crate::{
    action::{Chord, Entry, Now, entry},
    app::App,
    reduction::{Comparison, ReductionGoal, ReductionPreview},
};
use anim::reduction::Reduction;
use asset::{AssetKind, Id};
use egui::Key;
use std::sync::Arc;

pub const ASSET: AssetKind = AssetKind::Clip;
pub const HAS_TIMELINE: bool = true;

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
    pub fn refusal(&self, now: &Now<'_>) -> Option<&'static str> {
        match self {
            Self::ShowCompression
            | Self::GoToWorstFrame
            | Self::PreviewReduction
            | Self::AddSyncMarker
            | Self::AddCurve
            | Self::AddCurveKey => now.unless(now.open == Some(EditorKind::Clip), "Open a clip first"),
            Self::ShowBoneAt { .. } | Self::CompressNow(_) => None,
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
        ClipAction::GoToWorstFrame => app.go_to_worst_frame(),
        ClipAction::ShowBoneAt { bone, time } => app.show_bone_at(bone, time),
        ClipAction::CompressNow(clip) => app.compress_now(ctx, clip),
    }
}
