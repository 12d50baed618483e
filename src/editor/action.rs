//! The closed list of what a user can do. Menus, keys, panels and tests all push these.

use crate::{dock::Panel, panels::help::Sheet, preferences::Preferences, viewport::Overlay};
use anim::Name;
use asset::Id;
use document::{Command, Gesture, Selection};
use egui::{Key, KeyboardShortcut, Modifiers};
use engine::Scope;
use std::path::PathBuf;

#[derive(Clone, Debug)]
pub enum Action {
    // File
    NewProject,
    OpenSample,
    Open,
    OpenFolder,
    OpenPath(PathBuf),
    Save,
    SaveAs,
    Import,
    ImportPaths(Vec<PathBuf>),
    /// A file that was imported, once more with this scale.
    ImportScaled(PathBuf, f32),
    /// Asks which skeleton this clip or mesh shall play on.
    AskBinding(Id),
    Export,
    ExportGltf,
    /// Three coarser levels of a mesh in place of those that there are.
    MakeLevels(Id),
    /// Of a mesh: asks for the file that replaces the level, or adds one beyond the last.
    LevelFromFile(Id, usize),
    Quit,
    // Edit
    Perform(Command, Option<Gesture>),
    EndGesture(Gesture),
    CancelGesture(Gesture),
    Undo,
    Redo,
    Delete,
    Duplicate,
    SelectAll,
    SelectNone,
    Select(Selection),
    Rename,
    /// The selected item, track, slot or asset.
    RenameTo(Selection, String),
    // Assets
    OpenAsset(Id),
    CloseTab(Id),
    NewMontage,
    /// A montage that plays this clip.
    NewMontageFrom(Id),
    /// Appends a clip to the first slot of the open montage.
    AppendClip(Id),
    // Transport
    TogglePlay,
    /// Seconds.
    Seek(f64),
    StepFrames(i32),
    GoToStart,
    GoToEnd,
    /// To the next (true) or previous edge of anything on the timeline.
    GoToEdge(bool),
    ToggleLoop,
    SetRate(f32),
    SetScope(Scope),
    // Timeline
    AddSection,
    AddNotify,
    AddNotifyState,
    AddNotifyTrack,
    AddSlot,
    AddSyncMarker,
    AddCurve,
    /// On the selected curve, and without changing its line.
    AddCurveKey,
    /// What fewer keys would do to the open clip, with the thresholds of its details.
    PreviewReduction,
    /// Frames.
    Nudge(i32),
    // Compression of the open clip
    ShowCompression,
    GoToWorstFrame,
    /// Selects a bone by its index and seeks to seconds.
    ShowBoneAt {
        bone: usize,
        time: f64,
    },
    /// What was cancelled.
    CompressNow(Id),
    ToggleSnapping,
    FrameAll,
    FrameSelection,
    /// At this rate; negative is backwards.
    PlayAt(f32),
    Pause,
    // View
    OpenPalette,
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
    /// Of the panels, for documents of the open one's kind.
    ResetArrangement,
    ClearLog,
    SelectBone(Option<usize>),
    /// Or a virtual bone, of the skeleton that is shown.
    SelectSocket(Id),
    // Skeleton
    /// Of a mask or blend profile, beside the bones; None shows where translations come from.
    ShowWeights(Option<Id>),
    AddMask,
    AddBlendProfile,
    /// On the selected bone.
    AddSocket,
    /// Bones by their index.
    AddVirtualBone {
        source: usize,
        target: usize,
    },
    /// Shows where a fired event is authored.
    Reveal {
        asset: Name,
        item: u64,
    },
}

/// An action without values, as menus show it.
pub struct Entry {
    pub title: &'static str,
    pub keys: &'static [KeyboardShortcut],
    pub action: fn() -> Action,
    /// Fires while a text field is focused too.
    pub in_text: bool,
}

const fn key(modifiers: Modifiers, key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(modifiers, key)
}

const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
const SHIFT: Modifiers = Modifiers::SHIFT;
const NONE: Modifiers = Modifiers::NONE;

macro_rules! entry {
    ($title:literal, [$($keys:expr),*], $action:expr) => {
        Entry { title: $title, keys: &[$($keys),*], action: || $action, in_text: false }
    };
    ($title:literal, [$($keys:expr),*], $action:expr, in text) => {
        Entry { title: $title, keys: &[$($keys),*], action: || $action, in_text: true }
    };
}

pub const FILE: &[Entry] = &[
    entry!("New project", [], Action::NewProject),
    entry!("New from sample", [], Action::OpenSample),
    entry!("Open project…", [key(CTRL, Key::O)], Action::OpenFolder, in text),
    entry!("Open file…", [key(CTRL_SHIFT, Key::O)], Action::Open, in text),
    entry!("Save", [key(CTRL, Key::S)], Action::Save, in text),
    entry!("Save as…", [key(CTRL_SHIFT, Key::S)], Action::SaveAs, in text),
    entry!("Import…", [key(CTRL, Key::I)], Action::Import),
    entry!("Export bundle…", [key(CTRL, Key::E)], Action::Export),
    entry!("Export as glTF (.glb)…", [key(CTRL_SHIFT, Key::E)], Action::ExportGltf),
    entry!("Quit", [key(CTRL, Key::Q)], Action::Quit, in text),
];

pub const EDIT: &[Entry] = &[
    entry!("Undo", [key(CTRL, Key::Z)], Action::Undo),
    entry!("Redo", [key(CTRL, Key::Y), key(CTRL_SHIFT, Key::Z)], Action::Redo),
    entry!("Delete", [key(NONE, Key::Delete), key(NONE, Key::Backspace)], Action::Delete),
    entry!("Duplicate", [key(CTRL, Key::D)], Action::Duplicate),
    entry!("Select all", [key(CTRL, Key::A)], Action::SelectAll),
    entry!("Select none", [], Action::SelectNone),
    entry!("Rename", [key(NONE, Key::F2)], Action::Rename),
    entry!("Add socket to the selected bone", [], Action::AddSocket),
    entry!("Add bone mask", [], Action::AddMask),
    entry!("Add blend profile", [], Action::AddBlendProfile),
    entry!("Nudge one frame back", [key(CTRL, Key::ArrowLeft)], Action::Nudge(-1)),
    entry!("Nudge one frame forward", [key(CTRL, Key::ArrowRight)], Action::Nudge(1)),
    entry!("Nudge ten frames back", [key(CTRL_SHIFT, Key::ArrowLeft)], Action::Nudge(-10)),
    entry!("Nudge ten frames forward", [key(CTRL_SHIFT, Key::ArrowRight)], Action::Nudge(10)),
    entry!("Preferences…", [key(CTRL, Key::Comma)], Action::OpenSheet(Sheet::Preferences)),
];

pub const MONTAGE: &[Entry] = &[
    entry!("New montage", [], Action::NewMontage),
    entry!("Add section at playhead", [], Action::AddSection),
    entry!("Add notify at playhead", [key(NONE, Key::Enter)], Action::AddNotify),
    entry!("Add notify state at playhead", [key(SHIFT, Key::Enter)], Action::AddNotifyState),
    entry!("Add notify track", [], Action::AddNotifyTrack),
    entry!("Add slot", [], Action::AddSlot),
];

pub const CLIP: &[Entry] = &[
    entry!("Add sync marker at playhead", [], Action::AddSyncMarker),
    entry!("Add curve", [], Action::AddCurve),
    entry!("Add curve key at playhead", [key(NONE, Key::S)], Action::AddCurveKey),
    entry!("Compression report", [key(NONE, Key::F9)], Action::ShowCompression),
    entry!("Go to the worst frame of the compression", [], Action::GoToWorstFrame),
    entry!("Preview key reduction", [], Action::PreviewReduction),
];

pub const PLAYBACK: &[Entry] = &[
    entry!("Play or pause", [key(NONE, Key::Space)], Action::TogglePlay),
    entry!("One frame back", [key(NONE, Key::ArrowLeft)], Action::StepFrames(-1)),
    entry!("One frame forward", [key(NONE, Key::ArrowRight)], Action::StepFrames(1)),
    entry!("Ten frames back", [key(SHIFT, Key::ArrowLeft)], Action::StepFrames(-10)),
    entry!("Ten frames forward", [key(SHIFT, Key::ArrowRight)], Action::StepFrames(10)),
    entry!("Previous edge", [key(NONE, Key::ArrowUp), key(NONE, Key::Comma)], Action::GoToEdge(false)),
    entry!("Next edge", [key(NONE, Key::ArrowDown), key(NONE, Key::Period)], Action::GoToEdge(true)),
    entry!("Start", [key(SHIFT, Key::Home)], Action::GoToStart),
    entry!("End", [key(SHIFT, Key::End)], Action::GoToEnd),
    entry!("Loop", [key(CTRL, Key::L)], Action::ToggleLoop),
    entry!("Play forwards", [key(NONE, Key::L)], Action::PlayAt(1.0)),
    entry!("Pause", [key(NONE, Key::K)], Action::Pause),
    entry!("Play backwards", [key(NONE, Key::J)], Action::PlayAt(-1.0)),
];

pub const VIEW: &[Entry] = &[
    entry!("Search commands and assets", [key(CTRL, Key::P), key(CTRL_SHIFT, Key::P)], Action::OpenPalette, in text),
    entry!("Next tab", [key(Modifiers::CTRL, Key::Tab)], Action::NextTab, in text),
    entry!("Previous tab", [key(Modifiers::CTRL.plus(Modifiers::SHIFT), Key::Tab)], Action::PreviousTab, in text),
    entry!("Close tab", [key(CTRL, Key::W)], Action::CloseActiveTab),
    entry!("Frame selection", [key(NONE, Key::F)], Action::FrameSelection),
    entry!("Frame all", [key(NONE, Key::Home)], Action::FrameAll),
    entry!("Snapping", [key(NONE, Key::N)], Action::ToggleSnapping),
    entry!("Bones", [], Action::ToggleOverlay(Overlay::Bones)),
    entry!("Bone names", [], Action::ToggleOverlay(Overlay::Names)),
    entry!("Sockets", [], Action::ToggleOverlay(Overlay::Sockets)),
    entry!("Root path", [], Action::ToggleOverlay(Overlay::Trail)),
    entry!("Grid", [], Action::ToggleOverlay(Overlay::Grid)),
    entry!("Mesh", [], Action::ToggleOverlay(Overlay::Mesh)),
    entry!("Props", [], Action::ToggleOverlay(Overlay::Props)),
    entry!("Follow character", [], Action::ToggleOverlay(Overlay::Follow)),
    entry!("Show event log", [], Action::ShowEventLog),
    entry!("Show jobs", [], Action::ShowJobs),
    entry!("Show problems", [key(NONE, Key::F7)], Action::ShowProblems),
    entry!("Clear event log", [], Action::ClearLog),
];

pub const WINDOW: &[Entry] = &[
    entry!("Assets", [], Action::TogglePanel(Panel::Assets)),
    entry!("Skeleton", [], Action::TogglePanel(Panel::Skeleton)),
    entry!("Viewport", [], Action::TogglePanel(Panel::Viewport)),
    entry!("Timeline", [], Action::TogglePanel(Panel::Timeline)),
    entry!("Compression", [], Action::TogglePanel(Panel::Compression)),
    entry!("Details", [], Action::TogglePanel(Panel::Details)),
    entry!("Event log", [], Action::TogglePanel(Panel::EventLog)),
    entry!("Problems", [], Action::TogglePanel(Panel::Problems)),
    entry!("Jobs", [], Action::TogglePanel(Panel::Jobs)),
    entry!("Reset arrangement", [], Action::ResetArrangement),
];

pub const HELP: &[Entry] = &[
    entry!("Keys", [], Action::OpenSheet(Sheet::Keys)),
    entry!("About Mutoscope", [], Action::OpenSheet(Sheet::About)),
];

/// Title and entries of every menu, in order.
pub const MENUS: &[(&str, &[Entry])] = &[
    ("File", FILE),
    ("Edit", EDIT),
    ("Montage", MONTAGE),
    ("Clip", CLIP),
    ("Playback", PLAYBACK),
    ("View", VIEW),
    ("Window", WINDOW),
    ("Help", HELP),
];

/// Whether a held key does the action again and again.
fn repeats(action: &Action) -> bool {
    matches!(action, Action::Undo | Action::Redo | Action::Nudge(_) | Action::StepFrames(_) | Action::GoToEdge(_))
}

fn is_held(input: &egui::InputState, key: Key) -> bool {
    let is_repeat = |event: &egui::Event| matches!(event, egui::Event::Key { key: k, repeat: true, .. } if *k == key);
    input.events.iter().any(is_repeat)
}

/// The actions whose keys were pressed in this pass; the keys are consumed. While a text is typed only few are taken;
/// a focused button keeps Enter, but not Space; while the camera flies, plain letters are its own.
pub fn pressed(ctx: &egui::Context, flying: bool) -> Vec<Action> {
    let typing = ctx.text_edit_focused();
    let is_focused = ctx.memory(|memory| memory.focused().is_some());
    let mut actions = Vec::new();
    let mut entries: Vec<(&KeyboardShortcut, &Entry)> = MENUS
        .iter()
        .flat_map(|(_, entries)| entries.iter())
        .filter(|entry| entry.in_text || !typing)
        .flat_map(|entry| entry.keys.iter().map(move |key| (key, entry)))
        .filter(|(key, _)| !flying || key.modifiers.any())
        .filter(|(key, _)| !is_focused || key.logical_key != Key::Enter)
        .collect();
    // The most specific chord first: Ctrl+Shift+Z must not be taken for Ctrl+Z.
    entries.sort_by_key(|(key, _)| {
        std::cmp::Reverse(usize::from(key.modifiers.shift) + usize::from(key.modifiers.command))
    });
    ctx.input_mut(|input| {
        for (shortcut, entry) in entries {
            let held = is_held(input, shortcut.logical_key);
            let action = (entry.action)();
            if input.consume_shortcut(shortcut) && (!held || repeats(&action)) {
                actions.push(action);
            }
        }
    });
    actions
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Those of the first list carry nothing, those of the second a value.
    macro_rules! actions {
        ([$($plain:ident),* $(,)?], [$($valued:pat),* $(,)?]) => {
            /// A new action does not compile before it stands in one of the lists.
            fn is_plain(action: &Action) -> bool {
                match action {
                    $(Action::$plain)|* => true,
                    $($valued)|* => false,
                }
            }

            fn plain() -> Vec<Action> {
                vec![$(Action::$plain),*]
            }
        };
    }

    actions!(
        [
            NewProject,
            OpenSample,
            Open,
            OpenFolder,
            Save,
            SaveAs,
            Import,
            Export,
            ExportGltf,
            Quit,
            Undo,
            Redo,
            Delete,
            Duplicate,
            SelectAll,
            SelectNone,
            Rename,
            NewMontage,
            TogglePlay,
            GoToStart,
            GoToEnd,
            ToggleLoop,
            AddSection,
            AddNotify,
            AddNotifyState,
            AddNotifyTrack,
            AddSlot,
            AddSyncMarker,
            AddCurve,
            AddCurveKey,
            PreviewReduction,
            ShowCompression,
            GoToWorstFrame,
            ToggleSnapping,
            FrameAll,
            FrameSelection,
            Pause,
            OpenPalette,
            CloseActiveTab,
            NextTab,
            PreviousTab,
            ShowProblems,
            ShowEventLog,
            ShowJobs,
            ResetArrangement,
            ClearLog,
            AddMask,
            AddBlendProfile,
            AddSocket,
        ],
        [
            Action::OpenPath(_),
            Action::ImportPaths(_),
            Action::ImportScaled(..),
            Action::AskBinding(_),
            Action::MakeLevels(_),
            Action::LevelFromFile(..),
            Action::Perform(..),
            Action::EndGesture(_),
            Action::CancelGesture(_),
            Action::Select(_),
            Action::RenameTo(..),
            Action::OpenAsset(_),
            Action::CloseTab(_),
            Action::NewMontageFrom(_),
            Action::AppendClip(_),
            Action::Seek(_),
            Action::StepFrames(_),
            Action::GoToEdge(_),
            Action::SetRate(_),
            Action::SetScope(_),
            Action::Nudge(_),
            Action::ShowBoneAt { .. },
            Action::CompressNow(_),
            Action::PlayAt(_),
            Action::TogglePanel(_),
            Action::ToggleOverlay(_),
            Action::OpenSheet(_),
            Action::SetPreferences(_),
            Action::SelectBone(_),
            Action::SelectSocket(_),
            Action::ShowWeights(_),
            Action::AddVirtualBone { .. },
            Action::Reveal { .. },
        ]
    );

    fn listed() -> Vec<Action> {
        MENUS.iter().flat_map(|(_, entries)| entries.iter().map(|entry| (entry.action)())).collect()
    }

    #[test]
    fn every_action_without_a_value_is_in_a_menu_and_so_in_the_palette() {
        let same = |a: &Action, b: &Action| std::mem::discriminant(a) == std::mem::discriminant(b);
        let missing: Vec<Action> =
            plain().into_iter().filter(|action| !listed().iter().any(|other| same(action, other))).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert!(plain().iter().all(is_plain));
    }

    #[test]
    fn every_panel_every_overlay_and_every_sheet_is_in_a_menu() {
        let listed = listed();
        for panel in Panel::ALL {
            assert!(listed.iter().any(|action| matches!(action, Action::TogglePanel(other) if *other == panel)));
        }
        for overlay in Overlay::ALL {
            assert!(listed.iter().any(|action| matches!(action, Action::ToggleOverlay(other) if *other == overlay)));
        }
        for sheet in Sheet::ALL {
            assert!(listed.iter().any(|action| matches!(action, Action::OpenSheet(other) if *other == sheet)));
        }
    }

    #[test]
    fn no_chord_is_bound_twice() {
        let mut seen = BTreeSet::new();
        for (_, entries) in MENUS {
            for key in entries.iter().flat_map(|entry| entry.keys) {
                assert!(seen.insert(format!("{key:?}")), "{key:?}");
            }
        }
    }
}
