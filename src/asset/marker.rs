//! Authored sync markers: named instants of a clip's cycle, by which sync groups keep clips in
//! step.

use crate::Id;
use serde::{Deserialize, Serialize};

/// A named instant of a clip's cycle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SyncMarker {
    /// Unique in its clip.
    pub id: Id,
    /// Clips are matched by it; several markers of a clip may share one.
    pub name: String,
    /// Time of the marker, seconds.
    pub time: f32,
}
