//! What an instance of a graph keeps from tick to tick.

use super::{
    Graph, Node,
    player::{ClipPlayer, Show},
};
use crate::{
    Library, Name,
    inertialization::{InertializationRequest, Inertializer},
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

/// Of one graph; it is of no use to another one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphState {
    /// Counts the updates.
    pub(super) frame: u64,
    pub(super) nodes: Vec<Reached>,
    pub(super) players: Vec<ClipPlayer>,
    pub(super) inertializers: Vec<Inertializer>,
    pub(super) groups: SyncGroups,
}

impl GraphState {
    /// Goes on with an edited graph: players and inertializations keep their order, and with it what they did.
    pub(crate) fn fit(&mut self, graph: &Graph) {
        let clips = graph.nodes().filter_map(|node| match node {
            Node::SequencePlayer { clip } => Some(*clip),
            _ => None,
        });
        self.players.truncate(graph.players.into());
        let known = self.players.len();
        self.players.extend(clips.skip(known).map(ClipPlayer::new));
        self.inertializers.resize_with(graph.inertializers.into(), Inertializer::default);
        self.nodes.clear();
        self.nodes.resize(graph.nodes.len(), Reached::default());
    }

    /// The library was compiled anew.
    pub(crate) fn rebind(&mut self, from: &Library, to: &Library, skeleton: Name) {
        self.players.iter_mut().for_each(|player| player.rebind(from, to, skeleton));
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
        Some((playing.clip(library).name, playing.at.time, playing.rate))
    }

    /// At the last inertialization before the output.
    pub(crate) fn inertialize(&mut self, request: InertializationRequest) {
        if let Some(inertializer) = self.inertializers.last_mut() {
            inertializer.request(request);
        }
    }

    pub(super) fn is_reached(&self, node: usize) -> bool {
        self.nodes[node].frame == self.frame
    }
}
