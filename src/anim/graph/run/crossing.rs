//! Transitions with a graph of their own: the pose is what the graph makes of the two ends.
//!
//! Its nodes are evaluated inside their machine, when the transition's turn comes among those under
//! way: what it leaves is the pose that everything before it made.

use super::{
    evaluate::Draw,
    outcome::{Context, UpdateOutcome},
    scratch::EvaluationScratch,
    state::GraphState,
    tick::Tick,
};
use crate::{
    Pose,
    graph::data::{
        error::GraphError,
        node::{Node, TransitionEnd, TransitionPoseNode},
        parts::GraphParts,
        value::{NO_NODE, NodeId},
    },
    machine::Layer,
};

/// For each node, the innermost transition graph that contains the node, identified by the node
/// that ends that graph. A saved pose is in none: the pose is evaluated for all nodes that use it.
pub(in crate::graph) fn crossings(parts: &GraphParts) -> Result<Vec<Option<NodeId>>, GraphError> {
    let mut crossings = vec![None; parts.nodes.len()];
    for at in (0..parts.nodes.len()).rev() {
        let (node, own) = (&parts.nodes[at], crossings[at]);
        if own.is_none() && matches!(node, Node::TransitionPose(_)) {
            return Err(GraphError::Crossing(at as NodeId));
        }
        parts.for_each_link(node, |link| crossings[usize::from(link)] = own);
        if let Node::Machine(machine) = node {
            for link in machine
                .links(parts)
                .1
                .iter()
                .filter(|link| **link != NO_NODE)
            {
                crossings[usize::from(*link)] = Some(*link);
            }
        }
    }
    Ok(crossings)
}

impl GraphState {
    /// Updates the graphs of a machine's transitions in progress, each with its visible part of
    /// the weight.
    pub(super) fn cross(
        &mut self,
        at: usize,
        context: Context,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
    ) {
        let machine = usize::from(tick.graph.nodes[at].state);
        let mut seen = 1.0;
        for nth in (0..self.machines[machine].depth()).rev() {
            let layer = self.machines[machine].layer(nth);
            if let Some(link) = link_of(at, &layer, tick) {
                let around = self.transition.replace(layer.alpha);
                self.child(link, context, (seen as f32, false), tick, outcome);
                self.transition = around;
            }
            seen *= 1.0 - layer.alpha;
        }
    }

    /// The pose of a machine, a transition of which has a graph.
    pub(in crate::graph) fn crossed(&mut self, draw: Draw<'_, '_>) {
        let Draw {
            at,
            placed,
            tick,
            scratch,
            poses,
        } = draw;
        let states = tick.graph.links(&placed.node);
        let machine = usize::from(placed.state);
        // Nodes of the graphs inside may have the machine's buffer, until it writes.
        let mut pose = scratch.crossed.pop().unwrap_or_default();
        let base = states[usize::from(self.machines[machine].base())];
        self.copy(base, tick, &scratch.mixer(poses, placed.kind), &mut pose);
        for nth in 0..self.machines[machine].depth() {
            let layer = self.machines[machine].layer(nth);
            let to = states[usize::from(layer.to)];
            match link_of(at, &layer, tick).filter(|link| self.has_pose(*link)) {
                Some(link) => self.run_crossing(link, (to, &mut pose), tick, scratch, poses),
                None => self.lay(
                    to,
                    &layer,
                    tick,
                    &mut scratch.mixer(poses, placed.kind),
                    &mut pose,
                ),
            }
        }
        poses[usize::from(placed.buffer)].copy_from(&pose);
        scratch.crossed.push(pose);
    }

    /// `pose` is what the transition leaves, and then what its graph makes of it.
    fn run_crossing(
        &mut self,
        link: NodeId,
        (to, pose): (NodeId, &mut Pose),
        tick: &Tick<'_>,
        scratch: &mut EvaluationScratch,
        poses: &mut [Pose],
    ) {
        for at in 0..=usize::from(link) {
            let placed = tick.graph.nodes[at];
            if placed.crossing != Some(link) || !self.is_reached(at) {
                continue;
            }
            if placed.is_merged {
                self.see_merged(at, tick, scratch, poses);
                continue;
            }
            match placed.node {
                Node::TransitionPose(TransitionPoseNode { end }) => {
                    let mut shown = std::mem::take(&mut poses[usize::from(placed.buffer)]);
                    match end {
                        TransitionEnd::From => shown.copy_from(pose),
                        TransitionEnd::To => {
                            self.copy(to, tick, &scratch.mixer(poses, placed.kind), &mut shown)
                        }
                    }
                    poses[usize::from(placed.buffer)] = shown;
                }
                _ => self.evaluate_node(at, tick, scratch, poses),
            }
            scratch.wanted.see(at, &poses[usize::from(placed.buffer)]);
        }
        pose.copy_from(&poses[usize::from(tick.graph.nodes[usize::from(link)].buffer)]);
    }
}

pub(super) fn link_of(at: usize, layer: &Layer, tick: &Tick<'_>) -> Option<NodeId> {
    let Node::Machine(machine) = &tick.graph.nodes[at].node else {
        return None;
    };
    let link = machine.links(tick.graph.parts()).1[usize::from(layer.pose?)];
    (link != NO_NODE).then_some(link)
}
