//! A row of a list, of which one is chosen.

use crate::{parts, theme};
use egui::{Align2, Rect, Sense, Ui, WidgetInfo, accesskit::Role, vec2};

/// A row of a list, of which one is chosen; returns whether it was clicked.
pub(crate) fn list_row_ui(
    ui: &mut Ui,
    word: &str,
    name: &str,
    right: &str,
    is_chosen: bool,
) -> bool {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::LOG_ROW), Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(Role::Button, true, is_chosen, format!("{word} {name}"))
    });
    if is_chosen || response.hovered() {
        ui.painter().rect_filled(
            rect,
            0.0,
            if is_chosen {
                theme::ACCENT_FILL
            } else {
                theme::RAISE
            },
        );
    }
    let text = Rect::from_min_max(rect.min + vec2(24.0, 0.0), rect.max - vec2(120.0, 0.0));
    parts::text_in(
        ui,
        text,
        Align2::LEFT_CENTER,
        name,
        theme::text(),
        theme::TEXT,
    );
    let at = rect.right_center() - vec2(12.0, 0.0);
    ui.painter().text(
        at,
        Align2::RIGHT_CENTER,
        right,
        theme::small(),
        theme::TEXT_2,
    );
    parts::focus_ring(ui, &response);
    response.clicked()
}
