//! The section flow: boxes in playing order, arrows for links, arcs for loops. Dragging a port
//! links.

mod arrows;
mod link;
mod route;

pub(super) use link::link_ui;

use super::{DragKind, host::TimelineHost, lanes, press, scene::TimelineScene};
use crate::{
    action::{EditAction, EditorAction, SelectAction, TransportAction},
    icons, parts,
    session::MontageJumpCounts,
    theme,
    timeline::state::TimelineState,
    views::PanelViews,
};
use arrows::{Plates, RISE, SAG};
use asset::{Id, montage::Section};
use document::{Command, MontageCommand, Selection};
use egui::{Align2, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use words::{noun, tr};

/// A timeline that is lower, in points, has no strip.
pub(crate) const LEAST: f32 = 270.0;
/// Minimum width of a box, and maximum width of the name in it, points.
const NARROWEST: f32 = 72.0;
const WIDEST_NAME: f32 = 110.0;
/// Width of the section's length in a box, points.
const LENGTH: f32 = 50.0;
const HEIGHT: f32 = 28.0;
/// Room for the arcs above the boxes, points.
const TOP: f32 = 22.0;
/// Between two boxes, points: at least, and as much as there is room for.
const GAP: std::ops::RangeInclusive<f32> = 44.0..=96.0;
/// A gap with an End in it.
const END_GAP: f32 = 76.0;
const END: egui::Vec2 = vec2(38.0, 18.0);
/// Maximum width of a jump's name in a gap, points.
const WIDEST_PLATE: f32 = 120.0;
/// Distance from an edge of the strip within which a drag scrolls the strip, points.
const EDGE: f32 = 24.0;
/// Width of the summary at the right: the number of reachable sections and the playing time.
/// Points.
const SUMMARY: f32 = 128.0;

pub(crate) fn flow_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    actions: &mut Vec<EditorAction>,
) {
    let (row, _) = ui.allocate_exact_size(
        vec2(ui.available_width(), theme::FLOW_STRIP),
        Sense::hover(),
    );
    let header = Rect::from_min_size(row.min, vec2(theme::LANE_HEADER, row.height()));
    ui.painter().rect_filled(header, 0.0, theme::PANEL);
    ui.painter().hline(
        row.x_range(),
        row.bottom() - 0.5,
        Stroke::new(1.0, theme::LINE),
    );
    ui.painter().text(
        header.left_center() + vec2(12.0, -8.0),
        Align2::LEFT_CENTER,
        tr!("Section flow"),
        theme::medium(),
        theme::TEXT,
    );
    let (reached, unreached) = ordered(scene, &views.timeline);
    let (line, color) = match unreached.len() {
        0 => (
            tr!("Drag a circle to link or loop").to_owned(),
            theme::TEXT_3,
        ),
        left => (
            tr!("{left} of {} never reached", reached.len() + left),
            theme::WARN,
        ),
    };
    ui.painter().text(
        header.left_center() + vec2(12.0, 8.0),
        Align2::LEFT_CENTER,
        line,
        theme::small(),
        color,
    );
    let mut strip = Rect::from_x_y_ranges(scene.lanes, row.y_range());
    if strip.width() > 4.0 * SUMMARY {
        strip.max.x -= SUMMARY;
        let rest = Rect::from_min_max(pos2(strip.right(), strip.top()), row.max - vec2(12.0, 0.0));
        summary_ui(ui, scene, rest, reached.len(), unreached.len());
    }
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(strip));
    inner.set_clip_rect(strip.intersect(ui.clip_rect()));
    egui::ScrollArea::horizontal()
        .id_salt("flow")
        .auto_shrink(false)
        .show(&mut inner, |ui| {
            strip_ui(ui, scene, (&reached, &unreached), views, actions)
        });
}

/// Reached and unreached sections, in the playing order. A drag does not change that order until it
/// ends.
fn ordered<'a>(
    scene: &TimelineScene<'a>,
    state: &TimelineState,
) -> (Vec<&'a Section>, Vec<&'a Section>) {
    let origin = state
        .drag
        .as_ref()
        .and_then(|drag| TimelineHost::new(&drag.origin, scene.host.id));
    let (reached, unreached) = route::playing_order(&origin.unwrap_or(scene.host));
    let now = |section: &&Section| {
        scene
            .host
            .sections()
            .iter()
            .find(|other| other.id == section.id)
    };
    (
        reached.iter().filter_map(now).collect(),
        unreached.iter().filter_map(now).collect(),
    )
}

fn summary_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    rect: Rect,
    reached: usize,
    unreached: usize,
) {
    let count = match unreached {
        0 => tr!("{} reachable", parts::count(reached, noun!("section"))),
        left => tr!("{reached} of {} reachable", reached + left),
    };
    let course = route::course(&scene.host);
    let plays = match (course.seconds > 0.0, course.repeated.is_empty()) {
        (_, true) => tr!("Plays {:.3} s", course.seconds),
        (true, false) => tr!(
            "Plays {:.3} s + {}",
            course.seconds,
            course.repeated.join(", ")
        ),
        (false, false) => tr!("Repeats {}", course.repeated.join(", ")),
    };
    let (top, bottom) = (
        rect.with_max_y(rect.center().y),
        rect.with_min_y(rect.center().y),
    );
    let (above, below) = (Align2::RIGHT_BOTTOM, Align2::RIGHT_TOP);
    parts::text_in(
        ui,
        top.translate(vec2(0.0, -1.0)),
        above,
        &count,
        theme::small(),
        theme::TEXT_2,
    );
    parts::text_in(
        ui,
        bottom.translate(vec2(0.0, 1.0)),
        below,
        &plays,
        theme::small(),
        theme::TEXT_3,
    );
    let response = ui.interact(rect, ui.scope_id().with("flow summary"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{count}. {plays}")));
    let lines = [
        plays,
        tr!("Follows the links from the first section to the end").to_owned(),
    ];
    response.on_hover_text(parts::tip(&count, &lines));
}

/// Boxes as they lie in the strip.
struct Strip<'a> {
    boxes: Vec<(&'a Section, Rect)>,
    /// The first so many are reached.
    reached: usize,
    /// Places where the montage ends after a section. The last section also has one while a link is
    /// dragged.
    ends: Vec<(Option<&'a Section>, Rect)>,
    /// Boxes show only their names.
    is_tight: bool,
}

impl<'a> Strip<'a> {
    fn new(
        ui: &mut Ui,
        scene: &TimelineScene<'a>,
        (reached, unreached): (&[&'a Section], &[&'a Section]),
        is_linking: bool,
    ) -> (Self, Rect) {
        let order: Vec<&Section> = reached.iter().chain(unreached).copied().collect();
        let next = |at: usize| order.get(at + 1).map(|section| section.id);
        let gaps: Vec<f32> = order
            .iter()
            .enumerate()
            .map(|(at, it)| gap(ui, scene, it, next(at)))
            .collect();
        let sum = |widths: &[f32]| widths.iter().chain(&gaps).sum::<f32>() + 8.0;
        let measured = |facts: f32| {
            order
                .iter()
                .map(|it| box_width(ui, it, facts))
                .collect::<Vec<f32>>()
        };
        let widths = Some(measured(LENGTH)).filter(|widths| sum(widths) <= ui.available_width());
        let is_tight = widths.is_none();
        let widths = widths.unwrap_or_else(|| measured(0.0));
        let least = sum(&widths);
        let spare = (ui.available_width() - least).max(0.0) / order.len().max(1) as f32;
        let spare = spare.min(GAP.end() - GAP.start());
        let width = (least + spare * order.len() as f32).max(ui.available_width());
        let (area, _) =
            ui.allocate_exact_size(vec2(width, theme::FLOW_STRIP - 8.0), Sense::hover());
        let mut strip = Strip {
            boxes: Vec::new(),
            reached: reached.len(),
            ends: Vec::new(),
            is_tight,
        };
        let mut left = area.left() + 6.0;
        for (at, section) in order.iter().enumerate() {
            let rect = Rect::from_min_size(pos2(left, area.top() + TOP), vec2(widths[at], HEIGHT));
            strip.boxes.push((section, rect));
            left = rect.right() + gaps[at] + spare;
            let is_last = at + 1 == order.len();
            if section.next.is_none() || (is_last && is_linking) {
                let pill = Rect::from_min_size(
                    pos2(rect.right() + 22.0, rect.center().y - END.y / 2.0),
                    END,
                );
                strip.ends.push((
                    Some(*section).filter(|section| section.next.is_none()),
                    pill,
                ));
            }
        }
        (strip, area)
    }

    fn rect_of(&self, id: Id) -> Option<Rect> {
        self.boxes
            .iter()
            .find(|(section, _)| section.id == id)
            .map(|(_, rect)| *rect)
    }

    /// The box at its right.
    fn neighbour(&self, section: &Section) -> Option<Id> {
        let at = self
            .boxes
            .iter()
            .position(|(other, _)| other.id == section.id)?;
        self.boxes.get(at + 1).map(|(section, _)| section.id)
    }
}

fn text_width(ui: &Ui, text: &str, font: egui::FontId) -> f32 {
    ui.painter()
        .layout_no_wrap(text.to_owned(), font, theme::TEXT)
        .size()
        .x
}

/// Width of a box with its icon, its name and `facts` points for its other content.
fn box_width(ui: &Ui, section: &Section, facts: f32) -> f32 {
    (text_width(ui, &section.name, theme::medium()).min(WIDEST_NAME) + facts + 46.0).max(NARROWEST)
}

/// Width that the items between a box and its `neighbour` need, points.
fn gap(ui: &Ui, scene: &TimelineScene<'_>, section: &Section, neighbour: Option<Id>) -> f32 {
    if section.next.is_none() || neighbour.is_none() {
        return END_GAP;
    }
    let straight =
        route::jumps(&scene.host, section).filter(|jump| is_straight(section, jump.to, neighbour));
    let plate = straight
        .map(|jump| text_width(ui, &jump_text(jump.name, 99), theme::small()))
        .fold(0.0, f32::max);
    if plate > 0.0 {
        plate.min(WIDEST_PLATE) + 44.0
    } else {
        *GAP.start()
    }
}

/// The jump goes through the gap, in which there is nothing else.
fn is_straight(section: &Section, to: Id, neighbour: Option<Id>) -> bool {
    neighbour == Some(to) && section.next.is_some() && section.next != Some(to)
}

fn jump_text(name: &str, count: u32) -> String {
    if count > 0 {
        tr!("on {name} ×{count}")
    } else {
        tr!("on {name}")
    }
}

fn strip_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    order: (&[&Section], &[&Section]),
    views: &mut PanelViews,
    actions: &mut Vec<EditorAction>,
) {
    let is_linking =
        matches!(&views.timeline.drag, Some(drag) if matches!(drag.kind, DragKind::Link(_)));
    let (strip, area) = Strip::new(ui, scene, order, is_linking);
    let mut plates = Plates::default();
    for (section, rect) in &strip.boxes {
        link_of(
            ui,
            section,
            *rect,
            &strip,
            &scene.session.fired.counts,
            &mut plates,
        );
        jumps_of(
            ui,
            scene,
            section,
            *rect,
            &strip,
            &scene.session.fired.counts,
            &mut plates,
        );
    }
    for (section, rect) in &strip.ends {
        end_ui(ui, scene, &mut views.timeline, *section, *rect);
    }
    for (at, (section, rect)) in strip.boxes.iter().enumerate() {
        let look = FlowBoxLook {
            rect: *rect,
            warns: at >= strip.reached,
            is_tight: strip.is_tight,
        };
        section_ui(ui, scene, views, section, &look, actions);
    }
    plates.paint(ui);
    keep_in_view(ui, scene, &strip, area);
    if is_linking {
        scroll_at_edges(ui, area);
    }
}

/// The box that begins to play comes into view; then the strip scrolls as one likes.
fn keep_in_view(ui: &Ui, scene: &TimelineScene<'_>, strip: &Strip<'_>, area: Rect) {
    let id = ui.scope_id().with("plays");
    let plays = scene
        .playing_section()
        .filter(|_| scene.frame.is_some_and(|frame| frame.playing))
        .map(|(id, _)| id);
    let before = ui.data(|data| data.get_temp::<Option<Id>>(id)).flatten();
    if plays == before {
        return;
    }
    ui.data_mut(|data| data.insert_temp(id, plays));
    if let Some(rect) = plays.and_then(|id| strip.rect_of(id)) {
        ui.scroll_to_rect(
            Rect::from_x_y_ranges(rect.expand(GAP.start() / 2.0).x_range(), area.y_range()),
            None,
        );
    }
}

/// A dragged link reaches what the strip does not show.
fn scroll_at_edges(ui: &Ui, area: Rect) {
    let Some(pointer) = ui
        .ctx()
        .pointer_latest_pos()
        .filter(|at| area.y_range().contains(at.y))
    else {
        return;
    };
    let seen = ui.clip_rect();
    let by =
        (EDGE - (pointer.x - seen.left())).max(0.0) - (EDGE - (seen.right() - pointer.x)).max(0.0);
    if by != 0.0 {
        ui.scroll_with_delta(vec2(by.clamp(-EDGE, EDGE) / 3.0, 0.0));
        ui.ctx().request_repaint();
    }
}

fn link_of(
    ui: &Ui,
    section: &Section,
    rect: Rect,
    strip: &Strip<'_>,
    counts: &MontageJumpCounts,
    plates: &mut Plates,
) {
    let stroke = Stroke::new(1.5, theme::TEXT_3);
    let from = rect.right_center() + vec2(4.0, 0.0);
    let Some(next) = section.next else {
        return arrows::arrow(
            ui,
            from,
            rect.right_center() + vec2(22.0, 0.0),
            stroke,
            false,
        );
    };
    if next == section.id {
        let color = theme::category(section.color);
        let (from, to) = (
            rect.right_top() - vec2(6.0, 0.0),
            rect.left_top() + vec2(8.0, 0.0),
        );
        arrows::arc(ui, from, to, RISE, Stroke::new(1.5, color), false);
        let text = match counts.loops.get(&anim::Name::new(&section.name)) {
            Some(count) => tr!("loop ×{count}"),
            None => tr!("loop").to_owned(),
        };
        plates.put(ui, &[rect.center_top() - vec2(0.0, RISE)], text, color);
        return;
    }
    let Some(to) = strip.rect_of(next) else {
        return;
    };
    if strip.neighbour(section) == Some(next) {
        arrows::arrow(ui, from, to.left_center() - vec2(2.0, 0.0), stroke, false);
    } else {
        let (from, to) = (
            rect.center_bottom() + vec2(20.0, 0.0),
            to.center_bottom() - vec2(20.0, 0.0),
        );
        arrows::arc(ui, from, to, SAG, stroke, false);
    }
}

/// Dashed arrows for branching points that jump.
fn jumps_of(
    ui: &Ui,
    scene: &TimelineScene<'_>,
    section: &Section,
    rect: Rect,
    strip: &Strip<'_>,
    counts: &MontageJumpCounts,
    plates: &mut Plates,
) {
    let stroke = Stroke::new(1.5, theme::category(5));
    for jump in route::jumps(&scene.host, section) {
        let Some(to) = strip.rect_of(jump.to) else {
            continue;
        };
        let text = jump_text(
            jump.name,
            counts.jumps.get(&jump.notify).copied().unwrap_or(0),
        );
        if is_straight(section, jump.to, strip.neighbour(section)) {
            let (a, b) = (
                rect.right_center() + vec2(5.0, 0.0),
                to.left_center() - vec2(3.0, 0.0),
            );
            arrows::arrow(ui, a, b, stroke, true);
            plates.put(ui, &[a.lerp(b, 0.47)], text, stroke.color);
        } else {
            let (a, b) = if jump.to == section.id {
                (
                    rect.right_bottom() - vec2(20.0, 0.0),
                    rect.left_bottom() + vec2(20.0, 0.0),
                )
            } else {
                (rect.center_bottom(), to.center_bottom())
            };
            arrows::arc(ui, a, b, SAG, stroke, true);
            plates.put(ui, &arrows::along(a, b, SAG), text, stroke.color);
        }
    }
}

/// A place to end: after a section that does, or for a link that is dragged.
fn end_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    state: &mut TimelineState,
    section: Option<&Section>,
    rect: Rect,
) {
    state
        .places
        .flow
        .push((rect.intersect(ui.clip_rect()), None));
    ui.painter().rect(
        rect,
        9.0,
        theme::BASE,
        Stroke::new(1.0, theme::HAIR),
        StrokeKind::Inside,
    );
    ui.painter().text(
        rect.center(),
        Align2::CENTER_CENTER,
        tr!("End"),
        theme::small(),
        theme::TEXT_2,
    );
    let name = section.map_or(tr!("End").to_owned(), |section| {
        tr!("End after {}", section.name)
    });
    let response = ui.interact(
        rect,
        ui.scope_id().with(("end", section.map(|it| it.id))),
        Sense::hover(),
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    let blend = scene
        .host
        .montage()
        .map_or(0.0, |montage| montage.blend_out.time);
    response.on_hover_text(tr!("The montage blends out here over {blend:.3} s"));
}

/// Look of a box.
struct FlowBoxLook {
    rect: Rect,
    /// Nothing leads to the section.
    warns: bool,
    is_tight: bool,
}

fn section_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    section: &Section,
    look: &FlowBoxLook,
    actions: &mut Vec<EditorAction>,
) {
    let rect = look.rect;
    views.timeline.places.items.push((section.id, rect));
    views
        .timeline
        .places
        .flow
        .push((rect.intersect(ui.clip_rect()), Some(section.id)));
    let response = ui.interact(
        rect,
        ui.scope_id().with(("flow", section.id)),
        Sense::click(),
    );
    response.widget_info(|| {
        WidgetInfo::selected(
            Role::Button,
            true,
            scene.is_selected(section.id),
            tr!("Flow {}", section.name),
        )
    });
    let color = theme::category(section.color);
    let playing = scene
        .playing_section()
        .filter(|(id, _)| *id == section.id)
        .map(|(_, progress)| progress);
    let border = if scene.is_selected(section.id) {
        theme::ACCENT
    } else if playing.is_some() {
        theme::WHITE
    } else {
        theme::over(theme::BASE, color, 0.8)
    };
    let part =
        if playing.is_some() { 0.42 } else { 0.26 } + if response.hovered() { 0.06 } else { 0.0 };
    let painter = ui.painter();
    painter.rect(
        rect,
        4.0,
        theme::over(theme::BASE, color, part),
        Stroke::new(1.0, border),
        StrokeKind::Inside,
    );
    painter.rect_filled(
        Rect::from_min_size(rect.min, vec2(3.0, rect.height())),
        1.0,
        color,
    );
    if let Some(progress) = playing {
        let bar = Rect::from_min_size(
            rect.left_bottom() - vec2(0.0, 2.0),
            vec2(rect.width() * progress, 2.0),
        );
        painter.rect_filled(bar, 0.0, color);
    }
    section_text_ui(ui, scene, section, look);
    if response.clicked() {
        actions.push(SelectAction::These(Selection::item(scene.host.id, section.id)).into());
    }
    if response.double_clicked() {
        actions.push(TransportAction::Seek(section.start.into()).into());
    }
    parts::context_menu(&response, |ui| {
        lanes::section_menu(ui, scene, &mut views.renaming, section, actions)
    });
    let mut lines = vec![length_text(scene, section)];
    if look.warns {
        lines.push(tr!("No section links or jumps to it").to_owned());
    }
    response.on_hover_text(parts::tip(&section.name, &lines));
    port_ui(ui, scene, views, section, rect, actions);
}

fn length_text(scene: &TimelineScene<'_>, section: &Section) -> String {
    format!(
        "{:.3} s",
        scene.host.section_end(section) - f64::from(section.start)
    )
}

fn section_text_ui(ui: &Ui, scene: &TimelineScene<'_>, section: &Section, look: &FlowBoxLook) {
    let rect = look.rect;
    let (icon, color) = if look.warns {
        (icons::WARNING, theme::WARN)
    } else {
        (icons::PLAY, theme::TEXT_2)
    };
    let at = rect.left_center() + vec2(16.0, 0.0);
    ui.painter()
        .text(at, Align2::CENTER_CENTER, icon, theme::icon(13.0), color);
    let mut name = Rect::from_min_max(rect.min + vec2(28.0, 0.0), rect.max - vec2(10.0, 0.0));
    if !look.is_tight {
        let at = rect.right_center() - vec2(12.0, 0.0);
        ui.painter().text(
            at,
            Align2::RIGHT_CENTER,
            length_text(scene, section),
            theme::small(),
            theme::TEXT_2,
        );
        name.max.x -= LENGTH;
    }
    parts::text_in(
        ui,
        name,
        Align2::LEFT_CENTER,
        &section.name,
        theme::medium(),
        theme::TEXT,
    );
}

fn port_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    section: &Section,
    rect: Rect,
    actions: &mut Vec<EditorAction>,
) {
    let center = rect.right_center();
    let port = ui.interact(
        Rect::from_center_size(center, vec2(14.0, 14.0)),
        ui.scope_id().with(("port", section.id)),
        Sense::click_and_drag(),
    );
    port.widget_info(|| WidgetInfo::labeled(Role::Button, true, tr!("Link from {}", section.name)));
    let color = theme::category(section.color);
    let ring = if port.hovered() || port.dragged() {
        theme::ACCENT
    } else {
        color
    };
    ui.painter()
        .circle(center, 4.0, theme::BASE, Stroke::new(1.5, ring));
    if port.drag_started_by(egui::PointerButton::Primary) {
        let gesture = views.edits.gesture();
        views.timeline.drag = Some(press::begun(
            DragKind::Link(section.id),
            scene,
            gesture,
            center,
        ));
    }
    if port.clicked() && ui.input(|input| input.modifiers.alt) && section.next.is_some() {
        let cut = MontageCommand::LinkSection {
            from: section.id,
            to: None,
        };
        actions.push(EditAction::Perform(Command::Montage(scene.host.id, cut), None).into());
    }
    port.on_hover_cursor(egui::CursorIcon::Crosshair)
        .on_hover_text(tr!("Drag to link or loop. Alt+click to end here"));
}
