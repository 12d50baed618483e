//! All pictures are drawn into textures of the same few formats.

/// How texels are stored, and how pipelines write them: the same bytes, seen once as numbers and
/// once as light.
pub(crate) const STORED: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
pub(crate) const WRITTEN: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
pub(crate) const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
