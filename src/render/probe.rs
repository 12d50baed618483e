//! Reads back vertices as the vertex stage skins them, to compare them. Invariant: it runs the
//! shader code that draws.

use crate::{
    Gpu, GpuError, batch::PoseBatch, layout, posed::PosedPart, skin_pass::SKINNING,
    skin_pass::SkinPass,
};
use anim::skinning::Skinned;
use glam::{Vec3, Vec4};

/// Pixels in a row, and rows; matches `shaders/probe.wgsl`.
const SIDE: u32 = 1024;
const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba32Uint;
const PIXEL: u64 = 16;

#[derive(Debug)]
pub(crate) struct SkinProbe {
    place: wgpu::RenderPipeline,
    tangent: wgpu::RenderPipeline,
}

impl SkinProbe {
    /// Makes the pipelines. Contract: the adapter can skin in the vertex stage.
    pub fn new(device: &wgpu::Device, skin_pass: &SkinPass) -> SkinProbe {
        let module = layout::shader(
            device,
            "probe",
            &[SKINNING, include_str!("../../shaders/probe.wgsl")].concat(),
        );
        let groups = layout::sparse_pipeline(device, &[None, None, Some(&skin_pass.read_layout)]);
        let target = Some(wgpu::ColorTargetState {
            format: FORMAT,
            blend: None,
            write_mask: wgpu::ColorWrites::ALL,
        });
        let pipeline = |fragment| {
            device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some("probe"),
                layout: Some(&groups),
                vertex: wgpu::VertexState {
                    module: &module,
                    entry_point: Some("vertex"),
                    compilation_options: Default::default(),
                    buffers: &[],
                },
                primitive: wgpu::PrimitiveState {
                    topology: wgpu::PrimitiveTopology::PointList,
                    ..Default::default()
                },
                depth_stencil: None,
                multisample: Default::default(),
                fragment: Some(wgpu::FragmentState {
                    module: &module,
                    entry_point: Some(fragment),
                    compilation_options: Default::default(),
                    targets: &[target.clone(), target.clone()],
                }),
                multiview_mask: None,
                cache: None,
            })
        };
        SkinProbe {
            place: pipeline("place"),
            tangent: pipeline("tangent"),
        }
    }

    /// Vertices of a part in world space. Contract: the batch holds this part alone. An Err means
    /// that the device was lost.
    pub fn read(
        &self,
        gpu: &Gpu,
        batch: &PoseBatch,
        posed: &PosedPart,
    ) -> Result<Skinned, GpuError> {
        let part = posed.part.buffers();
        let mut skinned = Skinned::default();
        for first in (0..part.vertex_count).step_by((SIDE * SIDE) as usize) {
            let vertices = first..part.vertex_count.min(first + SIDE * SIDE);
            let [positions, normals] =
                self.pixels(gpu, &self.place, batch.group(posed), vertices.clone())?;
            skinned
                .positions
                .extend(positions.iter().map(|pixel| Vec3::from_slice(pixel)));
            skinned
                .normals
                .extend(normals.iter().map(|pixel| Vec3::from_slice(pixel)));
            if part.has_tangents {
                let [tangents, _] =
                    self.pixels(gpu, &self.tangent, batch.group(posed), vertices)?;
                skinned
                    .tangents
                    .extend(tangents.iter().map(|pixel| Vec4::from(*pixel)));
            }
        }
        Ok(skinned)
    }

    fn pixels(
        &self,
        gpu: &Gpu,
        pipeline: &wgpu::RenderPipeline,
        group: &wgpu::BindGroup,
        vertices: std::ops::Range<u32>,
    ) -> Result<[Vec<[f32; 4]>; 2], GpuError> {
        let rows = vertices.len() as u32;
        let rows = rows.div_ceil(SIDE);
        let textures = [picture(gpu), picture(gpu)];
        let views = textures
            .each_ref()
            .map(|texture| texture.create_view(&Default::default()));
        let ops = wgpu::Operations {
            load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
            store: wgpu::StoreOp::Store,
        };
        let attachments = views.each_ref().map(|view| {
            Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops,
            })
        });
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("probe"),
            color_attachments: &attachments,
            ..Default::default()
        });
        pass.set_pipeline(pipeline);
        pass.set_bind_group(2, group, &[]);
        pass.draw(vertices.clone(), 0..1);
        drop(pass);
        let size = u64::from(rows * SIDE) * PIXEL;
        let usage = wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC;
        let buffers = [(); 2].map(|()| layout::buffer(&gpu.device, "probed", size, usage));
        for (texture, buffer) in textures.iter().zip(&buffers) {
            let bytes_per_row = Some(SIDE * PIXEL as u32);
            let layout = wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row,
                rows_per_image: None,
            };
            let extent = wgpu::Extent3d {
                width: SIDE,
                height: rows,
                depth_or_array_layers: 1,
            };
            let into = wgpu::TexelCopyBufferInfo { buffer, layout };
            encoder.copy_texture_to_buffer(texture.as_image_copy(), into, extent);
        }
        gpu.queue.submit([encoder.finish()]);
        let [a, b] = buffers.each_ref().map(|buffer| {
            let bytes = gpu.read_buffer(buffer)?;
            let pixels = bytes.chunks_exact(PIXEL as usize).take(vertices.len());
            Ok(pixels
                .map(bytemuck::pod_read_unaligned::<[f32; 4]>)
                .collect())
        });
        Ok([a?, b?])
    }
}

fn picture(gpu: &Gpu) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("probe"),
        size: wgpu::Extent3d {
            width: SIDE,
            height: SIDE,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    })
}
