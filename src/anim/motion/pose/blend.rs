//! Blending whole poses: two by an alpha, or any number by weights, each in one pass over memory.

#[cfg(test)]
mod tests;

use super::{
    BoneBlock, Pose, Row, Rows,
    block::{self, add_scaled, dot4, load, normalized, scaled, select, store},
};
use crate::{Skeleton, mask::BoneMask, simd, transform::WEIGHT_EPSILON};
use fearless_simd::{dispatch, f32x8, mask32x8, prelude::*};

/// Whether an alpha shows something of both poses.
#[inline]
pub(crate) fn is_inside(alpha: f32) -> bool {
    alpha > WEIGHT_EPSILON && alpha < 1.0 - WEIGHT_EPSILON
}

/// `a` towards `b`; at or beyond the ends the input is copied bit for bit. NaN counts as 0.
/// Contract: both have the same bones.
pub fn blend(a: &Pose, b: &Pose, alpha: f32, out: &mut Pose) {
    if alpha.is_nan() || alpha <= WEIGHT_EPSILON {
        return out.copy_from(a);
    }
    if alpha >= 1.0 - WEIGHT_EPSILON {
        return out.copy_from(b);
    }
    debug_assert_eq!(a.len(), b.len());
    let is_scaled = !(a.has_even_scale(1.0) && b.has_even_scale(1.0));
    // Every row is written but that of scales, where all of them are 1.
    let rows = a.rows.and(b.rows);
    if !out.is_ready(a.len(), rows, is_scaled) {
        out.copy_from(a);
    }
    if is_scaled {
        out.scales_differ();
    }
    out.rows = rows;
    let blocks = (&*a.blocks, &*b.blocks);
    dispatch!(simd::level(), simd => blend_blocks(simd, blocks, alpha, is_scaled, rows, &mut out.blocks));
    out.clear_numbers();
    out.add_numbers(a, 1.0 - alpha);
    out.add_numbers(b, alpha);
}

#[inline(always)]
fn blend_blocks<S: Simd>(
    simd: S,
    (a, b): (&[BoneBlock], &[BoneBlock]),
    alpha: f32,
    is_scaled: bool,
    rows: Rows,
    out: &mut [BoneBlock],
) {
    let alpha = f32x8::splat(simd, alpha);
    for run in rows.runs(out.len()) {
        for ((out, a), b) in out[run.clone()]
            .iter_mut()
            .zip(&a[run.clone()])
            .zip(&b[run])
        {
            let translation = block::lerp(
                load(simd, &a.translation),
                load(simd, &b.translation),
                alpha,
            );
            let rotation = block::nlerp(load(simd, &a.rotation), load(simd, &b.rotation), alpha);
            store(simd, translation, &mut out.translation);
            store(simd, rotation, &mut out.rotation);
            if is_scaled {
                let scale = block::lerp(load(simd, &a.scale), load(simd, &b.scale), alpha);
                store(simd, scale, &mut out.scale);
            }
        }
    }
}

/// The curves and attributes that [`blend`] gives, alone.
pub(super) fn blend_numbers(a: &Pose, b: &Pose, alpha: f32, out: &mut Pose) {
    if alpha.is_nan() || alpha <= WEIGHT_EPSILON {
        out.copy_numbers(a);
    } else if alpha >= 1.0 - WEIGHT_EPSILON {
        out.copy_numbers(b);
    } else {
        out.clear_numbers();
        out.add_numbers(a, 1.0 - alpha);
        out.add_numbers(b, alpha);
    }
}

/// Does the same as [`blend`], but weights each bone by its own weight, and curves and attributes
/// by `alpha`. Bones with weight 0 or 1 are bit for bit those of `a` or `b`; if every bone has the
/// weight `alpha`, the result is that of [`blend`]. Contract: there is a weight for every bone.
pub fn blend_by_bone(a: &Pose, b: &Pose, alpha: f32, weights: &BoneMask, out: &mut Pose) {
    debug_assert!(a.len() == b.len() && weights.rows().len() == a.blocks.len());
    if weights
        .rows()
        .iter()
        .flatten()
        .take(a.len())
        .all(|weight| *weight == alpha)
    {
        return blend(a, b, alpha, out);
    }
    blend_shares(a, b, alpha, (weights, 1.0), out);
}

/// Does the same as [`blend`], but weights each bone by `alpha` times its mask weight, and curves
/// and attributes by `alpha` alone. Bones without weight are bit for bit those of `a`, whatever
/// `out` held.
pub fn blend_masked(a: &Pose, b: &Pose, alpha: f32, mask: &BoneMask, out: &mut Pose) {
    debug_assert_eq!(a.len(), b.len());
    let alpha = if alpha.is_nan() {
        0.0
    } else {
        alpha.clamp(0.0, 1.0)
    };
    blend_shares(a, b, alpha, (mask, alpha), out);
}

/// Each bone by its weight times `scale`. A bone beyond the weights' end has none.
fn blend_shares(
    a: &Pose,
    b: &Pose,
    alpha: f32,
    (weights, scale): (&BoneMask, f32),
    out: &mut Pose,
) {
    out.copy_from(a);
    let is_scaled = !(a.has_even_scale(1.0) && b.has_even_scale(1.0));
    if is_scaled {
        out.scales_differ();
    }
    out.narrow(b.rows);
    let (rows, weights) = (out.rows, weights.rows());
    dispatch!(simd::level(), simd => {
        for run in rows.runs(weights.len().min(b.blocks.len())) {
            let (to, shares) = (&b.blocks[run.clone()], (&weights[run.clone()], scale));
            blend_rows(simd, to, shares, is_scaled, &mut out.blocks[run]);
        }
    });
    if alpha >= 1.0 - WEIGHT_EPSILON {
        out.copy_numbers(b);
    } else if alpha > WEIGHT_EPSILON {
        out.clear_numbers();
        out.add_numbers(a, 1.0 - alpha);
        out.add_numbers(b, alpha);
    }
}

#[inline(always)]
fn blend_rows<S: Simd>(
    simd: S,
    b: &[BoneBlock],
    (weights, scale): (&[Row], f32),
    is_scaled: bool,
    out: &mut [BoneBlock],
) {
    let scale = f32x8::splat(simd, scale);
    for ((out, b), weights) in out.iter_mut().zip(b).zip(weights) {
        let alpha = simd.load_array_ref_f32x8(weights) * scale;
        let counts = alpha.simd_gt(f32x8::splat(simd, WEIGHT_EPSILON));
        let is_whole = alpha.simd_ge(f32x8::splat(simd, 1.0 - WEIGHT_EPSILON));
        let (from, to) = (load(simd, &out.translation), load(simd, &b.translation));
        let translation = select(
            is_whole,
            to,
            select(counts, block::lerp(from, to, alpha), from),
        );
        let (from, to) = (load(simd, &out.rotation), load(simd, &b.rotation));
        let rotation = select(
            is_whole,
            to,
            select(counts, block::nlerp(from, to, alpha), from),
        );
        store(simd, translation, &mut out.translation);
        store(simd, rotation, &mut out.rotation);
        if is_scaled {
            let (from, to) = (load(simd, &out.scale), load(simd, &b.scale));
            let scale = select(
                is_whole,
                to,
                select(counts, block::lerp(from, to, alpha), from),
            );
            store(simd, scale, &mut out.scale);
        }
    }
}

/// A pose and how much it counts.
#[derive(Clone, Debug, Default)]
pub struct PoseLayer {
    /// Local transforms of the bones, with their curves.
    pub pose: Pose,
    /// Weight of the layer; NaN counts as 0.
    pub weight: f32,
    /// Scales the weight bone by bone; None is 1 everywhere.
    pub mask: Option<BoneMask>,
}

/// Blends any number of weighted poses. Weights need not sum to 1; if their sum is at or below the
/// epsilon, the result is the reference pose.
///
/// Rotations are summed with their sign against the running sum, in input order, so the order is
/// part of the result when inputs differ by more than 180°. Curves and attributes that an input
/// lacks count as 0; they have no mask. Contract: every pose has the bones of the skeleton.
pub fn blend_layers(skeleton: &Skeleton, layers: &[PoseLayer], out: &mut Pose) {
    let mut whole = LayerTotals {
        total: 0.0,
        is_masked: false,
        is_scaled: false,
        rows: Rows::ALL,
    };
    whole.is_scaled = !skeleton.reference_pose().has_even_scale(1.0);
    for layer in layers {
        debug_assert!(layer.pose.len() == skeleton.len());
        let weight = counted(layer);
        whole.total += weight;
        whole.is_masked |= layer.mask.is_some();
        whole.is_scaled |= weight > 0.0 && !layer.pose.has_even_scale(1.0);
        whole.rows = whole.rows.and(layer.pose.rows);
    }
    let LayerTotals {
        total,
        is_masked,
        is_scaled,
        rows,
    } = whole;
    if is_masked || total <= WEIGHT_EPSILON || !out.is_ready(skeleton.len(), rows, is_scaled) {
        out.reset_rows(skeleton, rows);
    }
    out.rows = rows;
    out.clear_numbers();
    if total <= WEIGHT_EPSILON {
        return;
    }
    if is_scaled {
        out.scales_differ();
    }
    lay(layers, &whole, &mut out.blocks);
    for layer in layers.iter().filter(|layer| counted(layer) > 0.0) {
        out.add_numbers(&layer.pose, layer.weight / total);
    }
}

/// Totals over all layers.
struct LayerTotals {
    total: f32,
    is_masked: bool,
    is_scaled: bool,
    rows: Rows,
}

#[inline(always)]
fn counted(layer: &PoseLayer) -> f32 {
    if layer.weight > WEIGHT_EPSILON {
        layer.weight
    } else {
        0.0
    }
}

/// Layers that are blended in registers, by code of their number; more are summed one after the
/// other.
const FEW: usize = 8;
/// Layers with masks that are blended in registers.
const FEW_MASKED: usize = 4;

/// A layer that counts.
#[derive(Clone, Copy, Default)]
struct Few<'a> {
    blocks: &'a [BoneBlock],
    /// Weight of the layer, as a part of the total weight.
    weight: f32,
    mask: Option<&'a [Row]>,
}

/// Blends the layers into `out`. With masks `out` holds the reference pose, which stays where no
/// layer counts.
fn lay(layers: &[PoseLayer], whole: &LayerTotals, out: &mut [BoneBlock]) {
    let LayerTotals {
        total,
        is_masked,
        is_scaled,
        rows,
    } = *whole;
    let one_over_total = 1.0 / total;
    let (mut few, mut count) = ([Few::default(); FEW], 0);
    for layer in layers.iter().filter(|layer| counted(layer) > 0.0) {
        if let Some(few) = few.get_mut(count) {
            let (blocks, mask) = (&*layer.pose.blocks, layer.mask.as_ref().map(BoneMask::rows));
            *few = Few {
                blocks,
                weight: counted(layer) * one_over_total,
                mask,
            };
        }
        count += 1;
    }
    let level = simd::level();
    macro_rules! few {
        ($count:literal, $masked:literal) => {{
            if let Some(few) = few.first_chunk::<$count>() {
                dispatch!(level, simd => few_blocks::<_, $count, $masked>(simd, few, is_scaled, (layers, rows), out));
            }
        }};
    }
    match (count, is_masked) {
        (1, false) => few!(1, false),
        (2, false) => few!(2, false),
        (3, false) => few!(3, false),
        (4, false) => few!(4, false),
        (5, false) => few!(5, false),
        (6, false) => few!(6, false),
        (7, false) => few!(7, false),
        (FEW, false) => few!(8, false),
        (1, true) => few!(1, true),
        (2, true) => few!(2, true),
        (3, true) => few!(3, true),
        (FEW_MASKED, true) => few!(4, true),
        (_, false) => {
            dispatch!(level, simd => many_blocks::<_, false>(simd, layers, total, is_scaled, rows, out))
        }
        (_, true) => {
            dispatch!(level, simd => many_blocks::<_, true>(simd, layers, total, is_scaled, rows, out))
        }
    }
}

/// All layers of a block in registers.
#[inline(always)]
fn few_blocks<S: Simd, const N: usize, const MASKED: bool>(
    simd: S,
    few: &[Few<'_>; N],
    is_scaled: bool,
    (layers, rows): (&[PoseLayer], Rows),
    out: &mut [BoneBlock],
) {
    for run in rows.runs(out.len()) {
        let start = run.start;
        let mut inputs = *few;
        for input in &mut inputs {
            input.blocks = &input.blocks[run.clone()];
            input.mask = input.mask.map(
                #[inline(always)]
                |rows| &rows[run.clone()],
            );
        }
        let out = &mut out[run];
        let count = out.len();
        for (at, out) in out.iter_mut().enumerate() {
            few_block::<S, N, MASKED>(simd, &inputs, at, count, is_scaled, (layers, start), out);
        }
    }
}

/// The `at`-th of `count` blocks, which all inputs have.
#[inline(always)]
fn few_block<S: Simd, const N: usize, const MASKED: bool>(
    simd: S,
    inputs: &[Few<'_>; N],
    at: usize,
    count: usize,
    is_scaled: bool,
    (layers, start): (&[PoseLayer], usize),
    out: &mut BoneBlock,
) {
    let mut weights = [f32x8::splat(simd, 0.0); N];
    let mut whole = f32x8::splat(simd, 0.0);
    for (weight, input) in weights.iter_mut().zip(inputs) {
        *weight = f32x8::splat(simd, input.weight);
        if MASKED {
            if let Some(mask) = input.mask {
                *weight *= simd.load_array_ref_f32x8(&mask[..count][at]);
            }
            whole += *weight;
        }
    }
    let counts = whole.simd_gt(f32x8::splat(simd, WEIGHT_EPSILON));
    let first = &inputs[0].blocks[..count][at];
    let mut sum = scaled(load(simd, &first.rotation), weights[0]);
    for k in 1..N {
        let rotation = load(simd, &inputs[k].blocks[..count][at].rotation);
        sum = add_scaled(
            sum,
            rotation,
            towards::<S, MASKED>(weights[k], dot4(sum, rotation)),
        );
    }
    if MASKED {
        sum = select(counts, sum, load(simd, &out.rotation));
    }
    store(
        simd,
        unit(simd, sum, (layers, start + at)),
        &mut out.rotation,
    );
    let mut sum = scaled(load(simd, &first.translation), weights[0]);
    for k in 1..N {
        sum = add_scaled(
            sum,
            load(simd, &inputs[k].blocks[..count][at].translation),
            weights[k],
        );
    }
    let one_over = f32x8::splat(simd, 1.0) / whole;
    if MASKED {
        sum = select(counts, scaled(sum, one_over), load(simd, &out.translation));
    }
    store(simd, sum, &mut out.translation);
    if is_scaled {
        let mut sum = scaled(load(simd, &first.scale), weights[0]);
        for k in 1..N {
            sum = add_scaled(
                sum,
                load(simd, &inputs[k].blocks[..count][at].scale),
                weights[k],
            );
        }
        if MASKED {
            sum = select(counts, scaled(sum, one_over), load(simd, &out.scale));
        }
        store(simd, sum, &mut out.scale);
    }
}

/// `weight` with the sign of `product`, the product with the sum so far. With masks that sum may be
/// empty, and the signs of its zeros mean nothing.
#[inline(always)]
fn towards<S: Simd, const MASKED: bool>(weight: f32x8<S>, product: f32x8<S>) -> f32x8<S> {
    weight.copysign(if MASKED {
        product + f32x8::splat(weight.witness(), 0.0)
    } else {
        product
    })
}

/// A sum of rotations at unit length; where they cancel out, the heaviest of the layers' block.
#[inline(always)]
fn unit<S: Simd>(
    simd: S,
    sum: block::Wide<S, 4>,
    (layers, at): (&[PoseLayer], usize),
) -> block::Wide<S, 4> {
    let squared = dot4(sum, sum);
    if squared.simd_lt(f32x8::splat(simd, CANCELS)).any_true() {
        let instead = heaviest(layers, at).map_or(&LOST, |block| &block.rotation);
        return normalized(sum, load(simd, instead));
    }
    scaled(sum, f32x8::splat(simd, 1.0) / squared.sqrt())
}

/// Squared length below which rotations cancel each other out in a sum.
const CANCELS: f32 = 1e-12;
/// No rotation at all.
const LOST: [Row; 4] = [[0.0; 8], [0.0; 8], [0.0; 8], [1.0; 8]];

/// Number of layers whose weights are worked out once and not for every block.
const KNOWN: usize = 16;

/// Blends any number of layers. Rotations and vectors are summed one after the other, so that all
/// sums fit into registers.
#[inline(always)]
fn many_blocks<S: Simd, const MASKED: bool>(
    simd: S,
    layers: &[PoseLayer],
    total: f32,
    is_scaled: bool,
    rows: Rows,
    out: &mut [BoneBlock],
) {
    let one_over_total = 1.0 / total;
    let mut weights = [0.0; KNOWN];
    for (weight, layer) in weights.iter_mut().zip(layers) {
        *weight = counted(layer) * one_over_total;
    }
    for run in rows.runs(out.len()) {
        for (at, out) in run.clone().zip(&mut out[run]) {
            let counted = LayerBlocks {
                layers,
                weights: &weights,
                at,
                one_over_total,
            };
            counted.rotation::<S, MASKED>(simd, &mut out.rotation);
            counted.vector::<S, MASKED>(simd, VectorProperty::Translation, &mut out.translation);
            if is_scaled {
                counted.vector::<S, MASKED>(simd, VectorProperty::Scale, &mut out.scale);
            }
        }
    }
}

#[derive(Clone, Copy)]
enum VectorProperty {
    Translation,
    Scale,
}

/// One block of every layer.
#[derive(Clone, Copy)]
struct LayerBlocks<'a> {
    layers: &'a [PoseLayer],
    /// Weights of the first layers.
    weights: &'a [f32; KNOWN],
    at: usize,
    one_over_total: f32,
}

impl LayerBlocks<'_> {
    #[inline(always)]
    fn weight<S: Simd, const MASKED: bool>(
        &self,
        simd: S,
        index: usize,
        layer: &PoseLayer,
    ) -> f32x8<S> {
        let known = self.weights.get(index).copied();
        let weight = f32x8::splat(
            simd,
            known.unwrap_or_else(|| counted(layer) * self.one_over_total),
        );
        if MASKED {
            weight * mask_row(simd, layer, self.at)
        } else {
            weight
        }
    }

    #[inline(always)]
    fn weights<S: Simd>(&self, simd: S) -> f32x8<S> {
        let mut sum = f32x8::splat(simd, 0.0);
        for (index, layer) in self.layers.iter().enumerate() {
            sum += self.weight::<S, true>(simd, index, layer);
        }
        sum
    }

    #[inline(always)]
    fn vector<S: Simd, const MASKED: bool>(
        &self,
        simd: S,
        property: VectorProperty,
        out: &mut [Row; 3],
    ) {
        let mut sum = [f32x8::splat(simd, 0.0); 3];
        for (index, layer) in self.layers.iter().enumerate() {
            let Some(block) = layer.pose.blocks.get(self.at) else {
                continue;
            };
            let rows = match property {
                VectorProperty::Translation => &block.translation,
                VectorProperty::Scale => &block.scale,
            };
            sum = add_scaled(
                sum,
                load(simd, rows),
                self.weight::<S, MASKED>(simd, index, layer),
            );
        }
        if MASKED {
            let (counts, one_over) = self.counts(simd);
            sum = select(counts, scaled(sum, one_over), load(simd, out));
        }
        store(simd, sum, out);
    }

    #[inline(always)]
    fn rotation<S: Simd, const MASKED: bool>(&self, simd: S, out: &mut [Row; 4]) {
        let mut sum = [f32x8::splat(simd, 0.0); 4];
        for (index, layer) in self.layers.iter().enumerate() {
            let Some(block) = layer.pose.blocks.get(self.at) else {
                continue;
            };
            let (weight, rotation) = (
                self.weight::<S, MASKED>(simd, index, layer),
                load(simd, &block.rotation),
            );
            sum = add_scaled(
                sum,
                rotation,
                towards::<S, MASKED>(weight, dot4(sum, rotation)),
            );
        }
        if MASKED {
            sum = select(self.counts(simd).0, sum, load(simd, out));
        }
        store(simd, unit(simd, sum, (self.layers, self.at)), out);
    }

    /// Mask of the lanes where layers count, and one over the layers' weight there.
    #[inline(always)]
    fn counts<S: Simd>(&self, simd: S) -> (mask32x8<S>, f32x8<S>) {
        let weights = self.weights(simd);
        (
            weights.simd_gt(f32x8::splat(simd, WEIGHT_EPSILON)),
            f32x8::splat(simd, 1.0) / weights,
        )
    }
}

#[inline(always)]
fn mask_row<S: Simd>(simd: S, layer: &PoseLayer, at: usize) -> f32x8<S> {
    let row: &Row = match &layer.mask {
        Some(mask) => mask.rows().get(at).unwrap_or(&[0.0; 8]),
        None => &[1.0; 8],
    };
    simd.load_array_ref_f32x8(row)
}

/// Block of the heaviest layer, shown where the layers' rotations cancel out.
#[cold]
fn heaviest(layers: &[PoseLayer], at: usize) -> Option<&BoneBlock> {
    let heavier = |a: &&PoseLayer, b: &&PoseLayer| counted(a).total_cmp(&counted(b));
    // Of equals the first, as the order of inputs is the order of precedence.
    layers.iter().rev().max_by(heavier)?.pose.blocks.get(at)
}
