//! Changes of the document, whatever is open.

use super::{Chord, Entry, Now, SelectAction, entry};
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
            Self::Delete | Self::Duplicate | Self::Nudge(_) => now.needs_selection(),
            Self::Perform(..) | Self::EndGesture(_) | Self::CancelGesture(_) | Self::Rename | Self::RenameTo(..) => {
                None
            }
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
            | Self::Rename
            | Self::RenameTo(..) => false,
        }
    }
}

pub const MENU: &[Entry] = &[
    entry!("Undo", [Chord::ctrl(Key::Z)], EditAction::Undo),
    entry!("Redo", [Chord::ctrl(Key::Y), Chord::ctrl_shift(Key::Z)], EditAction::Redo),
    entry!("Delete", [Chord::plain(Key::Delete), Chord::plain(Key::Backspace)], EditAction::Delete),
    entry!("Duplicate", [Chord::ctrl(Key::D)], EditAction::Duplicate),
    entry!("Select all", [Chord::ctrl(Key::A)], SelectAction::All),
    entry!("Select none", [], SelectAction::Nothing),
    entry!("Rename", [Chord::plain(Key::F2)], EditAction::Rename),
    entry!("Nudge one frame back", [Chord::ctrl(Key::ArrowLeft)], EditAction::Nudge(-1)),
    entry!("Nudge one frame forward", [Chord::ctrl(Key::ArrowRight)], EditAction::Nudge(1)),
    entry!("Nudge ten frames back", [Chord::ctrl_shift(Key::ArrowLeft)], EditAction::Nudge(-10)),
    entry!("Nudge ten frames forward", [Chord::ctrl_shift(Key::ArrowRight)], EditAction::Nudge(10)),
];
