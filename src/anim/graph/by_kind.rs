//! What a graph asks of a node by its kind: its links, its sync group, and where its player is.

use super::{
    data::{compiled::Graph, node::Node, parts::GraphParts, sources::NodeSources, value::NodeId},
    run::state::GraphState,
};
use crate::Name;

impl GraphParts {
    /// Calls with every link of a node, in its order; one that leads nowhere is left out.
    pub(super) fn for_each_link(&self, node: &Node, each: impl FnMut(NodeId)) {
        node.as_kind().sources(self).for_each(each);
    }

    /// Links of a node with links in the table; empty if the table lacks them, which
    /// [`super::Graph::new`] refuses.
    pub(super) fn many(&self, node: &Node) -> &[NodeId] {
        match node.as_kind().sources(self) {
            NodeSources::Many(links) => links,
            NodeSources::None | NodeSources::One(_) | NodeSources::Two(_) => &[],
        }
    }
}

impl Graph {
    /// The sync group of a player; none of one that plays on its own, and of what is no player.
    pub fn group(&self, node: NodeId) -> Name {
        let placed = self.nodes.get(usize::from(node));
        placed.map_or(Name::NONE, |placed| {
            placed.node.as_kind().group(&self.parts)
        })
    }

    /// Links of a node with links in the table.
    pub(super) fn links(&self, node: &Node) -> &[NodeId] {
        self.parts.many(node)
    }
}

impl GraphState {
    /// Seconds on the clip of a player that was updated last; of a blend space the part of its
    /// length, 0 to 1.
    pub fn player_time(&self, graph: &Graph, node: NodeId) -> Option<f64> {
        let placed = graph.nodes.get(usize::from(node))?;
        placed.node.as_kind().player_time(placed.state.into(), self)
    }
}
