//! How authored data refers to a bone: the one way for tracks, palettes, levels of detail, sockets,
//! virtual bones, masks and blend profiles alike.

use serde::{Deserialize, Serialize};
use std::{fmt, sync::Arc};

/// Stable key of a bone: the name under which the bone first came into its skeleton. The key stays
/// the same if the bone is renamed, or if its skeleton is imported again with bones inserted,
/// removed or reordered. References to a bone that is gone keep its key, and work again when the
/// bone comes back.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct BoneKey(Arc<str>);

impl BoneKey {
    /// The key as text; it stays when the bone is renamed.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for BoneKey {
    fn from(name: &str) -> Self {
        Self(name.into())
    }
}

impl fmt::Display for BoneKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::borrow::Borrow<str> for BoneKey {
    fn borrow(&self) -> &str {
        &self.0
    }
}
