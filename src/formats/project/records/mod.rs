//! The JSON of each kind of asset. Field order here is the order in the file.

mod clip;
mod mesh;
mod skeleton;

pub use clip::{AdditiveRecord, ClipRecord, LoopPolicyName, RootMotionRecord};
pub use mesh::{LodRecord, MeshRecord, PartRecord, TextureRecord};
pub use skeleton::SkeletonRecord;

use super::format_of;
use anim::Transform;
use asset::{AssetKind, Id, PreviewSettings, QuickSlot, SlotGroup};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// What every asset's file begins with.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File<T> {
    pub format: String,
    pub version: u32,
    pub id: Id,
    pub asset: T,
}

/// A file that says what it is.
pub trait Headed: DeserializeOwned {
    /// Format and version.
    fn head(&self) -> (&str, u32);
}

impl<T: DeserializeOwned> Headed for File<T> {
    fn head(&self) -> (&str, u32) {
        (&self.format, self.version)
    }
}

impl Headed for RootFile {
    fn head(&self) -> (&str, u32) {
        (&self.format, self.version)
    }
}

impl<T> File<T> {
    pub fn new(kind: AssetKind, id: Id, asset: T) -> Self {
        Self {
            format: format_of(kind),
            version: super::VERSION,
            id,
            asset,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RootFile {
    pub format: String,
    pub version: u32,
    pub name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slot_groups: Vec<SlotGroup>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quick_slots: Vec<QuickSlot>,
    #[serde(default, skip_serializing_if = "PreviewSettings::is_default")]
    pub preview: PreviewSettings,
}

pub const ROOT_FORMAT: &str = "mutoscope.project";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TransformRecord {
    pub translation: [f32; 3],
    /// xyzw.
    pub rotation: [f32; 4],
    pub scale: [f32; 3],
}

impl From<&Transform> for TransformRecord {
    fn from(transform: &Transform) -> Self {
        Self {
            translation: transform.translation.to_array(),
            rotation: transform.rotation.to_array(),
            scale: transform.scale.to_array(),
        }
    }
}

impl From<TransformRecord> for Transform {
    fn from(record: TransformRecord) -> Self {
        Self {
            translation: Vec3::from(record.translation),
            rotation: Quat::from_array(record.rotation),
            scale: Vec3::from(record.scale),
        }
    }
}
