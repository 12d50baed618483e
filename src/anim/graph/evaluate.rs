//! The evaluation of a tick: poses from the leaves to the output. It changes no time and no weight,
//! and a second one gives the same bits.

use super::{
    Graph, GraphState, NO_NODE, NodeId, Tick,
    bone_blends::Shares,
    compiled::NodeSlot,
    control,
    kinds::Kind,
    mix::Mixer,
    pose_nodes::PoseScratch,
    sampling::{Mix, Sampler, rest},
    watch::Wanted,
};
use crate::{
    Clip, Pose, Skeleton,
    additive::AdditivePose,
    codec::{Cached, PlayerCache, SegmentCache},
    mirror::Mirrored,
    pose::{Layer, MeshSpaceBlend},
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
    pub(super) mirrored: Mirrored,
    pub(super) assets: PoseScratch,
    pub(super) controls: control::Scratch,
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
        let Self {
            mixed,
            sampled: other,
            mesh,
            shares,
            ..
        } = self;
        Mixer {
            poses,
            mixed,
            other,
            mesh,
            shares,
            kind,
        }
    }

    /// To mix clips of a node in.
    pub(super) fn mix<'a, 't>(&'a mut self, tick: &'a Tick<'t>, kind: Kind) -> Mix<'a, 't> {
        let Self {
            caches,
            delta,
            sampled,
            mixed,
            ..
        } = self;
        Mix {
            sampler: Sampler {
                tick,
                kind,
                caches,
                delta,
            },
            sampled,
            mixed,
            sum: 0.0,
        }
    }
}

/// One a clip that was sampled in the last tick, in the order of sampling: players are sampled in
/// the same order tick after tick, so each finds its own again; another one costs time only.
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
        Cached {
            player,
            segments: &mut self.segments,
        }
    }
}

impl Caches {
    /// Whether a clip of the last evaluation held a frame because its own was not here.
    pub(crate) fn is_stalled(&self) -> bool {
        self.caches[..self.used]
            .iter()
            .any(|cache| cache.is_stalled)
    }
}

/// A node whose pose is written.
pub(super) struct Draw<'a, 't> {
    /// Its index.
    pub(super) at: usize,
    pub(super) placed: &'a NodeSlot,
    pub(super) tick: &'a Tick<'t>,
    pub(super) scratch: &'a mut Scratch,
    pub(super) poses: &'a mut [Pose],
}

impl Draw<'_, '_> {
    /// The index of its state among those of its kind.
    pub(super) fn slot(&self) -> usize {
        self.placed.state.into()
    }

    pub(super) fn pose(&mut self) -> &mut Pose {
        &mut self.poses[usize::from(self.placed.buffer)]
    }

    pub(super) fn split(&mut self) -> (&mut Scratch, &mut Pose) {
        (
            &mut *self.scratch,
            &mut self.poses[usize::from(self.placed.buffer)],
        )
    }

    /// Writes the reference pose, or a difference that adds nothing.
    pub(super) fn rest(&mut self) {
        let (kind, tick) = (self.placed.kind, self.tick);
        rest(kind, tick, self.pose());
    }

    /// The pose to write over, which is that of the one source.
    pub(super) fn source(&mut self, source: NodeId) -> &mut Pose {
        if source == NO_NODE {
            self.rest();
        }
        self.pose()
    }

    /// Writes a pose that is mixed of others. Contract: the buffer of the node is none of those of
    /// its sources.
    pub(super) fn mix(&mut self, write: impl FnOnce(&mut Mixer<'_>, &mut Pose)) {
        let buffer = usize::from(self.placed.buffer);
        let mut pose = std::mem::take(&mut self.poses[buffer]);
        write(
            &mut self.scratch.mixer(self.poses, self.placed.kind),
            &mut pose,
        );
        self.poses[buffer] = pose;
    }
}

impl GraphState {
    /// The pose of the output; without one the reference pose. Contract: after the update of the
    /// same tick. Returns whether every bone that is not worked out shows its reference pose
    /// already.
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
            scratch
                .poses
                .resize_with(tick.graph.buffer_count(), Pose::default);
        }
        let mut poses = std::mem::take(&mut scratch.poses);
        let mut last = None;
        for at in tick.graph.writers.iter().map(|at| usize::from(*at)) {
            if self.is_reached(at) && !tick.graph.nodes[at].node.as_kind().passes(tick) {
                self.evaluate_node(at, tick, scratch, &mut poses);
                last = Some(&tick.graph.nodes[at]);
            }
        }
        let rests = |last: &NodeSlot| last.node.as_kind().rests_others(last.state.into(), self);
        let rests_others = tick.required.is_some() && last.is_some_and(rests);
        match tick.graph.output() {
            Some(buffer) => std::mem::swap(&mut poses[buffer], out),
            None => out.reset_rows(&tick.skeleton, tick.rows()),
        }
        scratch.poses = poses;
        std::mem::swap(&mut scratch.caches.own, caches);
        self.curves.clone_from(&out.curves);
        rests_others
    }

    pub(super) fn evaluate_node(
        &mut self,
        at: usize,
        tick: &Tick<'_>,
        scratch: &mut Scratch,
        poses: &mut [Pose],
    ) {
        let placed = &tick.graph.nodes[at];
        placed.node.as_kind().evaluate(
            self,
            Draw {
                at,
                placed,
                tick,
                scratch,
                poses,
            },
        );
    }
}

impl Graph {
    /// The buffer that holds the pose of the graph.
    fn output(&self) -> Option<usize> {
        self.nodes.last().map(|placed| placed.buffer.into())
    }
}

/// A clip whose root motion moves the character stands still itself.
pub(super) fn lock_root(
    clip: &Clip,
    skeleton: &Skeleton,
    translation: bool,
    rotation: bool,
    pose: &mut Pose,
) {
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
