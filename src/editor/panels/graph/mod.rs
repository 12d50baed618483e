//! A pose graph as a tree, and why it shows what it shows: transitions, what plays, shares of a
//! bone, decisions.

mod decisions;
pub(crate) mod host;
mod players;
mod rows;
mod shares;
mod transitions;
mod tree;

use crate::{action::EditorAction, graph_inspection::Looking, icons, parts};
use egui::{Rect, Ui};
use host::GraphPanelHost;
use words::tr;

/// Share of the panel's height for the tree; `TREE_BESIDE_WHY` is its share while why is asked.
const TREE: f32 = 0.5;
const TREE_BESIDE_WHY: f32 = 0.34;

/// Returns whether the whole graph is asked for: the first page of its canvas.
pub fn graph_ui(
    ui: &mut Ui,
    host: &GraphPanelHost<'_>,
    looking: &mut Looking,
    actions: &mut Vec<EditorAction>,
) -> bool {
    super::assets::filter_ui(ui, tr!("Find node or state"), &mut looking.filter);
    let whole = ui.available_rect_before_wrap();
    let part = if looking.asks_why {
        TREE_BESIDE_WHY
    } else {
        TREE
    };
    let split = (whole.top() + whole.height() * part).round();
    let mut is_whole = false;
    half_ui(ui, "tree", whole.with_max_y(split), |ui| {
        is_whole = tree::tree_ui(ui, host, &mut looking.filter, actions);
    });
    half_ui(ui, "now", whole.with_min_y(split), |ui| {
        if looking.asks_why {
            shares::shares_ui(ui, host);
            decisions::decisions_ui(ui, host, looking, actions);
        }
        transitions::transitions_ui(ui, host, actions);
        players::players_ui(ui, host);
        ui.add_space(8.0);
    });
    is_whole
}

/// Each scrolls by itself, so that what happens stays in sight however many nodes there are.
fn half_ui(ui: &mut Ui, name: &str, rect: Rect, content: impl FnOnce(&mut Ui)) {
    ui.scope_builder(egui::UiBuilder::new().max_rect(rect).id_salt(name), |ui| {
        ui.set_clip_rect(rect.intersect(ui.clip_rect()));
        egui::ScrollArea::vertical()
            .id_salt(name)
            .auto_shrink(false)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                content(ui);
            });
    });
}

/// Shows a hint while no graph is open.
pub fn empty_ui(ui: &mut Ui) {
    parts::empty_state(
        ui,
        icons::PATH,
        tr!("No pose graph open"),
        tr!("Open a pose graph from Assets to see its nodes."),
        None,
    );
}
