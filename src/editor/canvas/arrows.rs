//! Painting a page of states: boxes with their weights, arrows with their numbers.

use super::{
    camera::{FAR, Lens},
    paint::{font, pill},
    states::{Arrow, ENTRY, LOOP, StateBox, StateBoxKind, States},
};
use crate::{
    coverage::{PaintedCoverage, paint_coverage},
    icons, parts, theme,
};
use asset::{Id, Severity};
use egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, StrokeKind, Ui, Vec2, vec2};
use std::collections::{BTreeMap, BTreeSet};
use words::tr;

/// Radius of a badge, points of the page; `HEAD` is the length of an arrow's head.
const BADGE: f32 = 9.0;
const HEAD: f32 = 8.0;
/// A longer rule is cut off, points of the page.
const RULE: f32 = 132.0;

/// The view, playback and selection with which states are painted.
pub struct Shown<'a> {
    /// Mapping from points of the page to the screen.
    pub lens: Lens,
    /// The weight of each state, 0 to 1; None while the graph does not play.
    pub weights: Option<&'a BTreeMap<Id, f32>>,
    /// The state that plays, and for how many seconds.
    pub current: Option<(Id, f64)>,
    /// Transitions under way: the progress of each, 0 to 1, and the same as text.
    pub running: &'a BTreeMap<Id, (f32, String)>,
    /// Ids of states, aliases and transitions.
    pub selected: &'a BTreeSet<Id>,
    /// The state or transition under the pointer.
    pub hovered: Option<Id>,
    /// The worst problem of each state and transition that has one.
    pub told: &'a BTreeMap<Id, Severity>,
    /// One line about each state.
    pub lines: &'a BTreeMap<Id, String>,
    /// Text for each transition that says when it is taken.
    pub rules: &'a BTreeMap<Id, String>,
    /// What motion tests reach.
    pub covered: Option<&'a PaintedCoverage>,
}

/// Paints boxes, arrows and the mark of the entry.
pub fn states(ui: &Ui, states: &States, shown: &Shown<'_>) {
    if let Some((at, end)) = states.entry {
        entry(ui, at, end, shown);
    }
    for it in &states.arrows {
        paint_arrow(ui, it, shown);
    }
    paint_rules(ui, states, shown);
    for it in &states.boxes {
        paint_box(ui, it, shown);
    }
}

fn entry(ui: &Ui, at: Pos2, end: Pos2, shown: &Shown<'_>) {
    let zoom = shown.lens.camera.zoom;
    let (at, end) = (shown.lens.screen(at), shown.lens.screen(end));
    line(
        ui,
        at + vec2(ENTRY * zoom, 0.0),
        end,
        Stroke::new(1.5, theme::TEXT_2),
        zoom,
    );
    ui.painter().circle(
        at,
        ENTRY * zoom,
        theme::PANEL,
        Stroke::new(1.5, theme::TEXT_2),
    );
    ui.painter().text(
        at,
        Align2::CENTER_CENTER,
        icons::PLAY,
        font(theme::icon(11.0), zoom),
        theme::TEXT,
    );
    let below = at + vec2(0.0, (ENTRY + 4.0) * zoom);
    ui.painter().text(
        below,
        Align2::CENTER_TOP,
        tr!("Entry"),
        font(theme::small(), zoom),
        theme::TEXT_2,
    );
}

/// Paints a line with an arrow head at its end.
pub fn line(ui: &Ui, from: Pos2, to: Pos2, stroke: Stroke, zoom: f32) {
    let along = (to - from).normalized();
    let (head, aside) = (HEAD * zoom, vec2(-along.y, along.x));
    ui.painter()
        .line_segment([from, to - along * head * 0.8], stroke);
    let points = vec![
        to,
        to - along * head + aside * head * 0.5,
        to - along * head - aside * head * 0.5,
    ];
    ui.painter()
        .add(Shape::convex_polygon(points, stroke.color, Stroke::NONE));
}

fn paint_arrow(ui: &Ui, arrow: &Arrow, shown: &Shown<'_>) {
    let zoom = shown.lens.camera.zoom;
    let screen = |at: Pos2| shown.lens.screen(at);
    let running = shown.running.get(&arrow.id);
    let is_chosen = shown.selected.contains(&arrow.id);
    let color = match (
        is_chosen,
        running.is_some(),
        shown.hovered == Some(arrow.id),
    ) {
        (true, ..) => theme::ACCENT,
        (_, true, _) => theme::OK,
        (_, _, true) => theme::TEXT,
        _ => theme::TEXT_3,
    };
    let stroke = Stroke::new(
        if is_chosen || running.is_some() {
            2.0
        } else {
            1.3
        },
        color,
    );
    if arrow.is_loop() {
        let out = vec2(LOOP * zoom, 0.0);
        let (start, end) = (screen(arrow.start), screen(arrow.end));
        ui.painter().line_segment([start, start + out], stroke);
        ui.painter().line_segment([start + out, end + out], stroke);
        line(ui, end + out, end, stroke, zoom);
    } else {
        line(ui, screen(arrow.start), screen(arrow.end), stroke, zoom);
        if let Some((alpha, _)) = running {
            let part = screen(arrow.start).lerp(screen(arrow.end), *alpha);
            ui.painter()
                .line_segment([screen(arrow.start), part], Stroke::new(4.0, theme::OK));
        }
    }
    let badge = screen(arrow.badge());
    let told = shown
        .told
        .get(&arrow.id)
        .map(|severity| told_color(*severity));
    ui.painter().circle(
        badge,
        BADGE * zoom,
        theme::BASE,
        Stroke::new(1.3, told.unwrap_or(color)),
    );
    let text = font(theme::small(), zoom);
    ui.painter().text(
        badge,
        Align2::CENTER_CENTER,
        arrow.place.to_string(),
        text,
        told.unwrap_or(theme::TEXT),
    );
    let corner = vec2(-BADGE, -BADGE) * zoom;
    paint_coverage(ui.painter(), shown.covered, arrow.id, badge + corner);
    if let Some((_, text)) = running {
        pill(ui, badge + vec2(0.0, 20.0 * zoom), text, zoom, theme::OK);
    }
}

/// Paints the rules beside their numbers, where there is room: no rule covers a box, a number or
/// another rule. Rules that are hovered, selected or in progress come first.
fn paint_rules(ui: &Ui, states: &States, shown: &Shown<'_>) {
    let zoom = shown.lens.camera.zoom;
    if zoom < FAR {
        return;
    }
    let side = Vec2::splat(2.0 * BADGE * zoom);
    let badge = |it: &Arrow| Rect::from_center_size(shown.lens.screen(it.badge()), side);
    let boxes = states
        .boxes
        .iter()
        .map(|it| shown.lens.screen_rect(it.rect));
    let mut taken: Vec<Rect> = boxes.chain(states.arrows.iter().map(badge)).collect();
    let is_first = |it: &Arrow| {
        shown.hovered == Some(it.id)
            || shown.selected.contains(&it.id)
            || shown.running.contains_key(&it.id)
    };
    let (first, others): (Vec<&Arrow>, Vec<&Arrow>) =
        states.arrows.iter().partition(|it| is_first(it));
    for arrow in first.into_iter().chain(others) {
        let Some(rule) = shown.rules.get(&arrow.id) else {
            continue;
        };
        let color = if is_first(arrow) {
            theme::TEXT
        } else {
            theme::TEXT_2
        };
        let text = parts::elided(ui, rule, font(theme::small(), zoom), RULE * zoom, color);
        let rect = beside(arrow, shown).anchor(text.size());
        if taken.iter().any(|other| other.intersects(rect)) {
            continue;
        }
        ui.painter()
            .rect_filled(rect.expand(1.0), 2.0, theme::BASE.gamma_multiply(0.8));
        ui.painter().galley(rect.min, text, color);
        taken.push(rect);
    }
}

/// Place of a rule: a point of the screen, and the alignment of its text there.
struct RuleAnchor {
    at: Pos2,
    align: Align2,
}

impl RuleAnchor {
    fn anchor(&self, size: Vec2) -> Rect {
        self.align.anchor_size(self.at, size)
    }
}

/// Beside the number, on the side of the arrow that faces away from the one that leads back.
fn beside(arrow: &Arrow, shown: &Shown<'_>) -> RuleAnchor {
    let along = (arrow.end - arrow.start).normalized();
    let aside = if arrow.is_loop() {
        vec2(1.0, 0.0)
    } else {
        vec2(-along.y, along.x)
    };
    let align = match (aside.x.abs() > aside.y.abs(), aside.x > 0.0, aside.y > 0.0) {
        (true, true, _) => Align2::LEFT_CENTER,
        (true, false, _) => Align2::RIGHT_CENTER,
        (false, _, true) => Align2::CENTER_TOP,
        (false, _, false) => Align2::CENTER_BOTTOM,
    };
    let room = (BADGE + 3.0) * shown.lens.camera.zoom;
    RuleAnchor {
        at: shown.lens.screen(arrow.badge()) + aside * room,
        align,
    }
}

fn told_color(severity: Severity) -> Color32 {
    if severity == Severity::Error {
        theme::ERROR
    } else {
        theme::WARN
    }
}

fn outline(rect: Rect, what: StateBoxKind, zoom: f32) -> Vec<Pos2> {
    let cut = match what {
        StateBoxKind::Conduit => 14.0 * zoom,
        StateBoxKind::State | StateBoxKind::Alias => 0.0,
    };
    let (left, right) = (rect.left_center(), rect.right_center());
    let corner = |at: Pos2, by: f32| at + vec2(by, 0.0);
    vec![
        corner(rect.left_top(), cut),
        corner(rect.right_top(), -cut),
        right,
        corner(rect.right_bottom(), -cut),
        corner(rect.left_bottom(), cut),
        left,
    ]
}

fn paint_box(ui: &Ui, it: &StateBox, shown: &Shown<'_>) {
    let zoom = shown.lens.camera.zoom;
    let rect = shown.lens.screen_rect(it.rect);
    let weight = shown
        .weights
        .map(|weights| weights.get(&it.id).copied().unwrap_or(0.0));
    let is_current = shown.current.is_some_and(|(id, _)| id == it.id);
    let painter = ui.painter();
    let part = weight.unwrap_or(0.0) * 0.35;
    let fill = theme::over(theme::RAISE, theme::OK, part);
    let stroke = box_stroke(it, is_current, shown);
    if it.what == StateBoxKind::Alias {
        painter.rect_filled(rect, 4.0, theme::PANEL);
        let points = [
            rect.left_top(),
            rect.right_top(),
            rect.right_bottom(),
            rect.left_bottom(),
            rect.left_top(),
        ];
        painter.add(Shape::dashed_line(&points, stroke, 5.0, 3.0));
    } else {
        painter.add(Shape::convex_polygon(
            outline(rect, it.what, zoom),
            fill,
            stroke,
        ));
    }
    if is_current {
        painter.rect_stroke(
            rect.expand(3.0),
            5.0,
            Stroke::new(1.5, theme::OK),
            StrokeKind::Outside,
        );
    }
    let inner = rect.shrink2(
        vec2(
            if it.what == StateBoxKind::Conduit {
                20.0
            } else {
                10.0
            },
            4.0,
        ) * zoom,
    );
    let bright = if weight.is_some_and(|weight| weight <= 0.0) {
        theme::TEXT_2
    } else {
        theme::WHITE
    };
    let room = inner.with_max_x(inner.right() - if weight.is_some() { 34.0 * zoom } else { 0.0 });
    parts::text_in(
        ui,
        room,
        Align2::LEFT_TOP,
        &it.name,
        font(theme::strong(), zoom),
        bright,
    );
    if let Some(weight) = weight.filter(|_| it.what == StateBoxKind::State) {
        let text = format!("{weight:.2}");
        painter.text(
            inner.right_top(),
            Align2::RIGHT_TOP,
            text,
            font(theme::small(), zoom),
            bright,
        );
        let bar = Rect::from_min_size(
            rect.left_bottom() - vec2(0.0, 3.0 * zoom),
            vec2(rect.width() * weight, 3.0 * zoom),
        );
        painter.rect_filled(bar, 0.0, theme::OK);
    }
    let line = match (it.is_unreachable, shown.current.filter(|_| is_current)) {
        (true, _) => tr!("no transition leads here").to_owned(),
        (_, Some((_, time))) => tr!("{time:.2} s in state"),
        _ => shown.lines.get(&it.id).cloned().unwrap_or_default(),
    };
    let color = if it.is_unreachable {
        theme::WARN
    } else {
        theme::TEXT_2
    };
    parts::text_in(
        ui,
        inner,
        Align2::LEFT_BOTTOM,
        line,
        font(theme::small(), zoom),
        color,
    );
    paint_coverage(painter, shown.covered, it.id, rect.left_top());
    if let Some(severity) = shown.told.get(&it.id) {
        let at = rect.right_top();
        painter.circle_filled(at, 8.0, theme::BASE);
        painter.text(
            at,
            Align2::CENTER_CENTER,
            icons::WARNING,
            theme::icon(14.0),
            told_color(*severity),
        );
    }
}

fn box_stroke(it: &StateBox, is_current: bool, shown: &Shown<'_>) -> Stroke {
    match (
        shown.selected.contains(&it.id),
        is_current,
        shown.hovered == Some(it.id),
    ) {
        (true, ..) => Stroke::new(1.5, theme::ACCENT),
        (_, true, _) => Stroke::new(1.5, theme::OK),
        (_, _, true) => Stroke::new(1.0, theme::TEXT_2),
        _ => Stroke::new(1.0, theme::HAIR_STRONG),
    }
}

/// The ring from which a transition is drawn.
pub fn ring(ui: &Ui, rect: Rect, width: f32) {
    ui.painter().rect_stroke(
        rect.expand(width * 0.5),
        6.0,
        Stroke::new(width, theme::ACCENT.gamma_multiply(0.35)),
        StrokeKind::Middle,
    );
}

/// Paints a new arrow from the edge of a box to the pointer, or to the edge of another box.
pub fn new_arrow(ui: &Ui, from: Rect, to: Pos2, zoom: f32) {
    let start = from.center() + (to - from.center()).normalized() * from.size().min_elem() * 0.5;
    line(ui, start, to, Stroke::new(2.0, theme::ACCENT), zoom);
    ui.painter()
        .circle_stroke(to, 5.0, Stroke::new(1.0, theme::ACCENT));
}
