//! Steps that are made longer or shorter so that they fit how fast a character goes.

use super::{Pelvis, WarpLeg, approach};
use crate::{
    float::Extreme,
    ik::turn::{LEAST, direction, reject},
};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// A scale this near to one leaves the feet alone.
const UNIT: f64 = 1e-4;
/// A speed below which nothing is divided, metres a second.
const LEAST_SPEED: f64 = 1e-8;

/// Settings of how steps are fitted to the speed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Stride {
    /// Root motion that is slower has no scale, metres a second.
    pub min_root_speed: f64,
    /// Bounds of the scale.
    pub clamp: [f64; 2],
    /// Per second, to a larger scale; 0 is at once.
    pub interp_up: f64,
    /// Per second, to a smaller scale; 0 is at once.
    pub interp_down: f64,
    /// The feet go along the floor.
    pub orient_to_floor: bool,
    /// Thighs turn as their feet do.
    pub compensate_thigh: bool,
    /// Feet stay where their legs reach.
    pub clamp_fk: bool,
    /// If true, a tick without root motion passes the pose unchanged; otherwise the scale of the
    /// tick goes to 1.
    pub disable_without_root_motion: bool,
    /// Direction of gravity, model space; the length of the vector does not matter.
    #[cfg_attr(feature = "schema", schemars(with = "[f64; 3]"))]
    pub gravity: DVec3,
    /// Settings of how the pelvis follows the feet.
    pub pelvis: Pelvis,
}

impl Default for Stride {
    fn default() -> Self {
        Self {
            min_root_speed: 0.1,
            clamp: [0.5, 2.0],
            interp_up: 0.0,
            interp_down: 0.0,
            orient_to_floor: true,
            compensate_thigh: true,
            clamp_fk: true,
            disable_without_root_motion: false,
            gravity: DVec3::NEG_Y,
            pelvis: Pelvis::default(),
        }
    }
}

/// The source of the step length: root motion or a given scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drive {
    /// Metres of root motion in the tick, model space, and metres a second that the character goes.
    RootMotion { delta: Option<DVec3>, speed: f64 },
    /// The scale, and the direction in model space.
    Given { scale: f64, direction: DVec3 },
}

/// Input that drives the steps in one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrideTick {
    /// Length of the tick, seconds.
    pub dt: f64,
    /// Source of the step length in the tick.
    pub drive: Drive,
    /// Normal of the floor, model space; without a length there is no floor.
    pub normal: DVec3,
}

/// Reasons for the step length of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StrideReason {
    /// The feet are moved.
    Warped,
    /// The scale is so near to 1 that the feet are left alone.
    UnitScale,
    /// There is no root motion to fit, so the scale goes to 1.
    NoRootMotion,
    /// There is no root motion, and the pose passes unchanged.
    Disabled,
    /// A number is not finite: the pose passes as it is.
    BadInput,
}

impl StrideReason {
    /// The reason as one word, for machines.
    pub const fn word(self) -> &'static str {
        match self {
            StrideReason::Warped => "warped",
            StrideReason::UnitScale => "unit_scale",
            StrideReason::NoRootMotion => "no_root_motion",
            StrideReason::Disabled => "disabled",
            StrideReason::BadInput => "bad_input",
        }
    }
}

/// Scale and direction of the steps in a tick. The scale also multiplies the root motion if root
/// motion drives the steps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strode {
    /// Factor on the length of the steps, 1 for as authored.
    pub scale: f64,
    /// Along the floor where that is asked for.
    pub direction: DVec3,
    /// Reason for the scale of the tick.
    pub reason: StrideReason,
}

impl Strode {
    /// The pose passes as it is.
    pub fn passes(&self) -> bool {
        matches!(self.reason, StrideReason::Disabled | StrideReason::BadInput)
    }
}

/// Scale and direction of the steps that carry over from tick to tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StridePace {
    scale: f64,
    direction: DVec3,
}

impl Default for StridePace {
    fn default() -> Self {
        Self {
            scale: 1.0,
            direction: DVec3::Z,
        }
    }
}

/// Spring of the pelvis: position and velocity of the pelvis offset; None before the first step.
pub type PelvisSwing = Option<(DVec3, DVec3)>;

impl Stride {
    /// Scale and direction of the steps in a tick, where the scale moves from `pace` to the wanted
    /// scale. If a number is not finite, the scale is 1 and `pace` stays unchanged.
    pub fn decide(&self, pace: &mut StridePace, tick: &StrideTick) -> Strode {
        let normal = direction(tick.normal).unwrap_or(DVec3::ZERO);
        if !(tick.dt.is_finite() && is_sound(&tick.drive)) {
            return Strode {
                scale: 1.0,
                direction: pace.direction,
                reason: StrideReason::BadInput,
            };
        }
        let mut reason = StrideReason::Warped;
        let mut raw = 1.0;
        match tick.drive {
            Drive::Given {
                scale,
                direction: wanted,
            } => {
                raw = scale;
                pace.direction = direction(wanted).unwrap_or(DVec3::ZERO);
            }
            Drive::RootMotion { delta: None, .. } if self.disable_without_root_motion => {
                return Strode {
                    scale: pace.scale,
                    direction: pace.direction,
                    reason: StrideReason::Disabled,
                };
            }
            Drive::RootMotion { delta: None, .. } => reason = StrideReason::NoRootMotion,
            Drive::RootMotion {
                delta: Some(delta),
                speed,
            } if tick.dt > 0.0 => {
                let own = delta.length() / tick.dt;
                if own >= self.min_root_speed.higher(LEAST_SPEED) {
                    raw = speed / own;
                }
                pace.direction = direction(delta).unwrap_or(pace.direction);
            }
            Drive::RootMotion { .. } => {}
        }
        let goal = raw.higher(self.clamp[0]).lower(self.clamp[1]);
        if tick.dt > 0.0 {
            let rate = if goal > pace.scale {
                self.interp_up
            } else {
                self.interp_down
            };
            pace.scale = approach(pace.scale, goal, rate, tick.dt);
        }
        if (pace.scale - 1.0).abs() < UNIT && reason == StrideReason::Warped {
            reason = StrideReason::UnitScale;
        }
        let along = Some(reject(pace.direction, normal))
            .filter(|_| self.orient_to_floor)
            .and_then(direction);
        Strode {
            scale: pace.scale,
            direction: along.unwrap_or(pace.direction),
            reason,
        }
    }

    /// Feet, then the pelvis, whose offset it gives, then thighs.
    pub fn bend(
        &self,
        strode: &Strode,
        (dt, normal): (f64, DVec3),
        swing: &mut PelvisSwing,
        pelvis: DVec3,
        legs: &mut [WarpLeg],
    ) -> DVec3 {
        if strode.passes() {
            return DVec3::ZERO;
        }
        if (strode.scale - 1.0).abs() >= UNIT {
            let plane = [
                strode.direction,
                direction(normal).unwrap_or(DVec3::ZERO),
                self.down(),
            ];
            for leg in legs.iter_mut() {
                leg.ik.translation = stretch(
                    leg.ik.translation,
                    leg.thigh.translation,
                    plane,
                    strode.scale,
                );
            }
        }
        let goal = self.pelvis.pull(pelvis, legs);
        let rest = if self.pelvis.spring.stiffness <= 0.0 {
            goal
        } else {
            DVec3::ZERO
        };
        let mut at = swing.unwrap_or((rest, DVec3::ZERO));
        if dt > 0.0 {
            at = self.pelvis.spring.step(at, goal, dt);
        }
        *swing = Some(at);
        let shift = at.0 * self.pelvis.alpha;
        legs.iter_mut()
            .for_each(|leg| leg.follow(shift, self.compensate_thigh, self.clamp_fk));
        shift
    }

    fn down(&self) -> DVec3 {
        direction(self.gravity).unwrap_or(DVec3::ZERO)
    }
}

fn is_sound(drive: &Drive) -> bool {
    match drive {
        Drive::RootMotion { delta, speed } => {
            delta.is_none_or(DVec3::is_finite) && speed.is_finite()
        }
        Drive::Given { scale, direction } => scale.is_finite() && direction.is_finite(),
    }
}

/// Scales the place of a foot along the path, away from the place where its hip projects onto the
/// floor. Height over the floor and sideways offset stay. The array holds the direction, the
/// floor's normal and gravity, each of unit length or zero.
pub(super) fn stretch(
    foot: DVec3,
    hip: DVec3,
    [along, normal, gravity]: [DVec3; 3],
    scale: f64,
) -> DVec3 {
    let drop = gravity.dot(normal);
    let origin = if drop.abs() > LEAST {
        hip + gravity * ((foot - hip).dot(normal) / drop)
    } else {
        foot
    };
    let centre = foot - along * (foot - origin).dot(along);
    centre + (foot - centre) * scale
}
