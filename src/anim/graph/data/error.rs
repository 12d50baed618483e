//! Why nodes are no graph.

use super::value::NodeId;
use std::fmt;

/// Links from the output to any node, a used pose's to its saved one included.
pub const MOST_DEPTH: usize = 256;

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
    /// This node has more than [`MOST_DEPTH`] nodes below it, one after the other.
    Deep(NodeId),
    /// There is not one id of its own for each node.
    Ids,
    /// A clip of this node is not there, or is for another skeleton.
    Clip(NodeId),
    /// A weight of a bone is not a number from 0 to 1.
    Mask,
    /// It is for another skeleton, or a mirror of it is.
    Skeleton,
    /// Its skeleton has no blend profile of a name that a list or a transition of this node has.
    Profile(NodeId),
    /// This node gives a difference where a full pose is wanted, or the other way round, or one of
    /// another kind.
    Kind(NodeId),
    /// What this node points to in a table cannot be.
    Settings(NodeId),
    /// This node shows an end of a transition, and is in the graph of none.
    Crossing(NodeId),
    /// A number is none, or beyond [`crate::limits::LARGEST`].
    Number,
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::TooMany => write!(f, "a graph has more than {} nodes", NodeId::MAX),
            GraphError::Link(node) => write!(f, "a source of node {node} does not stand before it"),
            GraphError::Shared(node) => {
                write!(f, "node {node} is the source of more than one node")
            }
            GraphError::Loose(node) => write!(f, "node {node} leads to no output"),
            GraphError::Output => {
                f.write_str("the last node, and no other one, has to be the output")
            }
            GraphError::Table(node) => write!(f, "what node {node} refers to is not in its table"),
            GraphError::Value => {
                f.write_str("a parameter or an expression that is read is not there")
            }
            GraphError::Deep(node) => {
                write!(f, "more than {MOST_DEPTH} nodes lie below node {node}")
            }
            GraphError::Ids => f.write_str("the nodes have not each an id of their own"),
            GraphError::Clip(node) => {
                write!(
                    f,
                    "a clip of node {node} is not there, or is for another skeleton"
                )
            }
            GraphError::Skeleton => {
                f.write_str("a graph, or a mirror of it, is for another skeleton")
            }
            GraphError::Profile(node) => {
                write!(f, "a blend profile of node {node} is none of its skeleton")
            }
            GraphError::Mask => {
                f.write_str("a weight of a bone in a layer is not a number from 0 to 1")
            }
            GraphError::Kind(node) => write!(
                f,
                "node {node} gives a pose of another kind than is wanted of it"
            ),
            GraphError::Settings(node) => write!(f, "what node {node} is to do cannot be done"),
            GraphError::Number => f.write_str("a number is none, or too large to reckon with"),
            GraphError::Crossing(node) => {
                write!(f, "node {node} shows an end of a transition outside of one")
            }
        }
    }
}

impl std::error::Error for GraphError {}
