//! Why nodes are no graph.

use super::value::NodeId;
use std::fmt;
use words::tr;

/// Links from the output to any node, a used pose's to its saved one included.
pub const MOST_DEPTH: usize = 256;

/// Reasons why nodes are not a valid graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphError {
    TooMany,
    /// A link of this node does not lead to a node before it.
    Link(NodeId),
    /// More than one link leads to this node.
    Shared(NodeId),
    /// No link leads from this node to another node.
    Loose(NodeId),
    /// The last node is no output, or another one is.
    Output,
    /// This node refers to an entry of a table that does not exist.
    Table(NodeId),
    /// A number, parameter or program that something reads is not there.
    Value,
    /// The chain of nodes below this node is longer than [`MOST_DEPTH`].
    Deep(NodeId),
    /// Not every node has exactly one unique id.
    Ids,
    /// A clip of this node is not there, or is for another skeleton.
    Clip(NodeId),
    /// A weight of a bone is not a number from 0 to 1.
    Mask,
    /// The graph, or one of its mirror tables, is for another skeleton.
    Skeleton,
    /// A list or a transition of this node names a blend profile that the graph's skeleton does not
    /// have.
    Profile(NodeId),
    /// This node gives a difference instead of a full pose, a full pose instead of a difference, or
    /// the wrong kind of difference.
    Kind(NodeId),
    /// This node refers to an entry of a table that has invalid settings.
    Settings(NodeId),
    /// This node shows an end of a transition but lies outside the graph of a transition.
    Crossing(NodeId),
    /// A number is none, or beyond [`crate::limits::LARGEST`].
    Number,
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::TooMany => f.write_str(&tr!("a graph has more than {} nodes", NodeId::MAX)),
            GraphError::Link(node) => {
                f.write_str(&tr!("an input of node {node} does not come before it"))
            }
            GraphError::Shared(node) => f.write_str(&tr!("node {node} feeds more than one node")),
            GraphError::Loose(node) => {
                f.write_str(&tr!("node {node} is not connected to an output"))
            }
            GraphError::Output => {
                f.write_str(tr!("the last node, and only the last, must be the output"))
            }
            GraphError::Table(node) => f.write_str(&tr!("node {node} refers to a missing item")),
            GraphError::Value => f.write_str(tr!("a parameter or an expression is missing")),
            GraphError::Deep(node) => f.write_str(&tr!(
                "node {node} has a chain of more than {MOST_DEPTH} nodes"
            )),
            GraphError::Ids => f.write_str(tr!("some nodes share an ID")),
            GraphError::Clip(node) => f.write_str(&tr!(
                "a clip of node {node} is missing or uses another skeleton"
            )),
            GraphError::Skeleton => {
                f.write_str(tr!("a graph or its mirror table uses another skeleton"))
            }
            GraphError::Profile(node) => f.write_str(&tr!(
                "a blend profile of node {node} is not in its skeleton"
            )),
            GraphError::Mask => f.write_str(tr!("a bone weight of a layer is not 0 to 1")),
            GraphError::Kind(node) => f.write_str(&tr!(
                "node {node} gives a full pose to an additive input, or the reverse"
            )),
            GraphError::Settings(node) => {
                f.write_str(&tr!("the settings of node {node} are not valid"))
            }
            GraphError::Number => f.write_str(tr!("a number is not finite or too large")),
            GraphError::Crossing(node) => f.write_str(&tr!(
                "node {node} shows a transition pose outside a transition"
            )),
        }
    }
}

impl std::error::Error for GraphError {}
