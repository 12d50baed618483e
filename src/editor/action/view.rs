//! What the window shows.

use super::{Chord, Entry, Now, TimelineAction, entry};
use crate::{dock::Panel, panels::help::Sheet, viewport::Overlay};
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
    /// Closes it where it is open.
    TogglePanel(Panel),
    ToggleOverlay(Overlay),
    OpenSheet(Sheet),
    /// Of the panels, for documents of the open one's kind.
    ResetArrangement,
    ClearLog,
    FrameAll,
    FrameSelection,
}

impl ViewAction {
    /// Why it would do nothing now, in one line.
    pub fn refusal(&self, now: &Now<'_>) -> Option<&'static str> {
        match self {
            Self::CloseActiveTab => now.unless(now.session.active.is_some(), "No document is open"),
            Self::NextTab | Self::PreviousTab => now.unless(now.session.tabs.len() > 1, "No other document is open"),
            Self::ClearLog => now.unless(!now.session.log.rows.is_empty(), "The log is empty"),
            Self::OpenPalette
            | Self::OpenAsset(_)
            | Self::CloseTab(_)
            | Self::ShowProblems
            | Self::ShowEventLog
            | Self::ShowJobs
            | Self::TogglePanel(_)
            | Self::ToggleOverlay(_)
            | Self::OpenSheet(_)
            | Self::ResetArrangement
            | Self::FrameAll
            | Self::FrameSelection => None,
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
    entry!("Bones", [], ViewAction::ToggleOverlay(Overlay::Bones)),
    entry!("Bone names", [], ViewAction::ToggleOverlay(Overlay::Names)),
    entry!("Sockets", [], ViewAction::ToggleOverlay(Overlay::Sockets)),
    entry!("Root path", [], ViewAction::ToggleOverlay(Overlay::Trail)),
    entry!("Grid", [], ViewAction::ToggleOverlay(Overlay::Grid)),
    entry!("Mesh", [], ViewAction::ToggleOverlay(Overlay::Mesh)),
    entry!("Props", [], ViewAction::ToggleOverlay(Overlay::Props)),
    entry!("Follow character", [], ViewAction::ToggleOverlay(Overlay::Follow)),
    entry!("Show event log", [], ViewAction::ShowEventLog),
    entry!("Show jobs", [], ViewAction::ShowJobs),
    entry!("Show problems", [Chord::plain(Key::F7)], ViewAction::ShowProblems),
    entry!("Clear event log", [], ViewAction::ClearLog),
];

pub const WINDOW: &[Entry] = &[
    entry!("Assets", [], ViewAction::TogglePanel(Panel::Assets)),
    entry!("Skeleton", [], ViewAction::TogglePanel(Panel::Skeleton)),
    entry!("Viewport", [], ViewAction::TogglePanel(Panel::Viewport)),
    entry!("Timeline", [], ViewAction::TogglePanel(Panel::Timeline)),
    entry!("Compression", [], ViewAction::TogglePanel(Panel::Compression)),
    entry!("Details", [], ViewAction::TogglePanel(Panel::Details)),
    entry!("Event log", [], ViewAction::TogglePanel(Panel::EventLog)),
    entry!("Problems", [], ViewAction::TogglePanel(Panel::Problems)),
    entry!("Jobs", [], ViewAction::TogglePanel(Panel::Jobs)),
    entry!("Reset arrangement", [], ViewAction::ResetArrangement),
];

pub const HELP: &[Entry] = &[
    entry!("Keys", [], ViewAction::OpenSheet(Sheet::Keys)),
    entry!("About Mutoscope", [], ViewAction::OpenSheet(Sheet::About)),
];
