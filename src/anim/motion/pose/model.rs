//! From local transforms to model matrices.

use super::{BoneBlock, LANES, Pose, Row, Wide, block::scaled, load};
use crate::{Skeleton, simd};
use fearless_simd::{dispatch, f32x4, f32x8, prelude::*};
use glam::{Affine3A, Mat3A, Vec3A};
use std::ops::Range;

/// Model matrices, parents first: one a bone. Matrices keep the shear that transforms drop.
/// Contract: the pose has the bones of the skeleton.
pub fn local_to_model(skeleton: &Skeleton, pose: &Pose, out: &mut Vec<Affine3A>) {
    debug_assert_eq!(skeleton.len(), pose.len());
    out.resize(skeleton.len(), Affine3A::IDENTITY);
    set_models(skeleton, pose, 0..skeleton.len(), out);
}

/// The matrices of `bone` and of everything below it, from those of the bones above. Contract:
/// `models` has one a bone.
pub fn local_to_model_below(
    skeleton: &Skeleton,
    pose: &Pose,
    bone: usize,
    models: &mut [Affine3A],
) {
    debug_assert!(skeleton.len() == pose.len() && models.len() == pose.len());
    // What lies between and does not hang on the bone comes out as it was.
    set_models(skeleton, pose, bone..skeleton.last_below(bone) + 1, models);
}

fn set_models(skeleton: &Skeleton, pose: &Pose, bones: Range<usize>, models: &mut [Affine3A]) {
    let (parents, blocks) = (skeleton.parents(), pose.blocks());
    if pose.has_even_scale(1.0) {
        dispatch!(simd::level(), simd => chain::<_, false>(simd, parents, blocks, bones, models))
    } else {
        dispatch!(simd::level(), simd => chain::<_, true>(simd, parents, blocks, bones, models))
    }
}

/// Local matrices of eight bones: three columns of the turned and scaled axes, then the
/// translation.
type Columns = [[Row; 3]; 4];

#[inline(always)]
fn chain<S: Simd, const SCALED: bool>(
    simd: S,
    parents: &[i16],
    blocks: &[BoneBlock],
    bones: Range<usize>,
    out: &mut [Affine3A],
) {
    let mut locals: Columns = [[[0.0; LANES]; 3]; 4];
    let identity = wide(simd, &Affine3A::IDENTITY);
    let mut before = bones
        .start
        .checked_sub(1)
        .map_or(identity, |bone| wide(simd, &out[bone]));
    let first_block = bones.start / LANES;
    for (at, block) in blocks[..bones.end.div_ceil(LANES)]
        .iter()
        .enumerate()
        .skip(first_block)
    {
        matrices::<_, SCALED>(simd, block, &mut locals);
        let first = at * LANES;
        for bone in bones.start.max(first)..bones.end.min(first + LANES) {
            let lane = bone - first;
            let parent = parents[bone];
            // Most bones follow their parent, whose matrix is then still in registers.
            let parent = match usize::try_from(parent) {
                Ok(parent) if parent + 1 == bone => before,
                Ok(parent) => wide(simd, &out[parent]),
                Err(_) => identity,
            };
            before = under(simd, &parent, &locals, lane);
            out[bone] = narrow(&before);
        }
    }
}

/// A matrix in registers, a column each, as [`Affine3A`] has them: three axes and the translation.
type Matrix<S> = [f32x4<S>; 4];

#[inline(always)]
fn wide<S: Simd>(simd: S, matrix: &Affine3A) -> Matrix<S> {
    let Mat3A {
        x_axis,
        y_axis,
        z_axis,
    } = matrix.matrix3;
    let mut columns = [f32x4::splat(simd, 0.0); 4];
    for (column, of) in columns
        .iter_mut()
        .zip([x_axis, y_axis, z_axis, matrix.translation])
    {
        *column = simd.load_array_f32x4(bytemuck::cast(of));
    }
    columns
}

#[inline(always)]
fn narrow<S: Simd>(matrix: &Matrix<S>) -> Affine3A {
    let mut columns = [Vec3A::ZERO; 4];
    for (column, of) in columns.iter_mut().zip(matrix) {
        *column = bytemuck::cast(<[f32; 4]>::from(*of));
    }
    let [x, y, z, translation] = columns;
    Affine3A {
        matrix3: Mat3A::from_cols(x, y, z),
        translation,
    }
}

/// The product of the parent's matrix with that of a lane.
#[inline(always)]
fn under<S: Simd>(simd: S, parent: &Matrix<S>, locals: &Columns, lane: usize) -> Matrix<S> {
    let mut columns = [f32x4::splat(simd, 0.0); 4];
    for (column, [x, y, z]) in columns.iter_mut().zip(locals) {
        *column = (parent[0] * x[lane] + parent[1] * y[lane]) + parent[2] * z[lane];
    }
    columns[3] += parent[3];
    columns
}

#[inline(always)]
fn matrices<S: Simd, const SCALED: bool>(simd: S, block: &BoneBlock, out: &mut Columns) {
    for (column, out) in columns::<_, SCALED>(simd, block).into_iter().zip(out) {
        super::store(simd, column, out);
    }
}

/// Eight matrices: the turned and scaled axes, then the translation. Scales count as one where they
/// are not `SCALED`.
#[inline(always)]
fn columns<S: Simd, const SCALED: bool>(simd: S, block: &BoneBlock) -> [Wide<S, 3>; 4] {
    let [x, y, z, w] = load(simd, &block.rotation);
    let one = f32x8::splat(simd, 1.0);
    let (x2, y2, z2) = (x + x, y + y, z + z);
    let (xx, yy, zz) = (x * x2, y * y2, z * z2);
    let (xy, xz, yz) = (x * y2, x * z2, y * z2);
    let (wx, wy, wz) = (w * x2, w * y2, w * z2);
    let axes = [
        [one - (yy + zz), xy + wz, xz - wy],
        [xy - wz, one - (xx + zz), yz + wx],
        [xz + wy, yz - wx, one - (xx + yy)],
    ];
    let [x, y, z] = axes;
    let translation = load(simd, &block.translation);
    if !SCALED {
        return [x, y, z, translation];
    }
    let [sx, sy, sz] = load(simd, &block.scale);
    [scaled(x, sx), scaled(y, sy), scaled(z, sz), translation]
}
