//! Words that stand at bones: names of the selected and the hovered one, and notifies that fire.
//! Invariant: a label is painted, never a widget: it takes no pointer.

#[cfg(test)]
mod tests;

use super::NotifyFlash;
use crate::theme;
use egui::{Align2, Color32, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};
use std::sync::Arc;
use words::tr;

/// Offset from a joint to the corner of its name, points.
const NAME_OFFSET: egui::Vec2 = vec2(14.0, -22.0);
/// Offset from a socket to the corner of its name, points.
const SOCKET_OFFSET: egui::Vec2 = vec2(8.0, 6.0);
/// Distances from a joint down to its first notify, and from one notify to the next, points.
const FLASH_DROP: f32 = 30.0;
const FLASH_STEP: f32 = 20.0;
const DIAMOND: f32 = 5.0;
/// Opacity and margin of the plate behind a label.
const PLATE_OPACITY: f32 = 0.8;
const PLATE_MARGIN: egui::Vec2 = vec2(4.0, 1.0);
/// Maximum number of names that a name moves down for.
const MOST_MOVED: usize = 24;

/// Names in one picture. Invariant: none covers another, as far as there is room within reach.
pub(super) struct PointNames<'a> {
    painter: &'a Painter,
    taken: Vec<Rect>,
}

impl<'a> PointNames<'a> {
    /// Starts without any name.
    pub fn new(painter: &'a Painter) -> Self {
        let taken = Vec::new();
        Self { painter, taken }
    }

    /// A bone's name beside its joint, with a thin line to it.
    pub fn bone(&mut self, joint: Pos2, text: &str, color: Color32) {
        let corner = joint + NAME_OFFSET;
        self.put((joint, corner), text, theme::text(), color, true);
    }

    /// The name of a socket or a target below its axes.
    pub fn socket(&mut self, at: Pos2, text: &str, color: Color32) {
        let corner = at + SOCKET_OFFSET;
        self.put((at, corner), text, theme::small(), color, false);
    }

    /// A name that would cover another goes down to the next free place, with a line to its point.
    fn put(
        &mut self,
        (point, corner): (Pos2, Pos2),
        text: &str,
        font: FontId,
        color: Color32,
        has_line: bool,
    ) {
        let galley = self.painter.layout_no_wrap(text.to_owned(), font, color);
        let wanted = Rect::from_min_size(corner, galley.size() + PLATE_MARGIN * 2.0);
        let rect = free_place(wanted, &self.taken);
        if has_line || rect != wanted {
            let end = pos2(rect.left(), rect.top() + 8.0);
            let line = Stroke::new(1.0, theme::TEXT_3);
            self.painter.line_segment([point, end], line);
        }
        self.taken.push(rect);
        paint_plate(self.painter, rect, galley, color);
    }
}

/// The nearest place below that covers nothing, within [`MOST_MOVED`] rows; else the wanted one.
fn free_place(wanted: Rect, taken: &[Rect]) -> Rect {
    let mut rect = wanted;
    for _ in 0..MOST_MOVED {
        let Some(covered) = taken.iter().find(|other| other.intersects(rect)) else {
            return rect;
        };
        rect = rect.translate(vec2(0.0, covered.bottom() + 1.0 - rect.top()));
    }
    wanted
}

/// Maximum number of notifies that are named at one joint; earlier ones are only counted.
const MOST_FLASHES: usize = 8;

/// The notifies that stand at one joint, one below the other, in the order in which they fired.
pub(super) fn flashes(painter: &Painter, joint: Pos2, flashes: &[&NotifyFlash]) {
    let earlier = flashes.len().saturating_sub(MOST_FLASHES);
    for (row, flash) in flashes[earlier..].iter().enumerate() {
        let color = flash.color.gamma_multiply(flash.opacity.clamp(0.0, 1.0));
        let top = joint.y + FLASH_DROP + row as f32 * FLASH_STEP;
        if row == 0 {
            painter.add(diamond(joint, color));
            painter.vline(joint.x, joint.y + DIAMOND..=top, Stroke::new(1.0, color));
        }
        plate(
            painter,
            pos2(joint.x, top),
            Align2::CENTER_TOP,
            &flash.text,
            theme::medium(),
            color,
        );
    }
    if earlier > 0 {
        let top = joint.y + FLASH_DROP + MOST_FLASHES as f32 * FLASH_STEP;
        let text = tr!("{earlier} more before");
        plate(
            painter,
            pos2(joint.x, top),
            Align2::CENTER_TOP,
            &text,
            theme::small(),
            theme::TEXT_2,
        );
    }
}

fn diamond(at: Pos2, color: Color32) -> Shape {
    let corners = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)];
    let corners = corners.map(|(right, down)| at + vec2(right, down) * DIAMOND);
    Shape::closed_line(corners.to_vec(), Stroke::new(1.5, color))
}

fn plate(painter: &Painter, at: Pos2, align: Align2, text: &str, font: FontId, color: Color32) {
    let galley = painter.layout_no_wrap(text.to_owned(), font, color);
    let rect = align.anchor_size(at, galley.size() + PLATE_MARGIN * 2.0);
    paint_plate(painter, rect, galley, color);
}

fn paint_plate(painter: &Painter, rect: Rect, galley: Arc<Galley>, color: Color32) {
    painter.rect_filled(rect, 2.0, theme::BASE.gamma_multiply(PLATE_OPACITY));
    painter.galley(rect.min + PLATE_MARGIN, galley, color);
}
