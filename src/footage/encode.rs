//! Pictures as the bytes of files.

use crate::FootageError;
use image::{ExtendedColorType, codecs::jpeg::JpegEncoder};
use render::Image;
use words::tr;

/// JPEG quality, of 100: the loss cannot be seen, and a frame takes a tenth of its raw size.
const QUALITY: u8 = 92;
/// Pixels of a side that a JPEG file can say.
const MOST_JPEG: u32 = 65_535;

/// A PNG file that names its author, by which a later picture knows that it may take its place.
pub(crate) fn png(image: &Image) -> Result<Vec<u8>, FootageError> {
    let failed = |error: png::EncodingError| FootageError::Picture(error.to_string());
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width, image.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder
        .add_text_chunk("Software".into(), files::AUTHOR.into())
        .map_err(failed)?;
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&image.rgba).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// A JPEG file with its own tables, all of its colours at full resolution. What is see-through is
/// not kept.
pub(crate) fn jpeg(image: &Image) -> Result<Vec<u8>, FootageError> {
    if image.width.max(image.height) > MOST_JPEG {
        let why = tr!("a side of a video frame has at most {MOST_JPEG} pixels");
        return Err(FootageError::Picture(why));
    }
    let rgb: Vec<u8> = image
        .rgba
        .chunks_exact(4)
        .flat_map(|texel| &texel[..3])
        .copied()
        .collect();
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, QUALITY)
        .encode(&rgb, image.width, image.height, ExtendedColorType::Rgb8)
        .map_err(|error| FootageError::Picture(error.to_string()))?;
    Ok(bytes)
}
