//! What a prop is made of: parts of the mesh, each of one material.

use anim::MeshPart;

/// What has one material.
pub(super) struct Look {
    pub(super) name: &'static str,
    /// Linear.
    pub(super) color: [f32; 4],
    pub(super) part: MeshPart,
}
