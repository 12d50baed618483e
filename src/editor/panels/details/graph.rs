//! Details of a pose graph: what it is made of.

use super::{
    PropertyRows,
    expression::{ExpressionNames, expression_ui},
    fact,
    heading::identity,
    node, parameter,
};
use crate::{icons, parts, theme};
use asset::{
    Id, PoseGraph, Project,
    graph::{
        NodeKind, SharedRule, StateKind,
        nodes::{LinkedGraphNode, SlotNode},
    },
};
use document::{Command, GraphCommand, ItemCommand};
use egui::Ui;
use std::collections::BTreeMap;
use words::{noun, tr};

/// Adds the details rows of a pose graph: those of the selected items, or of the whole graph if
/// nothing is selected.
pub fn graph_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    (project, graph): (&Project, &PoseGraph),
    items: Vec<Id>,
    told: &[String],
) {
    for line in told {
        ui.add_space(6.0);
        ui.horizontal_wrapped(|ui| {
            ui.add_space(12.0);
            let text =
                egui::RichText::new(format!("{}  {line}", icons::WARNING)).color(theme::WARN);
            ui.label(text.font(theme::small()));
        });
        ui.add_space(4.0);
    }
    match items[..] {
        [] => whole_ui(ui, rows, project, graph),
        [item] => item_ui(ui, rows, project, graph, item),
        _ => identity(
            ui,
            icons::PATH,
            &parts::count(items.len(), noun!("item")),
            tr!("selected on the canvas"),
            "",
        ),
    }
}

fn item_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    graph: &PoseGraph,
    item: Id,
) {
    let comment = graph
        .layout
        .comments
        .iter()
        .find(|comment| comment.id == item);
    if let Some(found) = graph.wiring.node(item) {
        node::node_ui(ui, rows, project, graph, found);
    } else if let Some(comment) = comment {
        node::comment_ui(ui, rows, comment);
    } else if let Some(sub_graph) = graph.layout.sub_graph(item) {
        node::sub_graph_ui(ui, rows, graph, sub_graph);
    } else if graph
        .layout
        .reroutes
        .iter()
        .any(|reroute| reroute.id == item)
    {
        identity(ui, icons::PATH, tr!("Reroute"), tr!("routes a wire"), "");
    } else if !node::part_ui(ui, rows, project, graph, item) {
        whole_ui(ui, rows, project, graph);
    }
}

fn whole_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, project: &Project, graph: &PoseGraph) {
    let wiring = &graph.wiring;
    let parameters = parts::count(wiring.parameters.len(), noun!("parameter"));
    let summary = format!(
        "{} · {parameters}",
        parts::count(wiring.nodes.len(), noun!("node"))
    );
    identity(ui, icons::PATH, &graph.name, tr!("Pose graph"), &summary);
    if parts::group_header(ui, tr!("Pose graph"), "") {
        fact(
            ui,
            tr!("Skeleton"),
            project.asset_name(graph.skeleton).unwrap_or(tr!("missing")),
        );
        let output = wiring
            .output
            .and_then(|output| wiring.node(output))
            .map_or(tr!("nothing"), |node| node.title());
        fact(ui, tr!("Output"), output);
        let slots = wiring.nodes.iter().filter_map(|node| match &node.kind {
            NodeKind::Slot(SlotNode { slot, .. }) => Some(slot.as_str()),
            _ => None,
        });
        fact(ui, tr!("Slots"), &listed(slots.collect()));
        let links = wiring.nodes.iter().filter_map(|node| match &node.kind {
            NodeKind::LinkedGraph(LinkedGraphNode { graph, .. }) => project.asset_name((*graph)?),
            _ => None,
        });
        fact(ui, tr!("Linked graphs"), &listed(links.collect()));
        layer_ui(ui, rows, project, graph);
        fact(
            ui,
            tr!("Presets"),
            &listed(
                wiring
                    .presets
                    .iter()
                    .map(|preset| preset.name.as_str())
                    .collect(),
            ),
        );
    }
    for (node, machine) in wiring.machines() {
        let name = wiring.node(node).map_or("", |node| node.title());
        if parts::group_header(ui, name, tr!("State machine")) {
            let states: Vec<&str> = machine
                .states
                .iter()
                .filter(|state| matches!(state.kind, StateKind::Pose { .. }))
                .map(|state| state.name.as_str())
                .collect();
            fact(ui, tr!("States"), &states.len().to_string());
            fact(
                ui,
                tr!("Transitions"),
                &machine.transitions.len().to_string(),
            );
            fact(
                ui,
                tr!("Entry"),
                machine
                    .entry
                    .and_then(|entry| machine.name_of(entry))
                    .unwrap_or(tr!("missing")),
            );
        }
    }
    parameter::parameters_ui(ui, rows, graph);
    rules_ui(ui, rows, graph);
    kinds_ui(ui, graph);
}

/// Conditions that several transitions name.
fn rules_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, graph: &PoseGraph) {
    let all = &graph.wiring.rules;
    if !parts::group_header(ui, tr!("Shared rules"), &all.len().to_string()) {
        return;
    }
    let asset = rows.asset;
    let set = |rule: SharedRule| Command::Graph(asset, GraphCommand::Rule(ItemCommand::Put(rule)));
    for rule in all {
        ui.push_id(rule.id, |ui| {
            rows.text(ui, tr!("Rule name"), &rule.name, |name| {
                set(SharedRule {
                    name,
                    ..rule.clone()
                })
            });
            let named = ExpressionNames::of_shared_rule(graph);
            expression_ui(
                ui,
                rows,
                (tr!("Condition"), &rule.text, ""),
                &named,
                |text| {
                    set(SharedRule {
                        text: text.trim().to_owned(),
                        ..rule.clone()
                    })
                },
            );
            let title = tr!("Delete rule {}", rule.name);
            let delete = parts::property(ui, "", |ui| {
                parts::button(ui, Some(icons::TRASH), &title, false).clicked()
            });
            if delete {
                rows.perform(Command::Graph(
                    asset,
                    GraphCommand::Rule(ItemCommand::Remove(rule.id)),
                ));
            }
        });
    }
    if parts::property(ui, "", |ui| {
        parts::button(ui, Some(icons::PLUS), tr!("Add shared rule"), false).clicked()
    }) {
        let id = rows.views.edits.id();
        let taken = |name: &str| all.iter().any(|rule| rule.name == name);
        let name = (1..)
            .map(|nth| format!("Rule{nth}"))
            .find(|name| !taken(name))
            .unwrap_or_default();
        rows.perform(set(SharedRule {
            id,
            name,
            text: "false".into(),
        }));
    }
}

/// Row for the graph that this graph can replace where that graph is linked as a layer.
fn layer_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, project: &Project, graph: &PoseGraph) {
    let none = (None, tr!("No layer").to_owned());
    let fits = project
        .graphs
        .iter()
        .filter(|(id, other)| **id != rows.asset && other.skeleton == graph.skeleton);
    let others = fits.map(|(id, other)| (Some(*id), other.name.clone()));
    let options: Vec<(Option<Id>, String)> = std::iter::once(none).chain(others).collect();
    let id = rows.asset;
    rows.choice(
        ui,
        tr!("Implements"),
        &graph.wiring.implements,
        &options,
        |layer| Command::Graph(id, GraphCommand::SetImplements(layer)),
    );
}

/// Number of nodes of each kind.
fn kinds_ui(ui: &mut Ui, graph: &PoseGraph) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for node in &graph.wiring.nodes {
        *counts.entry(node.kind.word()).or_default() += 1;
    }
    if parts::group_header(ui, tr!("Nodes"), &graph.wiring.nodes.len().to_string()) {
        for (word, count) in counts {
            fact(ui, word, &count.to_string());
        }
    }
}

fn listed(names: Vec<&str>) -> String {
    if names.is_empty() {
        tr!("none").to_owned()
    } else {
        names.join(", ")
    }
}
