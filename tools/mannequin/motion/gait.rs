//! A gait: steps that repeat, and the loop that is made of them.

use crate::rig::{
    FigurePose, Motion, PoseKeyTrack, Side,
    feet::{Plant, Steps},
    motion::RootPath,
};
use glam::DVec3;

/// Parameters of a gait. The left foot touches the ground at time 0, the right foot half a cycle
/// later unless it is given its own phase.
#[derive(Clone, Copy, Debug)]
pub struct GaitCycle {
    /// Velocity of the root, in metres per second.
    pub velocity: DVec3,
    /// Seconds of a cycle, which has one step of each foot.
    pub cycle: f64,
    /// Part of the cycle that a foot is on the ground.
    pub stance: f64,
    /// How far the ankle is ahead of the root when it touches, in metres along the direction of
    /// travel.
    pub ahead: f64,
    /// Distance of each ankle from the middle, in metres.
    pub width: f64,
    /// Angle by which the toes point outwards, in degrees.
    pub yaw: f64,
    /// [`Plant::strike()`]: degrees, and the time as a part of the cycle.
    pub strike: (f64, f64),
    /// [`Plant::peel()`]: degrees, and the time as a part of the cycle.
    pub peel: (f64, f64),
    /// [`Plant::clear()`]: height in metres.
    pub clear: f64,
    /// [`Plant::clear()`]: tuck in degrees.
    pub tuck: f64,
}

impl GaitCycle {
    /// Steps of both feet, half a cycle apart.
    pub fn feet(&self) -> [Steps; 2] {
        [
            self.foot(Side::Left, 0.0, self.stance, self.ahead),
            self.foot(Side::Right, 0.5, self.stance, self.ahead),
        ]
    }

    /// Steps of one foot. `phase` is the part of the cycle at which it touches, `stance` the part
    /// that it stays.
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

    /// A loop of poses at parts of the first half cycle and of their mirror images in the second
    /// half.
    pub fn motion(&self, half: impl IntoIterator<Item = (f64, FigurePose)>) -> Motion {
        let half: Vec<(f64, FigurePose)> = half.into_iter().collect();
        let again = half
            .iter()
            .map(|(part, pose)| (part + 0.5, pose.mirrored()));
        let keys = half
            .iter()
            .cloned()
            .chain(again)
            .map(|(part, pose)| (part * self.cycle, pose));
        self.motion_of(PoseKeyTrack::cycle(self.cycle, keys), self.feet())
    }

    /// A loop of any keys and feet that travels at the gait's velocity.
    pub fn motion_of(&self, keys: PoseKeyTrack, feet: [Steps; 2]) -> Motion {
        Motion {
            looping: true,
            way: RootPath::Steady(self.velocity),
            ..Motion::new(self.cycle, keys, feet)
        }
    }
}
