//! What plays now: clips with their time, and their weight in the whole pose.

use super::{
    host::GraphPanelHost,
    rows::{figures_ui, note_ui},
};
use crate::{parts, theme};
use egui::Ui;
use engine::ContributionShare;
use words::tr;

/// The clips and blend spaces that play, with their shares.
pub fn players_ui(ui: &mut Ui, host: &GraphPanelHost<'_>) {
    let mut playing: Vec<ContributionShare> = host
        .frame
        .map_or(Vec::new(), |frame| frame.inspected.playing.clone());
    // In the graph's order, so that rows stay where they are while weights go up and down.
    playing.sort_by_key(|it| (it.is_additive, it.node, it.montage, it.clip));
    if !parts::group_header(ui, tr!("Asset players"), &tr!("{} active", playing.len())) {
        return;
    }
    if playing.is_empty() {
        return note_ui(ui, tr!("No clip plays."));
    }
    ui.add_space(2.0);
    for it in &playing {
        let name = it.clip.map_or("", |clip| host.text(clip));
        let sign = if it.is_additive { "+" } else { "" };
        let figures = [
            format!("{:.3} s", it.time),
            format!("{sign}{:.2}", it.weight),
        ];
        let color = if it.weight < 0.005 {
            theme::TEXT_3
        } else {
            theme::TEXT
        };
        figures_ui(ui, tr!("Plays"), name, [&figures[0], &figures[1]], color);
    }
    ui.add_space(4.0);
}
