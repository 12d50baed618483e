//! Textures of materials: sRGB colours or plain numbers. Invariant: a texture has all its mip
//! levels and never changes.

#[cfg(test)]
mod tests;

use crate::{color, layout};
use std::sync::Arc;

/// A texture that was uploaded. Clones share it.
#[derive(Clone, Debug)]
pub struct GpuTexture(Arc<wgpu::TextureView>);

/// Uploads textures, and makes bind groups of textures that passes draw into.
#[derive(Debug)]
pub(crate) struct TextureUploader {
    /// Layout of a texture and its sampler.
    pub layout: wgpu::BindGroupLayout,
    /// Sampler of materials, which repeats.
    pub repeating: wgpu::Sampler,
    clamping: wgpu::Sampler,
}

/// Meaning of a texture's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TexelKind {
    /// sRGB with straight alpha.
    Colors,
    /// Linear numbers, such as directions.
    Numbers,
}

/// One mip level: tightly packed RGBA bytes.
struct MipLevel {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

impl GpuTexture {
    pub(crate) fn view(&self) -> &wgpu::TextureView {
        &self.0
    }

    pub(crate) fn is_same(&self, other: &GpuTexture) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Place in memory, which identifies a texture that is in use.
    pub(crate) fn place(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }
}

impl TextureUploader {
    /// Makes the samplers.
    pub fn new(device: &wgpu::Device) -> TextureUploader {
        let sampler = |address| {
            device.create_sampler(&wgpu::SamplerDescriptor {
                address_mode_u: address,
                address_mode_v: address,
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                mipmap_filter: wgpu::MipmapFilterMode::Linear,
                ..Default::default()
            })
        };
        let (repeating, clamping) = (
            sampler(wgpu::AddressMode::Repeat),
            sampler(wgpu::AddressMode::ClampToEdge),
        );
        TextureUploader {
            layout: layout::texture(device),
            repeating,
            clamping,
        }
    }

    /// Bind group of a texture that a pass draws into; it is clamped at its edges.
    pub fn clamped(&self, device: &wgpu::Device, view: &wgpu::TextureView) -> wgpu::BindGroup {
        let resources = [
            wgpu::BindingResource::TextureView(view),
            wgpu::BindingResource::Sampler(&self.clamping),
        ];
        layout::bind(device, &self.layout, &resources)
    }

    /// Uploads a texture with all its mip levels, without those that are too large for the device.
    /// Contract: `rgba` holds `width * height` texels, both above 0.
    pub fn upload(
        &self,
        gpu: &crate::Gpu,
        width: u32,
        height: u32,
        rgba: &[u8],
        kind: TexelKind,
    ) -> GpuTexture {
        assert_eq!(
            rgba.len() as u64,
            u64::from(width) * u64::from(height) * 4,
            "four bytes a texel"
        );
        let largest = gpu.device.limits().max_texture_dimension_2d;
        let mut levels = vec![MipLevel {
            width,
            height,
            rgba: rgba.to_vec(),
        }];
        while let Some(next) = levels.last().and_then(|level| level.halved(kind)) {
            levels.push(next);
        }
        levels.drain(
            ..levels
                .iter()
                .take_while(|level| level.width.max(level.height) > largest)
                .count(),
        );
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("material"),
            size: levels[0].size(),
            mip_level_count: levels.len() as u32,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: match kind {
                TexelKind::Colors => wgpu::TextureFormat::Rgba8UnormSrgb,
                TexelKind::Numbers => wgpu::TextureFormat::Rgba8Unorm,
            },
            usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        for (mip_level, level) in levels.iter().enumerate() {
            level.write(&gpu.queue, &texture, mip_level as u32);
        }
        GpuTexture(Arc::new(texture.create_view(&Default::default())))
    }
}

impl MipLevel {
    fn size(&self) -> wgpu::Extent3d {
        wgpu::Extent3d {
            width: self.width,
            height: self.height,
            depth_or_array_layers: 1,
        }
    }

    fn write(&self, queue: &wgpu::Queue, texture: &wgpu::Texture, mip_level: u32) {
        let rows = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(self.width * 4),
            rows_per_image: None,
        };
        let place = wgpu::TexelCopyTextureInfo {
            mip_level,
            ..texture.as_image_copy()
        };
        queue.write_texture(place, &self.rgba, rows, self.size());
    }

    /// The next mip level: every texel is the mean of four; of colours the mean of their linear
    /// values. None after one texel.
    fn halved(&self, kind: TexelKind) -> Option<MipLevel> {
        if self.width == 1 && self.height == 1 {
            return None;
        }
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let texels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let rgba = texels
            .flat_map(|(x, y)| self.mean(x * 2, y * 2, kind))
            .collect();
        Some(MipLevel {
            width,
            height,
            rgba,
        })
    }

    fn mean(&self, x: u32, y: u32, kind: TexelKind) -> [u8; 4] {
        let (right, below) = ((x + 1).min(self.width - 1), (y + 1).min(self.height - 1));
        let texels =
            [(x, y), (right, y), (x, below), (right, below)].map(|(x, y)| self.texel(x, y));
        std::array::from_fn(|channel| {
            let bytes = texels.map(|texel| texel[channel]);
            match (kind, channel) {
                (TexelKind::Numbers, _) | (_, 3) => {
                    (bytes.iter().map(|byte| u32::from(*byte)).sum::<u32>() / 4) as u8
                }
                _ => {
                    let light: f32 = bytes
                        .iter()
                        .map(|byte| color::LINEAR_FROM_BYTE[usize::from(*byte)])
                        .sum();
                    (color::srgb_from_linear(light / 4.0) * 255.0).round() as u8
                }
            }
        })
    }

    fn texel(&self, x: u32, y: u32) -> [u8; 4] {
        let at = (y as usize * self.width as usize + x as usize) * 4;
        [
            self.rgba[at],
            self.rgba[at + 1],
            self.rgba[at + 2],
            self.rgba[at + 3],
        ]
    }
}
