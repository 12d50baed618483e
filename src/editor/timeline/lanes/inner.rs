//! Notifies of the clips that a slot plays, where they come on the montage. They are edited on
//! their clips.

use super::{
    TimelineScene,
    row::{row, within},
};
use crate::{
    action::{EditorAction, SelectAction, ViewAction},
    parts, theme,
};
use asset::{
    Id, Notify,
    montage::{Segment, Slot},
};
use document::Selection;
use egui::{Align2, Rect, Sense, Shape, Stroke, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use words::tr;

/// Turns of a segment beyond which its notifies are not drawn one by one.
const MOST_TURNS: u32 = 200;

/// A notify of a clip, and the seconds of the montage at which it comes.
fn times(scene: &TimelineScene<'_>, segment: &Segment, notify: &Notify) -> Vec<f64> {
    let rate = f64::from(segment.rate * scene.host.clip_rate(segment.clip));
    let (begin, end) = (f64::from(segment.clip_begin), f64::from(segment.clip_end));
    let at = f64::from(notify.time);
    if !(begin..=end).contains(&at) || rate == 0.0 {
        return Vec::new();
    }
    let into = if rate > 0.0 { at - begin } else { end - at };
    let one = (end - begin) / rate.abs();
    let turn = |turn: u32| f64::from(segment.start) + f64::from(turn) * one + into / rate.abs();
    (0..segment.loops.min(MOST_TURNS)).map(turn).collect()
}

/// Shows the notifies of the clips of one slot; shows nothing if no clip has notifies.
pub(super) fn lane_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    slot: &Slot,
    actions: &mut Vec<EditorAction>,
) {
    let clips = &scene.host.project.clips;
    let has_some = |segment: &&Segment| {
        clips
            .get(&segment.clip)
            .is_some_and(|clip| !clip.notifies.is_empty())
    };
    let segments: Vec<&Segment> = slot.segments.iter().filter(has_some).collect();
    if segments.is_empty() {
        return;
    }
    let (header, lane) = row(ui, scene, theme::LANE - 6.0);
    let text = header.with_min_x(header.left() + 34.0);
    let name = tr!("Notifies of its clips · {}", slot.name);
    parts::text_in(
        ui,
        text,
        Align2::LEFT_CENTER,
        name,
        theme::small(),
        theme::TEXT_3,
    );
    let mut clipped = within(ui, lane);
    for segment in segments {
        let Some(clip) = clips.get(&segment.clip) else {
            continue;
        };
        for notify in &clip.notifies {
            for (turn, time) in times(scene, segment, notify).into_iter().enumerate() {
                mark_ui(
                    &mut clipped,
                    scene,
                    (segment, notify, turn),
                    pos2(scene.x(time), lane.center().y),
                    actions,
                );
            }
        }
    }
}

fn mark_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    (segment, notify, turn): (&Segment, &Notify, usize),
    center: egui::Pos2,
    actions: &mut Vec<EditorAction>,
) {
    let rect = Rect::from_center_size(center, vec2(10.0, 14.0));
    if !ui.clip_rect().intersects(rect) {
        return;
    }
    let id: (Id, Id, usize) = (segment.id, notify.id, turn);
    let response = ui.interact(rect, ui.scope_id().with(("inner", id)), Sense::click());
    let clip = scene.host.clip_name(segment.clip);
    response
        .widget_info(|| WidgetInfo::labeled(Role::Button, true, tr!("{} of {clip}", notify.name)));
    let color = if response.hovered() {
        theme::TEXT
    } else {
        theme::TEXT_3
    };
    let corner = |x: f32, y: f32| center + vec2(x, y);
    let shape = vec![
        corner(0.0, -4.5),
        corner(4.5, 0.0),
        corner(0.0, 4.5),
        corner(-4.5, 0.0),
    ];
    ui.painter().add(Shape::convex_polygon(
        shape,
        theme::BASE,
        Stroke::new(1.0, color),
    ));
    if response.double_clicked() {
        actions.push(ViewAction::OpenAsset(segment.clip).into());
        actions.push(SelectAction::These(Selection::item(segment.clip, notify.id)).into());
    }
    let lines = [
        tr!("Fires from the clip {clip}."),
        tr!("Double-click to open and edit the clip.").to_owned(),
    ];
    response.on_hover_text(parts::tip(&notify.name, &lines));
}
