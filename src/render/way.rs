//! The ways in which vertices get to a draw, apart since several passes choose by them.

use crate::{Gpu, posed::PosedPart};

/// Source of the vertices when a part is drawn, and what is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum VertexSource {
    /// The cache holds the skinned vertices, and the shader looks them up there.
    Kept,
    /// The cache holds them, and they are a vertex buffer: for adapters that do not look up.
    Skinned,
    /// The vertices are skinned while they are drawn.
    Unskinned,
    /// The vertices are skinned while they are drawn, and their motion is shown.
    Motion,
}

impl VertexSource {
    /// The source of vertices for a part with its pose; never [`VertexSource::Motion`], which the
    /// scene chooses.
    pub fn of(posed: &PosedPart, gpu: &Gpu) -> VertexSource {
        match (&posed.room, gpu.looks_up) {
            (Some(_), true) => VertexSource::Kept,
            (Some(_), false) => VertexSource::Skinned,
            (None, _) => VertexSource::Unskinned,
        }
    }
}
