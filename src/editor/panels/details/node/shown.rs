//! The node whose fields are shown, and how far they are.

use super::PropertyRows;
use asset::{BoneKey, PoseGraph, Project, graph::Node};
use egui::Ui;

/// The rows of a node.
pub(super) struct NodeFormRows<'a, 'b, 'c> {
    pub ui: &'a mut Ui,
    pub rows: &'a mut PropertyRows<'b>,
    pub of: Of<'c>,
    /// Of the group that is shown.
    pub(super) is_open: bool,
    /// A group that has shown nothing yet: one without fields has no header.
    pub(super) begun: Option<(String, String)>,
    /// Fields and buttons so far, shown or not.
    pub(super) count: usize,
}

/// What the rows are of.
#[derive(Clone, Copy)]
pub(super) struct Of<'c> {
    pub project: &'c Project,
    pub graph: &'c PoseGraph,
    pub node: &'c Node,
    pub bones: &'c [BoneKey],
}
