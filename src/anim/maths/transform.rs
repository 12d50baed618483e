//! Translation, rotation, scale; applied as `x' = t + q·(s∘x)`.

#[cfg(test)]
mod tests;

use crate::limits::FARTHEST_BONE;
use bytemuck::{Pod, Zeroable};
use glam::{Affine3A, Quat, Vec3};
use serde::{Deserialize, Serialize};

/// A length below which nothing is divided.
pub const TINY: f32 = 1e-8;
/// Weights at or below this have no influence; at or above `1 - WEIGHT_EPSILON` they are full.
pub const WEIGHT_EPSILON: f32 = 1e-5;

/// Translation, rotation and scale relative to a parent or a space.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Transform {
    /// Translation, metres.
    #[cfg_attr(feature = "schema", schemars(with = "[f32; 3]"))]
    pub translation: Vec3,
    /// Rotation, a quaternion of unit length.
    #[cfg_attr(feature = "schema", schemars(with = "[f32; 4]"))]
    pub rotation: Quat,
    /// Factor on each axis, 1 for none.
    #[cfg_attr(feature = "schema", schemars(with = "[f32; 3]"))]
    pub scale: Vec3,
}

/// The stored form of a transform: `[tx,ty,tz]`, `[qx,qy,qz,qw]`, `[sx,sy,sz]`, 40 bytes without
/// padding.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct PackedTransform {
    /// Translation, metres.
    pub translation: [f32; 3],
    /// xyzw, unit length.
    pub rotation: [f32; 4],
    /// Factor on each axis, 1 for none.
    pub scale: [f32; 3],
}

impl Transform {
    /// No move, no turn, scale 1.
    pub const IDENTITY: Transform = Transform {
        translation: Vec3::ZERO,
        rotation: Quat::IDENTITY,
        scale: Vec3::ONE,
    };

    /// Takes its three parts as they are.
    pub fn new(translation: Vec3, rotation: Quat, scale: Vec3) -> Self {
        Self {
            translation,
            rotation,
            scale,
        }
    }

    /// A move in metres alone.
    pub fn from_translation(translation: Vec3) -> Self {
        Self {
            translation,
            ..Self::IDENTITY
        }
    }

    /// Transform with this rotation, without translation or scaling.
    pub fn from_rotation(rotation: Quat) -> Self {
        Self {
            rotation,
            ..Self::IDENTITY
        }
    }

    /// `child` seen from the space of `self`'s parent. Shear that a rotated child under a
    /// non-uniform scale would have is dropped; matrices keep it, see
    /// [`crate::pose::local_to_model`].
    #[inline]
    pub fn compose(&self, child: &Transform) -> Transform {
        Transform {
            translation: self.translation + self.rotation * (self.scale * child.translation),
            rotation: self.rotation * child.rotation,
            scale: self.scale * child.scale,
        }
    }

    /// `inverse ∘ self` is the identity for non-zero scale; a zero scale component inverts to zero.
    #[inline]
    pub fn inverse(&self) -> Transform {
        let rotation = self.rotation.conjugate();
        let invert = |s: f32| if s == 0.0 { 0.0 } else { 1.0 / s };
        let scale = Vec3::new(
            invert(self.scale.x),
            invert(self.scale.y),
            invert(self.scale.z),
        );
        Transform {
            translation: -(rotation * (scale * self.translation)),
            rotation,
            scale,
        }
    }

    /// The transform that takes `self` to `other`: `self ∘ result = other`.
    #[inline]
    pub fn relative_to(&self, other: &Transform) -> Transform {
        self.inverse().compose(other)
    }

    /// Translation and scale lerp, rotation nlerp along the shorter arc.
    pub fn blend(&self, other: &Transform, alpha: f32) -> Transform {
        Transform {
            translation: self.translation.lerp(other.translation, alpha),
            rotation: nlerp(self.rotation, other.rotation, alpha),
            scale: self.scale.lerp(other.scale, alpha),
        }
    }

    /// The matrix that moves points as this does, its scale included.
    pub fn to_affine(&self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }

    /// The nearest transform to a matrix without shear. A mirrored matrix gets a negative x scale.
    pub fn from_affine(matrix: &Affine3A) -> Transform {
        let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
        Transform {
            translation,
            rotation,
            scale,
        }
    }

    /// Components nearer to 0 than 1e-15 become 0. Files hold such leftovers of their makers'
    /// arithmetic; their squares would be subnormal, which many processors are slow at.
    pub fn without_dust(&self) -> Transform {
        let swept = |v: f32| if v.abs() < 1e-15 { 0.0 } else { v };
        let Transform {
            translation: t,
            rotation: q,
            scale: s,
        } = self;
        Transform {
            translation: Vec3::from_array(t.to_array().map(swept)),
            rotation: Quat::from_array(q.to_array().map(swept)),
            scale: Vec3::from_array(s.to_array().map(swept)),
        }
    }

    /// Whether a bone may have this transform: translation and scale are within [`FARTHEST_BONE`],
    /// and the rotation has unit length except for rounding.
    pub fn is_placed(&self) -> bool {
        let near = |vector: Vec3| vector.abs().max_element() <= FARTHEST_BONE && !vector.is_nan();
        near(self.translation)
            && near(self.scale)
            && (self.rotation.length_squared() - 1.0).abs() < 0.01
    }

    /// Whether all its numbers are finite.
    pub fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.rotation.is_finite() && self.scale.is_finite()
    }
}

/// Normalised linear interpolation along the shorter arc; a zero-length result gives `a`.
pub fn nlerp(a: Quat, b: Quat, alpha: f32) -> Quat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    let sum = a * (1.0 - alpha) + b * alpha;
    let length = sum.length();
    if length < TINY {
        a
    } else {
        sum * (1.0 / length)
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl From<PackedTransform> for Transform {
    fn from(packed: PackedTransform) -> Self {
        Transform {
            translation: packed.translation.into(),
            rotation: Quat::from_array(packed.rotation),
            scale: packed.scale.into(),
        }
    }
}

impl From<Transform> for PackedTransform {
    fn from(transform: Transform) -> Self {
        PackedTransform {
            translation: transform.translation.into(),
            rotation: transform.rotation.into(),
            scale: transform.scale.into(),
        }
    }
}
