//! What a graph is compiled from: nodes, and the tables that they point into.

use super::{
    aim::AimOffset,
    composite::Composite,
    curves::CurveEdit,
    driver::Driver,
    explicit_time::ExplicitTime,
    node::Node,
    random::Random,
    settings::{Alpha, BoneLayer, List, Parameter, Play, SpacePlay},
    value::{NodeId, Value},
};
use crate::{
    Name, graph::control::Control, inertialization::JumpRules, machine::Machine, mask::BoneMask,
    mirror::MirrorTable, pose_asset::PoseAsset, program::Program,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The nodes of a graph and the tables that they point into, before [`crate::Graph::new`] checks
/// them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphParts {
    /// Name of the graph.
    pub name: Name,
    /// Name of the skeleton that the graph makes poses for; no name for a game's own graph.
    pub skeleton: Name,
    /// All nodes, in evaluation order; the last one is the output.
    pub nodes: Vec<Node>,
    /// Ids of the nodes, in node order; empty for a graph that is never edited. Each id is unique
    /// and stable over edits, so that an edited graph continues from its current state.
    pub ids: Vec<u64>,
    /// Names of the nodes for display, in node order; empty if nothing displays them.
    pub names: Vec<Name>,
    /// Links of nodes with more than two; those of one node are next to each other.
    pub links: Vec<NodeId>,
    /// The inputs of the graph, by the index that values and rules read them with.
    pub parameters: Vec<Parameter>,
    /// Parameters that every update evaluates first, by their index, in this order; values that a
    /// game sets for these parameters have no effect.
    pub driven: Vec<(u16, Value)>,
    /// Expressions, by the index in [`Value::Program`].
    pub programs: Vec<Program>,
    /// Playback settings of the sequence players.
    pub plays: Vec<Play>,
    /// Playback settings of the blend spaces, including the blend spaces of aim offsets and
    /// evaluators.
    pub spaces: Vec<SpacePlay>,
    /// Weights of the second pose in two-way blends, and weights of additive nodes and aim offsets.
    pub alphas: Vec<Alpha>,
    /// Blend settings of the lists.
    pub lists: Vec<List>,
    /// Layers of layered nodes; those of one node are next to each other.
    pub layers: Vec<BoneLayer>,
    /// Bones that additive nodes add to, and how much.
    pub masks: Vec<BoneMask>,
    /// Compiled state machines.
    pub machines: Vec<Arc<Machine>>,
    /// Times of sequence evaluators and blend space evaluators.
    pub evaluators: Vec<ExplicitTime>,
    /// Settings of aim offsets: the blend space and the weight of each.
    pub aims: Vec<AimOffset>,
    /// Tables of mirror nodes, each for as many bones as the skeleton has.
    pub mirrors: Vec<Arc<MirrorTable>>,
    /// Settings of the random players.
    pub randoms: Vec<Random>,
    /// Timelines of sequence composites.
    pub composites: Vec<Composite>,
    /// Edits of curves; those of one node are next to each other.
    pub curve_edits: Vec<CurveEdit>,
    /// Rules by which inertializations treat jumps.
    pub jump_rules: Vec<JumpRules>,
    /// Assets of the nodes that show, blend or drive poses.
    pub pose_assets: Vec<Arc<PoseAsset>>,
    /// Settings of the pose drivers.
    pub drivers: Vec<Driver>,
    /// Controls, with the bones that they move.
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
    /// Calls with the clip of every sample of a blend space, as an index in the library.
    pub(in crate::graph) fn for_each_sample(&self, space: u16, each: &mut dyn FnMut(u32)) {
        let space = self.spaces.get(usize::from(space));
        space
            .into_iter()
            .flat_map(|play| play.space.samples())
            .for_each(|sample| each(sample.clip));
    }
}
