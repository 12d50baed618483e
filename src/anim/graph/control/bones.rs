//! What a control works with while it is evaluated.

use super::{
    ControlTarget, Within,
    told::{ControlReport, WarpDecision},
};
use crate::{
    Transform,
    graph::control::{gait::RootMotionGait, target::MOST_INPUTS},
    ground::Hits,
    ik::{Joint, LockWord, Reason, Work},
    instance::WarpTargets,
    spaces::{ModelPose, Space},
    warp::{Rigid, WarpLeg},
};
use glam::{DVec3, Vec3};

/// A bone, and where it goes in model space.
pub(super) type BoneTarget = (u16, Transform);

pub(super) struct ControlContext<'a> {
    /// Pose as the control received it.
    pub(super) model: ModelPose<'a>,
    pub(super) inputs: &'a [f64; MOST_INPUTS],
    /// Seconds since the last evaluation.
    pub(super) dt: f64,
    /// Whether the transforms that the control gives replace the present ones.
    pub(super) is_whole: bool,
    /// Bone transforms that the control gives, model space.
    pub(super) entries: &'a mut Vec<BoneTarget>,
    pub(super) joints: &'a mut Vec<Joint>,
    /// Bone index of each joint.
    pub(super) path: &'a mut Vec<u16>,
    pub(super) work: &'a mut Work,
    /// Ground under the character.
    pub(super) ground: &'a Hits,
    pub(super) targets: &'a WarpTargets,
    /// Reports of what the control did.
    pub(super) told: &'a mut Vec<ControlReport>,
    pub(super) warped: Option<WarpDecision>,
    pub(super) warp: Warps<'a>,
    /// A curve that it gives.
    pub(super) curve: Option<(crate::Name, f32)>,
}

/// Working data of the warping nodes.
pub(super) struct Warps<'a> {
    pub(super) gait: RootMotionGait,
    pub(super) legs: &'a mut Vec<WarpLeg>,
    pub(super) rigids: &'a mut Vec<Rigid>,
}

impl ControlContext<'_> {
    pub(super) fn input3(&self, first: usize) -> Vec3 {
        self.precise_input3(first).as_vec3()
    }

    pub(super) fn precise_input3(&self, first: usize) -> DVec3 {
        DVec3::from_slice(&self.inputs[first..])
    }

    /// The place of a target of `bone`, in model space, from the inputs at `first`.
    pub(super) fn target(&mut self, first: usize, bone: u16, target: &ControlTarget) -> DVec3 {
        let place = self.input3(first);
        match target.within {
            Within::Space(space) => self.model.place_to_model(place, bone.into(), space),
            within => self
                .within(bone, &within, &Transform::from_translation(place))
                .translation
                .as_dvec3(),
        }
    }

    /// Model-space transform of `local`, which is relative to what a target of `bone` is relative
    /// to. Contract: the warp target exists, since the update asked [`ControlKind::lacks`].
    ///
    /// [`ControlKind::lacks`]: super::ControlKind::lacks
    pub(super) fn within(&mut self, bone: u16, within: &Within, local: &Transform) -> Transform {
        let (space, local) = match *within {
            Within::Space(space) => (space, *local),
            Within::Socket {
                bone,
                local: socket,
            } => (Space::Bone(bone.into()), socket.compose(local)),
            Within::WarpTarget(name) => {
                let place = self
                    .targets
                    .get(name)
                    .copied()
                    .unwrap_or(Transform::IDENTITY);
                (
                    Space::World,
                    Transform {
                        scale: Vec3::ONE,
                        ..place
                    }
                    .compose(local),
                )
            }
        };
        self.model.to_model(&local, bone.into(), space)
    }

    /// The joints from a bone down to one that hangs on it.
    pub(super) fn take_chain(&mut self, root: u16, tip: u16) {
        self.path.clear();
        self.path.push(tip);
        while let Some(last) = self.path.last().copied().filter(|last| *last != root)
            && let Some(parent) = self.model.skeleton().parent(last.into())
        {
            self.path.push(parent as u16);
        }
        self.path.reverse();
        self.joints.clear();
        for bone in &*self.path {
            let (place, rotation) = self.model.precise_model((*bone).into());
            self.joints.push(Joint { place, rotation });
        }
    }

    /// Gives the bones of a chain what became of its joints.
    pub(super) fn give_chain(&mut self) {
        for at in 0..self.path.len() {
            let (bone, Joint { place, rotation }) = (self.path[at], self.joints[at]);
            let scale = self.model.model_scale(bone.into());
            self.give(
                bone,
                Transform::new(place.as_vec3(), rotation.as_quat(), scale),
            );
        }
    }

    /// Reports the result of a chain that ends in `bone`; `reach` is in metres from the chain's
    /// root.
    pub(super) fn tell(&mut self, bone: u16, reason: Reason, stretch: f64, reach: Option<f64>) {
        self.told.push(ControlReport {
            bone,
            reason,
            stretch,
            reach,
            lock: None,
        });
    }

    pub(super) fn tell_lock(&mut self, bone: u16, lock: LockWord) {
        self.told
            .iter_mut()
            .filter(|told| told.bone == bone)
            .for_each(|told| told.lock = Some(lock));
    }

    pub(super) fn give(&mut self, bone: u16, model: Transform) {
        self.entries.push((bone, model));
    }

    /// Gives a bone another local transform, under its parent as that is given already. Contract:
    /// bones above it were given before.
    pub(super) fn give_local(&mut self, bone: u16, local: &Transform) {
        let skeleton = self.model.skeleton();
        let model = match skeleton.parent(bone.into()) {
            None => *local,
            Some(parent) => self.given(parent).compose(local),
        };
        self.give(bone, model);
    }

    /// Model-space transform of a bone with all transforms that are given so far.
    fn given(&mut self, bone: usize) -> Transform {
        let own = self.model.model(bone);
        let mut above = Some(bone);
        while let Some(at) = above {
            if let Ok(given) = self
                .entries
                .binary_search_by_key(&at, |entry| entry.0.into())
            {
                let before = self.model.model(at);
                return if at == bone {
                    self.entries[given].1
                } else {
                    self.entries[given].1.compose(&before.relative_to(&own))
                };
            }
            above = self.model.skeleton().parent(at);
        }
        own
    }
}
