//! The soft contact shadow: how near the ground the solids are, seen from above, blurred into a small map.
//! Invariant: the map depends on the solids alone, not on the camera.

use crate::{frame::Frame, layout, mesh_pass, pool::Slot, texture::Textures};

const SOURCE: &str = concat!(include_str!("../../shaders/frame.wgsl"), include_str!("../../shaders/shadow.wgsl"));
const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R8Unorm;
/// Texels a side, before and after the blur; `SCALE` in `shaders/shadow.wgsl` is their ratio.
const COVER: u32 = 128;
const MAP: u32 = 64;

/// Where the ground reads the shadow from.
pub(crate) struct ShadowPass {
    cover: wgpu::RenderPipeline,
    blur: wgpu::RenderPipeline,
    covered: wgpu::TextureView,
    covered_group: wgpu::BindGroup,
    map: wgpu::TextureView,
    pub map_group: wgpu::BindGroup,
}

impl ShadowPass {
    pub fn new(device: &wgpu::Device, frame: &Frame, textures: &Textures) -> ShadowPass {
        let module = layout::shader(device, "shadow", SOURCE);
        let cover_layout = layout::pipeline(device, &[&frame.layout]);
        let blur_layout = layout::pipeline(device, &[&frame.layout, &textures.layout]);
        let keep_most = wgpu::BlendComponent {
            src_factor: wgpu::BlendFactor::One,
            dst_factor: wgpu::BlendFactor::One,
            operation: wgpu::BlendOperation::Max,
        };
        let most = wgpu::BlendState { color: keep_most, alpha: keep_most };
        let positions = [mesh_pass::skinned_layout(&mesh_pass::POSITION)];
        let (covered, map) = (map_view(device, COVER), map_view(device, MAP));
        ShadowPass {
            cover: layout::flat_pipeline(
                device,
                &cover_layout,
                &module,
                ["vertex", "cover"],
                &positions,
                FORMAT,
                Some(most),
            ),
            blur: layout::flat_pipeline(device, &blur_layout, &module, ["whole_map", "blur"], &[], FORMAT, None),
            covered_group: textures.clamped(device, &covered),
            map_group: textures.clamped(device, &map),
            covered,
            map,
        }
    }

    /// Contract: the solids were skinned before.
    pub fn record<'a>(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        frame: &Frame,
        solids: impl Iterator<Item = &'a Slot>,
    ) {
        let mut pass = layout::begin_flat(encoder, "cover", &self.covered);
        pass.set_pipeline(&self.cover);
        pass.set_bind_group(0, &frame.group, &[]);
        for slot in solids {
            let part = slot.skinned.part.buffers();
            pass.set_vertex_buffer(0, slot.skinned.vertices.slice(..));
            pass.set_index_buffer(part.streams.indices.slice(..), wgpu::IndexFormat::Uint32);
            pass.draw_indexed(0..part.index_count, 0, 0..1);
        }
        drop(pass);
        let mut pass = layout::begin_flat(encoder, "blur", &self.map);
        pass.set_pipeline(&self.blur);
        pass.set_bind_group(0, &frame.group, &[]);
        pass.set_bind_group(1, &self.covered_group, &[]);
        pass.draw(0..3, 0..1);
    }
}

fn map_view(device: &wgpu::Device, side: u32) -> wgpu::TextureView {
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("shadow"),
        size: wgpu::Extent3d { width: side, height: side, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    texture.create_view(&Default::default())
}
