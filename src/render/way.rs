//! The ways in which vertices get to a draw, apart since several passes choose by them.

use crate::{Gpu, posed::Posed};

/// Where vertices come from when a part is drawn, and what is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Way {
    /// The cache holds them, and the shader looks them up there.
    Kept,
    /// The cache holds them, and they are a vertex buffer: for adapters that do not look up.
    Skinned,
    /// They are skinned while they are drawn.
    Unskinned,
    /// They are skinned while they are drawn, and their motion is shown.
    Motion,
}

impl Way {
    /// The way for a part with its pose; never [`Way::Motion`], which the scene chooses.
    pub fn of(posed: &Posed, gpu: &Gpu) -> Way {
        match (&posed.room, gpu.looks_up) {
            (Some(_), true) => Way::Kept,
            (Some(_), false) => Way::Skinned,
            (None, _) => Way::Unskinned,
        }
    }
}
