//! The ledger: transitions that were taken, each with the term that decided, and those that were
//! interrupted.

use super::{
    host::GraphPanelHost,
    rows::{GraphPanelRow, note_ui, told_ui},
};
use crate::{action::EditorAction, graph_inspection::Looking, parts, theme};
use egui::Ui;
use engine::Decided;
use words::tr;

/// Number of decisions shown at first.
const FEW: usize = 8;

/// Decisions of the state machines, newest first.
pub fn decisions_ui(
    ui: &mut Ui,
    host: &GraphPanelHost<'_>,
    looking: &Looking,
    actions: &mut Vec<EditorAction>,
) {
    if !parts::group_header(
        ui,
        tr!("Decisions"),
        &tr!("{} kept", looking.decisions.len()),
    ) {
        return;
    }
    if looking.decisions.is_empty() {
        return note_ui(
            ui,
            tr!("No transition taken yet. Change a parameter, or keep playing."),
        );
    }
    let id = ui.scope_id().with("all decisions");
    let shows_all = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    let shown = if shows_all { usize::MAX } else { FEW };
    for decision in looking.decisions.iter().take(shown) {
        let item = host.transition(decision.node, decision.transition);
        let (word, color, line) = match &decision.what {
            Decided::Taken(why) if why.is_empty() => (
                tr!("Took"),
                theme::OK,
                tr!("no reason recorded: this panel was hidden").to_owned(),
            ),
            Decided::Taken(why) => (tr!("Took"), theme::OK, why.clone()),
            Decided::Interrupted => (
                tr!("Interrupted"),
                theme::WARN,
                tr!("interrupted by the next").to_owned(),
            ),
        };
        let told = GraphPanelRow {
            word,
            mark: (color, true),
            title: &decision.title,
            of: host.text(decision.machine),
            line: &line,
            right: &format!("{:.3} s  f {}", decision.time, decision.tick),
            color: theme::TEXT,
            is_selected: item.is_some_and(|item| host.is_selected(item)),
            is_link: item.is_some(),
        };
        if told_ui(ui, &told) {
            actions.extend(item.map(|item| host.select(item)));
        }
    }
    if looking.decisions.len() > FEW {
        let label = if shows_all {
            tr!("Show the newest")
        } else {
            tr!("Show all decisions")
        };
        let is_clicked = ui
            .vertical_centered(|ui| parts::button(ui, None, label, false).clicked())
            .inner;
        ui.data_mut(|data| data.insert_temp(id, shows_all != is_clicked));
    }
    ui.add_space(4.0);
}
