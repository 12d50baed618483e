//! What every page does with the pointer: pan, select on press, box selection.

use super::{camera::Lens, host::Host, state::Drag};
use crate::{action::EditorAction, canvas::state::CanvasView};
use asset::Id;
use egui::{CursorIcon, PointerButton, Pos2, Rect, Response, Ui};
use std::collections::BTreeSet;

/// A press of the first button in this pass, points of the page.
pub fn press(ui: &Ui, response: &Response, lens: &Lens) -> Option<Pos2> {
    let at = ui.input(|input| {
        let is_press = input.pointer.primary_pressed();
        is_press.then(|| input.pointer.interact_pos()).flatten()
    })?;
    response.contains_pointer().then(|| lens.page(at))
}

/// Start of the drag of this pass, points of the page; None if no button is pressed.
pub fn origin(ui: &Ui, lens: &Lens) -> Option<Pos2> {
    ui.input(|input| input.pointer.press_origin())
        .map(|at| lens.page(at))
}

/// Pans the page during a drag with the middle or the secondary button.
pub fn pan(ui: &Ui, host: &Host<'_>, response: &Response, lens: &mut Lens, view: &mut CanvasView) {
    let is_panning = [PointerButton::Middle, PointerButton::Secondary]
        .into_iter()
        .any(|it| response.dragged_by(it));
    if is_panning {
        lens.camera = lens.panned(response.drag_delta());
        view.set_camera(host.id, view.page(host.id), lens.camera);
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    }
}

/// Selects an item that is pressed: Ctrl or Shift adds or removes the item; otherwise it becomes
/// the only selected item, unless it is one of several.
pub fn pressed_on(ui: &Ui, host: &Host<'_>, item: Id, actions: &mut Vec<EditorAction>) {
    let mut selected = host.selected();
    let (ctrl, shift) = ui.input(|input| (input.modifiers.command, input.modifiers.shift));
    if ctrl || shift {
        if !selected.remove(&item) || shift {
            selected.insert(item);
        }
    } else if selected.contains(&item) {
        return;
    } else {
        selected = [item].into();
    }
    actions.push(host.select(selected));
}

/// A click that moved nothing leaves the item alone selected.
pub fn clicked_on(ui: &Ui, host: &Host<'_>, item: Id, actions: &mut Vec<EditorAction>) {
    let is_plain = ui.input(|input| !input.modifiers.command && !input.modifiers.shift);
    if is_plain && host.selected().len() > 1 {
        actions.push(host.select([item].into()));
    }
}

/// The selection while a box is drawn: what it touches is added; with Ctrl it is taken out.
pub fn box_select(
    ui: &Ui,
    host: &Host<'_>,
    (from, to, before): (Pos2, Pos2, &BTreeSet<Id>),
    items: impl Iterator<Item = (Id, Rect)>,
    actions: &mut Vec<EditorAction>,
) -> Rect {
    let rect = Rect::from_two_pos(from, to);
    let touched: BTreeSet<Id> = items
        .filter(|(_, it)| it.intersects(rect))
        .map(|(id, _)| id)
        .collect();
    let takes_out = ui.input(|input| input.modifiers.command);
    let selected = if takes_out {
        before - &touched
    } else {
        before | &touched
    };
    if selected != host.selected() {
        actions.push(host.select(selected));
    }
    rect
}

/// Begins a selection rectangle at `from`, which keeps the selected items if Ctrl or Shift is down.
pub fn begin_box(ui: &Ui, host: &Host<'_>, from: Pos2) -> Drag {
    let keeps = ui.input(|input| input.modifiers.command || input.modifiers.shift);
    Drag::Box {
        from,
        before: if keeps {
            host.selected()
        } else {
            BTreeSet::new()
        },
    }
}
