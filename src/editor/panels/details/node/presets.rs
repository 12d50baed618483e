//! How a control works, under a name: presets that there are, and those that the user keeps.

use super::shown::NodeFormRows;
use crate::{
    action::GraphAction, icons, kinds::graph::NodePreset, parts, timeline::item::free_name,
};
use asset::graph::{ControlKind, Node, NodeKind};
use document::{Command, GraphCommand};
use words::tr;

pub(super) fn presets_ui(shown: &mut NodeFormRows<'_, '_, '_>) {
    let Some(kind) = shown.control() else { return };
    let built_in = kind
        .presets()
        .into_iter()
        .map(|(name, by)| (name.to_owned(), by));
    let own = shown
        .rows
        .session
        .node_presets
        .iter()
        .map(|it| (it.name.clone(), it.kind.clone()));
    let known: Vec<(String, ControlKind)> = built_in
        .chain(own)
        .filter_map(|(name, by)| Some((name, kind.tuned_as(&by)?)))
        .collect();
    if known.is_empty()
        || !parts::group_header(shown.ui, tr!("Preset"), tr!("keeps bones and targets"))
    {
        return;
    }
    let now = known.iter().position(|(_, by)| by == kind);
    let options = known
        .iter()
        .enumerate()
        .map(|(at, (name, _))| (Some(at), name.clone()));
    let options: Vec<_> = std::iter::once((None, tr!("Own settings").to_owned()))
        .chain(options)
        .collect();
    let (node, asset) = (shown.of.node, shown.rows.asset);
    shown
        .rows
        .choice(shown.ui, tr!("Apply preset"), &now, &options, |to| {
            let mut node: Node = node.clone();
            if let (NodeKind::Control(control), Some(to)) = (&mut node.kind, to) {
                control.kind.clone_from(&known[to].1);
            }
            Command::Graph(asset, GraphCommand::SetNode(Box::new(node)))
        });
    let kept = now.and_then(|at| {
        shown
            .rows
            .session
            .node_presets
            .iter()
            .position(|it| it.name == known[at].0)
    });
    if now.is_none() && button(shown, icons::PLUS, tr!("Save as preset")) {
        let name = free_name(node.title(), known.iter().map(|it| it.0.as_str()));
        let preset = Box::new(NodePreset {
            name,
            kind: kind.clone(),
        });
        shown
            .rows
            .actions
            .push(GraphAction::KeepNodePreset(preset).into());
    }
    if let Some(kept) = kept
        && button(shown, icons::TRASH, tr!("Delete this preset"))
    {
        shown
            .rows
            .actions
            .push(GraphAction::ForgetNodePreset(kept).into());
    }
}

/// Button in the column of values; returns whether it was clicked.
fn button(shown: &mut NodeFormRows<'_, '_, '_>, icon: &str, label: &str) -> bool {
    parts::property(shown.ui, "", |ui| {
        parts::button(ui, Some(icon), label, false).clicked()
    })
}
