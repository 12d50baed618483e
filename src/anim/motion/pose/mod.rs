//! A pose: one local transform a bone, and the curve values that travel with it.

mod blend;
mod block;
mod mesh_space;
mod model;
mod rows;
mod stack;
#[cfg(test)]
mod tests;

pub use blend::{PoseLayer, blend, blend_by_bone, blend_layers, blend_masked};
pub use block::{BoneBlock, LANES, Row};
pub use mesh_space::MeshSpaceBlend;
pub use model::{local_to_model, local_to_model_below};
pub use rows::Rows;

pub(crate) use blend::is_inside;
pub(crate) use block::{Wide, add_scaled, lerp, load, nlerp, normalized, product, select, store};
pub(crate) use stack::{PoseCover, blend_onto, blend_stack};

use crate::{Name, PackedTransform, Skeleton, Transform, float, simd};
use fearless_simd::dispatch;
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// A named number of a bone, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BoneAttribute {
    /// Name of the number.
    pub name: Name,
    /// Index of the bone in the skeleton.
    pub bone: u32,
}

/// Bones lie in blocks of eight, a property a row, so that kernels work on eight at once. The lanes
/// after the last bone hold any finite value.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "PoseRecord")]
pub struct Pose {
    blocks: Vec<BoneBlock>,
    bones: usize,
    /// The value that every scale has, where that is known: kernels then leave out three rows of
    /// ten.
    even_scale: Option<f32>,
    /// Rows that a tick works out: all of them, except inside a graph.
    rows: Rows,
    /// Ascending by name, each name once. A curve that is absent has no value: readers use their
    /// default.
    pub curves: Vec<(Name, f32)>,
    /// Values of attributes, which are like curves but belong to a bone each; ascending by name and
    /// bone.
    pub attributes: Vec<(BoneAttribute, f32)>,
}

/// A pose as it is read: its fields in their order, before it is known that they fit together.
#[derive(Deserialize)]
struct PoseRecord {
    blocks: Vec<BoneBlock>,
    bones: usize,
    even_scale: Option<f32>,
    rows: Rows,
    curves: Vec<(Name, f32)>,
    attributes: Vec<(BoneAttribute, f32)>,
}

impl TryFrom<PoseRecord> for Pose {
    type Error = &'static str;

    fn try_from(record: PoseRecord) -> Result<Self, Self::Error> {
        let PoseRecord {
            blocks,
            bones,
            even_scale,
            rows,
            curves,
            attributes,
        } = record;
        if blocks.len() != bones.div_ceil(LANES) {
            return Err("the blocks of a pose are not as many as its bones need");
        }
        Ok(Self {
            blocks,
            bones,
            even_scale,
            rows,
            curves,
            attributes,
        })
    }
}

impl Pose {
    /// A pose of these local transforms, without curves.
    pub fn new(locals: impl IntoIterator<Item = Transform>) -> Self {
        let mut pose = Pose::default();
        for local in locals {
            pose.push(&local);
        }
        pose
    }

    /// The reference pose of a skeleton, without curves and attributes.
    pub fn reference(skeleton: &Skeleton) -> Self {
        let mut pose = Pose::default();
        pose.reset(skeleton);
        pose
    }

    fn push(&mut self, local: &Transform) {
        if self.bones == 0 {
            self.even_scale = even(local.scale);
        }
        if self.bones.is_multiple_of(LANES) {
            self.blocks.push(BoneBlock::splat(&Transform {
                scale: local.scale,
                ..Transform::IDENTITY
            }));
        }
        self.bones += 1;
        self.set(self.bones - 1, local);
    }

    /// Becomes the reference pose without curves and attributes, keeping the buffers.
    pub fn reset(&mut self, skeleton: &Skeleton) {
        self.reset_rows(skeleton, Rows::ALL);
    }

    /// Resets as [`Pose::reset`], but only `rows`.
    pub(crate) fn reset_rows(&mut self, skeleton: &Skeleton, rows: Rows) {
        self.copy_rows(skeleton.reference_pose(), rows);
        self.clear_numbers();
    }

    /// Every bone the same, without curves and attributes, keeping the buffers.
    pub fn fill(&mut self, bones: usize, local: &Transform) {
        self.fill_rows(bones, local, Rows::ALL);
    }

    /// Fills as [`Pose::fill`], but only `rows`.
    pub(crate) fn fill_rows(&mut self, bones: usize, local: &Transform, rows: Rows) {
        let (block, count) = (BoneBlock::splat(local), bones.div_ceil(LANES));
        self.blocks.resize(count, block);
        rows.runs(count)
            .for_each(|run| self.blocks[run].fill(block));
        (self.bones, self.even_scale, self.rows) = (bones, even(local.scale), rows);
        self.clear_numbers();
    }

    /// Whether every bone's transform and every curve is a number.
    pub fn is_finite(&self) -> bool {
        let scales = self.even_scale.is_none();
        let is_finite = match self.even_scale {
            Some(scale) if !scale.is_finite() => false,
            _ => dispatch!(simd::level(), simd => block::are_finite(simd, &self.blocks, scales)),
        };
        let numbers = self
            .curves
            .iter()
            .map(|it| it.1)
            .chain(self.attributes.iter().map(|it| it.1));
        is_finite && numbers.into_iter().all(f32::is_finite)
    }

    /// The rows that the other has; what lies outside stays as it is.
    pub fn copy_from(&mut self, other: &Pose) {
        self.copy_rows(other, other.rows);
        self.copy_numbers(other);
    }

    /// Contract: the other has these rows.
    pub(crate) fn copy_rows(&mut self, other: &Pose, rows: Rows) {
        let count = other.blocks.len();
        let has_scales = self.has_scales_of(other, rows);
        if self.blocks.len() != count || (rows == Rows::ALL && !has_scales) {
            self.blocks.clone_from(&other.blocks);
        } else if has_scales {
            for run in rows.runs(count) {
                for (own, other) in self.blocks[run.clone()].iter_mut().zip(&other.blocks[run]) {
                    (own.translation, own.rotation) = (other.translation, other.rotation);
                }
            }
        } else {
            rows.runs(count)
                .for_each(|run| self.blocks[run.clone()].copy_from_slice(&other.blocks[run]));
        }
        (self.bones, self.even_scale, self.rows) = (other.bones, other.even_scale, rows);
    }

    /// Whether the scales in these rows are known to be the other's, to the bit.
    fn has_scales_of(&self, other: &Pose, rows: Rows) -> bool {
        let even = |pose: &Pose| pose.even_scale.map(f32::to_bits);
        even(self).is_some() && even(self) == even(other) && self.rows.covers(rows)
    }

    /// The rows that are worked out.
    pub(crate) fn rows(&self) -> Rows {
        self.rows
    }

    /// Restricts the rows that are worked out to those in `rows`.
    pub(crate) fn narrow(&mut self, rows: Rows) {
        self.rows = self.rows.and(rows);
    }

    /// Fills the rows that are not worked out from the reference pose, so that the pose has all
    /// rows.
    pub(crate) fn complete(&mut self, skeleton: &Skeleton) {
        let reference = skeleton.reference_pose();
        let rows = self.rows;
        for at in (0..self.blocks.len()).filter(|at| !rows.has(*at)) {
            self.blocks[at] = reference.blocks[at];
        }
        if rows != Rows::ALL {
            self.even_scale = self
                .even_scale
                .filter(|value| reference.has_even_scale(*value));
        }
        self.rows = Rows::ALL;
    }

    /// Lanes of some blocks become those of the reference pose: all bits of each that does, or
    /// none.
    pub(crate) fn rest(&mut self, skeleton: &Skeleton, lanes: &[(u32, [u32; LANES])]) {
        let reference = skeleton.reference_pose();
        for (block, mask) in lanes {
            self.blocks[*block as usize].merge(&reference.blocks[*block as usize], mask);
        }
        if !lanes.is_empty() {
            self.even_scale = self
                .even_scale
                .filter(|value| reference.has_even_scale(*value));
        }
    }

    /// Whether kernels that write these rows may leave out scales where `is_scaled` says so: they
    /// are one then.
    fn is_ready(&self, bones: usize, rows: Rows, is_scaled: bool) -> bool {
        self.bones == bones && (is_scaled || (self.has_even_scale(1.0) && self.rows.covers(rows)))
    }

    /// Curves and attributes.
    pub(crate) fn copy_numbers(&mut self, other: &Pose) {
        self.curves.clone_from(&other.curves);
        self.attributes.clone_from(&other.attributes);
    }

    pub(crate) fn clear_numbers(&mut self) {
        self.curves.clear();
        self.attributes.clear();
    }

    /// Adds `weight` times the curves and attributes of another pose; those that are not there yet
    /// count as 0.
    #[inline]
    pub(crate) fn add_numbers(&mut self, other: &Pose, weight: f32) {
        if other.curves.is_empty() && other.attributes.is_empty() {
            return;
        }
        add(&other.curves, weight, &mut self.curves);
        add(&other.attributes, weight, &mut self.attributes);
    }

    /// All curves and attributes by a factor.
    fn scale_numbers(&mut self, factor: f32) {
        // Added to 0 as [`Pose::add_numbers`] does it, so that no value becomes -0.
        self.curves
            .iter_mut()
            .for_each(|(_, value)| *value = 0.0 + factor * *value);
        self.attributes
            .iter_mut()
            .for_each(|(_, value)| *value = 0.0 + factor * *value);
    }

    /// Number of bones in the pose.
    pub fn len(&self) -> usize {
        self.bones
    }

    /// Whether it has no bones, as the pose of no skeleton.
    pub fn is_empty(&self) -> bool {
        self.bones == 0
    }

    /// The bones in order, eight a block.
    pub fn blocks(&self) -> &[BoneBlock] {
        &self.blocks
    }

    /// All blocks, for writing. A caller that writes scales must call [`Pose::scales_differ`].
    pub(crate) fn blocks_mut(&mut self) -> &mut [BoneBlock] {
        &mut self.blocks
    }

    pub(crate) fn scales_differ(&mut self) {
        self.even_scale = None;
    }

    /// Whether every scale is known to be `value`.
    pub(crate) fn has_even_scale(&self, value: f32) -> bool {
        self.even_scale == Some(value)
    }

    /// Local. Contract: there is such a bone.
    #[inline]
    pub fn get(&self, bone: usize) -> Transform {
        self.blocks[bone / LANES].get(bone % LANES)
    }

    /// Sets a bone's local transform. Contract: there is such a bone.
    #[inline]
    pub fn set(&mut self, bone: usize, local: &Transform) {
        self.even_scale = self
            .even_scale
            .filter(|value| local.scale == Vec3::splat(*value));
        self.blocks[bone / LANES].set(bone % LANES, local);
    }

    /// Local rotation. Contract: there is such a bone.
    pub fn rotation(&self, bone: usize) -> Quat {
        self.blocks[bone / LANES].rotation(bone % LANES)
    }

    /// Sets the local rotation. Contract: there is such a bone.
    pub fn set_rotation(&mut self, bone: usize, rotation: Quat) {
        self.blocks[bone / LANES].set_rotation(bone % LANES, rotation);
    }

    /// Local translation, metres. Contract: there is such a bone.
    pub fn translation(&self, bone: usize) -> Vec3 {
        self.blocks[bone / LANES].translation(bone % LANES)
    }

    /// Sets the local translation, metres. Contract: there is such a bone.
    pub fn set_translation(&mut self, bone: usize, translation: Vec3) {
        self.blocks[bone / LANES].set_translation(bone % LANES, translation);
    }

    /// Every bone's local transform, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Transform> {
        (0..self.bones).map(|bone| self.get(bone))
    }

    /// Value of a curve; None where nothing in the pose has set it.
    pub fn curve(&self, name: Name) -> Option<f32> {
        find(&self.curves, name)
    }

    /// Sets a curve, in place of the value that it had.
    pub fn set_curve(&mut self, name: Name, value: f32) {
        *entry(&mut self.curves, name) = value;
    }

    /// Value of an attribute; None where nothing in the pose has set it.
    pub fn attribute(&self, attribute: BoneAttribute) -> Option<f32> {
        find(&self.attributes, attribute)
    }

    /// Sets an attribute, in place of the value that it had.
    pub fn set_attribute(&mut self, attribute: BoneAttribute, value: f32) {
        *entry(&mut self.attributes, attribute) = value;
    }

    /// A hash of every bit of the pose that is quicker than [`Pose::hash`], for use within a run of
    /// the program: what is no number counts by its bits.
    pub fn digest(&self) -> u64 {
        let whole = self.bones / LANES;
        let mut digest = xxh3_64(bytemuck::cast_slice(&self.blocks[..whole]));
        // The lanes after the last bone hold anything.
        for bone in whole * LANES..self.bones {
            let local = PackedTransform::from(self.get(bone));
            digest = xxh3_64_with_seed(bytemuck::bytes_of(&local), digest);
        }
        for (name, value) in &self.curves {
            digest = (digest ^ name.0 ^ u64::from(value.to_bits()) << 32)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(29);
        }
        digest
    }

    /// Order-dependent hash of every bit of the pose: equal hashes mean bit-equal poses, but that
    /// everything that is no number counts as one.
    pub fn hash(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        let mut mix = |bits: u64| {
            hash = (hash ^ bits)
                .wrapping_mul(0x0000_0100_0000_01b3)
                .rotate_left(23)
        };
        for local in self.iter() {
            let packed = PackedTransform::from(local);
            packed
                .translation
                .iter()
                .chain(&packed.rotation)
                .chain(&packed.scale)
                .for_each(|v| mix(float::bits(*v).into()));
        }
        for (name, value) in &self.curves {
            mix(name.0);
            mix(float::bits(*value).into());
        }
        for (attribute, value) in &self.attributes {
            mix(attribute.name.0 ^ u64::from(attribute.bone));
            mix(float::bits(*value).into());
        }
        hash
    }
}

fn find<K: Ord + Copy>(list: &[(K, f32)], key: K) -> Option<f32> {
    list.binary_search_by_key(&key, |entry| entry.0)
        .ok()
        .map(|at| list[at].1)
}

/// 0 where it was not there.
fn entry<K: Ord + Copy>(list: &mut Vec<(K, f32)>, key: K) -> &mut f32 {
    let at = match list.binary_search_by_key(&key, |entry| entry.0) {
        Ok(at) => at,
        Err(at) => {
            list.insert(at, (key, 0.0));
            at
        }
    };
    &mut list[at].1
}

fn add<K: Ord + Copy>(from: &[(K, f32)], weight: f32, into: &mut Vec<(K, f32)>) {
    for &(key, value) in from {
        *entry(into, key) += weight * value;
    }
}

fn even(scale: Vec3) -> Option<f32> {
    (scale == Vec3::splat(scale.x)).then_some(scale.x)
}

/// Bone by bone; what the lanes after the last hold does not count.
impl PartialEq for Pose {
    fn eq(&self, other: &Self) -> bool {
        let alike = self.curves == other.curves && self.attributes == other.attributes;
        alike && self.bones == other.bones && self.iter().eq(other.iter())
    }
}
