//! Boxes around things. Invariant: an empty box contains nothing and joins as nothing.

#[cfg(test)]
mod tests;

use glam::{Affine3A, Vec3, Vec3A};
use serde::{Deserialize, Serialize};

/// An axis-aligned box; empty when `min` exceeds `max`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Minimum corner of the box.
    #[cfg_attr(feature = "schema", schemars(with = "[f32; 3]"))]
    pub min: Vec3,
    /// Maximum corner of the box.
    #[cfg_attr(feature = "schema", schemars(with = "[f32; 3]"))]
    pub max: Vec3,
}

impl Bounds {
    /// The box around nothing.
    pub const EMPTY: Bounds = Bounds {
        min: Vec3::INFINITY,
        max: Vec3::NEG_INFINITY,
    };

    /// The smallest box around points; those that are not finite are left out.
    pub fn of_points(points: impl IntoIterator<Item = Vec3>) -> Bounds {
        points.into_iter().fold(Bounds::EMPTY, Bounds::with_point)
    }

    /// Points that are not finite are left out.
    pub fn with_point(self, point: Vec3) -> Bounds {
        if !point.is_finite() {
            return self;
        }
        Bounds {
            min: self.min.min(point),
            max: self.max.max(point),
        }
    }

    /// The smallest box around both.
    pub fn join(self, other: Bounds) -> Bounds {
        Bounds {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// Whether no point is in it.
    pub fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }

    /// Whether a point is in it or on its surface.
    pub fn contains(&self, point: Vec3) -> bool {
        self.min.cmple(point).all() && self.max.cmpge(point).all()
    }

    /// The point of a box that is not empty nearest to another.
    pub fn closest(self, to: Vec3) -> Vec3 {
        to.clamp(self.min, self.max)
    }

    /// Larger by so much on every side. An empty box stays empty.
    pub fn grown(self, by: f32) -> Bounds {
        if self.is_empty() {
            self
        } else {
            Bounds {
                min: self.min - by,
                max: self.max + by,
            }
        }
    }

    /// The middle of a box that is not empty.
    pub fn center(&self) -> Vec3 {
        (self.min + self.max) * 0.5
    }

    /// Length of each edge; 0 of an empty box.
    pub fn size(&self) -> Vec3 {
        if self.is_empty() {
            Vec3::ZERO
        } else {
            self.max - self.min
        }
    }

    /// The smallest box around this box moved by a matrix. A matrix that is not finite gives the
    /// empty box.
    pub fn transformed(&self, matrix: &Affine3A) -> Bounds {
        if self.is_empty() || !matrix.is_finite() {
            return Bounds::EMPTY;
        }
        let center = matrix.transform_point3(self.center());
        let half = Vec3A::from(self.size() * 0.5);
        let m = matrix.matrix3;
        let half =
            Vec3::from(m.x_axis.abs() * half.x + m.y_axis.abs() * half.y + m.z_axis.abs() * half.z);
        Bounds {
            min: center - half,
            max: center + half,
        }
    }
}
