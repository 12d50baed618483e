//! Tracks and slots that are dragged by their headers to another place.

use super::TimelineScene;
use crate::{
    action::{EditAction, EditorAction},
    theme,
    timeline::state::TimelineState,
};
use asset::Id;
use document::{Command, ItemCommand, MontageCommand, NotifyCommand};
use egui::{Rect, Shape, Stroke, Ui, pos2};

/// Runs after the lanes: shows the place where the dragged lane will land as a dotted line.
pub(super) fn order_ui(
    ui: &Ui,
    scene: &TimelineScene<'_>,
    state: &mut TimelineState,
    actions: &mut Vec<EditorAction>,
) {
    let Some(dragged) = state.lanes.dragged else {
        return;
    };
    let (pointer, down, escaped) = ui.input(|input| {
        (
            input.pointer.latest_pos(),
            input.pointer.primary_down(),
            input.key_pressed(egui::Key::Escape),
        )
    });
    let host = &scene.host;
    let tracks: Vec<Id> = host.tracks().iter().map(|track| track.id).collect();
    let slots: Vec<Id> = host.slots().iter().map(|slot| slot.id).collect();
    let is_track = tracks.contains(&dragged);
    let order = if is_track { &tracks } else { &slots };
    let row = |id: &Id| {
        state
            .places
            .rows
            .iter()
            .rev()
            .find(|(known, _)| known == id)
            .map(|(_, rect)| *rect)
    };
    let rows: Vec<Rect> = order.iter().filter_map(row).collect();
    let from = order.iter().position(|id| *id == dragged);
    let (Some(pointer), Some(from), false) = (pointer, from, escaped) else {
        state.lanes.dragged = None;
        return;
    };
    if rows.len() != order.len() {
        state.lanes.dragged = None;
        return;
    }
    let before = rows
        .iter()
        .filter(|rect| rect.center().y < pointer.y)
        .count();
    let y = rows
        .get(before)
        .map_or(rows[rows.len() - 1].bottom(), |rect| rect.top());
    let line = [
        pos2(scene.lanes.min - theme::LANE_HEADER, y),
        pos2(scene.lanes.max, y),
    ];
    ui.painter().extend(Shape::dashed_line(
        &line,
        Stroke::new(2.0, theme::ACCENT),
        4.0,
        4.0,
    ));
    ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
    if down {
        return;
    }
    state.lanes.dragged = None;
    let to = if before > from { before - 1 } else { before };
    if to != from {
        let command = if is_track {
            Command::Notify(
                host.id,
                NotifyCommand::Track(ItemCommand::Move(dragged, to)),
            )
        } else {
            Command::Montage(
                host.id,
                MontageCommand::Slot(ItemCommand::Move(dragged, to)),
            )
        };
        actions.push(EditAction::Perform(command, None).into());
    }
}
