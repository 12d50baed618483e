//! Of the menu of clips.

use super::ClipAction;
use crate::action::{Chord, Entry, TrimEdge, entry};
use egui::Key;
use words::word;

/// The Clip menu, top to bottom.
pub const MENU: &[Entry] = &[
    entry!(
        "clip.marker",
        word!("Add sync marker at playhead"),
        [],
        ClipAction::AddSyncMarker
    ),
    entry!("clip.curve", word!("Add curve"), [], ClipAction::AddCurve),
    entry!(
        "clip.key",
        word!("Add curve key at playhead"),
        [Chord::plain(Key::S)],
        ClipAction::AddCurveKey,
        on[Timeline]
    ),
    entry!(
        "clip.trim_start",
        word!("Trim clip before playhead"),
        [],
        ClipAction::TrimToPlayhead(TrimEdge::Start)
    ),
    entry!(
        "clip.trim_end",
        word!("Trim clip after playhead"),
        [],
        ClipAction::TrimToPlayhead(TrimEdge::End)
    ),
    entry!(
        "clip.trim_loop",
        word!("Trim clip to loop range"),
        [],
        ClipAction::TrimToLoop
    ),
    entry!(
        "clip.split",
        word!("Split clip at playhead"),
        [],
        ClipAction::SplitAtPlayhead
    ),
    entry!(
        "clip.reverse",
        word!("Reverse clip"),
        [],
        ClipAction::Reverse
    ),
    entry!(
        "clip.contacts",
        word!("Write foot contact curves"),
        [],
        ClipAction::WriteContacts
    ),
    entry!(
        "clip.compression",
        word!("Compression report"),
        [Chord::plain(Key::F9)],
        ClipAction::ShowCompression
    ),
    entry!(
        "clip.worst",
        word!("Go to worst compression frame"),
        [],
        ClipAction::GoToWorstFrame
    ),
    entry!(
        "clip.reduce",
        word!("Preview key reduction"),
        [],
        ClipAction::PreviewReduction
    ),
];
