//! From local transforms to model matrices.

use super::{Block, LANES, Pose, Row, load};
use crate::{Skeleton, simd};
use fearless_simd::{dispatch, f32x8, prelude::*};
use glam::{Affine3A, Mat3A};

/// Model matrices, parents first: one a bone. Matrices keep the shear that transforms drop. Contract: the pose has
/// the bones of the skeleton.
pub fn local_to_model(skeleton: &Skeleton, pose: &Pose, out: &mut Vec<Affine3A>) {
    debug_assert_eq!(skeleton.len(), pose.len());
    out.resize(skeleton.len(), Affine3A::IDENTITY);
    let (parents, blocks) = (skeleton.parents(), pose.blocks());
    dispatch!(simd::level(), simd => chain(simd, parents, blocks, out));
}

/// Local matrices of eight bones: three columns of the turned and scaled axes, then the translation.
type Columns = [[Row; 3]; 4];

#[inline(always)]
fn chain<S: Simd>(simd: S, parents: &[i16], blocks: &[Block], out: &mut [Affine3A]) {
    let mut locals: Columns = [[[0.0; LANES]; 3]; 4];
    let mut before = Affine3A::IDENTITY;
    for (at, block) in blocks.iter().enumerate() {
        matrices(simd, block, &mut locals);
        let first = at * LANES;
        let bones = LANES.min(parents.len() - first);
        for lane in 0..bones {
            let bone = first + lane;
            let parent = parents[bone];
            // Most bones follow their parent, whose matrix is then still in registers.
            let parent = match usize::try_from(parent) {
                Ok(parent) if parent + 1 == bone => before,
                Ok(parent) => out[parent],
                Err(_) => Affine3A::IDENTITY,
            };
            before = under(&parent, &locals, lane);
            out[bone] = before;
        }
    }
}

#[inline(always)]
fn under(parent: &Affine3A, locals: &Columns, lane: usize) -> Affine3A {
    let m = &parent.matrix3;
    let column = |c: usize| {
        let [x, y, z] = locals[c];
        (m.x_axis * x[lane] + m.y_axis * y[lane]) + m.z_axis * z[lane]
    };
    let matrix3 = Mat3A::from_cols(column(0), column(1), column(2));
    Affine3A { matrix3, translation: column(3) + parent.translation }
}

#[inline(always)]
fn matrices<S: Simd>(simd: S, block: &Block, out: &mut Columns) {
    let [x, y, z, w] = load(simd, &block.rotation);
    let [sx, sy, sz] = load(simd, &block.scale);
    let one = f32x8::splat(simd, 1.0);
    let (x2, y2, z2) = (x + x, y + y, z + z);
    let (xx, yy, zz) = (x * x2, y * y2, z * z2);
    let (xy, xz, yz) = (x * y2, x * z2, y * z2);
    let (wx, wy, wz) = (w * x2, w * y2, w * z2);
    let columns = [
        [(one - (yy + zz)) * sx, (xy + wz) * sx, (xz - wy) * sx],
        [(xy - wz) * sy, (one - (xx + zz)) * sy, (yz + wx) * sy],
        [(xz + wy) * sz, (yz - wx) * sz, (one - (xx + yy)) * sz],
        load(simd, &block.translation),
    ];
    for (column, out) in columns.into_iter().zip(out) {
        super::store(simd, column, out);
    }
}
