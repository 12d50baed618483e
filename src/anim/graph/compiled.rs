//! A graph as it is compiled: checked, with a place for each state and a buffer for each pose.

use super::{
    crossing,
    kinds::{Kind, kinds},
    mix::FEW,
    nodes::{ControlNode, MachineNode, Node, TwoWayNode, UsedPoseNode, Written},
    parts::{GraphParts, NodeId, Value},
};
use crate::{
    Clip, Name, Skeleton, finite, ground::Probe, machine::Machine, mesh_levels::runs_at,
    mirror::MirrorTable,
};
use std::{fmt, sync::Arc};

/// Links from the output to any node, a used pose's to its saved one included.
pub const MOST_DEPTH: usize = 256;

/// A node, and where it keeps what is its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NodeSlot {
    pub(super) node: Node,
    /// Index among the states of its kind.
    pub(super) state: u16,
    /// The pose that it writes. It may be that of the node that it leads on from, which nothing
    /// else reads. One that is merged writes none.
    pub(super) buffer: u16,
    /// A blend of two whose pose is the first of another blend: that one lays the poses of both in
    /// one pass.
    pub(super) is_merged: bool,
    /// What it gives.
    pub(super) kind: Kind,
    /// The graph of a transition that it is in, by the node that ends it: it is evaluated when the
    /// transition is.
    pub(super) crossing: Option<NodeId>,
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
    pub(super) seeks: u16,
    pub(super) aims: u16,
    pub(super) randoms: u16,
    pub(super) composites: u16,
    /// Numbers that are read in an update and used in an evaluation.
    pub(super) levels: u16,
    pub(super) controls: u16,
    pub(super) lives: u16,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    pub(super) nodes: Vec<NodeSlot>,
    pub(super) parts: GraphParts,
    pub(super) counts: Counts,
    /// Saved poses, each after those that use it.
    pub(super) saves: Vec<NodeId>,
    /// Nodes that have to be asked for their pose, in evaluation order: without those that always
    /// pass on what is in their buffer, and those that the graph of a transition asks.
    pub(super) writers: Vec<NodeId>,
    /// Nodes that go on in time beside the sync groups, in evaluation order.
    pub(super) travellers: Vec<NodeId>,
    /// Where its controls want to know the ground.
    probes: Vec<Probe>,
    /// Controls that root motion goes through, from below upwards.
    leaders: Vec<NodeId>,
    /// By their state.
    inertializations: Vec<NodeId>,
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

impl Graph {
    /// Contract of the order: a node stands after all that it leads back to, and the output is the
    /// last.
    pub fn new(parts: impl Into<GraphParts>) -> Result<Self, GraphError> {
        let parts = parts.into();
        check(&parts)?;
        check_depth(&parts)?;
        check_tables(&parts)?;
        check_ids(&parts)?;
        let kinds = kinds(&parts)?;
        let mut counts = Counts::default();
        let mut nodes: Vec<NodeSlot> = Vec::with_capacity(parts.nodes.len());
        let mut buffers = Buffers::default();
        let crossings = crossing::crossings(&parts)?;
        let merged = merged(&parts);
        for (at, ((node, kind), crossing)) in
            parts.nodes.iter().zip(kinds).zip(crossings).enumerate()
        {
            let is_merged = merged[at];
            let buffer = if is_merged {
                NO_BUFFER
            } else {
                buffers.of(&parts, node, &nodes)
            };
            nodes.push(NodeSlot {
                node: *node,
                state: counts.next(node),
                buffer,
                is_merged,
                kind,
                crossing,
            });
        }
        let those = |is_wanted: &dyn Fn(&NodeSlot) -> bool| -> Vec<NodeId> {
            (0..nodes.len() as NodeId)
                .filter(|at| is_wanted(&nodes[usize::from(*at)]))
                .collect()
        };
        let mut saves = those(&|placed| matches!(placed.node, Node::SavedPose(_)));
        saves.reverse();
        let writers = those(&|placed| {
            placed.crossing.is_none() && !placed.is_merged && !placed.node.as_kind().always_passes()
        });
        let travellers = those(&|placed| placed.node.as_kind().travels());
        let leads = |control: u16| parts.controls[usize::from(control)].kind.leads();
        let leaders = those(
            &|placed| matches!(placed.node, Node::Control(ControlNode { control, .. }) if leads(control)),
        );
        let inertializations = those(&|placed| matches!(placed.node, Node::Inertialization(_)));
        let mut probes = Vec::new();
        parts
            .controls
            .iter()
            .for_each(|control| control.kind.probes(&mut probes));
        let buffers = buffers.count;
        Ok(Self {
            nodes,
            counts,
            saves,
            writers,
            travellers,
            probes,
            leaders,
            inertializations,
            buffers,
            parts,
        })
    }

    pub fn name(&self) -> Name {
        self.parts.name
    }

    /// Whose poses it makes.
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

    /// What a node is called; none where nobody named it.
    pub fn node_name(&self, node: NodeId) -> Name {
        self.parts
            .names
            .get(usize::from(node))
            .copied()
            .unwrap_or_default()
    }

    /// The sync group of a player; none of one that plays on its own, and of what is no player.
    pub fn group(&self, node: NodeId) -> Name {
        let placed = self.nodes.get(usize::from(node));
        placed.map_or(Name::NONE, |placed| {
            placed.node.as_kind().group(&self.parts)
        })
    }

    /// The index of the state of a node among those of its kind.
    pub(super) fn slot(&self, at: usize) -> usize {
        self.nodes[at].state.into()
    }

    /// The index of the buffer of a node.
    pub(super) fn buffer(&self, at: NodeId) -> usize {
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

    pub fn is_trigger(&self, name: Name) -> bool {
        self.parameter(name)
            .is_some_and(|at| self.parts.parameters[at].is_trigger)
    }

    /// Whether every clip that it plays is in a library, and all that it has is for one skeleton.
    pub fn fits(&self, clips: &[Arc<Clip>], skeleton: &Skeleton) -> Result<(), GraphError> {
        let bones = skeleton.len();
        let is_mirror = self
            .parts
            .mirrors
            .iter()
            .all(|mirror| mirror.bone_count() == bones);
        if self.parts.skeleton != skeleton.name || !is_mirror {
            return Err(GraphError::Skeleton);
        }
        let is_there = |clip: u32| {
            clips
                .get(clip as usize)
                .is_some_and(|clip| clip.skeleton == self.parts.skeleton)
        };
        for (at, node) in self.parts.nodes.iter().enumerate() {
            let mut all = true;
            node.as_kind()
                .for_each_clip(&self.parts, &mut |clip| all &= is_there(clip));
            if !all {
                return Err(GraphError::Clip(at as NodeId));
            }
            let mut is_known = |profile| all &= skeleton.profile(profile).is_some();
            node.as_kind().for_each_profile(&self.parts, &mut is_known);
            if !all {
                return Err(GraphError::Profile(at as NodeId));
            }
        }
        Ok(())
    }

    /// Refuses numbers that are none: of somebody else's graph. With such numbers a graph plays all
    /// the same, and poses stay poses, but nobody can have meant it.
    pub fn with_sound_numbers(self) -> Result<Self, GraphError> {
        if finite::is_sound(&self.parts) {
            Ok(self)
        } else {
            Err(GraphError::Number)
        }
    }

    /// The bones of which it has to be told the ground before a tick.
    pub fn probes(&self) -> &[Probe] {
        &self.probes
    }

    pub(super) fn leaders(&self) -> &[NodeId] {
        &self.leaders
    }

    /// By their state.
    pub(super) fn inertializations(&self) -> &[NodeId] {
        &self.inertializations
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

    /// The node here that is the node `at` of another graph: of the same id and kind, or of its
    /// turn among its kind where one of the graphs has no ids.
    pub(super) fn same_node(&self, other: &Graph, at: usize) -> Option<usize> {
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

    /// That a node stands under.
    pub(super) fn mirror(&self, mirror: Option<u16>) -> Option<&MirrorTable> {
        mirror.map(|mirror| &*self.parts.mirrors[usize::from(mirror)])
    }

    /// Bones that nodes read beside those that are shown, and maybe no skeleton has, in no order:
    /// they are to be worked out, too.
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

    /// What it is mirrored by.
    pub fn mirrors(&self) -> &[Arc<MirrorTable>] {
        &self.parts.mirrors
    }

    /// Of a node with links in the table.
    pub(super) fn links(&self, node: &Node) -> &[NodeId] {
        self.parts.many(node)
    }
}

impl Counts {
    fn next(&mut self, node: &Node) -> u16 {
        let Some(count) = node.as_kind().count(self) else {
            return 0;
        };
        *count += 1;
        *count - 1
    }
}

/// Of each node whether it is a blend of two that is the first source of another one, as long as
/// all that is laid in one pass is no more than [`FEW`]: each waits in a buffer of its own.
/// Contract: links are checked.
fn merged(parts: &GraphParts) -> Vec<bool> {
    let mut merged = vec![false; parts.nodes.len()];
    // Poses that a blend of two lays.
    let mut laid = vec![2; parts.nodes.len()];
    for (at, node) in parts.nodes.iter().enumerate() {
        let Node::TwoWay(TwoWayNode { a, .. }) = *node else {
            continue;
        };
        let below = usize::from(a);
        if matches!(parts.nodes.get(below), Some(Node::TwoWay(_))) && laid[below] < FEW {
            merged[below] = true;
            laid[at] = laid[below] + 1;
        }
    }
    merged
}

/// Calls with the buffers that a node reads, those that a merged source reads included.
fn for_each_read(parts: &GraphParts, node: &Node, placed: &[NodeSlot], each: &mut dyn FnMut(u16)) {
    parts.for_each_link(node, |link| match &placed[usize::from(link)] {
        NodeSlot {
            is_merged: true,
            node,
            ..
        } => for_each_read(parts, node, placed, each),
        NodeSlot { buffer, .. } => each(*buffer),
    });
}

/// Of a node that writes no pose.
const NO_BUFFER: u16 = u16::MAX;

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

    /// A node with one source writes over its pose, and so does one that adds to a base; one with
    /// several has its own, and theirs are free. A saved pose is kept to the end.
    fn of(&mut self, parts: &GraphParts, node: &Node, placed: &[NodeSlot]) -> u16 {
        let mut sources = Vec::new();
        for_each_read(parts, node, placed, &mut |buffer| sources.push(buffer));
        match (node.as_kind().written(), sources.as_slice()) {
            (Written::OfSource, [source, rest @ ..]) => {
                self.free.extend(rest);
                *source
            }
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
        if matches!(node, Node::Output(_)) != (at == last) {
            return Err(GraphError::Output);
        }
        let mut result = Ok(());
        parts.for_each_link(node, |source| {
            let source = usize::from(source);
            let is_saved = nodes
                .get(source)
                .is_some_and(|node| matches!(node, Node::SavedPose(_)));
            if source >= at || is_saved {
                result = result.and(Err(GraphError::Link(at as NodeId)));
            } else if std::mem::replace(&mut is_used[source], true) {
                result = result.and(Err(GraphError::Shared(source as NodeId)));
            }
        });
        result?;
        if let Node::UsedPose(UsedPoseNode { saved }) = *node {
            let is_saved = matches!(
                nodes[..at].get(usize::from(saved)),
                Some(Node::SavedPose(_))
            );
            if !is_saved {
                return Err(GraphError::Link(at as NodeId));
            }
            is_used[usize::from(saved)] = true;
        }
    }
    // A saved pose that nobody uses is never updated.
    let is_loose = |at: &usize| !is_used[*at] && !matches!(nodes[*at], Node::SavedPose(_));
    match (0..last).find(is_loose) {
        Some(loose) => Err(GraphError::Loose(loose as NodeId)),
        None => Ok(()),
    }
}

fn check_depth(parts: &GraphParts) -> Result<(), GraphError> {
    let mut depths: Vec<usize> = Vec::with_capacity(parts.nodes.len());
    for (at, node) in parts.nodes.iter().enumerate() {
        let mut below = 0;
        parts.for_each_link(node, |source| {
            below = below.max(depths[usize::from(source)])
        });
        if let Node::UsedPose(UsedPoseNode { saved }) = *node {
            below = below.max(depths[usize::from(saved)]);
        }
        if below >= MOST_DEPTH {
            return Err(GraphError::Deep(at as NodeId));
        }
        depths.push(below + 1);
    }
    Ok(())
}

fn check_ids(parts: &GraphParts) -> Result<(), GraphError> {
    let mut sorted = parts.ids.clone();
    sorted.sort_unstable();
    sorted.dedup();
    if ![0, parts.nodes.len()].contains(&parts.names.len()) {
        return Err(GraphError::Ids);
    }
    if parts.ids.is_empty()
        || (sorted.len() == parts.ids.len() && sorted.len() == parts.nodes.len())
    {
        Ok(())
    } else {
        Err(GraphError::Ids)
    }
}

fn check_tables(parts: &GraphParts) -> Result<(), GraphError> {
    for (at, node) in parts.nodes.iter().enumerate() {
        if !node.as_kind().has_tables(parts) {
            return Err(GraphError::Table(at as NodeId));
        }
        if !node.as_kind().is_sound(parts) {
            return Err(GraphError::Settings(at as NodeId));
        }
    }
    let is_value = |value: Value| match value {
        Value::Number(_) => true,
        Value::Parameter(at) => usize::from(at) < parts.parameters.len(),
        Value::Program(at) => usize::from(at) < parts.programs.len(),
    };
    let is_share = |weight: &f32| (0.0..=1.0).contains(weight);
    let masks = parts
        .layers
        .iter()
        .map(|layer| &layer.mask)
        .chain(&parts.masks);
    if !masks
        .flat_map(|mask| mask.rows().iter().flatten())
        .all(is_share)
    {
        return Err(GraphError::Mask);
    }
    let reads = parts
        .programs
        .iter()
        .chain(parts.machines.iter().flat_map(|machine| machine.programs()));
    let mut read = reads.flat_map(|program| program.parameters());
    let is_known = read.all(|parameter| usize::from(parameter) < parts.parameters.len())
        && parts
            .driven
            .iter()
            .all(|(parameter, _)| usize::from(*parameter) < parts.parameters.len());
    let mut are_there = true;
    parts.for_each_value(|value| are_there &= is_value(value));
    if is_known && are_there {
        Ok(())
    } else {
        Err(GraphError::Value)
    }
}
