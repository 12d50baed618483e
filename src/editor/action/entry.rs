//! Actions without values, as menus, the palette and the keys name them.

use super::{Action, edit, file, transport, view};
use crate::{dock::Panel, kinds};
use egui::{Key, KeyboardShortcut, Modifiers};

pub struct Entry {
    /// Stays the same for as long as people have keys bound to it.
    pub id: &'static str,
    pub title: &'static str,
    pub keys: &'static [KeyboardShortcut],
    pub action: fn() -> Action,
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

    /// The names of variants without values, by area, as their source declares them.
    fn declared(folder: &std::path::Path) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                found.extend(declared(&path));
                continue;
            }
            let text = std::fs::read_to_string(path).unwrap();
            let Some((_, declaration)) = text.split_once("pub enum ") else { continue };
            let Some((area, rest)) = declaration.split_once("Action {\n") else { continue };
            let variants = rest.lines().take_while(|line| *line != "}").filter_map(|line| {
                let name = line.strip_prefix("    ")?.strip_suffix(',')?;
                name.chars().all(char::is_alphanumeric).then(|| (area.to_owned(), name.to_owned()))
            });
            found.extend(variants);
        }
        found
    }

    #[test]
    fn every_action_without_a_value_is_in_a_menu_and_so_in_the_palette() {
        let listed: Vec<String> = listed().iter().map(|action| format!("{action:?}")).collect();
        let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let declared: Vec<_> = ["action", "kinds"].iter().flat_map(|folder| declared(&source.join(folder))).collect();
        assert!(declared.len() > 50, "{declared:?}");
        for (area, name) in declared {
            // Esc does it, one step at a time.
            let is_esc = (area.as_str(), name.as_str()) == ("Select", "Nothing");
            let wanted = format!("{area}({name})");
            assert!(is_esc || listed.iter().any(|action| action.contains(&wanted)), "{wanted}");
        }
    }

    #[test]
    fn no_two_entries_have_one_id() {
        let mut seen = BTreeSet::new();
        for entry in menus().flat_map(|(_, entries)| entries) {
            assert!(seen.insert(entry.id), "{}", entry.id);
        }
    }
}
