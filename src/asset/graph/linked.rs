//! What a node says of the graph that it links: the poses that go in, and how layers are swapped.

use crate::Id;
use serde::{Deserialize, Serialize};

/// A pose that a linked graph works over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkedPose {
    /// The name of its input pose.
    pub pose: String,
    /// The node whose pose goes in; None is the reference pose.
    #[serde(default)]
    pub source: Option<Id>,
}

/// Blend from one implementation of a layer to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Swap {
    /// Duration of the blend, seconds.
    pub time: f64,
    /// The new one takes over at once, and the jump decays.
    #[serde(default)]
    pub inertialize: bool,
}
