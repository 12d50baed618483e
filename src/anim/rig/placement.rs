//! Where a character stands, in as many digits as its way needs.
//!
//! What root motion adds in a tick is small beside the way so far: summed in the digits of an f32,
//! one walk of 50 km comes out 200 m too long. So the sum is kept in f64, and rounded whenever it
//! is shown.

#[cfg(test)]
mod tests;

use crate::{Transform, ik::turn::normalized, warp::Rigid};
use glam::{DQuat, DVec3, Vec3};
use serde::{Deserialize, Serialize};

/// A place in the world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Placement {
    stands: Rigid,
    scale: Vec3,
    /// All of it, rounded.
    shown: Transform,
}

impl Placement {
    /// Placement at the world's origin, without rotation, with scale 1.
    pub const IDENTITY: Placement = Placement {
        stands: Rigid::IDENTITY,
        scale: Vec3::ONE,
        shown: Transform::IDENTITY,
    };

    /// All of it, rounded to f32.
    pub fn shown(&self) -> &Transform {
        &self.shown
    }

    /// Metres, world space.
    pub fn translation(&self) -> DVec3 {
        self.stands.translation
    }

    /// Rotation in world space, of unit length.
    pub fn rotation(&self) -> DQuat {
        self.stands.rotation
    }

    /// Factor on each axis, 1 for none.
    pub fn scale(&self) -> DVec3 {
        self.scale.as_dvec3()
    }

    /// The placement without its scale.
    pub(crate) fn rigid(&self) -> Rigid {
        self.stands
    }

    /// Whether all its numbers are finite, rounded ones too.
    pub fn is_finite(&self) -> bool {
        self.stands.is_finite() && self.shown.is_finite()
    }

    /// Moves it on by what is relative to it, such as the root motion of a tick. What does not move
    /// keeps its bits.
    pub fn moved(&self, by: &Transform) -> Self {
        if *by == Transform::IDENTITY {
            return *self;
        }
        let way = Rigid::new(
            self.scale() * by.translation.as_dvec3(),
            normalized(by.rotation.as_dquat()),
        );
        let (stands, scale) = (self.stands.compose(&way), self.scale * by.scale);
        let shown = Transform::new(
            stands.translation.as_vec3(),
            stands.rotation.as_quat(),
            scale,
        );
        Self {
            stands,
            scale,
            shown,
        }
    }

    /// World-space position of a point that is given in model space.
    pub fn point(&self, model: DVec3) -> DVec3 {
        self.stands.translation + self.stands.rotation * (self.scale() * model)
    }

    /// Transform from this placement to another one: `self ∘ result = other`. A scale of 0 stays 0.
    pub(crate) fn relative_to(&self, other: &Self) -> Transform {
        let unscaled = self
            .scale()
            .to_array()
            .map(|scale| if scale == 0.0 { 0.0 } else { 1.0 / scale });
        let between = self.stands.relative_to(&other.stands);
        let unscaled = DVec3::from_array(unscaled);
        Transform {
            translation: (unscaled * between.translation).as_vec3(),
            rotation: between.rotation.as_quat(),
            scale: (unscaled * other.scale()).as_vec3(),
        }
    }
}

impl Default for Placement {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl From<Transform> for Placement {
    fn from(shown: Transform) -> Self {
        let stands = Rigid::new(
            shown.translation.as_dvec3(),
            normalized(shown.rotation.as_dquat()),
        );
        Self {
            stands,
            scale: shown.scale,
            shown,
        }
    }
}
