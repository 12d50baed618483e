//! Counts in place of items: of folded lanes, of all together, and of what is too near to be told
//! apart.

use super::{TimelineScene, row::row};
use crate::{
    action::{EditorAction, SelectAction, ViewAction},
    icons, parts,
    session::Session,
    theme,
};
use asset::Id;
use document::Selection;
use egui::{
    Align2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, accesskit::Role, pos2, vec2,
};
use words::tr;

/// Points along the lane that share a pill.
const STEP: f32 = 20.0;

/// An item that a pill counts.
pub(super) struct PillItem {
    /// Seconds on the timeline.
    pub time: f64,
    /// The item that a click on the pill selects.
    pub item: Id,
    /// The item did not fire when playback last met it.
    pub is_unfired: bool,
}

/// A pill for each stretch of the lane with something in it; a click selects that and zooms to it.
pub(super) fn pills_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    what: &str,
    lane: Rect,
    items: &[PillItem],
    actions: &mut Vec<EditorAction>,
) {
    let mut cells: std::collections::BTreeMap<i32, Vec<&PillItem>> =
        std::collections::BTreeMap::new();
    for item in items {
        let x = scene.x(item.time) - lane.left();
        if (-STEP..lane.width() + STEP).contains(&x) {
            cells
                .entry((x / STEP).round() as i32)
                .or_default()
                .push(item);
        }
    }
    for (cell, items) in cells {
        let center = pos2(lane.left() + cell as f32 * STEP, lane.center().y);
        let rect = Rect::from_center_size(center, vec2(18.0, 16.0));
        let response = ui.interact(rect, ui.scope_id().with((what, cell)), Sense::click());
        let label = tr!("{what}: {} at {:.3} s", items.len(), items[0].time);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        let color = if response.hovered() {
            theme::HAIR_STRONG
        } else {
            theme::HAIR
        };
        ui.painter().rect_filled(rect, 8.0, color);
        if items.iter().any(|item| item.is_unfired) {
            let corners = [
                rect.left_top(),
                rect.right_top(),
                rect.right_bottom(),
                rect.left_bottom(),
                rect.left_top(),
            ];
            ui.painter().extend(Shape::dashed_line(
                &corners,
                Stroke::new(1.0, theme::TEXT_2),
                2.0,
                2.0,
            ));
        }
        let text = items.len().to_string();
        ui.painter().text(
            center,
            Align2::CENTER_CENTER,
            text,
            theme::marker(),
            theme::TEXT,
        );
        if response.clicked() {
            let ids = items.iter().map(|item| item.item).collect();
            actions.push(
                SelectAction::These(Selection {
                    asset: Some(scene.host.id),
                    items: ids,
                })
                .into(),
            );
            actions.push(ViewAction::FrameSelection.into());
        }
        response.on_hover_text(tr!("Click to select and zoom to them"));
    }
}

/// Every notify of the timeline, counted, so that none is invisible.
pub(super) fn summary_ui(ui: &mut Ui, scene: &TimelineScene<'_>, actions: &mut Vec<EditorAction>) {
    let (header, lane) = row(ui, scene, theme::LANE);
    let count = scene.host.notifies().len();
    let at = |x: f32| header.left_center() + vec2(x, 0.0);
    let painter = ui.painter();
    painter.text(
        at(18.0),
        Align2::CENTER_CENTER,
        icons::STACK,
        theme::icon(16.0),
        theme::TEXT_2,
    );
    painter.text(
        at(34.0),
        Align2::LEFT_CENTER,
        tr!("Summary"),
        theme::medium(),
        theme::TEXT,
    );
    let right = header.shrink2(vec2(10.0, 0.0));
    parts::text_in(
        ui,
        right,
        Align2::RIGHT_CENTER,
        items(count),
        theme::small(),
        theme::TEXT_3,
    );
    let mut clipped = ui.new_child(egui::UiBuilder::new().max_rect(lane));
    clipped.set_clip_rect(lane.intersect(ui.clip_rect()));
    let counted: Vec<PillItem> = scene
        .host
        .notifies()
        .iter()
        .map(|notify| counted(scene.session, notify))
        .collect();
    pills_ui(&mut clipped, scene, tr!("Summary"), lane, &counted, actions);
}

pub(super) fn counted(session: &Session, notify: &asset::Notify) -> PillItem {
    let is_unfired = session.fired.unfired.contains_key(&notify.id);
    PillItem {
        time: notify.time.into(),
        item: notify.id,
        is_unfired,
    }
}

/// Shows a badge in place of notifies that are too near to each other; a click lists them.
pub(super) fn badge_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    (items, at): (&[&asset::Notify], egui::Pos2),
    color: egui::Color32,
    actions: &mut Vec<EditorAction>,
) {
    let rect = Rect::from_center_size(at, vec2(20.0, 16.0));
    let response = ui.interact(
        rect,
        ui.scope_id().with(("badge", items[0].id)),
        Sense::click(),
    );
    let label = tr!("{} notifies at {:.3} s", items.len(), items[0].time);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let fill = theme::over(
        theme::BASE,
        color,
        if response.hovered() { 0.5 } else { 0.3 },
    );
    ui.painter()
        .rect(rect, 8.0, fill, Stroke::new(1.0, color), StrokeKind::Inside);
    ui.painter().text(
        at,
        Align2::CENTER_CENTER,
        items.len().to_string(),
        theme::marker(),
        theme::TEXT,
    );
    egui::Popup::menu(&response).show(|ui| {
        parts::scrolled(ui, |ui| {
            for notify in items {
                if ui
                    .button(format!("{}  ·  {:.3} s", notify.name, notify.time))
                    .clicked()
                {
                    actions.push(
                        SelectAction::These(Selection::item(scene.host.id, notify.id)).into(),
                    );
                }
            }
            ui.separator();
            if ui.button(tr!("Zoom to them")).clicked() {
                let ids = items.iter().map(|notify| notify.id).collect();
                actions.push(
                    SelectAction::These(Selection {
                        asset: Some(scene.host.id),
                        items: ids,
                    })
                    .into(),
                );
                actions.push(ViewAction::FrameSelection.into());
            }
        })
    });
}

pub(super) fn items(count: usize) -> String {
    if count == 1 {
        tr!("1 item").to_owned()
    } else {
        tr!("{count} items")
    }
}
