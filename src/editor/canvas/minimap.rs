//! All of the page in small: what is in sight is framed; a press there goes there.

use super::camera::{Camera, Lens};
use crate::theme;
use egui::{Color32, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, accesskit::Role, vec2};
use words::tr;

const SIZE: egui::Vec2 = vec2(168.0, 96.0);
const MARGIN: f32 = 12.0;

/// Shows the minimap if part of the page is out of sight; returns the camera that a press or a drag
/// asks for, or None.
pub fn minimap_ui(
    ui: &Ui,
    lens: &Lens,
    bounds: Rect,
    boxes: impl Iterator<Item = (Rect, Color32)>,
) -> Option<Camera> {
    let seen = lens.seen();
    let room = lens.rect.size();
    if !bounds.is_finite()
        || seen.contains_rect(bounds)
        || room.x < 3.0 * SIZE.x
        || room.y < 2.0 * SIZE.y
    {
        return None;
    }
    let rect = Rect::from_min_size(lens.rect.right_top() + vec2(-SIZE.x - MARGIN, MARGIN), SIZE);
    let response = ui.interact(rect, ui.scope_id().with("minimap"), Sense::click_and_drag());
    response
        .widget_info(|| WidgetInfo::labeled(Role::ScrollBar, true, tr!("Overview of the page")));
    let whole = bounds.union(seen);
    let inner = rect.shrink(6.0);
    let scale = (inner.size() / whole.size()).min_elem();
    let to = |at: egui::Pos2| inner.center() + (at - whole.center()) * scale;
    let small = |rect: Rect| Rect::from_min_max(to(rect.min), to(rect.max));
    let painter = ui.painter();
    painter.rect(
        rect,
        4.0,
        theme::PANEL,
        Stroke::new(1.0, theme::HAIR),
        StrokeKind::Inside,
    );
    let painter = painter.with_clip_rect(rect.intersect(ui.clip_rect()));
    for (rect, color) in boxes {
        painter.rect_filled(small(rect), 1.0, color);
    }
    painter.rect_stroke(
        small(seen),
        2.0,
        Stroke::new(1.0, theme::WHITE),
        StrokeKind::Inside,
    );
    let at = response
        .interact_pointer_pos()
        .filter(|_| response.is_pointer_button_down_on() || response.clicked())?;
    Some(Camera {
        center: whole.center() + (at - inner.center()) / scale,
        ..lens.camera
    })
}
