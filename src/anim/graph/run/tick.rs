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

/// What a tick is made of, handed over before it begins: nothing changes in it while it runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct TickInputs {
    pub(crate) library: Arc<Library>,
    pub(crate) skeleton: Arc<Skeleton>,
    /// In play order.
    pub(crate) montages: Vec<ActiveMontage>,
    /// Their root motion of this tick.
    pub(crate) montage_roots: Vec<MontageRoot>,
    /// Seconds.
    pub(crate) dt: f64,
    /// The pose is put somewhere else: where it was does not count.
    pub(crate) teleported: bool,
    /// 0 is the finest.
    pub(crate) lod: u32,
    /// Of the character as the tick begins: from model to world space.
    pub(crate) start: Placement,
    /// What lies under its bones.
    pub(crate) ground: Hits,
    pub(crate) targets: WarpTargets,
    /// Notifies wait for what slots count, though no montage plays any more.
    pub(crate) wants_slots: bool,
    pub(crate) root_motion: RootMotionMode,
    /// What other characters show.
    pub(crate) copied: Vec<PartnerPose>,
    /// The bones that are worked out; None for all of them.
    pub(crate) required: Option<Arc<RequiredBones>>,
    /// Of the character: what is drawn by lot differs from one to the next.
    pub(crate) seed: u64,
}

/// What a graph sees of a tick.
#[derive(Clone, Copy)]
pub(crate) struct Tick<'a> {
    pub(crate) inputs: &'a TickInputs,
    pub(crate) graph: &'a Graph,
    /// Of the character, where the pose is shown: from model to world space.
    pub(crate) placement: Placement,
    /// What the graph works over, where it runs after another one.
    pub(crate) input: Option<&'a Pose>,
}

impl Deref for Tick<'_> {
    type Target = TickInputs;

    fn deref(&self) -> &TickInputs {
        self.inputs
    }
}

impl<'a> Tick<'a> {
    /// Where the character stands as the tick begins.
    pub(crate) fn new(inputs: &'a TickInputs, graph: &'a Graph) -> Self {
        Self {
            inputs,
            graph,
            placement: inputs.start,
            input: None,
        }
    }

    /// What poses hold on their way through the graph.
    pub(in crate::graph) fn rows(&self) -> Rows {
        self.required
            .as_deref()
            .map_or(Rows::ALL, RequiredBones::rows)
    }

    /// Bones that are not worked out become their reference pose.
    pub(crate) fn keep(&self, pose: &mut Pose) {
        if let Some(required) = &self.required {
            required.keep(&self.skeleton, pose);
        }
    }
}
