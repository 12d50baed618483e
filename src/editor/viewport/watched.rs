//! The pose at a link of a graph, beside the character: what it is, and the card that says which is
//! which.

use super::{
    card::{below_tools, paint_card},
    compared::THEN,
};
use crate::{parts, theme};
use egui::{Align2, Rect, Sense, Ui, WidgetInfo, accesskit::Role, vec2};
use words::tr;

const WIDTH: f32 = 208.0;
/// Width that the figures at the right keep for themselves, points.
const FIGURES: f32 = 176.0;
const ROW: f32 = 20.0;

/// The pose that is watched in the viewport, with its title.
pub struct Watched<'a> {
    /// Source of the pose: the title of a node, or words for the root without warping.
    pub title: String,
    /// The watched pose; None while its source is inactive or has no frame yet.
    pub frame: Option<&'a studio::PreviewFrame>,
}

/// Below the tools, beside the figures.
pub(super) fn legend(ui: &Ui, (view, tools): (Rect, Rect), watched: &Watched<'_>) {
    let first = match watched.frame {
        Some(_) => tr!("Pose at {}", watched.title),
        None => tr!("{} is inactive: no pose to show", watched.title),
    };
    let card = below_tools(
        tools,
        vec2(
            WIDTH.min(view.width() - FIGURES).max(120.0),
            2.0 * ROW + 8.0,
        ),
    );
    paint_card(ui, card, "watched");
    let row = |nth: f32| {
        let top = card.top() + 4.0 + nth * ROW;
        Rect::from_min_size(egui::pos2(card.left(), top), vec2(card.width(), ROW))
            .shrink2(vec2(12.0, 0.0))
    };
    let response = ui.interact(row(0.0), ui.scope_id().with("watched"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &first));
    let color = if watched.frame.is_some() {
        THEN
    } else {
        theme::TEXT_3
    };
    ui.painter()
        .circle_filled(row(0.0).left_center() + vec2(5.0, 0.0), 4.0, color);
    let words = row(0.0).with_min_x(card.left() + 28.0);
    parts::text_in(
        ui,
        words,
        Align2::LEFT_CENTER,
        first,
        theme::small(),
        theme::TEXT,
    );
    let hint = row(1.0).with_min_x(card.left() + 28.0);
    parts::text_in(
        ui,
        hint,
        Align2::LEFT_CENTER,
        tr!("Esc to stop"),
        theme::small(),
        theme::TEXT_2,
    );
}
