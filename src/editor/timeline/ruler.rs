//! The ruler with its scrubbing, the playhead through all lanes, and the overview bar that zooms and pans.

use super::{Scene, TimeView, snap};
use crate::{
    action::{Action, TransportAction},
    session::Session,
    theme,
};
use egui::{Align2, CornerRadius, Rect, Sense, Shape, Stroke, Ui, WidgetInfo, accesskit::Role, pos2, vec2};

pub(crate) fn ruler_ui(ui: &mut Ui, scene: &Scene<'_>, session: &mut Session, actions: &mut Vec<Action>) {
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), theme::RULER), Sense::hover());
    let header = Rect::from_min_size(row.min, vec2(theme::LANE_HEADER, row.height()));
    let ruler = Rect::from_x_y_ranges(scene.lanes, row.y_range());
    let painter = ui.painter();
    painter.rect_filled(header, 0.0, theme::PANEL);
    let position = session.playhead(scene.host.id);
    let frame = position * scene.host.frame_rate();
    painter.text(
        header.left_center() + vec2(12.0, 0.0),
        Align2::LEFT_CENTER,
        format!("{position:.3} s"),
        theme::strong(),
        theme::WHITE,
    );
    painter.text(
        header.left_center() + vec2(76.0, 0.0),
        Align2::LEFT_CENTER,
        format!("f {frame:.1}"),
        theme::small(),
        theme::TEXT_2,
    );
    painter.hline(row.x_range(), row.bottom() - 0.5, Stroke::new(1.0, theme::LINE));
    ticks(ui, scene, ruler);
    let response = ui.interact(ruler, ui.scope_id().with("ruler"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::slider(true, position, "Playhead"));
    if let Some(pointer) = response
        .interact_pointer_pos()
        .filter(|_| response.is_pointer_button_down_on() && ui.input(|i| i.pointer.primary_down()))
    {
        let time = scene.time(pointer.x).clamp(0.0, scene.host.length());
        actions.push(TransportAction::Seek(scrubbed(ui, scene, session, time)).into());
    }
    response.on_hover_cursor(egui::CursorIcon::ResizeHorizontal);
}

/// Lands on frames; Ctrl goes between them.
fn scrubbed(ui: &Ui, scene: &Scene<'_>, session: &Session, time: f64) -> f64 {
    if ui.input(|input| input.modifiers.command) != session.timeline.free {
        return time;
    }
    let edges = snap::targets(&scene.host, f64::NEG_INFINITY, &[]);
    let near = edges.iter().map(|target| target.time).filter(|edge| (edge - time).abs() * scene.view.scale < 4.0);
    let rate = scene.host.frame_rate();
    let frame = ((time * rate).round() / rate).min(scene.host.length());
    near.chain([frame]).min_by(|a, b| (a - time).abs().total_cmp(&(b - time).abs())).unwrap_or(frame)
}

fn ticks(ui: &Ui, scene: &Scene<'_>, ruler: Rect) {
    let painter = ui.painter_at(ruler);
    let rate = scene.host.frame_rate();
    let (wide, fine) = scene.view.ticks(rate);
    let marks = |step: u32| {
        let seconds = f64::from(step) / rate;
        let first = (scene.time(ruler.left()) / seconds).floor().max(0.0) as i64;
        let last = (scene.time(ruler.right()) / seconds).ceil() as i64;
        (first..=last).map(move |i| i as f64 * f64::from(step))
    };
    for frame in marks(fine) {
        painter.vline(scene.x(frame / rate), (ruler.bottom() - 6.0)..=ruler.bottom(), Stroke::new(1.0, theme::HAIR));
    }
    for frame in marks(wide) {
        let x = scene.x(frame / rate);
        painter.vline(x, (ruler.bottom() - 12.0)..=ruler.bottom(), Stroke::new(1.0, theme::HAIR_STRONG));
        let time = painter.layout_no_wrap(format!("{:.2} s", frame / rate), theme::small(), theme::TEXT_2);
        let frames = painter.layout_no_wrap(format!("f{frame:.0}"), theme::small(), theme::TEXT_3);
        let width = time.size().x + 6.0 + frames.size().x;
        if x + 4.0 + width < ruler.right() {
            let next = pos2(x + 10.0 + time.size().x, ruler.top() + 4.0);
            painter.galley(pos2(x + 4.0, ruler.top() + 4.0), time, theme::TEXT_2);
            painter.galley(next, frames, theme::TEXT_3);
        }
    }
    let end = scene.x(scene.host.length());
    let beyond = Rect::from_min_max(pos2(end.max(ruler.left()), ruler.top()), ruler.max);
    painter.rect_filled(beyond, 0.0, theme::LINE.gamma_multiply(0.5));
}

/// The line through ruler and lanes: white where it is previewed.
pub(crate) fn playhead_ui(ui: &Ui, scene: &Scene<'_>, session: &Session, area: Rect, body: Rect) {
    let x = scene.x(session.playhead(scene.host.id));
    let color = if session.active == Some(scene.host.id) { theme::WHITE } else { theme::TEXT_3 };
    if !scene.lanes.contains(x) {
        return;
    }
    let top = body.top() - theme::RULER;
    let painter = ui.painter_at(area);
    painter.vline(x, (top + 10.0)..=body.bottom(), Stroke::new(1.0, color));
    let head = vec![
        pos2(x - 5.0, top + 8.0),
        pos2(x + 5.0, top + 8.0),
        pos2(x + 5.0, top + 15.0),
        pos2(x, top + 20.0),
        pos2(x - 5.0, top + 15.0),
    ];
    painter.add(Shape::convex_polygon(head, color, Stroke::NONE));
}

/// The whole length with the visible part as a bar: drag it to pan, its ends to zoom.
pub(crate) fn overview_ui(ui: &mut Ui, scene: &mut Scene<'_>, rect: Rect) {
    let painter = ui.painter();
    painter.rect_filled(rect, 0.0, theme::BASE);
    let label = format!("{:.0} px/s", scene.view.scale);
    painter.text(rect.left_center() + vec2(12.0, 0.0), Align2::LEFT_CENTER, label, theme::small(), theme::TEXT_3);
    let track = Rect::from_x_y_ranges(scene.lanes, rect.y_range()).shrink2(vec2(0.0, 4.0));
    let (first, last) = (scene.view.start.min(0.0), scene.view.time(scene.lanes.span()).max(scene.host.length()));
    let whole = TimeView { start: first, scale: f64::from(track.width()) / (last - first).max(1e-3) };
    let x = |time: f64| (track.left() + whole.x(time)).clamp(track.left(), track.right());
    let (from, to) = (scene.view.start, scene.view.time(scene.lanes.span()));
    let bar = Rect::from_x_y_ranges(x(from)..=x(to).max(x(from) + 12.0), track.y_range());
    let response = ui.interact(bar, ui.scope_id().with("overview"), Sense::drag());
    response.widget_info(|| WidgetInfo::labeled(Role::ScrollBar, true, "Visible time range"));
    let fill = if response.hovered() || response.dragged() { theme::TEXT_3 } else { theme::HAIR_STRONG };
    ui.painter().rect_filled(track, CornerRadius::same(2), theme::PANEL);
    ui.painter().rect_filled(bar, CornerRadius::same(2), fill);
    if response.dragged() {
        scene.view.start += f64::from(response.drag_delta().x) / whole.scale;
    }
    for (end, name) in [(bar.left(), "Start of visible range"), (bar.right(), "End of visible range")] {
        let grip = Rect::from_center_size(pos2(end, bar.center().y), vec2(8.0, bar.height() + 6.0));
        let grip_response = ui
            .interact(grip, ui.scope_id().with(name), Sense::drag())
            .on_hover_cursor(egui::CursorIcon::ResizeHorizontal);
        grip_response.widget_info(|| WidgetInfo::labeled(Role::ScrollBar, true, name));
        if grip_response.dragged() {
            let moved = f64::from(grip_response.drag_delta().x) / whole.scale;
            let (from, to) = if end == bar.left() {
                ((from + moved).min(to - 0.01), to)
            } else {
                (from, (to + moved).max(from + 0.01))
            };
            scene.view.scale = (f64::from(scene.lanes.span()) / (to - from))
                .clamp(*super::view::ZOOM_RANGE.start(), *super::view::ZOOM_RANGE.end());
            scene.view.start = from;
        }
    }
}
