//! The turn of a split, warped.

use super::{
    Breach, Modifier, RotationMethod, Split, Window,
    modifier::{Aim, Ways},
    translation::NOTHING,
};
use crate::{
    float::Extreme,
    ik::turn::{from_turn_vector, normalized, turn_vector},
};
use glam::{DQuat, DVec3};

/// Radians of an animation that does not turn.
const STANDING: f64 = 1e-4;
/// Seconds before a deadline that are at it.
const AT_DEADLINE: f64 = 1e-9;

impl Modifier {
    /// Rotation for this split. `end` is the actor's position when the window closes, as far as it
    /// is known. The direction to face is seen from `end`, so that neither ticks nor the path to
    /// `end` matter.
    pub(super) fn rotation(
        &mut self,
        window: &Window,
        split: &Split<'_>,
        ways: &Ways,
        aim: &Aim,
        end: DVec3,
    ) -> DQuat {
        let (own, rest) = (ways.own.rotation, ways.rest.rotation);
        let actor = split.actor.rotation;
        let Some(wanted) = aim.rotation(window, [end, split.actor.translation]) else {
            return own;
        };
        // What would be missing at the end.
        let error = turn_vector(normalized(wanted * (actor * rest).conjugate()));
        let angle = error.length();
        if angle < NOTHING {
            return own;
        }
        let part = self.part(
            window,
            split,
            angle,
            [own, rest].map(|turn| turn_vector(turn).length()),
        );
        let turn = from_turn_vector(error * part);
        normalized(actor.conjugate() * turn * actor * own)
    }

    /// Part of an error of `angle` radians that goes into this split. `own` is the animation's turn
    /// in the split, `rest` its turn to the window's end.
    fn part(
        &mut self,
        window: &Window,
        split: &Split<'_>,
        angle: f64,
        [own, rest]: [f64; 2],
    ) -> f64 {
        let is_last = split.to == window.end;
        let seconds = split.to - split.from;
        let deadline =
            window.start + window.multiplier.clamp(0.0, 1.0) * (window.end - window.start);
        let is_late = is_last || split.to >= deadline - AT_DEADLINE;
        let even = if is_late {
            1.0
        } else {
            seconds / (deadline - split.from)
        };
        let limit = window.rate.to_radians() * seconds / angle;
        let part = match window.rotation_method {
            RotationMethod::Scale if rest >= STANDING => {
                return if is_last {
                    1.0
                } else {
                    (own / rest).clamp(0.0, 1.0)
                };
            }
            RotationMethod::Slerp | RotationMethod::Scale => return even,
            RotationMethod::SlerpClamped => even.lower(limit),
            RotationMethod::ConstantRate => limit.lower(1.0),
        };
        if is_last && angle * (1.0 - part) > AT_DEADLINE {
            self.broken.insert(Breach::RotationRate);
        }
        part
    }
}
