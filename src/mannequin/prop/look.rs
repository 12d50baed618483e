//! A prop is made of looks, each a part of its mesh with one material.

use anim::MeshPart;

/// What has one material.
pub(super) struct Look {
    pub(super) name: &'static str,
    /// Linear.
    pub(super) color: [f32; 4],
    pub(super) part: MeshPart,
}
