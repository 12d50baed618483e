//! One of several poses.

use super::{Before, Next, NodeSources, PoseNode, Visit};
use crate::{
    Library, Name,
    graph::{
        Graph, GraphParts, GraphState, List, NodeId,
        data::{compiled::NodeStateCounts, node::ListNode, value::PoseKind},
        run::{blends::ListState, evaluate::Draw, walk::Walk},
    },
};

impl ListNode {
    fn list<'a>(&self, graph: &'a Graph) -> &'a List {
        &graph.parts().lists[usize::from(self.list)]
    }
}

impl PoseNode for ListNode {
    fn sources<'a>(&self, parts: &'a GraphParts) -> NodeSources<'a> {
        let count = parts
            .lists
            .get(usize::from(self.list))
            .map_or(0, |list| list.times.len());
        NodeSources::of(&parts.links, self.first, count)
    }

    fn has_tables(&self, parts: &GraphParts) -> bool {
        !self.sources(parts).as_slice().is_empty()
    }

    fn for_each_profile(&self, parts: &GraphParts, each: &mut dyn FnMut(Name)) {
        let profile = parts
            .lists
            .get(usize::from(self.list))
            .map(|list| list.profile);
        profile
            .into_iter()
            .filter(|profile| *profile != Name::NONE)
            .for_each(each);
    }

    fn gives(&self, _: PoseKind) -> bool {
        true
    }

    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        Some(&mut counts.lists)
    }

    fn put_state(&self, graph: &Graph, state: &mut GraphState) {
        state
            .lists
            .push(ListState::new(self.sources(graph.parts()).as_slice().len()));
    }

    fn initialize(&self, slot: usize, _: &Graph, _: &Library, state: &mut GraphState) {
        state.lists[slot].active = None;
    }

    fn go_on(&self, slot: usize, graph: &Graph, state: &mut GraphState, before: Before<'_>) {
        if before.graph.links(before.node).len() == self.sources(graph.parts()).as_slice().len() {
            std::mem::swap(&mut state.lists[slot], &mut before.state.lists[before.slot]);
        }
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        let Visit {
            at,
            slot,
            context,
            became_relevant,
            tick,
            outcome,
        } = visit;
        state.choose(
            at,
            self.list(tick.graph),
            context,
            tick,
            outcome,
            became_relevant,
        );
        for (nth, link) in self
            .sources(tick.graph.parts())
            .as_slice()
            .iter()
            .enumerate()
        {
            let weight = state.list_weight(slot, nth);
            state.child(*link, context, (weight, false), tick, outcome);
        }
        None
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let (at, tick, is_by_bone) = (draw.at, draw.tick, state.lists[draw.slot()].is_by_bone());
        draw.mix(|mixer, pose| {
            if is_by_bone {
                state.mix_list_by_bone(at, tick, mixer, pose);
            } else {
                state.mix_list(at, tick, mixer, pose);
            }
        });
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        walk.list(at, weight);
    }
}
