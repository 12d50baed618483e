//! The evaluation of a tick: poses from the leaves to the output. It changes no time and no weight,
//! and a second one gives the same bits.

use super::{
    mix::Mixer,
    sampling::rest,
    scratch::{Caches, EvaluationScratch},
    state::GraphState,
    tick::Tick,
};
use crate::{
    Pose,
    graph::data::{
        compiled::{Graph, NodeSlot},
        value::{NO_NODE, NodeId},
    },
};

/// A node whose pose is written.
pub(in crate::graph) struct Draw<'a, 't> {
    /// Index of the node.
    pub(in crate::graph) at: usize,
    pub(in crate::graph) placed: &'a NodeSlot,
    pub(in crate::graph) tick: &'a Tick<'t>,
    pub(in crate::graph) scratch: &'a mut EvaluationScratch,
    pub(in crate::graph) poses: &'a mut [Pose],
}

impl Draw<'_, '_> {
    /// The index of its state among those of its kind.
    pub(in crate::graph) fn slot(&self) -> usize {
        self.placed.state.into()
    }

    pub(in crate::graph) fn pose(&mut self) -> &mut Pose {
        &mut self.poses[usize::from(self.placed.buffer)]
    }

    pub(in crate::graph) fn split(&mut self) -> (&mut EvaluationScratch, &mut Pose) {
        (
            &mut *self.scratch,
            &mut self.poses[usize::from(self.placed.buffer)],
        )
    }

    /// Writes the reference pose, or a difference that adds nothing.
    pub(in crate::graph) fn rest(&mut self) {
        let (kind, tick) = (self.placed.kind, self.tick);
        rest(kind, tick, self.pose());
    }

    /// The pose to write over, which is that of the one source.
    pub(in crate::graph) fn source(&mut self, source: NodeId) -> &mut Pose {
        if source == NO_NODE {
            self.rest();
        }
        self.pose()
    }

    /// Writes a pose that is mixed of others. Contract: the buffer of the node is none of those of
    /// its sources.
    pub(in crate::graph) fn mix(&mut self, write: impl FnOnce(&mut Mixer<'_>, &mut Pose)) {
        let buffer = usize::from(self.placed.buffer);
        let mut pose = std::mem::take(&mut self.poses[buffer]);
        write(
            &mut self.scratch.mixer(self.poses, self.placed.kind),
            &mut pose,
        );
        self.poses[buffer] = pose;
    }
}

impl GraphState {
    /// Evaluates the pose of the output; without an output, the reference pose. Contract: called
    /// after the update of the same tick. Returns whether every bone that is not evaluated shows
    /// its reference pose already.
    pub(crate) fn evaluate(
        &mut self,
        tick: &Tick<'_>,
        caches: &mut Caches,
        scratch: &mut EvaluationScratch,
        out: &mut Pose,
    ) -> bool {
        std::mem::swap(&mut scratch.caches.own, caches);
        scratch.begin_evaluation();
        if scratch.poses.len() < tick.graph.buffer_count() {
            scratch
                .poses
                .resize_with(tick.graph.buffer_count(), Pose::default);
        }
        let mut poses = std::mem::take(&mut scratch.poses);
        let mut last = None;
        for at in tick.graph.writers.iter().map(|at| usize::from(*at)) {
            if self.is_reached(at) && !tick.graph.nodes[at].node.as_kind().passes(tick) {
                self.evaluate_node(at, tick, scratch, &mut poses);
                last = Some(&tick.graph.nodes[at]);
            }
        }
        let rests = |last: &NodeSlot| last.node.as_kind().rests_others(last.state.into(), self);
        let rests_others = tick.required.is_some() && last.is_some_and(rests);
        match tick.graph.output() {
            Some(buffer) => std::mem::swap(&mut poses[buffer], out),
            None => out.reset_rows(&tick.skeleton, tick.rows()),
        }
        scratch.poses = poses;
        std::mem::swap(&mut scratch.caches.own, caches);
        self.curves.clone_from(&out.curves);
        rests_others
    }

    pub(super) fn evaluate_node(
        &mut self,
        at: usize,
        tick: &Tick<'_>,
        scratch: &mut EvaluationScratch,
        poses: &mut [Pose],
    ) {
        let placed = &tick.graph.nodes[at];
        placed.node.as_kind().evaluate(
            self,
            Draw {
                at,
                placed,
                tick,
                scratch,
                poses,
            },
        );
    }
}

impl Graph {
    /// The buffer that holds the pose of the graph.
    fn output(&self) -> Option<usize> {
        self.nodes.last().map(|placed| placed.buffer.into())
    }
}
