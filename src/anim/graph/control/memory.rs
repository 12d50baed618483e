//! What some kinds of controls remember.

use crate::{ik::look_at::Gaze, warp::SlopeSwing};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Values that some kinds remember from one evaluation to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) enum Memory {
    #[default]
    Nothing,
    Gaze(Gaze),
    Swing(Swing),
    /// Unit: where the target was from the root of a limb, model space.
    Reach(DVec3),
    /// Offset of a pelvis, and the velocity of that offset.
    Stride(DVec3, DVec3),
    Slope(SlopeSwing),
}

/// World space, metres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Swing {
    pub(super) place: DVec3,
    /// Velocity, metres per second.
    pub(super) velocity: DVec3,
    /// Place where the pose had the bone.
    pub(super) goal: DVec3,
}
