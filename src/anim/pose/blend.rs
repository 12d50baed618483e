//! Blending whole poses: two by an alpha, or any number by weights, each in one pass over memory.

use super::{
    Block, Pose, Row, Rows,
    block::{self, add_scaled, dot4, load, normalized, scaled, select, store},
};
use crate::{Skeleton, mask::BoneMask, simd, transform::WEIGHT_EPSILON};
use fearless_simd::{dispatch, f32x8, mask32x8, prelude::*};

/// Whether an alpha shows something of both poses.
#[inline]
pub(crate) fn is_inside(alpha: f32) -> bool {
    alpha > WEIGHT_EPSILON && alpha < 1.0 - WEIGHT_EPSILON
}

/// `a` towards `b`; at or beyond the ends the input is copied bit for bit. NaN counts as 0. Contract: both have the
/// same bones.
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
    (a, b): (&[Block], &[Block]),
    alpha: f32,
    is_scaled: bool,
    rows: Rows,
    out: &mut [Block],
) {
    let alpha = f32x8::splat(simd, alpha);
    for run in rows.runs(out.len()) {
        for ((out, a), b) in out[run.clone()].iter_mut().zip(&a[run.clone()]).zip(&b[run]) {
            let translation = block::lerp(load(simd, &a.translation), load(simd, &b.translation), alpha);
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

/// As [`blend`], each bone by its own weight, curves and attributes by `alpha`. Bones without weight, and those with all
/// of it, are `a`'s and `b`'s bit for bit; where every bone has `alpha`, all is what [`blend`] gives. Contract: there is
/// a weight for every bone.
pub fn blend_by_bone(a: &Pose, b: &Pose, alpha: f32, weights: &BoneMask, out: &mut Pose) {
    debug_assert!(a.len() == b.len() && weights.rows().len() == a.blocks.len());
    if weights.rows().iter().flatten().take(a.len()).all(|weight| *weight == alpha) {
        return blend(a, b, alpha, out);
    }
    out.copy_from(a);
    let is_scaled = !(a.has_even_scale(1.0) && b.has_even_scale(1.0));
    if is_scaled {
        out.scales_differ();
    }
    out.narrow(b.rows);
    let (rows, weights) = (out.rows, weights.rows());
    dispatch!(simd::level(), simd => {
        for run in rows.runs(weights.len()) {
            blend_rows(simd, &b.blocks[run.clone()], &weights[run.clone()], is_scaled, &mut out.blocks[run]);
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
fn blend_rows<S: Simd>(simd: S, b: &[Block], weights: &[Row], is_scaled: bool, out: &mut [Block]) {
    for ((out, b), weights) in out.iter_mut().zip(b).zip(weights) {
        let alpha = simd.load_array_ref_f32x8(weights);
        let counts = alpha.simd_gt(f32x8::splat(simd, WEIGHT_EPSILON));
        let is_whole = alpha.simd_ge(f32x8::splat(simd, 1.0 - WEIGHT_EPSILON));
        let (from, to) = (load(simd, &out.translation), load(simd, &b.translation));
        let translation = select(is_whole, to, select(counts, block::lerp(from, to, alpha), from));
        let (from, to) = (load(simd, &out.rotation), load(simd, &b.rotation));
        let rotation = select(is_whole, to, select(counts, block::nlerp(from, to, alpha), from));
        store(simd, translation, &mut out.translation);
        store(simd, rotation, &mut out.rotation);
        if is_scaled {
            let (from, to) = (load(simd, &out.scale), load(simd, &b.scale));
            let scale = select(is_whole, to, select(counts, block::lerp(from, to, alpha), from));
            store(simd, scale, &mut out.scale);
        }
    }
}

/// A pose and how much it counts.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    pub pose: Pose,
    /// NaN counts as 0.
    pub weight: f32,
    /// Scales the weight bone by bone; None is 1 everywhere.
    pub mask: Option<BoneMask>,
}

/// The N-way blend. Weights need not sum to 1; where their sum is at or below the epsilon the reference pose shows.
///
/// Rotations are summed with their sign against the running sum, in input order, so the order is part of the result
/// when inputs differ by more than 180°. Curves and attributes that an input lacks count as 0; they have no mask. Contract:
/// every pose has the bones of the skeleton.
pub fn blend_layers(skeleton: &Skeleton, layers: &[Layer], out: &mut Pose) {
    let total = layers.iter().map(counted).sum::<f32>();
    let is_masked = layers.iter().any(|layer| layer.mask.is_some());
    let inputs = || layers.iter().filter(|layer| counted(layer) > 0.0);
    let is_scaled =
        !(skeleton.reference_pose().has_even_scale(1.0) && inputs().all(|layer| layer.pose.has_even_scale(1.0)));
    let rows = layers.iter().fold(Rows::ALL, |rows, layer| rows.and(layer.pose.rows));
    if is_masked || total <= WEIGHT_EPSILON || !out.is_ready(skeleton.len(), rows, is_scaled) {
        out.reset_rows(skeleton, rows);
    }
    out.rows = rows;
    out.clear_numbers();
    if total <= WEIGHT_EPSILON {
        return;
    }
    debug_assert!(layers.iter().all(|layer| layer.pose.len() == skeleton.len()));
    if is_scaled {
        out.scales_differ();
    }
    let blocks = &mut out.blocks;
    if is_masked {
        dispatch!(simd::level(), simd => layer_blocks::<_, true>(simd, layers, total, is_scaled, rows, blocks));
    } else {
        dispatch!(simd::level(), simd => layer_blocks::<_, false>(simd, layers, total, is_scaled, rows, blocks));
    }
    for layer in inputs() {
        out.add_numbers(&layer.pose, layer.weight / total);
    }
}

#[inline(always)]
fn counted(layer: &Layer) -> f32 {
    if layer.weight > WEIGHT_EPSILON { layer.weight } else { 0.0 }
}

/// Layers whose weights are worked out once and not for every block.
const FEW: usize = 16;

/// With masks `out` holds the reference pose, which stays where no layer counts. Rotations and vectors are summed one after the
/// other: so all sums fit into registers.
#[inline(always)]
fn layer_blocks<S: Simd, const MASKED: bool>(
    simd: S,
    layers: &[Layer],
    total: f32,
    is_scaled: bool,
    rows: Rows,
    out: &mut [Block],
) {
    let one_over_total = 1.0 / total;
    let mut weights = [0.0; FEW];
    for (weight, layer) in weights.iter_mut().zip(layers) {
        *weight = counted(layer) * one_over_total;
    }
    for run in rows.runs(out.len()) {
        let start = run.start;
        for (pair, out) in out[run].chunks_mut(2).enumerate() {
            let first = Counted { layers, weights: &weights, at: start + 2 * pair, one_over_total };
            match out {
                [a, b] => {
                    let second = Counted { at: first.at + 1, ..first };
                    // Each layer's sign waits for the sum of those before: two blocks side by side hide that wait.
                    rotations::<S, MASKED, 2>(simd, [first, second], [&mut a.rotation, &mut b.rotation]);
                    first.finish::<S, MASKED>(simd, is_scaled, a);
                    second.finish::<S, MASKED>(simd, is_scaled, b);
                }
                [a] => {
                    rotations::<S, MASKED, 1>(simd, [first], [&mut a.rotation]);
                    first.finish::<S, MASKED>(simd, is_scaled, a);
                }
                _ => {}
            }
        }
    }
}

/// One block of every layer.
#[derive(Clone, Copy)]
struct Counted<'a> {
    layers: &'a [Layer],
    /// Of the first layers.
    weights: &'a [f32; FEW],
    at: usize,
    one_over_total: f32,
}

/// Where layers count, and one over their weights there.
type Counts<S> = Option<(mask32x8<S>, f32x8<S>)>;

impl Counted<'_> {
    #[inline(always)]
    fn weight<S: Simd, const MASKED: bool>(&self, simd: S, index: usize, layer: &Layer) -> f32x8<S> {
        let known = self.weights.get(index).copied();
        let weight = f32x8::splat(simd, known.unwrap_or_else(|| counted(layer) * self.one_over_total));
        if MASKED { weight * mask_row(simd, layer, self.at) } else { weight }
    }

    #[inline(always)]
    fn weights<S: Simd>(&self, simd: S) -> f32x8<S> {
        let mut sum = f32x8::splat(simd, 0.0);
        for (index, layer) in self.layers.iter().enumerate() {
            sum += self.weight::<S, true>(simd, index, layer);
        }
        sum
    }

    /// `K` properties at once.
    #[inline(always)]
    fn vectors<S: Simd, const MASKED: bool, const K: usize>(
        &self,
        simd: S,
        rows: impl Fn(&Block) -> [&[Row; 3]; K],
        out: [&mut [Row; 3]; K],
    ) {
        let mut sums = [[f32x8::splat(simd, 0.0); 3]; K];
        for (index, layer) in self.layers.iter().enumerate() {
            let Some(block) = layer.pose.blocks.get(self.at) else { continue };
            let weight = self.weight::<S, MASKED>(simd, index, layer);
            for (sum, rows) in sums.iter_mut().zip(rows(block)) {
                *sum = add_scaled(*sum, load(simd, rows), weight);
            }
        }
        let counts = self.counts::<S, MASKED>(simd);
        for (mut sum, out) in sums.into_iter().zip(out) {
            if let Some((counts, one_over)) = counts {
                sum = select(counts, scaled(sum, one_over), load(simd, out));
            }
            store(simd, sum, out);
        }
    }

    /// Translations, and scales where they are not all one.
    #[inline(always)]
    fn finish<S: Simd, const MASKED: bool>(&self, simd: S, is_scaled: bool, out: &mut Block) {
        if is_scaled {
            let out = [&mut out.translation, &mut out.scale];
            self.vectors::<S, MASKED, 2>(simd, |block| [&block.translation, &block.scale], out);
        } else {
            self.vectors::<S, MASKED, 1>(simd, |block| [&block.translation], [&mut out.translation]);
        }
    }

    #[inline(always)]
    fn counts<S: Simd, const MASKED: bool>(&self, simd: S) -> Counts<S> {
        MASKED.then(|| {
            let weights = self.weights(simd);
            let counts = weights.simd_gt(f32x8::splat(simd, WEIGHT_EPSILON));
            (counts, counts.select(f32x8::splat(simd, 1.0) / weights, f32x8::splat(simd, 0.0)))
        })
    }
}

/// Of `N` blocks at once.
#[inline(always)]
fn rotations<S: Simd, const MASKED: bool, const N: usize>(simd: S, blocks: [Counted<'_>; N], out: [&mut [Row; 4]; N]) {
    let zero = f32x8::splat(simd, 0.0);
    let mut sums = [[zero; 4]; N];
    for (index, layer) in blocks[0].layers.iter().enumerate() {
        for (sum, counted) in sums.iter_mut().zip(&blocks) {
            let Some(block) = layer.pose.blocks.get(counted.at) else { continue };
            let weight = counted.weight::<S, MASKED>(simd, index, layer);
            let rotation = load(simd, &block.rotation);
            let signed = dot4(*sum, rotation).simd_lt(zero).select(-weight, weight);
            *sum = add_scaled(*sum, rotation, signed);
        }
    }
    for ((mut sum, counted), out) in sums.into_iter().zip(&blocks).zip(out) {
        if let Some((counts, _)) = counted.counts::<S, MASKED>(simd) {
            sum = select(counts, sum, load(simd, out));
        }
        let cancels = dot4(sum, sum).simd_lt(f32x8::splat(simd, 1e-12)).any_true();
        let instead = match cancels.then(|| heaviest(counted.layers, counted.at)).flatten() {
            Some(block) => load(simd, &block.rotation),
            None => sum,
        };
        store(simd, normalized(sum, instead), out);
    }
}

#[inline(always)]
fn mask_row<S: Simd>(simd: S, layer: &Layer, at: usize) -> f32x8<S> {
    let row: &Row = match &layer.mask {
        Some(mask) => mask.rows().get(at).unwrap_or(&[0.0; 8]),
        None => &[1.0; 8],
    };
    simd.load_array_ref_f32x8(row)
}

/// Of layers whose rotations cancel out the heaviest one shows.
#[cold]
fn heaviest(layers: &[Layer], at: usize) -> Option<&Block> {
    let heavier = |a: &&Layer, b: &&Layer| counted(a).total_cmp(&counted(b));
    // Of equals the first, as the order of inputs is the order of precedence.
    layers.iter().rev().max_by(heavier)?.pose.blocks.get(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Name, Transform, fixture::chain, pose::Attribute};
    use glam::{Quat, Vec3};
    use proptest::prelude::*;

    fn turned(degrees: f32) -> Pose {
        Pose::new([Transform::from_rotation(Quat::from_rotation_z(degrees.to_radians()))])
    }

    fn negated(pose: Pose) -> Pose {
        Pose::new(pose.iter().map(|local| Transform { rotation: -local.rotation, ..local }))
    }

    fn layer(pose: Pose, weight: f32) -> Layer {
        Layer { pose, weight, mask: None }
    }

    fn blended(bones: usize, layers: &[Layer]) -> Pose {
        let mut out = Pose::default();
        blend_layers(&chain(bones), layers, &mut out);
        out
    }

    fn degrees(pose: &Pose) -> f32 {
        pose.rotation(0).to_axis_angle().1.to_degrees()
    }

    #[test]
    fn half_a_turn_back_is_the_turn_by_half() {
        let mut out = Pose::default();
        blend(&turned(0.0), &negated(turned(90.0)), 0.5, &mut out);
        assert!((degrees(&out) - 45.0).abs() < 1e-3);
    }

    #[test]
    fn n_way_blend_matches_the_worked_example() {
        for second in [turned(30.0), negated(turned(30.0))] {
            let out = blended(1, &[layer(turned(0.0), 0.5), layer(second, 0.3), layer(turned(60.0), 0.2)]);
            assert!((degrees(&out) - 20.904).abs() < 1e-3);
        }
    }

    #[test]
    fn blend_ends_are_bit_identical() {
        let (a, b) = (turned(10.0), negated(turned(80.0)));
        let mut out = Pose::default();
        blend(&a, &b, 0.0, &mut out);
        assert_eq!(out, a);
        blend(&a, &b, 1.0, &mut out);
        assert_eq!(out, b);
        blend(&a, &b, f32::NAN, &mut out);
        assert_eq!(out, a);
    }

    #[test]
    fn no_weight_gives_the_reference_pose() {
        for weight in [0.0, f32::NAN, -1.0] {
            assert_eq!(blended(1, &[layer(turned(50.0), weight)]), Pose::reference(&chain(1)));
        }
    }

    #[test]
    fn rotations_that_cancel_out_take_the_heaviest() {
        let (a, b) = (Quat::from_xyzw(1.0, 0.0, 0.0, 0.0), Quat::from_xyzw(-1.0, 0.0, 0.0, 0.0));
        let mut sum = Layer { pose: Pose::new([Transform::from_rotation(a)]), weight: 0.5, mask: None };
        // The sign rule turns an opposite input round; only a zero rotation leaves a zero sum.
        sum.pose.set_rotation(0, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0));
        let out = blended(1, &[sum, layer(Pose::new([Transform::from_rotation(b)]), 0.0)]);
        assert!(out.rotation(0).is_finite());
        let both = blended(
            1,
            &[
                layer(Pose::new([Transform::from_rotation(a)]), 0.5),
                layer(Pose::new([Transform::from_rotation(b)]), 0.5),
            ],
        );
        assert!(both.rotation(0).abs_diff_eq(a, 1e-6));
    }

    fn quat() -> impl Strategy<Value = Quat> {
        let unit = || -1.0f32..1.0;
        (unit(), unit(), unit(), unit()).prop_map(|(x, y, z, w)| {
            let q = Quat::from_xyzw(x, y, z, w);
            if q.length() > 1e-3 { q.normalize() } else { Quat::IDENTITY }
        })
    }

    fn apart(a: &Pose, b: &Pose) -> f32 {
        let (a, b) = (a.rotation(0), b.rotation(0));
        let b = if a.dot(b) < 0.0 { -b } else { b };
        (a - b).length()
    }

    proptest! {
        #[test]
        fn property_15_the_sign_of_an_input_does_not_matter(
            inputs in prop::collection::vec((quat(), 0.0f32..1.0), 2..9),
            turned in any::<prop::sample::Index>(),
            alpha in 0.0f32..1.0,
        ) {
            let pose = |q: Quat| Pose::new([Transform::from_rotation(q)]);
            let turned = turned.index(inputs.len());
            let layers = |sign: f32| -> Vec<Layer> {
                let signed = |at: usize| if at == turned { sign } else { 1.0 };
                inputs.iter().enumerate().map(|(at, (q, weight))| layer(pose(*q * signed(at)), *weight)).collect()
            };
            let (plain, other) = (layers(1.0), layers(-1.0));
            prop_assert!(apart(&blended(1, &plain), &blended(1, &other)) <= 1e-6);
            let mixed = |layers: &[Layer]| {
                let mut out = Pose::default();
                blend(&layers[0].pose, &layers[1].pose, alpha, &mut out);
                out
            };
            prop_assert!(apart(&mixed(&plain), &mixed(&other)) <= 1e-6);
        }
    }

    #[test]
    fn a_missing_curve_counts_as_zero() {
        let mut with = turned(0.0);
        with.set_curve(Name::new("smile"), 1.0);
        let mut out = Pose::default();
        blend(&with, &turned(0.0), 0.25, &mut out);
        assert_eq!(out.curve(Name::new("smile")), Some(0.75));
        let layers = [layer(with, 1.0), layer(turned(0.0), 3.0)];
        assert_eq!(blended(1, &layers).curve(Name::new("smile")), Some(0.25));
    }

    #[test]
    fn attributes_blend_beside_the_pose_bone_by_bone() {
        let heat = |bone| Attribute { name: Name::new("heat"), bone };
        let (mut hot, mut cold) = (turned(0.0), turned(90.0));
        hot.set_attribute(heat(3), 8.0);
        cold.set_attribute(heat(1), 2.0);
        let mut out = Pose::default();
        blend(&hot, &cold, 0.25, &mut out);
        assert_eq!([1, 2, 3].map(|bone| out.attribute(heat(bone))), [Some(0.5), None, Some(6.0)]);
        let layers = [layer(hot.clone(), 1.0), layer(cold, 3.0)];
        assert_eq!(blended(1, &layers).attribute(heat(3)), Some(2.0));
        assert!(out.hash() != hot.hash() && out != turned(0.0));
        out.reset(&chain(1));
        assert_eq!(out.attribute(heat(3)), None);
    }

    #[test]
    fn masked_layers_share_each_bone_by_their_own_weights() {
        let at = |x: f32| Pose::new([Transform::from_translation(Vec3::X * x); 11]);
        let mut weights = [1.0; 11];
        (weights[1], weights[2], weights[9]) = (0.0, 0.5, 0.0);
        let masked = Layer { pose: at(6.0), weight: 1.0, mask: Some(BoneMask::new(&weights)) };
        let out = blended(11, &[layer(at(2.0), 1.0), masked.clone()]);
        let x: Vec<f32> = out.iter().map(|local| local.translation.x).collect();
        let expected = [4.0, 2.0, 2.0 * 2.0 / 3.0 + 6.0 / 3.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 2.0, 4.0];
        assert!(x.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{x:?}");
        let alone = blended(11, &[masked]);
        assert_eq!(
            (alone.translation(1).x, alone.translation(3).x),
            (0.0, 6.0),
            "the reference pose where none counts"
        );
    }

    #[test]
    fn scales_that_are_the_same_everywhere_blend_as_any_others() {
        let sized = |scale: f32| Pose::new([Transform { scale: Vec3::splat(scale), ..Transform::IDENTITY }; 9]);
        for (a, b) in [(1.0, 1.0), (1.0, 0.9), (0.9, 1.0), (0.9, 0.9), (2.0, 0.0), (1.0, 0.1)] {
            // What a used buffer held does not count.
            for used in [sized(1.0), sized(7.0)] {
                let is_wanted = |pose: &Pose| (pose.get(8).scale.x - (0.75 * a + 0.25 * b)).abs() < 1e-6;
                let mut out = used.clone();
                blend(&sized(a), &sized(b), 0.25, &mut out);
                assert!(is_wanted(&out), "{a} {b}: {:?}", out.get(8));
                let mut out = used;
                blend_layers(&chain(9), &[layer(sized(a), 0.75), layer(sized(b), 0.25)], &mut out);
                assert!(is_wanted(&out), "{a} {b}: {:?}", out.get(8));
            }
        }
    }

    #[test]
    fn more_layers_than_few_blend_as_few_do() {
        let at = |x: f32| Pose::new([Transform::from_translation(Vec3::X * x); 9]);
        for count in [15u8, 16, 17, 40] {
            let layers: Vec<Layer> = (0..count).map(|i| layer(at(i.into()), 0.5)).collect();
            let wanted = (f32::from(count) - 1.0) / 2.0;
            assert!((blended(9, &layers).translation(8).x - wanted).abs() < 1e-4, "{count}");
        }
    }

    #[test]
    fn without_weight_a_used_buffer_becomes_the_reference_pose_too() {
        for mut out in [turned(50.0), Pose::new([Transform::IDENTITY; 9])] {
            blend_layers(&chain(1), &[layer(turned(20.0), 0.0)], &mut out);
            assert_eq!(out, Pose::reference(&chain(1)));
        }
    }

    #[test]
    fn a_layer_without_weight_brings_nothing_along() {
        let mut odd = Pose::new([Transform { scale: Vec3::splat(3.0), ..Transform::IDENTITY }; 2]);
        odd.set_curve(Name::new("smile"), 1.0);
        for weight in [0.0, WEIGHT_EPSILON, f32::NAN] {
            let plain = Pose::new([Transform::from_translation(Vec3::X); 2]);
            let out = blended(2, &[layer(plain.clone(), 0.5), layer(odd.clone(), weight)]);
            assert_eq!((out.curve(Name::new("smile")), &out), (None, &plain), "{weight}");
        }
    }

    #[test]
    fn where_rotations_cancel_out_the_heaviest_shows_and_of_equals_the_first() {
        let mask = |weight: f32| Some(BoneMask::new(&[weight]));
        let none = Pose::new([Transform::from_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0))]);
        let (a, b) = (layer(turned(40.0), 0.7), layer(turned(80.0), 0.3));
        let shown = |first: &Layer, second: &Layer| {
            // Neither counts here, and what does has no rotation.
            let hidden = [first, second].map(|layer| Layer { mask: mask(0.0), ..layer.clone() });
            let [first, second] = hidden;
            degrees(&blended(1, &[layer(none.clone(), 0.2), first, second]))
        };
        assert!((shown(&a, &b) - 40.0).abs() < 1e-3 && (shown(&b, &a) - 40.0).abs() < 1e-3);
        let even = layer(turned(80.0), 0.7);
        assert!((shown(&even, &a) - 80.0).abs() < 1e-3 && (shown(&a, &even) - 40.0).abs() < 1e-3);
    }

    #[test]
    fn alphas_next_to_the_ends_are_the_ends_to_the_bit() {
        let (a, b) = (turned(10.0), turned(80.0));
        let at = |alpha: f32| {
            let mut out = Pose::default();
            blend(&a, &b, alpha, &mut out);
            out
        };
        assert_eq!((at(WEIGHT_EPSILON), at(1.0 - WEIGHT_EPSILON)), (a.clone(), b.clone()));
        assert_eq!((at(-3.0), at(3.0)), (a.clone(), b.clone()));
        assert!(at(1.1e-5) != a && at(1.0 - 1.1e-5) != b);
        let total = |weight: f32| blended(1, &[layer(b.clone(), weight)]);
        assert_eq!(total(WEIGHT_EPSILON), Pose::reference(&chain(1)));
        assert!(apart(&total(1.1e-5), &b) < 1e-6);
    }
}
