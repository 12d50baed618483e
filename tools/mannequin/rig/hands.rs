//! Hands that hold on to something in the world.

use super::{Side, pose::hand_turn};
use crate::math::smooth;
use glam::{DQuat, DVec3};

/// A hand that stays in one place for a while.
#[derive(Clone, Copy, Debug)]
pub struct Hold {
    /// Side of the hand.
    pub side: Side,
    /// Time at which the hold is complete, in seconds.
    pub from: f64,
    /// Time at which it begins to end, in seconds.
    pub to: f64,
    /// Seconds that the hand takes to come.
    pub reach: f64,
    /// Seconds that the hand takes to leave.
    pub leave: f64,
    /// Position of the wrist, in world space and metres.
    pub wrist: DVec3,
    /// Direction of the fingers, in world space.
    pub fingers: DVec3,
    /// Direction in which the palm looks, in world space.
    pub palm: DVec3,
}

impl Hold {
    /// How much the hand holds at a time, 0..=1.
    pub fn weight(&self, time: f64) -> f64 {
        let come = if time < self.from {
            smooth(1.0 - (self.from - time) / self.reach)
        } else {
            1.0
        };
        let go = if time > self.to {
            smooth(1.0 - (time - self.to) / self.leave)
        } else {
            1.0
        };
        come * go
    }

    /// Rotation of the hand, in world space.
    pub fn turn(&self) -> DQuat {
        hand_turn(self.side, self.fingers, self.palm)
    }
}
