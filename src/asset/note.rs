//! Notes on a timeline: for people alone. They are never compiled.

use crate::Id;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Note {
    pub id: Id,
    /// Seconds.
    pub time: f32,
    pub text: String,
    /// Index in the category palette.
    #[serde(default)]
    pub color: u8,
}
