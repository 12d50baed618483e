//! Steps that come again and again.

use crate::rig::{
    Keys, Motion, Pose, Side,
    feet::{Plant, Steps},
    motion::Way,
};
use glam::DVec3;

/// How the feet go. The left foot touches at 0, the right foot half a cycle later.
#[derive(Clone, Copy, Debug)]
pub struct Gait {
    /// Metres per second.
    pub velocity: DVec3,
    /// Seconds of both steps.
    pub cycle: f64,
    /// Part of the cycle that a foot is on the ground.
    pub stance: f64,
    /// Of the ankle, from the root along the way, at first touch, metres.
    pub ahead: f64,
    /// Of an ankle from the middle, metres.
    pub width: f64,
    /// Degrees that the toes point outwards.
    pub yaw: f64,
    /// As in [`Plant`], but in parts of the cycle.
    pub strike: (f64, f64),
    pub peel: (f64, f64),
    pub clear: f64,
    pub tuck: f64,
}

impl Gait {
    pub fn feet(&self) -> [Steps; 2] {
        [
            self.foot(Side::Left, 0.0, self.stance, self.ahead),
            self.foot(Side::Right, 0.5, self.stance, self.ahead),
        ]
    }

    /// Steps of one foot that touches at a part of the cycle.
    pub fn foot(&self, side: Side, phase: f64, stance: f64, ahead: f64) -> Steps {
        let from = phase * self.cycle;
        let along = self.velocity.normalize();
        let at = DVec3::X * self.width * side.sign() + self.velocity * from + along * ahead;
        let at = DVec3::new(at.x, 0.0, at.z);
        let plant = Plant::flat(from, from + stance * self.cycle, at, self.yaw * side.sign())
            .strike(self.strike.0, self.strike.1 * self.cycle)
            .peel(self.peel.0, self.peel.1 * self.cycle)
            .clear(self.clear, self.tuck);
        Steps::cycle(side, self.cycle, self.velocity * self.cycle, &[plant])
    }

    /// A loop of both halves: poses at parts of the first half, and their mirror images in the
    /// second.
    pub fn motion(&self, half: impl IntoIterator<Item = (f64, Pose)>) -> Motion {
        let half: Vec<(f64, Pose)> = half.into_iter().collect();
        let again = half
            .iter()
            .map(|(part, pose)| (part + 0.5, pose.mirrored()));
        let keys = half
            .iter()
            .cloned()
            .chain(again)
            .map(|(part, pose)| (part * self.cycle, pose));
        self.motion_of(Keys::cycle(self.cycle, keys), self.feet())
    }

    pub fn motion_of(&self, keys: Keys, feet: [Steps; 2]) -> Motion {
        Motion {
            looping: true,
            way: Way::Steady(self.velocity),
            ..Motion::new(self.cycle, keys, feet)
        }
    }
}
