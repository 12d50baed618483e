//! A foot that stays where it was put down, until the animation has gone too far from there.

use super::{
    Joint,
    foot_placement::{Lock, Rate},
    turn::{axis_angle, twist_angle},
};
use crate::spring::{spring, spring3};
use glam::DVec3;

/// What a foot does, and why it was let go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LockWord {
    #[default]
    Free,
    /// Put down in this tick.
    Lock,
    Hold,
    /// The animation has gone too far.
    Radius,
    /// The animation has turned too far.
    Angle,
    /// The leg is too short to leave it there.
    Reach,
    /// What it stood on is too far below or gone.
    Ground,
    /// The animation forbids it.
    Curve,
    /// The character is in the air.
    Air,
    /// The character was placed elsewhere.
    Teleport,
}

impl LockWord {
    /// For machines.
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

/// What is added to the animation of a foot so that it stays.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Plant {
    pub(super) is_locked: bool,
    /// Let go by a teleport, which is told once.
    pub(super) was_locked: bool,
    /// Let go because the leg was too short or its ground was lost: it is not put down again until it was lifted.
    pub(super) was_strained: bool,
    /// World space.
    pub(super) at: Option<Joint>,
    /// Across the ground, and its speed.
    pub(super) shift: (DVec3, DVec3),
    /// Radians about up, and its speed.
    pub(super) yaw: (f64, f64),
}

/// A foot of this tick, as animated, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) foot: Joint,
    /// Metres over the plane that the character stands on.
    pub(super) lift: f64,
    /// Metres a second; None where it is not known.
    pub(super) speed: Option<f64>,
    pub(super) may_lock: bool,
    pub(super) in_air: bool,
    /// A foot that is let go goes on from where the animation had it, not from where it was held since.
    pub(super) goes_along: bool,
    /// Seconds.
    pub(super) dt: f64,
}

impl Plant {
    pub(super) fn step(&mut self, lock: Option<&Lock>, back: Rate, step: &Step) -> LockWord {
        if std::mem::take(&mut self.was_locked) {
            return LockWord::Teleport;
        }
        let Some(lock) = lock else { return LockWord::Free };
        match self.at.filter(|_| self.is_locked) {
            Some(at) => self.hold(lock, step, &at),
            None => self.wait(lock, back, step),
        }
    }

    fn hold(&mut self, lock: &Lock, step: &Step, at: &Joint) -> LockWord {
        let before = (self.shift.0, self.yaw.0);
        self.shift.0 = (at.place - step.foot.place) * DVec3::new(1.0, 0.0, 1.0);
        self.yaw.0 = twist_angle(at.rotation * step.foot.rotation.conjugate(), DVec3::Y);
        let word = if step.in_air {
            LockWord::Air
        } else if !step.may_lock {
            LockWord::Curve
        } else if self.shift.0.length() > lock.radius {
            LockWord::Radius
        } else if self.yaw.0.abs() > lock.angle {
            LockWord::Angle
        } else {
            return LockWord::Hold;
        };
        self.is_locked = false;
        if step.goes_along && word == LockWord::Curve {
            // By how long ago it was let go, within this tick, the animation has gone on.
            (self.shift.0, self.yaw.0) = before;
        }
        (self.shift.1, self.yaw.1) = (DVec3::ZERO, 0.0);
        word
    }

    /// Not to be put down again before it was lifted; it goes on from where it is.
    pub(super) fn strain(&mut self) {
        (self.is_locked, self.was_strained) = (false, true);
    }

    /// What is left of the last lock goes away, and once there is little of it a new one may begin.
    fn wait(&mut self, lock: &Lock, back: Rate, step: &Step) -> LockWord {
        self.shift = spring3(self.shift.0, self.shift.1, DVec3::ZERO, back.stiffness, back.damping, step.dt);
        self.yaw = spring(self.yaw.0, self.yaw.1, 0.0, back.stiffness, back.damping, step.dt);
        let is_put_down = step.lift < lock.distance && step.speed.is_some_and(|speed| speed < lock.speed);
        self.was_strained &= is_put_down && step.may_lock;
        let is_near = self.shift.0.length() <= lock.ratio * lock.radius && self.yaw.0.abs() <= lock.ratio * lock.angle;
        if step.in_air || !step.may_lock || !is_put_down || !is_near || self.was_strained {
            return LockWord::Free;
        }
        let rotation = axis_angle(DVec3::Y, self.yaw.0) * step.foot.rotation;
        self.at = Some(Joint { place: step.foot.place + self.shift.0, rotation });
        self.is_locked = true;
        LockWord::Lock
    }
}
