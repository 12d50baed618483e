//! What an instance of a graph keeps from tick to tick.

use super::{
    aim_state::AimState,
    blends::ListState,
    clip_warps::ClipWarps,
    live::{LiveFrame, LiveState},
    montage_sync::MontagePlayer,
    player::{ClipPlayer, Show},
    random_state::RandomState,
    reached::{Reached, SavedPoseUse, TwoWayState},
    root_inertia::RootInertia,
    space::SpacePlayer,
};
use crate::{
    Library, Name, Pose, Skeleton,
    dead_blending::DeadBlender,
    graph::{
        control::{ControlState, External, ExternalBone, Fault, NodeFaults},
        data::{
            compiled::Graph, composite::CompositeState, curves::EditState, explicit_time::Seek,
            node::Node, value::NodeId,
        },
    },
    inertialization::{InertializationRequest, Inertializer},
    machine::MachineState,
    sync::SyncGroups,
};
use serde::{Deserialize, Serialize};

/// State of one instance of a graph; it does not fit any other graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GraphState {
    /// Counts the updates.
    pub(in crate::graph) frame: u64,
    pub(in crate::graph) nodes: Vec<Reached>,
    /// Names of the parameters, in the order of the graph.
    pub(super) names: Vec<Name>,
    pub(in crate::graph) parameters: Vec<f64>,
    pub(in crate::graph) players: Vec<ClipPlayer>,
    pub(in crate::graph) spaces: Vec<SpacePlayer>,
    pub(in crate::graph) two_ways: Vec<TwoWayState>,
    pub(in crate::graph) lists: Vec<ListState>,
    /// One a layer of the graph.
    pub(in crate::graph) layers: Vec<f32>,
    pub(in crate::graph) machines: Vec<MachineState>,
    pub(in crate::graph) saves: Vec<SavedPoseUse>,
    pub(in crate::graph) inertializers: Vec<Inertializer>,
    /// Root inertia of each inertializer.
    pub(in crate::graph) root_inertias: Vec<RootInertia>,
    /// One an inertializer, for those nodes that blend so.
    pub(in crate::graph) dead_blends: Vec<DeadBlender>,
    pub(in crate::graph) seeks: Vec<Seek>,
    pub(in crate::graph) aims: Vec<AimState>,
    pub(in crate::graph) randoms: Vec<RandomState>,
    pub(in crate::graph) composites: Vec<CompositeState>,
    /// One an edit of the graph.
    pub(in crate::graph) edits: Vec<EditState>,
    pub(in crate::graph) levels: Vec<f32>,
    /// Ascending by name.
    pub(super) snapshots: Vec<(Name, Pose)>,
    pub(in crate::graph) groups: SyncGroups,
    /// Players of montages in sync groups, by their instance ids.
    pub(super) montage_players: Vec<MontagePlayer>,
    /// Reused buffer for `montage_players`.
    pub(super) spare_players: Vec<MontagePlayer>,
    pub(in crate::graph) controls: Vec<ControlState>,
    pub(in crate::graph) externals: Vec<External>,
    pub(in crate::graph) lives: Vec<LiveState>,
    /// Alpha of the transition whose graph is being updated; None outside of an update.
    pub(in crate::graph) transition: Option<f64>,
    /// Curves of the pose that was evaluated last.
    pub(in crate::graph) curves: Vec<(Name, f32)>,
    pub(in crate::graph) faults: NodeFaults,
    /// Warps of playing clips that have windows.
    pub(super) clip_warps: Vec<ClipWarps>,
}

impl GraphState {
    /// Names and values of the parameters, in the graph's order.
    pub fn parameters(&self) -> impl Iterator<Item = (Name, f64)> {
        self.names
            .iter()
            .copied()
            .zip(self.parameters.iter().copied())
    }

    /// Value of a parameter; None where the graph has no such parameter.
    pub fn parameter(&self, name: Name) -> Option<f64> {
        self.names
            .iter()
            .position(|known| *known == name)
            .map(|at| self.parameters[at])
    }

    /// Sets a parameter; does nothing if the graph has no such parameter.
    pub(crate) fn set_parameter(&mut self, name: Name, value: f64) {
        if let Some(at) = self.names.iter().position(|known| *known == name) {
            self.parameters[at] = value;
        }
    }

    /// Weight of a node in the last update: the product of the weights along the path from the
    /// output. The weight is 0 if the update did not reach the node.
    pub fn weight(&self, node: NodeId) -> f32 {
        let reached = self.nodes.get(usize::from(node));
        reached
            .filter(|reached| reached.frame == self.frame)
            .map_or(0.0, |reached| reached.weight)
    }

    /// State of a state machine; None if the node is no state machine or never ran.
    pub fn machine(&self, graph: &Graph, node: NodeId) -> Option<&MachineState> {
        let placed = graph.nodes.get(usize::from(node))?;
        matches!(placed.node, Node::Machine(_))
            .then(|| self.machines.get(usize::from(placed.state)))
            .flatten()
    }

    /// State of a blend space player; None if the node is no blend space player.
    pub fn space(
        &self,
        graph: &Graph,
        node: NodeId,
    ) -> Option<&crate::blend_space::BlendSpaceState> {
        let placed = graph.nodes.get(usize::from(node))?;
        let is_space = matches!(placed.node, Node::BlendSpace(_));
        is_space
            .then(|| self.spaces.get(usize::from(placed.state)))
            .flatten()
            .map(|space| &space.state)
    }

    /// Adapts the state after the library was compiled again.
    pub(crate) fn rebind(&mut self, from: &Library, to: &Library, skeleton: Name) {
        self.players
            .iter_mut()
            .for_each(|player| player.rebind(from, to, skeleton));
        self.lives.iter_mut().for_each(LiveState::forget);
        self.controls.iter_mut().for_each(ControlState::rebind);
        self.externals.iter_mut().for_each(External::forget);
        self.clip_warps
            .iter_mut()
            .for_each(|warps| warps.rebind(from, to));
    }

    /// Sets what the first player plays; does nothing without a player.
    pub(crate) fn show(&mut self, show: &Show, library: &Library) {
        if let Some(player) = self.players.first_mut() {
            player.show(show, library);
        }
    }

    /// Name, time in seconds and rate of the clip that the first player was set to last; None
    /// without one.
    pub(crate) fn shown_clip(&self, library: &Library) -> Option<(Name, f64, f32)> {
        let playing = self.players.first()?.newest()?;
        Some((
            playing.clip(library).name,
            playing.at.time,
            playing.rate as f32,
        ))
    }

    /// Requests inertialization at the last inertialization before the output.
    pub(crate) fn inertialize(&mut self, request: InertializationRequest) {
        if let Some(inertializer) = self.inertializers.last_mut() {
            inertializer.request(request);
        }
    }

    /// Sets bones that something outside moves, until the next call; no bones let the pose pass. A
    /// name that no control has is ignored.
    pub(crate) fn set_external(&mut self, name: Name, bones: &[ExternalBone], skeleton: &Skeleton) {
        for external in self
            .externals
            .iter_mut()
            .filter(|external| external.name == name)
        {
            external.set(bones, skeleton);
        }
    }

    /// The newest frame of a stream.
    pub(crate) fn tell_live(&mut self, frame: &LiveFrame, skeleton: &Skeleton) {
        self.lives
            .iter_mut()
            .for_each(|live| live.tell(frame, skeleton));
    }

    /// Faults of the graph's nodes, each listed once.
    pub fn faults(&self) -> &[(NodeId, Fault)] {
        self.faults.all()
    }

    /// Reports that the result of the output is not a valid pose.
    pub(crate) fn pose_failed(&mut self, graph: &Graph) {
        self.faults
            .tell(graph.nodes.len().saturating_sub(1), Fault::Pose);
    }

    pub(in crate::graph) fn is_reached(&self, node: usize) -> bool {
        self.nodes[node].frame == self.frame
    }
}
