//! A graph without what one of its nodes does.

use super::data::{
    compiled::Graph,
    node::{ModifyCurveNode, Node},
    sources::NodeSources,
    value::{NO_NODE, NodeId},
};

impl Graph {
    /// The graph in which a node passes its first pose on, bit for bit; the other nodes keep their
    /// ids, so that a state of this graph fits. None of a node that has no pose to pass, that
    /// chooses among many, and of the output.
    pub fn without(&self, node: NodeId) -> Option<Graph> {
        let placed = self.nodes.get(usize::from(node))?;
        let source = match placed.node.as_kind().sources(&self.parts) {
            NodeSources::One([source]) | NodeSources::Two([source, _]) => source,
            NodeSources::None | NodeSources::Many(_) => return None,
        };
        if source == NO_NODE || matches!(placed.node, Node::Output(_)) {
            return None;
        }
        let mut parts = self.parts.clone();
        parts.nodes[usize::from(node)] = Node::ModifyCurve(ModifyCurveNode {
            source,
            first: 0,
            count: 0,
        });
        Graph::new(parts).ok()
    }
}
