//! Each step of reading a file takes a part of the progress that is told.

/// Parts of the whole that reading takes for animations, materials with their pictures, and meshes.
pub(super) const ANIMATIONS: [f32; 2] = [0.1, 0.4];
pub(super) const MATERIALS: [f32; 2] = [0.4, 0.6];
pub(super) const MESHES: [f32; 2] = [0.6, 0.95];
