//! A quiet line of the panel.

use crate::{parts, theme};
use egui::{Align2, Sense, Ui, WidgetInfo, accesskit::Role, vec2};

/// Shows a line of text that is cut where the panel ends.
pub fn note_ui(ui: &mut Ui, text: &str) {
    let size = vec2(ui.available_width(), theme::LOG_ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    let room = rect.shrink2(vec2(14.0, 0.0));
    parts::text_in(
        ui,
        room,
        Align2::LEFT_CENTER,
        text,
        theme::small(),
        theme::TEXT_3,
    );
}
