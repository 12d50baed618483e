//! Bones that turn so that the last of them looks at a target.
//!
//! Solved in model space and double precision. Above the bone that looks, a spine may take its
//! share of the turn.

#[cfg(test)]
mod tests;

use super::{
    Joint, Reason,
    joint::are_finite,
    turn::{LEAST, angle_between, arc, axis_angle, direction, from_to, part_of, signed_angle},
};
use crate::montage::Easing;
use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

/// Settings of how a bone looks at a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Unit, local to the bone: what points at the target.
    pub axis: DVec3,
    /// Unit, local to the bone: what points up as far as it can.
    pub up_axis: Option<DVec3>,
    /// Unit, model space.
    pub up: DVec3,
    /// Duration of the transition to a new target, seconds.
    pub clamp: f64,
    /// Seconds to a new target.
    pub time: f64,
    /// Radians: a target that has jumped by more is a new one.
    pub trigger: f64,
    /// Easing of the transition to a new target over `time`.
    pub easing: Easing,
}

/// State that a look keeps from tick to tick while it follows targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Gaze {
    /// Direction of the target in the last tick.
    wanted: Option<DVec3>,
    /// Direction at which the turn to a new target began; None while there is no such turn.
    source: Option<DVec3>,
    shown: DVec3,
    /// Time since the turn to a new target began, seconds.
    elapsed: f64,
}

impl Gaze {
    /// Direction to look in now, during a turn to `v`.
    fn follow(&mut self, look: &Look, v: DVec3, dt: f64, hint: DVec3) -> DVec3 {
        let has_jumped = self
            .wanted
            .is_some_and(|wanted| angle_between(wanted, v) > look.trigger);
        if has_jumped && look.time > 0.0 {
            (self.source, self.elapsed) = (Some(self.shown), 0.0);
        }
        self.wanted = Some(v);
        self.elapsed += if self.source.is_some() { dt } else { 0.0 };
        self.source = self.source.filter(|_| self.elapsed < look.time);
        self.shown = self.source.map_or(v, |source| {
            let part = look.easing.apply((self.elapsed / look.time) as f32);
            arc(source, v, part.into(), hint)
        });
        self.shown
    }
}

/// Result of solving a look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookAtSolution {
    /// Reason for the bone's final direction.
    pub reason: Reason,
    /// Angle from the bone's look direction in its pose to its direction now, radians.
    pub angle: f64,
}

/// Turns the joints, from the spine to the bone that looks. `weight` is the share of each joint in
/// the turn; the last joint takes the share that the others leave. A target on the bone, or a
/// non-finite number, changes nothing.
pub fn solve(
    look: &Look,
    chain: &mut [Joint],
    weight: impl Fn(usize) -> f64,
    target: DVec3,
    dt: f64,
    gaze: &mut Gaze,
) -> LookAtSolution {
    let kept = |reason| LookAtSolution { reason, angle: 0.0 };
    let Some(last) = chain
        .last()
        .copied()
        .filter(|_| are_finite(chain) && target.is_finite())
    else {
        return kept(Reason::BadInput);
    };
    let Some(v) = direction(target - last.place).filter(|_| target.distance(last.place) >= LEAST)
    else {
        return kept(Reason::AtTarget);
    };
    let aim = last.rotation * look.axis;
    let hint = look.up_axis.map_or(look.up, |axis| last.rotation * axis);
    let is_past = |v: DVec3| 0.0 < look.clamp && look.clamp < angle_between(aim, v);
    let clamped = |v: DVec3| {
        if is_past(v) {
            arc(aim, v, look.clamp / angle_between(aim, v), hint)
        } else {
            v
        }
    };
    let wanted = gaze.follow(look, v, dt, hint);
    let (mut v, mut is_held) = (clamped(wanted), is_past(wanted));
    share(chain, weight, from_to(aim, v, Some(hint)));
    let Some(end) = chain.last_mut() else {
        return kept(Reason::BadInput);
    };
    // While it is on its way, the direction is followed and not the target.
    if end.place != last.place
        && gaze.source.is_none()
        && target.distance(end.place) >= LEAST
        && let Some(anew) = direction(target - end.place)
    {
        is_held |= is_past(anew);
        v = clamped(anew);
    }
    end.rotation = from_to(end.rotation * look.axis, v, Some(hint)) * end.rotation;
    let twist = look
        .up_axis
        .and_then(|axis| signed_angle(end.rotation * axis, look.up, v));
    end.rotation =
        (twist.map_or(DQuat::IDENTITY, |angle| axis_angle(v, angle)) * end.rotation).normalize();
    LookAtSolution {
        reason: if is_held {
            Reason::Clamped
        } else {
            Reason::Aimed
        },
        angle: angle_between(aim, v),
    }
}

/// Each but the last takes its part, and all below it go along.
fn share(chain: &mut [Joint], weight: impl Fn(usize) -> f64, turn: DQuat) {
    let total: f64 = (0..chain.len()).map(&weight).sum();
    for at in 0..chain.len().saturating_sub(1) {
        let weight = weight(at);
        if !(total > 0.0 && weight > 0.0) {
            continue;
        }
        let (own, pivot) = (part_of(turn, weight / total), chain[at].place);
        for joint in &mut chain[at..] {
            joint.place = pivot + own * (joint.place - pivot);
            joint.rotation = (own * joint.rotation).normalize();
        }
    }
}
