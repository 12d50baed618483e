//! Bones whose weights go at a speed of their own.

use serde::{Deserialize, Serialize};

/// Speeds beside that of the space at most.
pub const MOST_SPEEDS: usize = 32;

/// Assignment of bones to speeds at which weights change. Each speed has its own weights, and a
/// bone is mixed by the weights of its speed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoneSpeeds {
    /// Maximum change of a sample's weight per second, 0 or more, one for each speed; 0 lets
    /// weights jump.
    pub speeds: Vec<f32>,
    /// Speed number of each bone, counted from 1. A bone with 0, or beyond the end, follows the
    /// space.
    pub bones: Vec<u8>,
}

impl BoneSpeeds {
    /// Index among the speeds; None goes with the space.
    pub fn of(&self, bone: usize) -> Option<usize> {
        usize::from(self.bones.get(bone).copied().unwrap_or(0)).checked_sub(1)
    }

    pub(super) fn is_sound(&self) -> bool {
        let is_speed = |speed: &f32| speed.is_finite() && *speed >= 0.0;
        let is_there = |speed: &u8| usize::from(*speed) <= self.speeds.len();
        self.speeds.len() <= MOST_SPEEDS
            && self.speeds.iter().all(is_speed)
            && self.bones.iter().all(is_there)
    }
}
