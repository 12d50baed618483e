//! What the window shows.

use super::{Chord, Entry, Now, TimelineAction, entry};
use crate::{dock::Panel, panels::help::Sheet, preferences::Preferences, viewport::Overlay};
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
    SetPreferences(Preferences),
    /// Docks it where it floats.
    FloatActivePanel,
    /// In a panel of its own, beside the one in front.
    ShowBeside(Id),
    ShowActiveBeside,
    /// Takes the panel of its own away from a document.
    PutBack(Id),
    /// Of the panels, for documents of the open one's kind.
    ResetArrangement,
    ClearLog,
    FrameAll,
    FrameSelection,
    /// Keys go to the next panel, or to the one before.
    StepPanel(isize),
    ShowKeys,
}

impl ViewAction {
    /// Why it would do nothing now, in one line.
    pub fn refusal(&self, now: &Now<'_>) -> Option<&'static str> {
        match self {
            Self::CloseActiveTab => now.unless(now.session.active.is_some(), "No document is open"),
            Self::NextTab | Self::PreviousTab => now.unless(now.session.tabs.len() > 1, "No other document is open"),
            Self::ShowBeside(id) => now.needs_front_beside(Some(*id)),
            Self::ShowActiveBeside => now.needs_front_beside(now.session.active),
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
            | Self::SetPreferences(_)
            | Self::FloatActivePanel
            | Self::PutBack(_)
            | Self::ResetArrangement
            | Self::FrameAll
            | Self::FrameSelection
            | Self::StepPanel(_)
            | Self::ShowKeys => None,
        }
    }
}

const NEXT: KeyboardShortcut = KeyboardShortcut::new(Modifiers::CTRL, Key::Tab);
const PREVIOUS: KeyboardShortcut = KeyboardShortcut::new(Modifiers::CTRL.plus(Modifiers::SHIFT), Key::Tab);

pub const MENU: &[Entry] = &[
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
    entry!("view.beside", "Show document beside", [Chord::ctrl(Key::Backslash)], ViewAction::ShowActiveBeside),
    entry!("view.frame_selection", "Frame selection", [Chord::plain(Key::F)], ViewAction::FrameSelection, on [Timeline, Viewport]),
    entry!("view.frame_all", "Frame all", [Chord::plain(Key::Home)], ViewAction::FrameAll, on [Timeline, Viewport]),
    entry!("timeline.snapping", "Snapping", [Chord::plain(Key::N)], TimelineAction::ToggleSnapping, on[Timeline]),
    entry!("view.bones", "Bones", [], ViewAction::ToggleOverlay(Overlay::Bones)),
    entry!("view.bone_names", "Bone names", [], ViewAction::ToggleOverlay(Overlay::Names)),
    entry!("view.sockets", "Sockets", [], ViewAction::ToggleOverlay(Overlay::Sockets)),
    entry!("view.root_path", "Root path", [], ViewAction::ToggleOverlay(Overlay::Trail)),
    entry!("view.grid", "Grid", [], ViewAction::ToggleOverlay(Overlay::Grid)),
    entry!("view.mesh", "Mesh", [], ViewAction::ToggleOverlay(Overlay::Mesh)),
    entry!("view.props", "Props", [], ViewAction::ToggleOverlay(Overlay::Props)),
    entry!("view.follow", "Follow character", [], ViewAction::ToggleOverlay(Overlay::Follow)),
    entry!("view.event_log", "Show event log", [], ViewAction::ShowEventLog),
    entry!("view.jobs", "Show jobs", [], ViewAction::ShowJobs),
    entry!("view.problems", "Show problems", [Chord::plain(Key::F7)], ViewAction::ShowProblems),
    entry!("view.clear_log", "Clear event log", [], ViewAction::ClearLog),
];

pub const WINDOW: &[Entry] = &[
    entry!("window.assets", "Assets", [], ViewAction::TogglePanel(Panel::Assets)),
    entry!("window.skeleton", "Skeleton", [], ViewAction::TogglePanel(Panel::Skeleton)),
    entry!("window.viewport", "Viewport", [], ViewAction::TogglePanel(Panel::Viewport)),
    entry!("window.timeline", "Timeline", [], ViewAction::TogglePanel(Panel::Timeline)),
    entry!("window.compression", "Compression", [], ViewAction::TogglePanel(Panel::Compression)),
    entry!("window.details", "Details", [], ViewAction::TogglePanel(Panel::Details)),
    entry!("window.event_log", "Event log", [], ViewAction::TogglePanel(Panel::EventLog)),
    entry!("window.problems", "Problems", [], ViewAction::TogglePanel(Panel::Problems)),
    entry!("window.jobs", "Jobs", [], ViewAction::TogglePanel(Panel::Jobs)),
    entry!("window.float", "Float active panel, or dock it", [], ViewAction::FloatActivePanel),
    entry!("window.reset_arrangement", "Reset arrangement", [], ViewAction::ResetArrangement),
];

pub const HELP: &[Entry] = &[
    entry!("help.keys", "Keys…", [], ViewAction::ShowKeys),
    entry!("help.about", "About Mutoscope", [], ViewAction::OpenSheet(Sheet::About)),
];
