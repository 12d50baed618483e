//! Of the menu of montages.

use super::MontageAction;
use crate::action::{Chord, Entry, TimelineAction, TrimEdge, entry};
use egui::Key;

/// The Montage menu, top to bottom.
pub const MENU: &[Entry] = &[
    entry!("montage.new", "New montage", [], MontageAction::New),
    entry!(
        "montage.section",
        "Add section at playhead",
        [],
        MontageAction::AddSection
    ),
    entry!(
        "timeline.note",
        "Add note at playhead",
        [Chord::plain(Key::M)],
        TimelineAction::AddNote,
        on[Timeline]
    ),
    entry!(
        "timeline.sound",
        "Add sound at playhead",
        [],
        TimelineAction::AddSound
    ),
    entry!(
        "montage.chain",
        "Link sections in order",
        [],
        MontageAction::ChainSections
    ),
    entry!(
        "montage.clear_links",
        "Clear section links",
        [],
        MontageAction::ClearLinks
    ),
    entry!(
        "timeline.notify",
        "Add notify at playhead",
        [Chord::plain(Key::Enter)],
        TimelineAction::AddNotify,
        on[Timeline]
    ),
    entry!(
        "timeline.state",
        "Add notify state at playhead",
        [Chord::shift(Key::Enter)],
        TimelineAction::AddNotifyState,
        on[Timeline]
    ),
    entry!(
        "timeline.track",
        "Add notify track",
        [],
        TimelineAction::AddNotifyTrack
    ),
    entry!("montage.slot", "Add slot", [], MontageAction::AddSlot),
    entry!(
        "timeline.split",
        "Split at playhead",
        [Chord::ctrl(Key::K)],
        TimelineAction::Split,
        on[Timeline]
    ),
    entry!(
        "timeline.trim_start",
        "Trim start to playhead",
        [Chord::plain(Key::Q)],
        TimelineAction::Trim(TrimEdge::Start, false),
        on[Timeline]
    ),
    entry!(
        "timeline.trim_end",
        "Trim end to playhead",
        [Chord::plain(Key::W)],
        TimelineAction::Trim(TrimEdge::End, false),
        on[Timeline]
    ),
    entry!(
        "timeline.ripple_start",
        "Ripple trim start to playhead",
        [Chord::shift(Key::Q)],
        TimelineAction::Trim(TrimEdge::Start, true),
        on[Timeline]
    ),
    entry!(
        "timeline.ripple_end",
        "Ripple trim end to playhead",
        [Chord::shift(Key::W)],
        TimelineAction::Trim(TrimEdge::End, true),
        on[Timeline]
    ),
    entry!(
        "timeline.delete_close",
        "Ripple delete",
        [Chord::shift(Key::Delete)],
        TimelineAction::DeleteAndClose,
        on[Timeline]
    ),
    entry!(
        "timeline.close_gaps",
        "Close gaps",
        [],
        TimelineAction::CloseGaps
    ),
    entry!(
        "timeline.paste_room",
        "Ripple paste",
        [Chord::ctrl_shift(Key::V)],
        TimelineAction::PasteMakingRoom,
        on[Timeline]
    ),
    entry!(
        "montage.bake",
        "Bake warping into a clip",
        [],
        MontageAction::BakeWarping
    ),
    entry!(
        "montage.sweep",
        "Sweep frame rates",
        [],
        MontageAction::SweepRates
    ),
];
