//! What playing repeats: a bar in the lower half of the ruler, made, moved and stretched by
//! dragging.

use super::{
    ruler,
    scene::{TimelineScene, selected_span},
    state::{RegionDrag, RegionPart},
};
use crate::{
    action::{EditorAction, TransportAction},
    theme,
    timeline::state::TimelineState,
};
use egui::{
    CursorIcon, Key, PointerButton, Rect, Response, Sense, Ui, WidgetInfo, accesskit::Role, pos2,
};
use words::tr;

/// Height of the region's bar and width of its grips, points.
const BAR: f32 = 4.0;
const GRIP: f32 = 8.0;

/// Returns what lies under the pointer, for the menu of the ruler.
pub(super) fn region_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    state: &mut TimelineState,
    lower: Rect,
    actions: &mut Vec<EditorAction>,
) -> Response {
    let space = part_ui(
        ui,
        scene,
        state,
        lower,
        (RegionPart::New, tr!("Loop"), CursorIcon::Default),
    );
    let pointer = space.interact_pointer_pos();
    if space.clicked()
        && let Some(pointer) = pointer
    {
        actions.push(
            TransportAction::Seek(ruler::scrubbed(ui, scene, state, scene.time(pointer.x))).into(),
        );
    }
    let mut parts = vec![space.clone()];
    if let Some((from, to)) = state.loops.get(&scene.host.id).copied() {
        let seen = |x: f32| scene.lanes.clamp(x);
        let body = Rect::from_x_y_ranges(seen(scene.x(from))..=seen(scene.x(to)), lower.y_range());
        parts.push(part_ui(
            ui,
            scene,
            state,
            body,
            (RegionPart::Body, tr!("Loop region"), CursorIcon::Grab),
        ));
        let ends = [
            (from, RegionPart::Start, tr!("Loop start")),
            (to, RegionPart::End, tr!("Loop end")),
        ];
        for (time, part, name) in ends
            .into_iter()
            .filter(|(time, ..)| scene.lanes.contains(scene.x(*time)))
        {
            let grip = Rect::from_center_size(
                pos2(scene.x(time), lower.center().y),
                egui::vec2(GRIP, lower.height()),
            );
            parts.push(part_ui(
                ui,
                scene,
                state,
                grip,
                (part, name, CursorIcon::ResizeHorizontal),
            ));
        }
    }
    if let Some(pointer) = pointer
        .filter(|_| space.double_clicked())
        .or_else(|| double_clicked(&parts))
    {
        let section = || {
            let time = scene.time(pointer.x);
            let hit = scene.host.sections().iter().find(|section| {
                (f64::from(section.start)..scene.host.section_end(section)).contains(&time)
            })?;
            Some((f64::from(hit.start), scene.host.section_end(hit)))
        };
        if let Some((from, to)) = selected_span(&scene.host, scene.selection).or_else(section) {
            actions.push(TransportAction::LoopOver(from, to).into());
        }
    }
    drag(ui, scene, state);
    paint(
        ui,
        scene,
        state,
        lower,
        parts
            .iter()
            .skip(1)
            .any(|part| part.hovered() || part.dragged()),
    );
    space
}

fn double_clicked(parts: &[Response]) -> Option<egui::Pos2> {
    parts
        .iter()
        .find(|part| part.double_clicked())?
        .interact_pointer_pos()
}

fn part_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    state: &mut TimelineState,
    rect: Rect,
    (part, name, cursor): (RegionPart, &str, CursorIcon),
) -> Response {
    let response = ui.interact(rect, ui.scope_id().with(name), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Slider, true, name));
    let press = ui.input(|input| input.pointer.press_origin());
    if let Some(press) = press.filter(|_| response.drag_started_by(PointerButton::Primary)) {
        let before = state.loops.get(&scene.host.id).copied();
        state.region_drag = Some(RegionDrag {
            host: scene.host.id,
            part,
            press: scene.time(press.x),
            before,
        });
    }
    response.on_hover_cursor(cursor)
}

/// Applies a drag of the region to its state at the press. Esc and the other button restore that
/// state.
fn drag(ui: &mut Ui, scene: &TimelineScene<'_>, state: &mut TimelineState) {
    let id = scene.host.id;
    let held = state.region_drag.filter(|held| held.host == id);
    let Some(RegionDrag {
        part,
        press,
        before,
        ..
    }) = held
    else {
        return;
    };
    let (pointer, is_down, is_cancelled) = ui.input(|input| {
        let cancelled = input.key_pressed(Key::Escape) || input.pointer.secondary_pressed();
        (
            input.pointer.latest_pos(),
            input.pointer.primary_down(),
            cancelled,
        )
    });
    if is_cancelled {
        ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape));
        state.region_drag = None;
        match before {
            Some(before) => state.loops.insert(id, before),
            None => state.loops.remove(&id),
        };
        return;
    }
    if !is_down {
        state.region_drag = None;
        return;
    }
    let Some(pointer) = pointer else { return };
    let (length, frame) = (scene.host.length(), 1.0 / scene.host.frame_rate());
    let at = |time: f64| ruler::scrubbed(ui, scene, state, time.clamp(0.0, length));
    let now = scene.time(pointer.x);
    let (from, to) = match (part, before) {
        (RegionPart::Start, Some((_, to))) => (at(now).min(to - frame), to),
        (RegionPart::End, Some((from, _))) => (from, at(now).max(from + frame)),
        (RegionPart::Body, Some((from, to))) => {
            let start = at(from + now - press).min(length - (to - from)).max(0.0);
            (start, start + (to - from))
        }
        (..) => {
            let (a, b) = (at(press), at(now));
            (a.min(b), a.max(b).max(a.min(b) + frame))
        }
    };
    state.loops.insert(id, (from, to));
}

/// Bright while playing keeps to it.
fn paint(ui: &Ui, scene: &TimelineScene<'_>, state: &TimelineState, lower: Rect, is_hot: bool) {
    let Some((from, to)) = state.loops.get(&scene.host.id) else {
        return;
    };
    let span = scene.x(*from)..=scene.x(*to);
    let color = if scene.session.transport.looping {
        theme::ACCENT
    } else {
        theme::TEXT_3
    };
    let painter = ui.painter_at(lower);
    let height = if is_hot { BAR + 2.0 } else { BAR };
    let bar = Rect::from_x_y_ranges(span.clone(), lower.bottom() - height..=lower.bottom());
    painter.rect_filled(bar, 1.0, color);
    for x in [*span.start(), *span.end()] {
        let end = Rect::from_center_size(pos2(x, lower.bottom() - 5.0), egui::vec2(3.0, 10.0));
        painter.rect_filled(end, 1.0, color);
    }
}
