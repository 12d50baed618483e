//! The soft contact shadow: how near the ground the solids are, seen from above, blurred into a
//! small map. Invariant: the map depends on the solids alone, not on the camera.

use crate::{
    Gpu,
    frame::FrameUniforms,
    layout,
    mesh_pass::{self, PoseSource},
    pool::Pool,
    skin_pass::{KEPT, SKINNING, SkinPass},
    texture::TextureUploader,
    way::VertexSource,
};

const SOURCE: &str = concat!(
    include_str!("../../shaders/frame.wgsl"),
    include_str!("../../shaders/shadow.wgsl")
);
const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R8Unorm;
/// Texels of a side, before and after the blur; `SCALE` in `shaders/shadow.wgsl` is their ratio.
const COVER: u32 = 128;
const MAP: u32 = 64;

const KEEP_MOST: wgpu::BlendComponent = wgpu::BlendComponent {
    src_factor: wgpu::BlendFactor::One,
    dst_factor: wgpu::BlendFactor::One,
    operation: wgpu::BlendOperation::Max,
};
const MOST: wgpu::BlendState = wgpu::BlendState {
    color: KEEP_MOST,
    alpha: KEEP_MOST,
};

/// Draws the shadow map that the ground reads.
pub(crate) struct ShadowPass {
    /// Pipeline for casters that were skinned before.
    cover: wgpu::RenderPipeline,
    /// Pipeline for casters that are skinned while drawn; made when first needed.
    cover_unskinned: Option<wgpu::RenderPipeline>,
    blur: wgpu::RenderPipeline,
    covered: wgpu::TextureView,
    covered_group: wgpu::BindGroup,
    map: wgpu::TextureView,
    /// Bind group of the finished map.
    pub map_group: wgpu::BindGroup,
}

impl ShadowPass {
    /// Makes the pipelines and the map.
    pub fn new(
        gpu: &Gpu,
        frame: &FrameUniforms,
        textures: &TextureUploader,
        skin_pass: &SkinPass,
    ) -> ShadowPass {
        let device = &gpu.device;
        let module = layout::shader(device, "shadow", SOURCE);
        let blur_layout = layout::pipeline(device, &[&frame.layout, &textures.layout]);
        let (covered, map) = (map_view(device, COVER), map_view(device, MAP));
        ShadowPass {
            cover: if gpu.looks_up {
                let more = [KEPT, include_str!("../../shaders/kept_shadow.wgsl")].concat();
                cover(
                    device,
                    frame,
                    Some(&skin_pass.kept_layout),
                    &more,
                    "kept_vertex",
                    &[],
                )
            } else {
                let positions = [mesh_pass::skinned_layout(&mesh_pass::POSITION)];
                cover(device, frame, None, "", "vertex", &positions)
            },
            cover_unskinned: None,
            blur: layout::flat_pipeline(
                device,
                &blur_layout,
                &module,
                ["whole_map", "blur"],
                &[],
                FORMAT,
                None,
            ),
            covered_group: textures.clamped(device, &covered),
            map_group: textures.clamped(device, &map),
            covered,
            map,
        }
    }

    /// Prepares the pipeline for casters that are skinned while drawn.
    pub fn prepare_unskinned(
        &mut self,
        device: &wgpu::Device,
        frame: &FrameUniforms,
        poses: &wgpu::BindGroupLayout,
    ) {
        self.cover_unskinned.get_or_insert_with(|| {
            let more = [
                SKINNING,
                include_str!("../../shaders/unskinned_shadow.wgsl"),
            ]
            .concat();
            cover(device, frame, Some(poses), &more, "unskinned_vertex", &[])
        });
    }

    /// Draws and blurs the map. Contract: casters were skinned before, or
    /// [`Self::prepare_unskinned`] was called.
    pub fn record(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        (frame, gpu): (&FrameUniforms, &Gpu),
        pool: &Pool,
        poses: &PoseSource<'_>,
    ) {
        let mut pass = layout::begin_flat(encoder, "cover", &self.covered);
        pass.set_bind_group(0, &frame.group, &[]);
        for run in &pool.runs {
            let slot = &pool.slots[run.slot];
            let way = VertexSource::of(&slot.posed, gpu);
            pass.set_pipeline(match (way, &self.cover_unskinned) {
                (VertexSource::Unskinned, Some(unskinned)) => unskinned,
                _ => &self.cover,
            });
            mesh_pass::draw_indexed(&mut pass, slot, run.instances.clone(), poses, way);
        }
        drop(pass);
        let mut pass = layout::begin_flat(encoder, "blur", &self.map);
        pass.set_pipeline(&self.blur);
        pass.set_bind_group(0, &frame.group, &[]);
        pass.set_bind_group(1, &self.covered_group, &[]);
        pass.draw(0..3, 0..1);
    }
}

/// A pipeline that draws how near the ground casters are. `more` is shader code for its vertex
/// stage.
fn cover(
    device: &wgpu::Device,
    frame: &FrameUniforms,
    vertices: Option<&wgpu::BindGroupLayout>,
    more: &str,
    entry: &str,
    buffers: &[Option<wgpu::VertexBufferLayout<'_>>],
) -> wgpu::RenderPipeline {
    let module = layout::shader(device, "shadow", &[SOURCE, more].concat());
    let groups = layout::sparse_pipeline(device, &[Some(&frame.layout), None, vertices]);
    layout::flat_pipeline(
        device,
        &groups,
        &module,
        [entry, "cover"],
        buffers,
        FORMAT,
        Some(MOST),
    )
}

fn map_view(device: &wgpu::Device, side: u32) -> wgpu::TextureView {
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("shadow"),
        size: wgpu::Extent3d {
            width: side,
            height: side,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    texture.create_view(&Default::default())
}
