//! The ground of a card over the picture, and its place below the tools.

use crate::theme;
use egui::{CornerRadius, Rect, Sense, Stroke, StrokeKind, Ui, vec2};

/// Distance of cards from the edges of the viewport, points.
pub(super) const EDGE: f32 = 8.0;
pub(super) const RADIUS: CornerRadius = CornerRadius::same(4);

/// A card of this size, top left.
pub(super) fn below_tools(tools: Rect, size: egui::Vec2) -> Rect {
    Rect::from_min_size(tools.left_bottom() + vec2(0.0, EDGE), size)
}

pub(super) fn paint_card(ui: &Ui, card: Rect, name: &str) {
    ui.interact(
        card,
        ui.scope_id().with(("card", name)),
        Sense::click_and_drag(),
    );
    ui.painter().rect(
        card,
        RADIUS,
        theme::PANEL,
        Stroke::new(1.0, theme::HAIR),
        StrokeKind::Inside,
    );
}
