//! Skinning and morph targets on the CPU: the reference that the GPU is compared with. Invariant:
//! morphs come before skinning, and finite vertices and bones give finite results and unit normals.

pub mod bounds;
pub mod dual_quaternion;
#[cfg(test)]
#[path = "tests/properties.rs"]
mod properties;
pub mod weights;

pub use bounds::PartBounds;

use crate::{
    MeshPart, Pose,
    mesh::{Morph, SkinMethod},
    skeleton::Skeleton,
};
use dual_quaternion::RigidSlot;
use glam::{Affine3A, Mat3A, Vec3, Vec3A, Vec4};

/// Morph weights whose magnitude is at or below this are not applied.
pub const MORPH_THRESHOLD: f32 = 1e-3;

/// The largest magnitude of a morph's weight.
pub const MORPH_LIMIT: f32 = 10.0;

/// Skinned positions and unit normals, model space, in vertex order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skinned {
    /// Positions of the vertices, metres.
    pub positions: Vec<Vec3>,
    /// Normals of the vertices, of unit length.
    pub normals: Vec<Vec3>,
    /// Empty where the part has none. At right angles to the normals; zero where one has lost its
    /// direction. w changes its sign where the surface is mirrored.
    pub tangents: Vec<Vec4>,
}

/// `model_from_mesh` of every palette slot: the bone's model matrix times its inverse bind. A slot
/// that is not finite stays in the bind pose. `models` holds one matrix a bone of the skeleton that
/// the part was made for.
pub fn palette(part: &MeshPart, models: &[Affine3A], out: &mut Vec<Affine3A>) {
    let matrix = |bone: u32, inverse_bind| models[bone as usize] * affine_from_rows(inverse_bind);
    let matrices = part
        .palette
        .iter()
        .map(|joint| matrix(joint.bone, joint.inverse_bind));
    out.clear();
    out.extend(matrices.map(|matrix| {
        if matrix.is_finite() {
            matrix
        } else {
            Affine3A::IDENTITY
        }
    }));
}

/// The weight of a morph: the pose's curve of its name, else the default; within ±[`MORPH_LIMIT`],
/// 0 where it is not a number.
pub fn morph_weight(morph: &Morph, pose: &Pose) -> f32 {
    let weight = pose.curve(morph.name).unwrap_or(morph.default_weight);
    if weight.is_nan() {
        0.0
    } else {
        weight.clamp(-MORPH_LIMIT, MORPH_LIMIT)
    }
}

/// Morphs, then skins by the part's method. `weights` holds one weight a morph of the part.
/// Contract: `palette` has one matrix a slot.
pub fn skin(part: &MeshPart, palette: &[Affine3A], weights: &[f32], out: &mut Skinned) {
    debug_assert_eq!(palette.len(), part.palette.len());
    morph(part, weights, out);
    match part.method {
        SkinMethod::Linear => each_vertex(part, out, |vertex, joints, weights| {
            vertex.linear(palette, joints, weights)
        }),
        SkinMethod::DualQuaternion => {
            let slots: Vec<RigidSlot> = palette.iter().map(RigidSlot::new).collect();
            each_vertex(part, out, |vertex, joints, weights| {
                vertex
                    .dual_quaternion(&slots, joints, weights)
                    .unwrap_or(vertex.linear(palette, joints, weights))
            });
        }
    }
}

/// The bones' matrices of a pose's skeleton applied to one part, with the pose's own morph weights.
pub fn skin_pose(part: &MeshPart, models: &[Affine3A], pose: &Pose, out: &mut Skinned) {
    let mut matrices = Vec::new();
    palette(part, models, &mut matrices);
    let weights: Vec<f32> = part
        .morphs
        .iter()
        .map(|morph| morph_weight(morph, pose))
        .collect();
    skin(part, &matrices, &weights, out);
}

/// The reference pose's model matrices.
pub fn reference_models(skeleton: &Skeleton) -> Vec<Affine3A> {
    let mut models = Vec::new();
    crate::pose::local_to_model(skeleton, &Pose::reference(skeleton), &mut models);
    models
}

fn morph(part: &MeshPart, weights: &[f32], out: &mut Skinned) {
    out.positions.clear();
    out.positions
        .extend(part.positions.iter().map(|p| Vec3::from(*p)));
    out.normals.clear();
    out.normals
        .extend(part.normals.iter().map(|n| Vec3::from(*n)));
    out.tangents.clear();
    out.tangents
        .extend(part.tangents.iter().map(|t| Vec4::from(*t)));
    for (morph, &weight) in part.morphs.iter().zip(weights) {
        if weight.abs() <= MORPH_THRESHOLD {
            continue;
        }
        let first = morph.first_delta as usize;
        for delta in &part.deltas[first..first + morph.delta_count as usize] {
            out.positions[delta.vertex as usize] += weight * Vec3::from(delta.position);
            out.normals[delta.vertex as usize] += weight * Vec3::from(delta.normal);
        }
        let Some(turns) = part
            .delta_tangents
            .get(first..first + morph.delta_count as usize)
        else {
            continue;
        };
        for (delta, turn) in part.deltas[first..].iter().zip(turns) {
            if let Some(tangent) = out.tangents.get_mut(delta.vertex as usize) {
                *tangent += (weight * Vec3::from(*turn)).extend(0.0);
            }
        }
    }
}

/// A vertex while skinning takes it from mesh space to model space.
#[derive(Clone, Copy, Debug)]
struct SkinningVertex {
    position: Vec3A,
    normal: Vec3A,
    /// Tangent of the vertex; zero if there is none.
    tangent: Vec4,
}

fn each_vertex(
    part: &MeshPart,
    out: &mut Skinned,
    skinned: impl Fn(SkinningVertex, &[u16], &[f32]) -> SkinningVertex,
) {
    let influences = part.influences as usize;
    let (joints, weights) = (part.joints.as_slice(), part.weights.as_slice());
    for (at, (position, normal)) in out.positions.iter_mut().zip(&mut out.normals).enumerate() {
        let range = at * influences..(at + 1) * influences;
        let tangent = out.tangents.get_mut(at);
        let rest = tangent.as_deref().copied().unwrap_or_default();
        let vertex = SkinningVertex {
            position: (*position).into(),
            normal: (*normal).into(),
            tangent: rest,
        };
        let vertex = skinned(vertex, &joints[range.clone()], &weights[range]);
        (*position, *normal) = (vertex.position.into(), vertex.normal.into());
        tangent
            .into_iter()
            .for_each(|tangent| *tangent = vertex.tangent);
    }
}

impl SkinningVertex {
    fn linear(self, palette: &[Affine3A], joints: &[u16], weights: &[f32]) -> SkinningVertex {
        let mut sum = Affine3A {
            matrix3: Mat3A::ZERO,
            translation: Vec3A::ZERO,
        };
        for (&joint, &weight) in joints.iter().zip(weights) {
            let matrix = &palette[usize::from(joint)];
            sum.matrix3 += matrix.matrix3 * weight;
            sum.translation += matrix.translation * weight;
        }
        let normal = turned_normal(&sum.matrix3, self.normal)
            .try_normalize()
            .unwrap_or(self.normal);
        SkinningVertex {
            position: sum.transform_point3a(self.position),
            normal,
            tangent: turned_tangent(&sum.matrix3, self.tangent, normal),
        }
    }
}

/// Normals turn with the cofactor matrix, which stays right under non-uniform scale and mirroring.
fn turned_normal(matrix: &Mat3A, normal: Vec3A) -> Vec3A {
    let (x, y, z) = (matrix.x_axis, matrix.y_axis, matrix.z_axis);
    Mat3A::from_cols(y.cross(z), z.cross(x), x.cross(y)) * normal
}

/// Tangents turn with the matrix itself and stay at right angles to the normal.
fn turned_tangent(matrix: &Mat3A, tangent: Vec4, normal: Vec3A) -> Vec4 {
    let along = *matrix * Vec3A::from_vec4(tangent);
    let flat = (along - normal * normal.dot(along))
        .try_normalize()
        .unwrap_or(Vec3A::ZERO);
    flat.extend(if matrix.determinant() < 0.0 {
        -tangent.w
    } else {
        tangent.w
    })
}

/// An inverse bind matrix from its stored form.
pub fn affine_from_rows(rows: [[f32; 4]; 3]) -> Affine3A {
    let column = |c: usize| Vec3A::new(rows[0][c], rows[1][c], rows[2][c]);
    Affine3A {
        matrix3: Mat3A::from_cols(column(0), column(1), column(2)),
        translation: column(3),
    }
}

/// The stored form of an inverse bind matrix: three rows of four.
pub fn inverse_bind_rows(matrix: &Affine3A) -> [[f32; 4]; 3] {
    let m = matrix.matrix3;
    let t = matrix.translation;
    [
        [m.x_axis.x, m.y_axis.x, m.z_axis.x, t.x],
        [m.x_axis.y, m.y_axis.y, m.z_axis.y, t.y],
        [m.x_axis.z, m.y_axis.z, m.z_axis.z, t.z],
    ]
}
