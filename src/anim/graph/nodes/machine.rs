//! A state machine.

use super::{Before, Next, NodeSources, PoseNode, Visit};
use crate::{
    Library, Name,
    graph::{
        Graph, GraphParts, GraphState, NodeId,
        data::{compiled::NodeStateCounts, node::MachineNode, value::PoseKind},
        run::{evaluate::Draw, walk::Walk},
    },
    machine::{Machine, MachineState},
};

impl MachineNode {
    pub(in crate::graph) fn machine<'a>(&self, parts: &'a GraphParts) -> &'a Machine {
        &parts.machines[usize::from(self.machine)]
    }

    /// Links of the machine's states, then links of its transitions with a graph.
    pub(in crate::graph) fn links<'a>(
        &self,
        parts: &'a GraphParts,
    ) -> (&'a [NodeId], &'a [NodeId]) {
        let NodeSources::Many(links) = self.sources(parts) else {
            return (&[], &[]);
        };
        links.split_at(self.machine(parts).parts().states.len().min(links.len()))
    }
}

impl PoseNode for MachineNode {
    fn sources<'a>(&self, parts: &'a GraphParts) -> NodeSources<'a> {
        let count = parts
            .machines
            .get(usize::from(self.machine))
            .map_or(0, |machine| machine.link_count());
        NodeSources::of(&parts.links, self.first, count)
    }

    fn has_tables(&self, parts: &GraphParts) -> bool {
        !self.sources(parts).as_slice().is_empty()
    }

    fn for_each_profile(&self, parts: &GraphParts, each: &mut dyn FnMut(Name)) {
        let transitions = parts
            .machines
            .get(usize::from(self.machine))
            .map(|it| &it.parts().transitions);
        let settings = transitions
            .into_iter()
            .flatten()
            .filter_map(|transition| transition.settings);
        settings
            .map(|settings| settings.profile)
            .filter(|profile| *profile != Name::NONE)
            .for_each(each);
    }

    fn gives(&self, _: PoseKind) -> bool {
        true
    }

    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        Some(&mut counts.machines)
    }

    fn put_state(&self, graph: &Graph, state: &mut GraphState) {
        state
            .machines
            .push(MachineState::new(self.machine(graph.parts())));
    }

    fn initialize(&self, slot: usize, _: &Graph, _: &Library, state: &mut GraphState) {
        state.machines[slot].restart();
    }

    fn go_on(&self, slot: usize, graph: &Graph, state: &mut GraphState, before: Before<'_>) {
        let super::Node::Machine(known) = before.node else {
            return;
        };
        let (from, to) = (
            known.machine(before.graph.parts()),
            self.machine(graph.parts()),
        );
        state.machines[slot] = before.state.machines[before.slot].fitted(from, to);
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        state.run_machine(self, visit);
        None
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let (at, tick, slot) = (draw.at, draw.tick, draw.slot());
        if state.machines[slot].has_graph() {
            return state.crossed(draw);
        }
        let is_by_bone = state.machines[slot].is_by_bone(&tick.skeleton);
        draw.mix(|mixer, pose| {
            if is_by_bone {
                state.mix_machine_by_bone(at, tick, mixer, pose);
            } else {
                state.mix_machine(at, tick, mixer, pose);
            }
        });
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        let count = walk.state.machines[walk.tick.graph.slot(at.into())]
            .layers()
            .count();
        walk.machine(at, count, weight);
    }
}
