//! Share of each step in the progress of an FBX import, apart so that the steps do not overlap.

/// Part of the whole after which the library has read the file; it starts at 0.
pub(super) const FILE: f32 = 0.3;
/// Part of the whole over which the clips are sampled.
pub(super) const TAKES: [f32; 2] = [0.3, 0.7];
/// Part of the whole over which the meshes are read.
pub(super) const MESHES: [f32; 2] = [0.7, 0.95];
