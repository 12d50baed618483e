//! Rows of a note.

use super::fields::TimelineFieldRows;
use asset::Note;
use document::{Command, ItemCommand};
use egui::Ui;
use words::tr;

/// The rows of the selected note.
pub fn note_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, note: &Note) {
    if !fields.selected_header(ui, &note.text, tr!("note")) {
        return;
    }
    let host = fields.host.id;
    let set = move |note: Note| Command::Note(host, ItemCommand::Set(note));
    fields.rows.text(ui, tr!("Text"), &note.text, |text| {
        set(Note {
            text,
            ..note.clone()
        })
    });
    fields.time(ui, tr!("Time"), note.time, |time| {
        set(Note {
            time,
            ..note.clone()
        })
    });
}
