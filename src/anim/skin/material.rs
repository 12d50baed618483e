//! How a part of a mesh looks, for whoever draws it: evaluation does not read it.

#[cfg(test)]
mod tests;

use crate::{Name, limits::is_sound};
use bytemuck::{Pod, Zeroable};

/// Bits of [`Material::flags`].
pub mod flag {
    /// Triangles are drawn from both sides.
    pub const DOUBLE_SIDED: u32 = 1;
    /// Texels with less alpha than the cut-off are not drawn.
    pub const CUT_OUT: u32 = 2;
}

/// Appearance of a surface.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Material {
    /// Name of the material.
    pub name: Name,
    /// Name of the colour's picture, sRGB with straight alpha; none for the colour alone.
    pub texture: Name,
    /// Name of the picture of directions; none for the surface as it is.
    pub normal_texture: Name,
    /// Linear RGBA; multiplies picture and vertex colour.
    pub base_color: [f32; 4],
    /// Alpha below which a texel is not drawn, where `flags` has [`flag::CUT_OUT`].
    pub alpha_cutoff: f32,
    /// Flags of the material, a combination of the bits in [`flag`].
    pub flags: u32,
}

impl Material {
    pub(crate) fn is_sound(&self) -> bool {
        self.base_color
            .iter()
            .chain([&self.alpha_cutoff])
            .copied()
            .all(is_sound)
    }
}
