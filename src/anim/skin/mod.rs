//! What hangs on the bones: meshes and their levels, materials, bounds, skinning.

pub mod bounds;
pub mod lod;
pub mod material;
pub mod mesh;
pub mod room;
pub mod skinning;
