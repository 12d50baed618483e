//! The way down a graph with the weight of a bone, and to whom nodes tell on it what they show.

use super::{montage_record::ActiveMontage, state::GraphState, tick::Tick};
use crate::{
    Name,
    graph::data::value::{NO_NODE, NodeId},
};

/// Part of a pose that one clip gives, or something that is no clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contribution {
    /// The node that plays it; of a montage its slot.
    pub node: NodeId,
    /// Name of the montage; none for what is no montage.
    pub montage: Name,
    /// Index in the library; None of what the node shows without a clip, as a reference pose.
    pub clip: Option<u32>,
    /// Seconds on the clip.
    pub time: f64,
    /// Weight of the part in the pose, or in the bone that was asked about.
    pub weight: f32,
    /// The part is a difference on top of the others.
    pub is_additive: bool,
}

impl Contribution {
    /// Whether both are parts of one clip at one node.
    pub fn is_same(&self, other: &Self) -> bool {
        let own = (self.node, self.montage, self.clip, self.is_additive);
        own == (other.node, other.montage, other.clip, other.is_additive)
    }
}

/// Adds to what the same clip gives already.
fn add(to: &mut Vec<Contribution>, part: Contribution) {
    match to.iter_mut().find(|known| known.is_same(&part)) {
        Some(known) => known.weight += part.weight,
        None => to.push(part),
    }
}

/// A node that may be a player, and the sink for its clips.
pub(in crate::graph) struct Showing<'a, 'b> {
    pub(in crate::graph) state: &'a GraphState,
    /// The index of its state among those of its kind.
    pub(in crate::graph) slot: usize,
    pub(in crate::graph) tick: &'a Tick<'a>,
    /// Bone to report the clips for; None reports the pose as a whole.
    pub(in crate::graph) bone: Option<usize>,
    pub(in crate::graph) weight: f32,
    pub(in crate::graph) told: ContributionSink<'b>,
}

impl Showing<'_, '_> {
    /// Whether the node is a player.
    pub(super) fn tell(&mut self, at: usize) -> bool {
        self.tick.graph.nodes[at].node.as_kind().tell_clips(self)
    }
}

/// Sink for the contributions of one node.
pub(in crate::graph) struct ContributionSink<'a> {
    pub(super) node: NodeId,
    pub(in crate::graph) is_additive: bool,
    pub(super) to: &'a mut Vec<Contribution>,
}

impl ContributionSink<'_> {
    /// The reference pose, or a difference that adds nothing.
    pub(in crate::graph) fn nothing(&mut self, weight: f32) {
        if !self.is_additive {
            self.clip(None, 0.0, weight);
        }
    }

    pub(in crate::graph) fn clip(&mut self, clip: Option<u32>, time: f64, weight: f32) {
        if weight > 0.0 {
            let Self {
                node, is_additive, ..
            } = *self;
            add(
                self.to,
                Contribution {
                    node,
                    montage: Name::NONE,
                    clip,
                    time,
                    weight,
                    is_additive,
                },
            );
        }
    }

    /// Reports the montage's clip at its current position. In a gap of a full pose this is the
    /// reference pose.
    pub(in crate::graph) fn montage(
        &mut self,
        record: &ActiveMontage,
        slot: Name,
        weight: f32,
        tick: &Tick<'_>,
    ) {
        let Some(shown) = record.shown(slot) else {
            return;
        };
        let (clip, time) = shown.map_or((None, 0.0), |(clip, time)| (Some(clip), time));
        let is_additive =
            clip.is_some_and(|clip| tick.library.clips[clip as usize].additive.is_some());
        if weight > 0.0 {
            let (node, montage) = (self.node, record.montage.name);
            add(
                self.to,
                Contribution {
                    node,
                    montage,
                    clip,
                    time,
                    weight,
                    is_additive,
                },
            );
        }
    }
}

/// Traversal from the output node down, with the weight of one bone.
pub(in crate::graph) struct Walk<'a, 'b> {
    pub(in crate::graph) state: &'a GraphState,
    pub(in crate::graph) tick: &'a Tick<'a>,
    pub(in crate::graph) bone: usize,
    pub(super) is_additive: bool,
    /// Transitions whose graphs are traversed, the innermost last: the machine, and the index among
    /// its running transitions.
    pub(super) crossings: Vec<(NodeId, usize)>,
    pub(super) parts: &'b mut Vec<Contribution>,
}

impl Walk<'_, '_> {
    pub(in crate::graph) fn told(&mut self, node: NodeId) -> ContributionSink<'_> {
        ContributionSink {
            node,
            is_additive: self.is_additive,
            to: self.parts,
        }
    }

    /// A link to nowhere is the reference pose, as what `of` shows.
    pub(in crate::graph) fn link(&mut self, link: NodeId, of: NodeId, weight: f32) {
        match link {
            NO_NODE => self.told(of).nothing(weight),
            link => self.node(link, weight),
        }
    }

    pub(in crate::graph) fn node(&mut self, at: NodeId, weight: f32) {
        self.tick.graph.nodes[usize::from(at)]
            .node
            .as_kind()
            .contribute(at, weight, self);
    }

    /// Reports the clips of a player; for any other node without a source, a contribution without a
    /// clip.
    pub(in crate::graph) fn shows_itself(&mut self, at: NodeId, weight: f32) {
        let is_additive = self.is_additive;
        if !self.showing(at, weight, is_additive).tell(at.into()) {
            self.told(at).clip(None, 0.0, weight);
        }
    }

    /// Reports the clips of a player as additive contributions.
    pub(in crate::graph) fn tells_on_top(&mut self, at: NodeId, weight: f32) {
        self.showing(at, weight, true).tell(at.into());
    }

    fn showing(&mut self, node: NodeId, weight: f32, is_additive: bool) -> Showing<'_, '_> {
        let (state, tick, slot) = (self.state, self.tick, self.tick.graph.slot(node.into()));
        let told = ContributionSink {
            node,
            is_additive,
            to: self.parts,
        };
        Showing {
            state,
            slot,
            tick,
            bone: Some(self.bone),
            weight,
            told,
        }
    }

    pub(in crate::graph) fn on_top(&mut self, link: NodeId, weight: f32) {
        let was = std::mem::replace(&mut self.is_additive, true);
        self.node(link, weight);
        self.is_additive = was;
    }
}
