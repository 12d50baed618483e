//! Lines of text beside the pointer while something is dragged.

use crate::theme;
use egui::{Color32, Painter, Pos2, Rect, Stroke, StrokeKind, Ui, pos2, vec2};

pub(crate) fn tip_painter(ui: &Ui) -> Painter {
    ui.ctx().layer_painter(egui::LayerId::new(
        egui::Order::Tooltip,
        egui::Id::unique("drag chip"),
    ))
}

/// Beside the pointer.
pub(crate) fn lines_ui(ui: &Ui, lines: &[(String, Color32)], pointer: Pos2) {
    let painter = tip_painter(ui);
    let galleys: Vec<_> = lines
        .iter()
        .map(|(text, color)| {
            (
                painter.layout_no_wrap(text.replace('-', "−"), theme::small(), *color),
                *color,
            )
        })
        .collect();
    let width = galleys
        .iter()
        .map(|(galley, _)| galley.size().x)
        .fold(0.0, f32::max);
    let height = galleys
        .iter()
        .map(|(galley, _)| galley.size().y)
        .sum::<f32>();
    let screen = ui.ctx().content_rect();
    let at = pos2(
        (pointer.x + 14.0).min(screen.right() - width - 16.0),
        (pointer.y + 16.0).min(screen.bottom() - height - 10.0),
    );
    let rect = Rect::from_min_size(at, vec2(width + 12.0, height + 6.0));
    painter.rect(
        rect,
        3.0,
        theme::RAISE,
        Stroke::new(1.0, theme::HAIR_STRONG),
        StrokeKind::Inside,
    );
    let mut y = rect.top() + 3.0;
    for (galley, color) in galleys {
        let next = y + galley.size().y;
        painter.galley(pos2(rect.left() + 6.0, y), galley, color);
        y = next;
    }
}
