//! What the window shows.

use super::{Chord, Entry, Now, TimelineAction, entry};
use asset::Id;
use egui::{Key, KeyboardShortcut, Modifiers};

#[derive(Clone, Debug)]
pub enum ViewAction {
    OpenPalette,
    OpenAsset(Id),
    CloseTab(Id),
    CloseActiveTab,
    NextTab,
    PreviousTab,
    ShowProblems,
    ShowEventLog,
    ShowJobs,
    ClearLog,
    FrameAll,
    FrameSelection,
}

impl ViewAction {
    pub fn is_enabled(&self, _: &Now<'_>) -> bool {
        match self {
            Self::OpenPalette
            | Self::OpenAsset(_)
            | Self::CloseTab(_)
            | Self::CloseActiveTab
            | Self::NextTab
            | Self::PreviousTab
            | Self::ShowProblems
            | Self::ShowEventLog
            | Self::ShowJobs
            | Self::ClearLog
            | Self::FrameAll
            | Self::FrameSelection => true,
        }
    }
}

const NEXT: KeyboardShortcut = KeyboardShortcut::new(Modifiers::CTRL, Key::Tab);
const PREVIOUS: KeyboardShortcut = KeyboardShortcut::new(Modifiers::CTRL.plus(Modifiers::SHIFT), Key::Tab);

pub const MENU: &[Entry] = &[
    entry!("Search commands and assets", [Chord::ctrl(Key::P), Chord::ctrl_shift(Key::P)], ViewAction::OpenPalette, in text),
    entry!("Next tab", [NEXT], ViewAction::NextTab, in text),
    entry!("Previous tab", [PREVIOUS], ViewAction::PreviousTab, in text),
    entry!("Close tab", [Chord::ctrl(Key::W)], ViewAction::CloseActiveTab),
    entry!("Frame selection", [Chord::plain(Key::F)], ViewAction::FrameSelection),
    entry!("Frame all", [Chord::plain(Key::Home)], ViewAction::FrameAll),
    entry!("Snapping", [Chord::plain(Key::N)], TimelineAction::ToggleSnapping),
    entry!("Event log", [], ViewAction::ShowEventLog),
    entry!("Jobs", [], ViewAction::ShowJobs),
    entry!("Problems", [Chord::plain(Key::F7)], ViewAction::ShowProblems),
    entry!("Clear event log", [], ViewAction::ClearLog),
];
