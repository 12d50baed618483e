//! Gamma-encodes finished pictures. Invariant: the pass exists only where a device cannot use one
//! texture in two formats.

use crate::{layout, texels::STORED, texture::TextureUploader};

pub(crate) struct EncodePass(wgpu::RenderPipeline);

impl EncodePass {
    /// Makes the pipeline, for devices that cannot use one texture in two formats.
    pub fn new(device: &wgpu::Device, textures: &TextureUploader) -> EncodePass {
        let module = layout::shader(device, "encode", include_str!("../../shaders/encode.wgsl"));
        let groups = layout::pipeline(device, &[&textures.layout]);
        EncodePass(layout::flat_pipeline(
            device,
            &groups,
            &module,
            ["vertex", "fragment"],
            &[],
            STORED,
            None,
        ))
    }

    /// Draws the picture of `from` into `into`, encoded.
    pub fn record(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        from: &wgpu::BindGroup,
        into: &wgpu::TextureView,
    ) {
        let mut pass = layout::begin_flat(encoder, "encode", into);
        pass.set_pipeline(&self.0);
        pass.set_bind_group(0, from, &[]);
        pass.draw(0..3, 0..1);
    }
}
