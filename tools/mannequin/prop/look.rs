//! A part of a prop with one material, apart since both props are made of it.

use anim::MeshPart;

/// A part of a prop with one material.
pub(super) struct PropLook {
    pub(super) name: &'static str,
    /// Linear RGBA.
    pub(super) color: [f32; 4],
    pub(super) part: MeshPart,
}
