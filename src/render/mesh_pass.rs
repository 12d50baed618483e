//! Drawing skinned meshes, solid and as ghosts. Invariant: it reads vertices that the skin pass wrote, and nothing
//! of bones or morphs.

use crate::{Drawable, frame::Frame, layout, pipeline::Pipeline, pool::Slot, skin_pass::SKINNED_STRIDE};
use crate::{part::Surface, texture::Textures};
use bytemuck::{Pod, Zeroable};
use wgpu::{CompareFunction, VertexFormat};

pub(crate) const SOURCE: &str =
    concat!(include_str!("../../shaders/frame.wgsl"), include_str!("../../shaders/mesh.wgsl"));

const SKINNED: [wgpu::VertexAttribute; 3] = wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 4 => Float32x4];
const SURFACE: [wgpu::VertexAttribute; 2] = wgpu::vertex_attr_array![2 => Float32x2, 3 => Float32x4];

/// Positions alone, out of the skinned vertices.
pub(crate) const POSITION: [wgpu::VertexAttribute; 1] =
    [wgpu::VertexAttribute { format: VertexFormat::Float32x3, offset: 0, shader_location: 0 }];

/// Bind group 1 of a mesh: how its surface looks. Matches `Surface` in `shaders/mesh.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Pod, Zeroable)]
pub(crate) struct SurfaceUniform {
    base_color: [f32; 4],
    alpha_cutoff: f32,
    opacity: f32,
    bumps: f32,
    unused: f32,
}

#[derive(Debug)]
pub(crate) struct MeshPass {
    one_sided: wgpu::RenderPipeline,
    two_sided: wgpu::RenderPipeline,
    ghost_depth: wgpu::RenderPipeline,
    ghost_color: wgpu::RenderPipeline,
}

impl SurfaceUniform {
    pub fn new(drawable: &Drawable<'_>) -> SurfaceUniform {
        let alpha_cutoff = drawable.material.alpha_cutoff;
        SurfaceUniform {
            base_color: drawable.color(),
            alpha_cutoff,
            opacity: drawable.tint[3].min(1.0),
            bumps: if drawable.material.normal_texture.is_some() { 1.0 } else { 0.0 },
            unused: 0.0,
        }
    }
}

impl MeshPass {
    pub fn surface_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
        layout::group(device, "surface", &[layout::uniform(0, wgpu::ShaderStages::FRAGMENT)])
    }

    pub fn new(
        device: &wgpu::Device,
        frame: &Frame,
        surfaces: &wgpu::BindGroupLayout,
        textures: &Textures,
        samples: u32,
    ) -> MeshPass {
        let layout = layout::pipeline(device, &[&frame.layout, surfaces, &textures.layout, &textures.layout]);
        let buffers = [skinned_layout(&SKINNED), Some(per_vertex(size_of::<Surface>() as u64, &SURFACE))];
        let solid = Pipeline {
            label: "mesh",
            layout: &layout,
            module: &layout::shader(device, "mesh", SOURCE),
            vertex: "vertex",
            fragment: "fragment",
            color_write: true,
            buffers: &buffers,
            topology: wgpu::PrimitiveTopology::TriangleList,
            cull: None,
            depth_write: true,
            depth_compare: CompareFunction::Greater,
            blend: None,
        };
        let seen_through = Some(wgpu::BlendState::ALPHA_BLENDING);
        let equal = CompareFunction::GreaterEqual;
        MeshPass {
            one_sided: Pipeline { cull: Some(wgpu::Face::Back), ..solid }.build(device, samples),
            two_sided: solid.build(device, samples),
            ghost_depth: Pipeline { color_write: false, ..solid }.build(device, samples),
            ghost_color: Pipeline { blend: seen_through, depth_compare: equal, ..solid }.build(device, samples),
        }
    }

    pub fn draw_solid(&self, pass: &mut wgpu::RenderPass<'_>, slot: &Slot) {
        pass.set_pipeline(if slot.two_sided { &self.two_sided } else { &self.one_sided });
        draw(pass, slot);
    }

    /// One layer deep: the depth first, then the colour where it is in front.
    pub fn draw_ghost(&self, pass: &mut wgpu::RenderPass<'_>, slot: &Slot) {
        pass.set_pipeline(&self.ghost_depth);
        draw(pass, slot);
        pass.set_pipeline(&self.ghost_color);
        draw(pass, slot);
    }
}

fn draw(pass: &mut wgpu::RenderPass<'_>, slot: &Slot) {
    let part = slot.skinned.part.buffers();
    pass.set_bind_group(1, &slot.surface_group, &[]);
    pass.set_bind_group(2, slot.texture.group(), &[]);
    pass.set_bind_group(3, slot.normal_texture.group(), &[]);
    pass.set_vertex_buffer(0, slot.skinned.vertices.slice(..));
    pass.set_vertex_buffer(1, slot.paint.as_ref().map_or(&part.streams.surface, |paint| &paint.0).slice(..));
    pass.set_index_buffer(part.streams.indices.slice(..), wgpu::IndexFormat::Uint32);
    pass.draw_indexed(0..part.index_count, 0, 0..1);
}

pub(crate) fn skinned_layout(attributes: &[wgpu::VertexAttribute]) -> Option<wgpu::VertexBufferLayout<'_>> {
    Some(per_vertex(SKINNED_STRIDE, attributes))
}

fn per_vertex(array_stride: u64, attributes: &[wgpu::VertexAttribute]) -> wgpu::VertexBufferLayout<'_> {
    wgpu::VertexBufferLayout { array_stride, step_mode: wgpu::VertexStepMode::Vertex, attributes }
}
