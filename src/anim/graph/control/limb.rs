//! An arm or a leg that reaches for a target.

use super::{Target, bones::Bones};
use crate::{
    Transform,
    graph::Value,
    ik::{
        turn::{self, between, direction, normalized, twist},
        two_bone::{Limb, Stretch, bend, solve},
    },
    spaces::Space,
};
use glam::{DQuat, DVec3, Vec3};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TwoBoneIk {
    /// Its parent is the joint that bends, and that one's parent the root of the limb.
    pub end: u16,
    pub effector: Target,
    /// The limb bends towards it.
    pub pole: Target,
    pub end_rotation: EndRotation,
    /// None keeps lengths.
    pub stretch: Option<Stretch>,
    /// Local to the upper and the lower bone, which do not turn about it; None lets them.
    pub twist_axis: Option<Vec3>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum EndRotation {
    /// As it is in model space.
    Keep,
    /// As it is to its parent.
    Maintain,
    /// In the effector's space: degrees about x, y, z.
    Take([Value; 3]),
}

impl EndRotation {
    pub(super) fn values(&self) -> Option<&[Value]> {
        match self {
            EndRotation::Take(values) => Some(values),
            _ => None,
        }
    }
}

impl TwoBoneIk {
    pub(super) fn solve(&self, bones: &mut Bones<'_>) {
        let skeleton = bones.model.skeleton();
        let end = usize::from(self.end);
        let Some((middle, root)) =
            skeleton.parent(end).and_then(|middle| skeleton.parent(middle).map(|root| (middle, root)))
        else {
            return;
        };
        let model = &mut bones.model;
        let before = [model.precise_model(root), model.precise_model(middle), model.precise_model(end)];
        let limb = Limb { root: before[0].0, middle: before[1].0, end: before[2].0 };
        let (target, pole) = (bones.target(0, self.end, &self.effector), bones.target(3, self.end, &self.pole));
        let after = solve(&limb, target, pole, self.stretch);
        let is_degenerate = [limb.middle - limb.root, limb.end - limb.middle].iter().any(|v| v.length() < turn::LEAST);
        if is_degenerate || !(target.is_finite() && pole.is_finite()) {
            return;
        }
        // Asked for where a bone turns right round, which few do.
        let hint = || direction(after.end - limb.root).map(|along| along.cross(bend(&limb, along, pole)));
        let upper = self.turned((limb.middle - limb.root, after.middle - limb.root), before[0].1, &hint);
        let lower = self.turned((limb.end - limb.middle, after.end - after.middle), before[1].1, &hint);
        // None stays as it is to its parent.
        let own = match self.end_rotation {
            EndRotation::Keep => Some(before[2].1),
            EndRotation::Maintain => None,
            EndRotation::Take(_) => {
                let given = Transform::from_rotation(turn::euler(bones.precise_input3(6)).as_quat());
                Some(rotation_in(bones, &given, end, self.effector.space))
            }
        };
        if bones.is_whole && self.only_turns() && upper.is_finite() && lower.is_finite() {
            let chain = [(root, upper), (middle, lower), (end, own.unwrap_or_default())];
            return bones.model.turn_chain(&chain[..2 + usize::from(own.is_some())]);
        }
        let rotation = own.unwrap_or_else(|| lower * before[1].1.conjugate() * before[2].1);
        let placed = [(root, limb.root, upper), (middle, after.middle, lower), (end, after.end, rotation)];
        for (bone, place, rotation) in placed {
            let scale = bones.model.model_scale(bone);
            bones.give(bone as u16, Transform::new(place.as_vec3(), normalized(rotation).as_quat(), scale));
        }
    }

    /// Whether its bones keep their places on their parents.
    fn only_turns(&self) -> bool {
        self.stretch.is_none() && self.twist_axis.is_none()
    }

    /// A bone's rotation, turned as its link is; without the turn about its own axis where that is not allowed.
    #[inline]
    fn turned(&self, (old, new): (DVec3, DVec3), rotation: DQuat, hint: &dyn Fn() -> Option<DVec3>) -> DQuat {
        let mut change = between(old, new, hint);
        if let Some(axis) = self.twist_axis.and_then(|axis| direction(axis.as_dvec3())) {
            change *= twist(change, rotation * axis).conjugate();
        }
        change * rotation
    }
}

fn rotation_in(bones: &mut Bones<'_>, given: &Transform, bone: usize, space: Space) -> DQuat {
    bones.model.to_model(given, bone, space).rotation.as_dquat()
}
