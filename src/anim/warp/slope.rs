//! A pose that stands on a slope.

use super::{Rigid, Springiness, WarpLeg};
use crate::{
    float::Extreme,
    ik::turn::{between, direction, normalized},
};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Times that the legs pull the pelvis at most.
const PULLS: usize = 4;
/// Metres that a leg is too short before it pulls.
const REACHES: f64 = 1e-9;

/// Settings of how a pose follows the slope of the floor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Slope {
    /// Metres that the floor is above or below at most.
    pub max_step: f64,
    /// Spring by which the normal of the pose follows the normal of the floor.
    pub normal_spring: Springiness,
    /// Spring by which the offset of the pelvis follows the offset that the legs need.
    pub pelvis_spring: Springiness,
    /// The pelvis does not leave its place along the slope.
    pub keep_in_capsule: bool,
    /// Axis of the foot root that points up, in the foot root's own space.
    #[cfg_attr(feature = "schema", schemars(with = "[f64; 3]"))]
    pub foot_root_up: DVec3,
}

impl Default for Slope {
    fn default() -> Self {
        Self {
            max_step: 0.5,
            normal_spring: Springiness::default(),
            pelvis_spring: Springiness::default(),
            keep_in_capsule: true,
            foot_root_up: DVec3::Y,
        }
    }
}

/// The floor of a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlopeTick {
    /// Length of the tick, seconds.
    pub dt: f64,
    /// Normal of the floor, model space; None in the air.
    pub normal: Option<DVec3>,
    /// Metres that the floor is above where the pose has it.
    pub floor_offset: f64,
    /// If true, the normal and the pelvis offset reach their goals at once, without springs.
    pub teleports: bool,
}

/// Springs of a [`Slope`] that carry over from tick to tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SlopeSwing {
    /// Normal and offset of the pelvis, each with its speed.
    known: Option<[(DVec3, DVec3); 2]>,
}

/// Result of one tick of a [`Slope`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sloped {
    /// Unit, model space: the normal that the pose stands on, as far as it has swung.
    pub normal: DVec3,
    /// Metres up, by which the root goes.
    pub floor_offset: f64,
    /// Metres, model space, by which the pelvis goes.
    pub pelvis_offset: DVec3,
}

impl Slope {
    /// Turns the foot root to the slope and moves it by the floor's offset, the feet of `legs` with
    /// it, then the thighs by what the pelvis goes.
    pub fn bend(
        &self,
        swing: &mut SlopeSwing,
        tick: &SlopeTick,
        foot_root: &mut Rigid,
        legs: &mut [WarpLeg],
    ) -> Sloped {
        let floor = if tick.floor_offset.is_finite() {
            tick.floor_offset
        } else {
            0.0
        };
        let floor = floor.higher(-self.max_step).lower(self.max_step);
        let upright = tick.normal.and_then(direction).unwrap_or(DVec3::Y);
        let known = swing.known.filter(|_| !tick.teleports);
        let swung = known.map_or((upright, DVec3::ZERO), |known| {
            self.normal_spring.step(known[0], upright, tick.dt)
        });
        let normal = direction(swung.0).unwrap_or(DVec3::Y);
        let turn = between(foot_root.rotation * self.foot_root_up, normal, || None);
        let (lift, pivot) = (DVec3::Y * floor, foot_root.translation);
        let tilted = |bone: &Rigid| {
            let place = pivot + turn * (bone.translation - pivot) + lift;
            Rigid::new(place, normalized(turn * bone.rotation))
        };
        *foot_root = tilted(foot_root);
        let mut offset = lift;
        let count = legs.len() as f64;
        for leg in legs.iter_mut() {
            let before = leg.ik.translation;
            leg.ik = tilted(&leg.ik);
            offset += (leg.ik.translation - lift - before) / count;
        }
        offset = pulled(offset, legs);
        if self.keep_in_capsule {
            offset = normal * offset.dot(normal);
        }
        let hung = known.map_or((offset, DVec3::ZERO), |known| {
            self.pelvis_spring.step(known[1], offset, tick.dt)
        });
        swing.known = Some([swung, hung]);
        legs.iter_mut()
            .for_each(|leg| leg.follow(hung.0, true, true));
        Sloped {
            normal,
            floor_offset: floor,
            pelvis_offset: hung.0,
        }
    }
}

/// Towards feet that are too far away, until all are in reach.
fn pulled(mut offset: DVec3, legs: &[WarpLeg]) -> DVec3 {
    for _ in 0..PULLS {
        let before = offset;
        for leg in legs {
            let to = leg.ik.translation - leg.thigh.translation - offset;
            let missing = to.length() - leg.length();
            if missing > REACHES {
                offset += direction(to).unwrap_or(DVec3::ZERO) * missing;
            }
        }
        if offset == before {
            break;
        }
    }
    offset
}
