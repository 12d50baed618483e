//! What an instance of a graph keeps from tick to tick.

use super::{
    Graph, LiveFrame, NodeId, Tick,
    aim::AimState,
    blends::{ListState, Switch},
    compiled::NodeSlot,
    composite::CompositeState,
    control::{ControlKind, ControlState, External, ExternalBone, Fault, Faults},
    curves::EditState,
    explicit_time::Seek,
    live::LiveState,
    montage_sync::MontagePlayer,
    nodes::{Before, Node},
    player::{ClipPlayer, Show},
    random::RandomState,
    root_inertia::RootInertia,
    space::SpacePlayer,
    warping::ClipWarps,
};
use crate::{
    Library, Name, Pose, Skeleton,
    dead_blending::DeadBlender,
    inertialization::{InertializationRequest, Inertializer},
    machine::MachineState,
    sync::SyncGroups,
};

/// What an update said of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Reached {
    /// The product along the path from the output.
    pub(super) weight: f32,
    /// The last frame in which it was updated; 0 for never.
    pub(super) frame: u64,
    pub(super) above: Above,
}

/// What stands above a node on its way from the output.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Above {
    /// The inertialization.
    pub(super) receiver: Option<u16>,
    /// The mirror that it is seen in.
    pub(super) mirror: Option<u16>,
    /// The next node that its root motion goes through.
    pub(super) leader: Option<NodeId>,
    /// A transition mutes the state that it is in.
    pub(super) muted: bool,
    /// What its root motion counts times its weight: montages cover the weight at the end of the
    /// tick, and root motion all through it.
    pub(super) root: f32,
}

impl Default for Above {
    fn default() -> Self {
        Self {
            receiver: None,
            mirror: None,
            leader: None,
            muted: false,
            root: 1.0,
        }
    }
}

/// Of two poses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct TwoWayState {
    /// How much of the second there is.
    pub(super) alpha: f32,
    pub(super) switch: Option<Switch>,
}

/// The heaviest use of a saved pose in a frame, the first of equals.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Used {
    pub(super) frame: u64,
    pub(super) by: NodeId,
    pub(super) weight: f32,
    pub(super) share: f32,
    pub(super) above: Above,
}

/// Of one graph; it is of no use to another one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphState {
    /// Counts the updates.
    pub(super) frame: u64,
    pub(super) nodes: Vec<Reached>,
    /// As the graph has them, by their names.
    names: Vec<Name>,
    pub(super) parameters: Vec<f64>,
    pub(super) players: Vec<ClipPlayer>,
    pub(super) spaces: Vec<SpacePlayer>,
    pub(super) two_ways: Vec<TwoWayState>,
    pub(super) lists: Vec<ListState>,
    /// One a layer of the graph.
    pub(super) layers: Vec<f32>,
    pub(super) machines: Vec<MachineState>,
    pub(super) saves: Vec<Used>,
    pub(super) inertializers: Vec<Inertializer>,
    /// One each.
    pub(super) root_inertias: Vec<RootInertia>,
    /// One an inertializer, for those nodes that blend so.
    pub(super) dead_blends: Vec<DeadBlender>,
    pub(super) seeks: Vec<Seek>,
    pub(super) aims: Vec<AimState>,
    pub(super) randoms: Vec<RandomState>,
    pub(super) composites: Vec<CompositeState>,
    /// One an edit of the graph.
    pub(super) edits: Vec<EditState>,
    pub(super) levels: Vec<f32>,
    /// Ascending by name.
    pub(super) snapshots: Vec<(Name, Pose)>,
    pub(super) groups: SyncGroups,
    /// Of montages in sync groups, by their instance ids.
    pub(super) montage_players: Vec<MontagePlayer>,
    /// A buffer.
    pub(super) spare_players: Vec<MontagePlayer>,
    pub(super) controls: Vec<ControlState>,
    pub(super) externals: Vec<External>,
    pub(super) lives: Vec<LiveState>,
    /// How far the transition is whose graph is being updated; none outside of an update.
    pub(super) transition: Option<f64>,
    /// Of the pose that was evaluated last.
    pub(super) curves: Vec<(Name, f32)>,
    pub(super) faults: Faults,
    /// Of clips with windows that play.
    pub(super) clip_warps: Vec<ClipWarps>,
}

impl GraphState {
    /// Goes on with an edited graph: nodes that are still there, by their ids, go on from where
    /// they are, and parameters keep their values by name. The rest begins anew.
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

    /// Nothing has run.
    fn fresh(graph: &Graph) -> Self {
        let mut state = Self {
            inertializers: vec![Inertializer::default(); graph.counts.inertializers.into()],
            root_inertias: vec![RootInertia::default(); graph.counts.inertializers.into()],
            two_ways: vec![TwoWayState::default(); graph.counts.two_ways.into()],
            saves: vec![Used::default(); graph.counts.saves.into()],
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
        self.randoms = vec![RandomState::default(); counts.randoms.into()];
        self.composites = vec![CompositeState::default(); counts.composites.into()];
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
        self.faults = Faults::default();
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

    /// Names and values, in the graph's order.
    pub fn parameters(&self) -> impl Iterator<Item = (Name, f64)> {
        self.names
            .iter()
            .copied()
            .zip(self.parameters.iter().copied())
    }

    /// None where the graph has no such parameter.
    pub fn parameter(&self, name: Name) -> Option<f64> {
        self.names
            .iter()
            .position(|known| *known == name)
            .map(|at| self.parameters[at])
    }

    /// Nothing happens where the graph has no such parameter.
    pub(crate) fn set_parameter(&mut self, name: Name, value: f64) {
        if let Some(at) = self.names.iter().position(|known| *known == name) {
            self.parameters[at] = value;
        }
    }

    /// Weight of a node in the last update, 0 where it had no part; the product along its way from
    /// the output.
    pub fn weight(&self, node: NodeId) -> f32 {
        let reached = self.nodes.get(usize::from(node));
        reached
            .filter(|reached| reached.frame == self.frame)
            .map_or(0.0, |reached| reached.weight)
    }

    /// What a state machine is in; None of a node that is none, or never ran.
    pub fn machine(&self, graph: &Graph, node: NodeId) -> Option<&MachineState> {
        let placed = graph.nodes.get(usize::from(node))?;
        matches!(placed.node, Node::Machine(_))
            .then(|| self.machines.get(usize::from(placed.state)))
            .flatten()
    }

    /// Seconds on the clip of a player that was updated last; of a blend space the part of its
    /// length, 0 to 1.
    pub fn player_time(&self, graph: &Graph, node: NodeId) -> Option<f64> {
        let placed = graph.nodes.get(usize::from(node))?;
        placed.node.as_kind().player_time(placed.state.into(), self)
    }

    /// What a blend space player is in; None of a node that is none.
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

    /// The library was compiled anew.
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

    /// In place of an update, where the graph has no part in a tick: it begins anew when it has one
    /// again, with what it was told from outside.
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

    /// Sets what the first player plays; without one there is nobody to tell.
    pub(crate) fn show(&mut self, show: &Show, library: &Library) {
        if let Some(player) = self.players.first_mut() {
            player.show(show, library);
        }
    }

    /// Clip, seconds and rate of what the first player was told last.
    pub(crate) fn shown_clip(&self, library: &Library) -> Option<(Name, f64, f32)> {
        let playing = self.players.first()?.newest()?;
        Some((
            playing.clip(library).name,
            playing.at.time,
            playing.rate as f32,
        ))
    }

    /// At the last inertialization before the output.
    pub(crate) fn inertialize(&mut self, request: InertializationRequest) {
        if let Some(inertializer) = self.inertializers.last_mut() {
            inertializer.request(request);
        }
    }

    /// Bones that something outside moves, until it is told again; none lets the pose pass. A name
    /// that no control has is nobody's.
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

    /// What is wrong with nodes of the graph, each once.
    pub fn faults(&self) -> &[(NodeId, Fault)] {
        self.faults.all()
    }

    /// What came out is no pose.
    pub(crate) fn pose_failed(&mut self, graph: &Graph) {
        self.faults
            .tell(graph.nodes.len().saturating_sub(1), Fault::Pose);
    }

    pub(super) fn is_reached(&self, node: usize) -> bool {
        self.nodes[node].frame == self.frame
    }
}
