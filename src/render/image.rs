//! Pictures in memory. Invariant: rows are packed tightly, top row first, four bytes a pixel.

use crate::{Gpu, GpuError};
use glam::UVec2;

/// A finished picture, gamma-encoded sRGB with straight alpha: what a PNG file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Four bytes for each pixel: red, green, blue, alpha.
    pub rgba: Vec<u8>,
}

impl Image {
    /// Bytes of one pixel. Contract: `at` is inside the picture.
    pub fn pixel(&self, at: UVec2) -> [u8; 4] {
        let start = (at.y as usize * self.width as usize + at.x as usize) * 4;
        [
            self.rgba[start],
            self.rgba[start + 1],
            self.rgba[start + 2],
            self.rgba[start + 3],
        ]
    }

    /// Copies a texture with four bytes a texel and waits for it. An Err means that the device was
    /// lost.
    pub(crate) fn read(gpu: &Gpu, texture: &wgpu::Texture) -> Result<Image, GpuError> {
        let (width, height) = (texture.width(), texture.height());
        let padded = (width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let staging = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("picture"),
            size: u64::from(padded) * u64::from(height),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(padded),
            rows_per_image: None,
        };
        let into = wgpu::TexelCopyBufferInfo {
            buffer: &staging,
            layout,
        };
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        encoder.copy_texture_to_buffer(texture.as_image_copy(), into, texture.size());
        gpu.queue.submit([encoder.finish()]);
        let rows = gpu.read_mapped(&staging)?;
        let rgba = rows
            .chunks_exact(padded as usize)
            .flat_map(|row| &row[..width as usize * 4])
            .copied()
            .collect();
        Ok(Image {
            width,
            height,
            rgba,
        })
    }
}
