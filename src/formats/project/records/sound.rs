//! The JSON of sounds.

use serde::{Deserialize, Serialize};

/// A sound without its bytes.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SoundRecord {
    /// Name of the sound.
    pub name: String,
    /// Length in seconds.
    pub seconds: f32,
    /// Name of the blob, which is the sound file; it ends as such files do.
    pub file: String,
}
