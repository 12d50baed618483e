//! Bones whose weights go at a speed of their own.

use serde::{Deserialize, Serialize};

/// Speeds beside that of the space at most.
pub const MOST_SPEEDS: usize = 32;

/// Which bones follow at which speed. Each speed has weights of its own, and a bone is mixed by
/// those of its speed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BoneSpeeds {
    /// How much of a sample's weight may change in a second, 0 or more; 0 lets weights jump.
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
