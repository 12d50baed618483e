//! A second evaluation of a tick, for who wants to see into it: the pose at a link, and how long
//! each node takes.
//!
//! It works on a copy of the state with buffers of its own, so that the tick is what it is without:
//! evaluating twice gives the same bits, and nothing that comes later sees it.

use super::{scratch::EvaluationScratch, state::GraphState, tick::Tick};
use crate::{Pose, additive::AdditivePose, graph::data::value::NodeId};

/// Buffers, kept while somebody watches.
#[derive(Clone, Debug, Default)]
pub(crate) struct GraphWatch {
    state: GraphState,
    scratch: EvaluationScratch,
    poses: Vec<Pose>,
    delta: AdditivePose,
}

/// Request to watch an evaluation.
pub(crate) struct WatchRequest<'a> {
    /// The node whose pose is wanted.
    pub(crate) node: Option<NodeId>,
    /// Told of every node once it was evaluated; what the graph of a transition does counts to its
    /// machine.
    pub(crate) done: Option<&'a mut dyn FnMut(NodeId)>,
}

impl GraphState {
    /// A blend that is merged into another one has no buffer: its pose is made only for who wants
    /// it.
    pub(super) fn see_merged(
        &self,
        at: usize,
        tick: &Tick<'_>,
        scratch: &mut EvaluationScratch,
        poses: &mut [Pose],
    ) {
        if !scratch.wanted.is_of(at) {
            return;
        }
        let mut pose = std::mem::take(&mut scratch.wanted.pose);
        self.mix_two(
            at,
            tick,
            &mut scratch.mixer(poses, tick.graph.nodes[at].kind),
            &mut pose,
        );
        (scratch.wanted.pose, scratch.wanted.is_seen) = (pose, true);
    }
}

impl GraphWatch {
    /// Pose of the wanted node; for an additive node, its difference applied to the reference pose.
    /// None if the node is inactive, or is in the graph of a transition that is not running.
    /// Contract: call after this tick's evaluation, with the state that it left.
    pub(crate) fn look(
        &mut self,
        state: &GraphState,
        tick: &Tick<'_>,
        look: WatchRequest<'_>,
    ) -> Option<&mut Pose> {
        let Self {
            state: copy,
            scratch,
            poses,
            delta,
        } = self;
        let WatchRequest { node, mut done } = look;
        copy.clone_from(state);
        scratch.begin_evaluation();
        (scratch.wanted.node, scratch.wanted.is_seen) = (node, false);
        poses.resize_with(tick.graph.buffer_count(), Pose::default);
        for (at, placed) in tick.graph.nodes.iter().enumerate() {
            if placed.crossing.is_some() || copy.frame == 0 || !copy.is_reached(at) {
                continue;
            }
            if placed.is_merged {
                copy.see_merged(at, tick, scratch, poses);
            } else {
                copy.evaluate_node(at, tick, scratch, poses);
                scratch.wanted.see(at, &poses[usize::from(placed.buffer)]);
            }
            if let Some(done) = &mut done {
                done(at as NodeId);
            }
        }
        let wanted = Some(&mut scratch.wanted).filter(|wanted| wanted.is_seen)?;
        if let Some(kind) = tick.graph.nodes[usize::from(node?)].kind {
            delta.kind = kind;
            std::mem::swap(&mut delta.deltas, &mut wanted.pose);
            wanted.pose.reset(&tick.skeleton);
            delta.apply(&tick.skeleton, 1.0, &mut wanted.pose);
        }
        Some(&mut wanted.pose)
    }
}
