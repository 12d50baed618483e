//! How an item on a lane looks, and the grips at its edges.

use crate::{
    theme,
    timeline::{DragKind, press::begin_drag, scene::TimelineScene},
    views::PanelViews,
};
use asset::Id;
use egui::{Color32, Rect, Sense, Stroke, Ui, vec2};

/// A 6-point grip inside an item's edge; narrow items get it outside.
pub(super) fn grip(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    rect: Rect,
    id: Id,
    at_start: bool,
    name: &str,
) {
    let outside = rect.width() < 20.0;
    let x = if at_start { rect.left() } else { rect.right() };
    let towards_inside = if at_start == outside { -6.0 } else { 6.0 };
    let zone = Rect::from_x_y_ranges(
        x.min(x + towards_inside)..=x.max(x + towards_inside),
        rect.y_range(),
    );
    let response = ui.interact(
        zone,
        ui.scope_id().with(("grip", id, at_start)),
        Sense::drag(),
    );
    let edge = if at_start { "start" } else { "end" };
    response.widget_info(|| {
        egui::WidgetInfo::labeled(
            egui::accesskit::Role::Splitter,
            true,
            format!("{name} {edge}"),
        )
    });
    let response = response.on_hover_cursor(egui::CursorIcon::ResizeHorizontal);
    if response.hovered() || response.dragged() {
        let line = Rect::from_center_size(egui::pos2(x, rect.center().y), vec2(2.0, rect.height()));
        ui.painter().rect_filled(line, 1.0, theme::WHITE);
    }
    if response.drag_started_by(egui::PointerButton::Primary) {
        begin_drag(ui, scene, views, edge_drag(ui, scene, id, at_start));
    }
}

/// The drag that begins at an edge: with R held it changes the rate of a segment, with Y held it
/// slides the segment between its neighbours.
fn edge_drag(ui: &Ui, scene: &TimelineScene<'_>, id: Id, at_start: bool) -> DragKind {
    let is_segment = scene
        .host
        .montage()
        .is_some_and(|montage| montage.segment(id).is_some());
    let held = |key| is_segment && ui.input(|input| input.key_down(key));
    match at_start {
        _ if held(egui::Key::R) => DragKind::Rate(id, at_start),
        _ if held(egui::Key::Y) => DragKind::Slide(id),
        true => DragKind::TrimStart(id),
        false => DragKind::TrimEnd(id),
    }
}

/// Fill and border of an item by its state.
pub(super) fn item_colors(
    color: Color32,
    rest: f32,
    selected: bool,
    hovered: bool,
) -> (Color32, Stroke) {
    let part = rest + if selected { 0.12 } else { 0.0 } + if hovered { 0.06 } else { 0.0 };
    let border = if selected {
        theme::ACCENT
    } else if hovered {
        theme::over(color, theme::WHITE, 0.35)
    } else {
        theme::over(theme::BASE, color, 0.7)
    };
    (
        theme::over(theme::BASE, color, part),
        Stroke::new(1.0, border),
    )
}
