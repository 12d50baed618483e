//! What each state machine looked at in this frame: transitions under way, and those that were not
//! taken, with why.

use super::{
    host::GraphPanelHost,
    rows::{GraphPanelRow, heading_ui, note_ui, told_ui},
};
use crate::{action::EditorAction, parts, theme};
use anim::{graph::NodeId, machine::Machine};
use egui::Ui;
use studio::PreviewFrame;
use words::tr;

/// The transitions of the playing machines in this frame.
pub fn transitions_ui(ui: &mut Ui, host: &GraphPanelHost<'_>, actions: &mut Vec<EditorAction>) {
    if !parts::group_header(ui, tr!("Transitions this frame"), "") {
        return;
    }
    let Some(frame) = host.frame else {
        return note_ui(ui, tr!("It does not play. See Problems."));
    };
    let active: Vec<_> = frame
        .graph
        .machines()
        .filter(|(node, _)| frame.graph_state.weight(*node) > 0.0)
        .collect();
    if active.is_empty() {
        return note_ui(ui, tr!("No state machine is active."));
    }
    for (node, machine) in &active {
        machine_ui(ui, host, frame, (*node, machine), actions);
    }
    ui.add_space(4.0);
}

fn machine_ui(
    ui: &mut Ui,
    host: &GraphPanelHost<'_>,
    frame: &PreviewFrame,
    (node, machine): (NodeId, &Machine),
    actions: &mut Vec<EditorAction>,
) {
    let Some(state) = frame.graph_state.machine(&frame.graph, node) else {
        return;
    };
    let id = frame
        .graph
        .parts()
        .ids
        .get(usize::from(node))
        .copied()
        .unwrap_or_default();
    let current = state
        .current()
        .and_then(|at| machine.parts().states.get(usize::from(at)));
    let in_state = current.map_or("", |it| host.text(it.name));
    heading_ui(
        ui,
        host.text(frame.graph.node_name(node)),
        &tr!("in {in_state}"),
    );
    let title = |at: u16| {
        machine
            .parts()
            .transitions
            .get(usize::from(at))
            .map_or("", |it| host.text(it.name))
    };
    let mut row = |ui: &mut Ui, transition: u16, told: GraphPanelRow<'_>| {
        let item = host.transition(id, transition);
        let is_selected = item.is_some_and(|item| host.is_selected(item));
        if told_ui(
            ui,
            &GraphPanelRow {
                is_selected,
                is_link: item.is_some(),
                ..told
            },
        ) {
            actions.extend(item.map(|item| host.select(item)));
        }
    };
    let told = |word, mark, color| GraphPanelRow {
        word,
        mark,
        title: "",
        of: "",
        line: "",
        right: "",
        color,
        is_selected: false,
        is_link: false,
    };
    let mut is_any = false;
    for layer in state.layers() {
        let line = tr!(
            "{:.2} of {:.2} s",
            layer.progress.elapsed,
            layer.progress.duration
        );
        let right = format!("{:.0} %", layer.alpha * 100.0);
        let shown = told(tr!("Taken"), (theme::OK, true), theme::TEXT);
        row(
            ui,
            layer.transition,
            GraphPanelRow {
                title: title(layer.transition),
                line: &line,
                right: &right,
                ..shown
            },
        );
        is_any = true;
    }
    for (transition, why) in not_taken(frame, node) {
        let shown = told(tr!("Not taken"), (theme::TEXT_3, false), theme::TEXT_2);
        row(
            ui,
            transition,
            GraphPanelRow {
                title: title(transition),
                line: &why,
                ..shown
            },
        );
        is_any = true;
    }
    if !is_any {
        note_ui(ui, &tr!("No transition leaves {in_state}."));
    }
}

/// Each once, with all that kept it from being taken.
fn not_taken(frame: &PreviewFrame, node: NodeId) -> Vec<(u16, String)> {
    let mut found: Vec<(u16, String)> = Vec::new();
    for it in frame
        .inspected
        .not_taken
        .iter()
        .filter(|it| it.node == node)
    {
        match found.iter_mut().find(|(known, _)| *known == it.transition) {
            Some((_, why)) if why.contains(&it.why) => {}
            Some((_, why)) => {
                why.push_str("; ");
                why.push_str(&it.why);
            }
            None => found.push((it.transition, it.why.clone())),
        }
    }
    found
}
