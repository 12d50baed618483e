//! Small widgets that every panel is made of: buttons, headers, rows, empty states. Each names
//! itself.

mod expression;
mod menus;
mod number;
mod search;

pub use expression::{Scale, evaluate};
pub use menus::{context_menu, menu_button, scrolled};
pub use number::{FieldEdit, NumberField, Typed, number_text};
pub use search::score;
pub use words::count;

use crate::theme;
use egui::{
    Align2, Color32, CornerRadius, FontId, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, WidgetText, accesskit::Role, vec2,
};

/// A square icon button; `name` is its tooltip and accessible name. `on` shows it pressed in.
pub fn icon_button(ui: &mut Ui, icon: &str, name: &str, on: bool) -> Response {
    icon_button_with(ui, icon, name, on, true, theme::icon(16.0))
}

/// An [`icon_button`] that is greyed out with a reason when `enabled` is false.
pub fn icon_button_with(
    ui: &mut Ui,
    icon: &str,
    name: &str,
    on: bool,
    enabled: bool,
    font: FontId,
) -> Response {
    bare_icon_button(ui, icon, name, on, enabled, font).on_hover_text(name)
}

fn bare_icon_button(
    ui: &mut Ui,
    icon: &str,
    name: &str,
    on: bool,
    enabled: bool,
    font: FontId,
) -> Response {
    let sense = if enabled {
        Sense::click()
    } else {
        Sense::hover()
    };
    let (rect, response) = ui.allocate_exact_size(theme::button_size(), sense);
    response.widget_info(|| WidgetInfo::selected(Role::Button, enabled, on, name));
    let (fill, color) = if on {
        (theme::ACCENT_FILL, theme::ACCENT)
    } else if !enabled {
        (Color32::TRANSPARENT, theme::HAIR_STRONG)
    } else if response.is_pointer_button_down_on() {
        (theme::BASE, theme::WHITE)
    } else if response.hovered() || response.has_focus() {
        (theme::HAIR, theme::WHITE)
    } else {
        (Color32::TRANSPARENT, theme::TEXT_2)
    };
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(theme::RADIUS), fill);
    focus_ring(ui, &response);
    painter.text(rect.center(), Align2::CENTER_CENTER, icon, font, color);
    response
}

/// An [`icon_button`] with a longer tooltip.
pub fn icon_button_telling(
    ui: &mut Ui,
    icon: &str,
    name: &str,
    tip: WidgetText,
    on: bool,
) -> Response {
    bare_icon_button(ui, icon, name, on, true, theme::icon(16.0)).on_hover_text(tip)
}

/// Around what the keyboard would act on.
pub fn focus_ring(ui: &Ui, response: &Response) {
    if response.has_focus() {
        let stroke = Stroke::new(1.0, theme::ACCENT);
        ui.painter().rect_stroke(
            response.rect,
            CornerRadius::same(theme::RADIUS),
            stroke,
            StrokeKind::Inside,
        );
    }
}

/// A text button with an icon before it; `primary` is filled with the accent.
pub fn button(ui: &mut Ui, icon: Option<&str>, label: &str, primary: bool) -> Response {
    let text = match icon {
        Some(icon) => format!("{icon}  {label}"),
        None => label.to_owned(),
    };
    let color = if primary {
        theme::ACCENT_TEXT
    } else {
        theme::TEXT
    };
    let mut button =
        egui::Button::new(egui::RichText::new(text).font(theme::medium()).color(color))
            .min_size(vec2(0.0, theme::BUTTON));
    if primary {
        button = button.fill(theme::ACCENT);
    }
    ui.add(button).accessible_name(label)
}

/// A text button that stays on until it is clicked again.
pub fn toggle_button(ui: &mut Ui, label: &str, on: bool) -> Response {
    let (fill, border, color) = if on {
        (theme::ACCENT_FILL, theme::ACCENT, theme::ACCENT)
    } else {
        (theme::RAISE, theme::HAIR, theme::TEXT)
    };
    let button = egui::Button::new(egui::RichText::new(label).font(theme::small()).color(color));
    let button = button
        .fill(fill)
        .stroke(Stroke::new(1.0, border))
        .min_size(vec2(0.0, theme::FIELD));
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, label));
    response
}

/// A collapsible group header across the panel; returns whether the group is open.
pub fn group_header(ui: &mut Ui, title: &str, right: &str) -> bool {
    header_ui(ui, title, right, true).0
}

/// Opens a group whose header is about to be shown.
pub fn unfold(ui: &Ui, title: &str) {
    let id = ui.scope_id().with(("group", title));
    ui.data_mut(|data| data.insert_temp(id, true));
}

/// A [`group_header`] that also returns the response of the header.
pub fn group_header_response(ui: &mut Ui, title: &str, right: &str) -> (bool, Response) {
    header_ui(ui, title, right, true)
}

/// A [`group_header`] whose group is closed until the user opens it.
pub fn folded_header(ui: &mut Ui, title: &str) -> bool {
    header_ui(ui, title, "", false).0
}

fn header_ui(ui: &mut Ui, title: &str, right: &str, is_open: bool) -> (bool, Response) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::click());
    let id = ui.scope_id().with(("group", title));
    let mut open = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(is_open);
    if response.clicked() {
        open = !open;
        ui.data_mut(|data| data.insert_temp(id, open));
    }
    response.widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, open, title));
    let painter = ui.painter();
    painter.rect_filled(
        rect,
        0.0,
        if response.hovered() {
            theme::HAIR
        } else {
            theme::RAISE
        },
    );
    let caret = if open {
        crate::icons::CARET_DOWN
    } else {
        crate::icons::CARET_RIGHT
    };
    painter.text(
        rect.left_center() + vec2(14.0, 0.0),
        Align2::CENTER_CENTER,
        caret,
        theme::icon(12.0),
        theme::TEXT_2,
    );
    let fact = painter.text(
        rect.right_center() - vec2(12.0, 0.0),
        Align2::RIGHT_CENTER,
        right,
        theme::small(),
        theme::TEXT_3,
    );
    let words = Rect::from_min_max(
        rect.min + vec2(26.0, 0.0),
        egui::pos2(fact.left() - 8.0, rect.bottom()),
    );
    text_in(
        ui,
        words,
        Align2::LEFT_CENTER,
        title,
        theme::strong(),
        theme::TEXT,
    );
    focus_ring(ui, &response);
    (open, response)
}

/// A property row: label at the left, the field from the label column on. `field` gets the label's
/// id.
pub fn property<R>(ui: &mut Ui, label: &str, field: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal(|ui| {
        ui.set_height(theme::ROW);
        ui.spacing_mut().item_spacing.x = 6.0;
        let (rect, _) =
            ui.allocate_exact_size(vec2(theme::LABEL_COLUMN - 6.0, theme::ROW), Sense::hover());
        let words = rect.with_min_x(rect.left() + 24.0);
        text_in(
            ui,
            words,
            Align2::LEFT_CENTER,
            label,
            theme::text(),
            theme::TEXT_2,
        );
        field(ui)
    })
    .inner
}

/// A check box whose label stands elsewhere; returns whether it was clicked.
pub fn check_box(ui: &mut Ui, on: bool, name: &str) -> bool {
    check_box_of(ui, Some(on), name)
}

/// A check box for several things; None, shown as a dash, where only some are on.
pub fn check_box_of(ui: &mut Ui, state: Option<bool>, name: &str) -> bool {
    let on = state == Some(true);
    let (rect, response) = ui.allocate_exact_size(vec2(16.0, theme::FIELD), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, name));
    let square = Rect::from_center_size(rect.center(), Vec2::splat(14.0));
    let border = if on || response.has_focus() {
        theme::ACCENT
    } else if response.hovered() {
        theme::HAIR_STRONG
    } else {
        theme::HAIR
    };
    let fill = if on { theme::ACCENT } else { theme::BASE };
    ui.painter().rect(
        square,
        2.0,
        fill,
        Stroke::new(1.0, border),
        StrokeKind::Inside,
    );
    if on {
        ui.painter().text(
            square.center(),
            Align2::CENTER_CENTER,
            crate::icons::CHECK,
            theme::icon(12.0),
            theme::ACCENT_TEXT,
        );
    } else if state.is_none() {
        ui.painter().hline(
            square.shrink(4.0).x_range(),
            square.center().y,
            Stroke::new(1.5, theme::ACCENT),
        );
    }
    response.clicked()
}

/// The arrow of a drop-down.
pub fn chevron(ui: &Ui, rect: Rect, visuals: &egui::style::WidgetVisuals, _is_open: bool) {
    ui.painter().text(
        rect.center(),
        Align2::CENTER_CENTER,
        crate::icons::CARET_DOWN,
        theme::icon(12.0),
        visuals.fg_stroke.color,
    );
}

/// Gives a text field that is about to be shown the focus with everything selected, so that typing
/// replaces it. Returns false, and tries again in the next pass, while the click that asked for it
/// would take the focus away.
pub fn focus_all(ui: &Ui, field: egui::Id, text: &str) -> bool {
    use egui::text::{CCursor, CCursorRange};
    if ui.input(|input| input.pointer.any_click()) {
        ui.ctx().request_repaint();
        return false;
    }
    let mut state = egui::text_edit::TextEditState::load(ui.ctx(), field).unwrap_or_default();
    let range = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
    state.cursor.set_char_range(Some(range));
    state.store(ui.ctx(), field);
    ui.memory_mut(|memory| memory.request_focus(field));
    true
}

/// A note on what is missing and how to fill it, with at most one button; returns whether the
/// button was clicked.
pub fn empty_state(ui: &mut Ui, icon: &str, title: &str, line: &str, action: Option<&str>) -> bool {
    let height = if action.is_some() { 92.0 } else { 60.0 };
    let space = ((ui.available_height() - height) / 2.0).max(8.0);
    ui.add_space(space);
    ui.vertical_centered(|ui| {
        ui.label(
            egui::RichText::new(icon)
                .font(theme::icon(20.0))
                .color(theme::TEXT_2),
        );
        ui.label(
            egui::RichText::new(title)
                .font(theme::strong())
                .color(theme::TEXT),
        );
        ui.label(
            egui::RichText::new(line)
                .font(theme::small())
                .color(theme::TEXT_2),
        );
        ui.add_space(4.0);
        action.is_some_and(|label| button(ui, None, label, false).clicked())
    })
    .inner
}

/// Paints a mesh made by hand. One without triangles is not: drawing it is an error to the GPU.
pub fn mesh(painter: &egui::Painter, mesh: egui::Mesh) {
    if !mesh.indices.is_empty() {
        painter.add(egui::Shape::mesh(mesh));
    }
}

/// Text in a fixed rectangle, cut with an ellipsis where it does not fit.
pub fn text_in(
    ui: &Ui,
    rect: Rect,
    align: Align2,
    text: impl Into<String>,
    font: FontId,
    color: Color32,
) {
    let galley = elided(ui, text, font, rect.width(), color);
    let size: Vec2 = galley.size();
    let at = align.align_size_within_rect(size, rect);
    ui.painter().galley(at.min, galley, color);
}

/// A line of text, cut off where it is wider than `width`, points.
pub fn elided(
    ui: &Ui,
    text: impl Into<String>,
    font: FontId,
    width: f32,
    color: Color32,
) -> std::sync::Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::simple_singleline(text.into(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width);
    ui.painter().layout_job(job)
}

/// A tooltip made of a title and lines below it.
pub fn tip(title: &str, lines: &[String]) -> WidgetText {
    tip_of(
        egui::text::LayoutJob::simple(title.to_owned(), theme::strong(), theme::TEXT, 320.0),
        lines,
    )
}

/// A [`tip`] with a warning below the title.
pub fn warning_tip(title: &str, warning: &str, lines: &[String]) -> WidgetText {
    let mut job =
        egui::text::LayoutJob::simple(title.to_owned(), theme::strong(), theme::TEXT, 300.0);
    job.append(
        &format!("\n{warning}"),
        0.0,
        egui::TextFormat::simple(theme::text(), theme::WARN),
    );
    tip_of(job, lines)
}

fn tip_of(mut job: egui::text::LayoutJob, lines: &[String]) -> WidgetText {
    for line in lines {
        job.append(
            &format!("\n{line}"),
            0.0,
            egui::TextFormat::simple(theme::small(), theme::TEXT_2),
        );
    }
    job.into()
}

/// A cell of a row, between two places, points.
pub fn row_cell(row: Rect, from: f32, to: f32) -> Rect {
    Rect::from_x_y_ranges(from..=to.max(from), row.y_range())
}
