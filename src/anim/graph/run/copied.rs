//! Poses of other characters: what a tick hands over, and what a Copy Pose takes of it.

#[cfg(test)]
mod tests;

use crate::{Name, Pose, Skeleton};
use std::sync::Arc;

/// The pose of another character in this tick, with the name that nodes use for that character.
#[derive(Clone, Debug, Default)]
pub(crate) struct PartnerPose {
    pub(super) partner: Name,
    /// Whether there is a pose of the partner in this tick.
    pub(super) is_there: bool,
    pub(super) pose: Pose,
    /// Bones that both skeletons have: the index of the partner's bone, then of the own bone.
    pub(super) bones: Vec<(u16, u16)>,
    /// The partner's skeleton and the own skeleton for which `bones` is computed; None before the
    /// first pose.
    skeletons: Option<[Arc<Skeleton>; 2]>,
}

impl PartnerPose {
    pub(crate) fn take_away(&mut self) {
        self.is_there = false;
    }

    /// A pose that is not of its skeleton is none.
    pub(crate) fn tell(&mut self, partner: Name, pose: &Pose, [theirs, own]: [&Arc<Skeleton>; 2]) {
        let is_known = self
            .skeletons
            .as_ref()
            .is_some_and(|[a, b]| Arc::ptr_eq(a, theirs) && Arc::ptr_eq(b, own));
        if !is_known {
            let same = |(at, bone): (usize, &crate::skeleton::Bone)| {
                Some((theirs.find(bone.name)? as u16, at as u16))
            };
            self.bones.clear();
            self.bones
                .extend(own.bones.iter().enumerate().filter_map(same));
            self.skeletons = Some([theirs.clone(), own.clone()]);
        }
        self.partner = partner;
        self.is_there = pose.len() == theirs.len();
        self.pose.copy_from(pose);
    }

    /// Over what is there: local transforms by the names of bones, and curves. With retargeting the
    /// translation of a bone is what its mode makes of theirs.
    pub(in crate::graph) fn write(&self, pose: &mut Pose, retargets: bool) {
        let skeletons = self.skeletons.as_ref().filter(|_| retargets);
        for (theirs, own) in &self.bones {
            let (theirs, own) = (usize::from(*theirs), usize::from(*own));
            let mut local = self.pose.get(theirs);
            if let Some([leader, here]) = skeletons {
                let [from, to] =
                    [leader.reference(theirs), here.reference(own)].map(|bone| bone.translation);
                local.translation = here.retarget(own).translation(local.translation, from, to);
            }
            pose.set(own, &local);
        }
        self.pose
            .curves
            .iter()
            .for_each(|(name, value)| pose.set_curve(*name, *value));
    }
}
