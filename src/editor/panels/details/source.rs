//! Rows of everything that was imported: where it came from, and what it plays on.

use super::{PropertyRows, fact};
use crate::{
    action::{EditorAction, FileAction},
    parts,
};
use asset::{Id, Origin, Project};
use egui::Ui;
use std::path::PathBuf;
use words::tr;

/// More of what people wrote on bones is counted.
const MOST_PROPERTIES: usize = 40;

/// `skeleton` is what a clip or mesh plays on. Returns whether the group is open.
pub fn source_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    skeleton: Option<Id>,
) -> bool {
    if !parts::group_header(ui, tr!("Source"), "") {
        return false;
    }
    match project.origin(rows.asset) {
        Some(origin) => rows.actions.extend(origin_ui(ui, origin)),
        None => fact(ui, tr!("From"), tr!("made in Mutoscope")),
    }
    let Some(skeleton) = skeleton else {
        return true;
    };
    fact(
        ui,
        tr!("Plays on"),
        project
            .asset_name(skeleton)
            .unwrap_or(tr!("a deleted skeleton")),
    );
    let bind = parts::property(ui, "", |ui| {
        parts::button(ui, None, tr!("Bind to another skeleton…"), false).clicked()
    });
    if bind {
        rows.actions.push(FileAction::AskBinding(rows.asset).into());
    }
    true
}

fn origin_ui(ui: &mut Ui, origin: &Origin) -> Option<EditorAction> {
    let name = origin.file.rsplit('/').next().unwrap_or(&origin.file);
    parts::property(ui, tr!("From"), |ui| {
        ui.add(egui::Label::new(name).truncate())
            .on_hover_text(&origin.file)
    });
    fact(ui, tr!("In the file"), &origin.place);
    let path = PathBuf::from(&origin.file);
    let options: Vec<String> = origin
        .options
        .iter()
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    if !options.is_empty() {
        fact(ui, tr!("Import options"), &options.join(", "));
        if parts::property(ui, "", |ui| {
            parts::button(ui, None, tr!("Import again with default options"), false).clicked()
        }) {
            return Some(FileAction::ImportAgain(path, Box::default()).into());
        }
    }
    for (name, value) in origin.properties.iter().take(MOST_PROPERTIES) {
        parts::property(ui, name, |ui| {
            ui.add(egui::Label::new(value).truncate())
                .on_hover_text(value)
        });
    }
    let more = origin.properties.len().saturating_sub(MOST_PROPERTIES);
    if more > 0 {
        fact(ui, "", &tr!("and {more} more properties of bones"));
    }
    let again = parts::property(ui, "", |ui| {
        parts::button(ui, None, tr!("Import again"), false).clicked()
    });
    again.then(|| FileAction::Reimport(vec![path]).into())
}
