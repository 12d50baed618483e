//! A pelvis that goes where its legs reach their feet.

use super::WarpLeg;
use crate::{float::Extreme, ik::turn::direction, spring::spring3};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Iterations beyond these are not made.
pub const MOST_PULLS: u32 = 100;

/// Stiffness and damping of a damped spring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Springiness {
    /// Per second squared; 0 is there at once.
    pub stiffness: f64,
    /// Damping of the spring, per second.
    pub damping: f64,
}

impl Springiness {
    pub(super) fn step(&self, (x, v): (DVec3, DVec3), goal: DVec3, dt: f64) -> (DVec3, DVec3) {
        spring3(x, v, goal, self.stiffness, self.damping, dt)
    }
}

/// Settings of how a pelvis follows its legs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Pelvis {
    /// Metres that it goes at most.
    pub most: f64,
    /// Metres of a step that is the last.
    pub tolerance: f64,
    /// Pulls in a tick at most, no more than [`MOST_PULLS`].
    pub iterations: u32,
    /// Part of it that is applied.
    pub alpha: f64,
    /// Legs that reach their feet count for nothing.
    pub pull_only: bool,
    /// Spring by which the offset of the pelvis follows the pull of the legs.
    pub spring: Springiness,
}

impl Default for Pelvis {
    fn default() -> Self {
        let spring = Springiness::default();
        Self {
            most: 0.1,
            tolerance: 0.01,
            iterations: 3,
            alpha: 1.0,
            pull_only: false,
            spring,
        }
    }
}

impl Pelvis {
    /// Offset by which the legs pull the pelvis away from `from`, metres, model space. Each leg
    /// keeps the length from `from` to its foot in the pose.
    pub fn pull(&self, from: DVec3, legs: &[WarpLeg]) -> DVec3 {
        let mut at = from;
        for _ in 0..self.iterations.min(MOST_PULLS) {
            let (mut sum, mut count) = (DVec3::ZERO, 0.0);
            for leg in legs {
                let (foot, length) = (leg.ik.translation, leg.fk.distance(from));
                if !(self.pull_only && at.distance(foot) <= length) {
                    sum += foot + direction(at - foot).unwrap_or(DVec3::Y) * length;
                    count += 1.0;
                }
            }
            if count == 0.0 {
                break;
            }
            let next = sum / count;
            let step = next.distance(at);
            at = from + (next - from).clamp_length_max(self.most.higher(0.0));
            if step <= self.tolerance {
                break;
            }
        }
        at - from
    }
}
