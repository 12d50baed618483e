//! The worker side of a playing character: updates and evaluates its graph.
//!
//! It sees only what [`AnimInstance::pre_update`](super::AnimInstance::pre_update) copied in.

use super::dispatch::Queued;
use crate::{
    Library, Name, Pose, Skeleton, Transform,
    graph::{Graph, GraphState, MontageRecord, NodeId, Outcome, Scratch, Show, Tick},
    inertialization::InertializationRequest,
    machine::{Happened, Refused},
    mask::BlendProfile,
    montage::Blend,
    pose::local_to_model,
    required::RequiredBones,
    virtual_bone,
};
use glam::Affine3A;
use std::sync::Arc;

/// Of a proxy that was not told yet.
const UNKNOWN_LOD: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
pub struct AnimInstanceProxy {
    library: Arc<Library>,
    skeleton: Arc<Skeleton>,
    graph: Arc<Graph>,
    state: GraphState,
    /// Level of detail, and the bones that it works out.
    lod: u32,
    required: RequiredBones,
    dt: f64,
    teleported: bool,
    /// From model to world space.
    placement: Transform,
    pub(super) records: Vec<MontageRecord>,
    pub(super) outcome: Outcome,
    pose: Pose,
    models: Vec<Affine3A>,
    virtual_bones: Vec<Transform>,
    bone_models: Vec<Transform>,
    scratch: Scratch,
}

impl AnimInstanceProxy {
    /// One that had come to this state with this pose.
    pub(super) fn restored(
        library: &Arc<Library>,
        skeleton: &Arc<Skeleton>,
        graph: &Arc<Graph>,
        state: GraphState,
        pose: Pose,
    ) -> Self {
        if pose.is_empty() {
            // It had no tick yet.
            return Self::default();
        }
        let (library, skeleton, graph) = (library.clone(), skeleton.clone(), graph.clone());
        let mut proxy = Self { library, skeleton, graph, state, pose, lod: UNKNOWN_LOD, ..Self::default() };
        proxy.finish_pose();
        proxy
    }

    /// Local transforms and curves.
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// One matrix a bone, model space.
    pub fn models(&self) -> &[Affine3A] {
        &self.models
    }

    /// Relative to its source, one a virtual bone of the skeleton.
    pub fn virtual_bones(&self) -> &[Transform] {
        &self.virtual_bones
    }

    /// What the graph keeps from tick to tick.
    pub fn state(&self) -> &GraphState {
        &self.state
    }

    /// What the last request for a clip started: the clip, where it is in seconds, and its rate.
    pub fn shown_clip(&self) -> Option<(Name, f64, f32)> {
        self.state.shown_clip(&self.library)
    }

    /// The bones that are worked out at the character's level of detail; all others show their reference pose.
    pub fn required(&self) -> &RequiredBones {
        &self.required
    }

    /// Replaces the pose by the reference pose: what is shown after a fault.
    pub fn reset_pose(&mut self) {
        self.outcome.clear();
        self.pose.reset(&self.skeleton);
        self.finish_pose();
    }

    /// What follows from the pose.
    fn finish_pose(&mut self) {
        local_to_model(&self.skeleton, &self.pose, &mut self.models);
        virtual_bone::fill(&self.skeleton, &self.pose, &mut self.bone_models, &mut self.virtual_bones);
    }

    pub(super) fn begin(
        &mut self,
        library: &Arc<Library>,
        skeleton: &Arc<Skeleton>,
        graph: &Arc<Graph>,
        lod: u32,
        dt: f64,
    ) {
        let is_other = !Arc::ptr_eq(&self.library, library) || !Arc::ptr_eq(&self.skeleton, skeleton);
        if is_other || self.lod != lod || !Arc::ptr_eq(&self.graph, graph) {
            self.lod = lod;
            library.require_for(skeleton, lod as usize, graph, &mut self.required);
        }
        if is_other {
            self.state.rebind(&self.library, library, skeleton.name);
            self.library = library.clone();
            self.skeleton = skeleton.clone();
        }
        if !Arc::ptr_eq(&self.graph, graph) {
            self.state.fit(&self.graph, graph);
            self.graph = graph.clone();
        }
        self.dt = dt;
        self.outcome.clear();
    }

    /// Where the character stands, world space.
    pub(super) fn place(&mut self, placement: Transform) {
        self.placement = placement;
    }

    pub(super) fn set_parameter(&mut self, parameter: Name, value: f64) {
        self.state.set_parameter(parameter, value);
    }

    /// What state machines did in the last update, in order: the node, and what.
    pub fn happened(&self) -> &[(NodeId, Happened)] {
        &self.outcome.happened
    }

    /// Why transitions were not taken in the last update, where [`AnimInstanceProxy::ask_why`] was told to.
    pub fn refused(&self) -> &[(NodeId, Refused)] {
        &self.outcome.refused
    }

    pub fn ask_why(&mut self, asks: bool) {
        self.outcome.asks_why = asks;
    }

    pub(super) fn show(&mut self, show: &Show) {
        self.state.show(show, &self.library);
    }

    /// A jump of this tick's pose decays over these blends, bone by bone over the shortest. A scrubbed pose forgets
    /// where it came from.
    pub(super) fn inertialize(&mut self, blends: &[Blend], scrubbed: bool) {
        self.teleported = scrubbed;
        for blend in blends {
            let profile = self.skeleton.profile(blend.profile);
            let factors =
                |profile: &BlendProfile| (0..self.skeleton.len()).map(|bone| profile.duration_factor(bone)).collect();
            self.state.inertialize(InertializationRequest {
                duration: blend.time,
                bone_factors: profile.map(factors).unwrap_or_default(),
                ..InertializationRequest::default()
            });
        }
    }

    /// Updates, then evaluates. Deterministic: the same on any thread.
    pub fn run(&mut self) {
        let tick = Tick {
            graph: &self.graph,
            library: &self.library,
            skeleton: &self.skeleton,
            montages: &self.records,
            dt: self.dt,
            teleported: self.teleported,
            lod: self.lod,
            placement: self.placement,
        };
        self.state.update(&tick, &mut self.outcome);
        self.state.evaluate(&tick, &mut self.scratch, &mut self.pose);
        self.required.keep(&self.skeleton, &mut self.pose);
        self.finish_pose();
    }

    pub(super) fn queued(&mut self) -> &mut Vec<Queued> {
        &mut self.outcome.queued
    }

    /// Root motion of the graph's players, each with its weight.
    pub(super) fn roots(&self) -> &[(Transform, f32)] {
        &self.outcome.roots
    }

    pub(super) fn slot_weight(&self, slot: Name) -> f32 {
        self.outcome.slot_weight(slot)
    }
}
