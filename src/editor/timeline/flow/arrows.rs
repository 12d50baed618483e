//! What leads from box to box: arrows, arcs, and their names on plates that nothing covers.

use crate::theme;
use egui::{Color32, Pos2, Rect, Shape, Stroke, Ui, Vec2, vec2};

/// Points that an arc rises over the boxes, or hangs under them.
pub(super) const RISE: f32 = 14.0;
pub(super) const SAG: f32 = -11.0;

/// Names over lines; each stands where no other does.
#[derive(Default)]
pub(super) struct Plates(Vec<(Rect, String, Color32)>);

impl Plates {
    /// Puts `text` at the first free place, or at the first place if none is free.
    pub(super) fn put(&mut self, ui: &Ui, places: &[Pos2], text: String, color: Color32) {
        let size = ui
            .painter()
            .layout_no_wrap(text.clone(), theme::small(), color)
            .size()
            + vec2(8.0, 0.0);
        let rects = || {
            places
                .iter()
                .map(|place| Rect::from_center_size(*place, size))
        };
        let free = rects().find(|rect| !self.0.iter().any(|(other, ..)| other.intersects(*rect)));
        if let Some(rect) = free.or_else(|| rects().next()) {
            self.0.push((rect, text, color));
        }
    }

    pub(super) fn paint(self, ui: &Ui) {
        for (rect, text, color) in self.0 {
            ui.painter().rect_filled(rect, 2.0, theme::BASE);
            let galley = ui.painter().layout_no_wrap(text, theme::small(), color);
            ui.painter()
                .galley(rect.center() - galley.size() / 2.0, galley, color);
        }
    }
}

/// A line with a head, dashed for what jumps.
pub(super) fn arrow(ui: &Ui, from: Pos2, to: Pos2, stroke: Stroke, is_dashed: bool) {
    line(ui, &[from, to - vec2(4.0, 0.0)], stroke, is_dashed);
    head(ui, to, vec2(1.0, 0.0), stroke.color);
}

/// Draws an arrow as [`arrow`] does, in an arc over (`height` > 0) or under the boxes.
pub(super) fn arc(ui: &Ui, from: Pos2, to: Pos2, height: f32, stroke: Stroke, is_dashed: bool) {
    line(ui, &curve(from, to, height), stroke, is_dashed);
    head(ui, to, vec2(0.0, height.signum()), stroke.color);
}

/// Places for the name of an arc, the best one first.
pub(super) fn along(from: Pos2, to: Pos2, height: f32) -> Vec<Pos2> {
    let at = |u: f32| from.lerp(to, u) - vec2(0.0, height.signum() * (height.abs().min(7.0)));
    [0.5, 0.35, 0.65, 0.22, 0.78].map(at).to_vec()
}

fn line(ui: &Ui, points: &[Pos2], stroke: Stroke, is_dashed: bool) {
    if is_dashed {
        ui.painter()
            .extend(Shape::dashed_line(points, stroke, 4.0, 3.0));
    } else {
        ui.painter().line(points.to_vec(), stroke);
    }
}

fn head(ui: &Ui, tip: Pos2, along: Vec2, color: Color32) {
    let side = along.rot90() * 3.5;
    let points = vec![tip, tip - along * 6.0 + side, tip - along * 6.0 - side];
    ui.painter()
        .add(Shape::convex_polygon(points, color, Stroke::NONE));
}

/// Points of a curve between both ends; its middle is `height` points above the straight line.
pub(super) fn curve(from: Pos2, to: Pos2, height: f32) -> Vec<Pos2> {
    let at = |u: f32| from.lerp(to, u) - vec2(0.0, 4.0 * u * (1.0 - u) * height);
    (0..=24).map(|i| at(i as f32 / 24.0)).collect()
}
