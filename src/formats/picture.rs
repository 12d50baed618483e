//! Textures as PNGs.

use asset::Texture;
use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};

/// None for a picture without texels, or with more or fewer than its sides say.
pub fn png(texture: &Texture) -> Option<Vec<u8>> {
    let texels = u64::from(texture.width) * u64::from(texture.height);
    if texels == 0 || texels * 4 != texture.rgba.len() as u64 {
        return None;
    }
    let mut png = Vec::new();
    let encoder = PngEncoder::new(&mut png);
    encoder.write_image(&texture.rgba, texture.width, texture.height, ExtendedColorType::Rgba8).ok()?;
    Some(png)
}
