//! Hands that hold on to something in the world.

use super::{Side, pose::hand_turn};
use crate::math::smooth;
use glam::{DQuat, DVec3};

#[derive(Clone, Copy, Debug)]
pub struct Hold {
    pub side: Side,
    /// Seconds of full hold.
    pub from: f64,
    pub to: f64,
    /// Seconds that the hand takes to come and to go.
    pub reach: f64,
    pub leave: f64,
    /// Where the wrist is, world space.
    pub wrist: DVec3,
    /// World space.
    pub fingers: DVec3,
    pub palm: DVec3,
}

impl Hold {
    /// 0 to 1.
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

    pub fn turn(&self) -> DQuat {
        hand_turn(self.side, self.fingers, self.palm)
    }
}
