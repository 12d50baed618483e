//! Changes of the document, whatever is open.

use super::{Chord, Entry, Now, SelectAction, SkeletonAction, ViewAction, entry};
use crate::panels::help::Sheet;
use document::{Command, Gesture, Selection};
use egui::Key;

#[derive(Clone, Debug)]
pub enum EditAction {
    Perform(Command, Option<Gesture>),
    EndGesture(Gesture),
    CancelGesture(Gesture),
    Undo,
    Redo,
    Delete,
    Duplicate,
    Copy,
    Cut,
    /// Asks the window's system for the text.
    Paste,
    PasteText(String),
    /// Frames.
    Nudge(i32),
    Rename,
    /// The selected item, track, slot or asset.
    RenameTo(Selection, String),
}

impl EditAction {
    /// Why it would do nothing now, in one line.
    pub fn refusal(&self, now: &Now<'_>) -> Option<&'static str> {
        match self {
            Self::Undo => now.unless(now.document.undo_label().is_some(), "Nothing to undo"),
            Self::Redo => now.unless(now.document.redo_label().is_some(), "Nothing to redo"),
            Self::Delete | Self::Duplicate | Self::Copy | Self::Cut | Self::Nudge(_) => now.needs_selection(),
            Self::Paste | Self::PasteText(_) => now.unless(now.open.is_some(), "Open a document first"),
            Self::Perform(..) | Self::EndGesture(_) | Self::CancelGesture(_) | Self::Rename | Self::RenameTo(..) => {
                None
            }
        }
    }

    pub fn is_of_selection(&self) -> bool {
        match self {
            Self::Delete | Self::Duplicate | Self::Copy | Self::Cut | Self::Nudge(_) => true,
            Self::Perform(..)
            | Self::EndGesture(_)
            | Self::CancelGesture(_)
            | Self::Paste
            | Self::PasteText(_)
            | Self::Undo
            | Self::Redo
            | Self::Rename
            | Self::RenameTo(..) => false,
        }
    }

    pub fn repeats(&self) -> bool {
        match self {
            Self::Undo | Self::Redo | Self::Nudge(_) => true,
            Self::Perform(..)
            | Self::EndGesture(_)
            | Self::CancelGesture(_)
            | Self::Delete
            | Self::Duplicate
            | Self::Copy
            | Self::Cut
            | Self::Paste
            | Self::PasteText(_)
            | Self::Rename
            | Self::RenameTo(..) => false,
        }
    }
}

pub const MENU: &[Entry] = &[
    entry!("edit.undo", "Undo", [Chord::ctrl(Key::Z)], EditAction::Undo),
    entry!("edit.redo", "Redo", [Chord::ctrl(Key::Y), Chord::ctrl_shift(Key::Z)], EditAction::Redo),
    entry!("edit.delete", "Delete", [Chord::plain(Key::Delete), Chord::plain(Key::Backspace)], EditAction::Delete, on [Timeline, Viewport, Skeleton]),
    entry!("edit.duplicate", "Duplicate", [Chord::ctrl(Key::D)], EditAction::Duplicate, on [Timeline, Viewport, Skeleton]),
    entry!("edit.cut", "Cut", [Chord::ctrl(Key::X)], EditAction::Cut, on [Timeline, Viewport, Skeleton]),
    entry!("edit.copy", "Copy", [Chord::ctrl(Key::C)], EditAction::Copy, on [Timeline, Viewport, Skeleton]),
    entry!("edit.paste", "Paste", [Chord::ctrl(Key::V)], EditAction::Paste, on [Timeline, Viewport, Skeleton]),
    entry!("select.all", "Select all", [Chord::ctrl(Key::A)], SelectAction::All, on [Timeline, Viewport]),
    entry!("select.none", "Select none", [], SelectAction::Nothing),
    entry!("edit.rename", "Rename", [Chord::plain(Key::F2)], EditAction::Rename),
    entry!("skeleton.socket", "Add socket to the selected bone", [], SkeletonAction::AddSocket),
    entry!("skeleton.mask", "Add bone mask", [], SkeletonAction::AddMask),
    entry!("skeleton.profile", "Add blend profile", [], SkeletonAction::AddBlendProfile),
    entry!(
        "edit.nudge_back",
        "Nudge one frame back",
        [Chord::ctrl(Key::ArrowLeft)],
        EditAction::Nudge(-1),
        on[Timeline]
    ),
    entry!(
        "edit.nudge_forward",
        "Nudge one frame forward",
        [Chord::ctrl(Key::ArrowRight)],
        EditAction::Nudge(1),
        on[Timeline]
    ),
    entry!(
        "edit.nudge_back_10",
        "Nudge ten frames back",
        [Chord::ctrl_shift(Key::ArrowLeft)],
        EditAction::Nudge(-10),
        on[Timeline]
    ),
    entry!(
        "edit.nudge_forward_10",
        "Nudge ten frames forward",
        [Chord::ctrl_shift(Key::ArrowRight)],
        EditAction::Nudge(10),
        on[Timeline]
    ),
    entry!("edit.preferences", "Preferences…", [Chord::ctrl(Key::Comma)], ViewAction::OpenSheet(Sheet::Preferences)),
];
