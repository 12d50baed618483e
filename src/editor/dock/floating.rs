//! A panel above the others, in a window of its own inside the main one.

use super::{Panel, Panes};
use crate::{icons, parts, theme};
use egui::{Align, Align2, Context, Frame, Id, Layout, Rect, Stroke, UiBuilder, vec2};
use words::tr;

/// Result of showing a floating panel in a pass.
pub enum Outcome {
    /// The panel stays; this is its rectangle now, in points.
    Stays(Rect),
    Docks,
    Closes,
}

/// Stays inside `room`.
pub fn window_ui(
    ctx: &Context,
    panes: &mut Panes<'_>,
    panel: Panel,
    rect: Rect,
    room: Rect,
) -> Outcome {
    let frame = Frame::new()
        .fill(theme::PANEL)
        .stroke(Stroke::new(1.0, theme::HAIR_STRONG))
        .corner_radius(4.0);
    let window = egui::Window::new(panes.name(panel).title)
        .id(Id::unique(("floating", panel)))
        .title_bar(false)
        .frame(frame)
        .default_rect(rect)
        .min_size(panel.least() + vec2(0.0, theme::PANEL_TABS))
        .constrain_to(room);
    let mut outcome = None;
    let shown = window.show(ctx, |ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        let whole = ui.available_rect_before_wrap();
        let (header, content) = whole.split_top_bottom_at_y(whole.top() + theme::PANEL_TABS);
        outcome = header_ui(ui, panes, panel, header);
        let mut inner = ui.new_child(UiBuilder::new().max_rect(content));
        inner.set_clip_rect(content.intersect(ui.clip_rect()));
        panes.panel_ui(&mut inner, panel);
        ui.advance_cursor_after_rect(whole);
    });
    outcome.unwrap_or_else(|| Outcome::Stays(shown.map_or(rect, |shown| shown.response.rect)))
}

/// Between its buttons it moves the window.
fn header_ui(ui: &mut egui::Ui, panes: &Panes<'_>, panel: Panel, rect: Rect) -> Option<Outcome> {
    let named = panes.name(panel);
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, theme::RAISE);
    let icon = rect.left_center() + vec2(18.0, 0.0);
    painter.text(
        icon,
        Align2::CENTER_CENTER,
        named.icon,
        theme::icon(14.0),
        theme::TEXT_2,
    );
    let text = Rect::from_min_max(rect.min + vec2(32.0, 0.0), rect.max - vec2(60.0, 0.0));
    parts::text_in(
        ui,
        text,
        Align2::LEFT_CENTER,
        named.title.clone(),
        theme::medium(),
        theme::WHITE,
    );
    let mut outcome = None;
    let buttons = UiBuilder::new()
        .max_rect(rect)
        .layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(buttons, |ui| {
        ui.add_space(4.0);
        if parts::icon_button(ui, icons::X, &tr!("Close panel {}", named.title), false).clicked() {
            outcome = Some(Outcome::Closes);
        }
        let dock = parts::button(ui, None, tr!("Dock"), false)
            .accessible_name(tr!("Dock {} back", named.title));
        if dock
            .on_hover_text(tr!("Docks it at its earlier place"))
            .clicked()
        {
            outcome = Some(Outcome::Docks);
        }
    });
    outcome
}
