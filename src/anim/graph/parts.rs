//! What a graph is compiled from: nodes, and the tables that they point into.

use super::{
    aim::AimOffset,
    composite::Composite,
    control::Control,
    curves::CurveEdit,
    explicit_time::ExplicitTime,
    interpolation::Interpolation,
    nodes::{Node, Sources},
    pose_nodes::Driver,
    random::Random,
};
use crate::{
    Name, blend_space::BlendSpace, inertialization::JumpRules, machine::Machine, mask::BoneMask,
    mirror::MirrorTable, montage::Easing, pose_asset::PoseAsset, program::Program, sync::Role,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Index of a node in its graph.
pub type NodeId = u16;

/// A link that leads nowhere: the reference pose.
pub const NO_NODE: NodeId = NodeId::MAX;

/// A number that a node reads when it is updated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
    Number(f64),
    /// By its index among the graph's parameters.
    Parameter(u16),
    /// By its index among the graph's programs.
    Program(u16),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    pub name: Name,
    /// Truths are 0 and 1.
    pub default: f64,
    /// Set by a game, and back to 0 by the transition that used it.
    pub is_trigger: bool,
    /// Of an enum, whose value is the index of one; empty of everything else. Read where a value is
    /// set by its name.
    pub values: Vec<Name>,
}

/// How a player plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Takes the group's phase when it joins; else it begins where it is.
    pub match_sync_point: bool,
    /// The rate follows what is asked; None is there at once.
    pub interpolation: Option<Interpolation>,
}

impl Play {
    /// Seconds, or a part of the length, where it is a number.
    pub(super) fn sound_start(&self) -> f64 {
        if self.start.is_finite() {
            self.start
        } else {
            0.0
        }
    }
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
            match_sync_point: true,
            interpolation: None,
        }
    }
}

/// How a blend space plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpacePlay {
    pub space: Arc<BlendSpace>,
    /// In the axes' units; of one axis the second means nothing.
    pub input: [Value; 2],
    pub looping: bool,
    /// Its start is a part of the length, 0 to 1. An aim offset, and one whose time is told, are in
    /// no group.
    pub play: Play,
}

/// How much of the second pose there is, 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct List {
    pub index: Value,
    /// Seconds until each is there; as many as there are poses.
    pub times: Vec<f64>,
    pub easing: Easing,
    /// Blend profile of the skeleton, by which bones go ahead of the weights; none where it has no
    /// such one.
    pub profile: Name,
    /// The new pose takes over at once, and the jump decays.
    pub inertializes: bool,
    /// A pose without weight begins anew when it is chosen.
    pub restarts: bool,
}

/// A layer over the bones of a base.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layer {
    pub weight: Value,
    /// How much of each bone it covers.
    pub mask: BoneMask,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GraphParts {
    pub name: Name,
    /// Whose poses it makes; none of a graph that is a game's own affair.
    pub skeleton: Name,
    /// In evaluation order.
    pub nodes: Vec<Node>,
    /// Of the nodes, in their order: unique, and stable over edits, so that an edited graph goes on
    /// from where it is. Empty of a graph that is never edited.
    pub ids: Vec<u64>,
    /// Of the nodes, in their order, for whoever shows them; empty where nobody does.
    pub names: Vec<Name>,
    /// Of nodes with more than two.
    pub links: Vec<NodeId>,
    pub parameters: Vec<Parameter>,
    /// Parameters that are worked out at the beginning of every update, by their index, in this
    /// order: what a game sets there counts for nothing.
    pub driven: Vec<(u16, Value)>,
    pub programs: Vec<Program>,
    pub plays: Vec<Play>,
    pub spaces: Vec<SpacePlay>,
    pub alphas: Vec<Alpha>,
    pub lists: Vec<List>,
    pub layers: Vec<Layer>,
    /// Of differences.
    pub masks: Vec<BoneMask>,
    pub machines: Vec<Arc<Machine>>,
    pub evaluators: Vec<ExplicitTime>,
    pub aims: Vec<AimOffset>,
    pub mirrors: Vec<Arc<MirrorTable>>,
    pub randoms: Vec<Random>,
    pub composites: Vec<Composite>,
    pub curve_edits: Vec<CurveEdit>,
    /// Of inertializations.
    pub jump_rules: Vec<JumpRules>,
    pub pose_assets: Vec<Arc<PoseAsset>>,
    pub drivers: Vec<Driver>,
    pub controls: Vec<Control>,
}

impl From<&[Node]> for GraphParts {
    fn from(nodes: &[Node]) -> Self {
        Self {
            nodes: nodes.to_vec(),
            ..Self::default()
        }
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
    pub(super) fn for_each_link(&self, node: &Node, each: impl FnMut(NodeId)) {
        node.as_kind().sources(self).for_each(each);
    }

    /// Calls with the clip of every sample of a blend space, as an index in the library.
    pub(super) fn for_each_sample(&self, space: u16, each: &mut dyn FnMut(u32)) {
        let space = self.spaces.get(usize::from(space));
        space
            .into_iter()
            .flat_map(|play| play.space.samples())
            .for_each(|sample| each(sample.clip));
    }

    /// Of a node with links in the table; empty where they are not there, which
    /// [`super::Graph::new`] refuses.
    pub(super) fn many(&self, node: &Node) -> &[NodeId] {
        match node.as_kind().sources(self) {
            Sources::Many(links) => links,
            Sources::None | Sources::One(_) | Sources::Two(_) => &[],
        }
    }
}
