//! The page of the docs with every command of the menus and its keys.

use super::super::{chord, entries, presets};
use crate::{
    action::{Entry, menus},
    preferences::InputPreset,
};
use std::fmt::Write;

const HEAD: &str = "# Menu commands

This page is written by `UPDATE_DOCS=1 cargo test -p editor --lib page_of_menu_commands`.

Every command of the menus, with its keys in the default preset and, where they differ, in those of Blender and Maya. *Ctrl+P*
finds each by its name; *Help › Keys…* changes its keys. [Keys](keys.md) has the most used ones by what they are for, and the
mouse.
";

/// Keys of a preset, as the page writes them.
fn keys(preset: InputPreset, entry: &Entry) -> String {
    let chords = presets::chords(preset, entry);
    let texts = chords.iter().map(|chord| {
        let text = chord::text(chord);
        // These would end a cell or begin a mark.
        text.replace('\\', "\\\\").replace('|', "\\|")
    });
    texts.collect::<Vec<_>>().join(", ")
}

fn row(entry: &Entry) -> String {
    let usual = keys(InputPreset::Unreal, entry);
    let other = |preset| match keys(preset, entry) {
        same if same == usual => String::new(),
        none if none.is_empty() => "none".to_owned(),
        other => other,
    };
    let panels = entry.panels.iter().map(|panel| panel.title());
    let cells = [
        entry.title.into(),
        usual.clone(),
        other(InputPreset::Blender),
        other(InputPreset::Maya),
        panels.collect::<Vec<_>>().join(", "),
    ];
    format!("| {} |\n", cells.join(" | "))
        .replace("|  |", "| |")
        .replace("|  |", "| |")
}

fn page() -> String {
    let mut text = HEAD.to_owned();
    for (menu, entries) in menus() {
        write!(
            text,
            "\n## {menu}\n\n| command | keys | Blender | Maya | only in |\n|---|---|---|---|---|\n"
        )
        .expect("a text takes all");
        text.extend(entries.iter().map(row));
    }
    text
}

#[test]
fn the_page_of_menu_commands_is_what_the_menus_have() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/menus.md");
    let made = page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &made).expect("the page is written");
    }
    let committed = std::fs::read_to_string(&path).expect("the page is committed");
    for (line, (was, is)) in committed.lines().zip(made.lines()).enumerate() {
        assert_eq!(
            was,
            is,
            "line {} of docs/menus.md: see its second line",
            line + 1
        );
    }
    assert_eq!(committed, made);
    assert!(entries().all(|entry| made.contains(&format!("| {} |", entry.title))));
}
