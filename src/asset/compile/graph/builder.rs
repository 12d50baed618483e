//! The walk over a graph from its output back, and what it gathers: each node stands after all that
//! it leads back to.

use super::{made_of::MadeOf, values::Values};
use crate::{
    Id, PoseGraph, Project, Severity, Skeleton,
    compile::{GraphSources, Output},
    diagnostic::Kind,
    graph::{Node, NodeKind},
};
use anim::{
    Library,
    graph::{GraphParts, NO_NODE, NodeId, nodes},
};
use std::{collections::BTreeMap, sync::Arc};

/// Inputs that a graph is compiled from.
pub(super) struct From<'a> {
    pub(super) project: &'a Project,
    pub(super) library: &'a Library,
    pub(super) id: Id,
    pub(super) graph: &'a PoseGraph,
    pub(super) skeleton: &'a Skeleton,
    pub(super) made: &'a MadeOf,
}

/// Result of building a node.
pub(super) enum NodeBuildResult {
    Node(anim::graph::Node),
    /// A node that stands there already.
    There(NodeId),
}

/// State of a node while its graph is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeWalkState {
    /// The walk is still below it: a link to it would lead back.
    Open,
    Done(NodeId),
    /// The node did not compile and is left out.
    Left,
}

pub(super) struct Builder<'a> {
    pub(super) from: &'a From<'a>,
    pub(super) compiled: &'a Arc<anim::Skeleton>,
    pub(super) parts: GraphParts,
    pub(super) values: Values<'a>,
    /// Nodes that were looked at, by their ids in the outermost graph.
    pub(super) walked: BTreeMap<Id, NodeWalkState>,
    pub(super) depth: usize,
    pub(super) sources: &'a mut GraphSources,
    /// Findings about nodes of the outermost graph that were made while another graph was compiled.
    pub(super) kept: Vec<(Severity, Id, Kind)>,
    /// For each compiled node, the node of the outermost graph that equals it or leads to it.
    pub(super) owners: Vec<Id>,
    pub(super) out: &'a mut Output,
}

impl<'a> Builder<'a> {
    pub(super) fn graph(&self) -> &'a PoseGraph {
        self.values.place.graph
    }

    /// The asset whose graph is being compiled.
    pub(super) fn asset(&self) -> Id {
        self.values.place.asset
    }

    pub(super) fn push(&mut self, id: Id, title: &str, node: anim::graph::Node) -> NodeId {
        let at = self.parts.nodes.len().min(usize::from(NO_NODE) - 1) as NodeId;
        self.parts.nodes.push(node);
        self.parts.ids.push(id.0);
        self.owners
            .push(self.values.place.outermost_link().unwrap_or(id));
        let name = self.out.name(self.from.id, None, title);
        self.parts.names.push(name);
        at
    }

    /// Adds a compiled node in the place of a node of the graph that is being compiled.
    pub(super) fn place(&mut self, node: &Node, compiled: anim::graph::Node) -> NodeId {
        let place = self.values.place.clone();
        self.push(
            place.id(node.id),
            &format!("{}{}", place.titles, node.title()),
            compiled,
        )
    }

    pub(super) fn error(&mut self, item: Id, kind: Kind) {
        self.out.error(self.asset(), Some(item), kind);
    }

    pub(super) fn warn(&mut self, item: Id, kind: Kind) {
        self.out.warn(self.asset(), Some(item), kind);
    }

    /// A link of `user`. One that leads nowhere, or back to where it came from, is the reference
    /// pose.
    pub(super) fn link(&mut self, user: Id, label: &str, source: Option<Id>) -> NodeId {
        match source {
            Some(source) => self.node(source, user),
            None => {
                self.warn(
                    user,
                    Kind::PinUnlinked {
                        pin: label.to_owned(),
                    },
                );
                NO_NODE
            }
        }
    }

    pub(super) fn node(&mut self, id: Id, user: Id) -> NodeId {
        let Some(node) = self.graph().wiring.node(id) else {
            self.error(user, Kind::NodeMissing);
            return NO_NODE;
        };
        match self.walked.get(&self.values.place.id(id)) {
            Some(NodeWalkState::Open) => {
                self.error(
                    user,
                    Kind::GraphCycle {
                        node: node.title().to_owned(),
                    },
                );
                return NO_NODE;
            }
            Some(NodeWalkState::Done(_) | NodeWalkState::Left) => {
                self.error(
                    user,
                    Kind::NodeShared {
                        node: node.title().to_owned(),
                    },
                );
                return NO_NODE;
            }
            None => {}
        }
        if let NodeKind::SavedPose(_) = node.kind {
            self.error(
                user,
                Kind::SavedPoseLinked {
                    node: node.title().to_owned(),
                },
            );
            return NO_NODE;
        }
        self.walk(node)
    }

    pub(super) fn walk(&mut self, node: &'a Node) -> NodeId {
        if self.depth >= anim::graph::MOST_DEPTH {
            self.error(node.id, Kind::GraphTooDeep);
            return NO_NODE;
        }
        let id = self.values.place.id(node.id);
        self.depth += 1;
        self.walked.insert(id, NodeWalkState::Open);
        let at = match self.compiled(node) {
            None => None,
            Some(NodeBuildResult::Node(compiled)) => Some(self.place(node, compiled)),
            Some(NodeBuildResult::There(at)) => Some(at),
        };
        self.depth -= 1;
        self.walked
            .insert(id, at.map_or(NodeWalkState::Left, NodeWalkState::Done));
        at.unwrap_or(NO_NODE)
    }

    /// Pose sources of a node, pin by pin.
    pub(super) fn linked_to(&mut self, node: &'a Node) -> Vec<NodeId> {
        node.kind
            .pins()
            .iter()
            .map(|pin| self.link(node.id, &pin.label, pin.source))
            .collect()
    }

    /// [`Builder::linked_to`] of a node with two pins.
    pub(super) fn two(&mut self, node: &'a Node) -> Option<[NodeId; 2]> {
        self.linked_to(node).try_into().ok()
    }

    /// [`Builder::linked_to`] of a node with a single pin.
    pub(super) fn one(&mut self, node: &'a Node) -> Option<NodeId> {
        self.linked_to(node).first().copied()
    }

    /// A node that works over its one source; the source passes where it can do nothing.
    pub(super) fn over(
        &mut self,
        node: &'a Node,
        make: impl FnOnce(&mut Self, NodeId) -> Option<anim::graph::Node>,
    ) -> Option<anim::graph::Node> {
        let source = self.one(node)?;
        make(self, source).or_else(|| self.passes(source))
    }

    /// Source that a disabled node passes; None without a source.
    pub(super) fn passed(&mut self, node: &'a Node) -> Option<NodeBuildResult> {
        let source = node.kind.pins().get(node.passed_pin()?)?.source?;
        let at = self.node(source, node.id);
        (at != NO_NODE).then_some(NodeBuildResult::There(at))
    }

    /// Takes the place of a node that can do nothing: its source passes, bit for bit.
    pub(super) fn passes(&mut self, source: NodeId) -> Option<anim::graph::Node> {
        Some(anim::graph::Node::ModifyCurve(nodes::ModifyCurveNode {
            source,
            first: 0,
            count: 0,
        }))
    }

    pub(super) fn links(&mut self, links: &[NodeId]) -> u32 {
        let first = self.parts.links.len() as u32;
        self.parts.links.extend(links);
        first
    }

    /// The saved pose stands before every node that uses it.
    pub(super) fn saved(&mut self, node: &Node, saved: Option<Id>) -> Option<NodeId> {
        let authored = saved.and_then(|saved| self.graph().wiring.node(saved));
        let Some(authored) = authored.filter(|it| matches!(it.kind, NodeKind::SavedPose(_))) else {
            self.error(node.id, Kind::SavedPoseMissing);
            return None;
        };
        match self.walked.get(&self.values.place.id(authored.id)) {
            Some(NodeWalkState::Done(at)) => Some(*at),
            Some(NodeWalkState::Left) => None,
            Some(NodeWalkState::Open) => {
                self.error(
                    node.id,
                    Kind::GraphCycle {
                        node: authored.title().to_owned(),
                    },
                );
                None
            }
            None => {
                // It is worked out for all that use it.
                let around = std::mem::replace(&mut self.values.in_transition, false);
                let at = self.walk(authored);
                self.values.in_transition = around;
                (at != NO_NODE).then_some(at)
            }
        }
    }
}
