//! Vertices come in one of several ways to where they are drawn.

use crate::{Gpu, posed::Posed};

/// Where vertices come from, and what is seen of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Way {
    /// The cache holds them, and they are looked up there.
    Kept,
    /// As `Kept`, as a vertex buffer: where an adapter does not look up.
    Skinned,
    /// They are skinned while they are drawn.
    Unskinned,
    /// As `Unskinned`; their motion is seen.
    Motion,
}

impl Way {
    pub fn of(posed: &Posed, gpu: &Gpu) -> Way {
        match (&posed.room, gpu.looks_up) {
            (Some(_), true) => Way::Kept,
            (Some(_), false) => Way::Skinned,
            (None, _) => Way::Unskinned,
        }
    }
}
