//! The textures that a scene is drawn into. Invariant: finished colours are stored gamma-encoded,
//! in plain `Rgba8Unorm` texels, which is what egui and PNG files expect.

use crate::{
    Gpu,
    encode::EncodePass,
    texels::{DEPTH, STORED, WRITTEN},
    texture,
    timing::Timer,
};
use glam::UVec2;

/// A picture that keeps its textures from frame to frame. They are replaced when its size or
/// samples change.
#[derive(Debug, Default)]
pub struct RenderTarget {
    textures: Option<Textures>,
    generation: u64,
}

#[derive(Debug)]
struct Textures {
    size: UVec2,
    samples: u32,
    color: wgpu::Texture,
    /// View of the plain texels, for showing the picture.
    shown: wgpu::TextureView,
    /// View that pipelines write: the same texels, or those that are encoded afterwards.
    written: wgpu::TextureView,
    to_encode: Option<wgpu::BindGroup>,
    multisampled: Option<wgpu::TextureView>,
    depth: wgpu::TextureView,
}

impl RenderTarget {
    /// Number of times that the textures were made; a registered view must be registered again when
    /// it changes.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The picture, gamma-encoded. None before anything was drawn.
    pub fn view(&self) -> Option<&wgpu::TextureView> {
        self.textures.as_ref().map(|textures| &textures.shown)
    }

    pub(crate) fn color(&self) -> Option<&wgpu::Texture> {
        self.textures.as_ref().map(|textures| &textures.color)
    }

    /// Encodes the picture where the device has not done so while drawing.
    pub(crate) fn finish_frame(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        pass: Option<&EncodePass>,
    ) {
        let textures = self
            .textures
            .as_ref()
            .expect("a target is fitted before it is drawn to");
        if let (Some(pass), Some(picture)) = (pass, &textures.to_encode) {
            pass.record(encoder, picture, &textures.shown);
        }
    }

    pub(crate) fn fit(
        &mut self,
        gpu: &Gpu,
        makers: &texture::TextureUploader,
        size: UVec2,
        samples: u32,
    ) {
        let largest = gpu.device.limits().max_texture_dimension_2d;
        let size = size.clamp(UVec2::ONE, UVec2::splat(largest));
        if self
            .textures
            .as_ref()
            .is_some_and(|textures| textures.size == size && textures.samples == samples)
        {
            return;
        }
        self.textures = Some(Textures::new(gpu, makers, size, samples));
        self.generation += 1;
    }

    /// Starts the pass that draws everything. Contract: [`Self::fit`] was called before.
    pub(crate) fn begin_pass<'e>(
        &self,
        encoder: &'e mut wgpu::CommandEncoder,
        background: [f32; 4],
        timer: Option<&Timer>,
    ) -> wgpu::RenderPass<'e> {
        let textures = self
            .textures
            .as_ref()
            .expect("a target is fitted before it is drawn to");
        let load = wgpu::LoadOp::Clear(clear_color(background));
        let (view, resolve_target, store) = match &textures.multisampled {
            Some(multisampled) => (
                multisampled,
                Some(&textures.written),
                wgpu::StoreOp::Discard,
            ),
            None => (&textures.written, None, wgpu::StoreOp::Store),
        };
        let ops = wgpu::Operations { load, store };
        let depth = wgpu::Operations {
            load: wgpu::LoadOp::Clear(0.0),
            store: wgpu::StoreOp::Discard,
        };
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
            timestamp_writes: timer.map(Timer::around_scene),
            ..Default::default()
        })
    }
}

/// wgpu clears sRGB textures with linear colours.
fn clear_color(linear: [f32; 4]) -> wgpu::Color {
    let [r, g, b, a] = linear.map(f64::from);
    wgpu::Color { r, g, b, a }
}

impl Textures {
    fn new(gpu: &Gpu, makers: &texture::TextureUploader, size: UVec2, samples: u32) -> Textures {
        let attachment = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let sampled = attachment | wgpu::TextureUsages::TEXTURE_BINDING;
        let make = |format, samples, usage| texture(gpu, size, format, samples, usage);
        let color = make(STORED, 1, sampled | wgpu::TextureUsages::COPY_SRC);
        let (written, to_encode) = if gpu.has_view_formats {
            let written = wgpu::TextureViewDescriptor {
                format: Some(WRITTEN),
                ..Default::default()
            };
            (color.create_view(&written), None)
        } else {
            let written = make(WRITTEN, 1, sampled).create_view(&Default::default());
            let to_encode = makers.clamped(&gpu.device, &written);
            (written, Some(to_encode))
        };
        let view = |texture: wgpu::Texture| texture.create_view(&Default::default());
        Textures {
            size,
            samples,
            shown: color.create_view(&Default::default()),
            color,
            written,
            to_encode,
            multisampled: (samples > 1).then(|| view(make(WRITTEN, samples, attachment))),
            depth: view(make(DEPTH, samples, attachment)),
        }
    }
}

fn texture(
    gpu: &Gpu,
    size: UVec2,
    format: wgpu::TextureFormat,
    sample_count: u32,
    usage: wgpu::TextureUsages,
) -> wgpu::Texture {
    // Only the stored picture is seen in two formats, and only where a device can.
    let is_seen_twice = format == STORED && gpu.has_view_formats;
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("target"),
        size: wgpu::Extent3d {
            width: size.x,
            height: size.y,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: if is_seen_twice { &[WRITTEN] } else { &[] },
    })
}
