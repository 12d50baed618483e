//! An empty row under the ruler: its header, its lane, and what a click, a drag or a menu on it
//! does.

use crate::{
    action::{EditorAction, SelectAction},
    parts, theme,
    timeline::{DragKind, press::begin_drag, scene::TimelineScene},
    views::PanelViews,
};
use asset::Id;
use document::Selection;
use egui::{Align2, Rect, Response, Sense, Stroke, Ui, vec2};

/// A child that paints nothing beyond the lane.
pub(super) fn within(ui: &mut Ui, lane: Rect) -> Ui {
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(lane));
    inner.set_clip_rect(lane.intersect(ui.clip_rect()));
    inner
}

/// The part of an item that is in sight, so that its words are too.
pub(super) fn in_sight(scene: &TimelineScene<'_>, rect: Rect) -> Rect {
    Rect::from_x_y_ranges(rect.x_range().intersection(scene.lanes), rect.y_range())
}

/// Shows the purpose of an empty lane.
pub(super) fn hint_ui(ui: &Ui, lane: Rect, text: &str) {
    parts::text_in(
        ui,
        lane.shrink2(vec2(12.0, 0.0)),
        Align2::LEFT_CENTER,
        text,
        theme::small(),
        theme::TEXT_3,
    );
}

/// The frame that was double-clicked or right-clicked last on a lane; a menu asks when an entry is
/// chosen.
pub(super) fn pressed_time(scene: &TimelineScene<'_>, lane: &Response) -> impl Fn() -> f32 + use<> {
    let id = lane.id.with("menu time");
    if let Some(pointer) = lane
        .interact_pointer_pos()
        .filter(|_| lane.secondary_clicked() || lane.double_clicked())
    {
        let rate = scene.host.frame_rate();
        let time =
            ((scene.time(pointer.x) * rate).round() / rate).clamp(0.0, scene.host.length()) as f32;
        lane.ctx.data_mut(|data| data.insert_temp(id, time));
    }
    let ctx = lane.ctx.clone();
    move || ctx.data(|data| data.get_temp::<f32>(id)).unwrap_or(0.0)
}

/// An empty row with its header and lane; a line closes it.
pub(super) fn row(ui: &mut Ui, scene: &TimelineScene<'_>, height: f32) -> (Rect, Rect) {
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let header = Rect::from_min_size(row.min, vec2(theme::LANE_HEADER, height));
    let lane = Rect::from_x_y_ranges(scene.lanes, row.y_range());
    let painter = ui.painter();
    painter.rect_filled(header, 0.0, theme::PANEL);
    painter.hline(
        row.x_range(),
        row.bottom() - 0.5,
        Stroke::new(1.0, theme::LINE),
    );
    let end = scene.x(scene.host.length());
    if end < lane.right() {
        let beyond = Rect::from_min_max(egui::pos2(end.max(lane.left()), lane.top()), lane.max);
        painter.rect_filled(beyond, 0.0, theme::LINE.gamma_multiply(0.5));
    }
    if lane.x_range().contains(end) {
        ui.painter_at(lane)
            .vline(end, lane.y_range(), Stroke::new(1.0, theme::TEXT_3));
    }
    for section in scene.host.sections().iter().skip(1) {
        ui.painter_at(lane).vline(
            scene.x(section.start.into()),
            lane.y_range(),
            Stroke::new(1.0, theme::PANEL),
        );
    }
    (header, lane)
}

/// The empty part of a lane: a click clears the selection, a drag selects by a box.
pub(super) fn background(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    lane: Rect,
    id: Id,
    actions: &mut Vec<EditorAction>,
) -> Response {
    views.timeline.places.rows.push((id, lane));
    let response = ui.interact(
        lane,
        ui.scope_id().with(("lane", id)),
        Sense::click_and_drag(),
    );
    if response.drag_started_by(egui::PointerButton::Primary) {
        let keeps = ui.input(|i| i.modifiers.shift || i.modifiers.command || i.modifiers.alt);
        let before = if keeps {
            scene.selection.items.clone()
        } else {
            Default::default()
        };
        let line = scene.x(scene.session.playhead(scene.host.id));
        let is_on_line = ui
            .input(|i| i.pointer.press_origin())
            .is_some_and(|at| (at.x - line).abs() <= 3.0);
        begin_drag(
            ui,
            scene,
            views,
            if is_on_line {
                DragKind::Scrub
            } else {
                DragKind::Box(before)
            },
        );
    }
    if response.clicked() {
        actions.push(SelectAction::These(Selection::asset(scene.host.id)).into());
    }
    response
}
