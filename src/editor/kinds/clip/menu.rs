//! Of the menu of clips.

use super::ClipAction;
use crate::action::{Chord, Entry, TrimEdge, entry};
use egui::Key;

/// The Clip menu, top to bottom.
pub const MENU: &[Entry] = &[
    entry!(
        "clip.marker",
        "Add sync marker at playhead",
        [],
        ClipAction::AddSyncMarker
    ),
    entry!("clip.curve", "Add curve", [], ClipAction::AddCurve),
    entry!(
        "clip.key",
        "Add curve key at playhead",
        [Chord::plain(Key::S)],
        ClipAction::AddCurveKey,
        on[Timeline]
    ),
    entry!(
        "clip.trim_start",
        "Trim clip before playhead",
        [],
        ClipAction::TrimToPlayhead(TrimEdge::Start)
    ),
    entry!(
        "clip.trim_end",
        "Trim clip after playhead",
        [],
        ClipAction::TrimToPlayhead(TrimEdge::End)
    ),
    entry!(
        "clip.trim_loop",
        "Trim clip to loop range",
        [],
        ClipAction::TrimToLoop
    ),
    entry!(
        "clip.split",
        "Split clip at playhead",
        [],
        ClipAction::SplitAtPlayhead
    ),
    entry!("clip.reverse", "Reverse clip", [], ClipAction::Reverse),
    entry!(
        "clip.contacts",
        "Write foot contact curves",
        [],
        ClipAction::WriteContacts
    ),
    entry!(
        "clip.compression",
        "Compression report",
        [Chord::plain(Key::F9)],
        ClipAction::ShowCompression
    ),
    entry!(
        "clip.worst",
        "Go to worst compression frame",
        [],
        ClipAction::GoToWorstFrame
    ),
    entry!(
        "clip.reduce",
        "Preview key reduction",
        [],
        ClipAction::PreviewReduction
    ),
];
