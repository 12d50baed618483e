//! What evaluations need and nothing depends on.

use crate::{
    Pose,
    additive::AdditivePose,
    codec::{Cached, PlayerCache, SegmentCache},
    graph::{control, data::value::NodeId},
    mask::BoneMask,
    mirror::Mirrored,
    pose::{MeshSpaceBlend, PoseLayer},
    pose_asset::PoseRoom,
    rbf::Place,
};

/// Temporary data of evaluations, kept only to reuse its buffers.
#[derive(Clone, Debug, Default)]
pub(crate) struct EvaluationScratch {
    pub(super) poses: Vec<Pose>,
    pub(super) sampled: Pose,
    pub(super) mixed: Pose,
    /// The source of a slot and the montages on it.
    pub(in crate::graph) layers: Vec<PoseLayer>,
    pub(in crate::graph) caches: AtWork,
    pub(in crate::graph) delta: AdditivePose,
    /// Poses of machines with transition graphs, one per nesting level.
    pub(super) crossed: Vec<Pose>,
    /// The difference of an aim offset.
    pub(super) turned: Pose,
    pub(super) mesh: MeshSpaceBlend,
    pub(super) shares: Shares,
    pub(in crate::graph) mirrored: Mirrored,
    pub(in crate::graph) assets: PoseScratch,
    pub(in crate::graph) controls: control::ControlScratch,
    /// Pose of the watched node in an evaluation that is watched.
    pub(super) wanted: PoseBackup,
}

impl EvaluationScratch {
    /// Prepares the buffers before the first node of an evaluation.
    pub(super) fn begin_evaluation(&mut self) {
        self.caches.own.used = 0;
        self.controls.begin_control();
    }
}

/// One a clip that was sampled in the last tick, in the order of sampling: players are sampled in
/// the same order tick after tick, so each finds its own again; another one costs time only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caches {
    caches: Vec<PlayerCache>,
    used: usize,
}

/// Caches of the instance being evaluated, and the cache that all instances on this thread share.
#[derive(Clone, Debug, Default)]
pub(in crate::graph) struct AtWork {
    pub(super) own: Caches,
    pub(super) segments: SegmentCache,
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

/// Temporary data of blending by bones, kept only to reuse its buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct Shares {
    pub(super) mask: BoneMask,
    /// Weights of the poses so far, one a bone.
    pub(super) sums: Vec<f64>,
}

/// Buffers of nodes that show poses of assets.
#[derive(Clone, Debug, Default)]
pub(in crate::graph) struct PoseScratch {
    pub(in crate::graph) room: PoseRoom,
    pub(in crate::graph) weights: Vec<f32>,
    pub(super) near: Vec<f64>,
    pub(super) places: Vec<Place>,
}

/// A pose that is kept as its node leaves it, before another one has its buffer.
#[derive(Clone, Debug, Default)]
pub(super) struct PoseBackup {
    pub(super) node: Option<NodeId>,
    pub(super) is_seen: bool,
    pub(super) pose: Pose,
}

impl PoseBackup {
    pub(super) fn is_of(&self, node: usize) -> bool {
        self.node.is_some_and(|wanted| usize::from(wanted) == node)
    }

    pub(super) fn see(&mut self, node: usize, pose: &Pose) {
        if self.is_of(node) {
            self.pose.copy_from(pose);
            self.is_seen = true;
        }
    }
}
