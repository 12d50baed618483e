//! The node whose fields are shown, and how far they are.

use super::PropertyRows;
use asset::{BoneKey, PoseGraph, Project, graph::Node};
use egui::Ui;

/// The rows of a node.
pub(super) struct NodeFormRows<'a, 'b, 'c> {
    /// The UI to which the rows are added.
    pub ui: &'a mut Ui,
    /// Rows of the graph, which make the edits.
    pub rows: &'a mut PropertyRows<'b>,
    /// The node and what its fields refer to.
    pub of: Of<'c>,
    /// Whether the current group is open.
    pub(super) is_open: bool,
    /// A group that has shown nothing yet: one without fields has no header.
    pub(super) begun: Option<(String, String)>,
    /// Fields and buttons so far, shown or not.
    pub(super) count: usize,
}

/// The node whose fields are shown, and what they refer to.
#[derive(Clone, Copy)]
pub(super) struct Of<'c> {
    /// The project, for names of assets.
    pub project: &'c Project,
    /// The graph of the node.
    pub graph: &'c PoseGraph,
    /// The node as it is now.
    pub node: &'c Node,
    /// Bones that a field can choose.
    pub bones: &'c [BoneKey],
}
