//! Share of each step in the progress of an FBX import, in the order of the steps.

/// Part of the whole after which the library has read the file; it starts at 0.
pub(super) const FILE: f32 = 0.3;
/// Part of the whole over which the meshes are read.
pub(super) const MESHES: [f32; 2] = [0.3, 0.55];
/// Part of the whole over which the clips are sampled, which comes last.
pub(super) const TAKES: [f32; 2] = [0.55, 0.95];
