//! A compiled pose graph, and what an instance of it does in a tick: it is updated, then evaluated.
//!
//! A [`Graph`] is flat and immutable: its nodes stand in evaluation order, and a link is the index of a node before it.
//! Everything that a tick changes is in one [`GraphState`], which is copied, saved and compared whole. An update walks
//! from the output down and hands out weights; then the players move; then an evaluation walks upwards and writes
//! poses, and changes no time.

mod chain;
mod evaluate;
mod player;
mod slot;
mod state;
#[cfg(test)]
mod tests;
mod update;

pub use state::GraphState;

pub(crate) use evaluate::Scratch;
pub(crate) use player::Show;
pub(crate) use slot::MontageRecord;
pub(crate) use update::{Outcome, Tick};

use crate::Name;
use std::fmt;

/// Index of a node in its graph.
pub type NodeId = u16;

/// Links lead to nodes that stand before this one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Node {
    ReferencePose,
    /// Plays a clip in time; without one it shows the reference pose. [`Request::PlayClip`](crate::Request::PlayClip)
    /// and its likes set what the graph's first player plays, and from where; before that it is `clip`, an index in the
    /// library, from its start.
    SequencePlayer {
        clip: Option<u32>,
    },
    /// The montages that play in a slot, over a source. Without a montage the source passes bit for bit.
    Slot {
        source: NodeId,
        slot: Name,
        /// Also while montages cover the source whole: its time goes on, and its notifies are judged.
        always_update_source: bool,
    },
    /// Jumps of the pose that something asks to be smoothed decay here.
    Inertialization {
        source: NodeId,
    },
    /// The pose of the graph. The last node, and the only one of its kind.
    Output {
        source: NodeId,
    },
}

impl Node {
    fn source(&self) -> Option<NodeId> {
        match *self {
            Node::ReferencePose | Node::SequencePlayer { .. } => None,
            Node::Slot { source, .. } | Node::Inertialization { source } | Node::Output { source } => Some(source),
        }
    }
}

/// A node, and where it keeps what is its own.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Placed {
    node: Node,
    /// Index among the states of its kind.
    state: u16,
    /// The pose that it writes. It may be its source's, which nothing else reads.
    buffer: u16,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    nodes: Vec<Placed>,
    players: u16,
    inertializers: u16,
    buffers: u16,
}

/// Why nodes are no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphError {
    TooMany,
    /// The link of this node does not lead to a node before it.
    Link(NodeId),
    /// More than one link leads to this node.
    Shared(NodeId),
    /// This node leads nowhere.
    Loose(NodeId),
    /// The last node is no output, or another one is.
    Output,
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::TooMany => write!(f, "a graph has more than {} nodes", NodeId::MAX),
            GraphError::Link(node) => write!(f, "the source of node {node} does not stand before it"),
            GraphError::Shared(node) => write!(f, "node {node} is the source of more than one node"),
            GraphError::Loose(node) => write!(f, "node {node} leads to no output"),
            GraphError::Output => f.write_str("the last node, and no other one, has to be the output"),
        }
    }
}

impl std::error::Error for GraphError {}

impl Graph {
    /// Contract of the order: a node stands after all that it leads back to, and the output is the last.
    pub fn new(nodes: &[Node]) -> Result<Self, GraphError> {
        check(nodes)?;
        let mut graph = Self { nodes: Vec::with_capacity(nodes.len()), ..Self::default() };
        for node in nodes {
            let buffer = match node.source() {
                Some(source) => graph.nodes[usize::from(source)].buffer,
                None => next(&mut graph.buffers),
            };
            let state = match node {
                Node::SequencePlayer { .. } => next(&mut graph.players),
                Node::Inertialization { .. } => next(&mut graph.inertializers),
                Node::ReferencePose | Node::Slot { .. } | Node::Output { .. } => 0,
            };
            graph.nodes.push(Placed { node: *node, state, buffer });
        }
        Ok(graph)
    }

    /// In evaluation order.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = &Node> {
        self.nodes.iter().map(|placed| &placed.node)
    }

    /// Poses that an evaluation needs beside those of the slots.
    pub fn buffer_count(&self) -> usize {
        self.buffers.into()
    }
}

fn next(count: &mut u16) -> u16 {
    *count += 1;
    *count - 1
}

fn check(nodes: &[Node]) -> Result<(), GraphError> {
    let last = nodes.len().checked_sub(1).ok_or(GraphError::Output)?;
    if nodes.len() > usize::from(NodeId::MAX) {
        return Err(GraphError::TooMany);
    }
    let mut is_used = vec![false; nodes.len()];
    for (at, node) in nodes.iter().enumerate() {
        if matches!(node, Node::Output { .. }) != (at == last) {
            return Err(GraphError::Output);
        }
        let Some(source) = node.source() else { continue };
        if usize::from(source) >= at {
            return Err(GraphError::Link(at as NodeId));
        }
        if std::mem::replace(&mut is_used[usize::from(source)], true) {
            return Err(GraphError::Shared(source));
        }
    }
    match is_used[..last].iter().position(|is_used| !is_used) {
        Some(loose) => Err(GraphError::Loose(loose as NodeId)),
        None => Ok(()),
    }
}
