//! Thick smooth lines, dots and bone shapes. Invariant: widths are in pixels whatever the distance;
//! only a bone's thickness is in metres.

use crate::{
    Polyline, bones, frame::FrameUniforms, layout, line::Line, pipeline::Pipeline,
    scene::RenderScene,
};
use wgpu::CompareFunction;

const SOURCE: &str = concat!(
    include_str!("../../shaders/frame.wgsl"),
    include_str!("../../shaders/lines.wgsl")
);

const ATTRIBUTES: [wgpu::VertexAttribute; 7] = wgpu::vertex_attr_array![
    0 => Float32x3, 1 => Float32, 2 => Float32x3, 3 => Float32, 4 => Float32x4, 5 => Float32x4, 6 => Float32];

/// The quads of one frame, in a buffer that only grows.
#[derive(Debug)]
pub(crate) struct Lines {
    buffer: wgpu::Buffer,
    quads: Vec<Line>,
    /// Quads before this index respect depth; those from it on are drawn over everything.
    on_top_from: u32,
}

#[derive(Debug)]
pub(crate) struct LinePass {
    in_depth: wgpu::RenderPipeline,
    on_top: wgpu::RenderPipeline,
}

impl Lines {
    /// A buffer with room for 256 quads.
    pub fn new(device: &wgpu::Device) -> Lines {
        Lines {
            buffer: make_buffer(device, 256),
            quads: Vec::new(),
            on_top_from: 0,
        }
    }

    /// Collects the lines and bone overlays of a scene and sends them.
    pub fn send(&mut self, gpu: &crate::Gpu, scene: &RenderScene<'_>) {
        self.quads.clear();
        scene
            .lines
            .iter()
            .filter(|line| !line.on_top)
            .for_each(|line| push_polyline(&mut self.quads, line));
        self.on_top_from = self.quads.len() as u32;
        scene
            .lines
            .iter()
            .filter(|line| line.on_top)
            .for_each(|line| push_polyline(&mut self.quads, line));
        scene
            .bones
            .iter()
            .for_each(|overlay| bones::push(&mut self.quads, overlay));
        let bytes: &[u8] = bytemuck::cast_slice(&self.quads);
        if bytes.len() as u64 > self.buffer.size() {
            self.buffer = make_buffer(&gpu.device, self.quads.len().next_power_of_two());
        }
        gpu.queue.write_buffer(&self.buffer, 0, bytes);
    }
}

impl LinePass {
    /// Makes both pipelines for a number of samples.
    pub fn new(device: &wgpu::Device, frame: &FrameUniforms, samples: u32) -> LinePass {
        let quads = wgpu::VertexBufferLayout {
            array_stride: size_of::<Line>() as u64,
            step_mode: wgpu::VertexStepMode::Instance,
            attributes: &ATTRIBUTES,
        };
        let in_depth = Pipeline {
            label: "lines",
            layout: &layout::pipeline(device, &[&frame.layout]),
            module: &layout::shader(device, "lines", SOURCE),
            vertex: "vertex",
            fragment: "fragment",
            color_write: true,
            buffers: &[Some(quads)],
            topology: wgpu::PrimitiveTopology::TriangleStrip,
            edges: false,
            cull: None,
            depth_write: false,
            depth_compare: CompareFunction::GreaterEqual,
            blend: Some(wgpu::BlendState::ALPHA_BLENDING),
        };
        LinePass {
            on_top: Pipeline {
                depth_compare: CompareFunction::Always,
                ..in_depth
            }
            .build(device, samples),
            in_depth: in_depth.build(device, samples),
        }
    }

    /// Draws the quads that were sent.
    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, lines: &Lines) {
        pass.set_vertex_buffer(0, lines.buffer.slice(..));
        pass.set_pipeline(&self.in_depth);
        pass.draw(0..4, 0..lines.on_top_from);
        pass.set_pipeline(&self.on_top);
        pass.draw(0..4, lines.on_top_from..lines.quads.len() as u32);
    }
}

fn make_buffer(device: &wgpu::Device, quads: usize) -> wgpu::Buffer {
    let usage = wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST;
    layout::buffer(device, "lines", (quads * size_of::<Line>()) as u64, usage)
}

fn push_polyline(quads: &mut Vec<Line>, line: &Polyline<'_>) {
    quads.extend(
        line.points
            .windows(2)
            .map(|ends| Line::new(ends[0], ends[1], line.width, line.color)),
    );
    if line.dots > 0.0 {
        quads.extend(
            line.points
                .iter()
                .map(|point| Line::dot(*point, line.dots, line.color)),
        );
    }
}
