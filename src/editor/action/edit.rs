//! Changes of the document, whatever is open.

use super::ActionContext;
use asset::Id;
use document::{Command, Gesture, Selection};
use words::tr;

/// Edits of the open project, undo and the clipboard.
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
    /// Moves the selected items of the timeline by a number of frames.
    Nudge(i32),
    Rename,
    /// The selected item, track, slot or asset.
    RenameTo(Selection, String),
    /// Lists what uses the assets first.
    AskDelete(Vec<Id>),
    DuplicateAsset(Id),
}

impl EditAction {
    /// One line that says why the action would do nothing now; None if it would do something.
    pub fn refusal(&self, now: &ActionContext<'_>) -> Option<&'static str> {
        match self {
            Self::Undo => {
                let nothing = match now.document.forgotten() {
                    0 => tr!("Nothing to undo"),
                    _ => tr!("Earlier steps were discarded. Raise Undo history in Preferences."),
                };
                now.unless(now.document.undo_label().is_some(), nothing)
            }
            Self::Redo => now.unless(now.document.redo_label().is_some(), tr!("Nothing to redo")),
            Self::Delete | Self::Duplicate => now.needs_selection_or_asset(),
            Self::Copy | Self::Cut | Self::Nudge(_) => now.needs_selection(),
            Self::Paste | Self::PasteText(_) => {
                now.unless(now.open.is_some(), tr!("Open a document first"))
            }
            Self::Perform(..)
            | Self::EndGesture(_)
            | Self::CancelGesture(_)
            | Self::Rename
            | Self::RenameTo(..)
            | Self::AskDelete(_)
            | Self::DuplicateAsset(_) => None,
        }
    }

    /// Whether the action works on what is selected; then its keys need the panel that shows the
    /// selection.
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
            | Self::RenameTo(..)
            | Self::AskDelete(_)
            | Self::DuplicateAsset(_) => false,
        }
    }

    /// Whether the action runs again while its key is held down.
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
            | Self::RenameTo(..)
            | Self::AskDelete(_)
            | Self::DuplicateAsset(_) => false,
        }
    }
}
