//! Graphs that work over the pose of a character, each on what the one before made: those of the
//! meshes that it wears.

use super::{
    linked::{StateLinkError, by_name, link_graph},
    queue::Queue,
    workspace::Workspace,
};
use crate::{
    Library, Name, Pose, Skeleton,
    graph::{Caches, Graph, GraphState, LiveFrame, Tick, UpdateOutcome, control::ExternalBone},
    mesh_levels::runs_at,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One that runs after the graph of the character.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct PostProcess {
    #[serde(with = "by_name")]
    graph: Arc<Graph>,
    /// The coarsest level of detail at which it does; -1 for all.
    threshold: i8,
    /// Whether the graph was inactive in the tick that was updated last.
    rests: bool,
    state: GraphState,
    #[serde(skip)]
    caches: Caches,
}

/// Equality of the graph, threshold and state; [`Caches`] do not count.
impl PartialEq for PostProcess {
    fn eq(&self, other: &Self) -> bool {
        (&self.graph, self.threshold, &self.state) == (&other.graph, other.threshold, &other.state)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct PostProcesses(Vec<PostProcess>);

impl PostProcesses {
    /// The graphs of the library, in place of stand-ins.
    pub(super) fn link(&mut self, library: &Library) -> Result<(), StateLinkError> {
        for after in &mut self.0 {
            after.graph = link_graph(library, &after.graph)?;
            if !after.state.is_of(&after.graph) {
                return Err(StateLinkError::Nodes(after.graph.name()));
            }
        }
        Ok(())
    }

    /// See [`Caches::is_stalled`].
    pub(super) fn is_stalled(&self) -> bool {
        self.0
            .iter()
            .any(|after| !after.rests && after.caches.is_stalled())
    }

    /// Fits the graphs to those that `to` wants now; a graph that was there before goes on.
    pub(super) fn fit(&mut self, from: &Library, to: &Library, skeleton: &Skeleton) {
        let mut old = std::mem::take(&mut self.0);
        for (graph, threshold) in to.post_processes(skeleton) {
            let known = old
                .iter()
                .position(|after| after.graph.name() == graph.name());
            let mut after = known.map_or_else(PostProcess::default, |known| old.swap_remove(known));
            after.state.rebind(from, to, skeleton.name);
            after.state.fit(&after.graph, graph);
            self.0.push(PostProcess {
                graph: graph.clone(),
                threshold,
                ..after
            });
        }
        self.0.shrink_to_fit();
    }

    /// Sets a parameter by its name in all the graphs.
    pub(super) fn set_parameter(&mut self, parameter: Name, value: f64) {
        self.0
            .iter_mut()
            .for_each(|after| after.state.set_parameter(parameter, value));
    }

    pub(super) fn tell_live(&mut self, frame: &LiveFrame, skeleton: &Skeleton) {
        self.0
            .iter_mut()
            .for_each(|after| after.state.tell_live(frame, skeleton));
    }

    pub(super) fn set_external(
        &mut self,
        stream: Name,
        bones: &[ExternalBone],
        skeleton: &Skeleton,
    ) {
        self.0
            .iter_mut()
            .for_each(|after| after.state.set_external(stream, bones, skeleton));
    }

    pub(super) fn snapshot(&mut self, name: Name, pose: &Pose) {
        self.0
            .iter_mut()
            .for_each(|after| after.state.snapshot(name, pose));
    }

    /// Notifies of their players are queued behind the others.
    pub(super) fn update(
        &mut self,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
        queued: &mut Queue,
    ) {
        for after in &mut self.0 {
            let tick = Tick {
                graph: &after.graph,
                ..*tick
            };
            after.rests = !runs_at(after.threshold, tick.lod);
            if after.rests {
                after.state.rest(&tick);
                continue;
            }
            after.state.update(&tick, outcome);
            queued.append(&mut outcome.queued);
        }
    }

    /// What [`GraphState::evaluate`] returned for the last active graph; None if all are inactive.
    pub(super) fn evaluate(
        &mut self,
        tick: &Tick<'_>,
        room: &mut Workspace,
        pose: &mut Pose,
    ) -> Option<bool> {
        let Workspace { scratch, input, .. } = room;
        let mut rests_others = None;
        for after in self.0.iter_mut().filter(|after| !after.rests) {
            std::mem::swap(input, pose);
            let tick = Tick {
                graph: &after.graph,
                input: Some(input),
                ..*tick
            };
            rests_others = Some(
                after
                    .state
                    .evaluate(&tick, &mut after.caches, scratch, pose),
            );
        }
        rests_others
    }
}
