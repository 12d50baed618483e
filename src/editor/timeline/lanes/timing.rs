//! The last lane: what fires and where sections begin, numbered in order. Squares are sections,
//! discs are notifies; what the playhead has passed is filled. What finds no room is counted in a
//! badge that lists it.

use super::{
    TimelineScene,
    row::{row, within},
};
use crate::{
    action::{EditorAction, SelectAction, TransportAction},
    icons, parts, theme,
    timeline::TimelineHost,
};
use asset::Id;
use document::Selection;
use egui::{
    Align2, Color32, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, accesskit::Role, pos2, vec2,
};
use words::tr;

const SIZE: f32 = 16.0;
/// Greatest distance of a mark from its time, points; a mark with no room this near goes into a
/// badge.
const ROOM: f32 = 40.0;
const BADGE: f32 = 26.0;
/// Points of the list of a badge.
const LIST: f32 = 320.0;

struct TimingMark<'a> {
    time: f64,
    item: Id,
    name: &'a str,
    color: Color32,
    is_section: bool,
}

/// Marks of the sections and of the `notifies`, by index, in order of time; at one time sections
/// come first.
fn marks<'a>(
    host: &'a TimelineHost<'_>,
    notifies: &'a [usize],
) -> impl Iterator<Item = TimingMark<'a>> {
    let mut sections: Vec<_> = host.sections().iter().collect();
    sections.sort_by(|a, b| a.start.total_cmp(&b.start));
    let mut sections = sections.into_iter().peekable();
    let mut notifies = notifies.iter().map(|at| &host.notifies()[*at]).peekable();
    let color = |track: Id| {
        host.tracks()
            .iter()
            .find(|it| it.id == track)
            .map(|it| theme::category(it.color))
    };
    std::iter::from_fn(move || {
        let next = notifies.peek().map_or(f32::INFINITY, |it| it.time);
        if let Some(it) = sections.next_if(|it| it.start <= next) {
            let color = theme::category(it.color);
            return Some(TimingMark {
                time: it.start.into(),
                item: it.id,
                name: &it.name,
                color,
                is_section: true,
            });
        }
        notifies.next().map(|it| TimingMark {
            time: it.time.into(),
            item: it.id,
            name: &it.name,
            color: color(it.track).unwrap_or(theme::TEXT_2),
            is_section: false,
        })
    })
}

pub(super) fn lane_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    notifies: &[usize],
    actions: &mut Vec<EditorAction>,
) {
    let (header, lane) = row(ui, scene, theme::LANE);
    let at = |x: f32| header.left_center() + vec2(x, 0.0);
    ui.painter().text(
        at(18.0),
        Align2::CENTER_CENTER,
        icons::CLOCK,
        theme::icon(16.0),
        theme::TEXT_2,
    );
    ui.painter().text(
        at(34.0),
        Align2::LEFT_CENTER,
        tr!("Timing"),
        theme::medium(),
        theme::TEXT,
    );
    let response = ui.interact(header, ui.scope_id().with("timing header"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Row, true, tr!("Timing")));
    response.on_hover_text(tr!("Sections and notifies, numbered in order of time"));
    let mut clipped = within(ui, lane);
    let playhead = scene.session.playhead(scene.host.id);
    let mut end = f32::NEG_INFINITY;
    let mut rest: Vec<(usize, TimingMark<'_>)> = Vec::new();
    let badge = |ui: &mut Ui, rest: &mut Vec<_>, end: f32, actions: &mut Vec<EditorAction>| {
        if !rest.is_empty() && end + BADGE > lane.left() {
            rest_ui(
                ui,
                scene,
                rest,
                pos2(end + 1.0 + BADGE / 2.0, lane.center().y),
                actions,
            );
        }
        rest.clear();
    };
    for (number, mark) in (1..).zip(marks(&scene.host, notifies)) {
        let due = scene.x(mark.time);
        let half = width(number) / 2.0;
        // Beside one at the same time.
        let taken = if rest.is_empty() {
            end
        } else {
            end + 1.0 + BADGE
        };
        let x = due.max(taken + 1.0 + half);
        if due > lane.right() + half {
            break;
        }
        if x > due + ROOM {
            rest.push((number, mark));
            continue;
        }
        badge(&mut clipped, &mut rest, end, actions);
        end = x + half;
        if end > lane.left() {
            mark_ui(
                &mut clipped,
                scene,
                (number, &mark),
                pos2(x, lane.center().y),
                mark.time <= playhead,
                actions,
            );
        }
    }
    badge(&mut clipped, &mut rest, end, actions);
}

/// Badge in place of marks that found no room; a click lists them.
fn rest_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    rest: &[(usize, TimingMark<'_>)],
    center: egui::Pos2,
    actions: &mut Vec<EditorAction>,
) {
    let rect = Rect::from_center_size(center, vec2(BADGE, SIZE));
    let response = ui.interact(
        rect,
        ui.scope_id().with(("timing rest", rest[0].1.item)),
        Sense::click(),
    );
    let label = tr!("{} more at {:.3} s", rest.len(), rest[0].1.time);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let fill = theme::over(
        theme::BASE,
        theme::TEXT_2,
        if response.hovered() { 0.5 } else { 0.3 },
    );
    ui.painter().rect(
        rect,
        SIZE / 2.0,
        fill,
        Stroke::new(1.0, theme::TEXT_2),
        StrokeKind::Inside,
    );
    let count = if rest.len() < 100 {
        format!("+{}", rest.len())
    } else {
        "+…".to_owned()
    };
    ui.painter().text(
        center,
        Align2::CENTER_CENTER,
        count,
        theme::marker(),
        theme::TEXT,
    );
    egui::Popup::menu(&response).show(|ui| {
        egui::ScrollArea::vertical()
            .max_height(LIST)
            .show(ui, |ui| {
                for (number, mark) in rest {
                    if ui
                        .button(format!("{number}  {}  ·  {:.3} s", mark.name, mark.time))
                        .clicked()
                    {
                        go_to(scene, mark, actions);
                    }
                }
            });
    });
    response.on_hover_text(parts::tip(&label, &[tr!("Click for a list.").to_owned()]));
}

fn go_to(scene: &TimelineScene<'_>, mark: &TimingMark<'_>, actions: &mut Vec<EditorAction>) {
    actions.push(TransportAction::Seek(mark.time).into());
    actions.push(SelectAction::These(Selection::item(scene.host.id, mark.item)).into());
}

/// Width of a mark with this number, points.
fn width(number: usize) -> f32 {
    SIZE + 5.0 * number.checked_ilog10().unwrap_or(0).saturating_sub(1) as f32
}

fn mark_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    (number, mark): (usize, &TimingMark<'_>),
    center: egui::Pos2,
    is_passed: bool,
    actions: &mut Vec<EditorAction>,
) {
    let rect = Rect::from_center_size(center, vec2(width(number), SIZE));
    let response = ui.interact(
        rect,
        ui.scope_id().with(("timing", mark.item)),
        Sense::click(),
    );
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Button, true, tr!("Timing {number} {}", mark.name))
    });
    let fill = if is_passed {
        mark.color
    } else {
        theme::over(theme::BASE, mark.color, 0.2)
    };
    let border = if scene.is_selected(mark.item) {
        theme::ACCENT
    } else {
        theme::over(theme::BASE, mark.color, 0.8)
    };
    let stroke = Stroke::new(if response.hovered() { 2.0 } else { 1.0 }, border);
    let corner = if mark.is_section { 2.0 } else { SIZE / 2.0 };
    ui.painter()
        .rect(rect, corner, fill, stroke, StrokeKind::Inside);
    let color = if is_passed { theme::BASE } else { theme::TEXT };
    ui.painter().text(
        center,
        Align2::CENTER_CENTER,
        number.to_string(),
        theme::marker(),
        color,
    );
    if response.clicked() {
        go_to(scene, mark, actions);
    }
    let line = tr!(
        "{:.3} s, frame {:.1}. Click to go there.",
        mark.time,
        mark.time * scene.host.frame_rate()
    );
    response.on_hover_text(parts::tip(mark.name, &[line]));
}
