//! What an instance of a graph keeps from tick to tick.

use super::{
    Graph, LiveFrame, Node, NodeId,
    blends::{ListState, Switch},
    control::{ControlKind, ControlState, External, ExternalBone, Fault, Faults},
    live::LiveState,
    player::{ClipPlayer, Show},
    space::SpacePlayer,
};
use crate::{
    Library, Name, Skeleton,
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
    /// Of the inertialization above it.
    pub(super) receiver: Option<u16>,
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
    pub(super) groups: SyncGroups,
    pub(super) controls: Vec<ControlState>,
    pub(super) externals: Vec<External>,
    pub(super) lives: Vec<LiveState>,
    /// Of the pose that was evaluated last.
    pub(super) curves: Vec<(Name, f32)>,
    pub(super) faults: Faults,
}

impl GraphState {
    /// Goes on with an edited graph: players and inertializations keep their order, and with it what they did, and
    /// parameters their values by name. The rest begins anew.
    pub(crate) fn fit(&mut self, graph: &Graph) {
        self.fit_parameters(graph);
        let clips = graph.nodes().filter_map(|node| match node {
            Node::SequencePlayer { clip, .. } => Some(*clip),
            _ => None,
        });
        self.players.truncate(graph.counts.players.into());
        let known = self.players.len();
        self.players.extend(clips.skip(known).map(ClipPlayer::new));
        self.inertializers.resize_with(graph.counts.inertializers.into(), Inertializer::default);
        self.spaces = vec![SpacePlayer::default(); graph.counts.spaces.into()];
        self.two_ways = vec![TwoWayState::default(); graph.counts.two_ways.into()];
        self.saves = vec![Used::default(); graph.counts.saves.into()];
        self.layers = vec![0.0; graph.parts().layers.len()];
        (self.lists, self.machines) = (Vec::new(), Vec::new());
        for node in graph.nodes() {
            match node {
                Node::List { .. } => self.lists.push(ListState::new(graph.links(node).len())),
                Node::Machine { machine, .. } => {
                    self.machines.push(MachineState::new(&graph.parts().machines[usize::from(*machine)]));
                }
                _ => {}
            }
        }
        self.fit_controls(graph);
        self.nodes.clear();
        self.nodes.resize(graph.nodes().len(), Reached::default());
    }

    fn fit_controls(&mut self, graph: &Graph) {
        self.controls = vec![ControlState::default(); graph.counts.controls.into()];
        let subject = |node: &Node| match node {
            Node::LivePose { subject, .. } => Some(LiveState::new(*subject)),
            _ => None,
        };
        self.lives = graph.nodes().filter_map(subject).collect();
        self.externals.clear();
        for control in &graph.parts().controls {
            if let ControlKind::ExternalPose(name) = control.kind {
                self.externals.push(External::new(name));
            }
        }
        self.faults = Faults::default();
    }

    fn fit_parameters(&mut self, graph: &Graph) {
        let known: Vec<(Name, f64)> = self.names.drain(..).zip(self.parameters.drain(..)).collect();
        for parameter in &graph.parts().parameters {
            let value =
                known.iter().find(|(name, _)| *name == parameter.name).map_or(parameter.default, |known| known.1);
            self.names.push(parameter.name);
            self.parameters.push(value);
        }
    }

    /// None where the graph has no such parameter.
    pub fn parameter(&self, name: Name) -> Option<f64> {
        self.names.iter().position(|known| *known == name).map(|at| self.parameters[at])
    }

    /// The library was compiled anew.
    pub(crate) fn rebind(&mut self, from: &Library, to: &Library, skeleton: Name) {
        self.players.iter_mut().for_each(|player| player.rebind(from, to, skeleton));
        self.lives.iter_mut().for_each(LiveState::forget);
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
        Some((playing.clip(library).name, playing.at.time, playing.rate as f32))
    }

    /// At the last inertialization before the output.
    pub(crate) fn inertialize(&mut self, request: InertializationRequest) {
        if let Some(inertializer) = self.inertializers.last_mut() {
            inertializer.request(request);
        }
    }

    /// Bones that something outside moves, until it is told again; none lets the pose pass. A name that no control
    /// has is nobody's.
    #[allow(dead_code, reason = "who simulates bodies comes later")]
    pub(crate) fn set_external(&mut self, name: Name, bones: &[ExternalBone]) {
        for external in self.externals.iter_mut().filter(|external| external.name == name) {
            external.set(bones);
        }
    }

    /// The newest frame of a stream.
    #[allow(dead_code, reason = "who receives streams comes later")]
    pub(crate) fn tell_live(&mut self, frame: &LiveFrame, skeleton: &Skeleton) {
        self.lives.iter_mut().for_each(|live| live.tell(frame, skeleton));
    }

    /// What is wrong with nodes of the graph, each once.
    pub fn faults(&self) -> &[(NodeId, Fault)] {
        self.faults.all()
    }

    pub(super) fn is_reached(&self, node: usize) -> bool {
        self.nodes[node].frame == self.frame
    }
}
