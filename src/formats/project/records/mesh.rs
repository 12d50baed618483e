//! Meshes with their materials, and pictures.

use anim::{Bounds, BoundsBy, mesh::SkinMethod, mesh_levels::ALL_LEVELS};
use asset::{
    BoneKey, Id, Material, Origin,
    mesh::{Body, Cloth},
};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeshRecord {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    pub skeleton: Id,
    /// Those that the palettes of the blobs index.
    pub bones: Vec<BoneKey>,
    /// Of the finest level of detail, which has a screen size of 1 and all bones.
    pub parts: Vec<PartRecord>,
    /// The coarser levels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lods: Vec<LodRecord>,
    pub materials: Vec<MaterialRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub post_process: Option<Id>,
    /// The coarsest level of detail at which it works.
    #[serde(default = "all_levels", skip_serializing_if = "is_all_levels")]
    pub post_process_lod: i8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bone_limit: Option<u32>,
    #[serde(default, skip_serializing_if = "RoomRecord::is_usual")]
    pub room: RoomRecord,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bodies: Vec<BodyRecord>,
}

/// What tells how much room a mesh takes.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RoomRecord {
    #[default]
    Vertices,
    Bodies,
    Fixed {
        min: [f32; 3],
        max: [f32; 3],
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyRecord {
    pub bone: BoneKey,
    pub radius: f32,
    pub from: [f32; 3],
    pub to: [f32; 3],
}

impl RoomRecord {
    fn is_usual(&self) -> bool {
        matches!(self, Self::Vertices)
    }
}

impl From<BoundsBy> for RoomRecord {
    fn from(room: BoundsBy) -> Self {
        match room {
            BoundsBy::Vertices => Self::Vertices,
            BoundsBy::Bodies => Self::Bodies,
            BoundsBy::Fixed(Bounds { min, max }) => Self::Fixed {
                min: min.to_array(),
                max: max.to_array(),
            },
        }
    }
}

impl From<RoomRecord> for BoundsBy {
    fn from(record: RoomRecord) -> Self {
        match record {
            RoomRecord::Vertices => Self::Vertices,
            RoomRecord::Bodies => Self::Bodies,
            RoomRecord::Fixed { min, max } => Self::Fixed(Bounds {
                min: min.into(),
                max: max.into(),
            }),
        }
    }
}

impl From<&Body> for BodyRecord {
    fn from(body: &Body) -> Self {
        Self {
            bone: body.bone.clone(),
            radius: body.radius,
            from: body.from,
            to: body.to,
        }
    }
}

impl From<BodyRecord> for Body {
    fn from(record: BodyRecord) -> Self {
        Self {
            bone: record.bone,
            radius: record.radius,
            from: record.from,
            to: record.to,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LodRecord {
    pub screen_size: f32,
    pub removed_bones: Vec<BoneKey>,
    pub parts: Vec<PartRecord>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartRecord {
    pub name: String,
    /// Node and primitive.
    pub source: Option<(u32, u32)>,
    pub material: usize,
    pub morphs: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<String>,
    #[serde(default, skip_serializing_if = "is_linear", with = "SkinMethodName")]
    pub method: SkinMethod,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cloth: Option<ClothRecord>,
    /// Blob.
    pub vertices: String,
    /// Blob, where other parts have the same vertices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClothRecord {
    pub mesh: Id,
    pub part: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<String>,
}

impl From<&Cloth> for ClothRecord {
    fn from(cloth: &Cloth) -> Self {
        Self {
            mesh: cloth.mesh,
            part: cloth.part.clone(),
            weight: cloth.weight.clone(),
        }
    }
}

impl From<ClothRecord> for Cloth {
    fn from(record: ClothRecord) -> Self {
        Self {
            mesh: record.mesh,
            part: record.part,
            weight: record.weight,
        }
    }
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

/// The spelling of [`SkinMethod`] in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "SkinMethod", rename_all = "snake_case")]
enum SkinMethodName {
    Linear,
    DualQuaternion,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaterialRecord {
    pub name: String,
    pub base_color: [f32; 4],
    pub texture: Option<Id>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normal_texture: Option<Id>,
    pub double_sided: bool,
    pub alpha_cutoff: Option<f32>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextureRecord {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    pub width: u32,
    pub height: u32,
    /// Blob: a PNG, or the bare bytes of a picture that no PNG can be.
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
