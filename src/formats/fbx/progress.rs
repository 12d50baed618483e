//! How far reading a file has come when each of its kinds of things is read.

/// Parts of the whole that reading takes for the file itself, its clips and its meshes.
pub(super) const FILE: f32 = 0.3;
pub(super) const TAKES: [f32; 2] = [0.3, 0.7];
pub(super) const MESHES: [f32; 2] = [0.7, 0.95];
