//! The ruler with its scrubbing, the playhead through all lanes, and the overview bar that zooms
//! and pans.

use super::{TimeView, go_to, notes, region, scene::TimelineScene, snap};
use crate::{
    action::{
        ClipAction, EditAction, EditorAction, MontageAction, TimelineAction, TransportAction,
        TrimEdge, ViewAction,
    },
    parts, theme,
    timeline::state::TimelineState,
    views::PanelViews,
};
use egui::{
    Align2, CornerRadius, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, WidgetInfo,
    accesskit::Role, pos2, vec2,
};
use words::tr;

pub(crate) fn ruler_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    actions: &mut Vec<EditorAction>,
) {
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), theme::RULER), Sense::hover());
    let header = Rect::from_min_size(row.min, vec2(theme::LANE_HEADER, row.height()));
    let ruler = Rect::from_x_y_ranges(scene.lanes, row.y_range());
    ui.painter().rect_filled(header, 0.0, theme::PANEL);
    let position = scene.session.playhead(scene.host.id);
    if !go_to::field_ui(ui, scene, &mut views.timeline, header, actions) {
        time_ui(ui, header, position, position * scene.host.frame_rate());
    }
    ui.painter().hline(
        row.x_range(),
        row.bottom() - 0.5,
        Stroke::new(1.0, theme::LINE),
    );
    ticks(ui, scene, ruler);
    let (upper, lower) = ruler.split_top_bottom_at_fraction(0.5);
    let response = ui.interact(upper, ui.scope_id().with("ruler"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::slider(true, position, tr!("Playhead")));
    let (is_down, is_press, pointer) = ui.input(|input| {
        let pointer = &input.pointer;
        (
            pointer.primary_down(),
            pointer.primary_pressed(),
            pointer.interact_pos(),
        )
    });
    let is_pressed = response.is_pointer_button_down_on() && is_down;
    // In a slow pass a click comes whole: the button is up again.
    let is_click = response.clicked() && is_press;
    if let Some(pointer) = pointer.filter(|_| is_pressed || is_click) {
        scrub(ui, scene, &views.timeline, pointer, actions);
    }
    notes::notes_ui(ui, scene, views, ruler, actions);
    let head = head_ui(ui, scene, &views.timeline, ruler, actions);
    let region = region::region_ui(ui, scene, &mut views.timeline, lower, actions);
    if head.is_none_or(|head| !head.context_menu_opened()) {
        for part in [&response, &region] {
            menu_ui(part, scene, actions);
        }
    }
    response.on_hover_cursor(egui::CursorIcon::ResizeHorizontal);
}

fn time_ui(ui: &Ui, header: Rect, position: f64, frame: f64) {
    let painter = ui.painter();
    let at = header.left_center() + vec2(12.0, 0.0);
    painter.text(
        at,
        Align2::LEFT_CENTER,
        format!("{position:.3} s"),
        theme::strong(),
        theme::WHITE,
    );
    let at = header.left_center() + vec2(76.0, 0.0);
    painter.text(
        at,
        Align2::LEFT_CENTER,
        format!("f {frame:.1}"),
        theme::small(),
        theme::TEXT_2,
    );
}

/// The playhead goes where the pointer is.
pub(super) fn scrub(
    ui: &Ui,
    scene: &TimelineScene<'_>,
    state: &TimelineState,
    pointer: Pos2,
    actions: &mut Vec<EditorAction>,
) {
    let time = scene.time(pointer.x).clamp(0.0, scene.host.length());
    actions.push(TransportAction::Seek(scrubbed(ui, scene, state, time)).into());
}

/// The head of the playhead: dragged as the ruler, double-clicked for the field of the time. None
/// out of view.
fn head_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    state: &TimelineState,
    ruler: Rect,
    actions: &mut Vec<EditorAction>,
) -> Option<Response> {
    let x = scene.x(scene.session.playhead(scene.host.id));
    if !scene.lanes.contains(x) || scene.session.active != Some(scene.host.id) {
        return None;
    }
    let rect = Rect::from_center_size(pos2(x, ruler.top() + 11.0), vec2(11.0, 12.0));
    let head = ui.interact(rect, ui.scope_id().with("head"), Sense::click_and_drag());
    head.widget_info(|| WidgetInfo::labeled(Role::Button, true, tr!("Playhead head")));
    let (is_down, is_pressed) = ui.input(|input| {
        (
            input.pointer.primary_down(),
            input.pointer.primary_pressed(),
        )
    });
    if let Some(pointer) = head
        .interact_pointer_pos()
        .filter(|_| head.dragged() && is_down)
    {
        scrub(ui, scene, state, pointer, actions);
    }
    // The first press on the ruler brings the head under the pointer: two presses on it count
    // alone.
    let id = head.id.with("presses");
    let presses = ui.data(|data| data.get_temp::<u32>(id)).unwrap_or(0);
    let is_on = head.is_pointer_button_down_on() || head.clicked();
    let presses = if !is_pressed {
        presses
    } else {
        presses.min(1) * u32::from(is_on) + u32::from(is_on)
    };
    ui.data_mut(|data| data.insert_temp(id, presses));
    if head.double_clicked() && presses > 1 {
        actions.push(TimelineAction::AskTime.into());
    }
    parts::context_menu(&head, |ui| {
        if let Some(entry) = adding_ui(ui, scene, None) {
            actions.extend(entry);
        }
        if ui.button(tr!("Loop from here")).clicked() {
            actions.push(TransportAction::LoopIn.into());
        }
        if ui.button(tr!("Go to time…")).clicked() {
            actions.push(TimelineAction::AskTime.into());
        }
    });
    Some(head.on_hover_cursor(egui::CursorIcon::ResizeHorizontal))
}

/// Menu of the actions at the pressed time.
fn menu_ui(part: &Response, scene: &TimelineScene<'_>, actions: &mut Vec<EditorAction>) {
    let id = part.id.with("menu time");
    if let Some(pointer) = part
        .interact_pointer_pos()
        .filter(|_| part.secondary_clicked())
    {
        let rate = scene.host.frame_rate();
        let time = (scene.time(pointer.x) * rate).round() / rate;
        part.ctx
            .data_mut(|data| data.insert_temp(id, time.clamp(0.0, scene.host.length())));
    }
    parts::context_menu(part, |ui| {
        let time = ui.data(|data| data.get_temp::<f64>(id)).unwrap_or(0.0);
        if let Some(entry) = adding_ui(ui, scene, Some(time)) {
            actions.extend(entry);
        }
        if ui.button(tr!("Paste here")).clicked() {
            actions.extend([TransportAction::Seek(time).into(), EditAction::Paste.into()]);
        }
        ui.separator();
        let span = scene
            .host
            .sections()
            .iter()
            .map(|it| (f64::from(it.start), scene.host.section_end(it)));
        let hit = span.clone().find(|(from, to)| (*from..*to).contains(&time));
        let (from, to) = hit.unwrap_or((0.0, scene.host.length()));
        if ui.button(tr!("Loop here")).clicked() {
            actions.push(TransportAction::LoopOver(from, to).into());
        }
        if ui.button(tr!("Frame all")).clicked() {
            actions.push(ViewAction::FrameAll.into());
        }
        if scene.host.clip().is_some() {
            ui.separator();
            actions.extend(cutting_ui(ui, time));
        }
    });
}

/// Menu of the cuts of the whole clip at `time`; the playhead first goes to that time.
fn cutting_ui(ui: &mut Ui, time: f64) -> Vec<EditorAction> {
    let cuts = [
        (
            tr!("Trim before here"),
            ClipAction::TrimToPlayhead(TrimEdge::Start),
        ),
        (
            tr!("Trim after here"),
            ClipAction::TrimToPlayhead(TrimEdge::End),
        ),
        (tr!("Split clip here"), ClipAction::SplitAtPlayhead),
    ];
    for (label, action) in cuts {
        if ui.button(label).clicked() {
            return vec![TransportAction::Seek(time).into(), action.into()];
        }
    }
    Vec::new()
}

/// Menu of the items that can be added at the playhead, which first goes to `at` if that is given.
/// None if none is chosen.
fn adding_ui(ui: &mut Ui, scene: &TimelineScene<'_>, at: Option<f64>) -> Option<Vec<EditorAction>> {
    let mut chosen = None;
    let mut offer = |label: &str, action: EditorAction| {
        if ui.button(tr!("{label} here")).clicked() {
            let there = at.map(|time| TransportAction::Seek(time).into());
            chosen = Some(there.into_iter().chain([action]).collect());
        }
    };
    offer(tr!("Add notify"), TimelineAction::AddNotify.into());
    offer(
        tr!("Add notify state"),
        TimelineAction::AddNotifyState.into(),
    );
    offer(tr!("Add note"), TimelineAction::AddNote.into());
    if scene.host.montage().is_some() {
        offer(tr!("Add section"), MontageAction::AddSection.into());
    } else {
        offer(tr!("Add sync marker"), ClipAction::AddSyncMarker.into());
    }
    chosen
}

/// Lands on frames; Ctrl goes between them.
pub(super) fn scrubbed(
    ui: &Ui,
    scene: &TimelineScene<'_>,
    state: &TimelineState,
    time: f64,
) -> f64 {
    if ui.input(|input| input.modifiers.command) != state.free {
        return time;
    }
    let edges = snap::targets(&scene.host, f64::NEG_INFINITY, &[]);
    let near = edges
        .iter()
        .map(|target| target.time)
        .filter(|edge| (edge - time).abs() * scene.view.scale < 4.0);
    let rate = scene.host.frame_rate();
    let frame = ((time * rate).round() / rate).min(scene.host.length());
    near.chain([frame])
        .min_by(|a, b| (a - time).abs().total_cmp(&(b - time).abs()))
        .unwrap_or(frame)
}

fn ticks(ui: &Ui, scene: &TimelineScene<'_>, ruler: Rect) {
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
        painter.vline(
            scene.x(frame / rate),
            (ruler.bottom() - 6.0)..=ruler.bottom(),
            Stroke::new(1.0, theme::HAIR),
        );
    }
    for frame in marks(wide) {
        let x = scene.x(frame / rate);
        painter.vline(
            x,
            (ruler.bottom() - 12.0)..=ruler.bottom(),
            Stroke::new(1.0, theme::HAIR_STRONG),
        );
        let time = painter.layout_no_wrap(
            format!("{:.2} s", frame / rate),
            theme::small(),
            theme::TEXT_2,
        );
        let frames = painter.layout_no_wrap(format!("f{frame:.0}"), theme::small(), theme::TEXT_3);
        let width = time.size().x + 6.0 + frames.size().x;
        // Beside the head of the playhead.
        if x + 8.0 + width < ruler.right() {
            let next = pos2(x + 14.0 + time.size().x, ruler.top() + 4.0);
            painter.galley(pos2(x + 8.0, ruler.top() + 4.0), time, theme::TEXT_2);
            painter.galley(next, frames, theme::TEXT_3);
        }
    }
    let end = scene.x(scene.host.length());
    let beyond = Rect::from_min_max(pos2(end.max(ruler.left()), ruler.top()), ruler.max);
    painter.rect_filled(beyond, 0.0, theme::LINE.gamma_multiply(0.5));
}

/// The line through ruler and lanes: white where it is previewed.
pub(crate) fn playhead_ui(ui: &Ui, scene: &TimelineScene<'_>, area: Rect, body: Rect) {
    let x = scene.x(scene.session.playhead(scene.host.id));
    let color = if scene.session.active == Some(scene.host.id) {
        theme::WHITE
    } else {
        theme::TEXT_3
    };
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
pub(crate) fn overview_ui(ui: &mut Ui, scene: &mut TimelineScene<'_>, rect: Rect) {
    let painter = ui.painter();
    painter.rect_filled(rect, 0.0, theme::BASE);
    let label = format!("{:.0} px/s", scene.view.scale);
    painter.text(
        rect.left_center() + vec2(12.0, 0.0),
        Align2::LEFT_CENTER,
        label,
        theme::small(),
        theme::TEXT_3,
    );
    let track = Rect::from_x_y_ranges(scene.lanes, rect.y_range()).shrink2(vec2(0.0, 4.0));
    let (first, last) = (
        scene.view.start.min(0.0),
        scene.view.time(scene.lanes.span()).max(scene.host.length()),
    );
    let whole = TimeView {
        start: first,
        scale: f64::from(track.width()) / (last - first).max(1e-3),
    };
    let x = |time: f64| (track.left() + whole.x(time)).clamp(track.left(), track.right());
    let (from, to) = (scene.view.start, scene.view.time(scene.lanes.span()));
    let bar = Rect::from_x_y_ranges(x(from)..=x(to).max(x(from) + 12.0), track.y_range());
    let response = ui.interact(bar, ui.scope_id().with("overview"), Sense::drag());
    response.widget_info(|| WidgetInfo::labeled(Role::ScrollBar, true, tr!("Visible time range")));
    let fill = if response.hovered() || response.dragged() {
        theme::TEXT_3
    } else {
        theme::HAIR_STRONG
    };
    ui.painter()
        .rect_filled(track, CornerRadius::same(2), theme::PANEL);
    ui.painter().rect_filled(bar, CornerRadius::same(2), fill);
    if response.dragged() {
        scene.view.start += f64::from(response.drag_delta().x) / whole.scale;
    }
    for (end, name) in [
        (bar.left(), tr!("Start of visible range")),
        (bar.right(), tr!("End of visible range")),
    ] {
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
            scene.view.scale = (f64::from(scene.lanes.span()) / (to - from)).clamp(
                *super::view::ZOOM_RANGE.start(),
                *super::view::ZOOM_RANGE.end(),
            );
            scene.view.start = from;
        }
    }
}
