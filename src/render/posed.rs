//! A part in a pose, as the device reads it. Invariant: what was skinned is skinned again only when
//! it changes.

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

pub(crate) type Row = [f32; 4];

/// A morph that does something.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct ActiveMorph {
    first_delta: u32,
    delta_count: u32,
    weight: f32,
}

/// How a part is bent and where it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Bent {
    /// Linear: `world_from_mesh` a slot, three rows. Dual quaternions blend in model space:
    /// `world_from_model`, three rows, and eight a slot.
    pub rows: Vec<Row>,
    pub morphs: Vec<ActiveMorph>,
}

#[derive(Debug)]
pub(crate) struct Posed {
    pub part: GpuPart,
    pub now: Bent,
    /// In the picture before; as `now` where the part was not in it, or jumped.
    pub before: Bent,
    /// Where its vertices are kept in the cache; None of what is skinned while it is drawn.
    pub room: Option<Range<u32>>,
    /// The cache holds the vertices of `now`.
    pub is_skinned: bool,
    /// In the list that the device reads.
    pub instance: u32,
    scratch: Bent,
}

impl Posed {
    pub fn new(part: GpuPart) -> Posed {
        let none = Bent::default;
        Posed {
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
        ((self.now.rows.len() + before) * size_of::<Row>()) as u64
    }

    /// Takes a pose. Morph weights that are missing count as 0. What jumps was not anywhere else
    /// before. Contract: `palette` has one matrix a slot of the part.
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

/// A slot of dual-quaternion skinning. The matrix is for vertices whose turns cancel.
fn rigid_rows(matrix: &Affine3A) -> [Row; 8] {
    let slot = RigidSlot::new(matrix);
    let [a, b, c] = inverse_bind_rows(matrix);
    let [x, y, z] = inverse_bind_rows(&Affine3A {
        matrix3: slot.stretch,
        translation: Vec3A::ZERO,
    });
    [a, b, c, slot.real.to_array(), slot.dual.to_array(), x, y, z]
}
