//! How a graph is compiled: it is checked, and each state gets its place and each pose its buffer.

use super::{
    data::{
        compiled::{Graph, NodeSlot, NodeStateCounts},
        error::{GraphError, MOST_DEPTH},
        node::{ControlNode, Node, TwoWayNode, UsedPoseNode},
        parts::GraphParts,
        value::{NodeId, Value},
    },
    kinds::kinds,
    nodes::PoseDestination,
    run::{crossing, mix::FEW},
};
use crate::{Clip, Skeleton, finite};
use std::sync::Arc;

impl Graph {
    /// Checks the parts, and gives each node a place for its state and each pose a buffer. Contract
    /// of the order: a node stands after all that it leads back to, and the output is the last.
    /// [`GraphError`] says which part is refused, and at which node.
    pub fn new(parts: impl Into<GraphParts>) -> Result<Self, GraphError> {
        let parts = parts.into();
        check(&parts)?;
        check_depth(&parts)?;
        check_tables(&parts)?;
        check_ids(&parts)?;
        let kinds = kinds(&parts)?;
        let mut counts = NodeStateCounts::default();
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
}

impl NodeStateCounts {
    fn next(&mut self, node: &Node) -> u16 {
        let Some(count) = node.as_kind().count(self) else {
            return 0;
        };
        *count += 1;
        *count - 1
    }
}

/// For each node, whether it is a blend of two that is the first source of another blend of two,
/// while one pass lays at most [`FEW`] poses: each pose waits in a buffer of its own. Contract:
/// links are checked.
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

/// Buffer index of a node that writes no pose.
const NO_BUFFER: u16 = u16::MAX;

/// Pose buffers that are free again, while nodes get buffers in evaluation order.
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
            (PoseDestination::OfSource, [source, rest @ ..]) => {
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
