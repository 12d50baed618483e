//! A short form for render pipelines. Invariant: depth is reversed, 1 near and 0 far, everywhere.

use crate::texels::{DEPTH, WRITTEN};

/// The settings in which pipelines of this crate differ.
pub(crate) struct Pipeline<'a> {
    /// Name for debuggers.
    pub label: &'a str,
    /// The layout of its bind groups.
    pub layout: &'a wgpu::PipelineLayout,
    /// Shader with both entry points.
    pub module: &'a wgpu::ShaderModule,
    /// Entry point of the vertex stage.
    pub vertex: &'a str,
    /// Entry point of the fragment stage.
    pub fragment: &'a str,
    /// Whether colours are written; false writes depth only.
    pub color_write: bool,
    /// The layouts of its vertex buffers; None is a slot without one.
    pub buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    /// How vertices make primitives.
    pub topology: wgpu::PrimitiveTopology,
    /// Whether triangles are drawn as their edges, a little nearer than their faces. Contract: the
    /// device can.
    pub edges: bool,
    /// Faces that are not drawn; None draws both sides.
    pub cull: Option<wgpu::Face>,
    /// Whether depth is written.
    pub depth_write: bool,
    /// Test against the depth that is there; `Greater` is nearer.
    pub depth_compare: wgpu::CompareFunction,
    /// How colours are blended; None replaces them.
    pub blend: Option<wgpu::BlendState>,
}

impl Pipeline<'_> {
    /// Makes the pipeline for a number of samples.
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
                polygon_mode: if self.edges {
                    wgpu::PolygonMode::Line
                } else {
                    wgpu::PolygonMode::Fill
                },
                ..Default::default()
            },
            depth_stencil: Some(wgpu::DepthStencilState {
                format: DEPTH,
                depth_write_enabled: Some(self.depth_write),
                depth_compare: Some(self.depth_compare),
                stencil: Default::default(),
                bias: if self.edges {
                    wgpu::DepthBiasState {
                        constant: 16,
                        slope_scale: 1.0,
                        clamp: 0.0,
                    }
                } else {
                    Default::default()
                },
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
