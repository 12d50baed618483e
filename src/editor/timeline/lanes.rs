//! The rows under the ruler: the sections, the slots with their segments, the notify tracks, the
//! sync markers, the curves.

mod arranged;
mod bone_keys;
mod curve_keys;
mod curves;
mod header;
mod inner;
mod notifies;
mod notify_item;
mod order;
mod pills;
mod sections;
mod segments;
mod sync_markers;
mod timing;
mod view;

pub(crate) use arranged::Arranged;
pub(crate) use curve_keys::{INTERPOLATIONS, add_command as add_key, interpolated, new_key};
pub(crate) use curves::{EXTRAPOLATIONS, new_curve};
pub(crate) use notifies::NEW_STATE;
pub(crate) use sections::menu_ui as section_menu;
pub(crate) use segments::blend_span;
pub(crate) use sync_markers::new_marker;
pub use view::LaneView;

use super::{DragKind, press::begin, scene::Scene};
use crate::{
    action::{Action, ClipAction, MontageAction, SelectAction, TimelineAction},
    parts,
    session::Session,
    theme,
};
use asset::Id;
use document::Selection;
use egui::{Align2, Color32, Rect, Response, Sense, Stroke, Ui, vec2};

pub(crate) fn lanes_ui(
    ui: &mut Ui,
    scene: &Scene<'_>,
    session: &mut Session,
    actions: &mut Vec<Action>,
) {
    if scene.host.montage().is_some() {
        sections::lane_ui(ui, scene, session, actions);
    }
    if needs_summary(scene, session) {
        pills::summary_ui(ui, scene, session, actions);
    }
    for slot in scene.host.slots() {
        segments::lane_ui(ui, scene, session, slot, actions);
        inner::lane_ui(ui, scene, slot, actions);
    }
    let Some(arranged) = Arranged::of(&scene.host, &mut session.timeline.arranged) else {
        return;
    };
    for track in scene.host.tracks() {
        notifies::lane_ui(
            ui,
            scene,
            session,
            (track, arranged.track(track.id)),
            actions,
        );
    }
    order::order_ui(ui, scene, session, actions);
    if scene.host.clip().is_some() {
        sync_markers::lane_ui(ui, scene, session, actions);
        bone_keys::lanes_ui(ui, scene, session, actions);
    }
    if let Some(stretch) = scene.host.stretch() {
        curves::stretch_ui(ui, scene, session, stretch, actions);
    }
    if scene.host.clip().is_some() || !scene.host.curves().is_empty() {
        curves::lanes_ui(ui, scene, session, actions);
    }
    if scene.host.montage().is_some() {
        timing::lane_ui(ui, scene, (session, &arranged.order), actions);
    }
    add_row_ui(ui, scene, actions);
    if scene.host.notifies().is_empty() {
        empty_ui(ui, scene, actions);
    }
}

/// Beyond so many lanes, and where lanes are folded, one row counts them all.
fn needs_summary(scene: &Scene<'_>, session: &Session) -> bool {
    let tracks = scene.host.tracks();
    tracks.len() > 8
        || tracks
            .iter()
            .any(|track| session.timeline.lanes.folded.contains(&track.id))
}

fn items(count: usize) -> String {
    if count == 1 {
        "1 item".to_owned()
    } else {
        format!("{count} items")
    }
}

/// A child that paints nothing beyond the lane.
fn within(ui: &mut Ui, lane: Rect) -> Ui {
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(lane));
    inner.set_clip_rect(lane.intersect(ui.clip_rect()));
    inner
}

/// The part of an item that is in sight, so that its words are too.
fn in_sight(scene: &Scene<'_>, rect: Rect) -> Rect {
    Rect::from_x_y_ranges(rect.x_range().intersection(scene.lanes), rect.y_range())
}

/// Nothing fires yet: how to change that.
fn empty_ui(ui: &mut Ui, scene: &Scene<'_>, actions: &mut Vec<Action>) {
    let space = ui.available_rect_before_wrap();
    let rect = Rect::from_x_y_ranges(scene.lanes, space.top()..=space.top() + 120.0);
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(rect));
    let line = "Press Enter to add one at the playhead.";
    if parts::empty_state(
        &mut inner,
        crate::icons::DIAMOND,
        "No notifies",
        line,
        Some("Add notify"),
    ) {
        actions.push(TimelineAction::AddNotify.into());
    }
}

/// What an empty lane is for.
fn hint_ui(ui: &Ui, lane: Rect, text: &str) {
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
fn pressed_time(scene: &Scene<'_>, lane: &Response) -> impl Fn() -> f32 + use<> {
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
fn row(ui: &mut Ui, scene: &Scene<'_>, height: f32) -> (Rect, Rect) {
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
fn background(
    ui: &mut Ui,
    scene: &Scene<'_>,
    session: &mut Session,
    lane: Rect,
    id: Id,
    actions: &mut Vec<Action>,
) -> Response {
    session.timeline.places.rows.push((id, lane));
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
        let line = scene.x(session.playhead(scene.host.id));
        let is_on_line = ui
            .input(|i| i.pointer.press_origin())
            .is_some_and(|at| (at.x - line).abs() <= 3.0);
        begin(
            ui,
            scene,
            session,
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

/// A 6-point grip inside an item's edge; narrow items get it outside.
fn grip(
    ui: &mut Ui,
    scene: &Scene<'_>,
    session: &mut Session,
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
        begin(ui, scene, session, edge_drag(ui, scene, id, at_start));
    }
}

/// What a drag of an edge does: R held changes the rate of a segment, Y slides it between its
/// neighbours.
fn edge_drag(ui: &Ui, scene: &Scene<'_>, id: Id, at_start: bool) -> DragKind {
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
fn item_colors(color: Color32, rest: f32, selected: bool, hovered: bool) -> (Color32, Stroke) {
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

/// The last row offers what can be added.
fn add_row_ui(ui: &mut Ui, scene: &Scene<'_>, actions: &mut Vec<Action>) {
    let (header, _) = row(ui, scene, theme::LANE + 4.0);
    let mut inner = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(header.shrink2(vec2(8.0, 4.0)))
            .layout(egui::Layout::left_to_right(egui::Align::Center)),
    );
    inner.spacing_mut().item_spacing.x = 2.0;
    inner.spacing_mut().button_padding.x = 2.0;
    let mut offer = |label: &str, action: Action| {
        let text = egui::RichText::new(format!("{} {label}", crate::icons::PLUS))
            .font(theme::small())
            .color(theme::TEXT_2);
        if inner
            .add(egui::Button::new(text).frame(false))
            .accessible_name(format!("Add {}", label.to_lowercase()))
            .clicked()
        {
            actions.push(action);
        }
    };
    offer("Track", TimelineAction::AddNotifyTrack.into());
    if scene.host.clip().is_some() {
        offer("Marker", ClipAction::AddSyncMarker.into());
    }
    offer("Curve", ClipAction::AddCurve.into());
    if scene.host.montage().is_some() {
        offer("Slot", MontageAction::AddSlot.into());
        offer("Section", MontageAction::AddSection.into());
    }
}
