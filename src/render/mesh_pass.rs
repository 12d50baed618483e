//! Draws meshes, solid and as ghosts. Invariant: vertices from the skin pass and vertices that are
//! skinned while drawn go through the same shader.

use crate::{
    batch::PoseBatch,
    cache::SkinCache,
    frame::FrameUniforms,
    layout,
    part::VertexSurface,
    pipeline::Pipeline,
    pool::DrawSlot,
    skin_pass::{KEPT, SKINNED_STRIDE, SKINNING, SkinPass},
    way::VertexSource,
};
use std::ops::Range;
use wgpu::{CompareFunction, VertexFormat};

const SOURCE: &str = concat!(
    include_str!("../../shaders/frame.wgsl"),
    include_str!("../../shaders/mesh.wgsl")
);

const SKINNED: [wgpu::VertexAttribute; 3] =
    wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 4 => Float32x4];
const SURFACE: [wgpu::VertexAttribute; 2] =
    wgpu::vertex_attr_array![2 => Float32x2, 3 => Float32x4];

/// Vertex attributes of skinned vertices: only the position.
pub(crate) const POSITION: [wgpu::VertexAttribute; 1] = [wgpu::VertexAttribute {
    format: VertexFormat::Float32x3,
    offset: 0,
    shader_location: 0,
}];

#[derive(Debug)]
pub(crate) struct MeshPass {
    way: VertexSource,
    one_sided: wgpu::RenderPipeline,
    two_sided: wgpu::RenderPipeline,
    ghost_depth: wgpu::RenderPipeline,
    ghost_color: wgpu::RenderPipeline,
    /// Edges of triangles over their faces; None where the device cannot, or motion is shown.
    edges: Option<wgpu::RenderPipeline>,
}

/// The layouts that pipelines of a mesh pass bind.
pub(crate) struct Layouts<'a> {
    /// Group 0: camera, grid and viewport.
    pub frame: &'a FrameUniforms,
    /// Group 1: surface and textures of a drawable.
    pub surfaces: &'a wgpu::BindGroupLayout,
    /// Group 2: where vertices come from.
    pub skinning: &'a SkinPass,
}

impl MeshPass {
    /// Layout of bind group 1: surface uniform, sampler, base colour and normal texture.
    pub fn surface_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
        let uniform = layout::uniform(0, wgpu::ShaderStages::FRAGMENT);
        let textures = [layout::sampler(1), layout::sampled(2), layout::sampled(3)];
        layout::group(device, "surface", &[&[uniform], &textures[..]].concat())
    }

    /// Makes the pipelines for one source of vertices and a number of samples.
    pub fn new(
        device: &wgpu::Device,
        layouts: &Layouts<'_>,
        way: VertexSource,
        samples: u32,
    ) -> MeshPass {
        let vertices = match way {
            VertexSource::Kept => Some(&layouts.skinning.kept_layout),
            VertexSource::Skinned => None,
            VertexSource::Unskinned | VertexSource::Motion => Some(&layouts.skinning.read_layout),
        };
        let groups = [
            Some(&layouts.frame.layout),
            Some(layouts.surfaces),
            vertices,
        ];
        let looks = Some(per_vertex(size_of::<VertexSurface>() as u64, &SURFACE));
        let (buffers, [vertex, fragment]) = match way {
            VertexSource::Kept => (vec![looks], ["kept_vertex", "fragment"]),
            VertexSource::Skinned => (
                vec![skinned_layout(&SKINNED), looks],
                ["vertex", "fragment"],
            ),
            VertexSource::Unskinned => (vec![looks], ["unskinned_vertex", "fragment"]),
            VertexSource::Motion => (Vec::new(), ["moving_vertex", "motion"]),
        };
        let solid = Pipeline {
            label: "mesh",
            layout: &layout::sparse_pipeline(device, &groups),
            module: &layout::shader(device, "mesh", &source(way)),
            vertex,
            fragment,
            color_write: true,
            buffers: &buffers,
            topology: wgpu::PrimitiveTopology::TriangleList,
            edges: false,
            cull: None,
            depth_write: true,
            depth_compare: CompareFunction::Greater,
            blend: None,
        };
        let seen_through = Some(wgpu::BlendState::ALPHA_BLENDING);
        let equal = CompareFunction::GreaterEqual;
        let has_edges = device
            .features()
            .contains(wgpu::Features::POLYGON_MODE_LINE)
            && way != VertexSource::Motion;
        MeshPass {
            way,
            one_sided: Pipeline {
                cull: Some(wgpu::Face::Back),
                ..solid
            }
            .build(device, samples),
            two_sided: solid.build(device, samples),
            ghost_depth: Pipeline {
                color_write: false,
                ..solid
            }
            .build(device, samples),
            ghost_color: Pipeline {
                blend: seen_through,
                depth_compare: equal,
                ..solid
            }
            .build(device, samples),
            edges: has_edges.then(|| {
                Pipeline {
                    label: "edges",
                    fragment: "edge",
                    edges: true,
                    depth_compare: equal,
                    ..solid
                }
                .build(device, samples)
            }),
        }
    }

    /// Draws edges of instances of a part that all look like the slot.
    pub fn draw_edges(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        slot: &DrawSlot,
        instances: Range<u32>,
        poses: &PoseSource<'_>,
    ) {
        if let Some(edges) = &self.edges {
            pass.set_pipeline(edges);
            self.draw(pass, slot, instances, poses);
        }
    }

    /// Draws instances of a part that all look like the slot.
    pub fn draw_solid(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        slot: &DrawSlot,
        instances: Range<u32>,
        poses: &PoseSource<'_>,
    ) {
        pass.set_pipeline(if slot.two_sided {
            &self.two_sided
        } else {
            &self.one_sided
        });
        self.draw(pass, slot, instances, poses);
    }

    /// Draws a ghost one layer deep: its depth first, then its colour where it is in front.
    pub fn draw_ghost(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        slot: &DrawSlot,
        poses: &PoseSource<'_>,
    ) {
        let instances = slot.posed.instance..slot.posed.instance + 1;
        pass.set_pipeline(&self.ghost_depth);
        self.draw(pass, slot, instances.clone(), poses);
        pass.set_pipeline(&self.ghost_color);
        self.draw(pass, slot, instances, poses);
    }

    fn draw(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        slot: &DrawSlot,
        instances: Range<u32>,
        poses: &PoseSource<'_>,
    ) {
        let streams = &slot.posed.part.buffers().streams;
        let looks = slot
            .paint
            .as_ref()
            .map_or(&streams.surface, |paint| &paint.0)
            .slice(..);
        pass.set_bind_group(1, &slot.group, &[]);
        if self.way != VertexSource::Motion {
            pass.set_vertex_buffer(u32::from(self.way == VertexSource::Skinned), looks);
        }
        draw_indexed(pass, slot, instances, poses, self.way);
    }
}

/// Source of the vertices of a picture.
pub(crate) struct PoseSource<'a> {
    /// The poses and the jobs that skin them.
    pub batch: &'a PoseBatch,
    /// The skinned vertices.
    pub cache: &'a SkinCache,
}

/// Binds the vertices of a slot and draws instances of its part. Contract: there is one instance,
/// unless vertices are looked up or skinned while drawn.
pub(crate) fn draw_indexed(
    pass: &mut wgpu::RenderPass<'_>,
    slot: &DrawSlot,
    instances: Range<u32>,
    poses: &PoseSource<'_>,
    way: VertexSource,
) {
    let part = slot.posed.part.buffers();
    match (way, &slot.posed.room) {
        (VertexSource::Kept, _) => pass.set_bind_group(2, poses.batch.kept_group(), &[]),
        (VertexSource::Skinned, Some(room)) => {
            let range =
                u64::from(room.start) * SKINNED_STRIDE..u64::from(room.end) * SKINNED_STRIDE;
            pass.set_vertex_buffer(0, poses.cache.vertices.slice(range));
        }
        _ => pass.set_bind_group(2, poses.batch.group(&slot.posed), &[]),
    }
    pass.set_index_buffer(part.streams.indices.slice(..), wgpu::IndexFormat::Uint32);
    pass.draw_indexed(0..part.index_count, 0, instances);
}

fn source(way: VertexSource) -> String {
    let more: &[&str] = match way {
        VertexSource::Kept => &[KEPT, include_str!("../../shaders/kept_mesh.wgsl")],
        VertexSource::Skinned => &[],
        VertexSource::Unskinned | VertexSource::Motion => {
            &[SKINNING, include_str!("../../shaders/unskinned_mesh.wgsl")]
        }
    };
    [&[SOURCE], more].concat().concat()
}

pub(crate) fn skinned_layout(
    attributes: &[wgpu::VertexAttribute],
) -> Option<wgpu::VertexBufferLayout<'_>> {
    Some(per_vertex(SKINNED_STRIDE, attributes))
}

fn per_vertex(
    array_stride: u64,
    attributes: &[wgpu::VertexAttribute],
) -> wgpu::VertexBufferLayout<'_> {
    wgpu::VertexBufferLayout {
        array_stride,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes,
    }
}
