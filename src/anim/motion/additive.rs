//! Additive poses: what a source pose does to a base pose, applied to another.
//!
//! The identity additive has zero translation, identity rotation and zero scale, not scale 1.

#[cfg(test)]
mod tests;

use crate::{
    Pose, Skeleton, Transform,
    mask::BoneMask,
    pose::{BoneBlock, LANES, Row, Wide, add_scaled, load, product, select, store},
    simd, spaces,
};
use fearless_simd::{dispatch, f32x8, mask32x8, prelude::*};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

/// The frame that rotations are taken in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AdditiveKind {
    /// The parent bone's frame: rotation from the left, scale multiplied.
    #[default]
    Local,
    /// The model's frame: a raised arm is raised whatever the spine does.
    Mesh,
    /// The bone's own frame: rotation from the right, scale added. The textbook form, for imported
    /// content.
    LocalBoneFrame,
}

/// Differences, one a bone; the scale of each is an increment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AdditivePose {
    /// Frame that the differences are relative to.
    pub kind: AdditiveKind,
    /// One difference per bone, with the differences of the curves.
    pub deltas: Pose,
    /// Rotations in model space, kept for their buffers.
    turned: Vec<Quat>,
    from: Vec<Quat>,
}

/// The transform difference that changes nothing when added.
pub const NO_DELTA: Transform = Transform {
    translation: Vec3::ZERO,
    rotation: Quat::IDENTITY,
    scale: Vec3::ZERO,
};

impl AdditivePose {
    /// Creates an additive pose without bones.
    pub fn new(kind: AdditiveKind) -> Self {
        Self {
            kind,
            ..Self::default()
        }
    }

    /// Creates the additive pose that turns `base` into `source`. Contract: both are full poses of
    /// `skeleton`.
    pub fn between(kind: AdditiveKind, skeleton: &Skeleton, base: &Pose, source: &Pose) -> Self {
        let mut additive = Self::default();
        additive.set_between(kind, skeleton, base, source);
        additive
    }

    /// Does the same as [`AdditivePose::between`], but reuses the buffers of this pose.
    pub fn set_between(
        &mut self,
        kind: AdditiveKind,
        skeleton: &Skeleton,
        base: &Pose,
        source: &Pose,
    ) {
        debug_assert!(base.len() == skeleton.len() && source.len() == skeleton.len());
        self.kind = kind;
        let rows = base.rows().and(source.rows());
        self.deltas.fill_rows(skeleton.len(), &NO_DELTA, rows);
        for bone in rows.bones(skeleton.len()) {
            self.deltas
                .set(bone, &delta(kind, &base.get(bone), &source.get(bone)));
        }
        if kind == AdditiveKind::Mesh {
            spaces::mesh_rotations(skeleton, base, &mut self.from);
            spaces::mesh_rotations(skeleton, source, &mut self.turned);
            for bone in rows.bones(skeleton.len()) {
                self.deltas
                    .set_rotation(bone, self.turned[bone] * self.from[bone].conjugate());
            }
        }
        self.deltas.copy_numbers(source);
        self.deltas.add_numbers(base, -1.0);
    }

    /// Adds `weight` of the difference. At weight 0 the pose stays bit for bit; NaN counts as 0.
    pub fn apply(&mut self, skeleton: &Skeleton, weight: f32, pose: &mut Pose) {
        self.apply_masked(skeleton, weight, None, pose);
    }

    /// Does the same as [`AdditivePose::apply`], with `weight` times the mask's weight for each
    /// bone. Bones without weight stay bit for bit; under a mesh-space difference they keep their
    /// rotation in model space whatever the bone above does. Curves and attributes have no mask.
    pub fn apply_masked(
        &mut self,
        skeleton: &Skeleton,
        weight: f32,
        mask: Option<&BoneMask>,
        pose: &mut Pose,
    ) {
        if weight == 0.0 || weight.is_nan() || self.deltas.len() != pose.len() {
            return;
        }
        pose.narrow(self.deltas.rows());
        if self.kind == AdditiveKind::Mesh {
            self.turn_in_mesh(skeleton, weight, mask, pose);
        }
        let grows = !self.deltas.has_even_scale(0.0);
        if grows {
            pose.scales_differ();
        }
        let (kind, rows, deltas, blocks) = (
            self.kind,
            pose.rows(),
            self.deltas.blocks(),
            pose.blocks_mut(),
        );
        dispatch!(simd::level(), simd => {
            for run in rows.runs(blocks.len()) {
                let (deltas, blocks) = (&deltas[run.clone()], &mut blocks[run.clone()]);
                match mask {
                    None => apply_blocks(simd, kind, deltas, weight, grows, blocks),
                    Some(mask) => apply_where(simd, kind, deltas, (weight, mask, run.start), grows, blocks),
                }
            }
        });
        match mask {
            _ if self.kind != AdditiveKind::Mesh => {}
            None => spaces::set_mesh_rotations(skeleton, &self.turned, pose),
            Some(mask) => spaces::set_mesh_rotations_of(
                skeleton,
                &self.turned,
                |bone| mask.weight(bone) > 0.0,
                pose,
            ),
        }
        pose.add_numbers(&self.deltas, weight);
    }

    fn turn_in_mesh(
        &mut self,
        skeleton: &Skeleton,
        weight: f32,
        mask: Option<&BoneMask>,
        pose: &Pose,
    ) {
        spaces::mesh_rotations(skeleton, pose, &mut self.turned);
        let rows = pose.rows();
        let blocks = self
            .turned
            .chunks_mut(LANES)
            .zip(self.deltas.blocks())
            .enumerate();
        for (at, (rotations, deltas)) in blocks.filter(|(at, _)| rows.has(*at)) {
            let masks = mask.map_or([1.0; LANES], |mask| mask.row(at));
            let parts = parts_of(&deltas.rotation, &masks.map(|mask| weight * mask));
            let counting = rotations
                .iter_mut()
                .enumerate()
                .filter(|(lane, _)| masks[*lane] > 0.0);
            for (lane, rotation) in counting {
                *rotation = Quat::from_array(parts.map(|row| row[lane])) * *rotation;
            }
        }
    }
}

/// As [`apply_blocks`], with a weight and a mask; the mask's row for the first of `blocks` is
/// `first`.
#[inline(always)]
fn apply_where<S: Simd>(
    simd: S,
    kind: AdditiveKind,
    deltas: &[BoneBlock],
    (weight, mask, first): (f32, &BoneMask, usize),
    grows: bool,
    blocks: &mut [BoneBlock],
) {
    for (at, (block, delta)) in blocks.iter_mut().zip(deltas).enumerate() {
        let masks = simd.load_array_f32x8(mask.row(first + at));
        let counts = masks.simd_gt(f32x8::splat(simd, 0.0));
        let mut added = *block;
        apply_block(
            simd,
            kind,
            delta,
            (masks * f32x8::splat(simd, weight), None),
            grows,
            &mut added,
        );
        keep_where(simd, counts, &added.translation, &mut block.translation);
        keep_where(simd, counts, &added.rotation, &mut block.rotation);
        keep_where(simd, counts, &added.scale, &mut block.scale);
    }
}

/// `from` where the mask is set, else what is there.
#[inline(always)]
fn keep_where<S: Simd, const N: usize>(
    simd: S,
    mask: mask32x8<S>,
    from: &[Row; N],
    to: &mut [Row; N],
) {
    store(simd, select(mask, load(simd, from), load(simd, to)), to);
}

#[inline(always)]
fn apply_blocks<S: Simd>(
    simd: S,
    kind: AdditiveKind,
    deltas: &[BoneBlock],
    weight: f32,
    grows: bool,
    blocks: &mut [BoneBlock],
) {
    let wide = f32x8::splat(simd, weight);
    let part = (0.0..=1.0)
        .contains(&weight)
        .then(|| RotationFraction::new(wide));
    for (block, delta) in blocks.iter_mut().zip(deltas) {
        apply_block(simd, kind, delta, (wide, part.as_ref()), grows, block);
    }
}

/// Rotations of a mesh-space difference are left alone here. `part` is that of the weight where all
/// bones have the same.
#[inline(always)]
fn apply_block<S: Simd>(
    simd: S,
    kind: AdditiveKind,
    delta: &BoneBlock,
    (weight, part): (f32x8<S>, Option<&RotationFraction<f32x8<S>>>),
    grows: bool,
    block: &mut BoneBlock,
) {
    let (translation, moved) = (
        load(simd, &block.translation),
        load(simd, &delta.translation),
    );
    store(
        simd,
        add_scaled(translation, moved, weight),
        &mut block.translation,
    );
    if grows {
        let (scale, grown) = (load(simd, &block.scale), load(simd, &delta.scale));
        store(simd, grown_by(kind, scale, grown, weight), &mut block.scale);
    }
    if kind == AdditiveKind::Mesh {
        return;
    }
    let rotation = load(simd, &block.rotation);
    let difference = load(simd, &delta.rotation);
    let part = if let Some(part) = part {
        part.apply(difference)
    } else {
        part_of(difference, weight)
    };
    let turned = match kind {
        AdditiveKind::LocalBoneFrame => product(rotation, part),
        _ => product(part, rotation),
    };
    store(simd, turned, &mut block.rotation);
}

fn delta(kind: AdditiveKind, base: &Transform, source: &Transform) -> Transform {
    let scale = match kind {
        AdditiveKind::LocalBoneFrame => source.scale - base.scale,
        _ => quotient(source.scale, base.scale) - Vec3::ONE,
    };
    let rotation = match kind {
        AdditiveKind::LocalBoneFrame => base.rotation.conjugate() * source.rotation,
        _ => source.rotation * base.rotation.conjugate(),
    };
    Transform {
        translation: source.translation - base.translation,
        rotation,
        scale,
    }
}

/// Quotient of each component; 1 where the divisor is 0, so that the increment comes out as 0.
fn quotient(a: Vec3, b: Vec3) -> Vec3 {
    let one = |a: f32, b: f32| if b == 0.0 { 1.0 } else { a / b };
    Vec3::new(one(a.x, b.x), one(a.y, b.y), one(a.z, b.z))
}

#[inline(always)]
fn grown_by<S: Simd>(
    kind: AdditiveKind,
    scale: Wide<S, 3>,
    grown: Wide<S, 3>,
    weight: f32x8<S>,
) -> Wide<S, 3> {
    if kind == AdditiveKind::LocalBoneFrame {
        return add_scaled(scale, grown, weight);
    }
    let [x, y, z] = add_scaled([f32x8::splat(weight.witness(), 1.0); 3], grown, weight);
    [scale[0] * x, scale[1] * y, scale[2] * z]
}

/// A part of each of eight rotations, at constant speed along the shorter arc; weights may lie
/// outside 0..=1.
pub(crate) fn parts_of(rotations: &[Row; 4], weights: &Row) -> [Row; 4] {
    let mut out = [[0.0; LANES]; 4];
    dispatch!(simd::level(), simd => {
        store(simd, part_of(load(simd, rotations), simd.load_array_ref_f32x8(weights)), &mut out);
    });
    out
}

/// Factors of `y^(i + 1) t^(2j)` for the excess of `sin tθ / sin θ` over `t`, divided by `t (1 −
/// t²)`, with `y = 1 − cos θ`. Fitted, as [`KEPT`] is, for t in 0..=1 and θ up to a quarter turn,
/// half the angle of a rotation; the turn errs by 4e-6 at most.
const TURNED: [[f32; 3]; 6] = [
    [0.332_859_22, 0.000_709_429_2, -0.000_973_025_3],
    [0.140_201_85, -0.042_770_986, 0.012_166_892],
    [0.022_420_49, 0.022_189_353, -0.049_680_848],
    [0.106_519_86, -0.099_267_65, 0.097_553_99],
    [-0.080_417_04, 0.082_266_3, -0.082_974_36],
    [0.049_204_517, -0.038_228_966, 0.028_243_197],
];

/// Factors of `y^(i + 2) t^(2j)` for the excess of `cos tθ` over `1 − t² y`, divided by `t² (1 −
/// t²)`.
const KEPT: [[f32; 3]; 4] = [
    [-0.164_773_82, -0.003_526_291, 0.003_315_565],
    [-0.055_721_186, 0.029_380_817, -0.016_455_116],
    [0.007_838_125, -0.024_834_966, 0.024_764_244],
    [-0.021_026_637, 0.018_901_065, -0.012_451_554],
];

/// A part `t` of rotations from the identity on, in 0..=1: `sin tθ / sin θ` and `cos tθ` by powers
/// of `1 − cos θ`.
struct RotationFraction<T> {
    turned: [T; TURNED.len() + 1],
    kept: [T; KEPT.len() + 2],
}

impl<S: Simd> RotationFraction<f32x8<S>> {
    #[inline(always)]
    fn new(t: f32x8<S>) -> Self {
        let one = f32x8::splat(t.witness(), 1.0);
        let t2 = t * t;
        let (mut turned, mut kept) = ([t; TURNED.len() + 1], [one; KEPT.len() + 2]);
        kept[1] = -t2;
        set_factors(&TURNED, t2, t * (one - t2), &mut turned[1..]);
        set_factors(&KEPT, t2, t2 * (one - t2), &mut kept[2..]);
        Self { turned, kept }
    }

    /// The part of each rotation, at constant speed along the shorter arc.
    #[inline(always)]
    fn apply(&self, [x, y, z, w]: Wide<S, 4>) -> Wide<S, 4> {
        let bend = f32x8::splat(w.witness(), 1.0) - w.abs();
        let along = powers(&self.turned, bend).copysign(w);
        [x * along, y * along, z * along, powers(&self.kept, bend)]
    }
}

#[inline(always)]
fn set_factors<S: Simd>(
    fitted: &[[f32; 3]],
    t2: f32x8<S>,
    all: f32x8<S>,
    factors: &mut [f32x8<S>],
) {
    let splat = |value: f32| f32x8::splat(t2.witness(), value);
    for (factor, [a, b, c]) in factors.iter_mut().zip(fitted) {
        *factor = ((splat(*c) * t2 + splat(*b)) * t2 + splat(*a)) * all;
    }
}

/// Sum of factors times the powers of `x`, from the 0th on, in pairs, half of which need not wait
/// for the other.
#[inline(always)]
fn powers<S: Simd, const N: usize>(factors: &[f32x8<S>; N], x: f32x8<S>) -> f32x8<S> {
    let x2 = x * x;
    let pair = |at: usize| {
        if at + 1 < N {
            factors[at] + factors[at + 1] * x
        } else {
            factors[at]
        }
    };
    let mut at = (N - 1) & !1;
    let mut sum = pair(at);
    while at > 0 {
        at -= 2;
        sum = sum * x2 + pair(at);
    }
    sum
}

/// Slerp from the identity, each by its own weight; outside 0..=1 by [`far_part_of`].
#[inline(always)]
fn part_of<S: Simd>(rotation: Wide<S, 4>, weight: f32x8<S>) -> Wide<S, 4> {
    let simd = weight.witness();
    let (zero, one) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, 1.0));
    let near = RotationFraction::new(weight).apply(rotation);
    let is_far = weight.simd_lt(zero) | weight.simd_gt(one);
    if is_far.any_true() {
        select(is_far, far_part_of(rotation, weight), near)
    } else {
        near
    }
}

/// Slerp from the identity by any weight. A half angle of `weight` times the rotation's is reached
/// through polynomials, as the platform's sines differ in their last bits.
#[inline(always)]
fn far_part_of<S: Simd>(rotation: Wide<S, 4>, weight: f32x8<S>) -> Wide<S, 4> {
    let simd = weight.witness();
    let (zero, one) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, 1.0));
    let [x, y, z, w] = rotation;
    let is_long = w.simd_lt(zero);
    let sign = is_long.select(-one, one);
    let w = w * sign;
    let length = ((x * x + y * y) + z * z).sqrt();
    let half = angle(length, w) * weight;
    let (sin, cos) = sin_cos(half);
    let turns = length.simd_gt(f32x8::splat(simd, 1e-7));
    let along = turns.select(sign * sin / length, zero);
    [x * along, y * along, z * along, turns.select(cos, one)]
}

/// The angle of (`w`, `length`), both 0 or more, in radians: 0 to π/2.
#[inline(always)]
fn angle<S: Simd>(length: f32x8<S>, w: f32x8<S>) -> f32x8<S> {
    let simd = w.witness();
    let splat = |value: f32| f32x8::splat(simd, value);
    let is_steep = length.simd_gt(w);
    let (low, high) = (is_steep.select(w, length), is_steep.select(length, w));
    let ratio = low / high;
    // atan on 0..=1: about 1 the argument is moved by an eighth of a turn, which keeps the
    // polynomial short.
    let is_upper = ratio.simd_gt(splat(0.414_213_57));
    let t = is_upper.select((ratio - splat(1.0)) / (ratio + splat(1.0)), ratio);
    let t2 = t * t;
    let tail = ((splat(8.053_744_5e-2) * t2 - splat(1.387_768_6e-1)) * t2 + splat(1.997_771_1e-1))
        * t2
        - splat(3.333_295e-1);
    let upper = splat(std::f32::consts::FRAC_PI_4);
    let base = is_upper.select(upper, splat(0.0)) + (tail * t2 * t + t);
    is_steep.select(splat(std::f32::consts::FRAC_PI_2) - base, base)
}

/// Sine and cosine of `angle` up to a common sign, which does not change a quaternion's rotation.
#[inline(always)]
fn sin_cos<S: Simd>(angle: f32x8<S>) -> (f32x8<S>, f32x8<S>) {
    let simd = angle.witness();
    let splat = |value: f32| f32x8::splat(simd, value);
    let turns = (angle * splat(std::f32::consts::FRAC_1_PI)).round_ties_even();
    // π in two parts, so that the difference keeps its digits.
    let x = (angle - turns * splat(3.140_625)) - turns * splat(9.676_536e-4);
    let half = x * splat(0.5);
    let h2 = half * half;
    let sin = (((splat(-1.951_529_6e-4) * h2 + splat(8.332_161e-3)) * h2 - splat(1.666_665_5e-1))
        * h2)
        * half
        + half;
    let cos = (((splat(2.443_315_7e-5) * h2 - splat(1.388_731_6e-3)) * h2 + splat(4.166_664_6e-2))
        * h2)
        * h2
        - splat(0.5) * h2
        + splat(1.0);
    (splat(2.0) * sin * cos, splat(1.0) - splat(2.0) * sin * sin)
}
