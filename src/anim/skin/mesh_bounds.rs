//! How much room a mesh takes: told by its vertices, by bodies that go with bones, or once and for
//! all. Invariant: bodies are of bones of the skeleton and have a size; a fixed box has corners in
//! order; [`crate::Mesh::new`] refuses anything else.

#[cfg(test)]
mod tests;

use crate::{Array, Bounds, limits::is_near};
use bytemuck::{Pod, Zeroable};
use glam::{Affine3A, Vec3};
use serde::{Deserialize, Serialize};

/// A capsule that goes with a bone; a ball where both ends are one. For bounds, and for whatever a
/// game does with it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Body {
    /// Bone of the skeleton.
    pub bone: u32,
    /// Radius of the capsule, metres, above 0.
    pub radius: f32,
    /// One end of the body's line, which is `radius` thick: bone space, metres.
    pub from: [f32; 3],
    /// The other end of the line: bone space, metres.
    pub to: [f32; 3],
}

/// Source from which the bounds of a mesh are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BoundsBy {
    /// The boxes of what follows each bone, [`crate::skinning::PartBounds`].
    #[default]
    Vertices,
    Bodies,
    /// Model space, metres, whatever the pose.
    Fixed(Bounds),
}

/// Settings that determine the bounds of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshBounds {
    /// Source from which the bounds are computed.
    pub by: BoundsBy,
    /// Capsules that follow bones, whether or not the bounds are computed from the capsules.
    pub bodies: Array<Body>,
}

impl MeshBounds {
    /// The bounds of a character with these model matrices, model space. None if the bounds must
    /// come from the vertices: because `by` selects the vertices, or because no body has a place. A
    /// bone whose matrix is missing or not finite is left out.
    pub fn around(&self, models: &[Affine3A]) -> Option<Bounds> {
        match self.by {
            BoundsBy::Vertices => None,
            BoundsBy::Fixed(fixed) => Some(fixed),
            BoundsBy::Bodies => {
                let boxes = self
                    .bodies
                    .iter()
                    .filter_map(|body| Some(body.around(models.get(body.bone as usize)?)));
                Some(boxes.fold(Bounds::EMPTY, Bounds::join)).filter(|found| !found.is_empty())
            }
        }
    }

    pub(crate) fn is_sound(&self, bones: usize) -> bool {
        let is_placed = |at: Vec3| at.to_array().into_iter().all(is_near);
        let is_sized = |body: &Body| {
            let ends = [body.from, body.to].map(Vec3::from);
            (body.bone as usize) < bones
                && body.radius > 0.0
                && is_near(body.radius)
                && ends.into_iter().all(is_placed)
        };
        let is_boxed = match self.by {
            BoundsBy::Fixed(fixed) => {
                is_placed(fixed.min) && is_placed(fixed.max) && !fixed.is_empty()
            }
            BoundsBy::Vertices | BoundsBy::Bodies => true,
        };
        is_boxed && self.bodies.iter().all(is_sized)
    }
}

impl Body {
    /// The smallest box around it where its bone has that matrix, which may scale; empty where that
    /// is not finite.
    pub fn around(&self, model_from_bone: &Affine3A) -> Bounds {
        if !model_from_bone.is_finite() {
            return Bounds::EMPTY;
        }
        let rows = model_from_bone.matrix3.transpose();
        let half = Vec3::new(
            rows.x_axis.length(),
            rows.y_axis.length(),
            rows.z_axis.length(),
        ) * self.radius;
        let ends = [self.from, self.to].map(|end| model_from_bone.transform_point3(end.into()));
        let ends = Bounds::of_points(ends);
        Bounds {
            min: ends.min - half,
            max: ends.max + half,
        }
    }
}
