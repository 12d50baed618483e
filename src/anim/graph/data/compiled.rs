//! A graph as it is compiled: checked, with a place for each state and a buffer for each pose.

use super::{
    node::{MachineNode, Node},
    parts::GraphParts,
    value::{NodeId, PoseKind},
};
use crate::{
    Name, Skeleton, graph::control::ControlKind, ground::Probe, machine::Machine,
    mesh_levels::runs_at, mirror::MirrorTable,
};
use std::sync::Arc;

/// A node, and where it keeps what is its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::graph) struct NodeSlot {
    pub(in crate::graph) node: Node,
    /// Index among the states of its kind.
    pub(in crate::graph) state: u16,
    /// The pose that it writes. It may be that of the node that it leads on from, which nothing
    /// else reads. One that is merged writes none.
    pub(in crate::graph) buffer: u16,
    /// A blend of two whose pose is the first of another blend: that one lays the poses of both in
    /// one pass.
    pub(in crate::graph) is_merged: bool,
    /// Kind of pose that the node gives.
    pub(in crate::graph) kind: PoseKind,
    /// The graph of a transition that it is in, by the node that ends it: it is evaluated when the
    /// transition is.
    pub(in crate::graph) crossing: Option<NodeId>,
}

/// Number of states of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::graph) struct NodeStateCounts {
    pub(in crate::graph) players: u16,
    pub(in crate::graph) spaces: u16,
    pub(in crate::graph) two_ways: u16,
    pub(in crate::graph) lists: u16,
    pub(in crate::graph) machines: u16,
    pub(in crate::graph) saves: u16,
    pub(in crate::graph) inertializers: u16,
    pub(in crate::graph) seeks: u16,
    pub(in crate::graph) aims: u16,
    pub(in crate::graph) randoms: u16,
    pub(in crate::graph) composites: u16,
    /// Numbers that are read in an update and used in an evaluation.
    pub(in crate::graph) levels: u16,
    pub(in crate::graph) controls: u16,
    pub(in crate::graph) lives: u16,
}

/// A compiled animation graph. It is immutable; a [`GraphState`](crate::graph::GraphState) is what
/// an instance of it keeps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    pub(in crate::graph) nodes: Vec<NodeSlot>,
    pub(in crate::graph) parts: GraphParts,
    pub(in crate::graph) counts: NodeStateCounts,
    /// Saved poses, each after those that use it.
    pub(in crate::graph) saves: Vec<NodeId>,
    /// Nodes that have to be asked for their pose, in evaluation order: without those that always
    /// pass on what is in their buffer, and those that the graph of a transition asks.
    pub(in crate::graph) writers: Vec<NodeId>,
    /// Nodes that go on in time beside the sync groups, in evaluation order.
    pub(in crate::graph) travellers: Vec<NodeId>,
    /// Places where the graph's controls query the ground.
    pub(in crate::graph) probes: Vec<Probe>,
    /// Controls that root motion goes through, from below upwards.
    pub(in crate::graph) leaders: Vec<NodeId>,
    /// Inertialization nodes, by the index of their state.
    pub(in crate::graph) inertializations: Vec<NodeId>,
    pub(in crate::graph) buffers: u16,
}

impl Graph {
    /// A graph that has a name and no nodes.
    pub(crate) fn named(name: Name) -> Self {
        Self {
            parts: GraphParts {
                name,
                ..GraphParts::default()
            },
            ..Self::default()
        }
    }

    /// Name of the graph, as its parts have it.
    pub fn name(&self) -> Name {
        self.parts.name
    }

    /// Name of the skeleton that the graph makes poses for.
    pub fn skeleton(&self) -> Name {
        self.parts.skeleton
    }

    /// Index of a parameter.
    pub fn parameter(&self, name: Name) -> Option<usize> {
        self.parts
            .parameters
            .iter()
            .position(|parameter| parameter.name == name)
    }

    /// Whether the graph works a parameter out itself.
    pub fn is_driven(&self, parameter: usize) -> bool {
        self.parts
            .driven
            .iter()
            .any(|(at, _)| usize::from(*at) == parameter)
    }

    /// Name of a node for display; no name if the node was never named.
    pub fn node_name(&self, node: NodeId) -> Name {
        self.parts
            .names
            .get(usize::from(node))
            .copied()
            .unwrap_or_default()
    }

    /// The index of the state of a node among those of its kind.
    pub(in crate::graph) fn slot(&self, at: usize) -> usize {
        self.nodes[at].state.into()
    }

    /// The index of the buffer of a node.
    pub(in crate::graph) fn buffer(&self, at: NodeId) -> usize {
        self.nodes[usize::from(at)].buffer.into()
    }

    /// The state machines: their nodes, each with what it is compiled from.
    pub fn machines(&self) -> impl Iterator<Item = (NodeId, &Machine)> {
        self.nodes
            .iter()
            .enumerate()
            .filter_map(|(at, placed)| match placed.node {
                Node::Machine(MachineNode { machine, .. }) => {
                    Some((at as NodeId, &*self.parts.machines[usize::from(machine)]))
                }
                _ => None,
            })
    }

    /// Whether the graph has a parameter of this name and it is a trigger.
    pub fn is_trigger(&self, name: Name) -> bool {
        self.parameter(name)
            .is_some_and(|at| self.parts.parameters[at].is_trigger)
    }

    /// Probes of the bones whose ground the graph needs before a tick.
    pub fn probes(&self) -> &[Probe] {
        &self.probes
    }

    pub(in crate::graph) fn leaders(&self) -> &[NodeId] {
        &self.leaders
    }

    /// Inertialization nodes, by the index of their state.
    pub(in crate::graph) fn inertializations(&self) -> &[NodeId] {
        &self.inertializations
    }

    /// All nodes, in evaluation order.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = &Node> {
        self.nodes.iter().map(|placed| &placed.node)
    }

    /// The nodes and tables that the graph was compiled from, as they were given.
    pub fn parts(&self) -> &GraphParts {
        &self.parts
    }

    /// Poses that an evaluation needs beside those of the slots.
    pub fn buffer_count(&self) -> usize {
        self.buffers.into()
    }

    /// The node here that is the node `at` of another graph: of the same id and kind, or of its
    /// turn among its kind where one of the graphs has no ids.
    pub(in crate::graph) fn same_node(&self, other: &Graph, at: usize) -> Option<usize> {
        let wanted = &other.nodes[at];
        let is_kind = |placed: &NodeSlot| {
            std::mem::discriminant(&placed.node) == std::mem::discriminant(&wanted.node)
        };
        let found = match (self.parts.ids.is_empty(), other.parts.ids.get(at)) {
            (false, Some(id)) => self.parts.ids.iter().position(|known| known == id),
            _ => self
                .nodes
                .iter()
                .position(|placed| is_kind(placed) && placed.state == wanted.state),
        };
        found.filter(|at| is_kind(&self.nodes[*at]))
    }

    /// Mirror table that a node is seen in; None without a mirror.
    pub(in crate::graph) fn mirror(&self, mirror: Option<u16>) -> Option<&MirrorTable> {
        mirror.map(|mirror| &*self.parts.mirrors[usize::from(mirror)])
    }

    /// Calls `each` with every bone that nodes read in addition to the visible bones, in no order.
    /// These bones need evaluation too, and the skeleton may lack some of them.
    pub fn for_each_read_bone(&self, lod: u32, skeleton: &Skeleton, mut each: impl FnMut(usize)) {
        // A virtual bone needs both of its ends.
        let mut each = |bone: usize| match bone.checked_sub(skeleton.len()) {
            None => each(bone),
            Some(at) => {
                let ends = skeleton
                    .virtual_bones
                    .get(at)
                    .map(|bone| [bone.source, bone.target]);
                ends.into_iter()
                    .flatten()
                    .for_each(|end| each(end as usize));
            }
        };
        let running = self
            .parts
            .controls
            .iter()
            .filter(|control| runs_at(control.lod_threshold, lod));
        running.for_each(|control| control.kind.for_each_named(&mut each));
        for driver in self
            .parts
            .drivers
            .iter()
            .filter(|driver| runs_at(driver.lod, lod))
        {
            driver.for_each_read_bone(&mut each);
        }
        for look in self
            .parts
            .aims
            .iter()
            .filter(|aim| runs_at(aim.lod, lod))
            .filter_map(|aim| aim.look.as_ref())
        {
            look.source.bone(skeleton).into_iter().for_each(&mut each);
        }
    }

    /// Mirror tables of the graph's mirror nodes.
    pub fn mirrors(&self) -> &[Arc<MirrorTable>] {
        &self.parts.mirrors
    }

    /// One of its controls takes bones from outside under this name.
    pub(crate) fn has_external(&self, name: Name) -> bool {
        self.parts()
            .controls
            .iter()
            .any(|control| control.kind == ControlKind::ExternalPose(name))
    }
}
