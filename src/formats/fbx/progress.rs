//! Each step of reading a file takes a part of the progress that is told.

/// Parts of the whole that reading takes for the file itself, its clips and its meshes.
pub(super) const FILE: f32 = 0.3;
pub(super) const TAKES: [f32; 2] = [0.3, 0.7];
pub(super) const MESHES: [f32; 2] = [0.7, 0.95];
