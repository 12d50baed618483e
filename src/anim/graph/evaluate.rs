//! The evaluation of a tick: poses from the leaves to the output. It changes no time and no weight, and a second one
//! gives the same bits.

use super::{
    Graph, GraphState, NO_NODE, Node, SmoothingMethod, Tick,
    bone_blends::Shares,
    compiled::Placed,
    control, copied,
    kinds::Kind,
    mix::Mixer,
    player::{ClipPlayer, Playing},
    pose_nodes::PoseScratch,
    sampling::{Mix, Sampler, rest},
    slot,
    watch::Wanted,
};
use crate::{
    Clip, Pose, Skeleton,
    additive::AdditivePose,
    codec::{Cached, PlayerCache, SegmentCache},
    dead_blending::DeadBlender,
    lod::runs_at,
    mirror::Mirrored,
    pose::{Layer, MeshSpaceBlend, blend},
};

/// What evaluations need and nothing depends on; kept for its buffers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    poses: Vec<Pose>,
    pub(super) sampled: Pose,
    pub(super) mixed: Pose,
    /// The source of a slot and the montages on it.
    pub(super) layers: Vec<Layer>,
    pub(super) caches: AtWork,
    pub(super) delta: AdditivePose,
    /// Of machines in whose transitions graphs run, one inside the other.
    pub(super) crossed: Vec<Pose>,
    /// The difference of an aim offset.
    pub(super) turned: Pose,
    mesh: MeshSpaceBlend,
    shares: Shares,
    mirrored: Mirrored,
    pub(super) assets: PoseScratch,
    controls: control::Scratch,
    /// Of an evaluation that somebody watches.
    pub(super) wanted: Wanted,
}

impl Scratch {
    /// Before the first node of an evaluation.
    pub(super) fn begin(&mut self) {
        self.caches.own.used = 0;
        self.controls.begin();
    }

    /// To mix poses of nodes.
    pub(super) fn mixer<'a>(&'a mut self, poses: &'a mut [Pose], kind: Kind) -> Mixer<'a> {
        let Self { mixed, sampled: other, mesh, shares, .. } = self;
        Mixer { poses, mixed, other, mesh, shares, kind }
    }

    /// To mix clips of a node in.
    pub(super) fn mix<'a, 't>(&'a mut self, tick: &'a Tick<'t>, kind: Kind) -> Mix<'a, 't> {
        let Self { caches, delta, sampled, mixed, .. } = self;
        Mix { sampler: Sampler { tick, kind, caches, delta }, sampled, mixed, sum: 0.0 }
    }
}

/// One a clip that was sampled in the last tick, in the order of sampling: players are sampled in the same order tick
/// after tick, so each finds its own again; another one costs time only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caches {
    caches: Vec<PlayerCache>,
    used: usize,
}

/// The caches of whoever is evaluated, and what all have in common whom this thread evaluates.
#[derive(Clone, Debug, Default)]
pub(super) struct AtWork {
    own: Caches,
    segments: SegmentCache,
}

impl AtWork {
    pub(super) fn next(&mut self) -> Cached<'_> {
        let Caches { caches, used } = &mut self.own;
        if caches.len() == *used {
            caches.push(PlayerCache::default());
        }
        let player = &mut caches[*used];
        player.is_stalled = false;
        *used += 1;
        Cached { player, segments: &mut self.segments }
    }
}

impl Caches {
    /// Whether a clip of the last evaluation held a frame because its own was not here.
    pub(crate) fn is_stalled(&self) -> bool {
        self.caches[..self.used].iter().any(|cache| cache.is_stalled)
    }
}

impl GraphState {
    /// The pose of the output; without one the reference pose. Contract: after the update of the same tick. Returns whether
    /// every bone that is not worked out shows its reference pose already.
    pub(crate) fn evaluate(
        &mut self,
        tick: &Tick<'_>,
        caches: &mut Caches,
        scratch: &mut Scratch,
        out: &mut Pose,
    ) -> bool {
        std::mem::swap(&mut scratch.caches.own, caches);
        scratch.begin();
        if scratch.poses.len() < tick.graph.buffer_count() {
            scratch.poses.resize_with(tick.graph.buffer_count(), Pose::default);
        }
        let mut poses = std::mem::take(&mut scratch.poses);
        // Where no montage plays, slots pass.
        let passes =
            |node: &Node| tick.montages.is_empty() && matches!(*node, Node::Slot { source, .. } if source != NO_NODE);
        let mut last = None;
        for at in tick.graph.writers.iter().map(|at| usize::from(*at)) {
            if self.is_reached(at) && !passes(&tick.graph.nodes[at].node) {
                self.evaluate_node(at, tick, scratch, &mut poses);
                last = Some(at);
            }
        }
        let rests_others = tick.required.is_some() && last.is_some_and(|at| self.rests_others(&tick.graph.nodes[at]));
        match tick.graph.output() {
            Some(buffer) => std::mem::swap(&mut poses[buffer], out),
            None => out.reset_rows(tick.skeleton, tick.rows()),
        }
        scratch.poses = poses;
        std::mem::swap(&mut scratch.caches.own, caches);
        self.curves.clone_from(&out.curves);
        rests_others
    }

    /// Whether what a node wrote shows the reference pose where nothing is worked out: what decays may have moved that.
    fn rests_others(&self, placed: &Placed) -> bool {
        let at = usize::from(placed.state);
        match placed.node {
            Node::Inertialization { method: SmoothingMethod::Offset, .. } => !self.inertializers[at].is_active(),
            Node::Inertialization { .. } => !self.dead_blends[at].is_active(),
            _ => false,
        }
    }

    pub(super) fn evaluate_node(&mut self, at: usize, tick: &Tick<'_>, scratch: &mut Scratch, poses: &mut [Pose]) {
        let placed = &tick.graph.nodes[at];
        let pose = &mut poses[usize::from(placed.buffer)];
        match placed.node {
            Node::ReferencePose => rest(placed.kind, tick, pose),
            Node::SequencePlayer { .. } => {
                player_pose(&self.players[usize::from(placed.state)], placed.kind, tick, scratch, pose);
            }
            Node::BlendSpace { space } | Node::BlendSpaceEvaluator { space, .. } => {
                let play = &tick.graph.parts().spaces[usize::from(space)];
                self.spaces[usize::from(placed.state)].pose(play, placed.kind, tick, scratch, pose);
            }
            Node::SequenceEvaluator { .. } => self.seek_pose(at, tick, scratch, pose),
            Node::RandomPlayer { .. } => self.random_pose(at, tick, scratch, pose),
            Node::SequenceComposite { .. } => self.composite_pose(at, tick, scratch, pose),
            Node::PoseByName { .. } => self.asset_pose(at, tick, scratch, pose),
            Node::PoseSnapshot { name } => self.snapshot_pose(name, tick, pose),
            Node::InputPose => match tick.input.filter(|_| placed.kind.is_none()) {
                Some(input) => pose.copy_from(input),
                None => rest(placed.kind, tick, pose),
            },
            // The transition that it is in writes it.
            Node::TransitionPose { .. } => {}
            Node::Machine { .. } if self.machines[usize::from(placed.state)].has_graph() => {
                self.crossed(at, tick, scratch, poses);
            }
            Node::ApplyAdditive { .. } => self.apply_additive(at, tick, scratch, poses),
            Node::MakeDynamicAdditive { .. } => self.make_additive(at, tick, scratch, poses),
            Node::AimOffset { .. } => self.aim_pose(at, tick, scratch, pose),
            Node::ModifyCurve { .. } => self.edit_curves(placed.node, placed.kind, tick, pose),
            Node::PoseBlend { .. } => self.blend_asset(placed.node, tick, scratch, pose),
            Node::PoseDriver { .. } => self.drive(at, tick, scratch, pose),
            Node::Mirror { source, .. }
            | Node::Slot { source, .. }
            | Node::Control { source, .. }
            | Node::LivePose { source, .. }
            | Node::CurveSource { source, .. }
            | Node::CopyPose { source, .. }
            | Node::Inertialization { source, .. }
            | Node::SavedPose { source }
            | Node::Output { source } => {
                if source == NO_NODE {
                    rest(placed.kind, tick, pose);
                }
                self.evaluate_over(at, tick, scratch, pose);
            }
            Node::TwoWay { .. }
            | Node::List { .. }
            | Node::Layered { .. }
            | Node::Machine { .. }
            | Node::UsedPose { .. } => {
                self.mix(at, tick, &mut scratch.mixer(poses, placed.kind));
            }
        }
    }

    /// What writes over the pose of its one source, which is there already.
    fn evaluate_over(&mut self, at: usize, tick: &Tick<'_>, scratch: &mut Scratch, pose: &mut Pose) {
        let placed = &tick.graph.nodes[at];
        match placed.node {
            Node::Mirror { mirror, .. } if self.levels[usize::from(placed.state)] > 0.0 => {
                let table = &tick.graph.parts().mirrors[usize::from(mirror)];
                table.mirror(tick.skeleton, &mut scratch.mirrored, pose);
            }
            Node::Slot { source, slot, .. } => {
                let has_source = source != NO_NODE && self.is_reached(source.into());
                slot::evaluate(tick, slot, has_source || source == NO_NODE, scratch, pose);
            }
            Node::Control { source, control } => {
                self.evaluate_control(at, (source, control), tick, &mut scratch.controls, pose);
            }
            Node::LivePose { patience, .. } => self.lives[usize::from(placed.state)].write(patience, pose),
            Node::CurveSource { .. } => self.lives[usize::from(placed.state)].write_curves(pose),
            Node::CopyPose { .. } => copied::copy(&placed.node, tick, pose),
            Node::Inertialization { .. } => self.smooth(placed, tick, pose),
            _ => {}
        }
    }

    fn smooth(&mut self, placed: &Placed, tick: &Tick<'_>, pose: &mut Pose) {
        let Node::Inertialization { method, history, jumps, .. } = placed.node else { return };
        let at = usize::from(placed.state);
        let (offset, blend) = (&mut self.inertializers[at], &mut self.dead_blends[at]);
        if !runs_at(history.lod, tick.lod) {
            offset.reset();
            *blend = DeadBlender::default();
            return;
        }
        if let Some(rules) = jumps {
            offset.rule(&tick.graph.parts().jump_rules[usize::from(rules)]);
        }
        // What it remembers must be what was shown.
        tick.keep(pose);
        let mut step = offset.step(self.frame);
        if let Some(moved) = offset.stand(&mut step, &tick.placement, &history) {
            offset.reframe(&moved, tick.skeleton);
            blend.reframe(&moved, tick.skeleton);
        }
        match method {
            SmoothingMethod::Offset => offset.update(&step, pose),
            SmoothingMethod::DeadBlend { half_life } => {
                blend.update(offset.requests(), half_life, &step, pose);
                offset.clear_requests();
                offset.shown(self.frame);
            }
        }
    }
}

fn player_pose(player: &ClipPlayer, kind: Kind, tick: &Tick<'_>, scratch: &mut Scratch, pose: &mut Pose) {
    match player.alone() {
        Some(playing) => {
            let Scratch { caches, delta, .. } = scratch;
            let mut sampler = Sampler { tick, kind, caches, delta };
            sampler.sample(playing.clip(tick.library), playing.at.time, pose);
        }
        None => faded_pose(player, kind, tick, scratch, pose),
    }
}

/// Each clip over those before it.
#[inline(never)]
fn faded_pose(player: &ClipPlayer, kind: Kind, tick: &Tick<'_>, scratch: &mut Scratch, pose: &mut Pose) {
    let Mix { mut sampler, sampled, mixed, .. } = scratch.mix(tick, kind);
    let mut layers = player.layers();
    let mut sample = |playing: &Playing, pose: &mut Pose| {
        sampler.sample(playing.clip(tick.library), playing.at.time, pose);
    };
    match layers.next() {
        Some((playing, _)) => sample(playing, pose),
        None => rest(kind, tick, pose),
    }
    for (playing, alpha) in layers {
        sample(playing, sampled);
        blend(pose, sampled, alpha, mixed);
        std::mem::swap(pose, mixed);
    }
}

impl Graph {
    /// The buffer that holds the pose of the graph.
    fn output(&self) -> Option<usize> {
        self.nodes.last().map(|placed| placed.buffer.into())
    }
}

/// A clip whose root motion moves the character stands still itself.
pub(super) fn lock_root(clip: &Clip, skeleton: &Skeleton, translation: bool, rotation: bool, pose: &mut Pose) {
    if !clip.root_motion.enabled || clip.additive.is_some() {
        return;
    }
    let locked = clip.locked_root(skeleton);
    if translation {
        pose.set_translation(0, locked.translation);
    }
    if rotation {
        pose.set_rotation(0, locked.rotation);
    }
}
