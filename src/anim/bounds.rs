//! Boxes around things. Invariant: an empty box contains nothing and joins as nothing.

use glam::{Affine3A, Vec3, Vec3A};

/// An axis-aligned box; empty when `min` exceeds `max`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    pub min: Vec3,
    pub max: Vec3,
}

impl Bounds {
    pub const EMPTY: Bounds = Bounds { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    pub fn of_points(points: impl IntoIterator<Item = Vec3>) -> Bounds {
        points.into_iter().fold(Bounds::EMPTY, Bounds::with_point)
    }

    /// Points that are not finite are left out.
    pub fn with_point(self, point: Vec3) -> Bounds {
        if !point.is_finite() {
            return self;
        }
        Bounds { min: self.min.min(point), max: self.max.max(point) }
    }

    pub fn join(self, other: Bounds) -> Bounds {
        Bounds { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    pub fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }

    pub fn contains(&self, point: Vec3) -> bool {
        self.min.cmple(point).all() && self.max.cmpge(point).all()
    }

    /// The point of a box that is not empty nearest to another.
    pub fn closest(self, to: Vec3) -> Vec3 {
        to.clamp(self.min, self.max)
    }

    pub fn grown(self, by: f32) -> Bounds {
        if self.is_empty() { self } else { Bounds { min: self.min - by, max: self.max + by } }
    }

    pub fn center(&self) -> Vec3 {
        (self.min + self.max) * 0.5
    }

    pub fn size(&self) -> Vec3 {
        if self.is_empty() { Vec3::ZERO } else { self.max - self.min }
    }

    /// The smallest box around this box moved by a matrix. A matrix that is not finite gives the empty box.
    pub fn transformed(&self, matrix: &Affine3A) -> Bounds {
        if self.is_empty() || !matrix.is_finite() {
            return Bounds::EMPTY;
        }
        let center = matrix.transform_point3(self.center());
        let half = Vec3A::from(self.size() * 0.5);
        let m = matrix.matrix3;
        let half = Vec3::from(m.x_axis.abs() * half.x + m.y_axis.abs() * half.y + m.z_axis.abs() * half.z);
        Bounds { min: center - half, max: center + half }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_joins_as_nothing() {
        let unit = Bounds::of_points([Vec3::ZERO, Vec3::ONE]);
        assert_eq!(Bounds::EMPTY.join(unit), unit);
        assert!(Bounds::EMPTY.is_empty() && Bounds::EMPTY.grown(1.0).is_empty());
        assert_eq!(unit.with_point(Vec3::NAN), unit);
    }

    #[test]
    fn a_turned_box_holds_the_turned_corners() {
        let unit = Bounds::of_points([Vec3::ZERO, Vec3::new(1.0, 2.0, 3.0)]);
        let matrix = Affine3A::from_rotation_y(0.7) * Affine3A::from_translation(Vec3::X);
        let turned = unit.transformed(&matrix).grown(1e-5);
        for corner in [unit.min, unit.max, Vec3::new(1.0, 0.0, 3.0), Vec3::new(0.0, 2.0, 3.0)] {
            assert!(turned.contains(matrix.transform_point3(corner)));
        }
    }

    #[test]
    fn a_box_touches_the_corners_of_what_it_was_turned_from() {
        let found = Bounds::of_points([Vec3::new(1.0, -2.0, 4.0), Vec3::new(3.0, 2.0, 5.0)]);
        assert_eq!((found.center(), found.size()), (Vec3::new(2.0, 0.0, 4.5), Vec3::new(2.0, 4.0, 1.0)));
        let sheared = Affine3A::from_mat3_translation(
            glam::Mat3::from_cols(Vec3::new(1.0, 0.5, 0.0), Vec3::new(-2.0, 1.0, 0.25), Vec3::new(0.0, -3.0, 1.0)),
            Vec3::new(7.0, 8.0, 9.0),
        );
        let corners = (0..8).map(|at| {
            let pick = |bit: usize, low: f32, high: f32| if at & bit == 0 { low } else { high };
            let (low, high) = (found.min, found.max);
            sheared.transform_point3(Vec3::new(pick(1, low.x, high.x), pick(2, low.y, high.y), pick(4, low.z, high.z)))
        });
        let (turned, wanted) = (found.transformed(&sheared), Bounds::of_points(corners));
        assert!(turned.min.abs_diff_eq(wanted.min, 1e-5) && turned.max.abs_diff_eq(wanted.max, 1e-5));
        assert!(found.transformed(&Affine3A::from_translation(Vec3::NAN)).is_empty());
        assert!(Bounds::EMPTY.transformed(&Affine3A::IDENTITY).is_empty());
        assert_eq!(Bounds::EMPTY.size(), Vec3::ZERO);
    }

    #[test]
    fn a_box_contains_its_sides_and_grows_to_all_of_them() {
        let unit = Bounds { min: Vec3::ZERO, max: Vec3::ONE };
        assert!(unit.contains(unit.min) && unit.contains(unit.max) && !unit.is_empty());
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            assert!(!unit.contains(unit.min - axis * 1e-3) && !unit.contains(unit.max + axis * 1e-3));
            assert!(Bounds { min: axis, max: Vec3::ONE - axis }.is_empty());
        }
        assert_eq!(unit.grown(0.5), Bounds { min: Vec3::splat(-0.5), max: Vec3::splat(1.5) });
        assert!(!Bounds { min: Vec3::ONE, max: Vec3::ONE }.is_empty(), "a point");
    }
}
