//! A press on an item: what it selects, and the drag or the name that it begins.

use super::{DragKind, TimelineDrag, scene::TimelineScene};
use crate::{
    action::{EditorAction, SelectAction},
    views::{PanelViews, Renaming},
};
use asset::Id;
use document::{Gesture, Selection};
use egui::{Pos2, Response, Ui};
use std::collections::BTreeMap;

pub(super) fn begin_drag(
    ui: &Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    kind: DragKind,
) {
    let Some(press) = ui.input(|input| input.pointer.press_origin()) else {
        return;
    };
    let gesture = views.edits.gesture();
    views.timeline.drag = Some(begun(kind, scene, gesture, press));
}

/// Selects on press: alone. A press on a selected item keeps the group. With Ctrl a click toggles,
/// with Shift it adds; a press does not, for both mean something else to a drag.
pub(super) fn select_on_press(
    ui: &Ui,
    scene: &TimelineScene<'_>,
    response: &Response,
    id: Id,
    actions: &mut Vec<EditorAction>,
) {
    let (pressed, secondary, modifiers) = ui.input(|input| {
        (
            input.pointer.primary_pressed(),
            input.pointer.secondary_pressed(),
            input.modifiers,
        )
    });
    // In a slow pass a click comes whole: the button is up again.
    let is_on =
        response.is_pointer_button_down_on() || response.clicked() || response.secondary_clicked();
    let was_selected = scene.is_selected(id);
    let extends = modifiers.command || modifiers.shift;
    let waits = extends && !secondary;
    let hit = is_on && (pressed || secondary) && !waits;
    let dragged = waits && response.drag_started_by(egui::PointerButton::Primary);
    if waits && response.clicked() {
        let mut items = scene.selection.items.clone();
        if !items.insert(id) && modifiers.command {
            items.remove(&id);
        }
        actions.push(
            SelectAction::These(Selection {
                asset: Some(scene.host.id),
                items,
            })
            .into(),
        );
    } else if ((hit || dragged) && !was_selected)
        || (response.clicked()
            && was_selected
            && scene.selection.items.len() > 1
            && !modifiers.any())
    {
        actions.push(SelectAction::These(Selection::item(scene.host.id, id)).into());
    }
}

pub(super) fn start_rename(
    scene: &TimelineScene<'_>,
    typed: &mut Option<Renaming>,
    item: Id,
    name: &str,
) {
    let selection = Selection::item(scene.host.id, item);
    *typed = Some(Renaming::new(selection, name));
}

/// A drag that begins with a press on the lanes.
pub(crate) fn begun(
    kind: DragKind,
    scene: &TimelineScene<'_>,
    gesture: Gesture,
    press: Pos2,
) -> TimelineDrag {
    TimelineDrag {
        kind,
        gesture,
        press,
        press_time: scene.time(press.x),
        moved: false,
        origin: scene.document.project().clone(),
        last: None,
        copies: BTreeMap::new(),
    }
}
