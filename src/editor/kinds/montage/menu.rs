//! Of the menu of montages.

use super::MontageAction;
use crate::action::{Chord, Entry, TimelineAction, entry};
use egui::Key;

pub const MENU: &[Entry] = &[
    entry!("montage.new", "New montage", [], MontageAction::New),
    entry!("montage.section", "Add section at playhead", [], MontageAction::AddSection),
    entry!("timeline.note", "Add note at playhead", [Chord::plain(Key::M)], TimelineAction::AddNote, on[Timeline]),
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
    entry!("timeline.track", "Add notify track", [], TimelineAction::AddNotifyTrack),
    entry!("montage.slot", "Add slot", [], MontageAction::AddSlot),
    entry!("montage.sweep", "Sweep frame rates", [], MontageAction::SweepRates),
];
