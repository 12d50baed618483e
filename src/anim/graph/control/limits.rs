//! Joints that turn no farther than they may.

use super::bones::ControlContext;
use crate::ik::turn::{from_turn_vector, turn_vector};
use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

/// Largest turn of a bone away from its reference pose, in degrees about each axis of the bone. The
/// angles are the components of the turn's axis times the turn's angle: a turn about a single axis
/// stops at exactly its bound.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AngleLimit<B = u16> {
    /// The bone that is held within the limits.
    pub bone: B,
    /// Lower bounds about x, y and z, in degrees. Where the bounds cross, this one holds.
    pub least: [f32; 3],
    /// Upper bounds about x, y and z, in degrees.
    pub most: [f32; 3],
}

impl AngleLimit {
    fn held(&self, turn: DVec3) -> DVec3 {
        let bound = |bound: [f32; 3]| Vec3::from(bound).as_dvec3() * (std::f64::consts::PI / 180.0);
        turn.min(bound(self.most)).max(bound(self.least))
    }
}

/// Bones inside their limits are not given, so that they keep their bits.
pub(super) fn solve(limits: &[AngleLimit], bones: &mut ControlContext<'_>) {
    for limit in limits {
        let bone = usize::from(limit.bone);
        let reference = bones.model.skeleton().reference(bone).rotation.as_dquat();
        let mut local = bones.model.pose().get(bone);
        let turn = turn_vector(reference.conjugate() * local.rotation.as_dquat());
        let held = limit.held(turn);
        // What single precision rounds off is no fault.
        if !held.abs_diff_eq(turn, 1e-6) {
            local.rotation = (reference * from_turn_vector(held)).as_quat().normalize();
            bones.give_local(limit.bone, &local);
        }
    }
}
