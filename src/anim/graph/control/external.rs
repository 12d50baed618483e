//! Bones that something outside the graph moves: a simulation of bodies, say.

use super::bones::ControlContext;
use crate::{Name, Skeleton, Transform, float::Extreme, transform::WEIGHT_EPSILON};
use serde::{Deserialize, Serialize};

/// Target transform of a bone that is given by name.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExternalBone {
    /// Name of the bone; one that the skeleton does not have is left out.
    pub bone: Name,
    /// Local to the parent bone. A bone whose transform is not finite is left out.
    pub local: Transform,
    /// Weight of the transform over the pose, 0 to 1. A bone with weight 0 is left out.
    pub weight: f32,
}

/// Bones that were set last under a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct External {
    pub(in crate::graph) name: Name,
    /// Bone index in the skeleton, local transform and weight, strictly ascending by index; the
    /// transforms are finite and have weight.
    bones: Vec<(u16, Transform, f32)>,
}

impl External {
    pub(in crate::graph) fn new(name: Name) -> Self {
        Self {
            name,
            bones: Vec::new(),
        }
    }

    /// Sets the bones. If a bone occurs twice, the first one counts; bones that are not finite or
    /// have no weight are left out.
    pub(in crate::graph) fn set(&mut self, bones: &[ExternalBone], skeleton: &Skeleton) {
        let is_sound =
            |bone: &&ExternalBone| bone.local.is_finite() && bone.weight > WEIGHT_EPSILON;
        let found =
            |told: &ExternalBone| Some((skeleton.find(told.bone)? as u16, told.local, told.weight));
        self.bones.clear();
        self.bones
            .extend(bones.iter().filter(is_sound).filter_map(found));
        self.bones.sort_by_key(|(bone, ..)| *bone);
        self.bones.dedup_by_key(|(bone, ..)| *bone);
    }

    /// Removes the bones after the skeleton changed, until they are set again.
    pub(in crate::graph) fn forget(&mut self) {
        self.bones.clear();
    }

    /// Applies the bones that the skeleton has.
    pub(super) fn solve(&self, bones: &mut ControlContext<'_>) {
        let count = bones.model.skeleton().len();
        for (bone, local, weight) in self
            .bones
            .iter()
            .filter(|(bone, ..)| usize::from(*bone) < count)
        {
            let local = bones
                .model
                .pose()
                .get((*bone).into())
                .blend(local, weight.lower(1.0));
            bones.give_local(*bone, &local);
        }
    }
}
