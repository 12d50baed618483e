//! The card of what is driven: the keys, and how the character goes.

use super::cards;
use crate::{parts, theme};
use egui::{Align2, Rect, Sense, Ui, WidgetInfo, accesskit::Role, vec2};

const WIDTH: f32 = 208.0;
const ROW: f32 = 20.0;

const KEYS: [(&str, &str); 8] = [
    ("W A S D, arrows", "move"),
    ("Shift", "sprint"),
    ("Alt", "walk"),
    ("Ctrl, C", "crouch"),
    ("Space", "jump"),
    ("Drag", "look around"),
    ("Right button", "aim"),
    ("Esc", "leave"),
];

/// A graph that can be driven.
#[derive(Clone, Debug, Default)]
pub struct Drivable {
    pub is_on: bool,
    /// Metres per second, while it is on.
    pub speed: Option<f32>,
    /// How it goes, while it is on: what, and how much.
    pub rows: Vec<(String, String)>,
}

/// Below the tools.
pub(super) fn card(ui: &Ui, tools: Rect, drivable: &Drivable) {
    let count = KEYS.len() + drivable.rows.len();
    let card = cards::below_tools(tools, vec2(WIDTH, count as f32 * ROW + 16.0));
    cards::paint_card(ui, card, "drive");
    let row = |at: usize, gap: f32| {
        let top = card.top() + 4.0 + gap + at as f32 * ROW;
        Rect::from_min_size(egui::pos2(card.left(), top), vec2(card.width(), ROW)).shrink2(vec2(12.0, 0.0))
    };
    let words = |rect: Rect, at: usize, [left, right]: [&str; 2], strong: bool| {
        let response = ui.interact(rect, ui.scope_id().with(("drive", at)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{left} {right}")));
        let color = if strong { theme::TEXT } else { theme::TEXT_2 };
        parts::text_in(ui, rect, Align2::LEFT_CENTER, left, theme::small(), theme::TEXT_2);
        parts::text_in(ui, rect, Align2::RIGHT_CENTER, right, theme::small(), color);
    };
    for (at, (what, value)) in drivable.rows.iter().enumerate() {
        words(row(at, 0.0), at, [what, value], true);
    }
    for (at, (key, does)) in KEYS.iter().enumerate() {
        let at = at + drivable.rows.len();
        words(row(at, 8.0), at, [key, does], false);
    }
}
