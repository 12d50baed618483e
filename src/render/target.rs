//! What a scene is drawn into. Invariant: the finished colours are stored gamma-encoded, in plain `Rgba8Unorm`
//! texels, which is what egui and PNG files expect.

use crate::{Gpu, color};
use glam::UVec2;

const STORED: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
pub(crate) const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// How pipelines must write so that a target ends up encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TargetFormat {
    pub color: wgpu::TextureFormat,
    pub samples: u32,
    /// The shader encodes, because the device cannot.
    pub encode: bool,
}

/// A picture that keeps its textures from frame to frame and is made anew when its size or samples change.
#[derive(Debug, Default)]
pub struct Target {
    textures: Option<Textures>,
    generation: u64,
}

#[derive(Debug)]
struct Textures {
    size: UVec2,
    format: TargetFormat,
    color: wgpu::Texture,
    /// Plain texels, for whoever shows the picture.
    shown: wgpu::TextureView,
    /// The same texels as the pipelines write them.
    written: wgpu::TextureView,
    multisampled: Option<wgpu::TextureView>,
    depth: wgpu::TextureView,
}

impl TargetFormat {
    pub fn new(gpu: &Gpu, samples: u32) -> TargetFormat {
        let samples = if samples >= 4 { 4 } else { 1 };
        let color = if gpu.has_view_formats { STORED.add_srgb_suffix() } else { STORED };
        TargetFormat { color, samples, encode: !gpu.has_view_formats }
    }
}

impl Target {
    /// Changes whenever the texture was made anew: then a registered view must be registered again.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The picture. None before anything was drawn.
    pub fn view(&self) -> Option<&wgpu::TextureView> {
        self.textures.as_ref().map(|textures| &textures.shown)
    }

    pub(crate) fn color(&self) -> Option<&wgpu::Texture> {
        self.textures.as_ref().map(|textures| &textures.color)
    }

    pub(crate) fn fit(&mut self, gpu: &Gpu, size: UVec2, format: TargetFormat) {
        let largest = gpu.device.limits().max_texture_dimension_2d;
        let size = size.clamp(UVec2::ONE, UVec2::splat(largest));
        if self.textures.as_ref().is_some_and(|textures| textures.size == size && textures.format == format) {
            return;
        }
        self.textures = Some(Textures::new(&gpu.device, size, format));
        self.generation += 1;
    }

    /// Starts the pass that draws everything. Contract: `fit` came before.
    pub(crate) fn begin<'e>(
        &self,
        encoder: &'e mut wgpu::CommandEncoder,
        background: [f32; 4],
    ) -> wgpu::RenderPass<'e> {
        let textures = self.textures.as_ref().expect("a target is fitted before it is drawn to");
        let load = wgpu::LoadOp::Clear(textures.format.clear_color(background));
        let (view, resolve_target, store) = match &textures.multisampled {
            Some(samples) => (samples, Some(&textures.written), wgpu::StoreOp::Discard),
            None => (&textures.written, None, wgpu::StoreOp::Store),
        };
        let ops = wgpu::Operations { load, store };
        let depth = wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Discard };
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("scene"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target,
                ops,
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &textures.depth,
                depth_ops: Some(depth),
                stencil_ops: None,
            }),
            ..Default::default()
        })
    }
}

impl TargetFormat {
    fn clear_color(&self, linear: [f32; 4]) -> wgpu::Color {
        let stored = |value: f32| f64::from(if self.encode { color::srgb_from_linear(value) } else { value });
        wgpu::Color { r: stored(linear[0]), g: stored(linear[1]), b: stored(linear[2]), a: f64::from(linear[3]) }
    }
}

impl Textures {
    fn new(device: &wgpu::Device, size: UVec2, format: TargetFormat) -> Textures {
        let attachment = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let readable = attachment | wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_SRC;
        let make = |label, sample_count, format, usage, view_formats| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d { width: size.x, height: size.y, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage,
                view_formats,
            })
        };
        let view_formats: &[wgpu::TextureFormat] = if format.color == STORED { &[] } else { &[format.color] };
        let color = make("picture", 1, STORED, readable, view_formats);
        let written = wgpu::TextureViewDescriptor { format: Some(format.color), ..Default::default() };
        let multisampled = (format.samples > 1).then(|| make("samples", format.samples, format.color, attachment, &[]));
        let depth = make("depth", format.samples, DEPTH, attachment, &[]);
        Textures {
            size,
            format,
            shown: color.create_view(&Default::default()),
            written: color.create_view(&written),
            color,
            multisampled: multisampled.map(|texture| texture.create_view(&Default::default())),
            depth: depth.create_view(&Default::default()),
        }
    }
}
