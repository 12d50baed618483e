//! Where an imported asset came from, and what its file said then: what importing the file again
//! goes by.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Values as text by the name of their field.
pub type Fields = BTreeMap<String, String>;

/// The file that an asset was imported from, as it was at the last import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Path of the file with forward slashes: absolute while a project is open; on disk relative to
    /// the project's folder where a relative path exists.
    pub file: String,
    /// Kind and name inside the file, as in `clip Walk`.
    pub place: String,
    /// 32 hex digits made of the bytes of the file and of those beside it that it refers to.
    pub content: String,
    /// Values in the file at the last import, for the fields that people can also change.
    pub said: Fields,
    /// Import options of the file that differ from the defaults; later imports of the file keep
    /// them.
    #[serde(default, skip_serializing_if = "Fields::is_empty")]
    pub options: Fields,
    /// Custom properties of a skeleton's bones in the file, by bone and name as in `Hips.side`.
    #[serde(default, skip_serializing_if = "Fields::is_empty")]
    pub properties: Fields,
}

/// The place of a mesh that is not in the file: made of its bones, so that there is something to
/// see.
pub const STAND_IN: &str = "stand-in";

impl Origin {
    /// Whether the asset was made to show bones that come without a mesh.
    pub fn is_stand_in(&self) -> bool {
        self.place == STAND_IN
    }
}
