//! Rows of the panel: a mark, a title with a line below it, and a figure at the right.

use crate::{parts, theme};
use egui::{Align2, Color32, Rect, Sense, Stroke, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use words::tr;

const LEFT: f32 = 12.0;
/// Left indent of the content beside a mark, points.
const INDENT: f32 = 26.0;

/// Two lines with a mark before them.
pub struct GraphPanelRow<'a> {
    /// Type of the row, for screen readers.
    pub word: &'a str,
    /// Filled, or a ring.
    pub mark: (Color32, bool),
    /// First line of the row.
    pub title: &'a str,
    /// Beside the title: of whom it is.
    pub of: &'a str,
    /// Second line of the row.
    pub line: &'a str,
    /// The text at the right end.
    pub right: &'a str,
    /// The colour of the title.
    pub color: Color32,
    /// Painted as selected.
    pub is_selected: bool,
    /// A click on the row leads somewhere.
    pub is_link: bool,
}

/// Returns whether it was clicked.
pub fn told_ui(ui: &mut Ui, told: &GraphPanelRow<'_>) -> bool {
    let sense = if told.is_link {
        Sense::click()
    } else {
        Sense::hover()
    };
    let width = ui.available_width();
    let line = line_of(ui, told.line, width - INDENT - LEFT);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 20.0 + line.size().y + 3.0), sense);
    let name = format!("{} {}: {}", told.word, told.title, told.line);
    response
        .widget_info(|| WidgetInfo::selected(Role::Button, told.is_link, told.is_selected, &name));
    if !ui.is_rect_visible(rect) {
        return response.clicked();
    }
    let fill = match (told.is_selected, told.is_link && response.hovered()) {
        (true, _) => theme::ACCENT_FILL,
        (_, true) => theme::RAISE,
        _ => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, 0.0, fill);
    let (color, is_filled) = told.mark;
    let at = pos2(rect.left() + LEFT + 3.0, rect.top() + 11.0);
    let stroke = Stroke::new(1.0, color);
    ui.painter().circle(
        at,
        3.5,
        if is_filled {
            color
        } else {
            Color32::TRANSPARENT
        },
        stroke,
    );
    let first = Rect::from_min_max(
        rect.min + vec2(INDENT, 2.0),
        pos2(rect.right() - LEFT, rect.top() + 19.0),
    );
    let right = ui
        .painter()
        .layout_no_wrap(told.right.to_owned(), theme::small(), theme::TEXT_3);
    let title = first.with_max_x(first.right() - right.size().x - 8.0);
    let at = first.right_center() - vec2(right.size().x, right.size().y * 0.5);
    ui.painter().galley(at, right, theme::TEXT_3);
    let end = ui
        .painter()
        .layout_no_wrap(told.title.to_owned(), theme::text(), told.color)
        .size()
        .x;
    parts::text_in(
        ui,
        title,
        Align2::LEFT_CENTER,
        told.title,
        theme::text(),
        told.color,
    );
    let of = title.with_min_x((title.left() + end + 8.0).min(title.right()));
    if !told.of.is_empty() && of.width() > 24.0 {
        parts::text_in(
            ui,
            of,
            Align2::LEFT_CENTER,
            told.of,
            theme::small(),
            theme::TEXT_3,
        );
    }
    ui.painter()
        .galley(pos2(first.left(), rect.top() + 20.0), line, theme::TEXT_2);
    parts::focus_ring(ui, &response);
    response
        .on_hover_text(format!("{}\n{}", told.title, told.line))
        .clicked()
}

/// Cut after its second line.
fn line_of(ui: &Ui, text: &str, width: f32) -> std::sync::Arc<egui::Galley> {
    let mut job =
        egui::text::LayoutJob::simple(text.to_owned(), theme::small(), theme::TEXT_2, width);
    job.wrap.max_rows = 2;
    ui.painter().layout_job(job)
}

/// A name, a figure beside the right edge, and one at it.
pub fn figures_ui(ui: &mut Ui, word: &str, name: &str, [middle, right]: [&str; 2], color: Color32) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(
            Role::Label,
            true,
            format!("{word} {name}, {middle}, {right}"),
        )
    });
    let at = rect.right_center() - vec2(LEFT, 0.0);
    ui.painter()
        .text(at, Align2::RIGHT_CENTER, right, theme::text(), color);
    ui.painter().text(
        at - vec2(48.0, 0.0),
        Align2::RIGHT_CENTER,
        middle,
        theme::small(),
        theme::TEXT_2,
    );
    let text = Rect::from_min_max(
        rect.min + vec2(LEFT, 0.0),
        rect.max - vec2(LEFT + 104.0, 0.0),
    );
    parts::text_in(ui, text, Align2::LEFT_CENTER, name, theme::text(), color);
    response.on_hover_text(name);
}

/// A part of a whole as a bar behind its figure.
pub fn part_ui(ui: &mut Ui, name: &str, by: &str, weight: f32, sign: &str) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::hover());
    let percent = format!("{sign}{:.1} %", weight * 100.0);
    let told = if by.is_empty() {
        tr!("Share {name} {percent}")
    } else {
        tr!("Share {name} {percent} by {by}")
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &told));
    let inner = rect.shrink2(vec2(LEFT, 0.0));
    let bar = Rect::from_min_size(
        inner.left_bottom() - vec2(0.0, 4.0),
        vec2(inner.width(), 3.0),
    );
    ui.painter().rect_filled(bar, 1.5, theme::HAIR);
    let color = if sign.is_empty() {
        theme::PALETTE[0]
    } else {
        theme::PALETTE[1]
    };
    let filled = Rect::from_min_size(
        bar.min,
        vec2(bar.width() * weight.clamp(0.0, 1.0), bar.height()),
    );
    ui.painter().rect_filled(filled, 1.5, color);
    let words = inner.with_max_y(inner.bottom() - 4.0);
    let end = words.right_center();
    ui.painter().text(
        end,
        Align2::RIGHT_CENTER,
        percent,
        theme::text(),
        theme::TEXT,
    );
    let text = words.with_max_x(words.right() - 64.0);
    let galley = ui
        .painter()
        .layout_no_wrap(name.to_owned(), theme::text(), theme::TEXT);
    let width = galley.size().x;
    parts::text_in(
        ui,
        text,
        Align2::LEFT_CENTER,
        name,
        theme::text(),
        theme::TEXT,
    );
    let rest = text.with_min_x((text.left() + width + 8.0).min(text.right()));
    if rest.width() > 24.0 {
        parts::text_in(
            ui,
            rest,
            Align2::LEFT_CENTER,
            by,
            theme::small(),
            theme::TEXT_3,
        );
    }
    response.on_hover_text(told);
}

/// Shows a text in the place of rows.
pub fn note_ui(ui: &mut Ui, text: &str) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.add_space(LEFT);
        ui.add(
            egui::Label::new(
                egui::RichText::new(text)
                    .font(theme::small())
                    .color(theme::TEXT_2),
            )
            .wrap(),
        );
    });
    ui.add_space(6.0);
}

/// Above rows of one of several.
pub fn heading_ui(ui: &mut Ui, text: &str, right: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let inner = rect.shrink2(vec2(LEFT, 0.0));
    ui.painter().text(
        inner.right_center(),
        Align2::RIGHT_CENTER,
        right,
        theme::small(),
        theme::TEXT_2,
    );
    let text_room = inner.with_max_x(inner.right() - 96.0);
    parts::text_in(
        ui,
        text_room,
        Align2::LEFT_CENTER,
        text,
        theme::medium(),
        theme::TEXT_2,
    );
}
