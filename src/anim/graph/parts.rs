//! What a graph is compiled from: nodes, and the tables that they point into.

use super::control::Control;
use crate::{
    Name, blend_space::BlendSpace, machine::Machine, mask::BoneMask, montage::Easing, program::Program, sync::Role,
};
use std::sync::Arc;

/// Index of a node in its graph.
pub type NodeId = u16;

/// A link that leads nowhere: the reference pose.
pub const NO_NODE: NodeId = NodeId::MAX;

/// A number that a node reads when it is updated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Number(f64),
    /// By its index among the graph's parameters.
    Parameter(u16),
    /// By its index among the graph's programs.
    Program(u16),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    pub name: Name,
    /// Truths are 0 and 1.
    pub default: f64,
    /// Set by a game, and back to 0 by the transition that used it.
    pub is_trigger: bool,
}

/// Links lead to nodes that stand before this one, or are [`NO_NODE`] where a node may be without.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Node {
    ReferencePose,
    /// Plays a clip in time; without one it shows the reference pose. [`Request::PlayClip`](crate::Request::PlayClip)
    /// and its likes set what the graph's first player plays, and from where; before that it is `clip`, an index in the
    /// library, from its start.
    SequencePlayer {
        clip: Option<u32>,
        /// Index among [`GraphParts::plays`]; None plays on at the clip's own rate.
        play: Option<u16>,
    },
    /// Clips mixed by where a point lies among them, in one time for all.
    BlendSpace {
        /// Index among [`GraphParts::spaces`].
        space: u16,
    },
    /// Two poses, by how much of the second there is.
    TwoWay {
        a: NodeId,
        b: NodeId,
        /// Index among [`GraphParts::alphas`].
        alpha: u16,
        /// Also what has no weight.
        always_update_children: bool,
    },
    /// One of several poses, blended where another one is chosen. Its links begin at `first`.
    List {
        first: u32,
        /// Index among [`GraphParts::lists`].
        list: u16,
    },
    /// A base, and layers that cover some of its bones. The links begin at `first`: the base, then the layers, from
    /// `layer` on among [`GraphParts::layers`].
    Layered {
        first: u32,
        layer: u16,
        count: u16,
    },
    /// One link a state, from `first` on.
    Machine {
        first: u32,
        machine: u16,
    },
    /// A pose that is worked out once, however many nodes use it. Nothing links to it.
    SavedPose {
        source: NodeId,
    },
    /// `saved` is a [`Node::SavedPose`] before this one.
    UsedPose {
        saved: NodeId,
    },
    /// The montages that play in a slot, over a source. Without a montage the source passes bit for bit.
    Slot {
        source: NodeId,
        slot: Name,
        /// Also while montages cover the source whole: its time goes on, and its notifies are judged.
        always_update_source: bool,
    },
    /// Puts a few bones of a pose somewhere else.
    Control {
        source: NodeId,
        /// Index among [`GraphParts::controls`].
        control: u16,
    },
    /// The newest frame of a stream over a source, bone by bone by their names. What was told longer ago than
    /// `patience`, in seconds, is over: the source passes.
    LivePose {
        source: NodeId,
        subject: Name,
        patience: f32,
    },
    /// Jumps of the pose that something asks to be smoothed decay here.
    Inertialization {
        source: NodeId,
    },
    /// The pose of the graph. The last node, and the only one of its kind.
    Output {
        source: NodeId,
    },
}

/// How a player plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// Divided by `basis`, then scaled, biased and bounded, then times the clip's own.
    pub rate: Value,
    /// 0 stands still.
    pub basis: f64,
    pub scale: f64,
    pub bias: f64,
    pub least: f64,
    pub most: f64,
    /// Seconds.
    pub start: f64,
    /// Begins anew whenever it had no weight in the tick before.
    pub restarts: bool,
    /// Rules do not ask about it.
    pub is_ignored_by_rules: bool,
    /// None plays on its own.
    pub group: Name,
    pub role: Role,
}

impl Default for Play {
    fn default() -> Self {
        Self {
            rate: Value::Number(1.0),
            basis: 1.0,
            scale: 1.0,
            bias: 0.0,
            least: f64::NEG_INFINITY,
            most: f64::INFINITY,
            start: 0.0,
            restarts: true,
            is_ignored_by_rules: false,
            group: Name::NONE,
            role: Role::default(),
        }
    }
}

/// How a blend space plays.
#[derive(Clone, Debug, PartialEq)]
pub struct SpacePlay {
    pub space: Arc<BlendSpace>,
    /// In the axes' units; of one axis the second means nothing.
    pub input: [Value; 2],
    pub rate: Value,
    pub looping: bool,
    /// Of the length, 0 to 1.
    pub start: f64,
    /// Begins anew whenever it had no weight in the tick before.
    pub restarts: bool,
    /// Rules do not ask about it.
    pub is_ignored_by_rules: bool,
}

/// How much of the second pose there is, 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub enum Alpha {
    Value(Value),
    /// All or nothing, with seconds to get there.
    Switch {
        on: Value,
        time_in: f64,
        time_out: f64,
        easing: Easing,
    },
}

/// How a list blends.
#[derive(Clone, Debug, PartialEq)]
pub struct List {
    pub index: Value,
    /// Seconds until each is there; as many as there are poses.
    pub times: Vec<f64>,
    pub easing: Easing,
    /// The new pose takes over at once, and the jump decays.
    pub inertializes: bool,
    /// A pose without weight begins anew when it is chosen.
    pub restarts: bool,
}

/// A layer over the bones of a base.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    pub weight: Value,
    /// How much of each bone it covers.
    pub mask: BoneMask,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphParts {
    /// In evaluation order.
    pub nodes: Vec<Node>,
    /// Of nodes with more than two.
    pub links: Vec<NodeId>,
    pub parameters: Vec<Parameter>,
    pub programs: Vec<Program>,
    pub plays: Vec<Play>,
    pub spaces: Vec<SpacePlay>,
    pub alphas: Vec<Alpha>,
    pub lists: Vec<List>,
    pub layers: Vec<Layer>,
    pub machines: Vec<Arc<Machine>>,
    pub controls: Vec<Control>,
}

impl From<&[Node]> for GraphParts {
    fn from(nodes: &[Node]) -> Self {
        Self { nodes: nodes.to_vec(), ..Self::default() }
    }
}

impl<const N: usize> From<&[Node; N]> for GraphParts {
    fn from(nodes: &[Node; N]) -> Self {
        nodes.as_slice().into()
    }
}

impl From<&Vec<Node>> for GraphParts {
    fn from(nodes: &Vec<Node>) -> Self {
        nodes.as_slice().into()
    }
}

impl GraphParts {
    /// Calls with every link of a node, in its order; one that leads nowhere is left out.
    pub(super) fn for_each_link(&self, node: &Node, mut each: impl FnMut(NodeId)) {
        let (single, many) = self.links_of(node);
        single.into_iter().flatten().chain(many.iter().copied()).filter(|link| *link != NO_NODE).for_each(&mut each);
    }

    fn links_of(&self, node: &Node) -> ([Option<NodeId>; 2], &[NodeId]) {
        match *node {
            Node::ReferencePose | Node::SequencePlayer { .. } | Node::BlendSpace { .. } | Node::UsedPose { .. } => {
                ([None; 2], &[])
            }
            Node::TwoWay { a, b, .. } => ([Some(a), Some(b)], &[]),
            Node::SavedPose { source }
            | Node::Slot { source, .. }
            | Node::Control { source, .. }
            | Node::LivePose { source, .. }
            | Node::Inertialization { source }
            | Node::Output { source } => ([Some(source), None], &[]),
            Node::List { .. } | Node::Layered { .. } | Node::Machine { .. } => ([None; 2], self.many(node)),
        }
    }

    /// Of a node with links in the table; empty where they are not there, which [`super::Graph::new`] refuses.
    pub(super) fn many(&self, node: &Node) -> &[NodeId] {
        let (first, count) = match *node {
            Node::List { first, list } => (first, self.lists.get(usize::from(list)).map_or(0, |list| list.times.len())),
            Node::Layered { first, count, .. } => (first, usize::from(count) + 1),
            Node::Machine { first, machine } => {
                (first, self.machines.get(usize::from(machine)).map_or(0, |machine| machine.parts().states.len()))
            }
            _ => (0, 0),
        };
        let first = first as usize;
        self.links.get(first..first.saturating_add(count)).unwrap_or(&[])
    }
}
