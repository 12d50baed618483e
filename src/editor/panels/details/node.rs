//! Details of a node: its name, its settings by its kind, its numbers, and all of it as text.

mod form;
mod machine;
mod presets;

pub use machine::part_ui;

use super::{
    Rows,
    expression::{Named, expression_ui},
    identity,
};
use crate::{
    canvas::{icon, title},
    parts::{self, NumberField},
    theme,
};
use anim::montage::Easing;
use asset::{
    BoneKey, Id, PoseGraph, Project, Skeleton,
    graph::{Comment, Input, Node, NodeKind, SubGraph, easing_word},
};
use document::{Command, GraphCommand};
use egui::Ui;
use form::{Of, Shown};

/// The rows of one node.
pub(super) struct Fields<'a, 'b> {
    pub ui: &'a mut Ui,
    pub rows: &'a mut Rows<'b>,
    pub project: &'a Project,
    pub graph: &'a PoseGraph,
    pub node: &'a Node,
}

pub fn node_ui(
    ui: &mut Ui,
    rows: &mut Rows<'_>,
    project: &Project,
    graph: &PoseGraph,
    node: &Node,
) {
    let cost = rows
        .session
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
        let is_open = parts::group_header(ui, "Node", "");
        if is_open {
            let id = rows.asset;
            rows.text(ui, "Name", &node.name, |name| {
                Command::Graph(
                    id,
                    GraphCommand::SetNode(Box::new(Node {
                        name,
                        ..node.clone()
                    })),
                )
            });
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
            .form(&mut Shown::new(ui, rows, of, is_open));
        if let NodeKind::StateMachine(machine) = &node.kind {
            let mut fields = Fields {
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

/// Virtual bones, then bones, by their keys, as they are offered.
pub fn places(rig: &Skeleton) -> impl Iterator<Item = (BoneKey, String)> {
    let between = rig
        .virtual_bones
        .iter()
        .map(|bone| (bone.key.clone(), format!("{} (virtual)", bone.name)));
    between.chain(
        rig.bones
            .iter()
            .map(|bone| (bone.key.clone(), bone.name.clone())),
    )
}

impl Fields<'_, '_> {
    pub fn toggle(
        &mut self,
        label: &str,
        value: bool,
        note: &str,
        change: impl FnOnce(&mut NodeKind, bool),
    ) {
        let (node, asset) = (self.node, self.rows.asset);
        self.rows.toggle(self.ui, label, value, note, |on| {
            changed(asset, node, |kind| change(kind, on))
        });
    }

    pub fn number(
        &mut self,
        (label, unit): (&str, &str),
        value: f64,
        range: std::ops::RangeInclusive<f64>,
        change: impl FnOnce(&mut NodeKind, f64),
    ) {
        let (node, asset) = (self.node, self.rows.asset);
        let field = NumberField {
            name: label,
            value,
            unit,
            decimals: 3,
            speed: 0.01,
            range,
            width: 84.0,
        };
        self.rows.number(self.ui, label, field, |value| {
            changed(asset, node, |kind| change(kind, value))
        });
    }

    /// Without a fraction.
    pub fn whole(
        &mut self,
        (label, unit): (&str, &str),
        value: i64,
        range: std::ops::RangeInclusive<i64>,
        change: impl FnOnce(&mut NodeKind, i64),
    ) {
        let (node, asset) = (self.node, self.rows.asset);
        let range = *range.start() as f64..=*range.end() as f64;
        let field = NumberField {
            name: label,
            value: value as f64,
            unit,
            decimals: 0,
            speed: 0.05,
            range,
            width: 84.0,
        };
        self.rows.number(self.ui, label, field, |value| {
            changed(asset, node, |kind| change(kind, value.round() as i64))
        });
    }

    pub fn text(&mut self, label: &str, value: &str, change: impl FnOnce(&mut NodeKind, String)) {
        let (node, asset) = (self.node, self.rows.asset);
        self.rows.text(self.ui, label, value, |text| {
            changed(asset, node, |kind| change(kind, text))
        });
    }

    /// With a menu of what stands in others of its kind.
    pub fn text_of(
        &mut self,
        label: &str,
        value: &str,
        known: &[&str],
        change: impl FnOnce(&mut NodeKind, String),
    ) {
        let (node, asset) = (self.node, self.rows.asset);
        self.rows.text_of(self.ui, label, value, known, |text| {
            changed(asset, node, |kind| change(kind, text))
        });
    }

    pub fn choice<T: PartialEq + Clone>(
        &mut self,
        label: &str,
        value: &T,
        options: &[(T, String)],
        change: impl FnOnce(&mut NodeKind, T),
    ) {
        let (node, asset) = (self.node, self.rows.asset);
        self.rows.choice(self.ui, label, value, options, |chosen| {
            changed(asset, node, |kind| change(kind, chosen))
        });
    }

    pub fn easing(&mut self, value: Easing, change: impl FnOnce(&mut NodeKind, Easing)) {
        let options = Easing::ALL.map(|easing| (easing, easing_word(easing).to_owned()));
        self.choice("Easing", &value, &options, change);
    }

    pub fn expression(
        &mut self,
        field: (&str, &str, &str),
        named: &Named,
        change: impl FnOnce(&mut NodeKind, String),
    ) {
        let (node, asset) = (self.node, self.rows.asset);
        expression_ui(self.ui, self.rows, field, named, |text| {
            changed(asset, node, |kind| change(kind, text))
        });
    }

    /// Of the skeleton.
    pub fn profile(&mut self, value: Option<Id>, change: impl FnOnce(&mut NodeKind, Option<Id>)) {
        let rig = self.project.skeletons.get(&self.graph.skeleton);
        let profiles = rig
            .into_iter()
            .flat_map(|rig| &rig.blend_profiles)
            .map(|it| (Some(it.id), it.name.clone()));
        let none = (None, "None: bones together".to_owned());
        let options: Vec<_> = std::iter::once(none).chain(profiles).collect();
        self.choice("Profile", &value, &options, change);
    }
}

fn changed(asset: Id, node: &Node, change: impl FnOnce(&mut NodeKind)) -> Command {
    let mut node = node.clone();
    change(&mut node.kind);
    Command::Graph(asset, GraphCommand::SetNode(Box::new(node)))
}

/// What was typed: a number, or else an expression.
pub fn input_of(text: &str) -> Input {
    let text = text.trim();
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Input::Number(number),
        _ => Input::expression(text),
    }
}

/// Everything of the node as its file has it. What is typed counts when the field is left; what
/// cannot be read is told below and waits.
fn text_ui(ui: &mut Ui, rows: &mut Rows<'_>, node: &Node) {
    if !parts::folded_header(ui, "As text") {
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
    let response = ui.add(field).accessible_name("Node as text");
    let read = serde_json::from_str::<NodeKind>(&text);
    if let Err(error) = &read {
        let line = format!(
            "Not read, nothing is changed: {error}. Mend it, or press Esc to take it back."
        );
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

pub fn comment_ui(ui: &mut Ui, rows: &mut Rows<'_>, comment: &Comment) {
    identity(ui, crate::icons::FILE, "Comment", "On the canvas", "");
    let id = rows.asset;
    let set = |comment: Comment| Command::Graph(id, GraphCommand::SetComment(comment));
    rows.text(ui, "Text", &comment.text, |text| {
        set(Comment {
            text,
            ..comment.clone()
        })
    });
    let colors: Vec<(u8, String)> = (0u8..)
        .zip(theme::PALETTE_NAMES)
        .map(|(at, name)| (at, name.to_owned()))
        .collect();
    rows.choice(ui, "Colour", &comment.color, &colors, |color| {
        set(Comment {
            color,
            ..comment.clone()
        })
    });
}

pub fn sub_graph_ui(ui: &mut Ui, rows: &mut Rows<'_>, graph: &PoseGraph, sub_graph: &SubGraph) {
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
        "Sub-graph",
        &parts::count(nodes, "node"),
    );
    let (asset, id) = (rows.asset, sub_graph.id);
    let named =
        |name: String| Command::Graph(asset, GraphCommand::SetSubGraph(SubGraph { id, name }));
    rows.text(ui, "Name", &sub_graph.name, named);
}
