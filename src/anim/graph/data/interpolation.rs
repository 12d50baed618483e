//! Numbers that follow what they are told to be: rates of players, and how much controls do.

#[cfg(test)]
mod tests;

use crate::float::Extreme;
use serde::{Deserialize, Serialize};

/// Smoothing of a number. The number covers `1 − exp(−speed·t)` of the distance to its goal in `t`
/// seconds, so the result does not depend on the number of ticks. Unreal's `FInterpTo` covers
/// `speed·t` of the distance, which `1 − exp(−speed·t)` approaches for short ticks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Interpolation {
    /// Speed upwards, per second. With 0, a negative value or NaN the number reaches its goal at
    /// once.
    pub rising: f64,
    /// Speed downwards, per second. With 0, a negative value or NaN the number reaches its goal at
    /// once.
    pub falling: f64,
}

impl Interpolation {
    pub(in crate::graph) fn next(&self, known: f64, goal: f64, dt: f64) -> f64 {
        let speed = if goal >= known {
            self.rising
        } else {
            self.falling
        };
        let is_at_once =
            !speed.is_finite() || speed <= 0.0 || !known.is_finite() || !goal.is_finite();
        if is_at_once {
            goal
        } else {
            goal + (known - goal) * libm::exp(-speed * dt.higher(0.0))
        }
    }
}

/// A number that follows its goal from tick to tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct RateFollower {
    /// Number reached so far; None before the first goal.
    reached: Option<f64>,
    /// Frame of the last request.
    frame: u64,
    /// Seconds since it was asked last.
    waiting: f64,
}

impl RateFollower {
    pub(in crate::graph) fn pass_time(&mut self, dt: f64) {
        self.waiting += dt;
    }

    /// Number in the tick `frame`. A new follower is at its goal.
    pub(in crate::graph) fn at(
        &mut self,
        frame: u64,
        goal: f64,
        how: Option<Interpolation>,
    ) -> f64 {
        let Some(how) = how else { return goal };
        if self.frame != frame {
            let dt = std::mem::take(&mut self.waiting);
            self.reached = Some(self.reached.map_or(goal, |known| how.next(known, goal, dt)));
            self.frame = frame;
        }
        self.reached.unwrap_or(goal)
    }
}
