//! Authored meshes, materials and textures. Their bulk data is what plays already: nothing edits it but for the method
//! of skinning of a part and the sizes of levels of detail.

use crate::{BoneKey, Id, Origin, Skeleton};
use anim::MeshPart;
use std::sync::Arc;

/// One drawable piece with one material.
#[derive(Clone, Debug, PartialEq)]
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
    /// Directions in place of colours: x and y across the surface as in tangents, z out of it, -1..1 as 0..255. Parts
    /// without tangents do without it.
    pub normal_texture: Option<Id>,
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
            normal_texture: None,
            double_sided: false,
            alpha_cutoff: None,
        }
    }
}

/// One level of detail.
#[derive(Clone, Debug, PartialEq)]
pub struct Lod {
    /// As in [`anim::Lod`]. The finest level has 1.
    pub screen_size: f32,
    /// Bones that are not worked out, with all below them. The finest level has none.
    pub removed_bones: Vec<BoneKey>,
    pub parts: Vec<Part>,
}

impl Lod {
    /// With all bones.
    pub fn finest(parts: Vec<Part>) -> Self {
        Self { screen_size: 1.0, removed_bones: Vec::new(), parts }
    }

    /// What is worked out, ascending.
    pub fn bones(&self, skeleton: &Skeleton) -> Vec<u32> {
        let mut is_kept: Vec<bool> = Vec::with_capacity(skeleton.bones.len());
        for bone in &skeleton.bones {
            let above = bone.parent.is_none_or(|parent| is_kept[parent as usize]);
            is_kept.push(above && !self.removed_bones.contains(&bone.key));
        }
        (0..is_kept.len() as u32).filter(|bone| is_kept[*bone as usize]).collect()
    }

    pub fn vertices(&self) -> usize {
        self.parts.iter().map(|part| part.data.vertex_count()).sum()
    }

    pub fn triangles(&self) -> usize {
        self.parts.iter().map(|part| part.data.indices.len() / 3).sum()
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    pub name: String,
    /// None of what was made here.
    pub origin: Option<Origin>,
    pub skeleton: Id,
    /// What the palettes of the parts follow: the `bone` of each of their joints is an index into these. Each once.
    pub bones: Arc<[BoneKey]>,
    /// At least one, the finest first; the screen sizes fall.
    pub lods: Vec<Lod>,
    pub materials: Vec<Material>,
}

impl Mesh {
    /// Of one level of detail.
    pub fn new(
        name: impl Into<String>,
        (skeleton, bones): (Id, Arc<[BoneKey]>),
        parts: Vec<Part>,
        materials: Vec<Material>,
    ) -> Self {
        Self { name: name.into(), origin: None, skeleton, bones, lods: vec![Lod::finest(parts)], materials }
    }

    /// That level, or the coarsest that there is.
    pub fn lod(&self, level: usize) -> &Lod {
        &self.lods[level.min(self.lods.len() - 1)]
    }

    /// Bones that vertices follow or that levels remove; some more than once.
    pub fn keys(&self) -> impl Iterator<Item = &BoneKey> {
        let mut is_followed = vec![false; self.bones.len()];
        for joint in self.parts().flat_map(|part| part.data.palette.iter()) {
            if let Some(followed) = is_followed.get_mut(joint.bone as usize) {
                *followed = true;
            }
        }
        let followed = self.bones.iter().zip(is_followed).filter(|(_, is)| *is).map(|(key, _)| key);
        followed.chain(self.lods.iter().flat_map(|lod| &lod.removed_bones))
    }

    /// Of all levels, the finest first.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.lods.iter().flat_map(|lod| &lod.parts)
    }
}

impl Material {
    pub fn textures(&self) -> impl Iterator<Item = Id> {
        self.texture.into_iter().chain(self.normal_texture)
    }
}

/// Colours, sRGB with straight alpha, or directions; rows from the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    pub name: String,
    /// None of what was made here.
    pub origin: Option<Origin>,
    pub width: u32,
    pub height: u32,
    /// Four bytes a texel.
    pub rgba: Arc<[u8]>,
}
