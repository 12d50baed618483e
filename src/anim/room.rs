//! How much room a mesh takes: told by its vertices, by bodies that go with bones, or once and for all.
//! Invariant: bodies are of bones of the skeleton and have a size; a fixed box has corners in order;
//! [`crate::Mesh::new`] refuses anything else.

use crate::{Array, Bounds, limits::is_near};
use bytemuck::{Pod, Zeroable};
use glam::{Affine3A, Vec3};

/// A capsule that goes with a bone; a ball where both ends are one. For bounds, and for whatever a game does with it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Body {
    /// Bone of the skeleton.
    pub bone: u32,
    /// Metres, above 0.
    pub radius: f32,
    /// The ends of the line that is `radius` thick: bone space, metres.
    pub from: [f32; 3],
    pub to: [f32; 3],
}

/// What tells how much room a mesh takes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum RoomBy {
    /// The boxes of what follows each bone, [`crate::skinning::PartBounds`].
    #[default]
    Vertices,
    Bodies,
    /// Model space, metres, whatever the pose.
    Fixed(Bounds),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Room {
    pub by: RoomBy,
    pub bodies: Array<Body>,
}

impl Room {
    /// A box around a character of those model matrices, model space. None where its vertices have to tell: by themselves,
    /// or because no body is anywhere. A bone whose matrix is missing or not finite is left out.
    pub fn around(&self, models: &[Affine3A]) -> Option<Bounds> {
        match self.by {
            RoomBy::Vertices => None,
            RoomBy::Fixed(fixed) => Some(fixed),
            RoomBy::Bodies => {
                let boxes = self.bodies.iter().filter_map(|body| Some(body.around(models.get(body.bone as usize)?)));
                Some(boxes.fold(Bounds::EMPTY, Bounds::join)).filter(|found| !found.is_empty())
            }
        }
    }

    pub(crate) fn is_sound(&self, bones: usize) -> bool {
        let is_placed = |at: Vec3| at.to_array().into_iter().all(is_near);
        let is_sized = |body: &Body| {
            let ends = [body.from, body.to].map(Vec3::from);
            (body.bone as usize) < bones && body.radius > 0.0 && is_near(body.radius) && ends.into_iter().all(is_placed)
        };
        let is_boxed = match self.by {
            RoomBy::Fixed(fixed) => is_placed(fixed.min) && is_placed(fixed.max) && !fixed.is_empty(),
            RoomBy::Vertices | RoomBy::Bodies => true,
        };
        is_boxed && self.bodies.iter().all(is_sized)
    }
}

impl Body {
    /// The smallest box around it where its bone has that matrix, which may scale; empty where that is not finite.
    pub fn around(&self, model_from_bone: &Affine3A) -> Bounds {
        if !model_from_bone.is_finite() {
            return Bounds::EMPTY;
        }
        let rows = model_from_bone.matrix3.transpose();
        let half = Vec3::new(rows.x_axis.length(), rows.y_axis.length(), rows.z_axis.length()) * self.radius;
        let ends = [self.from, self.to].map(|end| model_from_bone.transform_point3(end.into()));
        let ends = Bounds::of_points(ends);
        Bounds { min: ends.min - half, max: ends.max + half }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(bone: u32, radius: f32) -> Body {
        Body { bone, radius, from: [0.1, -0.4, 0.0], to: [0.3, 0.6, 0.2] }
    }

    /// Points of the surface lie inside, and some of them at each side.
    #[test]
    fn a_box_touches_its_body_whatever_the_matrix() {
        let matrices = [
            Affine3A::IDENTITY,
            Affine3A::from_rotation_z(0.7) * Affine3A::from_scale(Vec3::new(2.0, -0.5, 1.5)),
            Affine3A::from_translation(Vec3::new(3.0, 4.0, -5.0)) * Affine3A::from_rotation_x(2.0),
        ];
        for matrix in matrices {
            let body = body(0, 0.25);
            let found = body.around(&matrix);
            let ring = |at: usize| {
                let (a, b) = ((at % 60) as f32 * 0.105, (at / 60) as f32 * 0.105 - 1.57);
                Vec3::new(a.cos() * b.cos(), b.sin(), a.sin() * b.cos()) * body.radius
            };
            let ends = [body.from, body.to].map(Vec3::from);
            let points = (0..60 * 31).flat_map(|at| ends.map(|end| matrix.transform_point3(end + ring(at))));
            let touched = Bounds::of_points(points);
            assert!(found.grown(1e-4).contains(touched.min) && found.grown(1e-4).contains(touched.max));
            assert!(touched.min.abs_diff_eq(found.min, 2e-3) && touched.max.abs_diff_eq(found.max, 2e-3), "{found:?}");
        }
        assert!(body(0, 1.0).around(&Affine3A::from_translation(Vec3::NAN)).is_empty());
    }

    #[test]
    fn vertices_tell_where_no_body_does() {
        let fixed = Bounds { min: Vec3::ZERO, max: Vec3::ONE };
        let models = [Affine3A::IDENTITY, Affine3A::from_translation(Vec3::NAN)];
        let around = |by, bodies: &[Body]| Room { by, bodies: bodies.into() }.around(&models);
        assert_eq!(around(RoomBy::Vertices, &[body(0, 1.0)]), None);
        assert_eq!(around(RoomBy::Fixed(fixed), &[]), Some(fixed));
        assert_eq!([&[][..], &[body(1, 1.0)], &[body(9, 1.0)]].map(|bodies| around(RoomBy::Bodies, bodies)), [None; 3]);
        let both = around(RoomBy::Bodies, &[body(0, 0.5), body(1, 1.0)]);
        assert_eq!(both, Some(body(0, 0.5).around(&models[0])));
    }

    #[test]
    fn what_has_no_size_or_no_bone_is_not_sound() {
        let sound = |room: Room| room.is_sound(2);
        assert!(sound(Room { by: RoomBy::Bodies, bodies: vec![body(1, 0.1)].into() }));
        for odd in [body(2, 0.1), body(0, 0.0), body(0, -1.0), body(0, f32::NAN), body(0, f32::INFINITY)] {
            assert!(!sound(Room { by: RoomBy::Vertices, bodies: vec![odd].into() }), "{odd:?}");
        }
        let far = Body { to: [f32::NAN, 0.0, 0.0], ..body(0, 1.0) };
        assert!(!sound(Room { by: RoomBy::Vertices, bodies: vec![far].into() }));
        for odd in
            [Bounds::EMPTY, Bounds { min: Vec3::NAN, max: Vec3::ONE }, Bounds { min: Vec3::ONE, max: Vec3::ZERO }]
        {
            assert!(!sound(Room { by: RoomBy::Fixed(odd), ..Room::default() }));
        }
    }
}
