//! The section flow: boxes in playing order, arrows for links, arcs for loops. Dragging a port links.

use super::{DragKind, Scene, drag, lanes};
use crate::{
    action::{Action, SelectAction, TransportAction},
    icons, parts,
    session::Session,
    theme,
};
use asset::{Id, montage::Section};
use document::Selection;
use egui::{Align2, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, accesskit::Role, pos2, vec2};

const BOX: egui::Vec2 = vec2(148.0, 28.0);
/// Between boxes, in points: as much as there is room for.
const GAP: std::ops::RangeInclusive<f32> = 44.0..=96.0;
/// After the last box.
const REST: f32 = 110.0;

pub(crate) fn flow_ui(ui: &mut Ui, scene: &Scene<'_>, session: &mut Session, actions: &mut Vec<Action>) {
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), theme::FLOW_STRIP), Sense::hover());
    let header = Rect::from_min_size(row.min, vec2(theme::LANE_HEADER, row.height()));
    ui.painter().rect_filled(header, 0.0, theme::PANEL);
    ui.painter().hline(row.x_range(), row.bottom() - 0.5, Stroke::new(1.0, theme::LINE));
    ui.painter().text(
        header.left_center() + vec2(12.0, -8.0),
        Align2::LEFT_CENTER,
        "Section flow",
        theme::medium(),
        theme::TEXT,
    );
    let (reached, unreached) = playing_order(scene);
    let (line, color) = match unreached.len() {
        0 => ("Drag a circle to link or loop".to_owned(), theme::TEXT_3),
        left => (format!("{left} of {} never reached", reached.len() + left), theme::WARN),
    };
    ui.painter().text(header.left_center() + vec2(12.0, 8.0), Align2::LEFT_CENTER, line, theme::small(), color);
    let strip = Rect::from_x_y_ranges(scene.lanes, row.y_range());
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(strip));
    inner.set_clip_rect(strip.intersect(ui.clip_rect()));
    egui::ScrollArea::horizontal()
        .id_salt("flow")
        .auto_shrink(false)
        .show(&mut inner, |ui| strip_ui(ui, scene, (&reached, &unreached), session, actions));
}

fn strip_ui(
    ui: &mut Ui,
    scene: &Scene<'_>,
    (reached, unreached): (&[&Section], &[&Section]),
    session: &mut Session,
    actions: &mut Vec<Action>,
) {
    let count = reached.len() + unreached.len();
    let gap = ((ui.available_width() - REST) / count.max(1) as f32 - BOX.x).clamp(*GAP.start(), *GAP.end());
    let width = (BOX.x + gap) * count as f32 + REST;
    let (area, _) =
        ui.allocate_exact_size(vec2(width.max(ui.available_width()), theme::FLOW_STRIP - 8.0), Sense::hover());
    let place =
        |at: usize| Rect::from_min_size(pos2(area.left() + 4.0 + at as f32 * (BOX.x + gap), area.top() + 26.0), BOX);
    let order: Vec<&Section> = reached.iter().chain(unreached).copied().collect();
    let rect_of = |id: Id| order.iter().position(|section| section.id == id).map(place);
    for (at, section) in order.iter().enumerate() {
        links_ui(ui, section, place(at), &rect_of, order.get(at + 1).map(|next| next.id));
    }
    jumps_ui(ui, scene, &rect_of);
    for (at, section) in order.iter().enumerate() {
        let warns = at >= reached.len();
        section_ui(ui, scene, session, section, place(at), warns, actions);
    }
}

/// Sections as links and jumps reach them from the first; then those that nothing reaches, in time order.
fn playing_order<'a>(scene: &Scene<'a>) -> (Vec<&'a Section>, Vec<&'a Section>) {
    let sections = scene.host.sections();
    let mut reached: Vec<&Section> = Vec::new();
    let mut open: Vec<Id> = sections.first().map(|first| first.id).into_iter().collect();
    while let Some(id) = open.pop() {
        if reached.iter().any(|section| section.id == id) {
            continue;
        }
        let Some(section) = sections.iter().find(|section| section.id == id) else { continue };
        reached.push(section);
        open.extend(jumps(scene, section).map(|(id, _)| id));
        open.extend(section.next);
    }
    let unreached = sections.iter().filter(|section| !reached.iter().any(|other| other.id == section.id)).collect();
    (reached, unreached)
}

/// A label over a line.
fn plate(ui: &Ui, center: Pos2, text: &str, color: egui::Color32) {
    let galley = ui.painter().layout_no_wrap(text.to_owned(), theme::small(), color);
    let back = Rect::from_center_size(center, galley.size() + vec2(8.0, 0.0));
    ui.painter().rect_filled(back, 2.0, theme::BASE);
    ui.painter().galley(center - galley.size() / 2.0, galley, color);
}

/// Where branching points inside a section lead, at once or at its end, and their names.
fn jumps<'a>(scene: &'a Scene<'_>, section: &'a Section) -> impl Iterator<Item = (Id, &'a str)> + use<'a> {
    let (start, end) = (f64::from(section.start), scene.host.section_end(section));
    let inside = move |n: &&asset::Notify| n.branching && (start..=end).contains(&f64::from(n.time));
    scene.host.notifies().iter().filter(inside).filter_map(|n| Some((n.action.section()?, n.name.as_str())))
}

fn links_ui(ui: &Ui, section: &Section, rect: Rect, rect_of: &impl Fn(Id) -> Option<Rect>, neighbour: Option<Id>) {
    let stroke = Stroke::new(1.5, theme::TEXT_3);
    let from = rect.right_center() + vec2(4.0, 0.0);
    match section.next {
        None => {
            let end = Rect::from_min_size(pos2(rect.right() + 22.0, rect.center().y - 9.0), vec2(34.0, 18.0));
            arrow(ui, from, end.left_center(), stroke);
            ui.painter().rect_stroke(end, 9.0, Stroke::new(1.0, theme::HAIR), StrokeKind::Inside);
            ui.painter().text(end.center(), Align2::CENTER_CENTER, "End", theme::small(), theme::TEXT_2);
        }
        Some(next) if next == section.id => {
            let color = theme::category(section.color);
            arc(
                ui,
                rect.right_top() + vec2(-6.0, 0.0),
                rect.left_top() + vec2(8.0, 0.0),
                16.0,
                Stroke::new(1.5, color),
            );
            plate(ui, rect.center_top() - vec2(0.0, 16.0), "loop", color);
        }
        Some(next) if Some(next) == neighbour => {
            if let Some(to) = rect_of(next) {
                arrow(ui, from, to.left_center() - vec2(2.0, 0.0), stroke);
            }
        }
        Some(next) => {
            if let Some(to) = rect_of(next) {
                arc(ui, rect.center_bottom() + vec2(20.0, 0.0), to.center_bottom() - vec2(20.0, 0.0), -12.0, stroke);
            }
        }
    }
}

/// Dashed arrows for branching points that jump.
fn jumps_ui(ui: &Ui, scene: &Scene<'_>, rect_of: &impl Fn(Id) -> Option<Rect>) {
    for section in scene.host.sections() {
        for (target, name) in jumps(scene, section) {
            let (Some(from), Some(to)) = (rect_of(section.id), rect_of(target)) else { continue };
            let color = theme::category(5);
            let (a, b) = (from.right_center() + vec2(5.0, 0.0), to.left_center() - vec2(3.0, 0.0));
            let adjacent = b.x > a.x && b.x - a.x < GAP.end() + 12.0;
            if adjacent {
                ui.painter().extend(Shape::dashed_line(&[a, b], Stroke::new(1.5, color), 4.0, 3.0));
                head(ui, b, vec2(1.0, 0.0), color);
                if b.x - a.x > 70.0 {
                    plate(ui, a.lerp(b, 0.45), name, color);
                }
            } else {
                let points = curve(from.center_bottom(), to.center_bottom(), -11.0);
                ui.painter().extend(Shape::dashed_line(&points, Stroke::new(1.5, color), 4.0, 3.0));
                head(ui, to.center_bottom(), vec2(0.0, -1.0), color);
                plate(ui, from.center_bottom().lerp(to.center_bottom(), 0.5) + vec2(0.0, 11.0), name, color);
            }
        }
    }
}

fn arrow(ui: &Ui, from: Pos2, to: Pos2, stroke: Stroke) {
    ui.painter().line_segment([from, to - vec2(4.0, 0.0)], stroke);
    head(ui, to, vec2(1.0, 0.0), stroke.color);
}

fn head(ui: &Ui, tip: Pos2, along: egui::Vec2, color: egui::Color32) {
    let side = along.rot90() * 3.5;
    let points = vec![tip, tip - along * 6.0 + side, tip - along * 6.0 - side];
    ui.painter().add(Shape::convex_polygon(points, color, Stroke::NONE));
}

fn curve(from: Pos2, to: Pos2, height: f32) -> Vec<Pos2> {
    (0..=24)
        .map(|i| {
            let u = i as f32 / 24.0;
            from.lerp(to, u) - vec2(0.0, 4.0 * u * (1.0 - u) * height)
        })
        .collect()
}

fn arc(ui: &Ui, from: Pos2, to: Pos2, height: f32, stroke: Stroke) {
    ui.painter().line(curve(from, to, height), stroke);
    head(ui, to, vec2(0.0, height.signum()), stroke.color);
}

fn section_ui(
    ui: &mut Ui,
    scene: &Scene<'_>,
    session: &mut Session,
    section: &Section,
    rect: Rect,
    warns: bool,
    actions: &mut Vec<Action>,
) {
    session.timeline.places.items.push((section.id, rect));
    let response = ui.interact(rect, ui.scope_id().with(("flow", section.id)), Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(Role::Button, true, scene.is_selected(section.id), format!("Flow {}", section.name))
    });
    let color = theme::category(section.color);
    let playing = scene.playing_section().filter(|(id, _)| *id == section.id).map(|(_, progress)| progress);
    let border = if scene.is_selected(section.id) {
        theme::ACCENT
    } else if playing.is_some() {
        theme::WHITE
    } else {
        theme::over(theme::BASE, color, 0.8)
    };
    let part = if playing.is_some() { 0.42 } else { 0.26 } + if response.hovered() { 0.06 } else { 0.0 };
    let painter = ui.painter();
    painter.rect(rect, 4.0, theme::over(theme::BASE, color, part), Stroke::new(1.0, border), StrokeKind::Inside);
    painter.rect_filled(Rect::from_min_size(rect.min, vec2(3.0, rect.height())), 1.0, color);
    if let Some(progress) = playing {
        let bar = Rect::from_min_size(rect.left_bottom() - vec2(0.0, 2.0), vec2(rect.width() * progress, 2.0));
        painter.rect_filled(bar, 0.0, color);
    }
    let icon = if warns { icons::WARNING } else { icons::PLAY };
    let icon_color = if warns { theme::WARN } else { theme::TEXT_2 };
    painter.text(rect.left_center() + vec2(16.0, 0.0), Align2::CENTER_CENTER, icon, theme::icon(13.0), icon_color);
    let length = scene.host.section_end(section) - f64::from(section.start);
    painter.text(
        rect.right_center() - vec2(12.0, 0.0),
        Align2::RIGHT_CENTER,
        format!("{length:.3} s"),
        theme::small(),
        theme::TEXT_2,
    );
    let name = Rect::from_min_max(rect.min + vec2(28.0, 0.0), rect.max - vec2(58.0, 0.0));
    parts::text_in(ui, name, Align2::LEFT_CENTER, &section.name, theme::medium(), theme::TEXT);
    if response.clicked() {
        actions.push(SelectAction::These(Selection::item(scene.host.id, section.id)).into());
    }
    if response.double_clicked() {
        actions.push(TransportAction::Seek(section.start.into()).into());
    }
    response.context_menu(|ui| lanes::section_menu(ui, scene, session, section, actions));
    if warns {
        response.on_hover_text("Nothing links or jumps to this section.");
    }
    port_ui(ui, scene, session, section, rect);
}

fn port_ui(ui: &mut Ui, scene: &Scene<'_>, session: &mut Session, section: &Section, rect: Rect) {
    let center = rect.right_center();
    let port = ui.interact(
        Rect::from_center_size(center, vec2(14.0, 14.0)),
        ui.scope_id().with(("port", section.id)),
        Sense::drag(),
    );
    port.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Link from {}", section.name)));
    let color = theme::category(section.color);
    let ring = if port.hovered() || port.dragged() { theme::ACCENT } else { color };
    ui.painter().circle(center, 4.0, theme::BASE, Stroke::new(1.5, ring));
    if port.drag_started_by(egui::PointerButton::Primary) {
        let gesture = session.edits.gesture();
        session.timeline.drag = Some(drag::begun(DragKind::Link(section.id), scene, gesture, center));
    }
    port.on_hover_cursor(egui::CursorIcon::Crosshair);
}
