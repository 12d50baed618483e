//! What controls say of the last tick, node by node.

use super::{
    state::ControlState,
    told::{ControlReport, WarpDecision},
};
use crate::{
    Graph,
    graph::{GraphState, Node, NodeId},
};

impl GraphState {
    /// Reports of the controls that ran in the last tick, in the order of their nodes.
    pub fn told<'a>(
        &'a self,
        graph: &'a Graph,
    ) -> impl Iterator<Item = (NodeId, &'a ControlReport)> {
        self.running(graph)
            .flat_map(|(at, state)| state.told.iter().map(move |told| (at, told)))
    }

    /// Decisions of the pose warping nodes that ran in the last tick, in the order of the nodes.
    pub fn warped<'a>(&'a self, graph: &'a Graph) -> impl Iterator<Item = (NodeId, WarpDecision)> {
        self.running(graph)
            .filter_map(|(at, state)| Some((at, state.warped?)))
    }

    fn running<'a>(&'a self, graph: &'a Graph) -> impl Iterator<Item = (NodeId, &'a ControlState)> {
        let reached =
            graph
                .nodes
                .iter()
                .zip(&self.nodes)
                .enumerate()
                .filter(|(_, (placed, reached))| {
                    matches!(placed.node, Node::Control(_)) && reached.frame == self.frame
                });
        reached.filter_map(|(at, (placed, _))| {
            Some((at as NodeId, self.controls.get(usize::from(placed.state))?))
        })
    }
}
