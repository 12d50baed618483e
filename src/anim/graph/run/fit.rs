//! The state of a graph that is edited, and of one that rests.

use super::{
    aim_state::AimState,
    reached::{Reached, SavedPoseUse, TwoWayState},
    root_inertia::RootInertia,
    state::GraphState,
    tick::Tick,
};
use crate::{
    Name,
    dead_blending::DeadBlender,
    graph::{
        control::{ControlKind, ControlState, External, NodeFaults},
        data::{
            compiled::{Graph, NodeSlot},
            curves::EditState,
            explicit_time::Seek,
        },
        nodes::Before,
    },
    inertialization::Inertializer,
};

impl GraphState {
    /// Continues with an edited graph: nodes that still exist, by their ids, continue from their
    /// state, and parameters keep their values by name. The rest starts over.
    pub(crate) fn fit(&mut self, from: &Graph, to: &Graph) {
        self.fit_parameters(to);
        let mut old = std::mem::replace(self, Self::fresh(to));
        (self.frame, self.groups) = (old.frame, std::mem::take(&mut old.groups));
        self.montage_players = std::mem::take(&mut old.montage_players);
        (self.names, self.parameters) = (
            std::mem::take(&mut old.names),
            std::mem::take(&mut old.parameters),
        );
        (self.snapshots, self.curves) = (
            std::mem::take(&mut old.snapshots),
            std::mem::take(&mut old.curves),
        );
        if old.nodes.len() != from.nodes.len() {
            // Nothing was updated yet.
            return;
        }
        for (at, placed) in to.nodes.iter().enumerate() {
            if let Some(known) = from.same_node(to, at) {
                self.nodes[at] = old.nodes[known];
                let NodeSlot { node, state, .. } = &from.nodes[known];
                let before = Before {
                    graph: from,
                    node,
                    slot: usize::from(*state),
                    state: &mut old,
                };
                placed
                    .node
                    .as_kind()
                    .go_on(placed.state.into(), to, self, before);
            }
        }
    }

    /// Whether the state has as many of everything as the graph needs, or was never updated: what
    /// is read from a file may be of another graph.
    pub(crate) fn is_of(&self, graph: &Graph) -> bool {
        if self.nodes.is_empty() {
            return true;
        }
        let counts = |state: &Self| {
            [
                state.nodes.len(),
                state.players.len(),
                state.spaces.len(),
                state.two_ways.len(),
                state.lists.len(),
                state.layers.len(),
                state.machines.len(),
                state.saves.len(),
                state.inertializers.len(),
                state.root_inertias.len(),
                state.dead_blends.len(),
                state.seeks.len(),
                state.aims.len(),
                state.randoms.len(),
                state.composites.len(),
                state.edits.len(),
                state.levels.len(),
                state.controls.len(),
                state.externals.len(),
                state.lives.len(),
            ]
        };
        let parameters = graph.parts().parameters.iter().map(|it| it.name);
        counts(self) == counts(&Self::fresh(graph))
            && self.names.len() == self.parameters.len()
            && self.names.iter().copied().eq(parameters)
    }

    /// State of a graph in which nothing has run.
    fn fresh(graph: &Graph) -> Self {
        let mut state = Self {
            inertializers: vec![Inertializer::default(); graph.counts.inertializers.into()],
            root_inertias: vec![RootInertia::default(); graph.counts.inertializers.into()],
            two_ways: vec![TwoWayState::default(); graph.counts.two_ways.into()],
            saves: vec![SavedPoseUse::default(); graph.counts.saves.into()],
            layers: vec![0.0; graph.parts().layers.len()],
            nodes: vec![Reached::default(); graph.nodes.len()],
            ..Self::default()
        };
        state.fit_others(graph);
        state.fit_controls(graph);
        graph
            .nodes()
            .for_each(|node| node.as_kind().put_state(graph, &mut state));
        state
    }

    fn fit_others(&mut self, graph: &Graph) {
        let counts = &graph.counts;
        self.dead_blends = vec![DeadBlender::default(); counts.inertializers.into()];
        self.seeks = vec![Seek::default(); counts.seeks.into()];
        self.aims = vec![AimState::default(); counts.aims.into()];
        self.edits = vec![EditState::default(); graph.parts().curve_edits.len()];
        self.levels = vec![0.0; counts.levels.into()];
    }

    fn fit_controls(&mut self, graph: &Graph) {
        self.controls = vec![ControlState::default(); graph.counts.controls.into()];
        self.externals.clear();
        for control in &graph.parts().controls {
            if let ControlKind::ExternalPose(name) = control.kind {
                self.externals.push(External::new(name));
            }
        }
        self.faults = NodeFaults::default();
    }

    fn fit_parameters(&mut self, graph: &Graph) {
        let known: Vec<(Name, f64)> = self
            .names
            .drain(..)
            .zip(self.parameters.drain(..))
            .collect();
        for parameter in &graph.parts().parameters {
            let value = known
                .iter()
                .find(|(name, _)| *name == parameter.name)
                .map_or(parameter.default, |known| known.1);
            self.names.push(parameter.name);
            self.parameters.push(value);
        }
    }

    /// Replaces an update if the graph has no part in a tick. When the graph has a part again, it
    /// starts over, with the values that were set from outside.
    pub(crate) fn rest(&mut self, tick: &Tick<'_>) {
        if self.frame > 0 {
            let mut anew = Self::fresh(tick.graph);
            std::mem::swap(&mut anew.names, &mut self.names);
            std::mem::swap(&mut anew.parameters, &mut self.parameters);
            std::mem::swap(&mut anew.snapshots, &mut self.snapshots);
            std::mem::swap(&mut anew.externals, &mut self.externals);
            std::mem::swap(&mut anew.lives, &mut self.lives);
            *self = anew;
        }
        self.lives
            .iter_mut()
            .for_each(|live| live.pass_time(tick.dt));
    }
}
