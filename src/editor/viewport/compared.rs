//! The character with fewer keys, beside the one that plays: what it is, and the card that says
//! which is which.

use super::card::{below_tools, paint_card};
use crate::{parts, theme};
use egui::{Align2, Color32, Rect, Sense, Ui, WidgetInfo, accesskit::Role, vec2};
use glam::Vec3;
use render::OrbitCamera;
use words::tr;

/// Colour of the version with fewer keys.
pub(super) const THEN: Color32 = theme::PALETTE[1];
/// Opacity of the ghost.
pub(super) const OPACITY: f32 = 0.55;

/// The ghost stands this share of the camera's distance behind where it is.
const BEHIND: f32 = 3e-4;

const WIDTH: f32 = 264.0;
const ROW: f32 = 20.0;
/// Points from the card's edge to the words of a row with a swatch.
const INDENT: f32 = 28.0;

/// The comparison before and after a key reduction.
#[derive(Clone, Debug)]
pub struct Compared<'a> {
    /// The pose with fewer keys; None until it is known.
    pub frame: Option<&'a studio::PreviewFrame>,
    /// Keys now, and then; None while a preview is made.
    pub keys: Option<(usize, usize)>,
    /// The largest error and where it is.
    pub worst: Option<String>,
}

/// Offset of the ghost, away from the camera, too small to be visible. It keeps surfaces that are
/// equal but for rounding from showing in patches.
pub(super) fn behind(camera: &OrbitCamera) -> Vec3 {
    camera.backward() * camera.distance * -BEHIND
}

/// Draws the legend of the comparison below the tools.
pub(super) fn legend(ui: &Ui, tools: Rect, compared: &Compared<'_>) {
    let (now, then) = match compared.keys {
        Some((now, then)) => (
            tr!("Now  ·  {now} keys"),
            tr!("With fewer keys  ·  {then} keys"),
        ),
        None => (
            tr!("Now").to_owned(),
            tr!("With fewer keys  ·  looking…").to_owned(),
        ),
    };
    let mut rows = vec![(Some(theme::TEXT), now), (Some(THEN), then)];
    rows.extend(
        compared
            .worst
            .iter()
            .map(|worst| (None, tr!("Largest error {worst}"))),
    );
    let card = below_tools(tools, vec2(WIDTH, rows.len() as f32 * ROW + 8.0));
    paint_card(ui, card, "comparison");
    for (at, (swatch, words)) in rows.iter().enumerate() {
        let top = card.top() + 4.0 + at as f32 * ROW;
        let row = Rect::from_min_size(egui::pos2(card.left(), top), vec2(card.width(), ROW))
            .shrink2(vec2(12.0, 0.0));
        let response = ui.interact(row, ui.scope_id().with(("compared", at)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
        if let Some(color) = swatch {
            ui.painter()
                .circle_filled(row.left_center() + vec2(5.0, 0.0), 4.0, *color);
        }
        let text = row.with_min_x(card.left() + if swatch.is_some() { INDENT } else { 12.0 });
        let color = if swatch.is_some() {
            theme::TEXT
        } else {
            theme::TEXT_2
        };
        parts::text_in(ui, text, Align2::LEFT_CENTER, words, theme::small(), color);
    }
}
