//! What a tick is made of, and what a graph sees of it.

use super::{copied::PartnerPose, montage_record::ActiveMontage};
use crate::{
    Library, Placement, Pose, Skeleton,
    graph::data::compiled::Graph,
    ground::Hits,
    instance::{MontageRoot, RootMotionMode, WarpTargets},
    pose::Rows,
    required::RequiredBones,
};
use std::{ops::Deref, sync::Arc};

/// Inputs of a tick, handed over before the tick begins: nothing in them changes while it runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct TickInputs {
    pub(crate) library: Arc<Library>,
    pub(crate) skeleton: Arc<Skeleton>,
    /// Active montages, in play order.
    pub(crate) montages: Vec<ActiveMontage>,
    /// Their root motion of this tick.
    pub(crate) montage_roots: Vec<MontageRoot>,
    /// Time step, seconds.
    pub(crate) dt: f64,
    /// The pose is put somewhere else: where it was does not count.
    pub(crate) teleported: bool,
    /// LOD; 0 is the finest.
    pub(crate) lod: u32,
    /// Placement of the character as the tick begins, from model to world space.
    pub(crate) start: Placement,
    /// Ground under the bones of the character.
    pub(crate) ground: Hits,
    pub(crate) targets: WarpTargets,
    /// Notifies wait for what slots count, though no montage plays any more.
    pub(crate) wants_slots: bool,
    pub(crate) root_motion: RootMotionMode,
    /// Poses that other characters show.
    pub(crate) copied: Vec<PartnerPose>,
    /// Bones that are evaluated; None for all bones.
    pub(crate) required: Option<Arc<RequiredBones>>,
    /// Random seed of the character: random choices differ from one character to the next.
    pub(crate) seed: u64,
}

/// A tick as a graph sees it.
#[derive(Clone, Copy)]
pub(crate) struct Tick<'a> {
    pub(crate) inputs: &'a TickInputs,
    pub(crate) graph: &'a Graph,
    /// Placement of the character where the pose is shown, from model to world space.
    pub(crate) placement: Placement,
    /// Pose that the graph works over if it runs after another graph; None otherwise.
    pub(crate) input: Option<&'a Pose>,
}

impl Deref for Tick<'_> {
    type Target = TickInputs;

    fn deref(&self) -> &TickInputs {
        self.inputs
    }
}

impl<'a> Tick<'a> {
    /// Tick with the placement of the character as the tick begins.
    pub(crate) fn new(inputs: &'a TickInputs, graph: &'a Graph) -> Self {
        Self {
            inputs,
            graph,
            placement: inputs.start,
            input: None,
        }
    }

    /// Rows that poses hold as they pass through the graph.
    pub(in crate::graph) fn rows(&self) -> Rows {
        self.required
            .as_deref()
            .map_or(Rows::ALL, RequiredBones::rows)
    }

    /// Sets bones that are not evaluated to their reference pose.
    pub(crate) fn keep(&self, pose: &mut Pose) {
        if let Some(required) = &self.required {
            required.keep(&self.skeleton, pose);
        }
    }
}
