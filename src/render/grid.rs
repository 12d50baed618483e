//! The ground: grid, axes and contact shadow in one quad. Invariant: it never hides what is above
//! or below it.

use crate::{frame::FrameUniforms, layout, pipeline::Pipeline, texture::TextureUploader};

const SOURCE: &str = concat!(
    include_str!("../../shaders/frame.wgsl"),
    include_str!("../../shaders/grid.wgsl")
);

#[derive(Debug)]
pub(crate) struct GridPass(wgpu::RenderPipeline);

impl GridPass {
    /// Makes the pipeline for a number of samples.
    pub fn new(
        device: &wgpu::Device,
        frame: &FrameUniforms,
        textures: &TextureUploader,
        samples: u32,
    ) -> GridPass {
        let ground = Pipeline {
            label: "grid",
            layout: &layout::pipeline(device, &[&frame.layout, &textures.layout]),
            module: &layout::shader(device, "grid", SOURCE),
            vertex: "vertex",
            fragment: "fragment",
            color_write: true,
            buffers: &[],
            topology: wgpu::PrimitiveTopology::TriangleStrip,
            edges: false,
            cull: None,
            depth_write: false,
            depth_compare: wgpu::CompareFunction::Greater,
            blend: Some(wgpu::BlendState::ALPHA_BLENDING),
        };
        GridPass(ground.build(device, samples))
    }

    /// Draws the ground over the solids that are drawn already.
    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, shadow_map: &wgpu::BindGroup) {
        pass.set_pipeline(&self.0);
        pass.set_bind_group(1, shadow_map, &[]);
        pass.draw(0..4, 0..1);
    }
}
