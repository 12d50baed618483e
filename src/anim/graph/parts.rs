//! What a graph is compiled from: nodes, and the tables that they point into.

use super::{
    aim::AimOffset,
    composite::Composite,
    control::Control,
    curves::CurveEdit,
    driver::Driver,
    explicit_time::ExplicitTime,
    node::Node,
    random::Random,
    settings::{Alpha, BoneLayer, List, Parameter, Play, SpacePlay},
    value::{NodeId, Value},
};
use crate::{
    Name, inertialization::JumpRules, machine::Machine, mask::BoneMask, mirror::MirrorTable,
    pose_asset::PoseAsset, program::Program,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

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
    pub layers: Vec<BoneLayer>,
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
    /// Calls with the clip of every sample of a blend space, as an index in the library.
    pub(super) fn for_each_sample(&self, space: u16, each: &mut dyn FnMut(u32)) {
        let space = self.spaces.get(usize::from(space));
        space
            .into_iter()
            .flat_map(|play| play.space.samples())
            .for_each(|sample| each(sample.clip));
    }
}
