//! Root motion as it passes the inertializations of a graph.

use super::{outcome::UpdateOutcome, root_inertia::RootInertia, state::GraphState, tick::Tick};
use crate::{
    graph::data::{
        node::{InertializationNode, Node},
        value::NodeId,
    },
    instance::RootMotionBlend,
    mesh_levels::runs_at,
    transform::WEIGHT_EPSILON,
};

impl GraphState {
    /// Contract: all root motion of players is known.
    pub(super) fn inertialize_roots(&mut self, tick: &Tick<'_>, outcome: &mut UpdateOutcome) {
        if tick.teleported {
            self.root_inertias.fill(RootInertia::default());
        }
        for node in tick.graph.inertializations() {
            let (reached, placed) = (
                self.nodes[usize::from(*node)],
                &tick.graph.nodes[usize::from(*node)],
            );
            let Node::Inertialization(InertializationNode { history, .. }) = placed.node else {
                continue;
            };
            let inertia = &mut self.root_inertias[usize::from(placed.state)];
            if reached.frame != self.frame || !runs_at(history.lod, tick.lod) {
                *inertia = RootInertia::default();
                continue;
            }
            inertia.stand(self.frame, &tick.placement, &history);
            if tick.dt > 0.0 {
                self.inertialize_root(*node, tick, outcome);
            }
        }
    }

    fn inertialize_root(&mut self, node: NodeId, tick: &Tick<'_>, outcome: &mut UpdateOutcome) {
        let (reached, state) = (
            self.nodes[usize::from(node)],
            tick.graph.nodes[usize::from(node)].state,
        );
        let own = reached.weight * reached.above.root;
        let share = |weight: f32| {
            if own > WEIGHT_EPSILON {
                weight / own
            } else {
                0.0
            }
        };
        let mut sum = RootMotionBlend::NONE;
        for ((delta, weight), from) in outcome.roots.iter().zip(&outcome.rooted) {
            if self.is_below(*from, state, tick) {
                sum.add(delta, share(*weight));
            }
        }
        for (offset, weight, from) in &outcome.root_offsets {
            if self.is_below(*from, state, tick) {
                sum.carry(offset, share(*weight));
            }
        }
        if let Some(offset) =
            self.root_inertias[usize::from(state)].pass(tick.dt as f32, &sum.delta())
        {
            outcome.root_offsets.push((offset, own, node));
        }
    }

    /// An inertialization stands somewhere above a node.
    fn is_below(&self, node: NodeId, inertialization: u16, tick: &Tick<'_>) -> bool {
        let above = |node: NodeId| self.nodes[usize::from(node)].above.receiver;
        let next = |state: &u16| above(tick.graph.inertializations()[usize::from(*state)]);
        std::iter::successors(above(node), next).any(|state| state == inertialization)
    }
}
