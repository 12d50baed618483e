//! Authored meshes, materials and textures. Their bulk data is what plays already: nothing edits it but for the method
//! of skinning of a part.

use crate::Id;
use anim::MeshPart;
use std::sync::Arc;

/// One drawable piece with one material.
#[derive(Clone, Debug)]
pub struct Part {
    pub name: String,
    /// Node and primitive in the file it came from.
    pub source: Option<(u32, u32)>,
    /// Index in [`Mesh::materials`].
    pub material: usize,
    /// Spelling of the names of `data.morphs`, in their order.
    pub morphs: Vec<String>,
    pub data: Arc<MeshPart>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    pub name: String,
    /// Linear RGBA; multiplies texture and vertex colour.
    pub base_color: [f32; 4],
    pub texture: Option<Id>,
    pub double_sided: bool,
    /// Texels with less alpha are not drawn.
    pub alpha_cutoff: Option<f32>,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            name: "Default".into(),
            base_color: [0.8, 0.8, 0.8, 1.0],
            texture: None,
            double_sided: false,
            alpha_cutoff: None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Mesh {
    pub name: String,
    pub skeleton: Id,
    pub parts: Vec<Part>,
    pub materials: Vec<Material>,
}

/// Base colour, sRGB with straight alpha, rows from the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    pub name: String,
    pub width: u32,
    pub height: u32,
    /// Four bytes a texel.
    pub rgba: Arc<[u8]>,
}
