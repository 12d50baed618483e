//! What of the graph plays: the weights and times of its nodes, by their authored ids.

use super::host::Host;
use crate::graph_inspection::Looking;
use anim::{Name, graph::NodeId, machine::MachineState};
use asset::{Id, PoseGraph, graph::Logic};
use std::collections::BTreeMap;
use studio::PreviewFrame;

/// Playback state of a graph, from a frame that plays it.
pub struct Live<'a> {
    frame: &'a PreviewFrame,
    nodes: BTreeMap<Id, NodeId>,
}

impl<'a> Live<'a> {
    /// Playback of `graph` in `frame`; None if the frame does not play the graph.
    pub fn new(graph: &PoseGraph, frame: Option<&'a PreviewFrame>) -> Option<Self> {
        let frame = frame.filter(|frame| frame.graph.name() == Name::new(&graph.name))?;
        let ids = &frame.graph.parts().ids;
        let nodes = ids
            .iter()
            .enumerate()
            .rev()
            .map(|(at, id)| (Id(*id), at as NodeId))
            .collect();
        Some(Self { frame, nodes })
    }

    /// Weight of a node; 0 while the node is inactive.
    pub fn weight(&self, node: Id) -> f32 {
        self.nodes
            .get(&node)
            .map_or(0.0, |node| self.frame.graph_state.weight(*node))
    }

    /// Seconds on the clip of a player.
    pub fn time(&self, node: Id) -> Option<f64> {
        self.frame
            .graph_state
            .player_time(&self.frame.graph, *self.nodes.get(&node)?)
    }

    /// The value of a parameter as it plays; None where the compiled graph does not have it.
    pub fn parameter(&self, name: &str) -> Option<f64> {
        self.frame.graph_state.parameter(Name::new(name))
    }

    /// The state of a machine as it plays; None for another node.
    pub fn machine(&self, node: Id) -> Option<&MachineState> {
        let node = *self.nodes.get(&node)?;
        self.frame.graph_state.machine(&self.frame.graph, node)
    }
}

impl Live<'_> {
    /// The weight of each state in its machine, 0 to 1.
    pub fn states(&self, node: Id, machine: &asset::graph::Machine) -> BTreeMap<Id, f32> {
        let Some((parts, state)) = self.parts(node) else {
            return BTreeMap::new();
        };
        let at = |name: &str| parts.iter().position(|known| known.name == Name::new(name));
        let weight =
            |it: &asset::graph::State| Some((it.id, state.weight_of(at(&it.name)? as u16) as f32));
        machine.states.iter().filter_map(weight).collect()
    }

    /// The state that a machine is in, and since when, in seconds.
    pub fn current(&self, node: Id, machine: &asset::graph::Machine) -> Option<(Id, f64)> {
        let (parts, state) = self.parts(node)?;
        let name = parts.get(usize::from(state.current()?))?.name;
        let found = machine
            .states
            .iter()
            .find(|it| Name::new(&it.name) == name)?;
        Some((found.id, state.time_in_state()))
    }

    /// Progress of each transition under way, 0 to 1, by its authored id. A blend counts by its
    /// weight; an inertialized transition, which takes over at once, counts by its elapsed time.
    pub fn transitions(
        &self,
        host: &Host<'_>,
        node: Id,
        machine: &asset::graph::Machine,
        looking: &Looking,
    ) -> BTreeMap<Id, f32> {
        let Some((_, state)) = self.parts(node) else {
            return BTreeMap::new();
        };
        let decided = looking.decisions.iter().filter(|it| it.node == node.0);
        let decayed = decided.filter_map(|it| {
            let id = host.transition(node, it.transition)?;
            let settings = machine
                .transitions
                .iter()
                .find(|it| it.id == id)?
                .settings?;
            let part = (self.frame.time - it.time) / settings.duration;
            let is_under_way = settings.logic == Logic::Inertialize && (0.0..1.0).contains(&part);
            is_under_way.then_some((id, part as f32))
        });
        let blended = state.layers().filter_map(|layer| {
            Some((host.transition(node, layer.transition)?, layer.alpha as f32))
        });
        // Decisions come the newest first: a transition that was taken twice is as far as it was
        // taken last.
        let mut all: BTreeMap<Id, f32> = BTreeMap::new();
        for (id, part) in decayed.chain(blended) {
            all.entry(id).or_insert(part);
        }
        all
    }

    /// States of a machine, and its runtime state; None if the machine has no weight.
    fn parts(&self, node: Id) -> Option<(&[anim::machine::State], &MachineState)> {
        let state = self.machine(node).filter(|_| self.weight(node) > 0.0)?;
        let at = *self.nodes.get(&node)?;
        let machine = self
            .frame
            .graph
            .machines()
            .find(|(known, _)| *known == at)?
            .1;
        Some((&machine.parts().states, state))
    }
}
