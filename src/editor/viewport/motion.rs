//! The card that says what the colours of motion mean.

use super::card::{below_tools, paint_card};
use crate::{parts, theme};
use egui::{Align2, Color32, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use words::tr;

const WIDTH: f32 = 264.0;
const ROW: f32 = 20.0;
const SWATCH: f32 = 10.0;

/// Colour of motion as in `motion` in `shaders/unskinned_mesh.wgsl`. `right` and `up` are shares of
/// the largest shown motion.
fn color(right: f32, up: f32) -> Color32 {
    let byte = |share: f32| (share.mul_add(0.5, 0.5) * 255.0).round() as u8;
    Color32::from_rgb(byte(right), byte(up), byte(0.0))
}

/// Below the tools, that the adapter cannot draw what is asked for, in a sentence.
pub(super) fn lacking(ui: &Ui, tools: Rect, words: &str) {
    words_ui(ui, tools, 1.0, words);
}

/// A card with so many rows and words in the first; where the rows begin and how wide they are.
fn words_ui(ui: &Ui, tools: Rect, rows: f32, words: &str) -> Rect {
    let card = below_tools(tools, vec2(WIDTH, rows * ROW + 8.0));
    paint_card(ui, card, "motion");
    let size = vec2(card.width(), ROW);
    let first = Rect::from_min_size(pos2(card.left(), card.top() + 4.0), size);
    let first = first.shrink2(vec2(12.0, 0.0));
    let response = ui.interact(first, ui.scope_id().with("motion"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
    parts::text_in(
        ui,
        first,
        Align2::LEFT_CENTER,
        words,
        theme::small(),
        theme::TEXT,
    );
    first
}

/// Draws the legend of motion below the tools.
pub(super) fn legend(ui: &Ui, tools: Rect) {
    let first = words_ui(
        ui,
        tools,
        2.0,
        tr!("Motion since the last frame, up to 32 px"),
    );
    let row = |nth: f32| first.translate(vec2(0.0, nth * ROW));
    let each = [
        (tr!("rests"), 0.0, 0.0),
        (tr!("left"), -1.0, 0.0),
        (tr!("right"), 1.0, 0.0),
        (tr!("up"), 0.0, 1.0),
        (tr!("down"), 0.0, -1.0),
    ];
    let width = row(1.0).width() / each.len() as f32;
    for (nth, (name, right, up)) in each.into_iter().enumerate() {
        let left = row(1.0).left() + nth as f32 * width;
        let swatch = Rect::from_center_size(
            pos2(left + SWATCH * 0.5, row(1.0).center().y),
            vec2(SWATCH, SWATCH),
        );
        ui.painter().rect_filled(swatch, 2.0, color(right, up));
        let rest = Rect::from_min_max(
            pos2(swatch.right() + 4.0, row(1.0).top()),
            pos2(left + width, row(1.0).bottom()),
        );
        parts::text_in(
            ui,
            rest,
            Align2::LEFT_CENTER,
            name,
            theme::small(),
            theme::TEXT_2,
        );
    }
}
