//! Render pipelines in few words. Invariant: depth is reversed, 1 near and 0 far, everywhere.

use crate::texels::{DEPTH, WRITTEN};

/// What differs between our pipelines.
pub(crate) struct Pipeline<'a> {
    pub label: &'a str,
    pub layout: &'a wgpu::PipelineLayout,
    pub module: &'a wgpu::ShaderModule,
    pub vertex: &'a str,
    pub fragment: &'a str,
    /// False leaves the colours as they are; depth alone is written.
    pub color_write: bool,
    pub buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    pub topology: wgpu::PrimitiveTopology,
    pub cull: Option<wgpu::Face>,
    pub depth_write: bool,
    pub depth_compare: wgpu::CompareFunction,
    pub blend: Option<wgpu::BlendState>,
}

impl Pipeline<'_> {
    pub fn build(&self, device: &wgpu::Device, samples: u32) -> wgpu::RenderPipeline {
        let write_mask = if self.color_write {
            wgpu::ColorWrites::ALL
        } else {
            wgpu::ColorWrites::empty()
        };
        let targets = [Some(wgpu::ColorTargetState {
            format: WRITTEN,
            blend: self.blend,
            write_mask,
        })];
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.label),
            layout: Some(self.layout),
            vertex: wgpu::VertexState {
                module: self.module,
                entry_point: Some(self.vertex),
                compilation_options: Default::default(),
                buffers: self.buffers,
            },
            primitive: wgpu::PrimitiveState {
                topology: self.topology,
                cull_mode: self.cull,
                ..Default::default()
            },
            depth_stencil: Some(wgpu::DepthStencilState {
                format: DEPTH,
                depth_write_enabled: Some(self.depth_write),
                depth_compare: Some(self.depth_compare),
                stencil: Default::default(),
                bias: Default::default(),
            }),
            multisample: wgpu::MultisampleState {
                count: samples,
                ..Default::default()
            },
            fragment: Some(wgpu::FragmentState {
                module: self.module,
                entry_point: Some(self.fragment),
                compilation_options: Default::default(),
                targets: &targets,
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}
