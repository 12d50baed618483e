//! Ids of the sample, which are derived from type and name and so are equal on every run.

use asset::Id;

/// Id of an asset by its type, such as `clip`, and its name.
pub fn id(kind: &str, name: &str) -> Id {
    Id::derive(&["sample", kind, name])
}
