//! The last lane: what fires and where sections begin, numbered in order. Squares are sections, discs are notifies;
//! what the playhead has passed is filled.

use super::{Scene, row, within};
use crate::{
    action::{Action, SelectAction, TransportAction},
    icons, parts,
    session::Session,
    theme,
};
use asset::Id;
use document::Selection;
use egui::{Align2, Color32, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, accesskit::Role, pos2, vec2};

const SIZE: f32 = 16.0;

struct Mark {
    time: f64,
    item: Id,
    name: String,
    color: Color32,
    is_section: bool,
}

/// In order of time; at one time sections come first, then notifies in the order of their tracks.
fn marks(scene: &Scene<'_>) -> Vec<Mark> {
    let host = &scene.host;
    let sections = host.sections().iter().map(|it| Mark {
        time: it.start.into(),
        item: it.id,
        name: it.name.clone(),
        color: theme::category(it.color),
        is_section: true,
    });
    let track_of = |id: Id| host.tracks().iter().position(|track| track.id == id);
    let mut notifies: Vec<&asset::Notify> = host.notifies().iter().collect();
    notifies.sort_by_key(|notify| track_of(notify.track));
    let notifies = notifies.into_iter().map(|it| Mark {
        time: it.time.into(),
        item: it.id,
        name: it.name.clone(),
        color: track_of(it.track).map_or(theme::TEXT_2, |at| theme::category(host.tracks()[at].color)),
        is_section: false,
    });
    let mut marks: Vec<Mark> = sections.chain(notifies).collect();
    marks.sort_by(|a, b| a.time.total_cmp(&b.time));
    marks
}

pub(super) fn lane_ui(ui: &mut Ui, scene: &Scene<'_>, session: &Session, actions: &mut Vec<Action>) {
    let (header, lane) = row(ui, scene, theme::LANE);
    let at = |x: f32| header.left_center() + vec2(x, 0.0);
    ui.painter().text(at(18.0), Align2::CENTER_CENTER, icons::CLOCK, theme::icon(16.0), theme::TEXT_2);
    ui.painter().text(at(34.0), Align2::LEFT_CENTER, "Timing", theme::medium(), theme::TEXT);
    let response = ui.interact(header, ui.scope_id().with("timing header"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Row, true, "Timing"));
    response.on_hover_text("Sections and notifies, numbered in the order in which they come");
    let mut clipped = within(ui, lane);
    let playhead = session.playhead(scene.host.id);
    let mut last = f32::NEG_INFINITY;
    for (at, mark) in marks(scene).iter().enumerate() {
        // Beside one at the same time.
        let x = scene.x(mark.time).max(last + SIZE + 1.0);
        if x > lane.right() + SIZE {
            break;
        }
        last = x;
        if x > lane.left() - SIZE {
            mark_ui(&mut clipped, scene, (at + 1, mark), pos2(x, lane.center().y), mark.time <= playhead, actions);
        }
    }
}

fn mark_ui(
    ui: &mut Ui,
    scene: &Scene<'_>,
    (number, mark): (usize, &Mark),
    center: egui::Pos2,
    is_passed: bool,
    actions: &mut Vec<Action>,
) {
    let rect = Rect::from_center_size(center, egui::Vec2::splat(SIZE));
    let response = ui.interact(rect, ui.scope_id().with(("timing", mark.item)), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Timing {number} {}", mark.name)));
    let fill = match is_passed {
        true => mark.color,
        false => theme::over(theme::BASE, mark.color, 0.2),
    };
    let border = if scene.is_selected(mark.item) { theme::ACCENT } else { theme::over(theme::BASE, mark.color, 0.8) };
    let stroke = Stroke::new(if response.hovered() { 2.0 } else { 1.0 }, border);
    match mark.is_section {
        true => drop(ui.painter().rect(rect, 2.0, fill, stroke, StrokeKind::Inside)),
        false => drop(ui.painter().circle(center, SIZE / 2.0 - 0.5, fill, stroke)),
    }
    let color = if is_passed { theme::BASE } else { theme::TEXT };
    ui.painter().text(center, Align2::CENTER_CENTER, number.to_string(), theme::marker(), color);
    if response.clicked() {
        actions.push(TransportAction::Seek(mark.time).into());
        actions.push(SelectAction::These(Selection::item(scene.host.id, mark.item)).into());
    }
    let line = format!("{:.3} s, frame {:.1}. Click goes there.", mark.time, mark.time * scene.host.frame_rate());
    response.on_hover_text(parts::tip(&mark.name, &[line]));
}
