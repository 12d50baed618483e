//! Additive poses: what a source pose does to a base pose, applied to another.
//!
//! The identity additive has zero translation, identity rotation and zero scale, not scale 1.

use crate::{
    Pose, Skeleton, Transform,
    mask::BoneMask,
    pose::{Block, LANES, Row, Wide, add_scaled, load, product, select, store},
    simd, spaces,
};
use fearless_simd::{dispatch, f32x8, mask32x8, prelude::*};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

/// The frame that rotations are taken in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AdditiveKind {
    /// The parent bone's frame: rotation from the left, scale multiplied.
    #[default]
    Local,
    /// The model's frame: a raised arm is raised whatever the spine does.
    Mesh,
    /// The bone's own frame: rotation from the right, scale added. The textbook form, for imported content.
    LocalBoneFrame,
}

/// Differences, one a bone; the scale of each is an increment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AdditivePose {
    pub kind: AdditiveKind,
    pub deltas: Pose,
    /// Rotations in model space, kept for their buffers.
    turned: Vec<Quat>,
    from: Vec<Quat>,
}

/// Adds nothing.
pub const NO_DELTA: Transform = Transform { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ZERO };

impl AdditivePose {
    /// No bones yet.
    pub fn new(kind: AdditiveKind) -> Self {
        Self { kind, ..Self::default() }
    }

    /// What turns `base` into `source`. Contract: both are full poses of `skeleton`.
    pub fn between(kind: AdditiveKind, skeleton: &Skeleton, base: &Pose, source: &Pose) -> Self {
        let mut additive = Self::default();
        additive.set_between(kind, skeleton, base, source);
        additive
    }

    /// As [`AdditivePose::between`], into the room of what was.
    pub fn set_between(&mut self, kind: AdditiveKind, skeleton: &Skeleton, base: &Pose, source: &Pose) {
        debug_assert!(base.len() == skeleton.len() && source.len() == skeleton.len());
        self.kind = kind;
        let rows = base.rows().and(source.rows());
        self.deltas.fill_rows(skeleton.len(), &NO_DELTA, rows);
        for bone in rows.bones(skeleton.len()) {
            self.deltas.set(bone, &delta(kind, &base.get(bone), &source.get(bone)));
        }
        if kind == AdditiveKind::Mesh {
            spaces::mesh_rotations(skeleton, base, &mut self.from);
            spaces::mesh_rotations(skeleton, source, &mut self.turned);
            for bone in rows.bones(skeleton.len()) {
                self.deltas.set_rotation(bone, self.turned[bone] * self.from[bone].conjugate());
            }
        }
        self.deltas.copy_numbers(source);
        self.deltas.add_numbers(base, -1.0);
    }

    /// Adds `weight` of the difference. At weight 0 the pose stays bit for bit; NaN counts as 0.
    pub fn apply(&mut self, skeleton: &Skeleton, weight: f32, pose: &mut Pose) {
        self.apply_masked(skeleton, weight, None, pose);
    }

    /// As [`AdditivePose::apply`], of each bone `weight` times its own. Bones without any stay bit for bit; of a
    /// mesh-space difference they keep their rotation in model space, whatever becomes of the bone above. Curves and
    /// attributes have no mask.
    pub fn apply_masked(&mut self, skeleton: &Skeleton, weight: f32, mask: Option<&BoneMask>, pose: &mut Pose) {
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
        let (kind, rows, deltas, blocks) = (self.kind, pose.rows(), self.deltas.blocks(), pose.blocks_mut());
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
            Some(mask) => spaces::set_mesh_rotations_of(skeleton, &self.turned, |bone| mask.weight(bone) > 0.0, pose),
        }
        pose.add_numbers(&self.deltas, weight);
    }

    fn turn_in_mesh(&mut self, skeleton: &Skeleton, weight: f32, mask: Option<&BoneMask>, pose: &Pose) {
        spaces::mesh_rotations(skeleton, pose, &mut self.turned);
        let rows = pose.rows();
        let blocks = self.turned.chunks_mut(LANES).zip(self.deltas.blocks()).enumerate();
        for (at, (rotations, deltas)) in blocks.filter(|(at, _)| rows.has(*at)) {
            let masks = mask.map_or([1.0; LANES], |mask| mask.row(at));
            let parts = parts_of(&deltas.rotation, &masks.map(|mask| weight * mask));
            let counting = rotations.iter_mut().enumerate().filter(|(lane, _)| masks[*lane] > 0.0);
            for (lane, rotation) in counting {
                *rotation = Quat::from_array(parts.map(|row| row[lane])) * *rotation;
            }
        }
    }
}

/// As [`apply_blocks`], by a weight and a mask, of which the blocks are those from an index on.
#[inline(always)]
fn apply_where<S: Simd>(
    simd: S,
    kind: AdditiveKind,
    deltas: &[Block],
    (weight, mask, first): (f32, &BoneMask, usize),
    grows: bool,
    blocks: &mut [Block],
) {
    for (at, (block, delta)) in blocks.iter_mut().zip(deltas).enumerate() {
        let masks = simd.load_array_f32x8(mask.row(first + at));
        let counts = masks.simd_gt(f32x8::splat(simd, 0.0));
        let mut added = *block;
        apply_block(simd, kind, delta, (masks * f32x8::splat(simd, weight), None), grows, &mut added);
        keep_where(simd, counts, &added.translation, &mut block.translation);
        keep_where(simd, counts, &added.rotation, &mut block.rotation);
        keep_where(simd, counts, &added.scale, &mut block.scale);
    }
}

/// `from` where the mask is set, else what is there.
#[inline(always)]
fn keep_where<S: Simd, const N: usize>(simd: S, mask: mask32x8<S>, from: &[Row; N], to: &mut [Row; N]) {
    store(simd, select(mask, load(simd, from), load(simd, to)), to);
}

#[inline(always)]
fn apply_blocks<S: Simd>(
    simd: S,
    kind: AdditiveKind,
    deltas: &[Block],
    weight: f32,
    grows: bool,
    blocks: &mut [Block],
) {
    let wide = f32x8::splat(simd, weight);
    let part = (0.0..=1.0).contains(&weight).then(|| Part::new(wide));
    for (block, delta) in blocks.iter_mut().zip(deltas) {
        apply_block(simd, kind, delta, (wide, part.as_ref()), grows, block);
    }
}

/// Rotations of a mesh-space difference are left alone here. `part` is that of the weight where all bones have the same.
#[inline(always)]
fn apply_block<S: Simd>(
    simd: S,
    kind: AdditiveKind,
    delta: &Block,
    (weight, part): (f32x8<S>, Option<&Part<f32x8<S>>>),
    grows: bool,
    block: &mut Block,
) {
    let (translation, moved) = (load(simd, &block.translation), load(simd, &delta.translation));
    store(simd, add_scaled(translation, moved, weight), &mut block.translation);
    if grows {
        let (scale, grown) = (load(simd, &block.scale), load(simd, &delta.scale));
        store(simd, grown_by(kind, scale, grown, weight), &mut block.scale);
    }
    if kind == AdditiveKind::Mesh {
        return;
    }
    let rotation = load(simd, &block.rotation);
    let difference = load(simd, &delta.rotation);
    let part = if let Some(part) = part { part.apply(difference) } else { part_of(difference, weight) };
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
    Transform { translation: source.translation - base.translation, rotation, scale }
}

/// Where the divisor is 0 the increment must come out as 0.
fn quotient(a: Vec3, b: Vec3) -> Vec3 {
    let one = |a: f32, b: f32| if b == 0.0 { 1.0 } else { a / b };
    Vec3::new(one(a.x, b.x), one(a.y, b.y), one(a.z, b.z))
}

#[inline(always)]
fn grown_by<S: Simd>(kind: AdditiveKind, scale: Wide<S, 3>, grown: Wide<S, 3>, weight: f32x8<S>) -> Wide<S, 3> {
    if kind == AdditiveKind::LocalBoneFrame {
        return add_scaled(scale, grown, weight);
    }
    let [x, y, z] = add_scaled([f32x8::splat(weight.witness(), 1.0); 3], grown, weight);
    [scale[0] * x, scale[1] * y, scale[2] * z]
}

/// A part of each of eight rotations, at constant speed along the shorter way; weights may lie outside 0..=1.
pub(crate) fn parts_of(rotations: &[Row; 4], weights: &Row) -> [Row; 4] {
    let mut out = [[0.0; LANES]; 4];
    dispatch!(simd::level(), simd => {
        store(simd, part_of(load(simd, rotations), simd.load_array_ref_f32x8(weights)), &mut out);
    });
    out
}

/// With `y = 1 − cos θ`, what `sin tθ / sin θ` is more than `t`, over `t (1 − t²)`: factors of `y^(i + 1) t^(2j)`. Fitted, as
/// [`KEPT`] is, for t in 0..=1 and θ up to a quarter turn, half the angle of a rotation; the turn errs by 4e-6 at most.
const TURNED: [[f32; 3]; 6] = [
    [0.332_859_22, 0.000_709_429_2, -0.000_973_025_3],
    [0.140_201_85, -0.042_770_986, 0.012_166_892],
    [0.022_420_49, 0.022_189_353, -0.049_680_848],
    [0.106_519_86, -0.099_267_65, 0.097_553_99],
    [-0.080_417_04, 0.082_266_3, -0.082_974_36],
    [0.049_204_517, -0.038_228_966, 0.028_243_197],
];

/// What `cos tθ` is more than `1 − t² y`, over `t² (1 − t²)`: factors of `y^(i + 2) t^(2j)`.
const KEPT: [[f32; 3]; 4] = [
    [-0.164_773_82, -0.003_526_291, 0.003_315_565],
    [-0.055_721_186, 0.029_380_817, -0.016_455_116],
    [0.007_838_125, -0.024_834_966, 0.024_764_244],
    [-0.021_026_637, 0.018_901_065, -0.012_451_554],
];

/// A part `t` of rotations from the identity on, in 0..=1: `sin tθ / sin θ` and `cos tθ` by powers of `1 − cos θ`.
struct Part<T> {
    turned: [T; TURNED.len() + 1],
    kept: [T; KEPT.len() + 2],
}

impl<S: Simd> Part<f32x8<S>> {
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

    /// At constant speed along the shorter way.
    #[inline(always)]
    fn apply(&self, [x, y, z, w]: Wide<S, 4>) -> Wide<S, 4> {
        let bend = f32x8::splat(w.witness(), 1.0) - w.abs();
        let along = powers(&self.turned, bend).copysign(w);
        [x * along, y * along, z * along, powers(&self.kept, bend)]
    }
}

#[inline(always)]
fn set_factors<S: Simd>(fitted: &[[f32; 3]], t2: f32x8<S>, all: f32x8<S>, factors: &mut [f32x8<S>]) {
    let splat = |value: f32| f32x8::splat(t2.witness(), value);
    for (factor, [a, b, c]) in factors.iter_mut().zip(fitted) {
        *factor = ((splat(*c) * t2 + splat(*b)) * t2 + splat(*a)) * all;
    }
}

/// Sum of factors times the powers of `x`, from the 0th on, in pairs, half of which need not wait for the other.
#[inline(always)]
fn powers<S: Simd, const N: usize>(factors: &[f32x8<S>; N], x: f32x8<S>) -> f32x8<S> {
    let x2 = x * x;
    let pair = |at: usize| if at + 1 < N { factors[at] + factors[at + 1] * x } else { factors[at] };
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
    let near = Part::new(weight).apply(rotation);
    let is_far = weight.simd_lt(zero) | weight.simd_gt(one);
    if is_far.any_true() { select(is_far, far_part_of(rotation, weight), near) } else { near }
}

/// Slerp from the identity by any weight. A half angle of `weight` times the rotation's is reached through polynomials, as
/// the platform's sines differ in their last bits.
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
    // atan on 0..=1: about 1 the argument is moved by an eighth of a turn, which keeps the polynomial short.
    let is_upper = ratio.simd_gt(splat(0.414_213_57));
    let t = is_upper.select((ratio - splat(1.0)) / (ratio + splat(1.0)), ratio);
    let t2 = t * t;
    let tail =
        ((splat(8.053_744_5e-2) * t2 - splat(1.387_768_6e-1)) * t2 + splat(1.997_771_1e-1)) * t2 - splat(3.333_295e-1);
    let upper = splat(std::f32::consts::FRAC_PI_4);
    let base = is_upper.select(upper, splat(0.0)) + (tail * t2 * t + t);
    is_steep.select(splat(std::f32::consts::FRAC_PI_2) - base, base)
}

/// Sine and cosine up to a common sign, which a quaternion does not tell apart.
#[inline(always)]
fn sin_cos<S: Simd>(angle: f32x8<S>) -> (f32x8<S>, f32x8<S>) {
    let simd = angle.witness();
    let splat = |value: f32| f32x8::splat(simd, value);
    let turns = (angle * splat(std::f32::consts::FRAC_1_PI)).round_ties_even();
    // π in two parts, so that the difference keeps its digits.
    let x = (angle - turns * splat(3.140_625)) - turns * splat(9.676_536e-4);
    let half = x * splat(0.5);
    let h2 = half * half;
    let sin = (((splat(-1.951_529_6e-4) * h2 + splat(8.332_161e-3)) * h2 - splat(1.666_665_5e-1)) * h2) * half + half;
    let cos = (((splat(2.443_315_7e-5) * h2 - splat(1.388_731_6e-3)) * h2 + splat(4.166_664_6e-2)) * h2) * h2
        - splat(0.5) * h2
        + splat(1.0);
    (splat(2.0) * sin * cos, splat(1.0) - splat(2.0) * sin * sin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::chain;
    use proptest::prelude::*;

    fn pose(rotations: &[Quat]) -> Pose {
        Pose::new(rotations.iter().map(|q| Transform::from_rotation(*q)))
    }

    fn degrees_between(a: Quat, b: Quat) -> f32 {
        (2.0 * a.dot(b).abs().min(1.0).acos()).to_degrees()
    }

    fn added(kind: AdditiveKind, base: &Pose, source: &Pose, onto: &Pose, weight: f32) -> Pose {
        let skeleton = chain(base.len());
        let mut out = onto.clone();
        AdditivePose::between(kind, &skeleton, base, source).apply(&skeleton, weight, &mut out);
        out
    }

    #[test]
    fn parent_and_bone_frame_differ_by_the_worked_angle() {
        let base = pose(&[Quat::from_rotation_x(30f32.to_radians())]);
        let source = pose(&[Quat::from_rotation_y(40f32.to_radians()) * base.rotation(0)]);
        let onto = pose(&[Quat::from_rotation_z(90f32.to_radians())]);
        let of = |kind| added(kind, &base, &source, &onto, 1.0).rotation(0);
        let angle = degrees_between(of(AdditiveKind::Local), of(AdditiveKind::LocalBoneFrame));
        assert!((angle - 55.982).abs() < 0.01, "{angle}");
    }

    #[test]
    fn mesh_additives_turn_about_the_mesh_axis() {
        let quarter = 90f32.to_radians();
        let base = pose(&[Quat::IDENTITY; 2]);
        let source = pose(&[Quat::IDENTITY, Quat::from_rotation_x(quarter)]);
        let onto = pose(&[Quat::from_rotation_z(quarter), Quat::IDENTITY]);
        let mesh = added(AdditiveKind::Mesh, &base, &source, &onto, 1.0).rotation(1);
        assert!(degrees_between(mesh, Quat::from_xyzw(0.0, -0.707_106_77, 0.0, 0.707_106_77)) < 0.2, "{mesh}");
        let local = added(AdditiveKind::Local, &base, &source, &onto, 1.0).rotation(1);
        let in_mesh = onto.rotation(0) * local;
        assert!(degrees_between(in_mesh, Quat::from_rotation_y(quarter) * onto.rotation(0)) < 0.2);
    }

    #[test]
    fn scale_increments_multiply() {
        let scaled = |s: f32| Pose::new([Transform { scale: Vec3::splat(s), ..Transform::IDENTITY }]);
        let out = added(AdditiveKind::Local, &scaled(1.0), &scaled(1.5), &scaled(2.0), 0.5);
        assert!((out.get(0).scale.x - 2.5).abs() < 1e-6);
        let zero = added(AdditiveKind::Local, &scaled(0.0), &scaled(1.0), &scaled(2.0), 1.0);
        assert_eq!(zero.get(0).scale.x, 2.0);
    }

    #[test]
    fn onto_its_own_base_an_additive_gives_its_source_and_weight_zero_nothing() {
        let base = pose(&[Quat::from_rotation_x(0.4), Quat::from_rotation_y(-0.9)]);
        let source = pose(&[Quat::from_rotation_z(1.1), Quat::from_rotation_x(0.3)]);
        for kind in [AdditiveKind::Local, AdditiveKind::Mesh, AdditiveKind::LocalBoneFrame] {
            let out = added(kind, &base, &source, &base, 1.0);
            for (got, wanted) in out.iter().zip(source.iter()) {
                assert!(1.0 - got.rotation.dot(wanted.rotation).abs() < 1e-6, "{kind:?}");
            }
            assert_eq!(added(kind, &base, &source, &base, 0.0), base);
        }
    }

    fn local() -> impl Strategy<Value = Transform> {
        let unit = || -1.0f32..1.0;
        let vector = move || (unit(), unit(), unit()).prop_map(|(x, y, z)| Vec3::new(x, y, z));
        let scale = (0.25f32..4.0, 0.25f32..4.0, 0.25f32..4.0).prop_map(|(x, y, z)| Vec3::new(x, y, z));
        let rotation = (vector(), unit()).prop_map(|(v, w)| {
            let q = Quat::from_xyzw(v.x, v.y, v.z, w);
            if q.length() > 1e-3 { q.normalize() } else { Quat::from_xyzw(1.0, 0.0, 0.0, 0.0) }
        });
        (vector(), rotation, scale).prop_map(|(t, q, s)| Transform::new(t, q, s))
    }

    proptest! {
        #[test]
        fn property_10_onto_its_own_base_an_additive_gives_its_source(
            pairs in prop::collection::vec((local(), local()), 1..20),
        ) {
            let (base, source): (Vec<Transform>, Vec<Transform>) = pairs.into_iter().unzip();
            let (base, source) = (Pose::new(base), Pose::new(source));
            for kind in [AdditiveKind::Local, AdditiveKind::Mesh, AdditiveKind::LocalBoneFrame] {
                let out = added(kind, &base, &source, &base, 1.0);
                for (got, wanted) in out.iter().zip(source.iter()) {
                    let towards = if got.rotation.dot(wanted.rotation) < 0.0 { -wanted.rotation } else { wanted.rotation };
                    prop_assert!(got.translation.abs_diff_eq(wanted.translation, 1e-6), "{:?} {:?} {:?}", kind, got, wanted);
                    prop_assert!(got.rotation.abs_diff_eq(towards, 1e-6), "{:?} {:?} {:?}", kind, got, wanted);
                    prop_assert!(got.scale.abs_diff_eq(wanted.scale, 1e-6 * 4.0), "{:?} {:?} {:?}", kind, got, wanted);
                }
                prop_assert_eq!(added(kind, &base, &source, &base, 0.0), base.clone(), "property 11");
            }
        }
    }

    fn part(rotation: Quat, weight: f32) -> Quat {
        let rows = rotation.to_array().map(|value| [value; LANES]);
        Quat::from_array(parts_of(&rows, &[weight; LANES]).map(|row| row[3]))
    }

    #[test]
    fn parts_of_a_rotation_take_the_shorter_way() {
        assert!(degrees_between(part(-Quat::from_rotation_z(1.0), 0.5), Quat::from_rotation_z(0.5)) < 0.1);
        assert_eq!(part(Quat::IDENTITY, 3.0), Quat::IDENTITY);
    }

    #[test]
    fn parts_of_a_rotation_agree_with_sines() {
        let axis = Vec3::new(0.36, 0.48, 0.8);
        for angle in (0..=62).map(|i| i as f32 * 0.05) {
            for weight in [-1.5, -0.4, 0.01, 0.3, 0.5, 1.0, 2.5] {
                let (got, wanted) =
                    (part(Quat::from_axis_angle(axis, angle), weight), Quat::from_axis_angle(axis, angle * weight));
                let wanted = if got.dot(wanted) < 0.0 { -wanted } else { wanted };
                // What the fit leaves out, inside of the way alone; of the half angle.
                let left_out = if (0.0..=1.0).contains(&weight) { 2e-6 } else { 0.0 };
                let most = 3e-7 * (1.0 + weight.abs()) + left_out;
                assert!(got.abs_diff_eq(wanted, most), "{angle} {weight}: {got} {wanted}");
            }
        }
    }

    #[test]
    fn growth_that_is_the_same_everywhere_counts_and_none_leaves_scales_to_the_bit() {
        let sized = |scale: f32| Pose::new([Transform { scale: Vec3::splat(scale), ..Transform::IDENTITY }; 9]);
        for (to, weight) in [(1.1f32, 1.0), (0.5, 0.5), (2.0, -0.5)] {
            for kind in [AdditiveKind::Local, AdditiveKind::Mesh] {
                let out = added(kind, &sized(1.0), &sized(to), &sized(3.0), weight);
                let wanted = 3.0 * (1.0 + (to - 1.0) * weight);
                assert!((out.get(8).scale.y - wanted).abs() < 1e-5, "{to} {weight} {kind:?}");
            }
            let out = added(AdditiveKind::LocalBoneFrame, &sized(1.0), &sized(to), &sized(3.0), weight);
            assert!((out.get(8).scale.y - (3.0 + (to - 1.0) * weight)).abs() < 1e-5, "{to} {weight}");
        }
        let tenth = added(AdditiveKind::LocalBoneFrame, &sized(0.0), &sized(0.1), &sized(3.0), 1.0);
        assert!((tenth.get(8).scale.y - 3.1).abs() < 1e-6);
        assert_eq!(
            added(AdditiveKind::Local, &sized(0.3), &sized(0.3), &sized(0.7), 1.0).get(8).scale,
            Vec3::splat(0.7)
        );
    }

    #[test]
    fn curves_are_added_by_their_differences() {
        let with = |value: f32| {
            let mut pose = pose(&[Quat::IDENTITY]);
            pose.set_curve(crate::Name::new("smile"), value);
            pose
        };
        let out = added(AdditiveKind::Local, &with(0.25), &with(0.75), &with(2.0), 0.5);
        assert_eq!(out.curve(crate::Name::new("smile")), Some(2.25));
    }

    proptest! {
        #[test]
        fn each_bone_gets_its_part_by_the_mask_and_none_where_it_has_none(
            weight in -0.5f32..1.5,
            seed in 0u32..1000,
            is_mesh in any::<bool>(),
        ) {
            let turned = |by: f32| {
                let local = |bone: usize| {
                    let angle = by * (seed as f32 + bone as f32).sin();
                    let scale = Vec3::splat(1.0 + 0.1 * angle);
                    Transform::new(Vec3::X * angle, Quat::from_euler(glam::EulerRot::XYZ, angle, by, -angle), scale)
                };
                Pose::new((0..19).map(local))
            };
            let (skeleton, base) = (crate::fixture::chain(19), turned(0.3));
            let kind = if is_mesh { AdditiveKind::Mesh } else { AdditiveKind::Local };
            let put = |weight: f32, mask: Option<&[f32]>| {
                let mut out = base.clone();
                let mut difference = AdditivePose::between(kind, &skeleton, &turned(0.1), &turned(0.9));
                difference.apply_masked(&skeleton, weight, mask.map(BoneMask::new).as_ref(), &mut out);
                out
            };
            prop_assert_eq!(put(weight, Some(&[0.0; 19])), base.clone());
            prop_assert_eq!(put(weight, Some(&[])), base.clone());
            prop_assert_eq!(put(weight, Some(&[1.0; 19])), put(weight, None));
            let (half, wanted) = (put(weight, Some(&[0.5; 19])), put(0.5 * weight, None));
            for (half, wanted) in half.iter().zip(wanted.iter()) {
                prop_assert!(half.rotation.abs_diff_eq(wanted.rotation, 1e-6));
                prop_assert!(half.translation.abs_diff_eq(wanted.translation, 1e-6));
                prop_assert!(half.scale.abs_diff_eq(wanted.scale, 1e-6));
            }
            // A limb from bone 9 on: above it nothing is touched, it itself is turned as without a mask.
            let limb: Vec<f32> = (0..19).map(|bone| f32::from(u8::from(bone >= 9))).collect();
            let (found, whole) = (put(weight, Some(&limb)), put(weight, None));
            for bone in 0..19 {
                match bone {
                    0..9 => prop_assert_eq!(found.get(bone), base.get(bone)),
                    // In model space on another bone above it.
                    9 if is_mesh => {}
                    _ => {
                        let (found, whole) = (found.get(bone), whole.get(bone));
                        prop_assert!(found.rotation.dot(whole.rotation).abs() > 1.0 - 1e-5);
                        prop_assert_eq!(found.translation, whole.translation);
                    }
                }
            }
        }
    }

    /// A forearm without weight under an arm that is raised keeps where it points, and the hand on it all.
    #[test]
    fn what_a_mesh_space_difference_leaves_out_keeps_its_turn_in_the_model() {
        let (skeleton, base) = (crate::fixture::chain(4), pose(&[Quat::from_rotation_x(0.4); 4]));
        let raised = pose(&[Quat::IDENTITY, Quat::from_rotation_y(0.8), Quat::IDENTITY, Quat::IDENTITY]);
        let mut difference = AdditivePose::between(AdditiveKind::Mesh, &skeleton, &pose(&[Quat::IDENTITY; 4]), &raised);
        let mut out = base.clone();
        difference.apply_masked(&skeleton, 1.0, Some(&BoneMask::new(&[0.0, 1.0, 0.0, 0.0])), &mut out);
        let (mut before, mut after) = (Vec::new(), Vec::new());
        spaces::mesh_rotations(&skeleton, &base, &mut before);
        spaces::mesh_rotations(&skeleton, &out, &mut after);
        assert!(after[1].abs_diff_eq(Quat::from_rotation_y(0.8) * before[1], 1e-6));
        assert!(after[2].abs_diff_eq(before[2], 1e-6));
        assert_eq!([0, 3].map(|bone| out.get(bone)), [0, 3].map(|bone| base.get(bone)));
        assert_ne!(out.get(2), base.get(2));
    }
}
