//! The worker side of a playing character: updates and evaluates its graph.
//!
//! It sees only what [`AnimInstance::pre_update`](super::AnimInstance::pre_update) copied in.

use super::{
    RootMotionMode, RootMotionSource, WarpTargets,
    linked::{StateLibraries, StateLinkError, by_name, link_character},
    posed::{Between, Following, Posed},
    post_process::PostProcesses,
    queue::Queue,
    root_motion::{MontageRoot, RootMotionBlend},
    workspace::Workspace,
};
use crate::{
    Event, Library, Name, Placement, Pose, Skeleton, Transform,
    graph::{
        Caches, Contribution, Graph, GraphState, GraphWatch, GroupStep, LiveFrame, NodeId,
        PartnerPose, Show, Tick, TickInputs, UpdateOutcome, WatchRequest, control::ExternalBone,
    },
    ground::Hits,
    inertialization::InertializationRequest,
    machine::{Happened, Refused, Taken},
    mirror::MirrorTable,
    montage::Blend,
    required::RequiredBones,
    virtual_bone,
};
use glam::Affine3A;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// LOD of a proxy whose LOD was not set yet.
const UNKNOWN_LOD: u32 = u32::MAX;

/// The parts of a proxy's work that a run performs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProxyWork {
    /// The graph goes on by the tick's time.
    pub update: bool,
    /// Whether the run evaluates a new pose. Leaving the evaluation out changes no later update.
    pub evaluate: bool,
    /// Fraction between the last two evaluated poses at which the shown pose lies, 0..=1: 0 is the
    /// earlier pose, 1 the later one; None shows the later pose.
    pub between: Option<f32>,
}

impl ProxyWork {
    /// Update and evaluate, and show what was evaluated last.
    pub const ALL: Self = Self {
        update: true,
        evaluate: true,
        between: None,
    };
}

impl Default for ProxyWork {
    fn default() -> Self {
        Self::ALL
    }
}

/// State of a proxy between two runs: what the proxy was last asked to play, its progress, and the
/// pose that it shows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedProxy {
    #[serde(skip)]
    library: Arc<Library>,
    #[serde(with = "by_name")]
    skeleton: Arc<Skeleton>,
    #[serde(with = "by_name")]
    graph: Arc<Graph>,
    state: GraphState,
    post_processes: PostProcesses,
    posed: Posed,
    between: Option<Box<Between>>,
}

impl SavedProxy {
    /// The library that it plays.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// The skeleton of its poses.
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    /// Goes on with data of the libraries where a state that was read has stand-ins. Contract: they
    /// are those that the state was saved with, or their equals.
    pub fn link(&mut self, libraries: StateLibraries<'_>) -> Result<(), StateLinkError> {
        self.library = libraries.library.clone();
        // A character that was never shown has no graph and no skeleton yet.
        if self.skeleton.name == Name::NONE {
            return Ok(());
        }
        link_character(libraries, &mut self.skeleton, &mut self.graph)?;
        if !self.state.is_of(&self.graph) {
            return Err(StateLinkError::Nodes(self.graph.name()));
        }
        self.post_processes.link(libraries.library)
    }
}

/// Libraries are large: two that are one need no look inside.
impl PartialEq for SavedProxy {
    fn eq(&self, other: &Self) -> bool {
        let own = (
            &self.graph,
            &self.state,
            &self.post_processes,
            &self.posed,
            &self.between,
        );
        own == (
            &other.graph,
            &other.state,
            &other.post_processes,
            &other.posed,
            &other.between,
        ) && (Arc::ptr_eq(&self.skeleton, &other.skeleton) || self.skeleton == other.skeleton)
            && (Arc::ptr_eq(&self.library, &other.library) || self.library == other.library)
    }
}

/// The player of a character's graph: the graph's state, the inputs of the tick and the shown pose.
#[derive(Clone, Debug, Default)]
pub struct AnimInstanceProxy {
    pub(super) inputs: TickInputs,
    graph: Arc<Graph>,
    state: GraphState,
    post_processes: PostProcesses,
    /// The character stays where it is, whatever its root motion.
    is_held: bool,
    /// Source that may change the root motion of this tick; `changed_root` then counts instead of
    /// the extracted root motion.
    root_source: RootMotionSource,
    changed_root: Option<Transform>,
    root_fault: Option<String>,
    pub(super) outcome: UpdateOutcome,
    work: ProxyWork,
    posed: Posed,
    caches: Caches,
    /// The evaluated poses between which the shown pose lies; None where no such poses are used.
    between: Option<Box<Between>>,
    /// Watch of the graph; None while nobody watches.
    watch: Option<Box<GraphWatch>>,
}

impl AnimInstanceProxy {
    /// Saves the state of the proxy. Contract: no run is in progress.
    pub fn save(&self) -> SavedProxy {
        SavedProxy {
            library: self.inputs.library.clone(),
            skeleton: self.inputs.skeleton.clone(),
            graph: self.graph.clone(),
            state: self.state.clone(),
            post_processes: self.post_processes.clone(),
            posed: self.posed.clone(),
            between: self.between.clone(),
        }
    }

    /// Creates a proxy from its saved state; the proxy goes on as if it had never been left.
    pub fn restored(saved: &SavedProxy) -> Self {
        let SavedProxy {
            library,
            skeleton,
            graph,
            state,
            post_processes,
            posed,
            between,
        } = saved.clone();
        let inputs = TickInputs {
            library,
            skeleton,
            lod: UNKNOWN_LOD,
            ..TickInputs::default()
        };
        Self {
            inputs,
            graph,
            state,
            post_processes,
            posed,
            between,
            ..Self::default()
        }
    }

    /// The pose that is shown now.
    pub fn posed(&self) -> &Posed {
        &self.posed
    }

    /// Shows something else until the next evaluation.
    pub fn show_posed(&mut self, posed: &Posed) {
        self.posed.copy_from(posed);
    }

    /// Shows the leader's pose of the same tick.
    pub fn follow(&mut self, leader: &Posed, following: &Following) {
        self.posed.follow(leader, following);
    }

    /// The evaluated poses between which the shown one goes, where there are such.
    pub fn between(&self) -> Option<&Between> {
        self.between.as_deref()
    }

    /// Makes room for `count` poses of other characters for the next run, and drops those of the
    /// last run.
    pub fn expect_partners(&mut self, count: usize) {
        self.inputs.copied.resize_with(count, PartnerPose::default);
        self.inputs
            .copied
            .iter_mut()
            .for_each(PartnerPose::take_away);
    }

    /// Sets the pose of another character in this tick, for the graph's Copy Pose nodes of the name
    /// `partner`. Contract: `at` is less than the number passed to
    /// [`AnimInstanceProxy::expect_partners`], and the pose is of the skeleton `theirs`.
    pub fn tell_partner(
        &mut self,
        at: usize,
        partner: Name,
        posed: &Posed,
        theirs: &Arc<Skeleton>,
    ) {
        self.inputs.copied[at].tell(partner, posed.pose(), [theirs, &self.inputs.skeleton]);
    }

    /// Sets the work that the next runs do, until the work is set again.
    pub fn set_work(&mut self, work: ProxyWork) {
        self.work = work;
    }

    /// Local transforms and curves.
    pub fn pose(&self) -> &Pose {
        &self.posed.pose
    }

    /// Model-space matrices, one per bone.
    pub fn models(&self) -> &[Affine3A] {
        self.posed.models()
    }

    /// Transforms of the skeleton's virtual bones, one for each bone, relative to the bone's
    /// source. Computed at each call.
    pub fn virtual_bones(&self) -> Vec<Transform> {
        let mut found = Vec::new();
        virtual_bone::fill(
            &self.inputs.skeleton,
            self.pose(),
            &mut Vec::new(),
            &mut found,
        );
        found
    }

    /// State that the graph keeps from tick to tick.
    pub fn state(&self) -> &GraphState {
        &self.state
    }

    /// The clip that the last request for a clip started, the clip's position in seconds, and the
    /// clip's rate.
    pub fn shown_clip(&self) -> Option<(Name, f64, f32)> {
        self.state.shown_clip(&self.inputs.library)
    }

    /// The bones that are evaluated at the character's level of detail; all other bones show their
    /// reference pose. None before the first run.
    pub fn required(&self) -> Option<&RequiredBones> {
        self.inputs.required.as_deref()
    }

    /// Replaces the pose by the reference pose: what is shown after a fault.
    pub fn reset_pose(&mut self) {
        self.outcome.clear();
        self.changed_root = None;
        self.between = None;
        self.posed.reset(&self.inputs.skeleton);
    }

    pub(super) fn begin_tick(
        &mut self,
        library: &Arc<Library>,
        skeleton: &Arc<Skeleton>,
        graph: &Arc<Graph>,
        lod: u32,
        dt: f64,
    ) {
        let is_other = !Arc::ptr_eq(&self.inputs.library, library)
            || !Arc::ptr_eq(&self.inputs.skeleton, skeleton);
        if is_other || self.inputs.lod != lod || !Arc::ptr_eq(&self.graph, graph) {
            self.inputs.lod = lod;
            self.inputs.required = Some(library.required_by(skeleton, lod, graph));
        }
        if is_other {
            self.between = None;
            self.state
                .rebind(&self.inputs.library, library, skeleton.name);
            self.post_processes
                .fit(&self.inputs.library, library, skeleton);
            self.inputs.library = library.clone();
            self.inputs.skeleton = skeleton.clone();
        }
        if !Arc::ptr_eq(&self.graph, graph) {
            self.state.fit(&self.graph, graph);
            self.graph = graph.clone();
        }
        self.inputs.dt = dt;
        (self.root_source, self.changed_root) = (RootMotionSource::Extracted, None);
        self.outcome.clear();
    }

    /// Sets the source of the root motion for the tick that is about to be run or completed. The
    /// tick after that one uses extracted root motion again.
    pub fn set_root_source(&mut self, source: RootMotionSource) {
        self.root_source = source;
    }

    /// Error in the first invalid answer to root motion, for which the extracted motion was used;
    /// None if there was none.
    pub fn root_motion_fault(&self) -> Option<&str> {
        self.root_fault.as_deref()
    }

    /// Root motion that counts in a tick of `dt` seconds that began at `placement`: `extracted`, or
    /// what the source makes of it.
    pub(super) fn change_root(
        &mut self,
        extracted: Transform,
        (placement, dt): (Transform, f64),
    ) -> Transform {
        let source = std::mem::take(&mut self.root_source);
        match source.changed(extracted, (placement, dt)) {
            Ok(changed) => changed.unwrap_or(extracted),
            Err(fault) => {
                self.root_fault.get_or_insert(fault);
                extracted
            }
        }
    }

    pub(super) fn set_root_motion(&mut self, mode: RootMotionMode, wants_slots: bool) {
        (self.inputs.root_motion, self.inputs.wants_slots) = (mode, wants_slots);
    }

    /// Sets the seed of the character.
    pub(super) fn set_seed(&mut self, seed: u64) {
        self.inputs.seed = seed;
    }

    /// Saves the pose that is shown now under `name`, for Pose Snapshot nodes.
    pub(super) fn snapshot(&mut self, name: Name) {
        self.state.snapshot(name, &self.posed.pose);
        self.post_processes.snapshot(name, &self.posed.pose);
    }

    /// Sets the placement of the character, world space.
    pub(super) fn place(&mut self, placement: Placement, is_held: bool) {
        (self.inputs.start, self.is_held) = (placement, is_held);
    }

    pub(super) fn tell_roots(&mut self, roots: &[MontageRoot]) {
        self.inputs.montage_roots.clear();
        self.inputs.montage_roots.extend_from_slice(roots);
    }

    pub(super) fn tell_ground(&mut self, hits: &Hits) {
        self.inputs.ground.0.clone_from(&hits.0);
    }

    pub(super) fn tell_targets(&mut self, targets: &WarpTargets) {
        self.inputs.targets.copy_from(targets);
    }

    pub(super) fn set_parameter(&mut self, parameter: Name, value: f64) {
        self.state.set_parameter(parameter, value);
        self.post_processes.set_parameter(parameter, value);
    }

    pub(super) fn tell_live(&mut self, frame: &LiveFrame) {
        self.state.tell_live(frame, &self.inputs.skeleton);
        self.post_processes.tell_live(frame, &self.inputs.skeleton);
    }

    pub(super) fn set_external(&mut self, stream: Name, bones: &[ExternalBone]) {
        self.state
            .set_external(stream, bones, &self.inputs.skeleton);
        self.post_processes
            .set_external(stream, bones, &self.inputs.skeleton);
    }

    /// Events of state machines in the last update, in order: the node, and what happened there.
    pub fn happened(&self) -> &[(NodeId, Happened)] {
        &self.outcome.happened
    }

    /// Reasons why transitions were not taken in the last update, if [`AnimInstanceProxy::ask_why`]
    /// enabled the collection of reasons.
    pub fn refused(&self) -> &[(NodeId, Refused)] {
        &self.outcome.refused
    }

    /// Transitions that were taken in the last update, in order.
    pub fn taken(&self) -> &[(NodeId, Taken)] {
        &self.outcome.taken
    }

    /// Contributions to the pose of a bone, or to the whole pose as the mean of all bones. Full
    /// poses come first and sum to 1; poses layered on top follow. Computed at each call; contract:
    /// no run is in progress.
    pub fn contributions(&self, bone: Option<usize>) -> Vec<Contribution> {
        let known = bone.is_none_or(|bone| bone < self.inputs.skeleton.len());
        if known {
            self.state
                .contributions(bone, &Tick::new(&self.inputs, &self.graph))
        } else {
            Vec::new()
        }
    }

    /// Contributions of everything that plays, in descending order of weight, followed by poses
    /// layered on top. Computed at each call; contract: no run is in progress.
    pub fn playing(&self) -> Vec<Contribution> {
        self.state.playing(&Tick::new(&self.inputs, &self.graph))
    }

    /// Inspects the last tick by a second, separate evaluation, which changes nothing. Returns the
    /// pose of a node, and calls `done` with each node after the node's evaluation. None if the
    /// node is inactive. Contract: no run is in progress.
    pub fn look(
        &mut self,
        node: Option<NodeId>,
        done: Option<&mut dyn FnMut(NodeId)>,
    ) -> Option<Posed> {
        let mut watch = self.watch.take().unwrap_or_default();
        let tick = Tick::new(&self.inputs, &self.graph);
        let pose = watch
            .look(&self.state, &tick, WatchRequest { node, done })
            .map(|pose| {
                tick.keep(pose);
                let mut posed = Posed::default();
                posed.pose.copy_from(pose);
                posed.finish_pose(&self.inputs.skeleton);
                posed
            });
        self.watch = Some(watch);
        pose
    }

    /// The graph of the last tick. If the library was swapped since then, the new graph applies
    /// from the next tick.
    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// The library that the last tick was of, also while another one is swapped in.
    pub fn library(&self) -> &Arc<Library> {
        &self.inputs.library
    }

    /// The buffers of [`AnimInstanceProxy::look`] are not needed any more.
    pub fn look_away(&mut self) {
        self.watch = None;
    }

    /// Turns on or off that updates keep why transitions were not taken.
    pub fn ask_why(&mut self, asks: bool) {
        self.outcome.asks_why = asks;
    }

    pub(super) fn show(&mut self, show: &Show) {
        self.state.show(show, &self.inputs.library);
    }

    /// A jump of this tick's pose decays over these blends, bone by bone over the shortest. One
    /// that was scrubbed or put elsewhere forgets where it came from.
    pub(super) fn inertialize(&mut self, blends: &[Blend], teleported: bool) {
        self.inputs.teleported = teleported;
        for blend in blends {
            self.state.inertialize(InertializationRequest::by_bone(
                blend.time,
                &self.inputs.skeleton,
                blend.profile,
            ));
        }
    }

    /// Updates, then evaluates, as far as [`AnimInstanceProxy::set_work`] says. Deterministic: the
    /// same on any thread and with any workspace.
    pub fn run_tick(&mut self, room: &mut Workspace) {
        let tick = Tick::new(&self.inputs, &self.graph);
        if self.work.update {
            self.state.update(&tick, &mut self.outcome);
            self.post_processes
                .update(&tick, &mut room.after, &mut self.outcome.queued);
            let extracted = self.extracted_root();
            self.changed_root =
                Some(self.change_root(extracted, (*self.inputs.start.shown(), self.inputs.dt)));
        }
        let placement = if self.is_held {
            self.inputs.start
        } else {
            self.moved()
        };
        let tick = Tick {
            placement,
            ..Tick::new(&self.inputs, &self.graph)
        };
        if self.work.evaluate {
            let between = self
                .work
                .between
                .map(|_| self.between.get_or_insert_default());
            let out = match between {
                Some(between) => between.turned(),
                None => &mut self.posed.pose,
            };
            let rests_others = self
                .state
                .evaluate(&tick, &mut self.caches, &mut room.scratch, out);
            if !self
                .post_processes
                .evaluate(&tick, room, out)
                .unwrap_or(rests_others)
            {
                tick.keep(out);
            }
            self.posed.is_stalled = self.caches.is_stalled() || self.post_processes.is_stalled();
            if !out.is_finite() {
                out.reset(&self.inputs.skeleton);
                self.state.pose_failed(&self.graph);
            }
        }
        self.show_work();
    }

    fn show_work(&mut self) {
        match (self.work.between, &mut self.between) {
            (Some(alpha), Some(between)) => between.show(alpha, &mut self.posed.pose),
            (None, between) if self.work.evaluate => *between = None,
            _ => return,
        }
        self.posed.finish_pose(&self.inputs.skeleton);
    }

    pub(super) fn queued(&mut self) -> &mut Queue {
        &mut self.outcome.queued
    }

    /// Next steps of the montages that their sync groups drive, by instance id.
    pub(super) fn montage_steps(&self) -> &[(u32, GroupStep)] {
        &self.outcome.montage_steps
    }

    /// Events that report what became of the clips' motion warping windows.
    pub(super) fn warps(&self) -> &[Event] {
        &self.outcome.warps
    }

    /// Root motion of the tick.
    pub(super) fn root_delta(&self) -> Transform {
        self.changed_root.unwrap_or_else(|| self.extracted_root())
    }

    /// Root motion of the montages, weighted by their slots, and of the graph's players, by their
    /// weights.
    fn extracted_root(&self) -> Transform {
        let mut root = RootMotionBlend::NONE;
        for (at, made) in self.inputs.montage_roots.iter().enumerate() {
            let share = match made.weight {
                Some(weight) => {
                    weight
                        * self
                            .outcome
                            .slot(made.slot)
                            .map_or(0.0, |slot| slot.root_share)
                }
                None => 1.0,
            };
            root.add(
                &self
                    .outcome
                    .montage_roots
                    .get(at)
                    .copied()
                    .unwrap_or_else(|| made.travelled()),
                share,
            );
        }
        if self.inputs.root_motion == RootMotionMode::FromEverything {
            self.outcome
                .roots
                .iter()
                .for_each(|(delta, weight)| root.add(delta, *weight));
            self.outcome
                .root_offsets
                .iter()
                .for_each(|(offset, weight, _)| root.carry(offset, *weight));
        }
        root.delta()
    }

    /// Placement at which the pose of the tick is shown.
    fn moved(&self) -> Placement {
        let moved = self.inputs.start.moved(&self.root_delta());
        if moved.is_finite() {
            moved
        } else {
            self.inputs.start
        }
    }

    /// Weight of everything that plays in a slot; None of one that the graph did not reach.
    pub fn slot_weight(&self, slot: Name) -> Option<f32> {
        self.outcome.slot(slot).map(|slot| slot.weight)
    }

    /// Mirror table of a slot; None if the tick has no such slot or does not mirror it.
    pub(super) fn slot_mirror(&self, slot: Name) -> Option<&Arc<MirrorTable>> {
        self.outcome.slot(slot)?.mirror(&self.graph)
    }

    /// Factor of a montage's own weight in a slot; None if the tick has no such slot.
    pub(super) fn slot_share(&self, slot: Name) -> Option<f32> {
        self.outcome.slot(slot).map(|slot| slot.share)
    }
}
