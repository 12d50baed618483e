//! Conversions between colours as people write them and linear colours. Invariant: a colour inside
//! this crate is linear; only this file and the targets know the sRGB curve.

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

/// Linear RGBA of an opaque colour written `0xRRGGBB`.
pub fn linear_from_hex(hex: u32) -> [f32; 4] {
    let channel = |shift: u32| linear_from_srgb(((hex >> shift) & 0xFF) as f32 / 255.0);
    [channel(16), channel(8), channel(0), 1.0]
}

/// A colour with its opacity replaced by `alpha`, 0..=1.
pub fn with_alpha(color: [f32; 4], alpha: f32) -> [f32; 4] {
    [color[0], color[1], color[2], alpha]
}

pub(crate) fn linear_from_srgb(encoded: f32) -> f32 {
    if encoded <= 0.04045 {
        encoded / 12.92
    } else {
        ((encoded + 0.055) / 1.055).powf(2.4)
    }
}

/// Linear value of every sRGB byte.
pub(crate) static LINEAR_FROM_BYTE: LazyLock<[f32; 256]> =
    LazyLock::new(|| std::array::from_fn(|byte| linear_from_srgb(byte as f32 / 255.0)));

pub(crate) fn srgb_from_linear(linear: f32) -> f32 {
    if linear <= 0.003_130_8 {
        linear * 12.92
    } else {
        1.055 * linear.powf(1.0 / 2.4) - 0.055
    }
}
