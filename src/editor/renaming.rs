//! The field over an item in which its name is typed.

use crate::{
    action::{EditAction, EditorAction},
    theme,
    views::Renaming,
};
use asset::Id;
use egui::{Rect, Ui, vec2};
use words::tr;

/// A text field over an item while it is being renamed; returns true when it was drawn.
pub fn rename_ui(
    ui: &mut Ui,
    typed: &mut Option<Renaming>,
    id: Id,
    rect: Rect,
    actions: &mut Vec<EditorAction>,
) -> bool {
    if typed
        .as_ref()
        .is_none_or(|renaming| !renaming.selection.items.contains(&id))
    {
        return false;
    }
    let rect = Rect::from_min_size(
        rect.min,
        vec2(rect.width().max(120.0), rect.height().min(24.0)),
    );
    let field = ui.scope_id().with(("rename", id));
    name_field_ui(ui, typed, (field, rect), actions);
    true
}

/// The field of the name that is being typed; its first pass only asks for the focus.
pub fn name_field_ui(
    ui: &mut Ui,
    typed: &mut Option<Renaming>,
    (field, rect): (egui::Id, Rect),
    actions: &mut Vec<EditorAction>,
) {
    let Some(renaming) = typed.as_mut() else {
        return;
    };
    renaming.unseen = 0;
    if !renaming.has_focus {
        renaming.has_focus = crate::parts::focus_all(ui, field, &renaming.text);
        if !renaming.has_focus {
            return;
        }
    }
    let edit = egui::TextEdit::singleline(&mut renaming.text)
        .font(theme::medium())
        .id(field);
    let response = ui.put(rect, edit).accessible_name(tr!("New name"));
    if response.lost_focus() {
        finish_rename(ui, typed, actions);
    }
}

/// Esc leaves the name as it was; anything else that takes the focus away keeps what was typed.
fn finish_rename(ui: &Ui, typed: &mut Option<Renaming>, actions: &mut Vec<EditorAction>) {
    let Some(Renaming {
        selection, text, ..
    }) = typed.take()
    else {
        return;
    };
    if !ui.input(|input| input.key_pressed(egui::Key::Escape)) {
        actions.push(EditAction::RenameTo(selection, text).into());
    }
}
