//! The rows of one node, each of which changes it.

use crate::{
    panels::{
        details::expression::{ExpressionNames, expression_ui},
        rows::PropertyRows,
    },
    parts::NumberField,
};
use anim::montage::Easing;
use asset::{
    Id, PoseGraph, Project,
    graph::{Node, NodeKind, easing_word},
};
use document::{Command, GraphCommand};
use egui::Ui;
use words::tr;

/// The rows of one node.
pub(crate) struct NodeFieldRows<'a, 'b> {
    /// The UI to which the rows are added.
    pub ui: &'a mut Ui,
    /// Rows of the graph, which make the edits.
    pub rows: &'a mut PropertyRows<'b>,
    /// The project, for names of assets and bones.
    pub project: &'a Project,
    /// The graph of the node.
    pub graph: &'a PoseGraph,
    /// The node as it is now; `change` is applied to a copy of its settings.
    pub node: &'a Node,
}

impl NodeFieldRows<'_, '_> {
    /// A check box with a note behind it.
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

    /// A number in `unit`, with three decimals; what is typed outside `range` is refused.
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

    /// Adds a row for an integer.
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

    /// Adds a row for a line of text.
    pub fn text(&mut self, label: &str, value: &str, change: impl FnOnce(&mut NodeKind, String)) {
        let (node, asset) = (self.node, self.rows.asset);
        self.rows.text(self.ui, label, value, |text| {
            changed(asset, node, |kind| change(kind, text))
        });
    }

    /// A line of text with a menu of `known` values.
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

    /// A choice of one of `options`, each with its label.
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

    /// A choice of an easing.
    pub fn easing(&mut self, value: Easing, change: impl FnOnce(&mut NodeKind, Easing)) {
        let options = Easing::ALL.map(|easing| (easing, easing_word(easing).to_owned()));
        self.choice(tr!("Easing"), &value, &options, change);
    }

    /// An expression, checked against the names that it may use.
    pub fn expression(
        &mut self,
        field: (&str, &str, &str),
        named: &ExpressionNames,
        change: impl FnOnce(&mut NodeKind, String),
    ) -> egui::Response {
        let (node, asset) = (self.node, self.rows.asset);
        expression_ui(self.ui, self.rows, field, named, |text| {
            changed(asset, node, |kind| change(kind, text))
        })
    }

    /// A choice of one of the skeleton's blend profiles, or of none.
    pub fn profile(&mut self, value: Option<Id>, change: impl FnOnce(&mut NodeKind, Option<Id>)) {
        let rig = self.project.skeletons.get(&self.graph.skeleton);
        let profiles = rig
            .into_iter()
            .flat_map(|rig| &rig.blend_profiles)
            .map(|it| (Some(it.id), it.name.clone()));
        let none = (None, tr!("None: all bones blend at one rate").to_owned());
        let options: Vec<_> = std::iter::once(none).chain(profiles).collect();
        self.choice(tr!("Profile"), &value, &options, change);
    }
}

fn changed(asset: Id, node: &Node, change: impl FnOnce(&mut NodeKind)) -> Command {
    let mut node = node.clone();
    change(&mut node.kind);
    Command::Graph(asset, GraphCommand::SetNode(Box::new(node)))
}
