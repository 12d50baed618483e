//! Notes on a timeline: for people alone. They are never compiled.

use crate::Id;
use serde::{Deserialize, Serialize};

/// A remark at a time of a clip or montage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Note {
    /// Unique in its clip or montage.
    pub id: Id,
    /// Time of the note, seconds.
    pub time: f32,
    /// Text of the note.
    pub text: String,
    /// Index in the category palette.
    #[serde(default)]
    pub color: u8,
}
