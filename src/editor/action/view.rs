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
    /// Keys go to the next panel, or to the one before.
    StepPanel(isize),
    ShowKeys,
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
            | Self::FrameSelection
            | Self::StepPanel(_)
            | Self::ShowKeys => true,
        }
    }
}

const NEXT: KeyboardShortcut = KeyboardShortcut::new(Modifiers::CTRL, Key::Tab);
const PREVIOUS: KeyboardShortcut = KeyboardShortcut::new(Modifiers::CTRL.plus(Modifiers::SHIFT), Key::Tab);

pub const MENU: &[Entry] = &[
    entry!("view.keys", "Keys…", [], ViewAction::ShowKeys),
    entry!("view.next_panel", "Next panel", [Chord::plain(Key::F6)], ViewAction::StepPanel(1)),
    entry!("view.previous_panel", "Previous panel", [Chord::shift(Key::F6)], ViewAction::StepPanel(-1)),
    entry!(
        "view.search",
        "Search commands and assets",
        [Chord::ctrl(Key::P), Chord::ctrl_shift(Key::P)],
        ViewAction::OpenPalette
    ),
    entry!("view.next_tab", "Next tab", [NEXT], ViewAction::NextTab),
    entry!("view.previous_tab", "Previous tab", [PREVIOUS], ViewAction::PreviousTab),
    entry!("view.close_tab", "Close tab", [Chord::ctrl(Key::W)], ViewAction::CloseActiveTab),
    entry!("view.frame_selection", "Frame selection", [Chord::plain(Key::F)], ViewAction::FrameSelection, on [Timeline, Viewport]),
    entry!("view.frame_all", "Frame all", [Chord::plain(Key::Home)], ViewAction::FrameAll, on [Timeline, Viewport]),
    entry!("timeline.snapping", "Snapping", [Chord::plain(Key::N)], TimelineAction::ToggleSnapping, on[Timeline]),
    entry!("view.event_log", "Event log", [], ViewAction::ShowEventLog),
    entry!("view.jobs", "Jobs", [], ViewAction::ShowJobs),
    entry!("view.problems", "Problems", [Chord::plain(Key::F7)], ViewAction::ShowProblems),
    entry!("view.clear_log", "Clear event log", [], ViewAction::ClearLog),
];
