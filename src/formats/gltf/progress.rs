//! Share of each step in the progress of a glTF import, apart so that the steps do not overlap.

/// Part of the whole over which the animations are read.
pub(super) const ANIMATIONS: [f32; 2] = [0.1, 0.4];
/// Part of the whole over which materials and their pictures are read.
pub(super) const MATERIALS: [f32; 2] = [0.4, 0.6];
/// Part of the whole over which the meshes are read.
pub(super) const MESHES: [f32; 2] = [0.6, 0.95];
