//! Poses of assets in a graph: one by name, all by curves, or by how near bones are to targets; and
//! kept poses.

use super::{
    scratch::{EvaluationScratch, PoseScratch},
    state::GraphState,
    tick::Tick,
};
use crate::{
    Name, Pose, Skeleton, Transform,
    graph::data::{
        compiled::Graph,
        driver::{Driver, DriverFrame, DriverOutput},
        node::Node,
        value::{PoseKind, Value, unit},
    },
    mesh_levels::runs_at,
    montage::Easing,
    rbf::Place,
    transform::WEIGHT_EPSILON,
};

impl Graph {
    /// One of its nodes shows what is kept under this name.
    pub(crate) fn has_snapshot(&self, snapshot: Name) -> bool {
        self.nodes
            .iter()
            .any(|placed| matches!(placed.node, Node::PoseSnapshot(node) if node.name == snapshot))
    }
}

impl GraphState {
    /// Keeps a pose under a name, in place of the one that was.
    pub(crate) fn snapshot(&mut self, name: Name, pose: &Pose) {
        match self.snapshots.binary_search_by_key(&name, |kept| kept.0) {
            Ok(at) => self.snapshots[at].1.copy_from(pose),
            Err(at) => self.snapshots.insert(at, (name, pose.clone())),
        }
    }

    /// One of another skeleton is none.
    pub(in crate::graph) fn snapshot_pose(&self, name: Name, tick: &Tick<'_>, pose: &mut Pose) {
        let kept = self
            .snapshots
            .binary_search_by_key(&name, |kept| kept.0)
            .map(|at| &self.snapshots[at].1);
        match kept {
            Ok(kept) if kept.len() == tick.skeleton.len() => pose.copy_from(kept),
            _ => pose.reset_rows(&tick.skeleton, tick.rows()),
        }
    }

    pub(in crate::graph) fn read_level(&mut self, slot: usize, value: Value, tick: &Tick<'_>) {
        let level = unit(self.read(value, tick)) as f32;
        self.levels[slot] = level;
    }
}

impl Driver {
    /// Applies the driver with the fraction `alpha` of its weights, 0 to 1.
    pub(in crate::graph) fn drive(
        &self,
        alpha: f32,
        tick: &Tick<'_>,
        scratch: &mut PoseScratch,
        pose: &mut Pose,
    ) {
        let are_there = self.bones.iter().all(|bone| (*bone as usize) < pose.len());
        if alpha <= WEIGHT_EPSILON || !runs_at(self.lod, tick.lod) || !are_there {
            return;
        }
        let PoseScratch {
            room,
            weights,
            near,
            places,
        } = scratch;
        places.clear();
        places.extend(
            self.bones
                .iter()
                .map(|bone| place(*bone as usize, self.frame, &tick.skeleton, pose)),
        );
        self.rbf.weights(places, near, weights);
        weights.iter_mut().for_each(|weight| *weight *= alpha);
        match &self.output {
            DriverOutput::Poses(asset) => {
                tick.graph.parts().pose_assets[usize::from(*asset)].apply(weights, room, pose);
            }
            DriverOutput::Curves(names) => {
                names
                    .iter()
                    .zip(weights)
                    .for_each(|(name, weight)| pose.set_curve(*name, *weight));
            }
        }
    }

    pub(in crate::graph) fn is_sound(&self, assets: usize) -> bool {
        let is_there = |output: &DriverOutput| match output {
            DriverOutput::Poses(asset) => usize::from(*asset) < assets,
            DriverOutput::Curves(_) => true,
        };
        let has_places = self
            .rbf
            .targets()
            .iter()
            .all(|target| target.places.len() == self.bones.len());
        is_there(&self.output) && has_places
    }
}

impl EvaluationScratch {
    /// A full pose as what is asked for: what it does to the reference pose.
    pub(in crate::graph) fn as_kind(&mut self, kind: PoseKind, tick: &Tick<'_>, pose: &mut Pose) {
        if let Some(kind) = kind {
            self.delta
                .set_between(kind, &tick.skeleton, tick.skeleton.reference_pose(), pose);
            std::mem::swap(&mut self.delta.deltas, pose);
        }
    }
}

pub(in crate::graph) fn eased(easing: Easing, value: f32) -> f32 {
    if easing == Easing::Linear {
        value
    } else {
        easing.apply(value)
    }
}

/// A frame that is not there is that of the model.
fn place(bone: usize, frame: DriverFrame, skeleton: &Skeleton, pose: &Pose) -> Place {
    let local = match frame {
        DriverFrame::Parent => pose.get(bone),
        DriverFrame::Bone(frame) => {
            let frame = frame as usize;
            let seen = if frame < pose.len() {
                model(frame, skeleton, pose)
            } else {
                Transform::IDENTITY
            };
            seen.relative_to(&model(bone, skeleton, pose))
        }
    };
    (local.translation, local.rotation)
}

/// `model_from_bone`. Contract: there is such a bone.
pub(super) fn model(bone: usize, skeleton: &Skeleton, pose: &Pose) -> Transform {
    let (mut model, mut above) = (pose.get(bone), skeleton.parent(bone));
    while let Some(parent) = above {
        model = pose.get(parent).compose(&model);
        above = skeleton.parent(parent);
    }
    model
}
