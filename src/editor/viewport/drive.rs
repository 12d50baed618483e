//! The card of what is driven: the keys, and how the character goes.

use super::card::{below_tools, paint_card};
use crate::{icons, parts, theme};
use egui::{Align2, Color32, Rect, Sense, Ui, WidgetInfo, accesskit::Role, vec2};
use words::{Word, tr, word};

const WIDTH: f32 = 208.0;
const ROW: f32 = 20.0;
/// Share of the viewport's height; a taller card folds while the character moves.
const MOST: f32 = 0.4;

const KEYS: [(Word, Word); 8] = [
    (word!("W A S D, arrows"), word!("move")),
    (word!("Shift"), word!("sprint")),
    (word!("Alt"), word!("walk")),
    (word!("Ctrl, C"), word!("crouch")),
    (word!("Space"), word!("jump")),
    (word!("Drag"), word!("look around")),
    (word!("Right button"), word!("aim")),
    (word!("Esc"), word!("leave")),
];

/// A graph that can be driven.
#[derive(Clone, Debug, Default)]
pub struct Drivable {
    /// The graph is driven now.
    pub is_on: bool,
    /// Metres per second, while it is on.
    pub speed: Option<f32>,
    /// Labels and values of the driven character, while driving is on.
    pub rows: Vec<(String, String)>,
}

/// Below the tools: how it goes, and the keys, which fold away: by a click, and where there is
/// little room as soon as the character goes, for who drives it knows them.
pub(super) fn card(ui: &Ui, (view, tools): (Rect, Rect), drivable: &Drivable) {
    let id = ui.scope_id().with("drive keys");
    let all = height(KEYS.len() + drivable.rows.len());
    let known = ui.data(|data| data.get_temp::<bool>(id));
    let is_in_the_way =
        all > view.height() * MOST && drivable.speed.is_some_and(|speed| speed > 0.0);
    let is_open = known.unwrap_or(!is_in_the_way);
    if known.is_none() && is_in_the_way {
        ui.data_mut(|data| data.insert_temp(id, false));
    }
    let count = drivable.rows.len() + if is_open { KEYS.len() } else { 0 };
    let card = below_tools(tools, vec2(WIDTH, height(count)));
    paint_card(ui, card, "drive");
    let row = |at: usize| {
        let top = card.top() + 4.0 + at as f32 * ROW;
        Rect::from_min_size(egui::pos2(card.left(), top), vec2(card.width(), ROW))
            .shrink2(vec2(12.0, 0.0))
    };
    let words = |at: usize, [left, right]: [&str; 2], color: Color32| {
        let rect = row(at);
        let response = ui.interact(rect, ui.scope_id().with(("drive", at)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{left} {right}")));
        parts::text_in(
            ui,
            rect,
            Align2::LEFT_CENTER,
            left,
            theme::small(),
            theme::TEXT_2,
        );
        parts::text_in(ui, rect, Align2::RIGHT_CENTER, right, theme::small(), color);
    };
    for (at, (what, value)) in drivable.rows.iter().enumerate() {
        words(at, [what, value], theme::TEXT);
    }
    if fold_ui(ui, row(drivable.rows.len()), is_open) {
        ui.data_mut(|data| data.insert_temp(id, !is_open));
    }
    if is_open {
        let below = drivable.rows.len() + 1;
        KEYS.iter()
            .enumerate()
            .for_each(|(at, (key, does))| words(below + at, [key, does], theme::TEXT_2));
    }
}

/// Height of a card with `rows` rows and the row that folds it, points.
fn height(rows: usize) -> f32 {
    (rows + 1) as f32 * ROW + 8.0
}

fn fold_ui(ui: &Ui, rect: Rect, is_open: bool) -> bool {
    let response = ui.interact(rect, ui.scope_id().with("drive fold"), Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(Role::DisclosureTriangle, true, is_open, tr!("Drive keys"))
    });
    let color = if response.hovered() {
        theme::TEXT
    } else {
        theme::TEXT_3
    };
    let caret = if is_open {
        icons::CARET_DOWN
    } else {
        icons::CARET_RIGHT
    };
    parts::text_in(
        ui,
        rect,
        Align2::LEFT_CENTER,
        tr!("Keys"),
        theme::small(),
        color,
    );
    ui.painter().text(
        rect.right_center(),
        Align2::RIGHT_CENTER,
        caret,
        theme::icon(12.0),
        color,
    );
    response
        .on_hover_text(tr!("Keys to drive; Esc to stop"))
        .clicked()
}
