//! A graph as it is compiled: checked, with a place for each state and a buffer for each pose.

use super::{
    control::runs_at,
    parts::{GraphParts, Node, NodeId, Value},
};
use std::fmt;

/// A node, and where it keeps what is its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    pub(super) node: Node,
    /// Index among the states of its kind.
    pub(super) state: u16,
    /// The pose that it writes. It may be that of the node that it leads on from, which nothing else reads.
    pub(super) buffer: u16,
}

/// How many there are of each kind of state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Counts {
    pub(super) players: u16,
    pub(super) spaces: u16,
    pub(super) two_ways: u16,
    pub(super) lists: u16,
    pub(super) machines: u16,
    pub(super) saves: u16,
    pub(super) inertializers: u16,
    pub(super) controls: u16,
    pub(super) lives: u16,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    pub(super) nodes: Vec<Placed>,
    pub(super) parts: GraphParts,
    pub(super) counts: Counts,
    /// Saved poses, each after those that use it.
    pub(super) saves: Vec<NodeId>,
    buffers: u16,
}

/// Why nodes are no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphError {
    TooMany,
    /// A link of this node does not lead to a node before it.
    Link(NodeId),
    /// More than one link leads to this node.
    Shared(NodeId),
    /// This node leads nowhere.
    Loose(NodeId),
    /// The last node is no output, or another one is.
    Output,
    /// What this node points to in a table is not there.
    Table(NodeId),
    /// A number, parameter or program that something reads is not there.
    Value,
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::TooMany => write!(f, "a graph has more than {} nodes", NodeId::MAX),
            GraphError::Link(node) => write!(f, "a source of node {node} does not stand before it"),
            GraphError::Shared(node) => write!(f, "node {node} is the source of more than one node"),
            GraphError::Loose(node) => write!(f, "node {node} leads to no output"),
            GraphError::Output => f.write_str("the last node, and no other one, has to be the output"),
            GraphError::Table(node) => write!(f, "what node {node} refers to is not in its table"),
            GraphError::Value => f.write_str("a parameter or an expression that is read is not there"),
        }
    }
}

impl std::error::Error for GraphError {}

impl Graph {
    /// Contract of the order: a node stands after all that it leads back to, and the output is the last.
    pub fn new(parts: impl Into<GraphParts>) -> Result<Self, GraphError> {
        let parts = parts.into();
        check(&parts)?;
        check_tables(&parts)?;
        let mut counts = Counts::default();
        let mut nodes: Vec<Placed> = Vec::with_capacity(parts.nodes.len());
        let mut buffers = Buffers::default();
        for node in &parts.nodes {
            let buffer = buffers.of(&parts, node, &nodes);
            nodes.push(Placed { node: *node, state: counts.next(node), buffer });
        }
        let saves = (0..parts.nodes.len() as NodeId).rev();
        let saves = saves.filter(|at| matches!(parts.nodes[usize::from(*at)], Node::SavedPose { .. })).collect();
        Ok(Self { nodes, counts, saves, buffers: buffers.count, parts })
    }

    /// In evaluation order.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = &Node> {
        self.nodes.iter().map(|placed| &placed.node)
    }

    pub fn parts(&self) -> &GraphParts {
        &self.parts
    }

    /// Poses that an evaluation needs beside those of the slots.
    pub fn buffer_count(&self) -> usize {
        self.buffers.into()
    }

    /// Bones that controls speak of, and maybe no skeleton has, in no order: they are to be worked out, too.
    pub fn for_each_controlled_bone(&self, lod: u32, mut each: impl FnMut(usize)) {
        let running = self.parts.controls.iter().filter(|control| runs_at(control.lod_threshold, lod));
        running.for_each(|control| control.kind.for_each_named(&mut each));
    }

    /// Of a node with links in the table.
    pub(super) fn links(&self, node: &Node) -> &[NodeId] {
        self.parts.many(node)
    }
}

impl Counts {
    fn next(&mut self, node: &Node) -> u16 {
        let count = match node {
            Node::SequencePlayer { .. } => &mut self.players,
            Node::BlendSpace { .. } => &mut self.spaces,
            Node::TwoWay { .. } => &mut self.two_ways,
            Node::List { .. } => &mut self.lists,
            Node::Machine { .. } => &mut self.machines,
            Node::SavedPose { .. } => &mut self.saves,
            Node::Inertialization { .. } => &mut self.inertializers,
            Node::Control { .. } => &mut self.controls,
            Node::LivePose { .. } => &mut self.lives,
            _ => return 0,
        };
        *count += 1;
        *count - 1
    }
}

/// Which poses are free again, while nodes get theirs in evaluation order.
#[derive(Default)]
struct Buffers {
    free: Vec<u16>,
    count: u16,
}

impl Buffers {
    fn next(&mut self) -> u16 {
        self.free.pop().unwrap_or_else(|| {
            self.count += 1;
            self.count - 1
        })
    }

    /// A node with one source writes over its pose; one with several has its own, and theirs are free. A saved pose
    /// is kept to the end.
    fn of(&mut self, parts: &GraphParts, node: &Node, placed: &[Placed]) -> u16 {
        let mut sources = Vec::new();
        parts.for_each_link(node, |link| sources.push(placed[usize::from(link)].buffer));
        match (node, sources.as_slice()) {
            (
                Node::Slot { .. }
                | Node::Control { .. }
                | Node::LivePose { .. }
                | Node::Inertialization { .. }
                | Node::Output { .. }
                | Node::SavedPose { .. },
                [source],
            ) => *source,
            (_, sources) => {
                let own = self.next();
                self.free.extend(sources);
                own
            }
        }
    }
}

fn check(parts: &GraphParts) -> Result<(), GraphError> {
    let nodes = &parts.nodes;
    let last = nodes.len().checked_sub(1).ok_or(GraphError::Output)?;
    if nodes.len() > usize::from(NodeId::MAX) {
        return Err(GraphError::TooMany);
    }
    let mut is_used = vec![false; nodes.len()];
    for (at, node) in nodes.iter().enumerate() {
        if matches!(node, Node::Output { .. }) != (at == last) {
            return Err(GraphError::Output);
        }
        let mut result = Ok(());
        parts.for_each_link(node, |source| {
            let source = usize::from(source);
            let is_saved = nodes.get(source).is_some_and(|node| matches!(node, Node::SavedPose { .. }));
            if source >= at || is_saved {
                result = result.and(Err(GraphError::Link(at as NodeId)));
            } else if std::mem::replace(&mut is_used[source], true) {
                result = result.and(Err(GraphError::Shared(source as NodeId)));
            }
        });
        result?;
        if let Node::UsedPose { saved } = *node {
            let is_saved = matches!(nodes[..at].get(usize::from(saved)), Some(Node::SavedPose { .. }));
            if !is_saved {
                return Err(GraphError::Link(at as NodeId));
            }
            is_used[usize::from(saved)] = true;
        }
    }
    // A saved pose that nobody uses is never updated.
    let is_loose = |at: &usize| !is_used[*at] && !matches!(nodes[*at], Node::SavedPose { .. });
    match (0..last).find(is_loose) {
        Some(loose) => Err(GraphError::Loose(loose as NodeId)),
        None => Ok(()),
    }
}

fn check_tables(parts: &GraphParts) -> Result<(), GraphError> {
    for (at, node) in parts.nodes.iter().enumerate() {
        let is_there = match *node {
            Node::SequencePlayer { play: Some(play), .. } => usize::from(play) < parts.plays.len(),
            Node::BlendSpace { space } => usize::from(space) < parts.spaces.len(),
            Node::TwoWay { alpha, .. } => usize::from(alpha) < parts.alphas.len(),
            Node::Control { control, .. } => {
                parts.controls.get(usize::from(control)).is_some_and(|control| control.kind.is_sound())
            }
            Node::List { .. } | Node::Machine { .. } => !parts.many(node).is_empty(),
            Node::Layered { layer, count, .. } => {
                parts.many(node).len() == usize::from(count) + 1
                    && usize::from(layer) + usize::from(count) <= parts.layers.len()
            }
            _ => true,
        };
        if !is_there {
            return Err(GraphError::Table(at as NodeId));
        }
    }
    let is_value = |value: &Value| match *value {
        Value::Number(_) => true,
        Value::Parameter(at) => usize::from(at) < parts.parameters.len(),
        Value::Program(at) => usize::from(at) < parts.programs.len(),
    };
    let plays = parts.plays.iter().map(|play| &play.rate);
    let alphas = parts.alphas.iter().map(|alpha| match alpha {
        super::Alpha::Value(value) | super::Alpha::Switch { on: value, .. } => value,
    });
    let spaces = parts.spaces.iter().flat_map(|space| space.input.iter().chain([&space.rate]));
    let lists = parts.lists.iter().map(|list| &list.index);
    let layers = parts.layers.iter().map(|layer| &layer.weight);
    let reads = parts.programs.iter().chain(parts.machines.iter().flat_map(|machine| machine.programs()));
    let mut read = reads.flat_map(|program| program.parameters());
    let is_known = read.all(|parameter| usize::from(parameter) < parts.parameters.len());
    let mut is_controlled = true;
    parts.controls.iter().for_each(|control| control.for_each_value(|value| is_controlled &= is_value(value)));
    match is_controlled && is_known && plays.chain(alphas).chain(spaces).chain(lists).chain(layers).all(is_value) {
        true => Ok(()),
        false => Err(GraphError::Value),
    }
}
