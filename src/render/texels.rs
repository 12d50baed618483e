//! Formats of the textures that pictures are drawn into, apart since targets and pipelines must
//! agree on them.

/// How texels are stored, and below it how pipelines write them: the same bytes, once as numbers
/// and once as sRGB.
pub(crate) const STORED: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
pub(crate) const WRITTEN: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
pub(crate) const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
