//! The JSON of meshes with their materials, and of textures.

use anim::{BoundsBy, mesh::SkinMethod, mesh_levels::ALL_LEVELS};
use asset::{
    BoneKey, Id, Material, Origin,
    mesh::{Body, Cloth},
};
use serde::{Deserialize, Serialize};

/// A mesh without its vertices.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ProjectMeshRecord {
    /// Name of the mesh.
    pub name: String,
    /// File that it was imported from; None for a mesh made here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Skeleton that the mesh is for.
    pub skeleton: Id,
    /// Bones that the palettes of the blobs refer to by index.
    pub bones: Vec<BoneKey>,
    /// Parts of the finest level of detail, which has a screen size of 1 and all bones.
    pub parts: Vec<ProjectPartRecord>,
    /// Coarser levels of detail, finest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lods: Vec<LodRecord>,
    /// Materials that parts refer to by index.
    pub materials: Vec<MaterialRecord>,
    /// Graph that runs over the pose of a character with this mesh.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub post_process: Option<Id>,
    /// Coarsest level of detail at which that graph runs; -1, the default, runs it at all.
    #[serde(default = "all_levels", skip_serializing_if = "is_all_levels")]
    pub post_process_lod: i8,
    /// Most bones that a part may follow when compiled; None is unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bone_limit: Option<u32>,
    /// Method that computes the bounds of the mesh.
    #[serde(default, skip_serializing_if = "is_of_vertices")]
    pub room: BoundsBy,
    /// Capsules on bones, by which the bounds can go.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bodies: Vec<Body>,
}

/// A coarser level of detail.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LodRecord {
    /// Part of the picture's height below which it is shown, 0..1; smaller than that of the level
    /// before.
    pub screen_size: f32,
    /// Bones that are not evaluated at this level, with their descendants.
    pub removed_bones: Vec<BoneKey>,
    /// Parts of this level.
    pub parts: Vec<ProjectPartRecord>,
}

/// A part without its vertices.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ProjectPartRecord {
    /// Name of the part, unique in its mesh when imported.
    pub name: String,
    /// Node and primitive in the source file; null for a part made here.
    pub source: Option<(u32, u32)>,
    /// Index among the materials of the mesh.
    pub material: usize,
    /// Names of the morphs in the blob, in their order.
    pub morphs: Vec<String>,
    /// Names of the custom attributes in the blob, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<String>,
    /// Names of the skin-weight profiles in the blob, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<String>,
    /// Skinning method; linear is the default.
    #[serde(default, skip_serializing_if = "is_linear")]
    pub method: SkinMethod,
    /// Simulated surface that the part follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cloth: Option<Cloth>,
    /// Name of the blob with the vertices.
    pub vertices: String,
    /// Name of the blob with what is the part's own, if `vertices` are shared with other parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<String>,
}

fn is_of_vertices(room: &BoundsBy) -> bool {
    *room == BoundsBy::Vertices
}

fn is_linear(method: &SkinMethod) -> bool {
    *method == SkinMethod::Linear
}

fn all_levels() -> i8 {
    ALL_LEVELS
}

fn is_all_levels(threshold: &i8) -> bool {
    *threshold == ALL_LEVELS
}

/// A material, which is stored inside its mesh.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MaterialRecord {
    /// Name of the material.
    pub name: String,
    /// Linear RGBA, which multiplies texture and vertex colour.
    pub base_color: [f32; 4],
    /// Base colour texture.
    pub texture: Option<Id>,
    /// Normal map; parts without tangents ignore it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normal_texture: Option<Id>,
    /// Whether back faces are drawn.
    pub double_sided: bool,
    /// Alpha below which texels are not drawn; null draws all.
    pub alpha_cutoff: Option<f32>,
}

/// A texture without its texels.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TextureRecord {
    /// Name of the texture.
    pub name: String,
    /// File that it was imported from; None for a texture made here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Width in texels.
    pub width: u32,
    /// Height in texels.
    pub height: u32,
    /// Name of the blob: a PNG, or the bare bytes if the texture cannot be a PNG.
    pub texels: String,
}

impl From<&Material> for MaterialRecord {
    fn from(material: &Material) -> Self {
        Self {
            name: material.name.clone(),
            base_color: material.base_color,
            texture: material.texture,
            normal_texture: material.normal_texture,
            double_sided: material.double_sided,
            alpha_cutoff: material.alpha_cutoff,
        }
    }
}

impl From<MaterialRecord> for Material {
    fn from(record: MaterialRecord) -> Self {
        Self {
            name: record.name,
            base_color: record.base_color,
            texture: record.texture,
            normal_texture: record.normal_texture,
            double_sided: record.double_sided,
            alpha_cutoff: record.alpha_cutoff,
        }
    }
}
