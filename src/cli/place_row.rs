//! Where along a clip an error is largest, as `compress` writes it with and without `--keyframes`.

use serde::Serialize;

/// The bone and the moment of the largest error.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlacementRow<'a> {
    /// The bone's name.
    pub bone: &'a str,
    /// Seconds on the clip.
    pub time: f64,
}
