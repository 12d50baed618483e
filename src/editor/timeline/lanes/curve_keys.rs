//! Keys on the lane of a curve, and the handles of their tangents.

use super::{TimelineScene, row::pressed_time};
use crate::{
    action::{EditAction, EditorAction, SelectAction},
    parts, theme,
    timeline::{
        DragKind,
        item::{self, Item},
        plot::{CurveShape, Plot},
        press::{begin_drag, select_on_press},
    },
    views::{Edits, PanelViews},
};
use asset::{Curve, CurveKey, Id, source::Interpolation};
use document::{Command, CurveKeyCommand, Selection};
use egui::{
    Pos2, Rect, Response, Sense, Shape as Drawn, Stroke, StrokeKind, Ui, WidgetInfo,
    accesskit::Role, vec2,
};
use words::{Word, tr, word};

/// Points from a key to the handle of its tangent.
const HANDLE: f32 = 34.0;
/// A double-click this near to the line, in points, leaves the line as it is.
const ON_LINE: f32 = 8.0;

/// Interpolations with their names in the interface.
pub(crate) const INTERPOLATIONS: [(Interpolation, Word); 3] = [
    (Interpolation::Step, word!("Constant")),
    (Interpolation::Linear, word!("Linear")),
    (Interpolation::Cubic, word!("Cubic")),
];

/// Double-click and the menu add where the pointer is.
pub(super) fn lane_menu(
    scene: &TimelineScene<'_>,
    edits: &mut Edits,
    curve: &Curve,
    shape: &CurveShape,
    plot: &Plot,
    lane: &Response,
    actions: &mut Vec<EditorAction>,
) {
    let (time, height) = (pressed_time(scene, lane), lane.id.with("menu height"));
    if let Some(pointer) = lane
        .interact_pointer_pos()
        .filter(|_| lane.secondary_clicked() || lane.double_clicked())
    {
        lane.ctx
            .data_mut(|data| data.insert_temp(height, pointer.y));
    }
    let pointed = || {
        let y = lane
            .ctx
            .data(|data| data.get_temp::<f32>(height))
            .unwrap_or(0.0);
        let on_line = shape
            .value(time().into())
            .filter(|value| (plot.y(*value) - y).abs() <= ON_LINE);
        on_line.unwrap_or_else(|| plot.low + (y - plot.rect.bottom()) * plot.value_per_point())
    };
    if lane.double_clicked() {
        add(
            scene,
            curve,
            new_key(curve, shape, edits.id(), time(), Some(pointed())),
            actions,
        );
    }
    parts::context_menu(lane, |ui| {
        if ui.button(tr!("Add key here")).clicked() {
            add(
                scene,
                curve,
                new_key(curve, shape, edits.id(), time(), Some(pointed())),
                actions,
            );
        }
        if ui.button(tr!("Add key on the line")).clicked() {
            add(
                scene,
                curve,
                new_key(curve, shape, edits.id(), time(), None),
                actions,
            );
        }
    });
}

/// A key that goes on as the one before it does. Without a value it lies on the line and leaves its
/// shape.
pub(crate) fn new_key(
    curve: &Curve,
    shape: &CurveShape,
    id: Id,
    time: f32,
    value: Option<f32>,
) -> CurveKey {
    let before = curve
        .keys
        .iter()
        .rev()
        .find(|key| key.time <= time)
        .or(curve.keys.first());
    let interpolation = before.map_or(Interpolation::Cubic, |key| key.interpolation);
    let on_line = shape.value(time.into());
    let value = value.or(on_line).unwrap_or(0.0);
    let slope = if on_line == Some(value) {
        shape.slope(time.into())
    } else {
        0.0
    };
    CurveKey {
        in_tangent: slope,
        out_tangent: slope,
        ..CurveKey::new(id, time, value, interpolation)
    }
}

fn add(scene: &TimelineScene<'_>, curve: &Curve, key: CurveKey, actions: &mut Vec<EditorAction>) {
    let selection = Selection::item(scene.host.id, key.id);
    actions.push(EditAction::Perform(add_command(scene.host.id, curve, key), None).into());
    actions.push(SelectAction::These(selection).into());
}

/// Command that adds `key` to the curve and removes any key at the same time.
pub(crate) fn add_command(clip: Id, curve: &Curve, key: CurveKey) -> Command {
    let replaced = curve
        .keys
        .iter()
        .filter(|other| (other.time - key.time).abs() < item::SAME_TIME);
    let removed = replaced.map(|other| Command::CurveKey(clip, CurveKeyCommand::Remove(other.id)));
    let added = Command::CurveKey(
        clip,
        CurveKeyCommand::Add {
            curve: curve.id,
            key: key.clone(),
        },
    );
    Command::Batch([added].into_iter().chain(removed).collect())
}

pub(super) fn key_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    curve: &Curve,
    at: usize,
    plot: &Plot,
    actions: &mut Vec<EditorAction>,
) {
    let key = &curve.keys[at];
    let center = plot.at(scene, key.time.into(), key.value);
    let rect = Rect::from_center_size(center, vec2(13.0, 13.0));
    views.timeline.places.items.push((key.id, rect));
    let response = ui.interact(
        rect,
        ui.scope_id().with(("key", key.id)),
        Sense::click_and_drag(),
    );
    let selected = scene.is_selected(key.id);
    let name = tr!("Key {} of {}", at + 1, curve.name);
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, selected, &name));
    select_on_press(ui, scene, &response, key.id, actions);
    let color = if curve.disabled {
        theme::TEXT_3
    } else {
        theme::category(curve.color)
    };
    let border = if selected { theme::ACCENT } else { color };
    let fill = if selected {
        theme::ACCENT
    } else if response.hovered() {
        color
    } else {
        theme::BASE
    };
    mark_ui(
        ui,
        center,
        key.interpolation,
        fill,
        Stroke::new(1.5, border),
    );
    if response.drag_started_by(egui::PointerButton::Primary) {
        begin_drag(ui, scene, views, DragKind::Move(key.id));
    }
    parts::context_menu(&response, |ui| key_menu(ui, scene, key, actions));
    if views.timeline.drag.is_none() {
        let words = INTERPOLATIONS
            .iter()
            .find(|(kind, _)| *kind == key.interpolation)
            .map_or("", |(_, name)| name);
        let lines = [
            tr!("{:.3} at {:.3} s", key.value, key.time).replace('-', "−"),
            tr!("{words} up to the next key"),
        ];
        response.on_hover_text(parts::tip(&name, &lines));
    }
}

/// Constant is a square, linear a diamond, cubic a circle.
fn mark_ui(
    ui: &Ui,
    center: Pos2,
    interpolation: Interpolation,
    fill: egui::Color32,
    stroke: Stroke,
) {
    let painter = ui.painter();
    match interpolation {
        Interpolation::Step => painter.rect(
            Rect::from_center_size(center, vec2(7.0, 7.0)),
            0.0,
            fill,
            stroke,
            StrokeKind::Middle,
        ),
        Interpolation::Linear => {
            let corners = [(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)]
                .map(|(x, y)| center + vec2(x, y));
            painter.add(Drawn::convex_polygon(corners.to_vec(), fill, stroke))
        }
        Interpolation::Cubic => painter.circle(center, 4.0, fill, stroke),
    };
}

fn key_menu(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    key: &CurveKey,
    actions: &mut Vec<EditorAction>,
) {
    for (interpolation, name) in INTERPOLATIONS {
        if ui
            .selectable_label(key.interpolation == interpolation, name.text())
            .clicked()
        {
            actions.push(for_keys(scene, key.id, |curve, at| {
                interpolated(curve, at, interpolation)
            }));
        }
    }
    ui.separator();
    if ui.button(tr!("Smooth tangents")).clicked() {
        actions.push(for_keys(scene, key.id, |curve, at| {
            with_slope(curve, at, curve.smooth_slope(at))
        }));
    }
    if ui.button(tr!("Flat tangents")).clicked() {
        actions.push(for_keys(scene, key.id, |curve, at| {
            with_slope(curve, at, 0.0)
        }));
    }
    ui.separator();
    if ui.button(tr!("Delete")).clicked() {
        actions.push(
            EditAction::Perform(
                Command::CurveKey(scene.host.id, CurveKeyCommand::Remove(key.id)),
                None,
            )
            .into(),
        );
    }
}

/// A key that becomes cubic runs smoothly, unless it has tangents already.
pub(crate) fn interpolated(curve: &Curve, at: usize, interpolation: Interpolation) -> CurveKey {
    let key = &curve.keys[at];
    let is_bare = key.in_tangent == 0.0 && key.out_tangent == 0.0;
    let smooth = interpolation == Interpolation::Cubic
        && key.interpolation != Interpolation::Cubic
        && is_bare;
    let turned = if smooth {
        with_slope(curve, at, curve.smooth_slope(at))
    } else {
        key.clone()
    };
    CurveKey {
        interpolation,
        ..turned
    }
}

fn with_slope(curve: &Curve, at: usize, slope: f32) -> CurveKey {
    CurveKey {
        in_tangent: slope,
        out_tangent: slope,
        ..curve.keys[at].clone()
    }
}

/// Applies `edit` to all selected keys if the key `pointed` is among them, else to that key alone.
fn for_keys(
    scene: &TimelineScene<'_>,
    pointed: Id,
    edit: impl Fn(&Curve, usize) -> CurveKey,
) -> EditorAction {
    let selected: Vec<Id> = scene.selection.items.iter().copied().collect();
    let ids = if scene.is_selected(pointed) {
        selected
    } else {
        vec![pointed]
    };
    let command = |id: &Id| {
        let Item::CurveKey(curve, key) = item::find(&scene.host, *id)? else {
            return None;
        };
        let at = curve.keys.iter().position(|other| other.id == key.id)?;
        Some(Command::CurveKey(
            scene.host.id,
            CurveKeyCommand::Set(edit(curve, at)),
        ))
    };
    EditAction::Perform(
        Command::Batch(ids.iter().filter_map(command).collect()),
        None,
    )
    .into()
}

/// Handles of a selected key, on the sides where the line is cubic.
pub(super) fn tangents_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    curve: &Curve,
    at: usize,
    plot: &Plot,
) {
    let key = &curve.keys[at];
    if !scene.is_selected(key.id) {
        return;
    }
    let is_cubic = |key: &CurveKey| key.interpolation == Interpolation::Cubic;
    let out = is_cubic(key) && at + 1 < curve.keys.len();
    let into = at
        .checked_sub(1)
        .is_some_and(|before| is_cubic(&curve.keys[before]));
    let center = plot.at(scene, key.time.into(), key.value);
    for (shown, out, slope) in [(into, false, key.in_tangent), (out, true, key.out_tangent)] {
        if !shown {
            continue;
        }
        let down = f64::from(slope) / scene.view.scale / f64::from(plot.value_per_point());
        let direction = vec2(1.0, down as f32).normalized() * if out { HANDLE } else { -HANDLE };
        let end = center + direction;
        let rect = Rect::from_center_size(end, vec2(12.0, 12.0));
        let response = ui.interact(
            rect,
            ui.scope_id().with(("tangent", key.id, out)),
            Sense::drag(),
        );
        let side = if out { tr!("out") } else { tr!("in") };
        let name = tr!("Tangent {side} of key {} of {}", at + 1, curve.name);
        response.widget_info(|| WidgetInfo::labeled(Role::Splitter, true, &name));
        let color = if response.hovered() || response.dragged() {
            theme::WHITE
        } else {
            theme::ACCENT
        };
        ui.painter().line_segment(
            [center + direction.normalized() * 5.0, end],
            Stroke::new(1.0, color),
        );
        ui.painter().circle_filled(end, 3.0, color);
        if response.drag_started_by(egui::PointerButton::Primary) {
            begin_drag(ui, scene, views, DragKind::Tangent { key: key.id, out });
        }
        if views.timeline.drag.is_none() {
            response.on_hover_text(parts::tip(
                tr!("Tangent"),
                &[tr!("Drag to rotate both sides; with Alt, only this side").to_owned()],
            ));
        }
    }
}
