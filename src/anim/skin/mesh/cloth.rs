//! A part that follows the surface of another one, which a game's solver moves: the bond between a
//! garment that is seen and the coarse one that is simulated. Nothing here simulates.
//!
//! A vertex is the point at shares of a triangle's corners, each of them moved along its own normal
//! by the same way. So are the tips of its normal and its tangent, and the surface between the
//! corners is smooth.

use super::{MeshError, MeshPart};
use crate::{Array, Name, limits::is_near, skinning::Skinned};
use bytemuck::{Pod, Zeroable};
use glam::{Vec3, Vec4};

/// A point near a triangle: the weights of the corners, which sum to 1, and the distance along the
/// corners' normals, metres.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Near {
    /// Weights of the triangle's corners; they sum to 1.
    pub shares: [f32; 3],
    /// Metres along the normals of the corners.
    pub away: f32,
}

/// Attachment of one vertex to the driving triangle.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct ClothVertex {
    /// Vertices of the driving part.
    pub corners: [u32; 3],
    /// Share of cloth in the vertex, 0 to 1: 0 keeps the skinned vertex whatever the other fields
    /// say, 1 is all cloth.
    pub weight: f32,
    /// Place of the vertex, relative to the driving triangle.
    pub position: Near,
    /// Tip of the normal, a short distance from the position.
    pub normal: Near,
    /// Tip of the tangent, a short distance from the position.
    pub tangent: Near,
}

/// Driving surface of a part, with one entry per vertex of the part, or no entry if nothing drives
/// the part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cloth {
    /// The mesh and its part, of the finest level.
    pub mesh: Name,
    /// Name of the driving part.
    pub part: Name,
    /// Vertices that the driving part has.
    pub driving: u32,
    /// Cloth data, one per vertex of the part that follows; empty where nothing drives the part.
    pub vertices: Array<ClothVertex>,
}

impl Cloth {
    /// Puts the vertices of the part `skinned` where the driving surface takes them, as far as each
    /// follows it. Both are in one space, and the driving one is as the game's solver left it, with
    /// normals of unit length. Contract: `driver` has [`Cloth::driving`] vertices, and `skinned`
    /// those of the part. What would not be finite, and a normal without a direction, stays as it
    /// was skinned.
    pub fn follow(&self, driver: &Skinned, skinned: &mut Skinned) {
        debug_assert_eq!(driver.positions.len(), self.driving as usize);
        let has_tangents = !skinned.tangents.is_empty();
        for (at, vertex) in self
            .vertices
            .iter()
            .enumerate()
            .filter(|(_, vertex)| vertex.weight > 0.0)
        {
            let corners = vertex.corners.map(|corner| {
                (
                    driver.positions[corner as usize],
                    driver.normals[corner as usize],
                )
            });
            let position = vertex.position.on(&corners);
            let normal = (vertex.normal.on(&corners) - position).normalize_or_zero();
            let part = |from: Vec3, to: Vec3| from + (to - from) * vertex.weight;
            let (moved, turned) = (
                part(skinned.positions[at], position),
                part(skinned.normals[at], normal).normalize_or_zero(),
            );
            if moved.is_finite() {
                skinned.positions[at] = moved;
            }
            if turned == Vec3::ZERO || !turned.is_finite() {
                continue;
            }
            skinned.normals[at] = turned;
            if has_tangents {
                let along = (vertex.tangent.on(&corners) - position).normalize_or_zero();
                let along = part(skinned.tangents[at].truncate(), along);
                let flat = (along - turned * along.dot(turned)).normalize_or_zero();
                skinned.tangents[at] = Vec4::from((flat, skinned.tangents[at].w));
            }
        }
    }
}

impl Near {
    /// Current position of the point over the triangle with these corners.
    fn on(&self, corners: &[(Vec3, Vec3); 3]) -> Vec3 {
        corners
            .iter()
            .zip(self.shares)
            .map(|((at, normal), share)| (*at + *normal * self.away) * share)
            .sum()
    }

    fn is_sound(&self) -> bool {
        let sum: f32 = self.shares.iter().sum();
        is_near(self.away) && self.shares.into_iter().all(is_near) && (sum - 1.0).abs() < 1e-2
    }
}

impl MeshPart {
    pub(super) fn check_cloth(&self) -> Result<(), MeshError> {
        let Cloth {
            mesh,
            part,
            driving,
            vertices,
        } = &self.cloth;
        if vertices.is_empty() {
            return if self.cloth == Cloth::default() {
                Ok(())
            } else {
                Err(MeshError::Cloth { vertex: 0 })
            };
        }
        if vertices.len() != self.vertex_count() || *mesh == Name::NONE || *part == Name::NONE {
            return Err(MeshError::StreamLength { stream: "cloth" });
        }
        let is_sound = |vertex: &ClothVertex| {
            let is_near = || {
                [vertex.position, vertex.normal, vertex.tangent]
                    .iter()
                    .all(Near::is_sound)
            };
            let is_placed = vertex.corners.iter().all(|corner| corner < driving);
            (0.0..=1.0).contains(&vertex.weight) && is_placed && (vertex.weight == 0.0 || is_near())
        };
        match vertices.iter().position(|vertex| !is_sound(vertex)) {
            Some(vertex) => Err(MeshError::Cloth { vertex }),
            None => Ok(()),
        }
    }
}
