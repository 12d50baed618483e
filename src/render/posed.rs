//! A part in a pose, as the device reads it. Invariant: a skinned part is skinned again only when
//! its pose changes.

#[cfg(test)]
mod tests;

use crate::GpuPart;
use anim::{
    mesh::SkinMethod,
    skinning::{MORPH_THRESHOLD, dual_quaternion::RigidSlot, inverse_bind_rows},
};
use bytemuck::{Pod, Zeroable};
use glam::{Affine3A, Vec3A};
use std::ops::Range;

/// A row of a matrix, or a quaternion.
pub(crate) type MatrixRow = [f32; 4];

/// A morph with an effect. Matches `ActiveMorph` in `shaders/skinning.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct ActiveMorph {
    first_delta: u32,
    delta_count: u32,
    weight: f32,
}

/// A pose of a part.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Bent {
    /// Matrix rows of the pose. Linear skinning has three rows of `world_from_mesh` for each
    /// palette slot. Dual quaternions blend in model space: three rows of `world_from_model`, then
    /// eight rows for each slot.
    pub rows: Vec<MatrixRow>,
    /// Morphs with a weight that has an effect.
    pub morphs: Vec<ActiveMorph>,
}

/// A part with its pose in this picture and the one before.
#[derive(Debug)]
pub(crate) struct PosedPart {
    /// The uploaded part that is posed.
    pub part: GpuPart,
    /// Pose in this picture.
    pub now: Bent,
    /// Pose in the previous picture; equal to `now` where the part was not in it, or jumped.
    pub before: Bent,
    /// Range of its vertices in the cache; None where it is skinned while drawn.
    pub room: Option<Range<u32>>,
    /// Whether the cache holds the vertices of `now`.
    pub is_skinned: bool,
    /// Index among the instances that the device reads.
    pub instance: u32,
    scratch: Bent,
}

impl PosedPart {
    /// A part without a pose.
    pub fn new(part: GpuPart) -> PosedPart {
        let none = Bent::default;
        PosedPart {
            part,
            now: none(),
            before: none(),
            room: None,
            is_skinned: false,
            instance: 0,
            scratch: none(),
        }
    }

    /// Bytes of its rows on the device.
    pub fn size(&self, with_before: bool) -> u64 {
        let before = if with_before {
            self.before.rows.len()
        } else {
            0
        };
        ((self.now.rows.len() + before) * size_of::<MatrixRow>()) as u64
    }

    /// Sets the pose of this picture. Missing morph weights are 0. With `jumps` the previous pose
    /// becomes the same. Contract: `palette` has one matrix for each palette slot.
    pub fn bend(
        &mut self,
        world_from_model: &Affine3A,
        palette: &[Affine3A],
        morph_weights: &[f32],
        jumps: bool,
    ) {
        self.scratch
            .take(&self.part, world_from_model, palette, morph_weights);
        if self.scratch != self.now {
            std::mem::swap(&mut self.now, &mut self.before);
            std::mem::swap(&mut self.now, &mut self.scratch);
            self.is_skinned = false;
        } else if self.before != self.now {
            self.before.clone_from(&self.now);
        }
        if jumps || self.before.rows.len() != self.now.rows.len() {
            self.before.clone_from(&self.now);
        }
    }
}

impl Bent {
    fn take(
        &mut self,
        part: &GpuPart,
        world_from_model: &Affine3A,
        palette: &[Affine3A],
        morph_weights: &[f32],
    ) {
        let buffers = part.buffers();
        assert_eq!(
            palette.len(),
            buffers.palette_len,
            "one matrix a palette slot"
        );
        self.rows.clear();
        match buffers.method {
            SkinMethod::Linear => {
                let matrices = palette.iter().map(|matrix| *world_from_model * *matrix);
                self.rows
                    .extend(matrices.flat_map(|matrix| inverse_bind_rows(&matrix)));
            }
            SkinMethod::DualQuaternion => {
                self.rows.extend(inverse_bind_rows(world_from_model));
                self.rows.extend(palette.iter().flat_map(rigid_rows));
            }
        }
        // A weight that does nothing is not looked at: where only such ones change, nothing is
        // skinned again.
        let weighted = buffers
            .morphs
            .iter()
            .zip(morph_weights)
            .filter(|(_, weight)| weight.abs() > MORPH_THRESHOLD);
        let active = |(range, weight): (&(u32, u32), &f32)| ActiveMorph {
            first_delta: range.0,
            delta_count: range.1,
            weight: *weight,
        };
        self.morphs.clear();
        self.morphs.extend(weighted.map(active));
    }
}

/// Rows of one slot for dual quaternion skinning. The matrix is for vertices whose rotations
/// cancel.
fn rigid_rows(matrix: &Affine3A) -> [MatrixRow; 8] {
    let slot = RigidSlot::new(matrix);
    let [a, b, c] = inverse_bind_rows(matrix);
    let [x, y, z] = inverse_bind_rows(&Affine3A {
        matrix3: slot.stretch,
        translation: Vec3A::ZERO,
    });
    [a, b, c, slot.real.to_array(), slot.dual.to_array(), x, y, z]
}
