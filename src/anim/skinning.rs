//! Linear blend skinning and morph targets on the CPU: the reference that the GPU is compared with.

use crate::{MeshPart, Pose, mesh::Morph, skeleton::Skeleton};
use glam::{Affine3A, Mat3A, Vec3, Vec3A};

/// Morph weights whose magnitude is at or below this are not applied.
pub const MORPH_THRESHOLD: f32 = 1e-3;

/// Skinned positions and unit normals, model space, in vertex order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skinned {
    pub positions: Vec<Vec3>,
    pub normals: Vec<Vec3>,
}

/// `model_from_mesh` of every palette slot: the bone's model matrix times its inverse bind.
/// `models` holds one matrix a bone of the skeleton that the part was made for.
pub fn palette(part: &MeshPart, models: &[Affine3A], out: &mut Vec<Affine3A>) {
    out.clear();
    out.extend(part.palette.iter().map(|joint| models[joint.bone as usize] * inverse_bind(joint.inverse_bind)));
}

/// The weight of a morph: the pose's curve of its name, else the default.
pub fn morph_weight(morph: &Morph, pose: &Pose) -> f32 {
    pose.curve(morph.name).unwrap_or(morph.default_weight)
}

/// Morphs, then skins. `weights` holds one weight a morph of the part. Contract: `palette` has one matrix a slot.
pub fn skin(part: &MeshPart, palette: &[Affine3A], weights: &[f32], out: &mut Skinned) {
    debug_assert_eq!(palette.len(), part.palette.len());
    morph(part, weights, out);
    let influences = part.influences as usize;
    let (joints, skin_weights) = (part.joints.as_slice(), part.weights.as_slice());
    for (vertex, (position, normal)) in out.positions.iter_mut().zip(&mut out.normals).enumerate() {
        let range = vertex * influences..(vertex + 1) * influences;
        let matrix = blended(palette, &joints[range.clone()], &skin_weights[range]);
        *position = matrix.transform_point3(*position);
        *normal = turned_normal(&matrix.matrix3, *normal);
    }
}

/// The bones' matrices of a pose's skeleton applied to one part, with the pose's own morph weights.
pub fn skin_pose(part: &MeshPart, models: &[Affine3A], pose: &Pose, out: &mut Skinned) {
    let mut matrices = Vec::new();
    palette(part, models, &mut matrices);
    let weights: Vec<f32> = part.morphs.iter().map(|morph| morph_weight(morph, pose)).collect();
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
    out.positions.extend(part.positions.iter().map(|p| Vec3::from(*p)));
    out.normals.clear();
    out.normals.extend(part.normals.iter().map(|n| Vec3::from(*n)));
    for (morph, &weight) in part.morphs.iter().zip(weights) {
        if weight.abs() <= MORPH_THRESHOLD {
            continue;
        }
        let first = morph.first_delta as usize;
        for delta in &part.deltas[first..first + morph.delta_count as usize] {
            out.positions[delta.vertex as usize] += weight * Vec3::from(delta.position);
            out.normals[delta.vertex as usize] += weight * Vec3::from(delta.normal);
        }
    }
}

fn blended(palette: &[Affine3A], joints: &[u16], weights: &[f32]) -> Affine3A {
    let mut sum = Affine3A { matrix3: Mat3A::ZERO, translation: Vec3A::ZERO };
    for (&joint, &weight) in joints.iter().zip(weights) {
        let matrix = &palette[usize::from(joint)];
        sum.matrix3 += matrix.matrix3 * weight;
        sum.translation += matrix.translation * weight;
    }
    sum
}

/// Normals turn with the cofactor matrix, which stays right under non-uniform scale and mirroring.
fn turned_normal(matrix: &Mat3A, normal: Vec3) -> Vec3 {
    let (x, y, z) = (matrix.x_axis, matrix.y_axis, matrix.z_axis);
    let cofactor = Mat3A::from_cols(y.cross(z), z.cross(x), x.cross(y));
    let turned = Vec3::from(cofactor * Vec3A::from(normal));
    turned.try_normalize().unwrap_or(normal)
}

fn inverse_bind(rows: [[f32; 4]; 3]) -> Affine3A {
    let column = |c: usize| Vec3A::new(rows[0][c], rows[1][c], rows[2][c]);
    Affine3A { matrix3: Mat3A::from_cols(column(0), column(1), column(2)), translation: column(3) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Array, Name,
        mesh::{Joint, MorphDelta},
    };
    use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2};

    fn part(position: [f32; 3], normal: [f32; 3], weights: &[f32; 4]) -> MeshPart {
        let identity = inverse_bind_rows(&Affine3A::IDENTITY);
        MeshPart::new(MeshPart {
            positions: vec![position].into(),
            normals: vec![normal].into(),
            influences: 4,
            joints: vec![0, 1, 0, 0].into(),
            weights: weights.as_slice().into(),
            palette: vec![Joint { bone: 0, inverse_bind: identity }, Joint { bone: 1, inverse_bind: identity }].into(),
            ..MeshPart::default()
        })
        .unwrap()
    }

    fn skinned(part: &MeshPart, palette: &[Affine3A], weights: &[f32]) -> Skinned {
        let mut out = Skinned::default();
        skin(part, palette, weights, &mut out);
        out
    }

    #[test]
    fn twist_collapses_linear_skinning_as_tabled() {
        for (degrees, radius) in
            [(30.0f32, 0.9659), (60.0, 0.8660), (90.0, FRAC_1_SQRT_2), (120.0, 0.5), (150.0, 0.2588), (180.0, 0.0)]
        {
            let turned = Affine3A::from_rotation_x(degrees.to_radians());
            let out = skinned(
                &part([0.0, 1.0, 0.0], [0.0, 1.0, 0.0], &[0.5, 0.5, 0.0, 0.0]),
                &[Affine3A::IDENTITY, turned],
                &[],
            );
            assert!((out.positions[0].length() - radius).abs() < 1e-4, "{degrees}");
        }
    }

    #[test]
    fn normals_stay_perpendicular_under_non_uniform_scale() {
        let n = FRAC_1_SQRT_2;
        let scale = Affine3A::from_scale(Vec3::new(2.0, 1.0, 1.0));
        let out = skinned(&part([1.0; 3], [n, n, 0.0], &[1.0, 0.0, 0.0, 0.0]), &[scale, scale], &[]);
        assert!(out.normals[0].abs_diff_eq(Vec3::new(0.4472, 0.8944, 0.0), 1e-4));
    }

    #[test]
    fn morphs_apply_before_skinning() {
        let mut with_morph = part([0.0, 1.0, 0.0], [0.0, 1.0, 0.0], &[1.0, 0.0, 0.0, 0.0]);
        with_morph.morphs =
            vec![Morph { name: Name::new("up"), default_weight: 0.0, first_delta: 0, delta_count: 1, reserved: 0 }]
                .into();
        with_morph.deltas = Array::from(vec![MorphDelta { vertex: 0, position: [0.0, 0.5, 0.0], normal: [0.0; 3] }]);
        let turned = Affine3A::from_rotation_x(FRAC_PI_2);
        let out = skinned(&with_morph, &[turned, turned], &[1.0]);
        assert!(out.positions[0].abs_diff_eq(Vec3::new(0.0, 0.0, 1.5), 1e-6));
        let mirrored = skinned(&with_morph, &[Affine3A::IDENTITY; 2], &[-1.0]);
        assert!(mirrored.positions[0].abs_diff_eq(Vec3::new(0.0, 0.5, 0.0), 1e-6));
    }
}
