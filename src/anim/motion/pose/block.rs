//! Eight bones side by side: the unit that poses are stored in and kernels work on.

use crate::Transform;
use bytemuck::{Pod, Zeroable};
use fearless_simd::{f32x8, mask32x8, prelude::*};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

/// Number of bones in a block.
pub const LANES: usize = 8;

/// One value for each of the eight bones of a block.
pub type Row = [f32; LANES];

/// Local transforms of eight neighbouring bones, a property a row.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
pub struct BoneBlock {
    /// Translations of the bones, rows x, y, z; metres.
    pub translation: [Row; 3],
    /// Rotations of the bones as quaternions, rows x, y, z, w.
    pub rotation: [Row; 4],
    /// xyz, a factor each.
    pub scale: [Row; 3],
}

impl BoneBlock {
    /// Lanes become those of another one: all bits of each that does, or none.
    pub(super) fn merge(&mut self, other: &Self, mask: &[u32; LANES]) {
        let merged = |own: f32, other: f32, mask: u32| {
            f32::from_bits(own.to_bits() & !mask | other.to_bits() & mask)
        };
        let rows = |own: &mut [Row], others: &[Row]| {
            for (own, other) in own.iter_mut().zip(others) {
                *own = std::array::from_fn(|lane| merged(own[lane], other[lane], mask[lane]));
            }
        };
        rows(&mut self.rotation, &other.rotation);
        rows(&mut self.translation, &other.translation);
        rows(&mut self.scale, &other.scale);
    }

    /// A block with the same transform in every lane.
    pub fn splat(transform: &Transform) -> Self {
        let Transform {
            translation: t,
            rotation: q,
            scale: s,
        } = transform;
        Self {
            translation: t.to_array().map(|v| [v; LANES]),
            rotation: q.to_array().map(|v| [v; LANES]),
            scale: s.to_array().map(|v| [v; LANES]),
        }
    }

    /// The transform of a lane. Panics beyond the last lane.
    #[inline]
    pub fn get(&self, lane: usize) -> Transform {
        Transform {
            translation: self.translation(lane),
            rotation: self.rotation(lane),
            scale: self.scale(lane),
        }
    }

    /// Sets the transform of a lane. Panics beyond the last lane.
    pub fn set(&mut self, lane: usize, transform: &Transform) {
        self.set_translation(lane, transform.translation);
        self.set_rotation(lane, transform.rotation);
        self.set_scale(lane, transform.scale);
    }

    /// Translation of a lane, metres.
    pub fn translation(&self, lane: usize) -> Vec3 {
        Vec3::from_array(std::array::from_fn(|row| self.translation[row][lane]))
    }

    /// Rotation of a lane.
    pub fn rotation(&self, lane: usize) -> Quat {
        Quat::from_array(std::array::from_fn(|row| self.rotation[row][lane]))
    }

    /// Scale of the bone in a lane, a factor per axis.
    pub fn scale(&self, lane: usize) -> Vec3 {
        Vec3::from_array(std::array::from_fn(|row| self.scale[row][lane]))
    }

    /// Sets the translation of a lane, metres.
    pub fn set_translation(&mut self, lane: usize, value: Vec3) {
        set_column(&mut self.translation, lane, value.to_array());
    }

    /// Sets the rotation of a lane.
    pub fn set_rotation(&mut self, lane: usize, value: Quat) {
        set_column(&mut self.rotation, lane, value.to_array());
    }

    /// Sets the scale of a lane.
    pub fn set_scale(&mut self, lane: usize, value: Vec3) {
        set_column(&mut self.scale, lane, value.to_array());
    }
}

/// Writes one bone's values into a run of rows.
fn set_column<const N: usize>(rows: &mut [Row; N], lane: usize, values: [f32; N]) {
    for (row, value) in rows.iter_mut().zip(values) {
        row[lane] = value;
    }
}

/// Eight of a property in registers. What works on them is written in loops, for a closure may be
/// called out of line.
pub(crate) type Wide<S, const N: usize> = [f32x8<S>; N];

#[inline(always)]
pub(crate) fn load<S: Simd, const N: usize>(simd: S, rows: &[Row; N]) -> Wide<S, N> {
    let mut wide = [f32x8::splat(simd, 0.0); N];
    for (wide, row) in wide.iter_mut().zip(rows) {
        *wide = simd.load_array_ref_f32x8(row);
    }
    wide
}

#[inline(always)]
pub(crate) fn store<S: Simd, const N: usize>(simd: S, values: Wide<S, N>, rows: &mut [Row; N]) {
    for (value, row) in values.into_iter().zip(rows) {
        simd.store_array_f32x8(value, row);
    }
}

/// `a + b weight`
#[inline(always)]
pub(crate) fn add_scaled<S: Simd, const N: usize>(
    a: Wide<S, N>,
    b: Wide<S, N>,
    weight: f32x8<S>,
) -> Wide<S, N> {
    let mut sum = a;
    for (sum, b) in sum.iter_mut().zip(b) {
        *sum += b * weight;
    }
    sum
}

/// `a` where the mask is set, else `b`.
#[inline(always)]
pub(crate) fn select<S: Simd, const N: usize>(
    mask: mask32x8<S>,
    a: Wide<S, N>,
    b: Wide<S, N>,
) -> Wide<S, N> {
    let mut either = a;
    for (either, b) in either.iter_mut().zip(b) {
        *either = mask.select(*either, b);
    }
    either
}

/// `a weight`
#[inline(always)]
pub(crate) fn scaled<S: Simd, const N: usize>(a: Wide<S, N>, weight: f32x8<S>) -> Wide<S, N> {
    let mut part = a;
    for part in &mut part {
        *part *= weight;
    }
    part
}

/// `a (1 − alpha) + b alpha`, as [`glam::Vec3::lerp`] does it.
#[inline(always)]
pub(crate) fn lerp<S: Simd, const N: usize>(
    a: Wide<S, N>,
    b: Wide<S, N>,
    alpha: f32x8<S>,
) -> Wide<S, N> {
    let rest = f32x8::splat(alpha.witness(), 1.0) - alpha;
    add_scaled(scaled(a, rest), b, alpha)
}

#[inline(always)]
pub(crate) fn dot4<S: Simd>(a: Wide<S, 4>, b: Wide<S, 4>) -> f32x8<S> {
    (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])
}

/// Hamilton product of `a` and `b`.
#[inline(always)]
pub(crate) fn product<S: Simd>(a: Wide<S, 4>, b: Wide<S, 4>) -> Wide<S, 4> {
    [
        ((a[3] * b[0] + a[0] * b[3]) + a[1] * b[2]) - a[2] * b[1],
        ((a[3] * b[1] - a[0] * b[2]) + a[1] * b[3]) + a[2] * b[0],
        ((a[3] * b[2] + a[0] * b[1]) - a[1] * b[0]) + a[2] * b[3],
        ((a[3] * b[3] - a[0] * b[0]) - a[1] * b[1]) - a[2] * b[2],
    ]
}

/// Unit length; lanes that are nearly 0 take `instead`.
#[inline(always)]
pub(crate) fn normalized<S: Simd>(q: Wide<S, 4>, instead: Wide<S, 4>) -> Wide<S, 4> {
    let simd = q[0].witness();
    let length = dot4(q, q).sqrt();
    let unit = scaled(q, f32x8::splat(simd, 1.0) / length);
    let is_unit = length.simd_ge(f32x8::splat(simd, crate::transform::TINY));
    if is_unit.all_true() {
        unit
    } else {
        select(is_unit, unit, instead)
    }
}

/// Normalised linear interpolation along the shorter arc.
#[inline(always)]
pub(crate) fn nlerp<S: Simd>(a: Wide<S, 4>, b: Wide<S, 4>, alpha: f32x8<S>) -> Wide<S, 4> {
    let simd = alpha.witness();
    let rest = f32x8::splat(simd, 1.0) - alpha;
    normalized(
        add_scaled(scaled(a, rest), b, alpha.copysign(dot4(a, b))),
        a,
    )
}
/// Whether every lane of every row is a number; of scales only where they are asked for.
#[inline(always)]
pub(super) fn are_finite<S: Simd>(simd: S, blocks: &[BoneBlock], scales: bool) -> bool {
    // What is finite times 0 is 0, what is not is no number, and stays none in a sum.
    let zero = f32x8::splat(simd, 0.0);
    let mut sums = [zero; 2];
    for block in blocks {
        for row in &block.translation {
            sums[0] += simd.load_array_ref_f32x8(row) * zero;
        }
        for row in &block.rotation {
            sums[1] += simd.load_array_ref_f32x8(row) * zero;
        }
        for row in block.scale.iter().filter(|_| scales) {
            sums[0] += simd.load_array_ref_f32x8(row) * zero;
        }
    }
    let mut lanes = [0.0; LANES];
    simd.store_array_f32x8(sums[0] + sums[1], &mut lanes);
    lanes.iter().all(|lane| *lane == 0.0)
}
