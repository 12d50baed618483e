//! What stands above the rows: the icon, the name and the kind.

use crate::{parts, theme};
use egui::{Align2, Sense, Ui, vec2};

pub(super) fn identity(ui: &mut Ui, icon: &str, name: &str, kind: &str, right: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 34.0), Sense::hover());
    let painter = ui.painter();
    painter.text(
        rect.left_center() + vec2(20.0, 0.0),
        Align2::CENTER_CENTER,
        icon,
        theme::icon(16.0),
        theme::ACCENT,
    );
    let end = painter.text(
        rect.left_center() + vec2(36.0, 0.0),
        Align2::LEFT_CENTER,
        name,
        theme::strong(),
        theme::WHITE,
    );
    painter.text(
        egui::pos2(end.right() + 8.0, rect.center().y),
        Align2::LEFT_CENTER,
        kind,
        theme::small(),
        theme::TEXT_3,
    );
    let kind_end = egui::pos2(end.right() + 16.0 + kind.len() as f32 * 6.0, rect.top());
    let rest = egui::Rect::from_min_max(kind_end, rect.max - vec2(12.0, 0.0));
    if rest.width() > 80.0 {
        parts::text_in(
            ui,
            rest,
            Align2::RIGHT_CENTER,
            right,
            theme::small(),
            theme::TEXT_3,
        );
    }
}
