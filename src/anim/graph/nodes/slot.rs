//! The montages of a slot over a source.

use super::{Next, NodeSources, PoseDestination, PoseNode, Visit};
use crate::{
    float::Extreme,
    graph::{
        GraphParts, GraphState, NO_NODE, NodeId, Tick,
        data::node::SlotNode,
        run::{
            evaluate::Draw,
            outcome::{SlotWeight, below},
            slot,
            walk::{Showing, Walk},
        },
    },
};

impl PoseNode for SlotNode {
    fn sources<'a>(&self, _: &'a GraphParts) -> NodeSources<'a> {
        NodeSources::One([self.source])
    }

    fn written(&self) -> PoseDestination {
        PoseDestination::OfSource
    }

    fn update(&self, _: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        let Visit {
            context,
            tick,
            outcome,
            ..
        } = visit;
        // What is not told has no weight.
        if tick.montages.is_empty() && tick.montage_roots.is_empty() && !tick.wants_slots {
            return below(self.source, context, (1.0, self.always_update_source));
        }
        let totals = slot::totals(tick, self.slot);
        outcome
            .slots
            .push(SlotWeight::new(self.slot, &totals, &context));
        let rest = 1.0 - totals.full.lower(1.0);
        let always = totals.is_by_bone || self.always_update_source;
        below(self.source, context.under(&totals), (rest, always))
    }

    fn passes(&self, tick: &Tick<'_>) -> bool {
        tick.montages.is_empty() && self.source != NO_NODE
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let tick = draw.tick;
        draw.source(self.source);
        let (scratch, pose) = draw.split();
        slot::evaluate(tick, self.slot, state.has_pose(self.source), scratch, pose);
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        walk.slot(at, self, weight);
    }

    /// Reports the clips of the slot's montages.
    fn tell_clips(&self, showing: &mut Showing<'_, '_>) -> bool {
        let Showing {
            tick, weight, told, ..
        } = showing;
        for record in &tick.montages {
            told.montage(record, self.slot, record.weight * *weight, tick);
        }
        true
    }
}
