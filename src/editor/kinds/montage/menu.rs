//! Of the menu of montages.

use super::MontageAction;
use crate::action::{Chord, Entry, TimelineAction, TrimEdge, entry};
use egui::Key;
use words::word;

/// The Montage menu, top to bottom.
pub const MENU: &[Entry] = &[
    entry!("montage.new", word!("New montage"), [], MontageAction::New),
    entry!(
        "montage.section",
        word!("Add section at playhead"),
        [],
        MontageAction::AddSection
    ),
    entry!(
        "timeline.note",
        word!("Add note at playhead"),
        [Chord::plain(Key::M)],
        TimelineAction::AddNote,
        on[Timeline]
    ),
    entry!(
        "timeline.sound",
        word!("Add sound at playhead"),
        [],
        TimelineAction::AddSound
    ),
    entry!(
        "montage.chain",
        word!("Link sections in order"),
        [],
        MontageAction::ChainSections
    ),
    entry!(
        "montage.clear_links",
        word!("Clear section links"),
        [],
        MontageAction::ClearLinks
    ),
    entry!(
        "timeline.notify",
        word!("Add notify at playhead"),
        [Chord::plain(Key::Enter)],
        TimelineAction::AddNotify,
        on[Timeline]
    ),
    entry!(
        "timeline.state",
        word!("Add notify state at playhead"),
        [Chord::shift(Key::Enter)],
        TimelineAction::AddNotifyState,
        on[Timeline]
    ),
    entry!(
        "timeline.track",
        word!("Add notify track"),
        [],
        TimelineAction::AddNotifyTrack
    ),
    entry!(
        "montage.slot",
        word!("Add slot"),
        [],
        MontageAction::AddSlot
    ),
    entry!(
        "timeline.split",
        word!("Split at playhead"),
        [Chord::ctrl(Key::K)],
        TimelineAction::Split,
        on[Timeline]
    ),
    entry!(
        "timeline.trim_start",
        word!("Trim start to playhead"),
        [Chord::plain(Key::Q)],
        TimelineAction::Trim(TrimEdge::Start, false),
        on[Timeline]
    ),
    entry!(
        "timeline.trim_end",
        word!("Trim end to playhead"),
        [Chord::plain(Key::W)],
        TimelineAction::Trim(TrimEdge::End, false),
        on[Timeline]
    ),
    entry!(
        "timeline.ripple_start",
        word!("Ripple trim start to playhead"),
        [Chord::shift(Key::Q)],
        TimelineAction::Trim(TrimEdge::Start, true),
        on[Timeline]
    ),
    entry!(
        "timeline.ripple_end",
        word!("Ripple trim end to playhead"),
        [Chord::shift(Key::W)],
        TimelineAction::Trim(TrimEdge::End, true),
        on[Timeline]
    ),
    entry!(
        "timeline.delete_close",
        word!("Ripple delete"),
        [Chord::shift(Key::Delete)],
        TimelineAction::DeleteAndClose,
        on[Timeline]
    ),
    entry!(
        "timeline.close_gaps",
        word!("Close gaps"),
        [],
        TimelineAction::CloseGaps
    ),
    entry!(
        "timeline.paste_room",
        word!("Ripple paste"),
        [Chord::ctrl_shift(Key::V)],
        TimelineAction::PasteMakingRoom,
        on[Timeline]
    ),
    entry!(
        "montage.bake",
        word!("Bake warping into a clip"),
        [],
        MontageAction::BakeWarping
    ),
    entry!(
        "montage.sweep",
        word!("Sweep frame rates"),
        [],
        MontageAction::SweepRates
    ),
];
