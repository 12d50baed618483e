//! The sources of a node.

use super::value::{NO_NODE, NodeId};

/// Sources of a node, in their order; a source that leads nowhere is [`NO_NODE`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::graph) enum NodeSources<'a> {
    None,
    One([NodeId; 1]),
    Two([NodeId; 2]),
    /// Links in the table of the graph; empty if the table lacks them, which [`crate::Graph::new`]
    /// refuses.
    Many(&'a [NodeId]),
}

impl NodeSources<'_> {
    pub(in crate::graph) fn as_slice(&self) -> &[NodeId] {
        match self {
            NodeSources::None => &[],
            NodeSources::One(links) => links,
            NodeSources::Two(links) => links,
            NodeSources::Many(links) => links,
        }
    }

    /// Calls with every link that leads somewhere.
    pub(in crate::graph) fn for_each(&self, each: impl FnMut(NodeId)) {
        self.as_slice()
            .iter()
            .copied()
            .filter(|link| *link != NO_NODE)
            .for_each(each);
    }
}

impl<'a> NodeSources<'a> {
    /// Sources from `count` of the links of a graph, starting at `first`.
    pub(in crate::graph) fn of(links: &'a [NodeId], first: u32, count: usize) -> Self {
        let first = first as usize;
        NodeSources::Many(links.get(first..first.saturating_add(count)).unwrap_or(&[]))
    }
}
