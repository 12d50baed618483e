//! Actions without values, as menus, the palette and the keys name them.

use super::EditorAction;
use crate::dock::Panel;
use egui::{Key, KeyboardShortcut, Modifiers};

pub struct Entry {
    /// Stays the same for as long as people have keys bound to it.
    pub id: &'static str,
    pub title: &'static str,
    pub keys: &'static [KeyboardShortcut],
    pub action: fn() -> EditorAction,
    /// Its keys belong to these; to every panel where there are none.
    pub panels: &'static [Panel],
}

/// Chords as the tables write them.
pub struct Chord;

impl Chord {
    pub const CTRL: Modifiers = Modifiers::COMMAND;
    pub const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

    pub const fn plain(key: Key) -> KeyboardShortcut {
        KeyboardShortcut::new(Modifiers::NONE, key)
    }

    pub const fn shift(key: Key) -> KeyboardShortcut {
        KeyboardShortcut::new(Modifiers::SHIFT, key)
    }

    pub const fn ctrl(key: Key) -> KeyboardShortcut {
        KeyboardShortcut::new(Self::CTRL, key)
    }

    pub const fn ctrl_shift(key: Key) -> KeyboardShortcut {
        KeyboardShortcut::new(Self::CTRL_SHIFT, key)
    }
}

macro_rules! entry {
    ($id:literal, $title:literal, [$($keys:expr),*], $action:expr) => {
        $crate::action::entry!($id, $title, [$($keys),*], $action, on [])
    };
    ($id:literal, $title:literal, [$($keys:expr),*], $action:expr, on [$($panel:ident),*]) => {
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
