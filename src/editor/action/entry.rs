//! Actions without values, as menus, the palette and the keys name them.

use super::{Action, edit, file, transport, view};
use crate::kinds;
use egui::{Key, KeyboardShortcut, Modifiers};

pub struct Entry {
    pub title: &'static str,
    pub keys: &'static [KeyboardShortcut],
    pub action: fn() -> Action,
    /// Fires while a text field is focused too.
    pub in_text: bool,
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
    ($title:literal, [$($keys:expr),*], $action:expr) => {
        $crate::action::Entry { title: $title, keys: &[$($keys),*], action: || $action.into(), in_text: false }
    };
    ($title:literal, [$($keys:expr),*], $action:expr, in text) => {
        $crate::action::Entry { title: $title, keys: &[$($keys),*], action: || $action.into(), in_text: true }
    };
}
pub(crate) use entry;

/// Title and entries of every menu, in order.
pub fn menus() -> impl Iterator<Item = (&'static str, &'static [Entry])> {
    let kinds = kinds::MENUS.iter().copied().filter(|(_, entries)| !entries.is_empty());
    [("File", file::MENU), ("Edit", edit::MENU)].into_iter().chain(kinds).chain([
        ("Playback", transport::MENU),
        ("View", view::MENU),
        ("Window", view::WINDOW),
        ("Help", view::HELP),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{action::ViewAction, dock::Panel, panels::help::Sheet, viewport::Overlay};
    use std::collections::BTreeSet;

    fn listed() -> Vec<Action> {
        menus().flat_map(|(_, entries)| entries.iter().map(|entry| (entry.action)())).collect()
    }

    #[test]
    fn every_panel_every_overlay_and_every_sheet_is_in_a_menu() {
        let listed = listed();
        let has = |wanted: &dyn Fn(&ViewAction) -> bool| {
            listed.iter().any(|action| matches!(action, Action::View(action) if wanted(action)))
        };
        for panel in Panel::ALL {
            assert!(has(&|action| matches!(action, ViewAction::TogglePanel(other) if *other == panel)));
        }
        for overlay in Overlay::ALL {
            assert!(has(&|action| matches!(action, ViewAction::ToggleOverlay(other) if *other == overlay)));
        }
        for sheet in Sheet::ALL {
            assert!(has(&|action| matches!(action, ViewAction::OpenSheet(other) if *other == sheet)));
        }
    }

    #[test]
    fn no_chord_is_bound_twice() {
        let mut seen = BTreeSet::new();
        for (_, entries) in menus() {
            for key in entries.iter().flat_map(|entry| entry.keys) {
                assert!(seen.insert(format!("{key:?}")), "{key:?}");
            }
        }
    }
}
