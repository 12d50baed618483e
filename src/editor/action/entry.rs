//! Actions without values, as menus, the palette and the keys name them.

use super::EditorAction;
use crate::dock::Panel;
use egui::{Key, KeyboardShortcut, Modifiers};
use words::Word;

/// One action of the menus, the palette and the key tables.
pub struct Entry {
    /// Stays the same for as long as people have keys bound to it.
    pub id: &'static str,
    /// Title in menus, the palette and the Keys page.
    pub title: Word,
    /// Keys of the Unreal preset, which other presets keep unless they list their own; empty for
    /// none.
    pub keys: &'static [KeyboardShortcut],
    /// Makes the action that the entry pushes.
    pub action: fn() -> EditorAction,
    /// Panels to which the keys of the entry belong; if there are none, the keys belong to every
    /// panel.
    pub panels: &'static [Panel],
}

/// Chords as the tables write them.
pub struct Chord;

impl Chord {
    /// Ctrl; Command on a Mac.
    pub const CTRL: Modifiers = Modifiers::COMMAND;
    /// Ctrl and Shift; Command and Shift on a Mac.
    pub const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

    /// The key without modifiers.
    pub const fn plain(key: Key) -> KeyboardShortcut {
        KeyboardShortcut::new(Modifiers::NONE, key)
    }

    /// The key with Shift.
    pub const fn shift(key: Key) -> KeyboardShortcut {
        KeyboardShortcut::new(Modifiers::SHIFT, key)
    }

    /// The key with Ctrl, or with Command on a Mac.
    pub const fn ctrl(key: Key) -> KeyboardShortcut {
        KeyboardShortcut::new(Self::CTRL, key)
    }

    /// The key with Ctrl and Shift, or with Command and Shift on a Mac.
    pub const fn ctrl_shift(key: Key) -> KeyboardShortcut {
        KeyboardShortcut::new(Self::CTRL_SHIFT, key)
    }
}

macro_rules! entry {
    ($id:literal, $title:expr, [$($keys:expr),*], $action:expr) => {
        $crate::action::entry!($id, $title, [$($keys),*], $action, on [])
    };
    ($id:literal, $title:expr, [$($keys:expr),*], $action:expr, on [$($panel:ident),*]) => {
        $crate::action::Entry {
            id: $id,
            title: $title,
            keys: &[$($keys),*],
            action: || $action.into(),
            panels: &[$($crate::dock::Panel::$panel),*],
        }
    };
}
pub(crate) use entry;
