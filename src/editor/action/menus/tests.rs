use super::*;
use crate::{
    action::{EditorAction, ViewAction},
    dock::Panel,
    panels::help::Sheet,
    viewport::Overlay,
};
use std::collections::BTreeSet;

fn listed() -> Vec<EditorAction> {
    menus()
        .flat_map(|(_, entries)| entries.iter().map(|entry| (entry.action)()))
        .collect()
}

#[test]
fn every_panel_every_overlay_and_every_sheet_is_in_a_menu() {
    let listed = listed();
    let has = |wanted: &dyn Fn(&ViewAction) -> bool| {
        listed
            .iter()
            .any(|action| matches!(action, EditorAction::View(action) if wanted(action)))
    };
    for panel in Panel::ALL {
        assert!(has(
            &|action| matches!(action, ViewAction::TogglePanel(other) if *other == panel)
        ));
    }
    for overlay in Overlay::ALL {
        assert!(has(
            &|action| matches!(action, ViewAction::ToggleOverlay(other) if *other == overlay)
        ));
    }
    for sheet in Sheet::ALL {
        assert!(has(
            &|action| matches!(action, ViewAction::OpenSheet(other) if *other == sheet)
        ));
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
        let Some((_, declaration)) = text.split_once("pub enum ") else {
            continue;
        };
        let Some((area, rest)) = declaration.split_once("Action {\n") else {
            continue;
        };
        let variants = rest
            .lines()
            .take_while(|line| *line != "}")
            .filter_map(|line| {
                let name = line.strip_prefix("    ")?.strip_suffix(',')?;
                name.chars()
                    .all(char::is_alphanumeric)
                    .then(|| (area.to_owned(), name.to_owned()))
            });
        found.extend(variants);
    }
    found
}

#[test]
fn every_action_without_a_value_is_in_a_menu_and_so_in_the_palette() {
    let listed: Vec<String> = listed()
        .iter()
        .map(|action| format!("{action:?}"))
        .collect();
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let declared: Vec<_> = ["action", "kinds"]
        .iter()
        .flat_map(|folder| declared(&source.join(folder)))
        .collect();
    assert!(declared.len() > 50, "{declared:?}");
    for (area, name) in declared {
        // Esc does it, one step at a time.
        let is_esc = (area.as_str(), name.as_str()) == ("Select", "Nothing");
        let wanted = format!("{area}({name})");
        assert!(
            is_esc || listed.iter().any(|action| action.contains(&wanted)),
            "{wanted}"
        );
    }
}

#[test]
fn no_two_entries_have_one_id() {
    let mut seen = BTreeSet::new();
    for entry in menus().flat_map(|(_, entries)| entries) {
        assert!(seen.insert(entry.id), "{}", entry.id);
    }
}
