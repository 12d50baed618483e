//! The JSON of assets whose bytes are in files beside it: clips, meshes, textures, sounds and
//! scenarios. Every
//! other asset is written as it is. The order of fields is their order in a file.

mod clip;
mod mesh;
mod scenario;
mod sound;

pub use clip::ProjectClipRecord;
pub use mesh::{LodRecord, ProjectMeshRecord, ProjectPartRecord, TextureRecord};
pub use scenario::{ScenarioRecord, sixtieth};
pub use sound::SoundRecord;

use super::format_of;
use asset::{AssetKind, Id, Packaging, PreviewSettings, QuickSlot, SlotGroup};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// The frame of every asset's file.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct File<T> {
    /// Type of the asset, such as `mutoscope.clip`.
    pub format: String,
    /// Version of the file format.
    pub version: u32,
    /// Id of the asset, which the file name repeats.
    pub id: Id,
    /// Record of the asset.
    pub asset: T,
}

/// A file that states its format and version.
pub trait Headed: DeserializeOwned {
    /// Format and version as the file states them.
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
    /// A file of the current version.
    pub fn new(kind: AssetKind, id: Id, asset: T) -> Self {
        Self {
            format: format_of(kind),
            version: super::VERSION,
            id,
            asset,
        }
    }
}

/// The file `project.json`, which makes a folder a project.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RootFile {
    /// Always [`ROOT_FORMAT`].
    pub format: String,
    /// Version of the file format.
    pub version: u32,
    /// Name of the project.
    pub name: String,
    /// Groups of montage slots, which the project's skeletons share.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slot_groups: Vec<SlotGroup>,
    /// Notifies that the digit keys 1 to 9 add.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quick_slots: Vec<QuickSlot>,
    /// Preview settings of the editor.
    #[serde(default, skip_serializing_if = "PreviewSettings::is_default")]
    pub preview: PreviewSettings,
    /// Which assets go into which bundle.
    #[serde(default, skip_serializing_if = "Packaging::is_default")]
    pub packaging: Packaging,
}

/// Format of the file `project.json`.
pub const ROOT_FORMAT: &str = "mutoscope.project";
