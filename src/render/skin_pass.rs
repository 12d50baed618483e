//! Skinning on the device: one thread a vertex, before anything is drawn.
//! Invariant: the same maths and order as `anim::skinning::skin`, which tests compare it with.

use crate::{Gpu, growing::Growing, layout};
use bytemuck::{Pod, Zeroable};

/// Storage buffers that the skinning shader reads and writes.
pub(crate) const STORAGE_BUFFERS: u32 = 6;
/// Bytes of a skinned vertex: position, normal and tangent. The tangent is zero where there is
/// none.
pub(crate) const SKINNED_STRIDE: u64 = size_of::<SkinnedVertex>() as u64;

/// Shader code in front of every shader that skins.
pub(crate) const SKINNING: &str = concat!(
    include_str!("../../shaders/instance.wgsl"),
    include_str!("../../shaders/skinning.wgsl")
);
/// Shader code in front of every shader that looks up skinned vertices.
pub(crate) const KEPT: &str = concat!(
    include_str!("../../shaders/instance.wgsl"),
    include_str!("../../shaders/kept.wgsl")
);

/// One skinned vertex in world space. Matches `FLOATS` in `shaders/instance.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct SkinnedVertex {
    /// World space, in metres.
    pub position: [f32; 3],
    /// World space, unit length.
    pub normal: [f32; 3],
    /// World space; the fourth number is the sign of the bitangent, and all are 0 without tangents.
    pub tangent: [f32; 4],
}

/// The compute pipeline that skins, and the layouts of its bind groups.
#[derive(Debug)]
pub(crate) struct SkinPass {
    /// Runs one thread for each vertex.
    pub pipeline: wgpu::ComputePipeline,
    /// Bind group 2 of every shader that skins.
    pub read_layout: wgpu::BindGroupLayout,
    /// Bind group 2 of every shader that looks up skinned vertices.
    pub kept_layout: wgpu::BindGroupLayout,
    write_layout: wgpu::BindGroupLayout,
}

impl SkinPass {
    /// Makes the pipeline.
    pub fn new(gpu: &Gpu) -> SkinPass {
        let device = &gpu.device;
        let compute = wgpu::ShaderStages::COMPUTE;
        let everywhere = if gpu.has_vertex_storage {
            compute | wgpu::ShaderStages::VERTEX
        } else {
            compute
        };
        let read = [0, 1, 2, 3].map(|binding| layout::storage(binding, everywhere, true));
        let read_layout = layout::group(device, "poses", &read);
        let looked_up = [0, 1].map(|binding| layout::storage(binding, everywhere, true));
        let kept_layout = layout::group(device, "kept", &looked_up);
        let written = [
            layout::storage(0, compute, true),
            layout::storage(1, compute, false),
        ];
        let write_layout = layout::group(device, "skinned", &written);
        let source = [SKINNING, include_str!("../../shaders/skin.wgsl")].concat();
        let groups = [None, None, Some(&read_layout), Some(&write_layout)];
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("skin"),
            layout: Some(&layout::sparse_pipeline(device, &groups)),
            module: &layout::shader(device, "skin", &source),
            entry_point: Some("skin"),
            compilation_options: Default::default(),
            cache: None,
        });
        SkinPass {
            pipeline,
            read_layout,
            kept_layout,
            write_layout,
        }
    }

    /// Bind group 2 for shaders that skin: geometry, then palettes, active morphs and instances.
    pub fn read_group(
        &self,
        device: &wgpu::Device,
        geometry: &wgpu::Buffer,
        poses: [&mut Growing; 3],
    ) -> wgpu::BindGroup {
        let [rows, morphs, instances] = poses.map(|growing| growing.buffer.as_entire_binding());
        layout::bind(
            device,
            &self.read_layout,
            &[geometry.as_entire_binding(), rows, morphs, instances],
        )
    }

    /// Bind group 2 for shaders that look up skinned vertices.
    pub fn kept_group(
        &self,
        device: &wgpu::Device,
        vertices: &wgpu::Buffer,
        instances: &wgpu::Buffer,
    ) -> wgpu::BindGroup {
        layout::bind(
            device,
            &self.kept_layout,
            &[vertices, instances].map(wgpu::Buffer::as_entire_binding),
        )
    }

    /// Bind group 3 of the skinning pipeline: its jobs, and the vertices that it writes.
    pub fn write_group(
        &self,
        device: &wgpu::Device,
        jobs: &wgpu::Buffer,
        output: &wgpu::Buffer,
    ) -> wgpu::BindGroup {
        layout::bind(
            device,
            &self.write_layout,
            &[jobs, output].map(wgpu::Buffer::as_entire_binding),
        )
    }
}
