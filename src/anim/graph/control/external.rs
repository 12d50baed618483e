//! Bones that something outside the graph moves: a simulation of bodies, say.

use super::bones::Bones;
use crate::{Name, Transform, transform::WEIGHT_EPSILON};

/// Where a bone is to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExternalBone {
    pub bone: u16,
    pub local: Transform,
    /// How much of it, 0 to 1.
    pub weight: f32,
}

/// What was told last under a name.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::graph) struct External {
    pub(in crate::graph) name: Name,
    /// Strictly ascending, finite, with weight.
    bones: Vec<ExternalBone>,
}

impl External {
    pub(in crate::graph) fn new(name: Name) -> Self {
        Self { name, bones: Vec::new() }
    }

    /// Of a bone that is told twice the first counts; what is no number, or has no weight, is left out.
    pub(in crate::graph) fn set(&mut self, bones: &[ExternalBone]) {
        let is_sound = |bone: &&ExternalBone| bone.local.is_finite() && bone.weight > WEIGHT_EPSILON;
        self.bones.clear();
        self.bones.extend(bones.iter().filter(is_sound));
        self.bones.sort_by_key(|bone| bone.bone);
        self.bones.dedup_by_key(|bone| bone.bone);
    }

    /// Those that the skeleton has.
    pub(super) fn solve(&self, bones: &mut Bones<'_>) {
        let count = bones.model.skeleton().len();
        for told in self.bones.iter().filter(|told| usize::from(told.bone) < count) {
            let local = bones.model.pose().get(told.bone.into()).blend(&told.local, told.weight.min(1.0));
            bones.give_local(told.bone, &local);
        }
    }
}
