//! Formats of the textures that pictures are drawn into, apart since targets and pipelines must
//! agree on them.

/// Format in which texels are stored. Pipelines write the same bytes as `WRITTEN`: once plain
/// numbers, once sRGB.
pub(crate) const STORED: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
pub(crate) const WRITTEN: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
pub(crate) const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
