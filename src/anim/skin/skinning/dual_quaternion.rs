//! Dual-quaternion skinning in two phases: first the weighted sum of the slots' stretches, then the
//! blend of their rigid parts, so that a joint that twists keeps its girth.

#[cfg(test)]
mod tests;

use super::{SkinningVertex, turned_normal, turned_tangent};
use crate::float::Extreme;
use glam::{Affine3A, DMat3, DQuat, DVec3, Mat3A, Quat, Vec3A};

/// Blended rotations shorter than this have no direction: opposite turns of equal weight.
pub const LEAST_ROTATION: f32 = 1e-8;

/// A palette slot taken apart: `model_from_mesh` is the stretch, then the turn and move of the dual
/// quaternion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidSlot {
    /// The turn, unit length.
    pub real: Quat,
    /// Half of the move, times the turn.
    pub dual: Quat,
    /// Scale, shear and mirroring, around the mesh's origin.
    pub stretch: Mat3A,
}

impl RigidSlot {
    /// Takes a slot's matrix apart.
    pub fn new(model_from_mesh: &Affine3A) -> Self {
        let real = rotation(&model_from_mesh.matrix3);
        let by = model_from_mesh.translation;
        Self {
            real,
            dual: Quat::from_xyzw(by.x, by.y, by.z, 0.0) * real * 0.5,
            stretch: Mat3A::from_quat(real).transpose() * model_from_mesh.matrix3,
        }
    }
}

/// The rotation nearest to a matrix. A mirrored matrix gives that of its negative, so that slots
/// that are mirrored alike blend as if they were not.
fn rotation(matrix: &Mat3A) -> Quat {
    let matrix = matrix.as_dmat3();
    let size = matrix
        .to_cols_array()
        .iter()
        .fold(0.0f64, |most, x| most.higher(x.abs()));
    if size == 0.0 || !size.is_finite() {
        return Quat::IDENTITY;
    }
    let scaled = matrix
        * (if matrix.determinant() < 0.0 {
            -1.0
        } else {
            1.0
        } / size);
    let rotation = if scaled.determinant() > 1e-12 {
        polar(scaled)
    } else {
        orthonormal(&scaled)
    };
    DQuat::from_mat3(&rotation).normalize().as_quat()
}

/// The rotation of `rotation · symmetric`, by Newton's iteration. Contract: the determinant is more
/// than 0.
fn polar(matrix: DMat3) -> DMat3 {
    let mut rotation = matrix;
    for _ in 0..64 {
        let next = (rotation + rotation.inverse().transpose()) * 0.5;
        let is_done = next.abs_diff_eq(rotation, 1e-14);
        rotation = next;
        if is_done {
            break;
        }
    }
    rotation
}

/// A rotation for a matrix that is flat: along its own axes as far as it has any.
fn orthonormal(matrix: &DMat3) -> DMat3 {
    let x = matrix.x_axis.try_normalize().unwrap_or(DVec3::X);
    let across = |axis: DVec3| (axis - x * x.dot(axis)).try_normalize();
    let (y, z) = (across(matrix.y_axis), across(matrix.z_axis));
    let y = y
        .or(z.map(|z| z.cross(x)))
        .unwrap_or_else(|| x.any_orthonormal_vector());
    DMat3::from_cols(x, y, x.cross(y))
}

impl SkinningVertex {
    /// The vertex after dual quaternion blending; None if the turns cancel each other.
    pub(super) fn dual_quaternion(
        self,
        slots: &[RigidSlot],
        joints: &[u16],
        weights: &[f32],
    ) -> Option<SkinningVertex> {
        let zero = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        let (mut real, mut dual, mut stretch) = (zero, zero, Mat3A::ZERO);
        let heaviest = slots[usize::from(joints[0])].real;
        for (&joint, &weight) in joints.iter().zip(weights) {
            let slot = &slots[usize::from(joint)];
            let signed = if slot.real.dot(heaviest) < 0.0 {
                -weight
            } else {
                weight
            };
            real += slot.real * signed;
            dual += slot.dual * signed;
            stretch += slot.stretch * weight;
        }
        let length = real.length();
        if length < LEAST_ROTATION {
            return None;
        }
        let (real, dual) = (real * (1.0 / length), dual * (1.0 / length));
        let (r, d) = (
            Vec3A::new(real.x, real.y, real.z),
            Vec3A::new(dual.x, dual.y, dual.z),
        );
        let by = 2.0 * (d * real.w - r * dual.w + r.cross(d));
        let stretched = turned_normal(&stretch, self.normal)
            .try_normalize()
            .unwrap_or(self.normal);
        let tangent = turned_tangent(&stretch, self.tangent, stretched);
        Some(SkinningVertex {
            position: real * (stretch * self.position) + by,
            normal: (real * stretched).try_normalize().unwrap_or(stretched),
            tangent: (real * Vec3A::from_vec4(tangent)).extend(tangent.w),
        })
    }
}
