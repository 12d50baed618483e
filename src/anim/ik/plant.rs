//! A foot that stays where it was put down, until the animation has gone too far from there.

use super::{
    Joint,
    foot_placement::{Lock, Rate},
    turn::{axis_angle, twist_angle},
};
use crate::{
    float::Extreme,
    spring::{spring, spring3},
};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Seconds in which the hold of a foot ends at least whose animation lets it go at once.
const FADE: f64 = 1.0 / 50.0;
/// Metres a second that such a foot comes back at most.
const BACK: f64 = 2.0;

/// State of a foot lock, or the reason why the lock was released.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LockWord {
    /// The foot is not held, and nothing has just let it go.
    #[default]
    Free,
    /// Put down in this tick.
    Lock,
    /// The foot is held where it was put down.
    Hold,
    /// The animation has gone too far.
    Radius,
    /// The animation has turned too far.
    Angle,
    /// The leg is too short to leave it there.
    Reach,
    /// The ground under the foot is too far below or gone.
    Ground,
    /// The animation forbids it.
    Curve,
    /// The character is in the air.
    Air,
    /// The character was placed elsewhere.
    Teleport,
}

impl LockWord {
    /// State of the foot lock as one word, for machine-readable output.
    pub const fn word(self) -> &'static str {
        match self {
            LockWord::Free => "free",
            LockWord::Lock => "lock",
            LockWord::Hold => "hold",
            LockWord::Radius => "radius",
            LockWord::Angle => "angle",
            LockWord::Reach => "reach",
            LockWord::Ground => "ground",
            LockWord::Curve => "curve",
            LockWord::Air => "air",
            LockWord::Teleport => "teleport",
        }
    }
}

/// Offset that keeps a foot in place, added to the animation of the foot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct FootPlant {
    pub(super) is_locked: bool,
    /// Whether a teleport released the foot; the release is reported once.
    pub(super) was_locked: bool,
    /// Let go because the leg was too short or its ground was lost: it is not put down again until
    /// it was lifted.
    pub(super) was_strained: bool,
    /// Part that is left of a hold that the animation ended, 0 to 1.
    pub(super) left: f64,
    /// Joint of the foot where it was put down, world space.
    pub(super) at: Option<Joint>,
    /// Across the ground, and its speed.
    pub(super) shift: (DVec3, DVec3),
    /// Radians about up, and its speed.
    pub(super) yaw: (f64, f64),
}

/// A foot of this tick, as animated, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FootStep {
    pub(super) foot: Joint,
    /// Metres over the plane that the character stands on.
    pub(super) lift: f64,
    /// Metres a second; None where it is not known.
    pub(super) speed: Option<f64>,
    pub(super) permit: f64,
    pub(super) in_air: bool,
    /// A foot that the animation lets go is left as far behind as the animation still permits, at
    /// every time the same whatever the ticks; otherwise a spring brings it back.
    pub(super) goes_along: bool,
    /// Length of the tick, seconds.
    pub(super) dt: f64,
}

impl FootPlant {
    pub(super) fn step(&mut self, lock: Option<&Lock>, back: Rate, step: &FootStep) -> LockWord {
        if std::mem::take(&mut self.was_locked) {
            return LockWord::Teleport;
        }
        let Some(lock) = lock else {
            return LockWord::Free;
        };
        match self.at.filter(|_| self.is_locked) {
            Some(at) => self.hold(lock, step, &at),
            None => self.wait(lock, back, step),
        }
    }

    fn hold(&mut self, lock: &Lock, step: &FootStep, at: &Joint) -> LockWord {
        (self.shift.0, self.yaw.0) = step.behind(at);
        let word = if step.in_air {
            LockWord::Air
        } else if !step.may_lock() {
            LockWord::Curve
        } else if self.shift.0.length() > lock.radius {
            LockWord::Radius
        } else if self.yaw.0.abs() > lock.angle {
            LockWord::Angle
        } else {
            return LockWord::Hold;
        };
        self.is_locked = false;
        (self.shift.1, self.yaw.1) = (DVec3::ZERO, 0.0);
        if step.goes_along && word == LockWord::Curve {
            self.left = 1.0;
            self.fade(lock, step, at);
        }
        word
    }

    /// Reduces the rest of the hold as the animation lets it, and no faster than [`FADE`] and
    /// [`BACK`] permit.
    fn fade(&mut self, lock: &Lock, step: &FootStep, at: &Joint) {
        let (shift, yaw) = step.behind(at);
        let least = FADE.higher(shift.length().lower(lock.radius) / BACK);
        self.left = step
            .permit
            .clamp(0.0, 1.0)
            .higher(self.left - step.dt / least);
        self.shift = (shift.clamp_length_max(lock.radius) * self.left, DVec3::ZERO);
        self.yaw = (yaw.clamp(-lock.angle, lock.angle) * self.left, 0.0);
    }

    /// Whether any of a hold is left.
    pub(super) fn is_held(&self) -> bool {
        self.is_locked || self.left > 0.0
    }

    /// Releases a foot, which goes on from its current place and is not put down again until it was
    /// lifted.
    pub(super) fn strain(&mut self) {
        (self.is_locked, self.was_strained) = (false, true);
    }

    /// Lets the rest of the last lock fade. Once little of it is left, a new lock may begin.
    fn wait(&mut self, lock: &Lock, back: Rate, step: &FootStep) -> LockWord {
        if let Some(at) = self.at.filter(|_| self.left > 0.0) {
            self.fade(lock, step, &at);
        } else {
            self.shift = spring3(
                self.shift.0,
                self.shift.1,
                DVec3::ZERO,
                back.stiffness,
                back.damping,
                step.dt,
            );
            self.yaw = spring(
                self.yaw.0,
                self.yaw.1,
                0.0,
                back.stiffness,
                back.damping,
                step.dt,
            );
        }
        let is_put_down =
            step.lift < lock.distance && step.speed.is_some_and(|speed| speed < lock.speed);
        self.was_strained &= is_put_down && step.may_lock();
        let is_near = self.shift.0.length() <= lock.ratio * lock.radius
            && self.yaw.0.abs() <= lock.ratio * lock.angle;
        if step.in_air || !step.may_lock() || !is_put_down || !is_near || self.was_strained {
            return LockWord::Free;
        }
        let rotation = axis_angle(DVec3::Y, self.yaw.0) * step.foot.rotation;
        self.at = Some(Joint {
            place: step.foot.place + self.shift.0,
            rotation,
        });
        (self.is_locked, self.left) = (true, 0.0);
        LockWord::Lock
    }
}

impl FootStep {
    fn may_lock(&self) -> bool {
        self.permit > 1.0
    }

    /// Offset across the ground from the animated foot to `at`, and the turn about up, radians.
    fn behind(&self, at: &Joint) -> (DVec3, f64) {
        let shift = (at.place - self.foot.place).with_y(0.0);
        (
            shift,
            twist_angle(at.rotation * self.foot.rotation.conjugate(), DVec3::Y),
        )
    }
}
