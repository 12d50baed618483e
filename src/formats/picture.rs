//! Pictures that become textures, and textures as PNGs.

#[cfg(test)]
mod tests;

use crate::{ImportError, reading::Budget};
use asset::Texture;
use image::{ExtendedColorType, ImageEncoder, ImageReader, Limits, codecs::png::PngEncoder};
use std::io::Cursor;
use words::tr;

const MAX_SIDE: u32 = 16384;

/// Encodes a texture as PNG. None if it has no texels, or more or fewer than its sides say.
pub fn png(texture: &Texture) -> Option<Vec<u8>> {
    let texels = u64::from(texture.width) * u64::from(texture.height);
    if texels == 0 || texels * 4 != texture.rgba.len() as u64 {
        return None;
    }
    let mut png = Vec::new();
    let encoder = PngEncoder::new(&mut png);
    encoder
        .write_image(
            &texture.rgba,
            texture.width,
            texture.height,
            ExtendedColorType::Rgba8,
        )
        .ok()?;
    Some(png)
}

/// Width and height in texels, and the texels row by row as RGBA of 8 bits each. An Err means that
/// the picture is broken, has a side of 0 or of more than 16384, or takes too much memory.
pub fn decoded(
    budget: &mut Budget,
    bytes: &[u8],
    place: &str,
) -> Result<(u32, u32, Vec<u8>), ImportError> {
    let broken = |error: &dyn std::fmt::Display| {
        ImportError::invalid(place, tr!("the image cannot be decoded ({error})"))
    };
    let reader = || ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    let (width, height) = reader()
        .map_err(|e| broken(&e))?
        .into_dimensions()
        .map_err(|e| broken(&e))?;
    if width.max(height) > MAX_SIDE {
        return Err(broken(&tr!("{width} by {height} texels")));
    }
    // Decoders hold the picture in its own format beside the result.
    let bytes = u64::from(width) * u64::from(height) * 8;
    budget.reserve(bytes, place)?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(2 * bytes + (1 << 20));
    let mut reader = reader().map_err(|e| broken(&e))?;
    reader.limits(limits);
    let decoded = reader.decode();
    budget.release(bytes / 2);
    let image = decoded.map_err(|e| broken(&e))?;
    Ok((width, height, image.into_rgba8().into_raw()))
}
