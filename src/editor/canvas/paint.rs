//! Painting a page of nodes. Nothing here decides anything.

use super::{
    camera::{FAR, Lens},
    live::Live,
    look::{self, Sort},
    page::{Card, LINE, Number, PosePin, ROW, Scene, SpaceCrossing, TITLE, Wire, comment_rect},
};
use crate::{icons, parts, theme};
use asset::{Id, Severity};
use egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Ui,
    epaint::CubicBezierShape, pos2, vec2,
};
use std::collections::{BTreeMap, BTreeSet};

const DOTS: f32 = 24.0;
/// Radius of a pin and of a reroute, points of the page.
const PIN: f32 = 4.5;
/// Radius of a reroute, points of the page.
pub const KNOB: f32 = 5.0;
/// Longer wires have room for all words about a crossing, points of the page.
const LONG: f32 = 96.0;

/// The view, playback and selection with which nodes are painted.
pub struct NodePaintState<'a> {
    /// Mapping from points of the page to the screen.
    pub lens: Lens,
    /// Playback of the graph; None while the graph does not play.
    pub live: Option<&'a Live<'a>>,
    /// Ids of nodes, sub-graphs, reroutes and comments.
    pub selected: &'a BTreeSet<Id>,
    /// The item under the pointer.
    pub hovered: Option<Id>,
    /// The worst problem of each node that has one.
    pub told: &'a BTreeMap<Id, Severity>,
    /// Items that a search found; other items are dim.
    pub found: Option<&'a BTreeSet<Id>>,
}

/// The font at a zoom, in steps of half a point, at least 2 points.
pub fn font(font: FontId, zoom: f32) -> FontId {
    FontId {
        size: ((font.size * zoom * 2.0).round() / 2.0).max(2.0),
        ..font
    }
}

/// The dotted ground; dots become fewer as the page gets smaller.
pub fn dots(ui: &Ui, lens: &Lens) {
    let mut step = DOTS;
    while step * lens.camera.zoom < 20.0 {
        step *= 4.0;
    }
    let seen = lens.seen();
    let painter = ui.painter();
    let (left, top) = (
        (seen.left() / step).floor() as i32,
        (seen.top() / step).floor() as i32,
    );
    let (right, bottom) = (
        (seen.right() / step).ceil() as i32,
        (seen.bottom() / step).ceil() as i32,
    );
    let mut mesh = egui::Mesh::default();
    for x in left..=right {
        for y in top..=bottom {
            let at = lens.screen(pos2(x as f32 * step, y as f32 * step));
            mesh.add_colored_rect(Rect::from_center_size(at, vec2(1.5, 1.5)), theme::RAISE);
        }
    }
    parts::mesh(painter, mesh);
}

/// Paints comments, wires, then cards; only what is in sight.
pub fn scene(ui: &Ui, scene: &Scene, shown: &NodePaintState<'_>) {
    let seen = shown.lens.seen();
    for comment in scene
        .comments
        .iter()
        .filter(|it| comment_rect(it).intersects(seen))
    {
        paint_comment(ui, comment, shown);
    }
    for it in &scene.wires {
        if Rect::from_points(&it.points())
            .expand(200.0)
            .intersects(seen)
        {
            paint_wire(ui, it, shown);
        }
    }
    for card in scene.cards.iter().filter(|card| card.rect.intersects(seen)) {
        paint_card(ui, card, shown);
    }
}

fn paint_comment(ui: &Ui, comment: &asset::graph::Comment, shown: &NodePaintState<'_>) {
    let zoom = shown.lens.camera.zoom;
    let rect = shown.lens.screen_rect(comment_rect(comment));
    let color = theme::category(comment.color);
    let is_selected = shown.selected.contains(&comment.id);
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, theme::over(theme::BASE, color, 0.10));
    let title = Rect::from_min_size(rect.min, vec2(rect.width(), TITLE * zoom));
    painter.rect_filled(
        title,
        CornerRadius {
            nw: 4,
            ne: 4,
            sw: 0,
            se: 0,
        },
        theme::over(theme::BASE, color, 0.32),
    );
    let stroke = if is_selected {
        Stroke::new(1.5, theme::ACCENT)
    } else {
        Stroke::new(1.0, theme::over(theme::BASE, color, 0.5))
    };
    painter.rect_stroke(rect, 4.0, stroke, StrokeKind::Inside);
    let text = Rect::from_min_max(
        title.min + vec2(8.0, 0.0) * zoom,
        title.max - vec2(8.0, 0.0) * zoom,
    );
    parts::text_in(
        ui,
        text,
        Align2::LEFT_CENTER,
        &comment.text,
        font(theme::strong(), zoom),
        theme::TEXT,
    );
    if zoom >= FAR {
        let corner = rect.right_bottom();
        let grip = [
            corner - vec2(12.0, 3.0) * zoom,
            corner - vec2(3.0, 12.0) * zoom,
        ];
        painter.line_segment(grip, Stroke::new(1.5, theme::TEXT_3));
    }
}

/// Curve of a wire from a pose to a pin; it bows out to the right even if the pin lies to the left.
pub fn bow(from: Pos2, to: Pos2, stroke: Stroke) -> CubicBezierShape {
    let across = to.x - from.x;
    let wide = if across < 0.0 {
        (-across * 0.35).clamp(64.0, 320.0)
    } else {
        (across * 0.5).clamp(24.0, 160.0)
    };
    let reach = wide.min(from.distance(to));
    let points = [from, from + vec2(reach, 0.0), to - vec2(reach, 0.0), to];
    CubicBezierShape::from_points_stroke(points, false, Color32::TRANSPARENT, stroke)
}

fn paint_wire(ui: &Ui, wire: &Wire, shown: &NodePaintState<'_>) {
    let zoom = shown.lens.camera.zoom;
    let weight = shown
        .live
        .map(|live| live.weight(wire.source).clamp(0.0, 1.0));
    let (width, part) = weight.map_or((2.0, 0.75), |weight| {
        (1.5 + 1.5 * weight, 0.35 + 0.65 * weight)
    });
    let color = |in_model_space: bool| theme::over(theme::BASE, pose_color(in_model_space), part);
    let after = color(wire.is_in_model_space);
    let before = color(wire.is_in_model_space != wire.crossing.is_some());
    let width = (width * zoom).max(1.0);
    for (nth, part) in wire.points().windows(2).enumerate() {
        let bow = bow(
            shown.lens.screen(part[0]),
            shown.lens.screen(part[1]),
            Stroke::new(width, before),
        );
        // As smooth as the eye can see, and no more points.
        let points = bow.flatten(Some(0.25));
        // A crossing is in the middle of the first part.
        let cut = if nth > 0 { 0 } else { points.len() / 2 };
        if before == after {
            ui.painter()
                .add(Shape::line(points, Stroke::new(width, after)));
            continue;
        }
        ui.painter().add(Shape::line(
            points[..(cut + 1).min(points.len())].to_vec(),
            Stroke::new(width, before),
        ));
        ui.painter().add(Shape::line(
            points[cut..].to_vec(),
            Stroke::new(width, after),
        ));
    }
    for (id, at) in &wire.via {
        let is_selected = shown.selected.contains(id);
        let ring = if is_selected {
            Stroke::new(1.5, theme::ACCENT)
        } else {
            Stroke::new(1.0, theme::BASE)
        };
        ui.painter()
            .circle(shown.lens.screen(*at), KNOB * zoom, after, ring);
    }
    wire_pill(ui, wire, weight, shown);
}

/// Label on a wire: its weight, if that is neither 0 nor 1, and what happens to the pose on the
/// way.
fn wire_pill(ui: &Ui, wire: &Wire, weight: Option<f32>, shown: &NodePaintState<'_>) {
    let zoom = shown.lens.camera.zoom;
    let reach = wire.from.distance(wire.to);
    if zoom < FAR || reach <= 48.0 {
        return;
    }
    let is_partial = |weight: &f32| *weight > 0.005 && *weight < 0.995;
    let weight = weight
        .filter(is_partial)
        .map(|weight| format!("{weight:.2}"));
    let at = shown.lens.screen(wire.middle());
    let Some(crossing) = wire.crossing else {
        weight
            .into_iter()
            .for_each(|weight| pill(ui, at, &weight, zoom, theme::TEXT));
        return;
    };
    let text = if reach > LONG {
        crossing.text()
    } else {
        crossing.short()
    };
    let color = if crossing == SpaceCrossing::ToModel {
        pose_color(true)
    } else {
        theme::TEXT
    };
    let rect = pill_in(
        ui,
        at,
        text,
        zoom,
        (color, pose_color(crossing == SpaceCrossing::ToModel)),
    );
    let above = at - vec2(0.0, rect.height() + 2.0 * zoom);
    weight
        .into_iter()
        .for_each(|weight| pill(ui, above, &weight, zoom, theme::TEXT));
}

/// Color of a pose in component space, or of one in the spaces of parent bones.
fn pose_color(is_in_model_space: bool) -> Color32 {
    if is_in_model_space {
        theme::category(1)
    } else {
        theme::WHITE
    }
}

/// A label with a rounded edge, centred at a point of the screen.
pub fn pill(ui: &Ui, at: Pos2, text: &str, zoom: f32, color: Color32) {
    pill_in(ui, at, text, zoom, (color, theme::HAIR));
}

fn pill_in(ui: &Ui, at: Pos2, text: &str, zoom: f32, (color, edge): (Color32, Color32)) -> Rect {
    let galley = ui
        .painter()
        .layout_no_wrap(text.to_owned(), font(theme::small(), zoom), color);
    let rect = Rect::from_center_size(at, galley.size() + vec2(8.0, 2.0) * zoom);
    ui.painter().rect(
        rect,
        7.0 * zoom,
        theme::BASE,
        Stroke::new(1.0, edge),
        StrokeKind::Inside,
    );
    ui.painter()
        .galley(rect.center() - galley.size() * 0.5, galley, color);
    rect
}

fn paint_card(ui: &Ui, card: &Card, shown: &NodePaintState<'_>) {
    let zoom = shown.lens.camera.zoom;
    let rect = shown.lens.screen_rect(card.rect);
    let weight = shown
        .live
        .and_then(|live| card.weight(|id| live.weight(id).clamp(0.0, 1.0)));
    let is_dim = shown
        .found
        .is_some_and(|found| card.id.is_none_or(|id| !found.contains(&id)));
    let is_resting = weight.is_some_and(|weight| weight <= 0.0);
    let fade = |color: Color32| {
        if is_dim || card.is_disabled {
            theme::over(theme::BASE, color, 0.35)
        } else {
            color
        }
    };
    let painter = ui.painter();
    let is_near = zoom >= FAR;
    // Corners, icons and weights in digits are not seen from afar.
    let round = if is_near { 4 } else { 0 };
    painter.rect(
        rect,
        round,
        fade(theme::PANEL),
        border(card, shown),
        StrokeKind::Outside,
    );
    let title = Rect::from_min_size(rect.min, vec2(rect.width(), TITLE * zoom));
    painter.rect_filled(
        title,
        CornerRadius {
            nw: round,
            ne: round,
            sw: 0,
            se: 0,
        },
        fade(theme::RAISE),
    );
    let color = fade(card.color.map_or(theme::ACCENT, theme::category));
    painter.rect_filled(
        Rect::from_min_size(rect.min, vec2(3.0 * zoom, title.height())),
        round / 2,
        color,
    );
    let bright = fade(if is_resting {
        theme::TEXT_2
    } else {
        theme::WHITE
    });
    if is_near {
        let icon = title.left_center() + vec2(18.0, 0.0) * zoom;
        painter.text(
            icon,
            Align2::CENTER_CENTER,
            card.icon,
            font(theme::icon(15.0), zoom),
            color,
        );
    }
    let (left, right) = if is_near {
        (32.0, if weight.is_some() { 40.0 } else { 8.0 })
    } else {
        (8.0, 4.0)
    };
    let text = Rect::from_min_max(
        title.min + vec2(left, 0.0) * zoom,
        title.max - vec2(right, 0.0) * zoom,
    );
    parts::text_in(
        ui,
        text,
        Align2::LEFT_CENTER,
        &card.title,
        font(theme::strong(), zoom),
        bright,
    );
    if let Some(weight) = weight {
        let at = title.right_center() - vec2(8.0, 0.0) * zoom;
        if is_near {
            painter.text(
                at,
                Align2::RIGHT_CENTER,
                format!("{weight:.2}"),
                font(theme::small(), zoom),
                bright,
            );
        }
        let bar = Rect::from_min_size(title.left_bottom(), vec2(rect.width() * weight, 1.5 * zoom));
        painter.rect_filled(bar, 0.0, theme::WHITE);
    }
    if is_near {
        card_rows(ui, card, (rect, zoom), shown, &fade);
    }
    if card.is_disabled && card.opens.is_none() {
        passing(ui, card, shown);
    }
    told_mark(ui, card, rect, shown);
}

/// Dashed line through a disabled node, where its first input passes through.
fn passing(ui: &Ui, card: &Card, shown: &NodePaintState<'_>) {
    if let (Some(pin), Some(out)) = (card.pins.first(), card.outs.first()) {
        let ends = [shown.lens.screen(pin.at), shown.lens.screen(out.at)];
        let stroke = Stroke::new(1.5, theme::TEXT_2);
        let dashes = Shape::dashed_line(&ends, stroke, 5.0, 4.0);
        ui.painter().extend(dashes);
    }
}

fn border(card: &Card, shown: &NodePaintState<'_>) -> Stroke {
    let has = |id: Option<Id>| id.is_some_and(|id| shown.selected.contains(&id));
    match (has(card.id), card.id.is_some() && card.id == shown.hovered) {
        (true, _) => Stroke::new(1.5, theme::ACCENT),
        (false, true) => Stroke::new(1.0, theme::HAIR_STRONG),
        (false, false) => Stroke::new(1.0, theme::HAIR),
    }
}

fn card_rows(
    ui: &Ui,
    card: &Card,
    (rect, zoom): (Rect, f32),
    shown: &NodePaintState<'_>,
    fade: &dyn Fn(Color32) -> Color32,
) {
    let line = Rect::from_min_size(
        rect.min + vec2(12.0, TITLE) * zoom,
        vec2(rect.width() - 20.0 * zoom, LINE * zoom),
    );
    let time = card
        .id
        .and_then(|id| shown.live?.time(id))
        .map_or(String::new(), |time| format!("{time:.2} s · "));
    let text = format!("{time}{}", card.line);
    parts::text_in(
        ui,
        line,
        Align2::LEFT_CENTER,
        text,
        font(theme::small(), zoom),
        fade(theme::TEXT_2),
    );
    for pin in &card.pins {
        pin_row(ui, pin, (rect, zoom), shown, fade);
    }
    for (nth, number) in card.numbers.iter().enumerate() {
        let y = shown
            .lens
            .screen(pos2(card.rect.left(), card.number_y(nth)))
            .y;
        let row = Rect::from_center_size(
            pos2(rect.center().x, y),
            vec2(rect.width() - 24.0 * zoom, ROW * zoom),
        );
        number_row(ui, number, (row, zoom), shown, fade);
    }
    for (nth, out) in card.outs.iter().enumerate() {
        let at = shown.lens.screen(out.at);
        let right = at - vec2(12.0, 0.0) * zoom;
        let taken = card.pins.get(nth).map_or(0.0, |pin| {
            (pin.label.chars().count() as f32 * 6.6 + 20.0) * zoom
        });
        let room = Rect::from_min_max(
            pos2(rect.left() + taken, at.y - 10.0 * zoom),
            right + vec2(0.0, 10.0) * zoom,
        );
        parts::text_in(
            ui,
            room,
            Align2::RIGHT_CENTER,
            &out.label,
            font(theme::text(), zoom),
            fade(theme::TEXT),
        );
        arrow(ui, at, zoom, fade(pose_color(out.is_in_model_space)), true);
    }
}

fn pin_row(
    ui: &Ui,
    pin: &PosePin,
    (rect, zoom): (Rect, f32),
    shown: &NodePaintState<'_>,
    fade: &dyn Fn(Color32) -> Color32,
) {
    let at = shown.lens.screen(pin.at);
    let room = Rect::from_center_size(
        pos2(rect.center().x, at.y),
        vec2(rect.width() - 24.0 * zoom, ROW * zoom),
    );
    let room = room.with_max_x(room.right() - 34.0 * zoom);
    let label = match &pin.elsewhere {
        Some(title) => format!("{} {} {title}", pin.label, icons::CARET_LEFT),
        None => pin.label.clone(),
    };
    parts::text_in(
        ui,
        room,
        Align2::LEFT_CENTER,
        label,
        font(theme::text(), zoom),
        fade(theme::TEXT),
    );
    arrow(
        ui,
        at,
        zoom,
        fade(pose_color(pin.is_in_model_space)),
        pin.source.is_some(),
    );
}

fn number_row(
    ui: &Ui,
    Number { label, input, sort }: &Number,
    (row, zoom): (Rect, f32),
    shown: &NodePaintState<'_>,
    fade: &dyn Fn(Color32) -> Color32,
) {
    let text = look::input_text(input);
    let value = shown
        .live
        .and_then(|live| live.parameter(&text))
        .map(|value| format!("{text} {value:.2}"));
    let color = fade(sort.color());
    mark(
        ui.painter(),
        pos2(row.left() - 12.0 * zoom, row.center().y),
        zoom,
        *sort,
        color,
    );
    let split = row.left() + (label.chars().count() as f32 * 6.6 + 8.0) * zoom;
    parts::text_in(
        ui,
        row,
        Align2::LEFT_CENTER,
        label,
        font(theme::text(), zoom),
        fade(theme::TEXT_2),
    );
    let rest = row.with_min_x(split.min(row.right()));
    parts::text_in(
        ui,
        rest,
        Align2::RIGHT_CENTER,
        value.unwrap_or(text),
        font(theme::small(), zoom),
        color,
    );
}

/// The mark of a value.
pub fn mark(painter: &Painter, at: Pos2, zoom: f32, sort: Sort, color: Color32) {
    let r = PIN * 0.8 * zoom;
    let polygon = |points: &[(f32, f32)]| {
        let points = points.iter().map(|(x, y)| at + vec2(*x, *y) * r).collect();
        painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
    };
    match sort {
        Sort::Number => {
            painter.circle(at, r, color, Stroke::NONE);
        }
        Sort::Truth => polygon(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
        Sort::Vector => polygon(&[(0.0, -1.2), (1.2, 1.0), (-1.2, 1.0)]),
        Sort::Name => polygon(&[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]),
    }
}

/// The mark of a pose: filled where a wire is.
fn arrow(ui: &Ui, at: Pos2, zoom: f32, color: Color32, is_filled: bool) {
    let r = PIN * zoom;
    let points = [
        (-r, -r),
        (0.2 * r, -r),
        (1.3 * r, 0.0),
        (0.2 * r, r),
        (-r, r),
    ]
    .map(|(x, y)| at + vec2(x, y))
    .to_vec();
    let fill = if is_filled { color } else { theme::PANEL };
    ui.painter()
        .add(Shape::convex_polygon(points, fill, Stroke::new(1.2, color)));
}

fn told_mark(ui: &Ui, card: &Card, rect: Rect, shown: &NodePaintState<'_>) {
    let Some(severity) = card.id.and_then(|id| shown.told.get(&id)) else {
        return;
    };
    let color = if *severity == Severity::Error {
        theme::ERROR
    } else {
        theme::WARN
    };
    let at = rect.right_top() + vec2(-2.0, 2.0);
    ui.painter().circle_filled(at, 8.0, theme::BASE);
    ui.painter().text(
        at,
        Align2::CENTER_CENTER,
        icons::WARNING,
        theme::icon(14.0),
        color,
    );
}

/// The frame of a box selection, points of the screen.
pub fn select_box(ui: &Ui, rect: Rect) {
    ui.painter()
        .rect_filled(rect, 0.0, theme::ACCENT.gamma_multiply(0.08));
    let corners = [
        rect.left_top(),
        rect.right_top(),
        rect.right_bottom(),
        rect.left_bottom(),
        rect.left_top(),
    ];
    ui.painter().add(Shape::dashed_line(
        &corners,
        Stroke::new(1.0, theme::ACCENT),
        4.0,
        3.0,
    ));
}
