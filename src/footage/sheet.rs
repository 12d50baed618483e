//! Contact sheets.

use render::Image;

/// Pixels between two pictures.
const LINE: u32 = 2;

/// The size of a sheet of so many pictures, pixels.
pub(crate) fn sheet_size(count: u32, columns: u32, (width, height): (u32, u32)) -> (u64, u64) {
    let columns = columns.min(count).max(1);
    let side = |count: u32, pixels: u32| {
        u64::from(count) * (u64::from(pixels) + u64::from(LINE)) - u64::from(LINE)
    };
    (side(columns, width), side(count.div_ceil(columns), height))
}

/// Pictures of one size in rows, with a line between them.
pub(crate) fn tiled(images: &[Image], columns: u32) -> Image {
    let (width, height) = images
        .first()
        .map_or((0, 0), |image| (image.width, image.height));
    let count = images.len() as u32;
    let size = sheet_size(count, columns, (width, height));
    let size = (size.0 as u32, size.1 as u32);
    let columns = columns.min(count).max(1);
    let mut rgba = vec![0x60; size.0 as usize * size.1 as usize * 4];
    rgba.chunks_exact_mut(4).for_each(|texel| texel[3] = 0xff);
    for (at, image) in images.iter().enumerate() {
        let (column, row) = (at as u32 % columns, at as u32 / columns);
        for (y, line) in image.rgba.chunks_exact(width as usize * 4).enumerate() {
            let y = (row * (height + LINE)) as usize + y;
            let first = (y * size.0 as usize + (column * (width + LINE)) as usize) * 4;
            rgba[first..first + line.len()].copy_from_slice(line);
        }
    }
    Image {
        width: size.0,
        height: size.1,
        rgba,
    }
}
