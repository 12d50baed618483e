//! Nodes as if they had never run: what a state that is entered asks for everything under it.

use super::state::GraphState;
use crate::{
    Library,
    graph::data::{
        compiled::Graph,
        value::{NO_NODE, NodeId},
    },
};

impl GraphState {
    /// A saved pose is shared, and goes on.
    pub(in crate::graph) fn initialize(&mut self, graph: &Graph, library: &Library, at: NodeId) {
        if at == NO_NODE {
            return;
        }
        let placed = graph.nodes[usize::from(at)];
        placed
            .node
            .as_kind()
            .initialize(placed.state.into(), graph, library, self);
        graph
            .parts()
            .for_each_link(&placed.node, |link| self.initialize(graph, library, link));
    }
}
