//! What an instance keeps of an aim offset.

use super::{reached::TwoWayState, space::SpacePlayer};
use glam::Vec3;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct AimState {
    pub(in crate::graph) space: SpacePlayer,
    pub(super) alpha: TwoWayState,
    /// Weight of the additive difference.
    pub(in crate::graph) weight: f32,
    /// Target that the aim offset points at; None if it has no target.
    pub(super) target: Option<Vec3>,
    /// The last frame in which it had any.
    pub(super) frame: u64,
}
