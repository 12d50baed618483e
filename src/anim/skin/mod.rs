//! What hangs on the bones: meshes and their levels, materials, bounds, skinning.

pub mod bounds;
pub mod material;
pub mod mesh;
pub mod mesh_bounds;
pub mod mesh_levels;
pub mod skinning;
