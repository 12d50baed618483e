//! Words that stand at bones: names of the selected and the hovered one, and notifies that fire.
//! Invariant: a label is painted, never a widget: it takes no pointer.

use super::NotifyFlash;
use crate::theme;
use egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke, pos2, vec2};

/// From a joint to the corner of its name, points.
const NAME_OFFSET: egui::Vec2 = vec2(14.0, -22.0);
/// From a socket to the corner of its name, points.
const SOCKET_OFFSET: egui::Vec2 = vec2(8.0, 6.0);
/// From a joint down to the first notify, and from one notify to the next.
const FLASH_DROP: f32 = 30.0;
const FLASH_STEP: f32 = 20.0;
const DIAMOND: f32 = 5.0;
/// Of the plate behind a label.
const PLATE_OPACITY: f32 = 0.8;

/// A bone's name beside its joint, with a thin line to it.
pub(super) fn name(painter: &Painter, joint: Pos2, text: &str, color: Color32) {
    let corner = joint + NAME_OFFSET;
    painter.line_segment(
        [joint, corner + vec2(0.0, 8.0)],
        Stroke::new(1.0, theme::TEXT_3),
    );
    plate(
        painter,
        corner,
        Align2::LEFT_TOP,
        text,
        theme::text(),
        color,
    );
}

/// A socket's name below its axes.
pub(super) fn socket(painter: &Painter, at: Pos2, text: &str, color: Color32) {
    plate(
        painter,
        at + SOCKET_OFFSET,
        Align2::LEFT_TOP,
        text,
        theme::small(),
        color,
    );
}

/// So many notifies are named at one joint; what fired before them is counted.
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
        let text = format!("{earlier} more before");
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
    let corners = [
        vec2(0.0, -DIAMOND),
        vec2(DIAMOND, 0.0),
        vec2(0.0, DIAMOND),
        vec2(-DIAMOND, 0.0),
    ];
    Shape::closed_line(
        corners.map(|corner| at + corner).to_vec(),
        Stroke::new(1.5, color),
    )
}

fn plate(painter: &Painter, at: Pos2, align: Align2, text: &str, font: FontId, color: Color32) {
    let galley = painter.layout_no_wrap(text.to_owned(), font, color);
    let rect = align.anchor_size(at, galley.size() + vec2(8.0, 2.0));
    painter.rect_filled(rect, 2.0, theme::BASE.gamma_multiply(PLATE_OPACITY));
    painter.galley(rect.min + vec2(4.0, 1.0), galley, color);
}
