//! Details of a node: its name, its settings by its kind, its numbers, and all of it as text.

mod fields;
mod form;
mod machine;
mod presets;
mod rule_in_place;
mod shown;
mod values;

pub use machine::part_ui;
pub use rule_in_place::rule_in_place_ui;

use super::heading::identity;
use crate::{
    canvas::{icon, title},
    panels::rows::PropertyRows,
    parts, theme,
};
use asset::{
    BoneKey, PoseGraph, Project,
    graph::{Comment, Node, NodeKind, SubGraph},
};
use document::{Command, GraphCommand, ItemCommand};
use egui::Ui;
use fields::NodeFieldRows;
use shown::{NodeFormRows, Of};
use words::{noun, tr};

/// The details of a node of a pose graph.
pub fn node_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    graph: &PoseGraph,
    node: &Node,
) {
    let cost = rows
        .views
        .looking
        .costs
        .of(node.id)
        .map_or(String::new(), |micros| format!("{micros:.1} µs"));
    identity(
        ui,
        icon(&node.kind),
        &title(project, graph, node),
        node.kind.word(),
        &cost,
    );
    ui.push_id(node.id, |ui| {
        let is_open = parts::group_header(ui, tr!("Node"), "");
        if is_open {
            let id = rows.asset;
            rows.text(ui, tr!("Name"), &node.name, |name| {
                Command::Graph(
                    id,
                    GraphCommand::SetNode(Box::new(Node {
                        name,
                        ..node.clone()
                    })),
                )
            });
            if node.can_be_disabled() {
                let note = match node.passed_pin() {
                    Some(_) => tr!("passes its first input unchanged"),
                    None => tr!("gives the reference pose"),
                };
                rows.toggle(ui, tr!("Disabled"), node.is_disabled, note, |is_disabled| {
                    let node = Node {
                        is_disabled,
                        ..node.clone()
                    };
                    Command::Graph(id, GraphCommand::SetNode(Box::new(node)))
                });
            }
        }
        let rig = project.skeletons.get(&graph.skeleton);
        let bones: Vec<BoneKey> = rig
            .into_iter()
            .flat_map(|rig| &rig.bones)
            .map(|bone| bone.key.clone())
            .collect();
        let of = Of {
            project,
            graph,
            node,
            bones: &bones,
        };
        node.kind
            .clone()
            .form(&mut NodeFormRows::new(ui, rows, of, is_open));
        if let NodeKind::StateMachine(machine) = &node.kind {
            let mut fields = NodeFieldRows {
                ui: &mut *ui,
                rows: &mut *rows,
                project,
                graph,
                node,
            };
            machine::machine_ui(&mut fields, machine);
        }
        text_ui(ui, rows, node);
    });
}

/// The whole node as text, as its file has it. Typed text is applied when the field loses the
/// focus; text that cannot be parsed is kept, with its error below.
fn text_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, node: &Node) {
    if !parts::folded_header(ui, tr!("As text")) {
        return;
    }
    let known = serde_json::to_string_pretty(&node.kind).unwrap_or_default();
    let id = ui.scope_id().with("node text");
    let mut text = ui
        .data(|data| data.get_temp::<String>(id))
        .unwrap_or_else(|| known.clone());
    let field = egui::TextEdit::multiline(&mut text)
        .desired_width(f32::INFINITY)
        .font(theme::small());
    let response = ui.add(field).accessible_name(tr!("Node as text"));
    let read = serde_json::from_str::<NodeKind>(&text);
    if let Err(error) = &read {
        let line = tr!("Cannot parse: {error}. Not applied. Fix it, or press Esc to discard it.");
        ui.label(
            egui::RichText::new(line)
                .font(theme::small())
                .color(theme::ERROR),
        );
    }
    let is_escaped =
        response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Escape));
    if is_escaped {
        ui.data_mut(|data| data.remove::<String>(id));
    } else if let (true, Ok(kind)) = (response.lost_focus(), read) {
        if text != known {
            rows.perform(Command::Graph(
                rows.asset,
                GraphCommand::SetNode(Box::new(Node {
                    kind,
                    ..node.clone()
                })),
            ));
        }
        ui.data_mut(|data| data.remove::<String>(id));
    } else if response.has_focus() || response.lost_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
    }
}

/// The details of a comment on the canvas.
pub fn comment_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, comment: &Comment) {
    identity(
        ui,
        crate::icons::FILE,
        tr!("Comment"),
        tr!("On the canvas"),
        "",
    );
    let id = rows.asset;
    let set =
        |comment: Comment| Command::Graph(id, GraphCommand::Comment(ItemCommand::Put(comment)));
    rows.text(ui, tr!("Text"), &comment.text, |text| {
        set(Comment {
            text,
            ..comment.clone()
        })
    });
    let colors: Vec<(u8, String)> = (0u8..)
        .zip(theme::PALETTE_NAMES)
        .map(|(at, name)| (at, name.into()))
        .collect();
    rows.choice(ui, tr!("Colour"), &comment.color, &colors, |color| {
        set(Comment {
            color,
            ..comment.clone()
        })
    });
}

/// The details of a sub-graph.
pub fn sub_graph_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    graph: &PoseGraph,
    sub_graph: &SubGraph,
) {
    let inside = graph.with_pages(&[sub_graph.id].into());
    let nodes = graph
        .wiring
        .nodes
        .iter()
        .filter(|node| inside.contains(&node.id))
        .count();
    identity(
        ui,
        crate::icons::STACK,
        &sub_graph.name,
        tr!("Sub-graph"),
        &parts::count(nodes, noun!("node")),
    );
    let (asset, id) = (rows.asset, sub_graph.id);
    let named = |name: String| {
        Command::Graph(
            asset,
            GraphCommand::SubGraph(ItemCommand::Put(SubGraph { id, name })),
        )
    };
    rows.text(ui, tr!("Name"), &sub_graph.name, named);
}
