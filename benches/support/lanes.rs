//! What one writes for eight lanes without further thought: rows of eight bones, no compression.

use anim::{Pose, Transform};
use fearless_simd::{Level, dispatch, f32x8, prelude::*};
use std::sync::LazyLock;

/// Translations, rotations (xyzw) and scales of eight bones, a component a row.
pub type Rows = [[f32; 8]; 10];

static LEVEL: LazyLock<Level> = LazyLock::new(Level::new);

/// Every frame of a clip, block after block.
pub struct Wide {
    rows: Vec<Rows>,
    blocks: usize,
}

impl Wide {
    pub fn new(frames: &[Pose]) -> Self {
        let rows: Vec<Rows> = frames
            .iter()
            .flat_map(|frame| rows(&frame.iter().collect::<Vec<_>>()))
            .collect();
        Self {
            blocks: rows.len() / frames.len(),
            rows,
        }
    }

    pub fn frame(&self, frame: usize) -> &[Rows] {
        &self.rows[frame * self.blocks..][..self.blocks]
    }

    pub fn sample(&self, frame: usize, fraction: f32, out: &mut [Rows]) {
        let (a, b) = (self.frame(frame), self.frame(frame + 1));
        dispatch!(*LEVEL, simd => sample(simd, (a, b), fraction, out));
    }
}

pub fn rows(bones: &[Transform]) -> Vec<Rows> {
    let block = |bones: &[Transform]| {
        let mut rows: Rows = [[0.0; 8]; 10];
        (rows[6], rows[7], rows[8], rows[9]) = ([1.0; 8], [1.0; 8], [1.0; 8], [1.0; 8]);
        for (lane, bone) in bones.iter().enumerate() {
            let (t, q, s) = (
                bone.translation.to_array(),
                bone.rotation.to_array(),
                bone.scale.to_array(),
            );
            for (row, value) in t.into_iter().chain(q).chain(s).enumerate() {
                rows[row][lane] = value;
            }
        }
        rows
    };
    bones.chunks(8).map(block).collect()
}

#[inline(always)]
fn load<S: Simd>(simd: S, rows: &Rows) -> [f32x8<S>; 10] {
    std::array::from_fn(|row| simd.load_array_ref_f32x8(&rows[row]))
}

#[inline(always)]
fn store<S: Simd>(simd: S, values: [f32x8<S>; 10], rows: &mut Rows) {
    for (value, row) in values.into_iter().zip(rows) {
        simd.store_array_f32x8(value, row);
    }
}

#[inline(always)]
fn normalized<S: Simd>(values: &mut [f32x8<S>; 10]) {
    let [.., x, y, z, w, _, _, _] = *values;
    let size = (x * x + y * y + z * z + w * w).sqrt();
    values[3..7].iter_mut().for_each(|value| *value /= size);
}

#[inline(always)]
fn dot<S: Simd>(a: &[f32x8<S>; 10], b: &[f32x8<S>; 10]) -> f32x8<S> {
    a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6]
}

#[inline(always)]
fn sample<S: Simd>(simd: S, (a, b): (&[Rows], &[Rows]), fraction: f32, out: &mut [Rows]) {
    let (zero, fraction) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, fraction));
    for ((a, b), out) in a.iter().zip(b).zip(out) {
        let (a, mut b) = (load(simd, a), load(simd, b));
        let is_far = dot(&a, &b).simd_lt(zero);
        (3..7).for_each(|row| b[row] = is_far.select(zero - b[row], b[row]));
        let mut mixed: [f32x8<S>; 10] =
            std::array::from_fn(|row| a[row] + (b[row] - a[row]) * fraction);
        normalized(&mut mixed);
        store(simd, mixed, out);
    }
}

/// Shortest-path quaternion sum.
pub fn blend(inputs: &[Vec<Rows>], weights: &[f32], out: &mut [Rows]) {
    dispatch!(*LEVEL, simd => sum(simd, inputs, weights, out));
}

#[inline(always)]
fn sum<S: Simd>(simd: S, inputs: &[Vec<Rows>], weights: &[f32], out: &mut [Rows]) {
    let zero = f32x8::splat(simd, 0.0);
    for (block, out) in out.iter_mut().enumerate() {
        let mut all = [zero; 10];
        for (input, weight) in inputs.iter().zip(weights) {
            let (one, weight) = (load(simd, &input[block]), f32x8::splat(simd, *weight));
            let signed = dot(&all, &one).simd_lt(zero).select(zero - weight, weight);
            for row in 0..10 {
                all[row] += one[row]
                    * if (3..7).contains(&row) {
                        signed
                    } else {
                        weight
                    };
            }
        }
        normalized(&mut all);
        store(simd, all, out);
    }
}

/// Differences in the parent's frame.
pub fn add(deltas: &[Rows], weight: f32, out: &mut [Rows]) {
    dispatch!(*LEVEL, simd => added(simd, deltas, weight, out));
}

#[inline(always)]
fn added<S: Simd>(simd: S, deltas: &[Rows], weight: f32, out: &mut [Rows]) {
    let (one, weight) = (f32x8::splat(simd, 1.0), f32x8::splat(simd, weight));
    for (delta, out) in deltas.iter().zip(out) {
        let (mut delta, mut local) = (load(simd, delta), load(simd, out));
        (0..3).for_each(|row| local[row] += delta[row] * weight);
        (7..10).for_each(|row| local[row] *= one + delta[row] * weight);
        (3..6).for_each(|row| delta[row] *= weight);
        delta[6] = one + (delta[6] - one) * weight;
        normalized(&mut delta);
        let ([a, b, c, d], [x, y, z, w]) = (
            [delta[3], delta[4], delta[5], delta[6]],
            [local[3], local[4], local[5], local[6]],
        );
        local[3] = d * x + a * w + b * z - c * y;
        local[4] = d * y + b * w + c * x - a * z;
        local[5] = d * z + c * w + a * y - b * x;
        local[6] = d * w - a * x - b * y - c * z;
        store(simd, local, out);
    }
}
