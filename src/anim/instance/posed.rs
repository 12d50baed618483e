//! What a character shows: its pose and what follows from it.

use crate::{Pose, Skeleton, Transform, pose::local_to_model};
use glam::Affine3A;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A pose in local space with the model matrices that follow from it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Posed {
    pub(super) pose: Pose,
    models: Vec<Affine3A>,
    pub(super) is_stalled: bool,
}

impl Posed {
    /// Local transforms and curves. Empty before the first look.
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// Model-space matrices, one per bone.
    pub fn models(&self) -> &[Affine3A] {
        &self.models
    }

    /// Whether a clip holds a frame in it because its own was not here; see
    /// [`crate::Clip::in_chunks`].
    pub fn is_stalled(&self) -> bool {
        self.is_stalled
    }

    /// Keeps the buffers.
    pub fn copy_from(&mut self, other: &Posed) {
        self.is_stalled = other.is_stalled;
        self.pose.copy_from(&other.pose);
        self.models.clone_from(&other.models);
    }

    pub(super) fn reset(&mut self, skeleton: &Skeleton) {
        self.pose.reset(skeleton);
        self.finish_pose(skeleton);
    }

    /// Computes the model-space matrices from the pose.
    pub(super) fn finish_pose(&mut self, skeleton: &Skeleton) {
        local_to_model(skeleton, &self.pose, &mut self.models);
    }

    /// Takes over the leader's bones in model space. A bone that the leader lacks keeps its
    /// reference transform on its parent. If the parents are the same bones too, local transforms
    /// equal the leader's bit for bit.
    pub(super) fn follow(&mut self, leader: &Posed, following: &Following) {
        let Following {
            leader: led_by,
            own,
            bones,
        } = following;
        if Arc::ptr_eq(led_by, own) {
            self.copy_from(leader);
            return;
        }
        self.is_stalled = leader.is_stalled;
        self.pose.reset(own);
        self.models.clear();
        for (bone, same) in bones.iter().enumerate() {
            let parent = own.parent(bone);
            let above = parent.map_or(Affine3A::IDENTITY, |parent| self.models[parent]);
            let Some(same) = *same else {
                self.models.push(above * own.reference(bone).to_affine());
                continue;
            };
            let model = leader.models[same];
            let has_same_parent =
                parent.map(|parent| bones[parent]) == led_by.parent(same).map(Some);
            let local = if has_same_parent {
                leader.pose.get(same)
            } else {
                Transform::from_affine(&(above.inverse() * model))
            };
            self.pose.set(bone, &local);
            self.models.push(model);
        }
        self.pose.copy_numbers(&leader.pose);
    }
}

/// A map from each bone of a follower to the leader's bone of the same name.
#[derive(Clone, Debug)]
pub struct Following {
    leader: Arc<Skeleton>,
    pub(super) own: Arc<Skeleton>,
    bones: Vec<Option<usize>>,
}

impl Following {
    /// Finds the bones of `own` in `leader` by their names.
    pub fn new(leader: &Arc<Skeleton>, own: &Arc<Skeleton>) -> Self {
        let bones = own
            .bones
            .iter()
            .map(|bone| leader.find(bone.name))
            .collect();
        Self {
            leader: leader.clone(),
            own: own.clone(),
            bones,
        }
    }

    /// Whether it was made for these very skeletons, not for equal ones.
    pub fn is_of(&self, leader: &Arc<Skeleton>, own: &Arc<Skeleton>) -> bool {
        Arc::ptr_eq(&self.leader, leader) && Arc::ptr_eq(&self.own, own)
    }
}

/// The last two evaluated poses, between which the shown one goes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Between {
    pub(super) from: Pose,
    pub(super) to: Pose,
}

impl Between {
    /// Buffer for the new pose; the newer pose becomes the older one.
    pub(super) fn turned(&mut self) -> &mut Pose {
        std::mem::swap(&mut self.from, &mut self.to);
        &mut self.to
    }

    /// Blends the two poses in local space, so that bones keep their lengths: translations and
    /// scales linearly, rotations along the short arc. At 1 the result equals the newer pose bit
    /// for bit.
    pub(super) fn show(&self, alpha: f32, out: &mut Pose) {
        if alpha >= 1.0 || self.from.len() != self.to.len() {
            out.copy_from(&self.to);
        } else {
            crate::pose::blend(&self.from, &self.to, alpha, out);
        }
    }
}
