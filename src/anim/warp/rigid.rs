//! A place with a turn, without scale.

use crate::{
    Transform,
    ik::turn::{from_turn_vector, normalized, turn_vector},
};
use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

/// Moves by its rotation, then by its translation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rigid {
    /// Translation, metres.
    #[cfg_attr(feature = "schema", schemars(with = "[f64; 3]"))]
    pub translation: DVec3,
    /// Rotation, a quaternion of unit length.
    #[cfg_attr(feature = "schema", schemars(with = "[f64; 4]"))]
    pub rotation: DQuat,
}

impl Rigid {
    /// No move and no turn.
    pub const IDENTITY: Rigid = Rigid {
        translation: DVec3::ZERO,
        rotation: DQuat::IDENTITY,
    };

    /// Contract: the rotation has unit length.
    pub fn new(translation: DVec3, rotation: DQuat) -> Self {
        Self {
            translation,
            rotation,
        }
    }

    /// `child`, which is relative to `self`, as `self` is.
    pub fn compose(&self, child: &Rigid) -> Rigid {
        let rotation = normalized(self.rotation * child.rotation);
        Rigid {
            translation: self.translation + self.rotation * child.translation,
            rotation,
        }
    }

    /// The move back: composed with `self` it is the identity.
    pub fn inverse(&self) -> Rigid {
        let rotation = self.rotation.conjugate();
        Rigid {
            translation: -(rotation * self.translation),
            rotation,
        }
    }

    /// Transform from `self` to `other`: `self ∘ result = other`.
    pub fn relative_to(&self, other: &Rigid) -> Rigid {
        self.inverse().compose(other)
    }

    /// The part of it that counts with a weight of 0 to 1, beside nothing.
    pub fn weighed(&self, weight: f64) -> Rigid {
        if weight == 1.0 {
            return *self;
        }
        let rotation = from_turn_vector(turn_vector(self.rotation) * weight);
        Rigid {
            translation: self.translation * weight,
            rotation,
        }
    }

    /// Whether all its numbers are finite.
    pub fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.rotation.is_finite()
    }
}

impl From<Transform> for Rigid {
    fn from(place: Transform) -> Self {
        let rotation = crate::ik::turn::normalized(place.rotation.as_dquat());
        Self {
            translation: place.translation.as_dvec3(),
            rotation,
        }
    }
}

impl From<Rigid> for Transform {
    fn from(place: Rigid) -> Self {
        Transform::new(
            place.translation.as_vec3(),
            place.rotation.as_quat().normalize(),
            glam::Vec3::ONE,
        )
    }
}
