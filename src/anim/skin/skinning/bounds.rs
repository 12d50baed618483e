//! A box around a posed mesh part without skinning it: from the boxes of the vertices that each
//! joint moves.

use super::{MORPH_THRESHOLD, affine_from_rows};
use crate::{Bounds, MeshPart, float::Extreme, mesh::SkinMethod};
use glam::{Affine3A, Vec3};

/// No side of a box is shorter, metres.
pub const LEAST_SIDE: f32 = 1e-3;
/// Factor by which twisted volume may stick out of the joints' boxes.
const BULGE: f32 = 1.1;
/// Allowance for rounding, as a part of the farthest coordinate.
const ROUNDING: f32 = 4e-6;

/// Bounds of a part that are computed before the part is posed.
#[derive(Clone, Debug, PartialEq)]
pub struct PartBounds {
    method: SkinMethod,
    slots: Vec<SlotBounds>,
    /// The farthest that each morph moves any vertex at weight 1, metres.
    reach: Vec<f32>,
}

#[derive(Clone, Debug, PartialEq)]
struct SlotBounds {
    slot: usize,
    mesh_from_joint: Affine3A,
    /// Bounds of the vertices that the joint moves, joint space.
    rest: Bounds,
    /// How far a mesh-space metre may go along each axis of the joint.
    spread: Vec3,
}

impl PartBounds {
    /// Reads every vertex of the part once. Weights are those of the part, not of a profile.
    pub fn new(part: &MeshPart) -> Self {
        let frames: Vec<Affine3A> = part
            .palette
            .iter()
            .map(|joint| joint_from_mesh(joint.inverse_bind))
            .collect();
        let mut boxes = vec![Bounds::EMPTY; frames.len()];
        let influences = part.influences as usize;
        for (at, (joint, weight)) in part.joints.iter().zip(part.weights.iter()).enumerate() {
            if *weight != 0.0 {
                let slot = usize::from(*joint);
                let position = Vec3::from(part.positions[at / influences]);
                boxes[slot] = boxes[slot].with_point(frames[slot].transform_point3(position));
            }
        }
        let used = (0..frames.len()).filter(|slot| !boxes[*slot].is_empty());
        let slots = used
            .map(|slot| SlotBounds::new(slot, &frames[slot], boxes[slot]))
            .collect();
        Self {
            method: part.method,
            slots,
            reach: reach(part),
        }
    }

    /// Holds every vertex of a linearly skinned part, and nearly every one of dual quaternions,
    /// which may bulge; model space; empty for a part without vertices. `palette` has one matrix a
    /// slot; slots whose matrix is missing or not finite are left out. `morph_weights` has one a
    /// morph; those that are missing count as 0.
    pub fn around(&self, palette: &[Affine3A], morph_weights: &[f32]) -> Bounds {
        let is_active = |weight: &f32| weight.abs() > MORPH_THRESHOLD;
        let weights = morph_weights
            .iter()
            .map(|w| if is_active(w) { w.abs() } else { 0.0 });
        let reach: f32 = self
            .reach
            .iter()
            .zip(weights)
            .map(|(reach, weight)| reach * weight)
            .sum();
        let boxes = self.slots.iter().filter_map(|slot| {
            let grown = Bounds {
                min: slot.rest.min - slot.spread * reach,
                max: slot.rest.max + slot.spread * reach,
            };
            Some(grown.transformed(&(*palette.get(slot.slot)? * slot.mesh_from_joint)))
        });
        finished(boxes.fold(Bounds::EMPTY, Bounds::join), self.method)
    }
}

fn finished(found: Bounds, method: SkinMethod) -> Bounds {
    if found.is_empty() {
        return found;
    }
    let bulge = if method == SkinMethod::DualQuaternion {
        BULGE
    } else {
        1.0
    };
    let farthest = found.min.abs().max(found.max.abs()).max_element();
    let half =
        (found.size() * 0.5 * bulge + farthest * ROUNDING).max(Vec3::splat(LEAST_SIDE * 0.5));
    Bounds {
        min: found.center() - half,
        max: found.center() + half,
    }
}

impl SlotBounds {
    fn new(slot: usize, joint_from_mesh: &Affine3A, rest: Bounds) -> Self {
        let rows = joint_from_mesh.matrix3.transpose();
        let spread = Vec3::new(
            rows.x_axis.length(),
            rows.y_axis.length(),
            rows.z_axis.length(),
        );
        Self {
            slot,
            mesh_from_joint: joint_from_mesh.inverse(),
            rest,
            spread,
        }
    }
}

/// A joint whose bind cannot be undone is boxed in mesh space.
fn joint_from_mesh(inverse_bind: [[f32; 4]; 3]) -> Affine3A {
    let matrix = affine_from_rows(inverse_bind);
    if matrix.inverse().is_finite() {
        matrix
    } else {
        Affine3A::IDENTITY
    }
}

fn reach(part: &MeshPart) -> Vec<f32> {
    let mut moved = vec![Vec3::ZERO; part.vertex_count()];
    let mut reach = |morph: &crate::mesh::Morph| {
        let first = morph.first_delta as usize;
        let deltas = &part.deltas[first..first + morph.delta_count as usize];
        deltas
            .iter()
            .for_each(|delta| moved[delta.vertex as usize] += Vec3::from(delta.position));
        let farthest = deltas
            .iter()
            .map(|delta| moved[delta.vertex as usize].length())
            .fold(0.0, Extreme::higher);
        deltas
            .iter()
            .for_each(|delta| moved[delta.vertex as usize] = Vec3::ZERO);
        farthest
    };
    part.morphs.iter().map(&mut reach).collect()
}
