//! Skinning on the device: one thread a vertex, before anything is drawn.
//! Invariant: the same maths and order as `anim::skinning::skin`, which tests compare it with.

use crate::{GpuPart, layout};
use anim::{
    mesh::SkinMethod,
    skinning::{MORPH_THRESHOLD, dual_quaternion::RigidSlot, inverse_bind_rows},
};
use bytemuck::{Pod, Zeroable};
use glam::{Affine3A, Vec3A};

/// Storage buffers that the skinning shader reads and writes.
pub(crate) const STORAGE_BUFFERS: u32 = 6;
/// Bytes of a skinned vertex: position, normal and tangent, the last zero where there is none.
pub(crate) const SKINNED_STRIDE: u64 = size_of::<SkinnedVertex>() as u64;

/// Matches `FLOATS` in `shaders/skin.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct SkinnedVertex {
    pub position: [f32; 3],
    pub normal: [f32; 3],
    pub tangent: [f32; 4],
}

/// A morph that does something, as the shader reads it.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct ActiveMorph {
    first_delta: u32,
    delta_count: u32,
    weight: f32,
}

const WORKGROUP: u32 = 64;
const MAX_GROUPS: u32 = 65_535;

#[derive(Debug)]
pub(crate) struct SkinPass {
    pipeline: wgpu::ComputePipeline,
    part_layout: wgpu::BindGroupLayout,
    pose_layout: wgpu::BindGroupLayout,
}

/// A matrix as the shader reads it: three rows.
type Rows = [[f32; 4]; 3];

/// A slot of dual-quaternion skinning as the shader reads it. The matrix is for vertices whose turns cancel.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Pod, Zeroable)]
struct RigidRows {
    matrix: Rows,
    real: [f32; 4],
    dual: [f32; 4],
    stretch: Rows,
}

impl RigidRows {
    fn new(matrix: &Affine3A) -> RigidRows {
        let slot = RigidSlot::new(matrix);
        RigidRows {
            matrix: inverse_bind_rows(matrix),
            real: slot.real.to_array(),
            dual: slot.dual.to_array(),
            stretch: inverse_bind_rows(&Affine3A { matrix3: slot.stretch, translation: Vec3A::ZERO }),
        }
    }
}

/// Bytes of the palette buffer: a slot each, and before those of dual quaternions the model's placement, for these
/// blend in model space.
fn palette_size(method: SkinMethod, slots: usize) -> usize {
    match method {
        SkinMethod::Linear => slots * size_of::<Rows>(),
        SkinMethod::DualQuaternion => size_of::<Rows>() + slots * size_of::<RigidRows>(),
    }
}

/// Bytes of the buffer of active morphs: their number, and each of them.
fn active_size(morphs: usize) -> u64 {
    (size_of::<u32>() + morphs * size_of::<ActiveMorph>()) as u64
}

/// One posed part: what goes into skinning and what comes out. Its bytes are sent only when they change.
#[derive(Debug)]
pub(crate) struct SkinnedPart {
    pub part: GpuPart,
    /// [`SkinnedVertex`] a vertex, world space.
    pub vertices: wgpu::Buffer,
    palette: wgpu::Buffer,
    weights: wgpu::Buffer,
    group: wgpu::BindGroup,
    sent: Option<Vec<u8>>,
    scratch: Vec<u8>,
}

impl SkinPass {
    pub fn new(device: &wgpu::Device) -> SkinPass {
        let read = |binding| layout::storage(binding, true);
        let uniform = layout::uniform(0, wgpu::ShaderStages::COMPUTE);
        let part_layout = layout::group(device, "part", &[uniform, read(1), read(2), read(3)]);
        let pose_layout = layout::group(device, "pose", &[read(0), read(1), layout::storage(2, false)]);
        let module = layout::shader(device, "skin", include_str!("../../shaders/skin.wgsl"));
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("skin"),
            layout: Some(&layout::pipeline(device, &[&part_layout, &pose_layout])),
            module: &module,
            entry_point: Some("skin"),
            compilation_options: Default::default(),
            cache: None,
        });
        SkinPass { pipeline, part_layout, pose_layout }
    }

    pub fn part_group(&self, device: &wgpu::Device, buffers: [&wgpu::Buffer; 4]) -> wgpu::BindGroup {
        layout::bind(device, &self.part_layout, &buffers.map(wgpu::Buffer::as_entire_binding))
    }

    pub fn posed(&self, device: &wgpu::Device, part: GpuPart) -> SkinnedPart {
        let buffers = part.buffers();
        let input = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
        let output = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_SRC;
        let palette =
            layout::buffer(device, "palette", palette_size(buffers.method, buffers.palette_len) as u64, input);
        let weights = layout::buffer(device, "active morphs", active_size(buffers.morphs.len()), input);
        let vertices = layout::buffer(device, "skinned", u64::from(buffers.vertex_count) * SKINNED_STRIDE, output);
        let bound = [&palette, &weights, &vertices].map(wgpu::Buffer::as_entire_binding);
        let group = layout::bind(device, &self.pose_layout, &bound);
        SkinnedPart { part, vertices, palette, weights, group, sent: None, scratch: Vec::new() }
    }

    /// Skins the parts whose pose changed.
    pub fn record<'a>(&self, encoder: &mut wgpu::CommandEncoder, changed: impl Iterator<Item = &'a SkinnedPart>) {
        let mut changed = changed.peekable();
        if changed.peek().is_none() {
            return;
        }
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("skin"), ..Default::default() });
        pass.set_pipeline(&self.pipeline);
        for skinned in changed {
            let buffers = skinned.part.buffers();
            let groups = buffers.vertex_count.div_ceil(WORKGROUP);
            pass.set_bind_group(0, &buffers.skin_group, &[]);
            pass.set_bind_group(1, &skinned.group, &[]);
            pass.dispatch_workgroups(groups.min(MAX_GROUPS), groups.div_ceil(MAX_GROUPS), 1);
        }
    }
}

impl SkinnedPart {
    /// Sends a pose; false when it is the one already skinned. Morph weights that are missing count as 0.
    /// Contract: `palette` has one matrix a slot of the part.
    pub fn send(
        &mut self,
        queue: &wgpu::Queue,
        world_from_model: &Affine3A,
        palette: &[Affine3A],
        morph_weights: &[f32],
    ) -> bool {
        let buffers = self.part.buffers();
        assert_eq!(palette.len(), buffers.palette_len, "one matrix a palette slot");
        self.scratch.clear();
        match buffers.method {
            SkinMethod::Linear => {
                let matrices = palette.iter().map(|matrix| inverse_bind_rows(&(*world_from_model * *matrix)));
                matrices.for_each(|rows| self.scratch.extend_from_slice(bytemuck::bytes_of(&rows)));
            }
            SkinMethod::DualQuaternion => {
                self.scratch.extend_from_slice(bytemuck::bytes_of(&inverse_bind_rows(world_from_model)));
                let slots = palette.iter().map(RigidRows::new);
                slots.for_each(|slot| self.scratch.extend_from_slice(bytemuck::bytes_of(&slot)));
            }
        }
        let split = self.scratch.len();
        // A weight that does nothing is not looked at: where only such ones change, nothing is skinned again.
        let weighted = buffers.morphs.iter().zip(morph_weights).filter(|(_, weight)| weight.abs() > MORPH_THRESHOLD);
        let count = weighted.clone().count() as u32;
        self.scratch.extend_from_slice(&count.to_ne_bytes());
        for (&(first_delta, delta_count), &weight) in weighted {
            let active = ActiveMorph { first_delta, delta_count, weight };
            self.scratch.extend_from_slice(bytemuck::bytes_of(&active));
        }
        if self.sent.as_ref() == Some(&self.scratch) {
            return false;
        }
        queue.write_buffer(&self.palette, 0, &self.scratch[..split]);
        queue.write_buffer(&self.weights, 0, &self.scratch[split..]);
        std::mem::swap(self.sent.get_or_insert_default(), &mut self.scratch);
        true
    }
}
